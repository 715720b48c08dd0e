#include "suites/solve/criteria.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/files.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/epd/epd.h"
#include "suites/players/built_in.h"
#include "suites/solve/solve.h"
#include "tests/support/random_games.h"

namespace plylab::suites::solve {
namespace {

using engines::EngineLine;
using engines::EngineLines;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// 1. Ra8 mates; the other position takes two rook moves.
constexpr const char* back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";
constexpr const char* two_rooks = "7k/8/8/8/8/8/R7/1R4K1 w - -";

epd::Record with(const std::string& position, const std::string& operations) {
  return epd::parse_record(position + " " + operations);
}

/// The line as moves, and its first move as the answer.
engines::EngineLine answer(const epd::Record& record, int depth,
                           const std::vector<std::string>& line, std::optional<int> mate = {}) {
  chess::Mailbox board{chess::ValidSetup(record.setup)};
  engines::EngineLine result;
  result.depth = depth;
  result.mate = mate;
  result.nodes = static_cast<std::uint64_t>(depth) * 100;
  result.seconds = depth;
  for (const std::string& word : line) {
    const chess::Move move = chess::parse_move(board, word);
    result.pv.push_back(chess::move_text(board, move));
    board.make(move);
  }
  result.move = result.pv.front();
  return result;
}

Goal goal(const epd::Record& record) {
  std::vector<std::string> problems;
  Goal result = goal_of(record, problems);
  EXPECT_THAT(problems, IsEmpty());
  return result;
}

/// A reply with these lines, of finished iterations.
engines::Reply reply_of(const EngineLines& lines) {
  engines::Reply reply{.lines = lines};
  if (!lines.empty()) reply.depth = lines.back().depth;
  return reply;
}

/// Judges one answer an iteration.
Assessment assess_moves(const epd::Record& record, const std::vector<std::string>& moves) {
  EngineLines lines;
  for (const std::string& move : moves)
    lines.push_back(answer(record, static_cast<int>(lines.size()) + 1, {move}));
  return assess(goal(record), chess::ValidSetup(record.setup), reply_of(lines));
}

bool solved(std::string_view criterion, const Assessment& assessment) {
  return find_criterion(criterion).solved(assessment);
}

std::vector<std::string> solved_by(const Assessment& assessment) {
  std::vector<std::string> names;
  for (const char* name : {"end", "first", "kept", "stable:1", "stable:2", "stable:3", "move"})
    if (solved(name, assessment)) names.emplace_back(name);
  return names;
}

TEST(Criteria, DistinguishHistories) {
  const epd::Record record = with(back_rank, "bm Ra7;");
  EXPECT_THAT(solved_by(assess_moves(record, {})), IsEmpty());
  EXPECT_THAT(solved_by(assess_moves(record, {"Ra2", "Ra3"})), IsEmpty());
  EXPECT_THAT(solved_by(assess_moves(record, {"Ra2", "Ra7"})),
              ElementsAre("end", "first", "kept", "stable:1", "move"));
  EXPECT_THAT(solved_by(assess_moves(record, {"Ra7", "Ra2"})), ElementsAre("first", "stable:1"));
  EXPECT_THAT(solved_by(assess_moves(record, {"Ra7", "Ra2", "Ra7"})),
              ElementsAre("end", "first", "stable:1", "move"));
  EXPECT_THAT(solved_by(assess_moves(record, {"Ra2", "Ra7", "Ra7", "Ra7", "Ra2"})),
              ElementsAre("first", "stable:1", "stable:2", "stable:3"));
}

TEST(Criteria, SayWhen) {
  const epd::Record record = with(back_rank, "bm Ra7;");
  const Assessment judged = assess_moves(record, {"Ra7", "Ra2", "Ra7", "Ra7"});
  EXPECT_EQ(find_criterion("first").when(judged), (Moment{1, 100, 1.0}));
  EXPECT_EQ(find_criterion("end").when(judged), (Moment{3, 300, 3.0}));
  EXPECT_EQ(find_criterion("stable:2").when(judged), (Moment{4, 400, 4.0}));
  EXPECT_EQ(find_criterion("kept").when(judged), std::nullopt);
  EXPECT_EQ(find_criterion("stable:3").when(judged), std::nullopt);
}

TEST(Criteria, CountAnIterationOnceAndOnlyIfItHolds) {
  const epd::Record record = with(back_rank, "bm Ra7;");
  const chess::ValidSetup position(record.setup);
  const auto held = [&](const std::vector<std::pair<int, const char*>>& answers) {
    EngineLines lines;
    for (const auto& [depth, move] : answers) {
      lines.push_back(answer(record, depth, {move}));
      lines.back().nodes = lines.size();
    }
    return assess(goal(record), position, reply_of(lines)).held.size();
  };
  EXPECT_EQ(held({{4, "Ra7"}, {4, "Ra7"}, {4, "Ra7"}}), 1U);
  EXPECT_EQ(held({{4, "Ra7"}, {5, "Ra7"}, {5, "Ra2"}}), 1U);
  EXPECT_EQ(held({{4, "Ra7"}, {5, "Ra2"}, {5, "Ra7"}, {6, "Ra7"}}), 2U);
}

TEST(Criteria, CountNoUnfinishedIterationUnlessAMateEndedTheSearch) {
  const epd::Record record = with(back_rank, "bm Ra7;");
  const chess::ValidSetup position(record.setup);
  engines::Reply reply = reply_of({answer(record, 1, {"Ra7"}), answer(record, 2, {"Ra7"})});
  reply.depth = 1;
  EXPECT_THAT(solved_by(assess(goal(record), position, reply)),
              ElementsAre("end", "first", "kept", "stable:1", "move"));
  reply.ended_by_mate = true;
  EXPECT_THAT(solved_by(assess(goal(record), position, reply)),
              ElementsAre("end", "first", "kept", "stable:1", "stable:2", "stable:3", "move"));
}

TEST(Criteria, StaleAnswersDoNotCount) {
  const epd::Record record = with(back_rank, "bm Ra7;");
  const chess::ValidSetup position(record.setup);
  const engines::EngineLine wrong = answer(record, 5, {"Ra2"}), right = answer(record, 5, {"Ra7"});
  engines::EngineLine earlier = answer(record, 4, {"Ra7"});
  engines::EngineLine foreign = wrong;
  foreign.depth = 6;
  foreign.nodes = 600;
  foreign.move = "e2e4";
  engines::EngineLine rewound = right;
  rewound.nodes = *wrong.nodes - 1;
  EXPECT_EQ(without_stale_lines({wrong, wrong, earlier, foreign, rewound}, position),
            EngineLines{wrong});
  EXPECT_FALSE(assess(goal(record), position, reply_of({wrong, earlier})).first);
  EXPECT_TRUE(assess(goal(record), position, reply_of({wrong, right})).first);
}

TEST(Criteria, BestAndAvoidedMovesMustBothHold) {
  EXPECT_TRUE(assess_moves(with(back_rank, "bm Ra7 Ra6; am Ra8;"), {"Ra6"}).at_end);
  EXPECT_FALSE(assess_moves(with(back_rank, "bm Ra7 Ra8; am Ra8;"), {"Ra8"}).at_end);
  EXPECT_FALSE(assess_moves(with(back_rank, "bm Ra7; am Ra8;"), {"Ra6"}).at_end);
  EXPECT_TRUE(assess_moves(with(back_rank, "am Ra8;"), {"Ra6"}).at_end);
}

TEST(Criteria, AMateIsAnnouncedAndReplayed) {
  const epd::Record record = with(two_rooks, "bm Rb7; dm 2;");
  const chess::ValidSetup position(record.setup);
  const auto meets = [&](const engines::EngineLine& one) {
    return goal(record).met_by(one, position);
  };
  const std::vector<std::string> line{"Rb7", "Kg8", "Ra8"};
  EXPECT_TRUE(meets(answer(record, 3, line, 2)));
  EXPECT_FALSE(meets(answer(record, 3, line)));                      // not announced
  EXPECT_FALSE(meets(answer(record, 3, line, -2)));                  // for the other side
  EXPECT_FALSE(meets(answer(record, 3, line, 3)));                   // too late
  EXPECT_FALSE(meets(answer(record, 3, {"Rb7", "Kg8"}, 2)));         // cut short
  EXPECT_FALSE(meets(answer(record, 3, {"Rb7", "Kg8", "Ra6"}, 2)));  // no mate at its end
  EXPECT_FALSE(meets(answer(record, 5, {"Rb7", "Kg8", "Kg2", "Kf8", "Ra8"}, 2)));  // long line
  engines::EngineLine impossible = answer(record, 3, line, 2);
  impossible.pv[1] = "h8a1";
  EXPECT_FALSE(meets(impossible));
  engines::EngineLine of_another_move = answer(record, 3, line, 2);
  of_another_move.move = answer(record, 3, {"Kg2"}).move;
  EXPECT_FALSE(announces_mate(of_another_move, position, 2));
  const Assessment move_only = assess(goal(record), position, reply_of({answer(record, 3, line)}));
  EXPECT_FALSE(move_only.at_end);
  EXPECT_TRUE(solved("move", move_only));
}

TEST(Criteria, AreChosenByName) {
  EXPECT_EQ(find_criterion("stable").name(), "stable:3");
  EXPECT_EQ(find_criterion("stable:12").name(), "stable:12");
  EXPECT_EQ(find_criterion("kept").name(), "kept");
  EXPECT_EQ(criteria().front().name, "end");
  for (const char* wrong : {"", "never", "stable:", "stable:0", "stable:x", "end:2", "stable:1001"})
    EXPECT_THROW(find_criterion(wrong), InputError) << wrong;
}

TEST(Points, InAllForms) {
  const char* position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  for (const char* operations :
       {"c0 \"e4=10, Nf3=7,d4 = 2\";", "c7 \"e4 Nf3 d4\"; c8 \"10 7 2\";",
        "c8 \"10 7 2\"; c9 \"e2e4 g1f3 d2d4\";",
        "bm e4; c0 \"e4=10, Nf3=7, d4=2\"; c7 \"e4 Nf3 d4\"; c8 \"10 7 2\"; c9 \"e2e4 g1f3 "
        "d2d4\";"}) {
    const epd::Record record = with(position, operations);
    const Assessment judged = assess_moves(record, {"Nf3"});
    EXPECT_EQ(judged.points, 7U) << operations;
    EXPECT_EQ(judged.max_points, 10U) << operations;
    EXPECT_FALSE(solved("points", judged));
    EXPECT_TRUE(solved("points", assess_moves(record, {"Nf3", "e4"})));
    EXPECT_EQ(assess_moves(record, {"a3"}).points, 0U);
  }
}

TEST(Points, OfPromotionsAndChecks) {
  const epd::Record record =
      with("6k1/P4ppp/8/8/8/8/8/R3K3 w - -", "c0 \"a8=Q+=10, Rb1=3, a8=N=1\";");
  EXPECT_EQ(assess_moves(record, {"a8=Q"}).points, 10U);
  EXPECT_EQ(assess_moves(record, {"a8=N"}).points, 1U);
}

TEST(Points, ACommentIsNone) {
  for (const char* comment : {"Larsen, a=b", "e4=ten", "e4", "=10", "", "after e4=10 all is well"})
    EXPECT_TRUE(goal(with(back_rank, "c0 \"" + std::string(comment) + "\";")).points.empty());
}

TEST(Points, ReportProblems) {
  const auto problems = [](const char* operations) {
    std::vector<std::string> found;
    goal_of(with(back_rank, operations), found);
    return found;
  };
  EXPECT_THAT(problems("c7 \"Ra7 Ra6\"; c8 \"10\";"),
              ElementsAre("c8 has 1 numbers, c7 has 2 moves"));
  EXPECT_THAT(problems("c7 \"Ra7\"; c8 \"x\";"), ElementsAre("c8: 'x' is not a number of points"));
  EXPECT_THAT(problems("c0 \"Rb7=10, Ra7=3\";"), ElementsAre("c0: 'Rb7' is not a legal move"));
  EXPECT_THAT(problems("c0 \"Ra7=10, Ra7=3\";"), ElementsAre("c0: 'Ra7' has points already"));
  EXPECT_THAT(problems("c0 \"Ra7=10, Ra6=x, Ra5\";"),
              ElementsAre("c0: 'Ra6=x' is not a move with its points",
                          "c0: 'Ra5' is not a move with its points"));
  EXPECT_THAT(problems("bm Ra8; c0 \"Ra7=-5, Ra6=99999999999999999999\";"),
              ElementsAre("c0: 'Ra7=-5' is not a move with its points",
                          "c0: 'Ra6=99999999999999999999' is not a move with its points"));
  EXPECT_THAT(problems("c0 \"Ra7=0\";"), ElementsAre("c0: no move gets any points"));
  EXPECT_THAT(problems("c0 \"Ra7=9\"; c7 \"Ra7\"; c8 \"10\";"),
              ElementsAre("c7 and c0 give different points"));
}

TEST(Goal, WithoutALegalBestMoveThereIsNone) {
  std::vector<std::string> problems;
  EXPECT_TRUE(goal_of(with(back_rank, "bm Rb7; am Ra8;"), problems).empty());
  EXPECT_FALSE(problems.empty());
}

TEST(Solve, LinesAreInOrderAndKeepEveryIteration) {
  for (const auto& record : testing::shipped_suite("demo")) {
    search::Job job;
    job.algorithm = "pvs";
    job.ordering = "hash";
    job.limits.depth = 4;
    const chess::ValidSetup position(record.setup);
    const auto result = search::searchable_chess().run(
        search::searchable_chess().info.parse(chess::to_string(record.setup)), {}, job,
        search::MoveStyle::notation);
    const EngineLines lines = players::lines_of(result);
    EXPECT_TRUE(without_stale_lines(lines, position) == lines) << to_string(record);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.back().depth, 4);
    EXPECT_EQ(lines.back().nodes, result.visited);
  }
}

TEST(Solve, AMateFoundAgainInEveryIterationIsKept) {
  const epd::Record record = with(back_rank, "bm Ra8; dm 1;");
  search::Job job;
  job.limits.depth = 4;
  const Solution solution = solve(record, goal(record), job);
  EXPECT_TRUE(solution.assessment->kept());
  EXPECT_EQ(solution.assessment->held.size(), 4U);
}

TEST(Sha256, OfKnownTexts) {  // the examples of FIPS 180-4
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(epd::parse_suite("", "x").sha256,
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace plylab::suites::solve
