// Reports as LaTeX: each character of it.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "reports/formats/format.h"
#include "reports/text/markup.h"
#include "tests/reports/samples.h"

namespace plylab::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(LatexText, EscapesWhatIsACommand) {
  EXPECT_EQ(latex_text("50 % of $a_1 & {b}^2 ~ #3 \\x"),
            "50 \\% of \\$a\\_1 \\& \\{b\\}\\textasciicircum{}2 \\textasciitilde{} \\#3 "
            "\\textbackslash{}x");
  EXPECT_EQ(latex_text("a<b|c>d"), "a\\textless{}b\\textbar{}c\\textgreater{}d");
  EXPECT_EQ(latex_text("say \"a `b'"), "say {\\char34}a {\\char96}b'");
}

TEST(LatexText, KeepsSignsApart) {
  EXPECT_EQ(latex_text("--algo ---x a,,b ''"), "-{}-algo -{}-{}-x a,{},b '{}'");
  // A row that begins so would be taken for an argument of the line's end before it.
  EXPECT_EQ(latex_text("[2pt] * x"), "{[}2pt{]} {*} x");
}

TEST(LatexText, KnowsCharactersBeyondAscii) {
  EXPECT_EQ(latex_text("Größe ±1 ≤ √2 … Łódź − 3"),
            "Größe $\\pm$1 $\\leq$ $\\surd$2 \\dots{} Łódź $-$ 3");
  EXPECT_EQ(latex_text("♚中\xF0\x9F\x98\x80"), "{[}U+265A{]}{[}U+4E2D{]}{[}U+1F600{]}");
  EXPECT_EQ(latex_text("bad \xFF\nbyte"), "bad {[}U+FFFD{]} byte");
}

TEST(LatexText, KeepsBlanksThatCount) { EXPECT_EQ(latex_verbatim("  a  b c"), "~~a ~b c"); }

TEST(LatexNumber, IsAFormulaWhereItMust) {
  EXPECT_EQ(latex_number("12.50"), "12.50");
  EXPECT_EQ(latex_number("-3"), "$-$3");
  EXPECT_EQ(latex_number("-"), "--");
  EXPECT_EQ(latex_number("<0.0001"), "$<$0.0001");
  EXPECT_EQ(latex_number("1.2e+15"), "$1.2\\times10^{15}$");
  EXPECT_EQ(latex_number("yes"), "yes");
}

TEST(LatexReport, IsThis) {
  EXPECT_EQ(render(sample(), Format::latex), R"(% A report of plylab, as LaTeX
% complete: true
% version: 0.1
% commit: abc1234
% compiler: GNU 12.2.0
% flags: -O3
% build_type: Release
% cpu: EPYC
% cpu_features: avx2
% threads: 2
% date: 2025-01-02T03:04:05Z
% command: plylab perft 6
% system: Linux 6
%
% This compiles alone. Inside another document \input gives the tables; its preamble needs
%   \usepackage{array,booktabs,longtable}
\expandafter\ifx\csname @notprerr\endcsname\usepackage
  \long\def\plylabalone#1{}
\else
  \long\def\plylabalone#1{#1}
  \documentclass[a4paper]{article}
  \usepackage[utf8]{inputenc}
  \usepackage[margin=2cm]{geometry}
  \usepackage{array,booktabs,longtable}
  \begin{document}
\fi

\begin{table}[htbp]
\centering
\caption{Perft \textbar{} divide}\label{tab:plylab-perft}\par\medskip
{\footnotesize
\begin{tabular}{@{}lrrrll@{}}
\toprule
position & depth & leaves & time & right & remark \\
 &  &  & s &  &  \\
\midrule
startpos & 6 & 119060324 & 0.12 & yes & says {\char34}fast{\char34}, and more \\
größte & $-$1 & 18446744073709551616 & 1234.50 & no & mate \textbar{} 1\# next \\
 & 15 & 18446744073709551615 & -- & -- & bad {[}U+FFFD{]} byte \\
\bottomrule
\end{tabular}}
\par\smallskip
\begin{minipage}{\linewidth}\footnotesize
Bulk counting is on.\par
\end{minipage}
\end{table}

\plylabalone{\begin{flushleft}\footnotesize
version: 0.1\\
commit: abc1234\\
compiler: GNU 12.2.0\\
flags: -O3\\
build\_type: Release\\
cpu: EPYC\\
cpu\_features: avx2\\
threads: 2\\
date: 2025-01-02T03:04:05Z\\
command: plylab perft 6\\
system: Linux 6\\
\end{flushleft}
\end{document}}
)");
}

TEST(LatexReport, BreaksLongTablesAndWideColumns) {
  Report report = words(fmt::format("{:x<120} {:y<120}", "", ""));
  EXPECT_THAT(
      render(report, Format::latex),
      HasSubstr("\\begin{tabular}{@{}r>{\\raggedright\\hyphenpenalty=10000\\arraybackslash}p{"));
  report = sample();
  Table& table = report.tables[0];
  while (table.rows.size() <= 40) table.rows.push_back(table.rows[0]);
  const std::string text = render(report, Format::latex);
  EXPECT_THAT(text, HasSubstr("\\begin{longtable}"));
  EXPECT_THAT(text, HasSubstr("\\endhead"));
  EXPECT_THAT(text, Not(HasSubstr("\\begin{table}")));
}

/// A table of one text and so many numbers of ten digits, in so many rows.
Report numbers(std::size_t columns, std::size_t rows) {
  Report report;
  Table& table = report.tables.emplace_back(Table{"numbers", "Numbers", {{"name"}}});
  for (std::size_t i = 0; i < columns; ++i)
    table.columns.emplace_back(fmt::format("column_{}", i), i == 0 ? "s" : "");
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<Cell> cells{fmt::format("row {}", row)};
    for (std::size_t i = 0; i < columns; ++i)
      cells.emplace_back(-1'000'000'000 - static_cast<int>(i));
    table.add(std::move(cells));
  }
  table.notes = {"A note."};
  return report;
}

TEST(LatexReport, TurnsAWideTableOfFewRows) {
  const std::string text = render(numbers(15, 4), Format::latex);
  EXPECT_THAT(text, Not(HasSubstr("(continued)")));
  EXPECT_THAT(text, Not(HasSubstr("\\tiny")));
  EXPECT_THAT(text, HasSubstr("\\begin{tabular}{@{}lrrrr@{}}"));
  EXPECT_THAT(text, HasSubstr("name & row 0 & row 1 & row 2 & row 3 \\\\\n\\midrule\n"));
  EXPECT_THAT(text, HasSubstr("column\\_0, s & $-$1000000000 & "));
  EXPECT_THAT(text, HasSubstr("A note."));
}

TEST(LatexReport, DividesAWideTableOfManyRowsIntoPartsThatCanBeRead) {
  const std::string text = render(numbers(15, 10), Format::latex);
  EXPECT_THAT(text, HasSubstr("(continued)"));
  EXPECT_THAT(text, Not(HasSubstr("\\scriptsize")));
  EXPECT_THAT(text, Not(HasSubstr("\\tiny")));
}

// A float that is higher than a page would be cut off.
TEST(LatexReport, BreaksTablesOfManyLinesInFewRows) {
  Report report = words("");
  const std::string sentence = fmt::format("{:-^200}", " many words that take two lines ");
  for (int i = 0; i < 25; ++i) report.tables[0].add({1, sentence, 2});
  EXPECT_THAT(render(report, Format::latex), HasSubstr("\\begin{longtable}"));
  report.tables[0].rows.resize(2);
  EXPECT_THAT(render(report, Format::latex), HasSubstr("\\begin{table}"));
  report.tables[0].notes.assign(40, "A note.");
  EXPECT_THAT(render(report, Format::latex), HasSubstr("\\begin{longtable}"));
}

TEST(LatexReport, GivesTablesOfOneNameLabelsOfTheirOwn) {
  Report report = sample();
  report.tables.push_back(report.tables[0]);
  report.complete = false;
  const std::string text = render(report, Format::latex);
  EXPECT_THAT(text, HasSubstr("\\label{tab:plylab-perft}"));
  EXPECT_THAT(text, HasSubstr("\\label{tab:plylab-perft-2}"));
  EXPECT_THAT(text, HasSubstr("\\textbf{Incomplete:}"));
}

}  // namespace
}  // namespace plylab::reports
