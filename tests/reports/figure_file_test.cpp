// Pictures as files: what --figure takes, writes and leaves alone.
#include "reports/figure_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gen/base/files.h"
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
  EXPECT_THAT(testing::input_error_of([] { parse_figure_file("b.bmp"); }),
              HasSubstr("no 'bmp'; there are svg, tex"));
  EXPECT_THAT(testing::input_error_of([] { parse_figure_file("grwth=b.svg"); }),
              HasSubstr("no 'grwth'"));
}

TEST(FigureFile, ReplacesPicturesOfItsFormAndNothingElse) {
  const std::string path =
      testing::temporary("figure.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>");
  EXPECT_THAT(testing::input_error_of([&] {
                check_figure_file({"", path});
              }),
              HasSubstr("exists and is not a .svg by plylab"));
  std::filesystem::remove(path);
  write_figure(figures_of(solved()), {"solved_time", path}, nullptr);
  check_figure_file({"", path});
  EXPECT_THAT(read_file(path), HasSubstr("seconds until it was solved"));
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
  EXPECT_THAT(read_file(cuts), HasSubstr("share of the beta cutoffs"));
}

TEST(FigureOption, RefusesInALineWhatItCannotDraw) {
  const std::string path = testing::temporary("none.svg");
  const auto none = testing::plylab({"search", "--depth", "1", "--figure", "growth=" + path});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.out, HasSubstr("Search: the deepest"));
  EXPECT_THAT(none.err, HasSubstr("--figure: no 'growth'"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace plylab::reports
