#include <gtest/gtest.h>

#include <cmath>

#include "gen/chess/mailbox.h"
#include "gen/chess/registry.h"
#include "gen/game.h"
#include "search/registry.h"
#include "search/run.h"
#include "tests/random_games.h"
#include "tests/toy_games.h"

namespace plylab::search {
namespace {

/// Calls test(search) for every algorithm in the registry.
template <class F>
void for_each_search(F&& test) {
  std::apply([&](const auto&... entry) { (test(entry), ...); }, algorithms);
}

template <class Entry>
using SearchOf = typename std::decay_t<Entry>::Search;

template <Position P, class E>
using ToySearcher = Searcher<P, E, GenerationOrder, Counters>;

Limits to_depth(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

TEST(Minimax, VisitsAllOfTicTacToe) {
  ToySearcher<toys::TicTacToe, toys::NoValue> s({}, {}, {}, to_depth(9));
  EXPECT_EQ(Minimax::search(s, 9, 0, -infinity, infinity), 0);
  EXPECT_EQ(s.stats.nodes(), 549946U);
}

// Knuth and Moore 1975, theorem 1: the perfectly ordered tree.
TEST(AlphaBeta, VisitsTheMinimalTree) {
  for (unsigned width : {2u, 3u, 5u})
    for (int depth = 1; depth <= 7; ++depth) {
      ToySearcher<toys::UniformTree, toys::LeafValue> s({width, 0}, {}, {}, to_depth(depth));
      AlphaBeta::search(s, depth, 0, -infinity, infinity);
      const double minimal = std::pow(width, depth / 2) + std::pow(width, (depth + 1) / 2) - 1;
      EXPECT_EQ(s.stats.leaves, static_cast<std::uint64_t>(minimal)) << width << '^' << depth;
      EXPECT_EQ(s.stats.cutoffs, s.stats.cut_index[0]);
    }
}

TEST(Searches, AgreeOnRandomTrees) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const unsigned width = 2 + static_cast<unsigned>(seed % 4);
    const int depth = 1 + static_cast<int>(seed % 6);
    const toys::UniformTree root(width, seed);
    ToySearcher<toys::UniformTree, toys::LeafValue> reference(root, {}, {}, to_depth(depth));
    const Value value = Minimax::search(reference, depth, 0, -infinity, infinity);
    for_each_search([&](const auto& entry) {
      ToySearcher<toys::UniformTree, toys::LeafValue> s(root, {}, {}, to_depth(depth));
      const auto iterations = deepen<SearchOf<decltype(entry)>>(s);
      EXPECT_EQ(iterations.back().value, value) << entry.name << " seed " << seed;
      // The principal variation leads to a leaf of that value.
      toys::UniformTree leaf = root;
      ASSERT_EQ(iterations.back().line.size(), static_cast<std::size_t>(depth)) << entry.name;
      for (const auto move : iterations.back().line) leaf.make(move);
      EXPECT_EQ(depth % 2 == 0 ? leaf.value() : -leaf.value(), value)
          << entry.name << " seed " << seed;
      EXPECT_EQ(iterations.back().stats.nodes(),
                iterations.back().stats.interiors + iterations.back().stats.leaves);
      EXPECT_LE(s.stats.nodes(), 2 * reference.stats.nodes());
    });
  }
}

/// Small positions of all kinds: the suites' and random games'.
std::vector<chess::Setup> positions(int from_games) {
  std::vector<chess::Setup> all;
  for (const char* suite : {"perft", "bratko-kopec", "seeds", "demo"})
    for (const auto& record : testing::shipped_suite(suite)) all.emplace_back(record.fen);
  testing::random_positions(from_games * 40, 120, [&](const auto& fen, const auto&, auto) {
    if (fen.fullmove % 20 == 0) all.emplace_back(fen);
  });
  return all;
}

Job job(std::string algorithm, std::string ordering, int depth, bool quiescence = false) {
  Job result;
  result.algorithm = std::move(algorithm);
  result.ordering = std::move(ordering);
  result.quiescence = quiescence;
  result.limits.depth = depth;
  return result;
}

TEST(Searches, ReturnMinimaxValueInChess) {
#ifdef PLYLAB_SANITIZED
  constexpr int games = 1;
#else
  constexpr int games = 20;
#endif
  for (const chess::Setup& position : positions(games))
    for (bool quiescence : {false, true}) {
      const int depth = quiescence ? 2 : 3;
      const Result reference = run(position, job("minimax", "generation", depth, quiescence));
      for (const std::string& algorithm : names_in(algorithms))
        for (const std::string& ordering : names_in(orderings)) {
          if (algorithm == "minimax" && ordering != "hash") continue;  // one is slow enough
          const Result result = run(position, job(algorithm, ordering, depth, quiescence));
          ASSERT_EQ(result.iterations.size(), reference.iterations.size());
          for (std::size_t i = 0; i < result.iterations.size(); ++i)
            ASSERT_EQ(result.iterations[i].value, reference.iterations[i].value)
                << algorithm << ' ' << ordering << ' ' << to_string(position.fen()) << " depth "
                << i + 1 << (quiescence ? " with quiescence" : "");
        }
    }
}

TEST(Searches, VisitEquallyManyNodesWithEveryGenerator) {
  for (const auto& record : testing::shipped_suite("bratko-kopec"))
    for (const std::string& algorithm : names_in(algorithms))
      for (const char* ordering : {"canonical", "captures", "hash"}) {
        std::optional<Counters> first;
        for (const std::string& generator : chess::generator_names()) {
          Job with = job(algorithm, ordering, 2, true);
          with.generator = generator;
          const Result result = run(chess::Setup(record.fen), with);
          if (!first) first = result.iterations.back().stats;
          EXPECT_EQ(result.iterations.back().stats, *first)
              << algorithm << ' ' << ordering << ' ' << generator;
        }
      }
}

TEST(Searches, PrincipalVariationsReplayLegally) {
  for (const chess::Setup& position : positions(2))
    for (const std::string& algorithm : names_in(algorithms)) {
      const Result result = run(position, job(algorithm, "captures", 3));
      for (const auto& iteration : result.iterations) {
        chess::Mailbox board(position);
        for (const chess::Move move : iteration.line) {
          const auto legal = board.generate();
          ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end())
              << algorithm << ' ' << to_string(position.fen());
          board.make(move);
        }
        // It ends at the horizon, or earlier only where the game does.
        if (static_cast<int>(iteration.line.size()) < iteration.depth) {
          EXPECT_NE(outcome(board), Outcome::ongoing)
              << algorithm << ' ' << to_string(position.fen());
        }
        // Where it ends, the static value is the root's.
        const auto ply = static_cast<int>(iteration.line.size());
        Value value = TableEvaluation(piece_square_table)(board);
        if (const Outcome end = outcome(board); end != Outcome::ongoing) value = value_of(end, ply);
        if (!iteration.line.empty()) {
          EXPECT_EQ(ply % 2 == 0 ? value : -value, iteration.value)
              << algorithm << ' ' << to_string(position.fen());
        }
      }
    }
}

TEST(Searches, DifferWhereTheirListingsDo) {
  // PVS searches every fail-high again, NegaScout not at the last ply: other counts, one value.
  std::uint64_t pvs = 0, negascout = 0;
  for (const auto& record : testing::shipped_suite("bratko-kopec")) {
    pvs += run(chess::Setup(record.fen), job("pvs", "canonical", 3))
               .iterations.back()
               .stats.researches;
    negascout += run(chess::Setup(record.fen), job("negascout", "canonical", 3))
                     .iterations.back()
                     .stats.researches;
  }
  EXPECT_GT(pvs, negascout);
  EXPECT_GT(negascout, 0U);
}

TEST(Searches, FindMatesAndCountTheMoves) {
  for (const std::string& algorithm : names_in(algorithms)) {
    const Result one =
        run(chess::Setup("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), job(algorithm, "hash", 2));
    EXPECT_EQ(one.iterations.back().value, mate - 1);
    EXPECT_EQ(mate_in(one.iterations.back().value), 1);
    const Result mated =
        run(chess::Setup("k7/8/1K6/8/8/8/8/7R b - - 0 1"), job(algorithm, "hash", 3));
    EXPECT_EQ(mated.iterations.back().value, -mate + 2);
    EXPECT_EQ(mate_in(mated.iterations.back().value), -1);
  }
}

TEST(Limits, OfNodesAreMetExactlyAndAlike) {
  for (const std::string& algorithm : names_in(algorithms))
    for (std::uint64_t nodes : {1u, 100u, 5000u, 12345u}) {
      Job limited = job(algorithm, "hash", 20, true);
      limited.limits.nodes = nodes;
      const Result a = run(chess::Setup(chess::startpos_fen), limited);
      limited.generator = "mailbox";
      const Result b = run(chess::Setup(chess::startpos_fen), limited);
      EXPECT_EQ(a.visited, nodes);
      EXPECT_FALSE(a.iterations.back().complete);
      EXPECT_EQ(a.iterations.back().stats, b.iterations.back().stats);
      ASSERT_EQ(a.changes.size(), b.changes.size());
      for (std::size_t i = 0; i < a.changes.size(); ++i)
        EXPECT_EQ(a.changes[i].nodes, b.changes[i].nodes);
    }
}

TEST(Limits, EndASearchFromOutside) {
  std::atomic<bool> stop = true;
  Job stopped = job("alphabeta", "captures", 30);
  stopped.limits.stop = &stop;
  const Result result = run(chess::Setup(chess::startpos_fen), stopped);
  EXPECT_FALSE(result.iterations.back().complete);
  EXPECT_LT(result.visited, 10'000U);
}

TEST(Searches, OfAFinishedGameHaveAValueAndNoMove) {
  for (const std::string& algorithm : names_in(algorithms)) {
    const Result mated =
        run(chess::Setup("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), job(algorithm, "hash", 2));
    EXPECT_EQ(mated.iterations.back().value, -mate);
    EXPECT_EQ(mated.best_move(), nullptr);
    EXPECT_TRUE(mated.iterations.back().line.empty());
  }
}

TEST(Game, KnowsRepetition) {
  Game game{chess::Mailbox(chess::Setup(chess::startpos_fen))};
  for (int round = 0; round < 2; ++round)
    for (const char* text : {"Nf3", "Nf6", "Ng1", "Ng8"}) {
      EXPECT_EQ(game.outcome(), Outcome::ongoing);
      game.play(parse_move(game.position(), text));
    }
  EXPECT_EQ(game.occurrences(), 3U);
  EXPECT_EQ(game.outcome(), Outcome::draw);
  game.take_back();
  EXPECT_EQ(game.outcome(), Outcome::ongoing);
  EXPECT_EQ(game.plies(), 7U);
}

}  // namespace
}  // namespace plylab::search
