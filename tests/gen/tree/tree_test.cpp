// Synthetic trees: their specs, their values, their transpositions, and the searches on them.
#include "gen/tree/tree.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "perft/walk/walk.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/base/counters.h"
#include "search/run/registry.h"
#include "tests/support/input_error_of.h"
#include "tests/support/random_trees.h"

namespace plylab::tree {
namespace {

using plylab::testing::for_each_path;
using plylab::testing::random_spec;
using search::Counters;
using search::infinity;
using ::testing::HasSubstr;
using testing::input_error_of;

template <class P>
using TreeSearcher = search::Searcher<P, TreeEvaluation>;

/// The value at full depth or the one given, and what it took to find it.
template <class Algorithm, class P>
std::pair<int, Counters> find(const P& root, unsigned depth) {
  search::Limits limits;
  limits.depth = static_cast<int>(depth);
  TreeSearcher<P> s(root, {}, {.limits = limits});
  const int value = search::iterate<Algorithm>(s, limits.depth, {});
  return {value, s.stats};
}

TEST(Spec, IsTextBothWays) {
  EXPECT_EQ(parse_spec("tree"), Spec());
  EXPECT_EQ(parse_spec("tree()"), Spec());
  EXPECT_EQ(to_string(Spec()),
            "tree(width=20,depth=6,seed=1,order=0.7,quarter=0.9,values=incremental,range=100,"
            "noise=20,merge=0)");
  EXPECT_EQ(to_string(parse_spec(" tree( width = 10..30, order=0.9 ,values=independent ) ")),
            "tree(width=10..30,depth=6,seed=1,order=0.9,quarter=0.9667,values=independent,"
            "range=10000,noise=2000,merge=0)");
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Spec spec = random_spec(seed);
    EXPECT_EQ(parse_spec(to_string(spec)), spec) << to_string(spec);
  }
}

TEST(Spec, SaysWhatIsWrong) {
  const std::map<std::string, std::string> errors{
      {"chess", "'chess' should be tree(key=value,…)"},
      {"tree(width=3", "'tree(width=3' should be tree(key=value,…)"},
      {"treewidth=3", "'treewidth=3' should be tree(key=value,…)"},
      {"tree(width)", "'width' should be key=value"},
      {"tree(widht=3)", "no 'widht'; did you mean width?"},
      {"tree(size=3)", "no 'size'; there are width, depth, seed, order"},
      {"tree(depth=3,depth=4)", "depth is given twice"},
      {"tree(width=0)", "width=0..0 should be a number from 1 to 255, or two such as 10..30"},
      {"tree(width=9..5)", "width=9..5 should be a number from 1 to 255"},
      {"tree(width=10...30)", "width=10...30 should be"},
      {"tree(width=256)", "width=256..256 should be"},
      {"tree(depth=32)", "depth=32 should be from 1 to 31"},
      {"tree(depth=-1)", "depth=-1 should be a whole number"},
      {"tree(seed=one)", "seed=one should be a whole number"},
      {"tree(order=1.1)", "order=1.1 should be a number from 0 to 1"},
      {"tree(order=nan)", "order=nan should be a number from 0 to 1"},
      {"tree(order=0.7,quarter=0.5)", "quarter=0.5 should be from 0.7 (the order) to 1"},
      {"tree(values=planned)", "values=planned should be incremental or independent"},
      {"tree(range=0)", "range=0 should be from 1 to 3750 with this depth"},
      {"tree(noise=101)", "noise=101 should be from 0 to 100 (the range)"},
      {"tree(width=2,merge=0.2)", "merge=0.2 should be from 0 to 0.191 with 2 children"}};
  for (const auto& [text, error] : errors) {
    const auto what = input_error_of([&spec = text] { parse_spec(spec); });
    EXPECT_THAT(what, HasSubstr("tree: " + error)) << text;
    EXPECT_EQ(what.find('\n'), what.npos);
  }
}

// Numbers that this implementation gave; another machine must give the same.
TEST(Tree, IsTheSameEverywhere) {
  const auto fingerprint = [](const char* text) {
    Tree node{parse_spec(text)};
    std::uint64_t sum = 0, state = 0;
    for_each_path(node, node.spec().depth, [&](const Tree& at) {
      state = sum ^ at.key().high ^ (at.key().low << 1);
      sum = splitmix64(state) + static_cast<std::uint64_t>(at.value() + 1000 * at.best_child());
    });
    return sum;
  };
  EXPECT_EQ(fingerprint("tree(width=5,depth=5)"), 1656502334310378484U);
  EXPECT_EQ(fingerprint("tree(width=2..6,depth=5,seed=7,merge=0.1)"), 11940177585275342526U);
  EXPECT_EQ(fingerprint("tree(width=4..6,depth=5,values=independent,merge=0.3)"),
            8273839063443697258U);
}

TEST(Tree, IsAPosition) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Tree node(random_spec(seed));
    std::map<std::pair<unsigned, std::array<std::uint8_t, largest_depth>>, Key> keys;
    for_each_path(node, node.spec().depth + 2, [&](Tree& at) {
      EXPECT_EQ(at.generate().size(), at.count());
      EXPECT_EQ(at.side_to_move() == Side::first, at.ply() % 2 == 0);
      const auto before = at.packed();
      const auto [known, added] = keys.try_emplace({before.ply, before.path}, at.key());
      EXPECT_EQ(known->second, at.key());
      const auto key = at.key();
      const int value = at.value();
      for (const auto move : at.generate()) {
        EXPECT_EQ(move_from_text(at, move_text(at, move)), move);
        const auto undo = at.make(move);
        EXPECT_NE(at.packed(), before);
        at.unmake(move, undo);
        EXPECT_EQ(at.packed(), before);
        EXPECT_EQ(at.key(), key);
        EXPECT_EQ(at.value(), value);
      }
      EXPECT_EQ(move_from_text(at, "no"), std::nullopt);
    });
    // Different nodes have different keys.
    std::map<Key, unsigned> by_key;
    for (const auto& [packed, key] : keys) ++by_key[key];
    EXPECT_EQ(by_key.size(), keys.size()) << to_string(node.spec());
  }
}

// An exact table stores packed forms byte by byte.
static_assert(std::has_unique_object_representations_v<Tree::Packed>);

TEST(Tree, HasAsManyPathsAsItWasAskedFor) {
  for (const char* merge : {"0", "0.5"}) {
    const Tree root(parse_spec(fmt::format("tree(width=12,depth=4,merge={})", merge)));
    EXPECT_EQ(perft::perft(root, 4), Count(12 * 12 * 12 * 12));
    EXPECT_EQ(perft::perft(root, 6), Count(12 * 12 * 12 * 12));  // forced beyond the leaves
  }
}

// Whatever the way to it, a node is the same below, too.
TEST(Tree, TranspositionsLeadToOneNode) {
  for (const char* values : {"incremental", "independent"}) {
    Tree node{parse_spec(std::string("tree(width=4..6,depth=5,merge=0.3,values=") + values + ")")};
    std::map<Key, std::vector<int>> facts;
    std::size_t again = 0;
    for_each_path(node, 5, [&](Tree& at) {
      std::vector<int> here{at.true_value(), at.value(), static_cast<int>(at.count())};
      for (const auto move : at.generate()) {
        const auto undo = at.make(move);
        here.push_back(at.true_value());
        here.push_back(static_cast<int>(at.key().low & 0xffff));
        at.unmake(move, undo);
      }
      const auto [known, added] = facts.try_emplace(at.key(), here);
      EXPECT_EQ(known->second, here);
      if (!added) ++again;
    });
    EXPECT_GT(again, facts.size());
  }
}

TEST(Tree, HasItsTrueValueAtEveryNode) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Tree node(random_spec(seed));
    for_each_path(node, node.spec().depth, [&](Tree& at) {
      if (at.is_leaf()) {
        EXPECT_EQ(at.value(), at.true_value());
        return;
      }
      EXPECT_LE(std::abs(at.value() - at.true_value()), at.spec().noise);
      const auto best_child = at.best_child();
      int best = -infinity, of_best_child = 0;
      for (const auto move : at.generate()) {
        const auto undo = at.make(move);
        const int value = -at.true_value();
        best = std::max(best, value);
        if (move == best_child) of_best_child = value;
        at.unmake(move, undo);
      }
      EXPECT_EQ(at.true_value(), best) << to_string(at.spec());
      EXPECT_EQ(of_best_child, best);
    });
  }
}

// All searches agree with what the tree itself knows, at its depth and beyond it, and with each
// other above it.
TEST(Searches, AgreeOnTreesOfAllShapes) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Tree root(random_spec(seed));
    const unsigned depth = root.spec().depth;
    for (const unsigned to : {depth - depth / 3, depth, depth + 1}) {
      const int value = find<search::Minimax>(root, to).first;
      if (to >= depth) {
        EXPECT_EQ(value, root.true_value()) << to_string(root.spec());
      }
      const auto agrees = [&]<class A>(const search::Algorithm<A>& entry) {
        EXPECT_EQ(find<A>(root, to).first, value) << entry.name << ' ' << to_string(root.spec());
      };
      std::apply([&](const auto&... entry) { (agrees(entry), ...); }, search::algorithms);
    }
  }
}

// Knuth and Moore 1975, theorem 1.
TEST(Searches, VisitTheMinimalTreeInPerfectOrder) {
  for (const char* values : {"incremental", "independent"})
    for (const unsigned width : {1U, 2U, 3U, 7U, 20U})
      for (unsigned depth = 1; depth <= (width == 20 ? 4U : 6U); ++depth) {
        Spec spec = parse_spec(std::string("tree(order=1,range=1000,values=") + values + ")");
        spec.min_width = spec.max_width = width;
        spec.depth = depth;
        for (spec.seed = 1; spec.seed <= 3; ++spec.seed) {
          const auto [value, stats] = find<search::AlphaBetaHard>(Tree(spec), depth);
          const auto power = [&](unsigned n) {
            std::uint64_t result = 1;
            while (n-- > 0) result *= width;
            return result;
          };
          EXPECT_EQ(stats.leaves, power(depth / 2) + power((depth + 1) / 2) - 1) << to_string(spec);
          EXPECT_EQ(value, Tree(spec).true_value());
        }
      }
}

// Where the best child has no favoured place, all leaves are uniform and neighbours know nothing of
// each other.
TEST(Tree, HasIndependentLeaves) {
  for (const unsigned width : {2U, 4U}) {
    Spec spec = parse_spec("tree(depth=4,values=independent)");
    spec.min_width = spec.max_width = width;
    spec.order = spec.quarter = 1.0 / width;
    double pairs = 0, sum = 0, squares = 0, products = 0, cousins = 0;
    for (spec.seed = 1; spec.seed <= 1000; ++spec.seed) {
      Tree node(spec);
      std::vector<double> leaves;
      for_each_path(node, spec.depth, [&](const Tree& at) {
        if (at.is_leaf()) leaves.push_back(at.value() / 10000.0);
      });
      for (std::size_t i = 0; i + width < leaves.size(); i += width) {
        ++pairs;
        sum += leaves[i];
        squares += leaves[i] * leaves[i];
        products += leaves[i] * leaves[i + 1];
        cousins += leaves[i] * leaves[i + width];
      }
    }
    // Five standard deviations of each mean.
    EXPECT_NEAR(sum / pairs, 0, 5 * std::sqrt(1 / 3.0 / pairs)) << width;
    EXPECT_NEAR(squares / pairs, 1 / 3.0, 5 * std::sqrt(4 / 45.0 / pairs)) << width;
    EXPECT_NEAR(products / pairs, 0, 5 * std::sqrt(1 / 9.0 / pairs)) << width;
    EXPECT_NEAR(cousins / pairs, 0, 5 * std::sqrt(1 / 9.0 / pairs)) << width;
  }
}

}  // namespace
}  // namespace plylab::tree
