// Wrong answers that have a simpler explanation than a fault of the move generator.
#include "perft/verify/other_question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "perft/verify/report.h"
#include "perft/verify/verification.h"
#include "tests/mutants/generator_under_test.h"

namespace plylab::perft::verify {
namespace {

using chess::mutants::Fault;
using chess::mutants::MutantUnderTest;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Answers other questions, or changes its answers.
class Misled : public MutantUnderTest {
 public:
  using Reads = std::function<engines::PerftQuestion(engines::PerftQuestion)>;
  using Writes = std::function<void(engines::PerftAnswer&, const engines::PerftQuestion&)>;
  Misled(Reads reads, Writes writes, Fault fault, engines::Abilities abilities)
      : MutantUnderTest(fault, abilities), reads_(std::move(reads)), writes_(std::move(writes)) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    const engines::PerftQuestion other = reads_ ? reads_(question) : question;
    engines::PerftAnswer answer =
        other.depth == 0 ? engines::PerftAnswer{Count(1)} : MutantUnderTest::ask(other);
    if (writes_) writes_(answer, question);
    return answer;
  }

 private:
  Reads reads_;
  Writes writes_;
};

const std::vector<Task> three_tasks = {
    {"array", chess::parse_fen("startpos"), 2},
    {"pos3", chess::parse_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 2},
    {"black", chess::parse_fen("4k3/p1p5/n7/2n5/2N5/N7/P1P5/4K3 b - - 0 1"), 2}};

std::string report(const Misled::Reads& reads, const Misled::Writes& writes = {},
                   Fault fault = Fault::none, engines::Abilities abilities = {},
                   const std::vector<Task>& about = three_tasks) {
  VerificationOptions verification;
  verification.start = [=] { return std::make_unique<Misled>(reads, writes, fault, abilities); };
  VerificationResult result{"misled", about, verify(about, verification)};
  return fmt::format("{}\n", fmt::join(text_report(result), "\n"));
}

constexpr engines::Abilities counting{.plays_moves = false, .divides = false};

TEST(OtherQuestion, IsOfAnotherDepth) {
  for (const engines::Abilities abilities : {engines::Abilities(), counting}) {
    const auto deeper = [&](int plies, int min) {
      return report(
          [=](engines::PerftQuestion question) {
            question.depth = std::max(min, question.depth + plies);
            return question;
          },
          {}, Fault::none, abilities);
    };
    EXPECT_THAT(deeper(-1, 0),
                AllOf(HasSubstr("Odd answer: its answer is the right one for perft(0): it counts "
                                "one ply too few\n  found in  array; pos3; black\n"),
                      Not(HasSubstr("Fault"))));
    EXPECT_THAT(deeper(-1, 1), HasSubstr("for perft(1): it counts one ply too few"));
    EXPECT_THAT(deeper(1, 1), HasSubstr("for perft(2): it counts one ply too many"));
  }
}

TEST(OtherQuestion, IsAboutAnotherPosition) {
  const auto about = [](auto change) {
    return report([=](engines::PerftQuestion question) {
      change(question.start);
      question.moves.clear();
      return question;
    });
  };
  EXPECT_THAT(about([](chess::Setup& setup) { setup = chess::parse_fen("startpos"); }),
              HasSubstr("for the initial position: it ignores the FEN"));
  EXPECT_THAT(about([](chess::Setup& setup) { setup.side = chess::white; }),
              AllOf(HasSubstr("the right one if White is to move"), HasSubstr("of black\n")));
  EXPECT_THAT(about([](chess::Setup& setup) { setup.side = !setup.side; }),
              HasSubstr("the right one if the other side is to move"));
}

/// Answers about the position before, at the depth before or at that of the question.
class Late : public MutantUnderTest {
 public:
  explicit Late(bool keeps_depth) : MutantUnderTest(Fault::none), keeps_depth_(keeps_depth) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftQuestion late = std::exchange(last_, question).value_or(question);
    if (!keeps_depth_) late.depth = question.depth;
    return MutantUnderTest::ask(late);
  }
  void restart() override {
    last_.reset();
    MutantUnderTest::restart();
  }

 private:
  bool keeps_depth_;
  std::optional<engines::PerftQuestion> last_;
};

TEST(OtherQuestion, IsThePreviousOne) {
  const auto late = [](bool keeps_depth) {
    VerificationOptions verification;
    verification.start = [=] { return std::make_unique<Late>(keeps_depth); };
    VerificationResult result{"late", three_tasks, verify(three_tasks, verification)};
    return fmt::format("{}", fmt::join(text_report(result), "\n"));
  };
  EXPECT_THAT(late(true), HasSubstr("the right one to the previous question: perft("));
  EXPECT_THAT(late(false), HasSubstr("the right one for the previous position: "));
  for (const bool keeps_depth : {false, true})
    EXPECT_THAT(late(keeps_depth), HasSubstr("  also      after perft("));
}

// A count that agrees with the one before by chance is no answer to the question before.
TEST(OtherQuestion, IsNotThePreviousOneByChance) {
  const std::string text =
      report({}, {}, Fault::castling_without_right, {},
             {{"one", chess::parse_fen("4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1"), 1},
              {"two", chess::parse_fen("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1"), 1}});
  EXPECT_THAT(text, Not(HasSubstr("previous question")));
}

TEST(OtherQuestion, CountsAllPositions) {
  for (const bool with_root : {false, true})
    EXPECT_THAT(report(
                    {},
                    [=](engines::PerftAnswer& answer, const engines::PerftQuestion& question) {
                      MutantUnderTest right(Fault::none);
                      answer.branches.clear();
                      for (int depth = 1; depth < question.depth; ++depth)
                        *answer.total += *right.ask({question.start, {}, depth}).total;
                      *answer.total += with_root ? 1 : 0;
                    },
                    Fault::none, counting),
                HasSubstr(fmt::format("{}the sum of perft(1) to perft({})",
                                      with_root ? "1 more than " : "", with_root ? 1 : 2)));
}

// Its fault is found by FENs alone.
TEST(OtherQuestion, IgnoresMoves) {
  const std::string text = report(
      [](engines::PerftQuestion question) {
        question.moves.clear();
        return question;
      },
      {}, Fault::rook_capture_keeps_right, {},
      {{"one", chess::parse_fen("k7/p7/P7/8/8/7R/6p1/4K2R b K - 0 1"), 2}});
  EXPECT_THAT(text, HasSubstr("Fault 1 lies in making moves: a castling right stays when its rook "
                              "is captured"));
  EXPECT_THAT(text, HasSubstr("  but       it ignores the moves after a FEN: it was asked about "
                              "positions by FEN alone\n"));
}

TEST(OtherQuestion, WritesCastlingInOtherLetters) {
  const auto rename = [](const std::string& from, const std::string& to) {
    return [=](engines::PerftAnswer& answer, const engines::PerftQuestion&) {
      for (engines::ReportedBranch& branch : answer.branches)
        if (branch.move == from) branch.move = to;
    };
  };
  const std::vector<Task> castling = {
      {"castling", chess::parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 3}};
  EXPECT_THAT(report({}, rename("e1g1", "h1e1"), Fault::none, {}, castling),
              AllOf(HasSubstr("Odd answer: it writes e1g1 as h1e1; the counts below are right"),
                    Not(HasSubstr("Fault"))));
  // That is a move of the rook, too.
  EXPECT_THAT(report({}, rename("e1g1", "h1f1"), Fault::none, {}, castling),
              AllOf(HasSubstr("Odd answer: it writes e1g1 as h1f1; the counts below are right"),
                    Not(HasSubstr("Fault"))));
  // A move that is no castling is another one.
  EXPECT_THAT(report({}, rename("e1d1", "e1d3"), Fault::none, {}, castling), HasSubstr("Fault 1"));
}

TEST(OtherQuestion, IsNotThatOfCastlingToAnotherSquare) {
  const auto to_b_file = [](engines::PerftAnswer& answer, const engines::PerftQuestion& question) {
    for (engines::ReportedBranch& branch : answer.branches)
      if (branch.move == "e1c1") {
        branch.move = "e1b1";
        if (question.depth > 1) branch.leaves = Count(1);
      }
  };
  EXPECT_THAT(
      report({}, to_b_file, Fault::none, {},
             {{"castling", chess::parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), 1}}),
      HasSubstr("Fault 1 lies in the move generation: e1c1 is missing, and e1b1 is listed in "
                "its place\n"));
}

// An engine that does not know the move to a position may ignore it, and be right there by chance.
TEST(OtherQuestion, IsNotRightAfterAMoveThatItDoesNotList) {
  const chess::Setup pinned = chess::parse_fen("k7/8/8/8/8/2b5/3P4/4K3 w - - 0 1");
  const auto knows_no_way = [=](engines::PerftAnswer& answer, const engines::PerftQuestion& asked) {
    if (!asked.moves.empty()) answer = MutantUnderTest(Fault::none).ask(asked);
    if (!asked.moves.empty() || asked.start == pinned) return;
    answer.branches.assign(1, {"h8h8", Count(1)});
    answer.total = Count(1);
  };
  EXPECT_THAT(
      report({}, knows_no_way, Fault::pins_forgotten, {}, {{"pin", pinned, 1}}),
      HasSubstr("Fault 1 lies in the move generation: d2-d3 is illegal: the pawn is pinned"));
}

TEST(OtherQuestion, IsNotThatOfCastlingWithoutAKing) {
  const auto castles = [](engines::PerftAnswer& answer, const engines::PerftQuestion& question) {
    const chess::Setup position = play(question.start, question.moves);
    if (position.side == chess::white || question.depth > 1) return;
    answer.branches.push_back({"e8c8", Count(1)});
    answer.total = Count(answer.branches.size());
  };
  EXPECT_THAT(
      report({}, castles, Fault::none, {},
             {{"king away", chess::parse_fen("8/8/8/8/1p6/8/K7/2k5 b - - 0 1"), 1}}),
      AllOf(HasSubstr("Fault 1 lies in the move generation, or the reading of the FEN: e8c8 is "
                      "listed like castling, but the king is not on e8\n"),
            HasSubstr("castling is listed without a look at the king")));
}

/// An answer without a branch.
void remove_branch(engines::PerftAnswer& answer, std::string_view move) {
  const auto one = std::ranges::find(answer.branches, move, &engines::ReportedBranch::move);
  if (one == answer.branches.end()) return;
  answer.total = *answer.total - one->leaves.value_or(Count(1));
  answer.branches.erase(one);
}

// A list of moves that is not extended across the captured pawn's square.
TEST(OneSquare, ThatMakingForgetsIsNamed) {
  const chess::Setup start = chess::parse_fen("8/8/8/K1NPp2r/8/8/8/7k w - e6 0 1");
  const auto forgets = [=](engines::PerftAnswer& answer, const engines::PerftQuestion& asked) {
    if (asked.depth == 1 && asked.moves.size() == 1 && asked.moves.front().is_en_passant())
      remove_branch(answer, "h5e5");
    if (asked.depth != 2 || asked.start != start || !asked.moves.empty()) return;
    for (engines::ReportedBranch& branch : answer.branches)
      if (branch.move == "d5e6") branch.leaves = *branch.leaves - Count(1);
    answer.total = *answer.total - Count(1);
  };
  EXPECT_THAT(report({}, forgets, Fault::none, {}, {{"e.p.", start, 2}}),
              HasSubstr("Fault 1 lies in making moves: after d5xe6 e.p., moves to or across e5 are "
                        "missing; the same position set by FEN is right\n"));
}

// Of two captors the second is not tried if the first is pinned.
TEST(UsualCause, OfAMissingCaptorIsTheOneBesideIt) {
  const chess::Setup pinned = chess::parse_fen("3k4/8/8/8/3pPp2/8/8/K2R4 b - e3 0 1");
  const auto breaks_off = [=](engines::PerftAnswer& answer, const engines::PerftQuestion& asked) {
    if (asked.depth == 1 && play(asked.start, asked.moves) == pinned) remove_branch(answer, "f4e3");
  };
  EXPECT_THAT(report({}, breaks_off, Fault::none, {.patient = false},
                     {{"pinned", pinned, 1},
                      {"both", chess::parse_fen("4k3/8/8/8/3pPp2/8/8/K7 b - e3 0 1"), 1}}),
              HasSubstr("usually   the search for captors ends with the first one, though its "
                        "capture is illegal"));
}

// The right is read, as castling by one right with both rooks at home shows.
TEST(UsualCause, OfMissingCastlingMayBeTheOtherRook) {
  const auto looks_at_a1 = [](engines::PerftAnswer& answer, const engines::PerftQuestion& asked) {
    const chess::Setup position = play(asked.start, asked.moves);
    if (asked.depth == 1 && position.side == chess::white &&
        position.squares[chess::a1] != chess::white_rook)
      remove_branch(answer, "e1g1");
  };
  const std::string text =
      report({}, looks_at_a1, Fault::none, {},
             {{"alone", chess::parse_fen("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), 1},
              {"both", chess::parse_fen("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1"), 1},
              {"one right", chess::parse_fen("5k2/8/8/8/8/8/8/RN2K2R w K - 0 1"), 1}});
  EXPECT_THAT(text, AllOf(HasSubstr("Fault 1 lies in the move generation: O-O is legal"),
                          HasSubstr("the rook is looked for in the corner of the other wing"),
                          Not(HasSubstr("reading of the FEN"))));
}

// Some print perft(1) as a number, and the moves from depth 2 on.
TEST(OtherQuestion, ListsMovesFromDepthTwoOn) {
  const std::string text =
      report({},
             [](engines::PerftAnswer& answer, const engines::PerftQuestion& question) {
               if (question.depth == 1) answer.branches.clear();
             },
             Fault::ep_diagonal_pin_ignored, {},
             {{"one", chess::parse_fen("7b/8/8/3pP3/8/2K5/8/7k w - d6 0 1"), 1}});
  EXPECT_THAT(text, HasSubstr("\n  extra     e5d6    e5xd6 e.p. is illegal: "));
}

TEST(FaultLimit, CountsFaultsAndNotPositions) {
  FaultLimit limit{.max_faults = 2};
  for (std::size_t i = 1; i < 2 * FaultLimit::positions_per_fault; ++i) {
    limit.add("one");
    limit.add("");
    EXPECT_FALSE(limit.is_reached(1000));
  }
  FaultLimit other = limit;
  limit.add("one");
  EXPECT_FALSE(limit.is_reached(1));  // a quick engine is asked about all positions
  EXPECT_TRUE(limit.is_reached(1000));
  other.add("two");
  EXPECT_TRUE(other.is_reached(1));
  EXPECT_FALSE((FaultLimit{.max_faults = 0, .names = {"one"}, .positions = 9}.is_reached(1000)));
}

}  // namespace
}  // namespace plylab::perft::verify
