// All searches without selective switches return minimax's value, and a variation that leads to it.
#include <gtest/gtest.h>

#include "gen/tree/tree.h"
#include "search/run/run_on.h"
#include "search/run/searchable_game.h"
#include "tests/search/search_jobs.h"
#include "tests/support/cases.h"
#include "tests/support/random_trees.h"

namespace plylab::search {
namespace {

using testing::expect_line_to_value;
using testing::search_job;

TEST(Values, AreMinimaxInChessWithAndWithoutTable) {
  const auto positions = testing::search_positions(testing::cases(270));
  ASSERT_GE(positions.size(), testing::cases(500U));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto reference = run<chess::Chess>(positions[i], search_job("minimax", "captures", 3));
    for (const char* with : {"", "table=1", "table=1,exact,exact-values,killers,history"})
      for (const std::string& algorithm : names_in(algorithms)) {
        if (algorithm == "minimax" && *with == '\0') continue;
        const auto result =
            run<chess::Chess>(positions[i], search_job(algorithm, "captures", 3, with));
        ASSERT_EQ(result.iterations.size(), reference.iterations.size());
        for (std::size_t d = 0; d < result.iterations.size(); ++d) {
          ASSERT_EQ(result.iterations[d].value, reference.iterations[d].value)
              << algorithm << " with " << with << ' ' << to_string(positions[i].setup())
              << " depth " << d + 1;
          expect_line_to_value(positions[i], result.iterations[d], algorithm + " with " + with);
        }
      }
  }
}

// Deeper, with every ordering: now transpositions and mates meet the table in numbers.
TEST(Values, AreMinimaxWithEveryOrdering) {
  const auto suite = testing::search_positions(0);
  for (std::size_t i = 0; i < suite.size(); i += 8) {
    const auto reference = run<chess::Chess>(suite[i], search_job("alphabeta-hard", "captures", 4));
    for (const std::string& ordering : names_in(searchable_chess().orderings))
      for (const std::string& algorithm : names_in(algorithms)) {
        if (algorithm == "minimax") continue;
        const auto result = run<chess::Chess>(
            suite[i], search_job(algorithm, ordering, 4, "table=1,etc,killers,history"));
        ASSERT_EQ(result.iterations.back().value, reference.iterations.back().value)
            << algorithm << ' ' << ordering << ' ' << to_string(suite[i].setup());
        expect_line_to_value(suite[i], result.iterations.back(), algorithm);
      }
  }
}

// Quiescence and check extensions change the tree, but for all searches alike.
TEST(Values, AreMinimaxWithQuiescenceAndExtensions) {
  const auto positions = testing::search_positions(10);
  for (std::size_t i = 0; i < positions.size(); i += 6)
    for (const std::string& with :
         std::vector<std::string>{"quiescence", "checks", "quiescence,checks"}) {
      const auto reference =
          run<chess::Chess>(positions[i], search_job("minimax", "captures", 2, with));
      for (const std::string& algorithm : names_in(algorithms))
        for (const char* more : {"", ",table=1"}) {
          const auto result =
              run<chess::Chess>(positions[i], search_job(algorithm, "captures", 2, with + more));
          for (std::size_t d = 0; d < result.iterations.size(); ++d)
            ASSERT_EQ(result.iterations[d].value, reference.iterations[d].value)
                << algorithm << " with " << with << more << ' ' << to_string(positions[i].setup());
        }
    }
}

// Near the fifty-move limit a value depends on the clock: the table must not carry it over.
TEST(Values, AreMinimaxNearTheFiftyMoveLimit) {
  for (const char* fen :
       {"4k3/8/8/8/8/8/4P3/R3K3 w - - 95 90", "8/8/4k3/8/2q5/8/1K6/8 b - - 96 90",
        "3k4/8/8/3q4/8/8/4R3/4K3 w - - 97 99", "k7/8/K7/8/8/8/8/1R6 w - - 99 80"}) {
    const chess::ValidSetup position{std::string_view(fen)};
    const auto reference = run<chess::Chess>(position, search_job("minimax", "captures", 5));
    for (const std::string& algorithm : names_in(algorithms)) {
      const auto result =
          run<chess::Chess>(position, search_job(algorithm, "captures", 5, "table=1"));
      for (std::size_t d = 0; d < result.iterations.size(); ++d)
        ASSERT_EQ(result.iterations[d].value, reference.iterations[d].value)
            << algorithm << ' ' << fen << " depth " << d + 1;
    }
  }
}

TEST(Values, AreMinimaxOnTreesOfAllShapes) {
  for (std::uint64_t seed = 1; seed <= testing::cases(2000U); ++seed) {
    const tree::Tree root(testing::random_spec(seed));
    const auto depth = static_cast<int>(root.spec().depth);
    for (const char* with : {"", "table=1"})
      for (const std::string& algorithm : names_in(algorithms)) {
        const auto result =
            run_on(root, tree::TreeEvaluation{}, search_job(algorithm, "generation", depth, with));
        const auto& last = result.iterations.back();
        const std::string who = algorithm + " with " + with + ' ' + tree::to_string(root.spec());
        ASSERT_EQ(last.value, root.true_value()) << who;
        ASSERT_EQ(last.line.size(), static_cast<std::size_t>(depth)) << who;
        tree::Tree leaf = root;
        for (const auto move : last.line) leaf.make(move);
        ASSERT_EQ(depth % 2 == 0 ? leaf.value() : -leaf.value(), last.value) << who;
        ASSERT_EQ(last.counts.nodes(), last.counts.interiors + last.counts.leaves);
      }
  }
}

}  // namespace
}  // namespace plylab::search
