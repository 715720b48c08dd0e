// Trees that are written down, and the two that come with plylab.
#include "gen/tree/explicit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/tree/games.h"
#include "gen/tree/tree.h"
#include "search/algorithms/alpha_beta.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/algorithms/minimax.h"
#include "search/algorithms/negascout.h"
#include "search/algorithms/pvs.h"
#include "search/base/counters.h"
#include "search/run/run_on.h"

namespace plylab::tree {
namespace {

using search::infinity;

/// What a search found, and the names of the nodes that it visited in their order.
struct Trace {
  int value = 0;
  std::uint64_t researches = 0;
  std::vector<std::string> visited;
};

/// A tree that notes the nodes whose moves are listed or that are evaluated.
struct Noted : ExplicitTree {
  std::vector<std::string>* visited;
  MoveList generate() const {
    visited->push_back(name());
    return ExplicitTree::generate();
  }
  int value() const {
    visited->push_back(name());
    return ExplicitTree::value();
  }
};

template <class Algorithm>
Trace trace(const ExplicitTree& tree) {
  Trace result;
  search::Limits limits;
  limits.depth = static_cast<int>(tree.depth());
  search::Searcher<Noted, TreeEvaluation> s(Noted{tree, &result.visited}, {}, {.limits = limits});
  result.value = Algorithm::search(s, limits.depth, 0, -infinity, infinity);
  result.researches = s.stats[search::Event::research];
  EXPECT_EQ(s.stats.nodes(), result.visited.size());
  return result;
}

std::vector<std::string> names(std::initializer_list<int> nodes) {
  std::vector<std::string> result;
  for (const int node : nodes) result.push_back(fmt::format("N{}", node));
  return result;
}

// The numbers of nodes that the report gives, and its trace.
TEST(ReportTree, TakesFifteenFourteenAndThirteenVisits) {
  const auto tree = tree::WrittenTree::parse("pvs-report").tree;
  const Trace minimax = trace<search::Minimax>(tree);
  EXPECT_EQ(minimax.value, 5);
  EXPECT_EQ(minimax.visited, names({0, 1, 3, 7, 8, 4, 9, 10, 2, 5, 11, 12, 6, 13, 14}));
  const Trace alpha_beta = trace<search::AlphaBetaHard>(tree);
  EXPECT_EQ(alpha_beta.value, 5);
  EXPECT_EQ(alpha_beta.visited, names({0, 1, 3, 7, 8, 4, 9, 2, 5, 11, 12, 6, 13, 14}));
  for (const Trace& pvs : {trace<search::PvsSoft>(tree), trace<search::NegaScout1989>(tree)}) {
    EXPECT_EQ(pvs.value, 5);
    EXPECT_EQ(pvs.researches, 0U);
    EXPECT_EQ(pvs.visited, names({0, 1, 3, 7, 8, 4, 9, 2, 5, 11, 6, 13, 14}));
  }
}

// Figure 4 of the report: null windows (5, 6) at N8, N2 and N14, the children of MAX nodes, and the
// whole window (-infinity, 5) at N4. The values are the maximiser's.
TEST(ReportTree, IsSearchedWithTheReportsWindows) {
  const auto tree = tree::WrittenTree::parse("pvs-report").tree;
  search::Job job{.algorithm = "pvs-max", .visits = true};
  job.switches["deepening"] = 0;
  job.limits.depth = 3;
  std::string windows;
  const auto result = search::run_on(tree, tree::TreeEvaluation{}, job);
  for (const auto& visit : result.iterations.back().visits) {
    const bool max = visit.path.size() % 2 == 0;
    const auto text = [](search::Value value) {
      return value == -search::infinity  ? std::string("-oo")
             : value == search::infinity ? std::string("oo")
                                         : fmt::format("{}", value);
    };
    windows += fmt::format("({},{}){} ", text(max ? visit.alpha : -visit.beta),
                           text(max ? visit.beta : -visit.alpha), max ? visit.value : -visit.value);
  }
  // N0 N1 N3 N7 N8 N4 N9 N2 N5 N11 N6 N13 N14
  EXPECT_EQ(windows,
            "(-oo,oo)5 (-oo,oo)5 (-oo,oo)5 (-oo,oo)5 (5,6)4 (-oo,5)6 (-oo,5)6 (5,6)3 (5,6)9 (5,6)9 "
            "(5,6)3 (5,6)3 (5,6)2 ");
}

// Here the null window fails high at N2, which is searched again; within that PVS visits the leaf
// N12 twice, and NegaScout, which knows that leaves are exact, once. N14 is cut off.
TEST(ReportTree, IsSearchedAgainInTheVariation) {
  const auto tree = tree::WrittenTree::parse("pvs-report-research.tree").tree;
  EXPECT_EQ(trace<search::Minimax>(tree).value, 10);
  const Trace pvs = trace<search::PvsSoft>(tree);
  EXPECT_EQ(pvs.value, 10);
  EXPECT_EQ(pvs.researches, 2U);
  EXPECT_EQ(pvs.visited, names({0, 1, 3, 7, 8, 4, 9, 2, 5, 11, 6, 13, 2, 5, 11, 12, 12, 6, 13}));
  const Trace negascout = trace<search::NegaScout1989>(tree);
  EXPECT_EQ(negascout.value, 10);
  EXPECT_EQ(negascout.researches, 1U);
  EXPECT_EQ(negascout.visited, names({0, 1, 3, 7, 8, 4, 9, 2, 5, 11, 6, 13, 2, 5, 11, 12, 6, 13}));
}

constexpr const char* uneven =
    "# a comment\r\n"
    "root\n"
    "\n"
    "    a 3   # static\n"
    "      aa 5\n"
    "      ab -4\n"
    "    b 2\n";

TEST(ExplicitTree, IsReadFromText) {
  auto tree = ExplicitTree::parse(uneven, "t");
  EXPECT_EQ(tree.node_count(), 5U);
  EXPECT_EQ(tree.depth(), 2U);
  EXPECT_EQ(tree.value(), 0);
  EXPECT_EQ(move_text(tree, 1), "b");
  EXPECT_EQ(move_from_text(tree, "a"), 0);
  EXPECT_EQ(move_from_text(tree, "aa"), std::nullopt);
  const auto root = tree.packed();
  const auto root_key = tree.key();
  const auto to_a = tree.make(0);
  EXPECT_EQ(tree.value(), -3);  // for the side to move
  EXPECT_EQ(tree.side_to_move(), Side::second);
  EXPECT_NE(tree.key(), root_key);
  const auto to_ab = tree.make(1);
  EXPECT_EQ(tree.value(), -4);
  EXPECT_TRUE(tree.is_leaf());
  tree.unmake(1, to_ab);
  tree.unmake(0, to_a);
  EXPECT_EQ(tree.packed(), root);
  EXPECT_EQ(tree.key(), root_key);
  EXPECT_EQ(trace<search::Minimax>(tree).value, 2);
}

TEST(ExplicitTree, GoesOnBeyondItsLeaves) {
  auto tree = ExplicitTree::parse(uneven, "t");
  tree.make(1);
  const auto leaf = tree.packed();
  EXPECT_EQ(tree.count(), 1U);
  EXPECT_EQ(move_text(tree, 0), "-");
  EXPECT_EQ(tree.value(), -2);
  const auto undo = tree.make(0);
  EXPECT_EQ(tree.value(), 2);
  EXPECT_NE(tree.packed(), leaf);
  tree.unmake(0, undo);
  EXPECT_EQ(tree.packed(), leaf);
}

// What a search keeps ply by ply ends at max_ply.
TEST(ExplicitTree, IsSearchedNoDeeperThanSearchesGo) {
  std::string chain;
  for (int ply = 0; ply < 140; ++ply)
    chain += fmt::format("{}n{}{}\n", std::string(static_cast<std::size_t>(ply), ' '), ply,
                         ply == 139 ? " 7" : "");
  const auto tree = ExplicitTree::parse(chain, "chain");
  search::Limits limits;
  limits.depth = static_cast<int>(tree.depth());
  search::Searcher<ExplicitTree, TreeEvaluation> s(tree, {}, {.limits = limits});
  const auto result = search::deepen<search::AlphaBetaSoft>(s);
  EXPECT_FALSE(result.unfinished);
  EXPECT_EQ(result.iterations.back().depth, search::max_ply - 1);
  EXPECT_EQ(result.iterations.back().line.size(), static_cast<std::size_t>(search::max_ply) - 1);
}

TEST(ExplicitTree, SaysWhereATextIsWrong) {
  std::string wide = "root\n";
  for (int child = 0; child < 256; ++child) wide += fmt::format(" c{} 1\n", child);
  const std::vector<std::pair<std::string, std::string>> errors{
      {"", "t: no node: a tree has at least its root"},
      {"# nothing\n", "t: no node: a tree has at least its root"},
      {"root\n  a\n  b 2\n", "t:2: leaf 'a' has no value"},
      {"root\n  a 1\n  b\n", "t:3: leaf 'b' has no value"},
      {"root\n  a 1\nb 2\n", "t:3: a second root; children are indented deeper than their parent"},
      {"root\n  a 1\n   b 2\n c 3\n", "t:4: indented by 1, its siblings by 2"},
      {"root\n\ta 1\n", "t:2: indented with a tab; use spaces"},
      {"root\n  a 1\n  a 2\n", "t:3: a second node 'a'"},
      {"root\n  a one\n", "t:2: value 'one' is not a whole number from -30000 to 30000"},
      {"root\n  a 30001\n", "t:2: value '30001' is not a whole number from -30000 to 30000"},
      {"root\n  a 1 2\n", "t:2: '2' after the name and the value"},
      {wide, "t:257: more than 255 children"}};
  for (const auto& [text, error] : errors) {
    try {
      ExplicitTree::parse(text, "t");
      ADD_FAILURE() << "read: " << text;
    } catch (const InputError& wrong) {
      EXPECT_EQ(wrong.what(), error);
    }
  }
  EXPECT_THROW(tree::WrittenTree::parse("no-such-tree"), InputError);
  EXPECT_THROW(ExplicitTree::load(PLYLAB_SUITES_DIR), InputError);
}

}  // namespace
}  // namespace plylab::tree
