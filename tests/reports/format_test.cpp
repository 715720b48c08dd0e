// Reports as text, JSON, CSV and Markdown.
#include "reports/formats/format.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/reports/samples.h"

namespace plylab::reports {
namespace {

TEST(ReportsFormat, TablesFilledByHandAreChecked) {
  Report report;
  report.tables.resize(1);
  report.tables[0].columns = {{"a"}, {"b"}};
  report.tables[0].rows.resize(1);
  EXPECT_THROW(render(report, Format::text), std::logic_error);
  report.tables[0].rows.clear();
  report.tables[0].columns = {{"a"}, {"a"}};
  EXPECT_THROW(render(report, Format::json), std::logic_error);
}

TEST(ReportsFormat, NamesAreParsed) {
  EXPECT_EQ(parse_format("text"), Format::text);
  EXPECT_EQ(parse_format("json"), Format::json);
  EXPECT_EQ(parse_format("csv"), Format::csv);
  EXPECT_EQ(parse_format("markdown"), Format::markdown);
  EXPECT_EQ(parse_format("latex"), Format::latex);
  EXPECT_EQ(parse_format("html"), Format::html);
  expect_input_error(
      "--format: no 'xml'; there are text, json, csv, markdown, latex, html, junit, github",
      [] { parse_format("xml"); });
  EXPECT_THROW(parse_format(""), InputError);
}

TEST(ReportsFormat, ReportsAreKnownAgain) {
  for (const Format format :
       {Format::text, Format::json, Format::csv, Format::markdown, Format::latex, Format::html}) {
    const std::string text = render(sample(), format);
    EXPECT_TRUE(is_report(text));
    EXPECT_FALSE(is_report("my notes\n" + text + "more of them\n"));
  }
  const std::string text = render(sample(), Format::text);
  EXPECT_FALSE(is_report(text + text));  // a collection is somebody's work
  for (const char* other :
       {"", "plylab", "$ ls\n", "{\"schema\":\"plylab-runs\",\"schema_version\":1}\n",
        "[Event \"plylab match\"]\n\n1. e4 *\n", "# mates in 2\n8/8/8/8/8/8/8/K1k5 w - -\n"})
    EXPECT_FALSE(is_report(other)) << other;
}

// A p that would show as 0 is told to be small, and other numbers are not.
TEST(ReportsFormat, NoProbabilityIsZero) {
  Table table{"tests", "", {{"p_sign", "p", "", 4}, {"share", "", "", 4}}, {}, {}};
  table.add({0.00005, 0.00005});
  table.add({0.0, 0.0});
  table.add({0.0001, 0.0001});
  EXPECT_EQ(render({.tables = {table}}, Format::text),
            "tests\n\n p_sign   share\n      p\n-------  ------\n<0.0001  0.0001\n<0.0001  "
            "0.0000\n 0.0001  "
            "0.0001\n");
}

TEST(ReportsFormat, Text) {
  EXPECT_EQ(render(sample(), Format::text), R"(Perft | divide

position  depth                leaves     time  right  remark
                                             s
--------  -----  --------------------  -------  -----  ---------------------
startpos      6             119060324     0.12  yes    says "fast", and more
größte       -1  18446744073709551616  1234.50  no     mate | 1# next
             15  18446744073709551615        -  -      bad � byte

* Bulk counting is on.

plylab 0.1 (abc1234), GNU 12.2.0, Release, -O3
EPYC, 2 threads, Linux 6, 2025-01-02T03:04:05Z
$ plylab perft 6
)");
}

TEST(ReportsFormat, Json) {
  EXPECT_EQ(render(sample(), Format::json), R"({
  "schema": "plylab-report",
  "schema_version": 1,
  "complete": true,
  "provenance": {
    "version": "0.1",
    "commit": "abc1234",
    "compiler": "GNU 12.2.0",
    "flags": "-O3",
    "build_type": "Release",
    "cpu": "EPYC",
    "cpu_features": [
      "avx2"
    ],
    "threads": 2,
    "date": "2025-01-02T03:04:05Z",
    "command": "plylab perft 6",
    "system": "Linux 6"
  },
  "tables": [
    {
      "name": "perft",
      "title": "Perft | divide",
      "columns": [
        {"name":"position","unit":"","help":"name of the position","precision":1},
        {"name":"depth","unit":"","help":"plies","precision":1},
        {"name":"leaves","unit":"","help":"legal move paths","precision":1},
        {"name":"time","unit":"s","help":"wall clock","precision":2},
        {"name":"right","unit":"","help":"as published","precision":1},
        {"name":"remark","unit":"","help":"in words","precision":1}
      ],
      "rows": [
        {"position":"startpos","depth":6,"leaves":119060324,"time":0.125,"right":true,"remark":"says \"fast\", and more"},
        {"position":"größte","depth":-1,"leaves":"18446744073709551616","time":1234.5,"right":false,"remark":"mate | 1#\nnext"},
        {"position":"","depth":15,"leaves":18446744073709551615,"time":null,"right":null,"remark":"bad � byte"}
      ],
      "notes": [
        "Bulk counting is on."
      ]
    }
  ]
}
)");
}

TEST(ReportsFormat, Csv) {
  Report report = sample();
  Table second;
  second.name = "second";
  second.columns = {{"only"}};
  second.add({1.0 / 3});
  second.add({{}});
  report.tables.push_back(second);
  EXPECT_EQ(render(report, Format::csv), R"(# complete: true
# version: 0.1
# commit: abc1234
# compiler: GNU 12.2.0
# flags: -O3
# build_type: Release
# cpu: EPYC
# cpu_features: avx2
# threads: 2
# date: 2025-01-02T03:04:05Z
# command: plylab perft 6
# system: Linux 6
# table perft: Perft | divide
# unit of time: s
# note: Bulk counting is on.
# table second: second
position,depth,leaves,time,right,remark
startpos,6,119060324,0.125,true,"says ""fast"", and more"
größte,-1,18446744073709551616,1234.5,false,"mate | 1#
next"
"",15,18446744073709551615,,,bad � byte

only
0.3333333333333333
""
)");
}

TEST(ReportsFormat, Markdown) {
  EXPECT_EQ(render(sample(), Format::markdown), R"(### Perft \| divide

| position | depth | leaves | time (s) | right | remark |
| --- | ---: | ---: | ---: | --- | --- |
| startpos | 6 | 119060324 | 0.12 | yes | says "fast", and more |
| größte | -1 | 18446744073709551616 | 1234.50 | no | mate \| 1# next |
|  | 15 | 18446744073709551615 | - | - | bad � byte |

- Bulk counting is on.

### Provenance

- version: 0.1
- commit: `abc1234`
- compiler: GNU 12.2.0
- flags: `-O3`
- build_type: Release
- cpu: EPYC
- cpu_features: avx2
- threads: 2
- date: 2025-01-02T03:04:05Z
- command: `plylab perft 6`
- system: Linux 6
)");
}

TEST(ReportsFormat, NotesInMarkdownBeginNoHeadingAndNoList) {
  Report report;
  report.tables = {{"t", "", {{"x", "", "", 0}}, {}, {}}};
  report.tables[0].notes = {"# 1", " > 2", "- 3", "4. e4", "5) e4", "6 e4.", ""};
  EXPECT_THAT(render(report, Format::markdown), ::testing::EndsWith(R"(
- \# 1
- \> 2
- \- 3
- 4\. e4
- 5\) e4
- 6 e4.
- 
)"));
}

TEST(ReportsFormat, IncompleteReportsSaySo) {
  Report report = sample();
  report.complete = false;
  EXPECT_TRUE(render(report, Format::text).starts_with("*** incomplete"));
  EXPECT_NE(render(report, Format::json).find("\"complete\": false"), std::string::npos);
  EXPECT_TRUE(render(report, Format::csv).starts_with("# complete: false\n"));
  EXPECT_TRUE(render(report, Format::markdown).starts_with("**Incomplete:**"));
}

TEST(ReportsFormat, EmptyReportsAreWellFormed) {
  Report report;
  EXPECT_EQ(render(report, Format::text), "");
  EXPECT_NE(render(report, Format::json).find("\"tables\": []\n"), std::string::npos);
  report.tables.resize(1);
  report.tables[0].name = "empty";
  report.tables[0].columns = {{"a"}};
  EXPECT_EQ(render(report, Format::text), "empty\n\na\n-\n(no rows)\n");
}

TEST(ReportsFormat, DoublesThatAreNoNumbersAreUnknown) {
  Report report;
  report.tables.resize(1);
  report.tables[0].columns = {{"x"}, {"y"}, {"z"}};
  report.tables[0].add({std::numeric_limits<double>::infinity(), std::nan(""), 1e300});
  EXPECT_NE(render(report, Format::text).find("-  -  1.0e+300\n"), std::string::npos);
  EXPECT_NE(render(report, Format::json).find(R"({"x":null,"y":null,"z":1e+300})"),
            std::string::npos);
  EXPECT_TRUE(render(report, Format::csv).ends_with("\n,,1e+300\n"));
}

TEST(ReportsFormat, CsvHasNoFormulasAndNoControlCharacters) {
  for (const char* formula : {"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)"})
    EXPECT_NE(render(words(formula), Format::csv).find(std::string("\n2,'") + formula),
              std::string::npos)
        << formula;
  const std::string csv = render(words("a\x1b[2Jb\rc\td"), Format::csv);
  EXPECT_NE(csv.find("a [2Jb c\td"), std::string::npos) << csv;
}

TEST(ReportsFormat, NoCharacterTurnsTheTextBehindIt) {
  for (const Format format : {Format::text, Format::csv, Format::markdown, Format::html}) {
    const std::string out = render(words("a\u202Eb\u2066c\u2069\u202A"), format);
    EXPECT_EQ(out.find("\u202E"), std::string::npos);
    EXPECT_EQ(out.find("\u2066"), std::string::npos);
    EXPECT_NE(out.find("U+202E"), std::string::npos) << out;
  }
}

TEST(ReportsFormat, HostileTextIsHarmless) {
  // An escape sequence, an overlong slash, a surrogate, a cut-off sequence, C1's CSI.
  const Report report = words("\x1b[2J \xC0\xAF \xED\xA0\x80 \xC2\x9B \xE2\x82");
  for (Format format : {Format::text, Format::json, Format::csv, Format::markdown}) {
    std::string out;
    EXPECT_NO_THROW(out = render(report, format));
    EXPECT_NE(out.find("�� ��� "), std::string::npos);
  }
  EXPECT_EQ(render(report, Format::text).find('\x1b'), std::string::npos);
  EXPECT_NE(render(words("<b> *x* `y` \\"), Format::markdown).find(R"(| \<b> \*x\* \`y\` \\ |)"),
            std::string::npos);
  // A formula and emphasis on GitHub; within a word an underscore is only itself.
  EXPECT_NE(render(words("$x$ _y_ a_b __c"), Format::markdown).find(R"(| \$x\$ \_y\_ a_b \_\_c |)"),
            std::string::npos);
}

}  // namespace
}  // namespace plylab::reports
