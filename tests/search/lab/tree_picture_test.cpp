// Pictures of what searches visited.
#include "search/lab/tree_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "gen/tree/spec.h"
#include "search/lab/tree_figure.h"
#include "search/run/registry.h"
#include "tests/search/lab/traced_run.h"
#include "tests/support/cases.h"
#include "tests/support/input_error_of.h"
#include "tests/support/random_trees.h"
#include "tests/support/temporary_file.h"

namespace plylab::search::lab {
namespace {

using ::testing::HasSubstr;

lab::Run run_of(const std::string& game, const std::string& position, const std::string& algorithm,
                int depth, const std::string& with = "no-deepening") {
  lab::Run run = testing::traced_run(game, position, algorithm, depth, with);
  run.job.types = run.job.visits = true;
  return run;
}

/// The last iteration of the run, and the types that were counted in it.
std::pair<VisitedTree, NodeTypes> visited(const lab::Run& run) {
  const TextResult result = run.game->run(run.start.position, {}, run.job, MoveStyle::words);
  return {last_tree(run.name, run.start.name, result), result.iterations.back().types};
}

// What the picture says of each visit against what the counter, which knows only the visits that
// are going on, has counted.
TEST(TreePicture, HasTheTypesThatAreCounted) {
  const auto check = [](const lab::Run& run) {
    const auto [tree, counted] = visited(run);
    const std::vector<NodeType> types = expected_types(tree.visits);
    ASSERT_EQ(types.size(), tree.costs.counts.nodes());
    std::vector<std::array<std::uint64_t, node_type_names.size()>> numbers(counted.plies.size());
    for (std::size_t i = 0; i < types.size(); ++i)
      ++numbers[static_cast<std::size_t>(tree.visits[i].ply)][static_cast<std::size_t>(types[i])];
    for (std::size_t ply = 0; ply < numbers.size(); ++ply)
      for (const NodeType type : {NodeType::pv, NodeType::cut, NodeType::all})
        EXPECT_EQ(numbers[ply][static_cast<std::size_t>(type)], counted.plies[ply][type].nodes)
            << run.name << ' ' << run.start.name << " ply " << ply;
  };
  for (const std::string& algorithm : names_in(every_algorithm))
    for (std::uint64_t seed = 1; seed <= testing::cases<std::uint64_t>(60); ++seed) {
      const tree::Spec spec = testing::random_spec(seed);
      check(
          run_of("synthetic-tree", tree::to_string(spec), algorithm, static_cast<int>(spec.depth)));
    }
  for (const char* algorithm : {"pvs", "mtdf"})
    check(run_of("chess", "kiwipete", algorithm, 3,
                 "table=1,quiescence,null=2,adaptive-null,checks,lmr"));
  // With searches of a node without its best move.
  const lab::Run singular = run_of("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "selective", 9, "");
  check(singular);
  EXPECT_TRUE(std::ranges::any_of(visited(singular).first.visits, &VisitFacts::aside));
}

std::vector<std::size_t> shown_in(const reports::TreeFigure& figure) {
  std::vector<std::size_t> numbers;
  for (const reports::TreePanel& panel : figure.panels)
    numbers.push_back(static_cast<std::size_t>(
        std::ranges::count_if(panel.nodes, [](const auto& node) { return !node.lines.empty(); })));
  return numbers;
}

// The numbers of the report, in one picture: N10 is visited by minimax alone.
TEST(TreePicture, ShowsFifteenFourteenAndThirteenVisits) {
  std::vector<lab::Run> runs;
  for (const char* algorithm : {"minimax", "alphabeta-hard", "pvs-soft"})
    runs.push_back(run_of("explicit-tree", "pvs-report", algorithm, 3));
  std::vector<VisitedTree> trees;
  for (const lab::Run& run : runs) trees.push_back(visited(run).first);
  const reports::TreeFigure figure = tree_figure(trees, 0);
  EXPECT_EQ(shown_in(figure), (std::vector<std::size_t>{15, 14, 13}));
  std::vector<std::string> alone;
  for (const reports::TreePanel& panel : figure.panels)
    for (const reports::TreeNode& node : panel.nodes)
      if (node.marked && !node.lines.empty()) alone.push_back(node.lines.front());
  EXPECT_EQ(alone, (std::vector<std::string>{"N10"}));
}

TEST(TreePicture, HasANodeForEachVisit) {
  for (const std::string& algorithm : names_in(algorithms)) {
    const lab::Run run = run_of("synthetic-tree", "tree(width=3,depth=4,order=0.3)", algorithm, 4);
    const auto tree = visited(run).first;
    const reports::TreeFigure whole = tree_figure({tree}, 0);
    EXPECT_EQ(shown_in(whole).front(), tree.costs.counts.nodes()) << algorithm;
    // With fewer plies the others are counted where they are left out.
    std::size_t hidden = 0;
    const reports::TreeFigure part = tree_figure({tree}, 2);
    for (const reports::TreeNode& node : part.panels.front().nodes)
      if (node.lines.size() > 3)
        hidden += std::stoul(node.lines[3].substr(std::string("… ").size()));
    EXPECT_EQ(shown_in(part).front() + hidden, tree.costs.counts.nodes()) << algorithm;
  }
}

TEST(TreePicture, TellsCutoffsSecondSearchesTableAndReductions) {
  const auto nodes_of = [](const lab::Run& run) {
    return tree_figure({visited(run).first}, 0).panels.front().nodes;
  };
  const auto count = [](const auto& nodes, auto&& holds) {
    return static_cast<std::uint64_t>(std::ranges::count_if(nodes, holds));
  };
  const auto says = [](std::string_view what) {
    return [what](const reports::TreeNode& node) {
      return node.title.find(what) != std::string::npos;
    };
  };
  const lab::Run again = run_of("explicit-tree", "pvs-report-research", "pvs-soft", 3);
  const Counters counts = visited(again).first.costs.counts;
  EXPECT_EQ(count(nodes_of(again), [](const auto& node) { return node.dashed; }),
            counts[Event::research]);
  EXPECT_EQ(count(nodes_of(again), [](const auto& node) { return node.thick; }), counts.cutoffs);
  const lab::Run table =
      run_of("synthetic-tree", "tree(width=3,depth=4,order=0.3,merge=0.3)", "mtdf", 4);
  EXPECT_EQ(count(nodes_of(table), says("settled by the table")),
            visited(table).first.costs.counts[Event::table_cutoff]);
  EXPECT_GT(count(nodes_of(table), says("settled by the table")), 0U);
  const lab::Run reduced =
      run_of("chess", "8/8/8/8/8/2k5/1p6/1K6 w - - 0 1", "pvs-soft", 4, "lmr-simple,no-deepening");
  const lab::Run deep =
      run_of("chess", "8/5k2/8/8/3R4/8/5K2/8 w - - 0 1", "pvs-soft", 3, "lmr-simple,no-deepening");
  for (const lab::Run* run : {&reduced, &deep}) {
    const auto found = visited(*run).first;
    if (found.visits.size() > max_tree_nodes) continue;
    EXPECT_EQ(count(tree_figure({found}, 0).panels.front().nodes, says("depth less than usual")),
              found.costs.counts[Event::reduction]);
  }
}

TEST(TreePicture, IsRefusedIfTooLarge) {
  const lab::Run run = run_of("synthetic-tree", "tree(width=9,depth=3)", "minimax", 3);
  const auto tree = visited(run).first;
  EXPECT_EQ(
      testing::input_error_of([&] { tree_figure({tree}, 0); }),
      "minimax visits 820 nodes of tree(width=9,depth=3), and a picture has at most 400: use a "
      "smaller depth, or draw fewer plies");
  EXPECT_EQ(shown_in(tree_figure({tree}, 2)), (std::vector<std::size_t>{91}));
}

TEST(TreePicture, IsWrittenForGraphviz) {
  const std::string path = testing::temporary("small.tree", "root\n  a 3\n  \"b\" 2\n");
  const lab::Run run = run_of("explicit-tree", path, "alphabeta-soft", 1);
  reports::TreeFigure figure = tree_figure({visited(run).first}, 0);
  figure.title = "small";
  EXPECT_EQ(reports::dot_tree(figure), R"dot(// A tree by plylab
// Value and window: for the side to move; ≥ failed high, ≤ failed low.
// Thick border: a move cut the node off. Dashed: the move is searched again.
// #BFDCEC: PV node expected
// #F6D7C0: cut node expected
// #BFE7DC: all node expected
digraph tree {
  label="small";
  ordering=out;
  node [shape=box, fontname="sans-serif", fontsize=10];
  edge [arrowhead=none];
  subgraph cluster_0 {
    label="alphabeta-soft: 3 nodes, value 3";
    t0n0 [label="root\n3\n(-∞, ∞)", tooltip="root, visit 1: window (-∞, ∞), value 3, expected PV, turned out PV, depth 1", style="filled", fillcolor="#BFDCEC"];
    t0n1 [label="a\n-3\n(-∞, ∞)", tooltip="a, visit 2: window (-∞, ∞), value -3, expected PV, turned out PV, depth 0", style="filled", fillcolor="#BFDCEC"];
    t0n2 [label="\"b\"\n≥ -2\n(-∞, -3)", tooltip="\"b\", visit 3: window (-∞, -3), value ≥ -2, expected cut, turned out cut, depth 0", style="filled", fillcolor="#F6D7C0"];
    t0n0 -> t0n1;
    t0n0 -> t0n2;
  }
}
)dot");
}

}  // namespace
}  // namespace plylab::search::lab
