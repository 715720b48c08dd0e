// Pictures as files: what --figure takes, writes and leaves alone.
#include "reports/formats/figure_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gen/base/files.h"
#include "gen/base/names.h"
#include "reports/figures/figures.h"
#include "tests/reports/samples.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab::reports {
namespace {

using ::testing::HasSubstr;

TEST(FigureFile, IsReadWithItsNameAndForm) {
  EXPECT_EQ(parse_figure_file("a/growth=b.svg").name, "");
  EXPECT_EQ(parse_figure_file("growth-2=b.svg").name, "growth-2");
  EXPECT_EQ(parse_figure_file("growth-2=b.svg").path, "b.svg");
  EXPECT_FALSE(parse_figure_file("growth-2=b.svg").all);
  EXPECT_EQ(parse_figure_file("growth").name, "growth");
  EXPECT_EQ(parse_figure_file("growth").path, "growth.svg");
  EXPECT_TRUE(parse_figure_file("growth").all);
  EXPECT_THAT(testing::input_error_of([] { parse_figure_file("b.bmp"); }),
              HasSubstr("no 'bmp'; there are svg, tex"));
  for (const char* neither : {"a/growth", "growth-2"})
    EXPECT_EQ(testing::input_error_of([&] { parse_figure_file(neither); }),
              fmt::format("--figure: '{}' is neither a picture's name nor a file, which ends with "
                          ".svg or .tex",
                          neither));
}

TEST(FigureFile, ReplacesPicturesOfItsFormAndNothingElse) {
  const std::string path =
      testing::temporary("figure.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>");
  EXPECT_THAT(testing::input_error_of([&] {
                check_figure_file({"", path});
              }),
              HasSubstr("exists and is not a .svg file written by plylab"));
  std::filesystem::remove(path);
  write_figure(figures_of(solved()), {"solved_time", path}, nullptr);
  check_figure_file({"", path});
  EXPECT_THAT(read_file(path), HasSubstr("seconds until it was solved"));
}

TEST(FigureFile, MayBeWhatTheTablesDeclare) {
  const auto schema = [](std::size_t number) {
    Schema table{"t",
                 "",
                 {{"x"}},
                 {{.name = "growth", .summary = "", .form = Form::curves, .of = "x", .label = ""}}};
    table.pictures[0].number = number;
    return table;
  };
  using ::testing::ElementsAre;
  EXPECT_THAT(names_of_pictures({schema(1), schema(2)}, ""),
              ElementsAre("growth", "growth-2", "growth-3"));
  EXPECT_THAT(names_of_pictures({schema(0)}, "growth-9"), ElementsAre("growth", "growth-9"));
  EXPECT_THAT(names_of_pictures({schema(1)}, "growth-9"), ElementsAre("growth"));
  EXPECT_THAT(testing::input_error_of([] {
                require_picture({"grwth", "b.svg"}, {"growth"});
              }),
              HasSubstr("no 'grwth'; did you mean growth?"));
  EXPECT_THAT(testing::input_error_of([] {
                require_picture({"", "b.svg"}, {});
              }),
              HasSubstr("no picture can be drawn"));
}

TEST(FigureFile, OfANameAreAllOfItsPictures) {
  const std::string folder = testing::temporary("pictures");
  std::filesystem::create_directory(folder);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  auto figures = figures_of(solved());
  figures.push_back(find_entry(figures, "scatter"));
  figures.back().name = "scatter-2";
  write_figure(figures, parse_figure_file("scatter"), nullptr);
  std::size_t all = 0;
  for (const Figure& figure : figures)
    if (figure.name == "scatter" || figure.name.starts_with("scatter-")) {
      ++all;
      EXPECT_TRUE(std::filesystem::exists(figure.name + ".svg")) << figure.name;
    }
  EXPECT_GT(all, 1U);
  const auto files = std::filesystem::directory_iterator(folder);
  EXPECT_EQ(static_cast<std::size_t>(std::distance(begin(files), end(files))), all);
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
}

TEST(FigureOption, DrawsWhatTheTablesMake) {
  const std::string growth = testing::temporary("growth.svg"),
                    cuts = testing::temporary("cuts.tex");
  const auto run =
      testing::plylab({"search", "--suite", "bratko-kopec", "--algo", "alphabeta,pvs", "--depth",
                       "2", "--figure", growth, "--figure", "cut_index=" + cuts});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Nodes by depth"));
  EXPECT_THAT(read_file(growth), HasSubstr("depth in plies"));
  EXPECT_THAT(read_file(growth), HasSubstr("search --suite bratko-kopec"));
  EXPECT_THAT(read_file(cuts), HasSubstr("share of the cutoffs"));
}

TEST(FigureOption, RefusesInALineWhatItCannotDraw) {
  const std::string path = testing::temporary("none.svg");
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"search", "--algo", "pvs", "--depth", "1", "--figure", "growth=" + path},
       "no 'growth'; there is cut_index"},
      {{"search", "--algo", "pvs", "--depth", "3", "--figure", "growth-2=" + path},
       "no 'growth-2'; did you mean growth?"},
      {{"search", "--algo", "pvs", "--seeds", "1", "--game", "synthetic-tree", "--depth", "3",
        "--figure", "profile=" + path},
       "no 'profile'; there are growth, branching"},
      {{"solve", "--suite", "demo", "--algo", "pvs", "--figure", "scatter=" + path},
       "no 'scatter'; there are solved_time, solved_nodes"},
      {{"match", "--search", "a=pvs", "--search", "b=pvs", "--nodes", "9", "--pgn", path + ".pgn",
        "--figure", "score-2=" + path},
       "no 'score-2'; did you mean score?"},
  };
  for (const auto& [arguments, message] : cases) {
    const auto run = testing::plylab(arguments);
    EXPECT_EQ(run.status, 2) << message;
    EXPECT_EQ(run.out, "") << message;  // no work has been done
    EXPECT_EQ(run.err, "plylab: --figure: " + message + "\n");
    EXPECT_FALSE(std::filesystem::exists(path));
  }
}

TEST(TableOption, RefusesInALineWhatOneContestantCannotHave) {
  const auto run = testing::plylab(
      {"search", "--algo", "pvs", "--depth", "2", "--measure", "nodes", "--table", "speed_up"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("--table: no 'speed_up'; there are overview, "));
}

}  // namespace
}  // namespace plylab::reports
