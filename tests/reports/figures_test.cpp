// Which pictures tables make, and how they are drawn.
#include "reports/figures/figures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "reports/formats/figure_file.h"
#include "tests/reports/samples.h"
#include "tests/support/well_formed.h"

namespace plylab::reports {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> names_of(const std::vector<Figure>& figures) {
  std::vector<std::string> names;
  for (const Figure& figure : figures) names.push_back(figure.name);
  return names;
}

const Column group{"group", "", "", 0, Role::group},
    variant{"variant", "", "", 0, Role::contestant}, depth{"depth", "", "", 0, Role::depth};

const Picture profile{.name = "profile",
                      .summary = "",
                      .form = Form::profile,
                      .of = "last_nodes",
                      .label = "nodes",
                      .title = "Performance profile",
                      .bound = "minimal"};
const Picture scatter{.name = "scatter",
                      .summary = "",
                      .form = Form::scatter,
                      .of = "last_nodes",
                      .label = "nodes",
                      .title = "Nodes by start and depth"};
const Picture growth{.name = "growth",
                     .summary = "",
                     .form = Form::curves,
                     .of = "nodes",
                     .label = "nodes of the iteration",
                     .logarithmic = true,
                     .title = "Nodes by depth",
                     .by = "depth",
                     .bound = "minimal"};
const Picture ratio{.name = "ratio",
                    .summary = "",
                    .form = Form::lines,
                    .of = "ratio",
                    .label = "ratio",
                    .logarithmic = true,
                    .low = "low",
                    .high = "high"};

/// A report of this table alone.
Report report_of(Table table, std::vector<Picture> pictures) {
  table.pictures = std::move(pictures);
  return {.tables = {std::move(table)}};
}

/// Runs as an experiment has them: the start, the search, its nodes; 0 for one that was cut off.
Report runs(const std::vector<std::tuple<const char*, const char*, unsigned>>& rows) {
  Table table{"runs",
              "The runs",
              {{"start", "", "", 0, Role::position},
               group,
               depth,
               variant,
               {"complete", "", "", 0, Role::finished},
               {"last_nodes"}}};
  for (const auto& [start, search, nodes] : rows)
    table.add({start, "chess", 4, search, nodes > 0, nodes});
  Picture of_runs = scatter;
  of_runs.bound = "minimal";
  return report_of(std::move(table), {profile, of_runs});
}

std::vector<std::pair<double, double>> points(const FigureSeries& series) {
  std::vector<std::pair<double, double>> all;
  for (const FigurePoint& point : series.points) all.emplace_back(point.x, point.y);
  return all;
}

TEST(Figures, ProfileIsTheShareWithinAFactorOfTheBest) {
  const auto figures = figures_of(runs({{"p", "a", 10},
                                        {"p", "b", 20},
                                        {"q", "a", 30},
                                        {"q", "b", 10},
                                        {"r", "a", 50},
                                        {"r", "b", 0},
                                        {"p", "minimal", 1}}));
  ASSERT_THAT(names_of(figures), ElementsAre("profile", "scatter"));
  ASSERT_EQ(figures[0].series.size(), 2U);
  EXPECT_EQ(figures[0].series[0].name, "a");
  const double third = 100.0 / 3;
  EXPECT_THAT(points(figures[0].series[0]),
              ElementsAre(std::pair(1.0, 2 * third), std::pair(3.0, 3 * third)));
  EXPECT_THAT(
      points(figures[0].series[1]),
      ElementsAre(std::pair(1.0, third), std::pair(2.0, 2 * third), std::pair(3.0, 2 * third)));
  EXPECT_THAT(points(figures[1].series[0]),
              ElementsAre(std::pair(10.0, 20.0), std::pair(30.0, 10.0)));
}

TEST(Figures, OfGroupsComeInTheOrderOfTheTable) {
  Report report = runs({{"p", "a", 10}, {"p", "b", 20}, {"q", "a", 30}, {"q", "b", 10}});
  for (const std::size_t row : {0U, 1U}) report.tables[0].rows[row][1] = "wide";
  const auto figures = figures_of(report);
  ASSERT_THAT(names_of(figures), ElementsAre("profile", "profile-2", "scatter", "scatter-2"));
  EXPECT_THAT(figures[0].title, HasSubstr("wide"));
  EXPECT_THAT(figures[1].title, HasSubstr("chess"));
  EXPECT_THAT(figures[2].title, HasSubstr("wide"));
}

TEST(Figures, OfASuiteAreWhatWasSolvedWithin) {
  const auto figures = figures_of(solved());
  ASSERT_THAT(names_of(figures), ElementsAre("scatter", "solved_time", "solved_nodes"));
  EXPECT_THAT(points(figures[0].series[0]), ElementsAre(std::pair(200.0, 100.0)));
  EXPECT_THAT(points(figures[1].series[0]),
              ElementsAre(std::pair(0.001, 1.0), std::pair(2.0, 2.0), std::pair(4.0, 2.0)));
}

TEST(Figures, OfSharesBeginAtZero) {
  const auto figure = figures_of(runs({{"p", "a", 10}, {"p", "b", 10}}))[0];
  EXPECT_EQ(y_range(figure).low, 0);
}

TEST(Figures, TellPositionsOfOneNameApart) {
  const auto figures = figures_of(
      runs({{"same", "a", 10}, {"same", "b", 20}, {"same", "a", 30}, {"same", "b", 30}}));
  EXPECT_EQ(figures[0].title, "Performance profile: chess, 2 searches");
  EXPECT_THAT(points(figures[1].series[0]),
              ElementsAre(std::pair(10.0, 20.0), std::pair(30.0, 30.0)));
}

// Where a curve ends for want of more is no measurement.
TEST(Figures, ShowNoValuesThatNobodyMeasured) {
  const auto figure = figures_of(runs({{"p", "a", 10}, {"p", "b", 20}}))[0];
  const std::string svg = rendered_figure(figure, "svg");
  EXPECT_THAT(svg, HasSubstr("<title>b: 2, 100</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("<title>a: 2, 100</title>")));
  EXPECT_THAT(svg, Not(HasSubstr("<title>b: 1, 0</title>")));
  Report report = solved();
  report.tables[0].rows[0][3] = 0.000299;  // solved_in
  EXPECT_EQ(points(figures_of(report)[1].series[0])[0].first, 0.000299);
}

TEST(Figures, OfACriterionThatAsksAboutSomeAreOfThese) {
  Report report = solved();
  for (const std::size_t row : {0U, 1U}) report.tables[0].rows[row][2] = Cell();
  EXPECT_EQ(figures_of(report)[1].title, "Solved, of 2 positions");
}

// From 3 to 4 plies the hard positions have gone: no line says that nodes became so few.
TEST(Figures, DoNotJoinMeansOverDifferentStarts) {
  Table table{
      "by_depth", "Nodes", {variant, depth, {"starts", "", "", 0, Role::sample}, {"nodes"}}};
  for (const auto& [plies, starts] : {std::pair(2, 24), std::pair(3, 24), std::pair(4, 1)})
    table.add({"pvs", plies, starts, 10 * plies});
  const Figure figure = figures_of(report_of(table, {growth}))[0];
  EXPECT_TRUE(figure.series[0].points[1].is_joined);
  EXPECT_FALSE(figure.series[0].points[2].is_joined);
  EXPECT_EQ(figure.series[0].points[2].name, "1 start");
  EXPECT_THAT(rendered_figure(figure, "svg"), HasSubstr("<title>pvs, 24 starts: 2, 20</title>"));
  EXPECT_THAT(rendered_figure(figure, "tex"), HasSubstr("(3,30)\n\n    (4,40)"));
}

TEST(Figures, AreCalledAsTheTablesMakerSays) {
  Table table{"by_depth", "Nodes", {variant, depth, {"ebf"}}};
  for (const int plies : {1, 2}) table.add({"pvs", plies, 3.0});
  const auto figures = figures_of(report_of(table, {{.name = "branching",
                                                     .summary = "",
                                                     .form = Form::curves,
                                                     .of = "ebf",
                                                     .label = "nodes(d) / nodes(d−1)",
                                                     .title = "Branching factor by depth",
                                                     .by = "depth"}}));
  ASSERT_THAT(names_of(figures), ElementsAre("branching"));
  EXPECT_EQ(figures[0].title, "Branching factor by depth");
  EXPECT_EQ(figures[0].y.label, "nodes(d) / nodes(d−1)");
}

// The rows are those of a picture of another table: no column of this name.
TEST(Figures, AreNotDrawnWithoutTheirColumns) {
  Table table{"by_depth", "Nodes", {variant, depth}};
  table.add({"pvs", 1});
  EXPECT_TRUE(figures_of(report_of(table, {growth, profile, scatter, ratio})).empty());
}

TEST(Figures, GrowthHasTheMinimalTreeAsAReference) {
  Table table{"by_depth", "Nodes", {group, variant, depth, {"nodes"}, {"ebf"}}};
  for (const char* search : {"minimal", "pvs"})
    for (const int plies : {1, 2}) table.add({"chess", search, plies, 10 * plies, Cell()});
  const auto figures = figures_of(report_of(table, {growth}));
  ASSERT_THAT(names_of(figures), ElementsAre("growth"));
  EXPECT_EQ(figures[0].title, "Nodes by depth: chess");
  EXPECT_TRUE(figures[0].y.logarithmic);
  EXPECT_EQ(figures[0].series[0].name, "minimal");
  EXPECT_EQ(figures[0].series[0].drawing, Drawing::reference);
  EXPECT_THAT(points(figures[0].series[1]),
              ElementsAre(std::pair(1.0, 10.0), std::pair(2.0, 20.0)));
}

TEST(Figures, RatiosHaveTheirIntervals) {
  Table table{"nodes_compared", "Nodes", {group, variant, {"ratio"}, {"low"}, {"high"}}};
  table.add({"chess", "pvs", 0.8, 0.7, 0.9});
  table.add({"chess", "mtdf", 0.5, Cell(), Cell()});
  const auto figures = figures_of(report_of(table, {ratio}));
  ASSERT_THAT(names_of(figures), ElementsAre("ratio"));
  EXPECT_THAT(figures[0].y.categories, ElementsAre("pvs", "mtdf"));
  EXPECT_EQ(figures[0].series[0].points[0].low, 0.7);
  EXPECT_EQ(figures[0].series[0].points[1].low, std::nullopt);
  EXPECT_THAT(points(figures[0].series[1]), ElementsAre(std::pair(1.0, 0.4), std::pair(1.0, 2.6)));
}

TEST(Figures, OfOtherTablesThereAreNone) { EXPECT_TRUE(figures_of(sample()).empty()); }

TEST(Figures, TicksAreRoundAndInside) {
  EXPECT_THAT(ticks({.label = ""}, {0, 10}), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(ticks({.label = "", .whole = true}, {0.9, 3.1}), ElementsAre(1, 2, 3));
  const FigureAxis logarithmic{.label = "", .logarithmic = true};
  EXPECT_THAT(ticks(logarithmic, {90, 1.1e6}), ElementsAre(100, 1000, 1e4, 1e5, 1e6));
  EXPECT_EQ(tick_label(logarithmic, {1, 30000}, 20000), "20000");
  EXPECT_EQ(tick_label(logarithmic, {1, 3e6}, 2e6), "2·10⁶");
  EXPECT_EQ(tick_label(logarithmic, {1, 3e6}, 100), "10²");  // all alike
  EXPECT_EQ(tick_label(logarithmic, {1, 3e6}, 1), "1");
  EXPECT_EQ(tick_label(logarithmic, {1e-6, 1}, 1e-5), "10⁻⁵");
  EXPECT_THAT(ticks(logarithmic, {0.95, 1.3}),
              ElementsAre(::testing::DoubleEq(1), ::testing::DoubleEq(1.1),
                          ::testing::DoubleEq(1.2), ::testing::DoubleEq(1.3)));
}

TEST(Figures, AreWellFormedAndSayTheirValuesAndTheirData) {
  Report report = solved();
  report.provenance.command = "plylab solve '<b>'";
  for (const Figure& figure : figures_of(report)) {
    const std::string svg = rendered_figure(figure, "svg");
    EXPECT_EQ(testing::fault_in_markup(svg), "") << figure.name;
    EXPECT_THAT(svg, HasSubstr("mtdf &amp; co")) << figure.name;
    EXPECT_THAT(svg, HasSubstr("plylab solve '&lt;b&gt;'")) << figure.name;
  }
  EXPECT_THAT(rendered_figure(figures_of(report)[1], "svg"),
              HasSubstr("<title>mtdf &amp; co, b: 4, 2</title>"));
}

TEST(Figures, AreWrittenForPgfplots) {
  const Figure figure =
      figures_of(runs({{"p", "a", 10}, {"p", "b's", 20}, {"q", "a", 30}, {"q", "b's", 10}}))[1];
  const std::string tex = rendered_figure(figure, "tex");
  EXPECT_THAT(tex, HasSubstr("(10,20)"));
  EXPECT_THAT(tex, HasSubstr("xmode=log"));
}

TEST(Figures, FitThePageOfAPaper) {
  Figure figure{.name = "ratio", .title = "Ratios"};
  for (int i = 1; i <= 100; ++i) figure.y.categories.push_back(fmt::format("contestant {}", i));
  for (const char* name : {"a", "b", "c"})
    figure.series.push_back({fmt::format("{:x<50}", name), Drawing::dots, {{1, 1}, {2, 100}}});
  const std::string high = rendered_figure(figure, "tex");
  EXPECT_THAT(high, HasSubstr("height=18.0cm"));
  EXPECT_THAT(high, HasSubstr("legend columns=1,"));
  figure.y.categories.resize(5);
  for (FigureSeries& series : figure.series) series.name.resize(10);
  EXPECT_THAT(rendered_figure(figure, "tex"), HasSubstr("legend columns=3,"));
}

TEST(Figures, ShowAContestantAlikeInAllPictures) {
  // The first contestant is no curve of the scatter plot.
  const auto figures = figures_of(runs({{"p", "a", 10}, {"p", "b", 20}, {"p", "c", 30}}));
  ASSERT_THAT(names_of(figures), ElementsAre("profile", "scatter"));
  EXPECT_EQ(figures[0].series[1].name, "b");
  EXPECT_EQ(figures[1].series[0].name, "b");
  EXPECT_EQ(figures[1].series[0].style, figures[0].series[1].style);
  EXPECT_NE(figures[0].series[0].style, figures[0].series[1].style);
}

TEST(Figures, HaveNoMoreThanEightCurves) {
  Table table{"by_depth", "Nodes", {variant, depth, {"nodes"}}};
  for (int i = 0; i < 10; ++i)
    for (const int plies : {1, 2}) table.add({"v" + std::to_string(i), plies, 10 * plies + i});
  for (const int plies : {1, 2}) table.add({"minimal", plies, 5 * plies});
  const auto figures = figures_of(report_of(table, {growth}));
  ASSERT_THAT(names_of(figures), ElementsAre("growth", "growth-2"));
  EXPECT_EQ(figures[1].title, "Nodes by depth (2 of 2)");
  EXPECT_EQ(figures[0].series.size(), 9U);  // with the minimal tree
  EXPECT_EQ(figures[1].series.size(), 3U);
  EXPECT_EQ(y_range(figures[0]).high, y_range(figures[1]).high);
}

// A bound for each evaluation is no line that goes up and down within a depth.
TEST(Figures, HaveAMinimalTreeForEachOfWhatVaries) {
  Table table{"by_depth",
              "Nodes",
              {{"evaluation", "", "", 0, Role::contestant}, variant, depth, {"nodes"}}};
  for (const int plies : {1, 2})
    for (const char* evaluation : {"pst", "random"})
      table.add({evaluation, "minimal", plies, 10 * plies});
  const Figure figure = figures_of(report_of(table, {growth}))[0];
  ASSERT_EQ(figure.series.size(), 2U);
  EXPECT_EQ(figure.series[0].name, "minimal, pst");
  EXPECT_THAT(points(figure.series[0]), ElementsAre(std::pair(1.0, 10.0), std::pair(2.0, 20.0)));
}

// One that --figure alone draws comes first, wherever its table stands.
TEST(Figures, ComeInTheOrderOfTheTables) {
  Table nodes{"by_depth", "Nodes", {variant, depth, {"nodes"}}};
  for (const int plies : {1, 2}) nodes.add({"pvs", plies, plies});
  nodes.pictures = {growth};
  Report report = runs({{"p", "a", 10}, {"p", "b", 20}});
  report.tables.push_back(nodes);
  EXPECT_THAT(names_of(figures_of(report)), ElementsAre("profile", "scatter", "growth"));
  report.tables.back().pictures.front().comes_first = true;
  EXPECT_THAT(names_of(figures_of(report)), ElementsAre("growth", "profile", "scatter"));
}

TEST(Figures, EachSeriesLooksItsOwnWay) {
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NE(figure_style(i).colour, figure_style(j).colour);
      EXPECT_NE(figure_style(i).mark, figure_style(j).mark);
    }
}

}  // namespace
}  // namespace plylab::reports
