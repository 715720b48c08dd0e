// Searches of other games than chess: what is true of the searches there holds here as well.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "perft/games/countable_game.h"
#include "search/run/registry.h"
#include "search/run/searchable_game.h"
#include "tests/search/search_jobs.h"
#include "tests/support/input_error_of.h"

namespace plylab::search {
namespace {

using testing::search_job;

/// Positions to search: beginnings, crowds of captures, ends with passes; none in games whose
/// searches are tested elsewhere.
std::vector<std::string> positions_of(const SearchableGame& game) {
  if (game.info.name == "checkers")
    return {game.info.start, "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
            "B:W14,15,22,23,6,7:BK10,K1,12", "W:WK3,26:BK18"};
  if (game.info.name == "reversi")
    return {game.info.start, "f5d6c3d3c4f4", "e6f4e3f6g5d6e7f5c5",
            "--XXXXX--OOOXX-O-OOXXOOX-OXOXXOXOOXXXOXXO-OXXXXX--OOOO----OOOO-- X"};
  if (game.info.name == "stationary") return {"4k3/5p2/5n2/8/8/8/4P3/2N1K3 w - - 0 1"};
  if (game.info.name == "nightrider") return {"7k/6p1/8/8/8/8/1P6/K1N5 w - - 0 1"};
  if (game.info.name == "dabbaba") return {"n6k/6p1/8/8/8/8/1P6/K6N w - - 0 1"};
  return {};
}

/// Calls test(game, position) for all these positions.
void for_each_position(auto&& test) {
  for (const SearchableGame& game : searchable_games()) {
    for (const std::string& position : positions_of(game)) {
      SCOPED_TRACE(game.info.name + ' ' + position);
      test(game, position);
    }
  }
}

TextResult run_on_text(const SearchableGame& game, const std::string& position, const Job& job,
                       const std::vector<std::string>& played = {}) {
  return game.run(game.info.parse(position), played, job, MoveStyle::notation);
}

/// The counters of one search to a depth at once. The order of moves depends on nothing but the
/// position, so that all searches see the same tree.
Iteration<std::string> last_of(const SearchableGame& game, const std::string& position,
                               const char* algorithm, int depth) {
  Job job = search_job(algorithm, "canonical", depth, "no-deepening");
  job.distinct = true;
  return run_on_text(game, position, job).iterations.back();
}

/// The line leads to the value: searched one ply deep, the position before its last move is worth
/// as much.
void expect_line_to_value(const SearchableGame& game, const std::string& position, const Job& job,
                          const Iteration<std::string>& iteration) {
  if (is_mate(iteration.value) || iteration.line.empty()) return;
  std::vector<std::string> played = iteration.line;
  played.pop_back();
  Job last = search_job("minimax", "generation", 1);
  last.evaluation = job.evaluation;
  const Value value = run_on_text(game, position, last, played).iterations.back().value;
  EXPECT_EQ(played.size() % 2 == 0 ? value : -value, iteration.value) << job.algorithm;
}

TEST(SearchesOfGames, HaveMinimaxsValuesByEveryEvaluationAndOrder) {
  constexpr int depth = 4;
  for_each_position([](const SearchableGame& game, const std::string& position) {
    for (const NamedEntry& evaluation : game.evaluations) {
      Job reference = search_job("minimax", "generation", depth);
      reference.evaluation = evaluation.name;
      const auto expected = run_on_text(game, position, reference).iterations;
      for (const std::string& algorithm : names_in(algorithms))
        for (const NamedEntry& ordering : game.orderings)
          for (const std::string with :
               {"", "table=1", "table=1,etc", "table=1,exact,exact-values"}) {
            if (algorithm == "minimax" && with.ends_with("etc")) continue;  // it has no bounds
            Job job = search_job(algorithm, ordering.name, depth, with);
            job.evaluation = evaluation.name;
            const auto found = run_on_text(game, position, job).iterations;
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i)
              ASSERT_EQ(found[i].value, expected[i].value)
                  << algorithm << " by " << evaluation.name << ", order " << ordering.name
                  << ", with " << with << ", depth " << i + 1;
            expect_line_to_value(game, position, job, found.back());
          }
    }
  });
}

TEST(SearchesOfGames, VisitTheSameNodesByEveryGenerator) {
  for_each_position([](const SearchableGame& game, const std::string& position) {
    for (const std::string& algorithm : names_in(algorithms))
      for (const char* with : {"", "table=1,exact"}) {
        Job job = search_job(algorithm, "canonical", 5, with);
        job.generator = game.info.generators.front().name;
        const auto first = run_on_text(game, position, job);
        for (const std::string& generator : game.info.generator_names()) {
          job.generator = generator;
          const auto other = run_on_text(game, position, job);
          ASSERT_EQ(other.iterations.back().counts, first.iterations.back().counts)
              << algorithm << ' ' << generator << " with " << with;
          ASSERT_EQ(other.iterations.back().line, first.iterations.back().line);
        }
      }
  });
}

// Perft walks the same tree. Where a game ends above the horizon, perft counts it again at every
// depth below in reversi, and not at all in others: the first positions have no such end.
TEST(SearchesOfGames, VisitByMinimaxWhatPerftCounts) {
  for (const SearchableGame& game : searchable_games()) {
    if (positions_of(game).empty()) continue;
    const std::string position = positions_of(game).front();
    const auto& counting = find_game(perft::countable_games(), game.info.name, "game");
    std::uint64_t paths = 1;
    for (int depth = 1; depth <= 6; ++depth) {
      perft::Job job;
      job.depth = depth;
      paths += static_cast<std::uint64_t>(
          counting.run(counting.info.parse(position), job).leaves.value());
      EXPECT_EQ(last_of(game, position, "minimax", depth).counts.nodes(), paths) << game.info.name;
    }
  }
}

// Fishburn 1983: the bound that a search fails with decides nothing as long as no table keeps it.
TEST(SearchesOfGames, VisitTheSameTreeFailHardAndFailSoft) {
  for_each_position([](const SearchableGame& game, const std::string& position) {
    EXPECT_EQ(last_of(game, position, "alphabeta-hard", 6).counts,
              last_of(game, position, "alphabeta-soft", 6).counts);
  });
}

// Within a narrower window alpha-beta visits no node that it does not visit within a wider one
// (Knuth and Moore 1975). So whatever searches by windows, some nodes several times, visits no
// position that alpha-beta does not, and SSS* no more leaves (Stockman 1979).
TEST(SearchesOfGames, VisitNoMoreThanAlphaBetaAndThatNoMoreThanMinimax) {
  constexpr int depth = 6;
  for_each_position([](const SearchableGame& game, const std::string& position) {
    const auto minimax = last_of(game, position, "minimax", depth);
    const auto alpha_beta = last_of(game, position, "alphabeta-hard", depth);
    EXPECT_LE(alpha_beta.counts.nodes(), minimax.counts.nodes());
    EXPECT_LE(alpha_beta.distinct, minimax.distinct);
    for (const char* algorithm : {"pvs-hard", "pvs-soft", "negascout-1983", "negascout-1989",
                                  "negascout-soft", "aspiration"})
      EXPECT_LE(last_of(game, position, algorithm, depth).distinct, alpha_beta.distinct)
          << algorithm;
    EXPECT_LE(last_of(game, position, "sss", depth).counts.leaves, alpha_beta.counts.leaves);
  });
}

// The minimal tree is no larger than any search's without a table; a table makes it a graph.
TEST(SearchesOfGames, HaveAMinimalTreeNoLargerThanWhatIsSearched) {
  for_each_position([](const SearchableGame& game, const std::string& position) {
    const auto alpha_beta = last_of(game, position, "alphabeta-hard", 6);
    Job job = search_job("alphabeta", "canonical", 6, "table=1");
    job.minimal = true;
    const TextResult result = run_on_text(game, position, job);
    ASSERT_TRUE(result.minimal);
    EXPECT_EQ(result.minimal->value, alpha_beta.value);
    EXPECT_LE(result.minimal->graph, result.minimal->tree);
    EXPECT_LE(result.minimal->tree, alpha_beta.counts.nodes());
  });
}

/// The variants of chess, and where they begin.
void for_each_variant(auto&& test) {
  for (const SearchableGame& game : searchable_games())
    if (game.scope == Scope::chess_family) {
      SCOPED_TRACE(game.info.name);
      test(game, game.info.start);
    }
}

TEST(SearchesOfVariants, AreSelectiveAsThoseOfChess) {
  for_each_variant([](const SearchableGame& game, const std::string& position) {
    Job job = search_job("selective", "default", 6);
    job.generator = "mailbox";
    const auto first = run_on_text(game, position, job).iterations;
    for (const char* generator : {"x88", "bitboard"}) {
      job.generator = generator;
      const auto other = run_on_text(game, position, job).iterations;
      EXPECT_EQ(other.back().counts, first.back().counts);
      EXPECT_EQ(other.back().line, first.back().line);
    }
    Counters sum;
    for (const auto& iteration : first) sum += iteration.counts;
    for (const Event event : {Event::quiescence, Event::null_cutoff, Event::reduction,
                              Event::futile, Event::table_cutoff})
      EXPECT_GT(sum[event], 0U) << static_cast<int>(event);
  });
}

TEST(SearchesOfVariants, HaveOneValueWithQuiescence) {
  for_each_variant([](const SearchableGame& game, const std::string& position) {
    const auto value = [&](const char* algorithm, const char* ordering, const char* with) {
      Job job = search_job(algorithm, ordering, 3, with);
      job.evaluation = "pst";
      return run_on_text(game, position, job).iterations.back().value;
    };
    const Value expected = value("alphabeta", "generation", "quiescence");
    EXPECT_EQ(value("pvs", "see", "quiescence,killers,history,table=1"), expected);
    EXPECT_EQ(value("mtdf", "gain", "quiescence,table=1"), expected);
  });
}

TEST(SearchesOfVariants, RejectOptionsOfChess) {
  for_each_variant([](const SearchableGame& game, const std::string& position) {
    const auto error = [&](const char* ordering, const char* with) {
      return testing::input_error_of(
          [&] { run_on_text(game, position, search_job("pvs", ordering, 2, with)); });
    };
    EXPECT_EQ(error("captures", "endgames"), "endgames: not for this game");
    EXPECT_EQ(error("captures", "mate-search"), "mate-search: not for this game");
    EXPECT_EQ(error("classes", "plain"), "the ordering classes does not apply to this game");
    EXPECT_EQ(error("captures", "killers"), "no error");
  });
}

}  // namespace
}  // namespace plylab::search
