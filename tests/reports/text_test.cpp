// Reports as text: how they fit a screen, and its colours.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "reports/formats/format.h"
#include "tests/reports/samples.h"

namespace plylab::reports {
namespace {

TEST(ReportsFormat, TextIsFittedByItsWidestWords) {
  const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const std::string fitted = render(words(fen), Format::text, {80});
  EXPECT_EQ(longest_line(fitted), 80u);
  EXPECT_NE(fitted.find(
                "    2  r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/   18446744073709551616\n"
                "       R3K2R\n"
                "       w KQkq - 0 1\n"),
            std::string::npos)
      << fitted;
  EXPECT_EQ(longest_line(render(words(fen), Format::text)), 5 + 2 + fen.size() + 2 + 20);
  // Characters count, not bytes.
  EXPECT_EQ(longest_line(render(words(std::string(100, 'x') + "ä€😀"), Format::text, {80})), 80u);
  const std::string many = "ääääääääääääääääääääääääääääääääääääääääääääääääääää";
  EXPECT_NE(render(words(many.substr(0, 2 * 51)), Format::text, {80}).find("ä  184"),
            std::string::npos);
  EXPECT_NE(render(words(many), Format::text, {80}).find("ä  18446744073709551616\n       ä\n"),
            std::string::npos);
}

TEST(ReportsFormat, NumbersAreBrokenOnlyWhereTheyHaveNoRoom) {
  const std::string narrow = render(words("some words of it"), Format::text, {10});
  EXPECT_NE(narrow.find("    2  some words of\n       it\n"), std::string::npos) << narrow;
  EXPECT_NE(narrow.find("    2  18446744\n       07370955\n           1616\n"), std::string::npos)
      << narrow;
  const std::string fits = render(words("some words of it"), Format::text, {27});
  EXPECT_NE(fits.find("    2  18446744073709551616\n"), std::string::npos) << fits;

  Report mixed = words("a long explanation");
  mixed.tables[0].rows[0][1] = 1234567890123456;
  EXPECT_NE(render(mixed, Format::text, {23}).find("    1  1234567890123456\n"), std::string::npos);
}

TEST(ReportsFormat, TablesThatAreTooWideGoOnBelow) {
  Table table{"wide",
              "A title of many words",
              {{"game"}, {"player"}, {"wins"}, {"losses", "%"}, {"reason"}}};
  table.add({1, "alphabeta", 100000, 2, "an illegal move of the other side"});
  EXPECT_EQ(render({.tables = {table}}, Format::text, {29}), R"(A title of many words

game  player       wins
----  ---------  ------
   1  alphabeta  100000

game  losses  reason
           %
----  ------  ---------------
   1       2  an illegal move
              of the other
              side
)");
  table.notes = {"as it is"};
  const std::string wide = render({.tables = {table}}, Format::text);
  EXPECT_NE(wide.find("game  player       wins  losses  reason\n"), std::string::npos);
  EXPECT_NE(wide.find("   1  alphabeta  100000       2  an illegal move of the other side\n"),
            std::string::npos);
}

TEST(ReportsFormat, EveryPartOfATableTellsItsRowsApart) {
  Table table{"perft",
              "Perft",
              {{"position"}, {"generator"}, {"depth"}, {"leaves"}, {"expected"}, {"seconds"}}};
  for (const int plies : {1, 2}) table.add({"startpos", "bitboard", plies, 20, 20, 0.5});
  EXPECT_EQ(render({.tables = {table}}, Format::text, {44}), R"(Perft

position  generator  depth  leaves  expected
--------  ---------  -----  ------  --------
startpos  bitboard       1      20        20
startpos  bitboard       2      20        20

position  generator  depth  seconds
--------  ---------  -----  -------
startpos  bitboard       1      0.5
startpos  bitboard       2      0.5
)");
}

TEST(ReportsFormat, ATextThatIsADashIsNoUnknownOne) {
  const Table table{"perft", "Perft", {{"position"}, {"expected"}}, {{"-", {}}}, {}};
  EXPECT_EQ(render({.tables = {table}}, Format::text), R"(Perft

position  expected
--------  --------
"-"       -
)");
  EXPECT_NE(render({.tables = {table}}, Format::csv).find("\n-,\n"), std::string::npos);
}

TEST(ReportsFormat, NoDashThatIsATextLooksUnknown) {
  for (const std::string dash : {" - ", "–", "— ", "−"}) {
    const Table table{"perft", "Perft", {{"position"}}, {{dash}}, {}};
    EXPECT_NE(render({.tables = {table}}, Format::markdown).find("| \"" + dash + "\" |"),
              std::string::npos)
        << dash;
  }
  const Table table{"perft", "Perft", {{"position"}}, {{"–"}, {"a - b"}}, {}};
  const std::string latex = render({.tables = {table}}, Format::latex);
  EXPECT_NE(latex.find("{\\char34}--{\\char34}"), std::string::npos) << latex;
  EXPECT_NE(latex.find("a - b"), std::string::npos) << latex;
}

TEST(ReportsFormat, TheFooterFitsTheScreenAndAShell) {
  Report report = sample();
  report.provenance.command = "plylab search --fen '8/8 w - -' --depth 6";
  const std::string text = render(report, Format::text, {30});
  EXPECT_NE(text.find("\nplylab 0.1 (abc1234), GNU\n12.2.0, Release, -O3\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\n$ plylab search --fen \\\n  '8/8 w - -' --depth 6\n"), std::string::npos)
      << text;
}

TEST(ReportsFormat, NotesAreWrapped) {
  Report report;
  report.tables.resize(1);
  report.tables[0].notes = {"one two three four"};
  EXPECT_NE(render(report, Format::text, {10}).find("* one two\n  three\n  four\n"),
            std::string::npos);
  EXPECT_NE(render(report, Format::text).find("* one two three four\n"), std::string::npos);
  // A list of switches is one word, and is broken after commas.
  report.tables[0].notes = {"with table=64,killers,null=3"};
  EXPECT_NE(render(report, Format::text, {20}).find("* with\n  table=64,killers,\n  null=3\n"),
            std::string::npos);
}

TEST(Format, SetsOffHeadingsAndProvenanceOnAScreenWithColours) {
  Report report = sample();
  report.complete = false;
  const std::string coloured = render(report, Format::text, {0, true});
  EXPECT_NE(coloured.find("\x1b[31m*** incomplete"), std::string::npos);
  EXPECT_NE(coloured.find("\x1b[1mPerft | divide\x1b[0m\n\n"), std::string::npos);
  std::string plain;  // without the sequences it is the same text
  for (std::size_t i = 0; i < coloured.size(); ++i)
    if (coloured[i] == '\x1b')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  EXPECT_EQ(plain, render(report, Format::text));
  EXPECT_EQ(render(report, Format::json, {0, true}), render(report, Format::json));
}

}  // namespace
}  // namespace plylab::reports
