// Several reports as one.
#include "reports/tables/merge.h"

#include "reports/formats/format.h"
#include "tests/reports/samples.h"

namespace plylab::reports {
namespace {

Report report_of(Table table, const std::string& commit) {
  return {.provenance = {.version = "1", .commit = commit}, .tables = {std::move(table)}};
}

TEST(Merge, LeavesAReportAlone) {
  EXPECT_EQ(render(merge({{"a", sample()}}), Format::json), render(sample(), Format::json));
}

TEST(Merge, PutsTablesOfOneNameTogether) {
  Table first{"times", "Times", {{"position"}, {"nodes"}}, {}, {"one", "two"}};
  first.add({"a", 1});
  Table second{"times", "Times", {{"position"}, {"seconds"}, {"nodes"}}, {}, {"two", "three"}};
  second.add({"a", 0.5, 2});
  Report whole =
      merge({{"monday", report_of(first, "aaa")}, {"tuesday", report_of(second, "bbb")}});
  ASSERT_EQ(whole.tables.size(), 2U);
  EXPECT_EQ(whole.tables[1].name, "files");
  EXPECT_EQ(whole.tables[1].rows[1][3], Cell("bbb"));
  EXPECT_EQ(whole.provenance.version, "");
  whole.tables.pop_back();
  EXPECT_EQ(render(whole, Format::text),
            "Times\n"
            "\n"
            "file     position  nodes  seconds\n"
            "-------  --------  -----  -------\n"
            "monday   a             1        -\n"
            "tuesday  a             2      0.5\n"
            "\n"
            "* monday: one\n"
            "* two\n"
            "* tuesday: three\n");
}

// One file's ratios are to pvs, the other's to mtdf.
TEST(Merge, SaysAllTitles) {
  Table first{"ratios", "To pvs", {{"ratio"}}, {}, {}},
      second{"ratios", "To mtdf", {{"ratio"}}, {}, {}};
  const Report whole = merge({{"a", report_of(first, "")}, {"b", report_of(second, "")}});
  EXPECT_EQ(whole.tables[0].title, "a: To pvs; b: To mtdf");
}

TEST(Merge, SaysWhoseTextItIs) {
  const std::vector<std::string> text =
      merge({{"a", {.text = {"one"}}}, {"b", {}}, {"c", {.text = {"two", "three"}}}}).text;
  EXPECT_EQ(text, (std::vector<std::string>{"a:", "one", "", "c:", "two", "three"}));
}

TEST(Merge, KeepsApartWhatOneReportHasTwice) {
  Report report = sample();
  report.tables.push_back(report.tables[0]);
  report.complete = false;
  Report other = sample();
  other.tables[0].name = "another";
  const Report whole = merge({{"a", report}, {"b", report}, {"c", other}});
  ASSERT_EQ(whole.tables.size(), 4U);
  EXPECT_EQ(whole.tables[0].rows.size(), 6U);
  EXPECT_EQ(whole.tables[1].rows.size(), 6U);
  EXPECT_EQ(whole.tables[2].name, "another");
  EXPECT_FALSE(whole.complete);
}

}  // namespace
}  // namespace plylab::reports
