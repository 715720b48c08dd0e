// Reports that were stored and read again.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <utility>

#include "reports/figures/figures.h"
#include "reports/formats/format.h"
#include "tests/reports/samples.h"

namespace plylab::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string stored(const Report& report) { return render(report, Format::json); }

/// What is said about a text that is no report.
std::string complaint(const std::string& text) {
  return testing::input_error_of([&] { read_report(text, "'x'"); });
}

TEST(ReadReport, IsTheSameInEveryFormat) {
  Report report = sample();
  report.complete = false;
  report.tables[0].rows[2][5] = "valid bytes";  // the others have been replaced
  report.tables[0].columns[3].precision = 4;
  Table kinds{"kinds", "", {{"value"}}, {}, {}};
  for (const Cell& cell : {Cell(0), Cell(-1), Cell(90.0), Cell(1e300), Cell(""), Cell("12"),
                           Cell(true), Cell(), Cell("184467440737095516160x")})
    kinds.add({cell});
  report.tables.push_back(kinds);
  const Report again = read_report(stored(report), "x");
  for (const Format format :
       {Format::text, Format::json, Format::csv, Format::markdown, Format::latex})
    EXPECT_EQ(render(again, format), render(report, format));
}

TEST(ReadReport, KnowsCountsBeyond64Bits) {
  const Report again = read_report(stored(sample()), "x");
  EXPECT_EQ(again.tables[0].rows[1][2], Cell(beyond_64_bits));
  EXPECT_EQ(again.tables[0].rows[2][2], Cell(std::numeric_limits<std::uint64_t>::max()));
}

TEST(ReadReport, KnowsWhoReadsATable) {
  Report report = sample();
  report.tables[0].readers = Readers::programs;
  report.tables.push_back(sample().tables[0]);
  const Report again = read_report(stored(report), "x");
  EXPECT_EQ(again.tables[0].readers, Readers::programs);
  EXPECT_EQ(again.tables[1].readers, Readers::all);
}

TEST(ReadReport, DrawsTheSamePictures) {
  const Report report = solved();
  const auto before = figures_of(report), after = figures_of(read_report(stored(report), "x"));
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].name, before[i].name);
    EXPECT_EQ(svg_figure(after[i], true), svg_figure(before[i], true));
  }
}

// A picture's name becomes that of a file.
TEST(ReadReport, LeavesOutPicturesThatItCannotDraw) {
  for (const auto& [known, other] : {std::pair("steps", "cubes"), {"solved_time", "../solved"}}) {
    std::string text = stored(solved());
    const auto place = text.find(fmt::format("\"{}\"", known));
    text.replace(place + 1, std::string_view(known).size(), other);
    EXPECT_EQ(figures_of(read_report(text, "x")).size(), 2U) << other;
  }
}

TEST(ReadReport, IgnoresWhatItDoesNotKnow) {
  std::string text = stored(sample());
  text.insert(text.find("\"complete\""), "\"mood\": [1, {}],\n  ");
  EXPECT_EQ(stored(read_report(text, "x")), stored(sample()));
  const std::string precision = ",\"precision\":2";  // of the times
  text.erase(text.find(precision), precision.size());
  EXPECT_THAT(render(read_report(text, "x"), Format::text), HasSubstr("1234.500"));
}

TEST(ReadReport, SaysInALineWhyItRefuses) {
  const std::string text = stored(sample());
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    return other.replace(other.find(from), from.size(), to);
  };
  const std::string nothing =
      "'x': not a stored report of plylab: neither JSON (--format json) nor a --runs file";
  EXPECT_EQ(complaint(""), nothing);
  EXPECT_EQ(complaint("[Event \"a game\"]\n"), nothing);
  EXPECT_EQ(complaint("{\"schema\": \"another\"}"), nothing);
  EXPECT_EQ(complaint("{}"), nothing);
  for (const char* more : {"", "{\"id\":\"b\",\"check\":\"1\"}\n"})
    EXPECT_EQ(complaint(std::string("{\"id\":\"a\",\"check\":\"0\"}\n") + more),
              "'x': a --runs file without its first line, the header");
  EXPECT_EQ(complaint("{\"schema\":\"plylab-solutions\"}\n{\"id\":\"a\",\"check\":\"0\"}\n"),
            "'x': a --runs file that only the command which wrote it can read");
  for (const Format format : {Format::text, Format::csv, Format::markdown, Format::latex})
    EXPECT_EQ(complaint(render(sample(), format)),
              "'x': a report in another format; only JSON (--format json) can be read");
  EXPECT_EQ(complaint(changed("\"schema_version\": 1", "\"schema_version\": 2")),
            "'x': has version 2 of the schema plylab-report, and this program reads 1; plylab 0.1 "
            "(abc1234) wrote it");
  EXPECT_EQ(
      complaint(changed("\"schema_version\": 1", "\"schema_version\": 1.5")),
      "'x': has version 1.5 of the schema plylab-report, and this program reads 1; plylab 0.1 "
      "(abc1234) wrote it");
  EXPECT_EQ(complaint(changed("\"tables\": [", "\"tables\": null, \"others\": [")),
            "'x': is not what SCHEMA.md says: it has no list 'tables'");
  EXPECT_THAT(complaint(text.substr(0, text.size() / 2)),
              StartsWith("'x': not JSON, or truncated: it has a syntax error at byte "));
  EXPECT_EQ(complaint(changed("\"depth\":6,", "\"depth\":1e400,")),
            "'x': it has the number '1e400', which is too large");
  EXPECT_EQ(complaint(changed("\"complete\": true,", "")),
            "'x': is not what SCHEMA.md says: it has no 'complete'");
  EXPECT_EQ(complaint(changed("\"complete\": true,", "\"complete\": null,")),
            "'x': is not what SCHEMA.md says: it has nothing where true or false belongs");
  EXPECT_EQ(complaint(changed("\"depth\":6,", "")),
            "'x': is not what SCHEMA.md says: table 1: row 1: it has no 'depth'");
  EXPECT_EQ(
      complaint(changed("\"depth\":6,", "\"depth\":[],")),
      "'x': is not what SCHEMA.md says: table 1: row 1: it has an array where a text belongs");
  EXPECT_EQ(complaint(changed("\"rows\": [", "\"rows\": null, \"others\": [")),
            "'x': is not what SCHEMA.md says: table 1: it has no list 'rows'");
  EXPECT_EQ(complaint(changed("\"tables\": [", "\"tables\": [7, ")),
            "'x': is not what SCHEMA.md says: table 1: it has a number where an object belongs");
  EXPECT_EQ(complaint(changed("{\"name\":\"depth\"", "{\"name\":\"position\"")),
            "'x': table 'perft' has two columns 'position'");
  EXPECT_EQ(complaint(changed("\"precision\":2", "\"precision\":999999999")),
            "'x': table 'perft' has 999999999 decimals in 'time'");
  EXPECT_THAT(complaint(changed("\"tables\": [", "\"tables\": 7, \"x\": [")),
              HasSubstr("SCHEMA.md"));
}

}  // namespace
}  // namespace plylab::reports
