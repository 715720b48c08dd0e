// The composed search: mates, repetitions, determinism, its switches one by one, and how many
// positions of Bratko and Kopec's test it solves.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/x88/x88.h"
#include "gen/tree/tree.h"
#include "search/run/run_on.h"
#include "tests/search/search_jobs.h"
#include "tests/support/random_trees.h"

namespace plylab::search {
namespace {

Job selective_job(int depth, const std::string& with = "") {
  Job job;
  job.algorithm = "selective";
  job.switches = parse_switches("with", with);
  if (depth > 0) job.limits.depth = depth;
  return job;
}

chess::Move move_of(const chess::ValidSetup& position, std::string_view text) {
  return chess::parse_move(chess::Mailbox(position), text);
}

TEST(Selective, HasSwitchesOfItsOwn) {
  const chess::ValidSetup start(chess::startpos_fen);
  const Switches preset = run<chess::Chess>(start, selective_job(2)).switches;
  EXPECT_TRUE(preset["repetition"] && preset["null"] && preset["lmr"] && preset["quiescence"]);
  EXPECT_EQ(preset["table"], 64);
  const Switches fewer =
      run<chess::Chess>(start, selective_job(2, "no-null,table=8,no-singular")).switches;
  EXPECT_EQ(fewer["null"], 0);
  EXPECT_EQ(fewer["singular"], 0);
  EXPECT_EQ(fewer["table"], 8);
  EXPECT_EQ(fewer["lmr"], preset["lmr"]);
  EXPECT_FALSE(is_exact("selective"));
  EXPECT_TRUE(is_exact("pvs"));
}

// A null window promises that a defence avoids mate, and the second search finds that it does not:
// the moves after it must not be pruned. There is a defence among them: no mate in two, nor, with
// Black to move in the second position, a loss in three.
TEST(Selective, AnnouncesNoMateBecauseOfAPromiseThatFailed) {
  for (const auto& [fen, depth] : {std::pair("8/K7/8/8/1p2P3/3Q4/kpR5/8 w - - 0 1", 2),
                                   {"5r2/K7/3rQ2p/1k6/R3Q3/6p1/8/1n6 b - - 0 1", 3}}) {
    const auto result = run<chess::Chess>(chess::ValidSetup(fen), selective_job(depth));
    for (const auto& iteration : result.iterations)
      EXPECT_FALSE(is_mate(iteration.value)) << fen << ", depth " << iteration.depth;
  }
}

// Every part changes the tree that is searched, and none can be missed for a legal result.
TEST(Selective, CanDoWithoutEachOfItsParts) {
  const Switches preset = Selective::preset().switches;
  const chess::ValidSetup position(testing::shipped_suite("bratko-kopec")[10].setup);
  const auto all = run<chess::Chess>(position, selective_job(9));
  for (const Switch one : Switch::all()) {
    if (preset[one] == 0 || one == Switch("table") || one == Switch("deepening") ||
        one == Switch("threads"))
      continue;
    const auto fewer =
        run<chess::Chess>(position, selective_job(9, fmt::format("no-{}", one->name)));
    ASSERT_NE(fewer.best_move(), nullptr) << one->name;
    // No queen threatens mate there.
    if (one != Switch("mate-distance") && one != Switch("repetition") &&
        one != Switch("king-danger")) {
      EXPECT_NE(fewer.visited, all.visited) << one->name;
    }
  }
}

TEST(Selective, VisitsTheSameNodesWithEveryGenerator) {
  const auto suite = testing::shipped_suite("bratko-kopec");
  for (std::size_t i = 0; i < suite.size(); i += 3) {
    Job job = selective_job(7, "table=4");
    const chess::ValidSetup position(suite[i].setup);
    const auto first = run<chess::Chess>(position, job);
    for (const char* generator : {"mailbox", "x88"}) {
      job.generator = generator;
      const auto other = run<chess::Chess>(position, job);
      ASSERT_EQ(other.visited, first.visited) << generator << ' ' << i;
      ASSERT_EQ(other.iterations.back().counts, first.iterations.back().counts);
      ASSERT_EQ(other.iterations.back().line, first.iterations.back().line);
    }
  }
}

// Nodes visited to depth 10 in the six positions of suites/data/perft.epd, quiescence included.
// Whoever changes the search on purpose writes the new numbers here.
TEST(Selective, VisitsAsManyNodesAsEver) {
  const std::map<std::string, std::uint64_t> signature = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 32'501},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 95'092},
      {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 31'855},
      {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 36'394},
      {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 24'995},
      {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 39'372}};
  std::map<std::string, std::uint64_t> visited;
  for (const auto& [fen, nodes] : signature)
    visited[fen] = run<chess::Chess>(chess::ValidSetup(fen), selective_job(10, "table=16")).visited;
  EXPECT_EQ(visited, signature);
}

// The mates are proven shortest. A selective search may miss one, but finds none that is shorter.
TEST(Selective, FindsShortMatesAndNoneThatAreShorter) {
  const auto suite = testing::shipped_suite("mates");
  int tried = 0, found = 0, shortest = 0;
  for (const auto& record : suite) {
    const auto stated = record.mate_distance();
    if (!stated || *stated > 3 || ++tried > 150) continue;
    Job job = selective_job(0, "table=4");
    job.limits.nodes = 60'000;
    job.limits.until_mate = true;
    const auto result = run<chess::Chess>(chess::ValidSetup(record.setup), job);
    const auto* last = result.last_finished();
    ASSERT_NE(last, nullptr);
    if (!is_mate(last->value)) continue;
    const int moves = mate_in(last->value);
    EXPECT_GE(moves, static_cast<int>(*stated)) << to_string(record.setup);
    ++found;
    shortest += moves == static_cast<int>(*stated);
  }
  tried = std::min(tried, 150);
  EXPECT_GE(found, tried * 95 / 100);
  EXPECT_GE(shortest, tried * 90 / 100);
}

// Reinfeld, "Win at Chess", 1: a quiet sacrifice of the queen that threatens mate beside the king.
// Without king-danger and mate-in-one its answer is cut off by its static value, to a depth of 13.
TEST(Selective, FindsAQuietMateThreatAsEarlyAsPvs) {
  const chess::ValidSetup position("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1");
  Job pvs;
  pvs.algorithm = "pvs";
  pvs.switches = parse_switches("with", "quiescence");
  pvs.limits.depth = 3;
  for (const Job& job : {selective_job(3), pvs}) {
    const auto result = run<chess::Chess>(position, job);
    EXPECT_EQ(*result.best_move(), move_of(position, "Qg6")) << job.algorithm;
    EXPECT_EQ(result.iterations.back().value, mate_value - 3) << job.algorithm;
  }
  const auto blind = run<chess::Chess>(position, selective_job(3, "no-king-danger,no-mate-in-one"));
  EXPECT_NE(*blind.best_move(), move_of(position, "Qg6"));
}

// By mate-in-one a mate in two is seen at depth 2. Principal variation search with quiescence sees
// it at depth 3; in a small tree it may still visit a few nodes less.
TEST(Selective, FindsMatesInTwoNoLaterThanPvs) {
  // To the end of the iteration that announces it.
  const auto visits = [](const chess::ValidSetup& position, Job job) {
    job.limits.depth = 12;
    job.limits.nodes = 30'000;
    std::uint64_t sum = 0;
    for (const auto& iteration : run<chess::Chess>(position, job).iterations) {
      sum += iteration.counts.visited();
      if (iteration.value == mate_value - 3) return sum;
    }
    ADD_FAILURE() << "no mate in two: " << to_string(position.setup());
    return sum;
  };
  Job pvs;
  pvs.algorithm = "pvs";
  pvs.switches = parse_switches("with", "quiescence");
  std::uint64_t sum = 0, sum_of_pvs = 0;
  for (const auto& record : testing::shipped_suite("mates")) {
    if (record.mate_distance() != 2) continue;
    const chess::ValidSetup position(record.setup);
    const std::uint64_t selective = visits(position, selective_job(0, "table=4"));
    const std::uint64_t by_pvs = visits(position, pvs);
    EXPECT_LE(selective, by_pvs + 50) << record.id().value();
    sum += selective;
    sum_of_pvs += by_pvs;
  }
  EXPECT_LT(10 * sum, sum_of_pvs);
}

// After Black's only move White mates at once, unless the fifty-move rule ends the game before.
TEST(Selective, TellsTheMateThatALeafHasSeen) {
  const auto search = [](const char* fen) {
    return run<chess::Chess>(chess::ValidSetup(fen), selective_job(1)).iterations.back();
  };
  const auto mated = search("k7/8/1K6/8/8/8/8/7R b - - 0 80");
  EXPECT_EQ(mated.value, -mate_value + 2);
  EXPECT_EQ(mated.line.size(), 2U);
  EXPECT_EQ(search("k7/8/1K6/8/8/8/8/7R b - - 99 80").value, 0);
}

TEST(Selective, RepeatsWhereThatSavesTheGame) {
  // White is far behind, but checks for ever.
  const chess::ValidSetup position("6k1/6p1/8/8/8/8/r1q5/4Q1K1 w - - 0 1");
  const auto result = run<chess::Chess>(position, selective_job(8));
  EXPECT_EQ(result.iterations.back().value, 0);
  EXPECT_NE(run<chess::Chess>(position, selective_job(8, "no-repetition")).iterations.back().value,
            0);
}

TEST(Selective, CountsThePositionsOfTheGame) {
  // White is a rook up. The moves of the game have shown the position after Kg1-g2 twice.
  const chess::ValidSetup start("6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1");
  chess::Mailbox board(start);
  Job job = selective_job(6);
  const auto fresh = run<chess::Chess>(start, job);
  std::vector<chess::Move> played;
  for (const char* text : {"Ra3", "Kf8", "Ra2", "Kg8", "Ra3", "Kf8", "Ra2", "Kg8"}) {
    played.push_back(chess::parse_move(board, text));
    board.make(played.back());
  }
  // Ra3 again is answered by the third Kf8, and so on: the value of that line is a draw.
  const auto later = run<chess::Chess>(start, job, {.played = played});
  EXPECT_GT(fresh.iterations.back().value, 300);
  EXPECT_GT(later.iterations.back().value, 300);
  EXPECT_NE(*later.best_move(), move_of(start, "Ra3"));
}

TEST(Selective, KnowsTheFiftyMoveRule) {
  const auto drawn =
      run<chess::Chess>(chess::ValidSetup("8/8/8/8/8/2k5/7r/K7 b - - 99 120"), selective_job(4));
  EXPECT_EQ(drawn.iterations.back().value, 0);
  const auto open =
      run<chess::Chess>(chess::ValidSetup("8/8/8/8/8/2k5/7r/K7 b - - 10 120"), selective_job(4));
  EXPECT_GT(open.iterations.back().value, 300);
}

TEST(Selective, MovesAtOnceAndStopsWhenTold) {
  const chess::ValidSetup position(testing::shipped_suite("bratko-kopec")[2].setup);
  Job job = selective_job(0);
  job.limits.seconds = 0.01;
  EXPECT_NE(run<chess::Chess>(position, job).best_move(), nullptr);
  std::atomic<bool> stop = true;
  job = selective_job(0);
  job.limits.stop = &stop;
  EXPECT_NE(run<chess::Chess>(position, job).best_move(), nullptr);
}

TEST(Selective, MeetsNodeLimitsExactly) {
  for (const std::uint64_t nodes : {100U, 5'000U, 43'210U}) {
    Job job = selective_job(0, "table=4");
    job.limits.nodes = nodes;
    EXPECT_EQ(run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job).visited, nodes);
  }
}

// Games other than chess have none of its chess switches, and the value is minimax's.
TEST(Selective, SearchesOtherGamesToo) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const tree::Tree root(testing::random_spec(seed));
    Job job = selective_job(static_cast<int>(root.spec().depth), "no-deeper,table=1");
    EXPECT_EQ(run_on(root, tree::TreeEvaluation{}, job).iterations.back().value, root.true_value())
        << tree::to_string(root.spec());
  }
}

int solved(const std::string& suite, std::uint64_t nodes) {
  int solved = 0;
  for (const auto& record : testing::shipped_suite(suite)) {
    const auto legal = chess::Mailbox(chess::ValidSetup(record.setup)).generate();
    const auto right = epd::best_moves(record, legal).moves;
    Job job = selective_job(0, "table=16");
    job.limits.nodes = nodes;
    const auto result = run<chess::Chess>(chess::ValidSetup(record.setup), job);
    const chess::Move* best = result.best_move();
    solved += best != nullptr && std::find(right.begin(), right.end(), *best) != right.end();
  }
  return solved;
}

TEST(Selective, SolvesBratkoKopec) { EXPECT_GE(solved("bratko-kopec", 150'000), 13); }

}  // namespace
}  // namespace plylab::search
