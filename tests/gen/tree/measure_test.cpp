// What is asked of a synthetic tree is what is found in it.
#include "tests/gen/tree/measure.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "gen/tree/tree.h"
#include "tests/support/random_trees.h"

namespace plylab::tree {
namespace {

/// The tree of a text, measured.
Measures measured(const std::string& text) { return measure(Tree(parse_spec(text))); }

TEST(Measures, FindTheOrderingThatWasAskedFor) {
  for (const char* values : {"incremental", "independent,range=15000"})
    for (const auto& [order, quarter] :
         {std::pair{0.7, 0.9}, {0.05, 0.25}, {0.9, 0.95}, {1.0, 1.0}})
      for (const char* width : {"20", "10..30", "40"}) {
        const auto text = fmt::format("tree(width={},depth=8,order={},quarter={},values={})", width,
                                      order, quarter, values);
        const auto found = measured(text);
        EXPECT_TRUE(found.sampled);
        EXPECT_NEAR(found.first, order, 0.03) << text;
        EXPECT_NEAR(found.quarter, quarter, 0.03) << text;
      }
}

TEST(Measures, AreExactForSmallTrees) {
  const auto found = measured("tree(width=5,depth=6,order=1)");
  EXPECT_FALSE(found.sampled);
  EXPECT_EQ(found.looked_at, 3906U);  // 1 + 5 + … + 5^5
  EXPECT_EQ(found.nodes, 3906);
  EXPECT_EQ(found.width, 5);
  EXPECT_EQ(found.first, 1);
  EXPECT_EQ(found.merged, 0);
}

TEST(Measures, EstimateWhatACountFinds) {
  const Tree root(parse_spec("tree(width=3..6,depth=7,merge=0.2)"));
  const auto counted = measure(root, 1'000'000);
  const auto estimated = measure(root, 40'000);
  ASSERT_FALSE(counted.sampled);
  ASSERT_TRUE(estimated.sampled);
  EXPECT_NEAR(estimated.nodes / counted.nodes, 1, 0.05);
  EXPECT_NEAR(estimated.width, counted.width, 0.1);
  EXPECT_NEAR(estimated.first, counted.first, 0.02);
  EXPECT_NEAR(estimated.merged, counted.merged, 0.02);
}

TEST(Measures, FindTheMergingThatWasAskedFor) {
  for (const char* values : {"incremental", "independent"})
    for (const double merge : {0.05, 0.3, 0.5})
      for (const char* width : {"20", "10..30"}) {
        const auto text =
            fmt::format("tree(width={},depth=6,merge={},values={})", width, merge, values);
        EXPECT_NEAR(measured(text).merged, merge, 0.02) << text;
      }
}

// The share of merged edges is the share of nodes that are missing.
TEST(Measures, CountMergedEdgesAsMissingNodes) {
  Tree node{parse_spec("tree(width=8,depth=5,merge=0.25)")};
  std::map<Key, std::size_t> distinct;  // to the edges out of each
  plylab::testing::for_each_path(node, 4, [&](const Tree& at) { distinct[at.key()] = at.count(); });
  const auto found = measure(node);
  EXPECT_EQ(found.nodes, static_cast<double>(distinct.size()));
  EXPECT_NEAR(found.merged, 0.25, 0.02);
}

TEST(Measures, StandBesideTheSpec) {
  const Spec spec = parse_spec("tree(width=3..5,depth=3,order=0.6)");
  const auto figures = beside_spec(spec, measure(Tree(spec)));
  ASSERT_EQ(figures.size(), 4U);
  EXPECT_EQ(figures[0].name, "width");
  EXPECT_EQ(figures[0].asked, 4.0);
  EXPECT_EQ(figures[1].asked, 0.6);
}

}  // namespace
}  // namespace plylab::tree
