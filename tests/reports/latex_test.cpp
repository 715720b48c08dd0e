// Reports as LaTeX: each character of it.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "reports/formats/format.h"
#include "reports/text/markup.h"
#include "tests/reports/samples.h"

namespace plylab::reports {
namespace {

using ::testing::HasSubstr;

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
  EXPECT_EQ(latex_text("♔♟中\xF0\x9F\x98\x80"), "Kp{[}U+4E2D{]}{[}U+1F600{]}");
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
%   \usepackage{array,booktabs,graphicx}
\expandafter\ifx\csname @notprerr\endcsname\usepackage
  \long\def\plylabalone#1{}
\else
  \long\def\plylabalone#1{#1}
  \documentclass[a4paper]{article}
  \usepackage[utf8]{inputenc}
  \usepackage[margin=2cm]{geometry}
  \usepackage{array,booktabs,graphicx}
  \begin{document}
\fi
\ifdefined\plylabbox\else\newsavebox\plylabbox\fi
\long\def\plylabfit#1{\sbox\plylabbox{\small #1}%
  \ifdim\wd\plylabbox>\linewidth
    \sbox\plylabbox{\resizebox{\linewidth}{!}{\usebox\plylabbox}}\fi
  \ifdim\dimexpr\ht\plylabbox+\dp\plylabbox\relax>.8\textheight
    \sbox\plylabbox{\resizebox{!}{.8\textheight}{\usebox\plylabbox}}\fi
  \usebox\plylabbox}

\begin{table}[htbp]
\centering
\caption{Perft \textbar{} divide}\label{tab:plylab-perft}\par\medskip
\plylabfit{\begin{tabular}{@{}lrrrll@{}}
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

TEST(LatexReport, BreaksLongTablesAndLongWords) {
  Report report = words(fmt::format("{:x<120} {:y<120}", "", ""));
  EXPECT_THAT(render(report, Format::latex),
              HasSubstr("\\begin{tabular}{@{}r>{\\raggedright\\arraybackslash}p{"));
  report = sample();
  Table& table = report.tables[0];
  while (table.rows.size() <= 40) table.rows.push_back(table.rows[0]);
  const std::string text = render(report, Format::latex);
  const std::size_t second = text.find(" (continued)");
  ASSERT_NE(second, text.npos);
  EXPECT_EQ(text.find(" (continued)", second + 1), text.npos);
  EXPECT_LT(second, text.find("Bulk counting is on."));  // the notes are below the last part
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
