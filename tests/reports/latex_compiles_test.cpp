// LaTeX takes what is written for it, alone and inside a paper. Left out where there is no
// pdflatex.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gen/base/files.h"
#include "reports/formats/format.h"
#include "tests/reports/samples.h"
#include "tests/support/process.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

/// A directory to compile in.
class LatexCompiles : public ::testing::Test {
 protected:
  void SetUp() override {
    pdflatex_ = testing::find_program("pdflatex");
    if (!pdflatex_) GTEST_SKIP() << "no pdflatex";
    fs::create_directory(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name) << text;
  }

  const fs::path& directory() const { return directory_; }
  std::string path(const std::string& name) const { return directory_ / (name + ".tex"); }

  void expect_compiles(const std::string& name) const {
    const auto finished = testing::run_process(
        "/bin/sh", {"-c", "cd \"$1\" && \"$2\" -interaction=nonstopmode -halt-on-error \"$3\" 2>&1",
                    "sh", directory_, *pdflatex_, name});
    EXPECT_EQ(finished.status, 0) << finished.out;
    EXPECT_EQ(finished.out.find("Missing character"), std::string::npos) << finished.out;
    EXPECT_TRUE(fs::exists(directory_ / fs::path(name).replace_extension("pdf")));
  }

  std::string report_of(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--format", "latex"});
    return testing::plylab(arguments).out;
  }

 private:
  std::optional<std::string> pdflatex_;
  const fs::path directory_ =
      fs::temp_directory_path() / ("plylab_latex_" + std::to_string(getpid()));
};

/// Every printable character of ASCII, and others, as the cell that begins a row.
Report awkward() {
  Report report = sample();
  Table& table = report.tables[0];
  for (char c = ' '; c <= '~'; ++c) {
    auto row = table.rows[0];
    row[0] = std::string(1, c) + std::string(2, c);
    table.rows.push_back(row);
  }
  for (const char* text : {"±×÷·≤≥≠≈√∞→⌈⌉⌊⌋²³°µ§…–—‘’“”−", "ÀØßåéøÿĆčďěľŁńňőŒŕřśŞšťůűźŻž", "♚中"}) {
    auto row = table.rows[0];
    row[5] = text;
    table.rows.push_back(row);
  }
  report.text = {"", "  a text  with blanks", "[it begins] so *"};
  return report;
}

TEST_F(LatexCompiles, AloneAndInsideAPaper) {
  write("awkward.tex", render(awkward(), Format::latex));
  Report shorter = awkward();
  shorter.tables[0].rows.resize(30);
  write("shorter.tex", render(shorter, Format::latex));
  write("search.tex", report_of({"search", "--algo", "all", "--depth", "3", "--detail"}));
  write("suites.tex", report_of({"list"}));
  write("experiment.tex", report_of({"search", "--suite", "bratko-kopec", "--depth", "2,3",
                                     "--algo", "alphabeta,mtdf"}));
  write("verify.tex", report_of({"verify", "--engine", PLYLAB_WRONG_ENGINE}));
  std::string paper =
      "\\documentclass{article}\n\\usepackage{array,booktabs,graphicx}\n\\begin{document}\nText."
      "\n";
  for (const char* name : {"awkward", "shorter", "search", "suites", "experiment", "verify"}) {
    expect_compiles(name + std::string(".tex"));
    paper += fmt::format("\\input{{{}}}\n", name);
  }
  write("paper.tex", paper + "Table~\\ref{tab:plylab-search}.\n\\end{document}\n");
  expect_compiles("paper.tex");
}

TEST_F(LatexCompiles, Pictures) {
  if (testing::run_process(*testing::find_program("pdflatex"), {"--version"}).status != 0 ||
      testing::run_process("/bin/sh", {"-c", "kpsewhich pgfplots.sty"}).status != 0)
    GTEST_SKIP() << "no pgfplots";
  const auto run =
      testing::plylab({"search", "--suite", "bratko-kopec", "--depth", "2,3", "--algo",
                       "minimal,alphabeta,pvs", "--figure", "growth=" + path("growth"), "--figure",
                       "ratio=" + path("ratio"), "--figure", "profile=" + path("profile")});
  ASSERT_EQ(run.status, 0) << run.err;
  std::string paper = "\\documentclass{article}\n\\usepackage{pgfplots}\n\\begin{document}\n";
  for (const char* name : {"growth", "ratio", "profile"}) {
    expect_compiles(name + std::string(".tex"));
    paper += fmt::format("\\input{{{}}}\n", name);
  }
  write("pictures.tex", paper + "\\end{document}\n");
  expect_compiles("pictures.tex");
  ASSERT_EQ(testing::plylab({"search", "--suite", "bratko-kopec", "--depth", "2,3", "--algo",
                             "minimal,alphabeta,pvs", "--report", directory() / "whole"})
                .status,
            0);
  for (const auto& entry : fs::directory_iterator(directory() / "whole"))
    fs::rename(entry.path(), directory() / entry.path().filename());
  expect_compiles("report.tex");
}

}  // namespace
}  // namespace plylab::reports
