// The page of HTML: its structure, and that it has every number of the JSON.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/formats/format.h"
#include "tests/reports/samples.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/well_formed.h"

namespace plylab::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Html, IsAPageThatLoadsNothing) {
  const std::string page = render(sample(), Format::html);
  EXPECT_EQ(testing::fault_in_markup(page), "");
  EXPECT_TRUE(is_report(page));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* outside : {"src=", "http:", "https:", "@import", "url("})
    EXPECT_THAT(page.substr(page.find("<body>")), Not(HasSubstr(outside)));
  EXPECT_THAT(page, HasSubstr("<h1>plylab perft 6</h1>"));
}

TEST(Html, ShowsWhatTextShowsAndAllDigitsUnderThePointer) {
  Report report = sample();
  report.tables[0].rows[0][5] = "<script>alert(1)</script> & \"co\"";
  report.complete = false;
  report.text = {"a < b"};
  const std::string page = render(report, Format::html);
  EXPECT_EQ(testing::fault_in_markup(page), "");
  EXPECT_THAT(page, HasSubstr("<td>18446744073709551616"));
  EXPECT_THAT(page, HasSubstr("<td title=\"0.125\">0.12"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;"));
  EXPECT_THAT(page, HasSubstr("Incomplete"));
  EXPECT_THAT(page, HasSubstr("a &lt; b"));
  EXPECT_THAT(page, HasSubstr("<i>s</i>"));  // a unit
}

/// A cell as the page has it: all digits, if they are under the pointer.
std::vector<std::string> cells_in(const std::string& page) {
  std::vector<std::string> cells;
  for (std::size_t at = page.find("<td"); at != page.npos; at = page.find("<td", at + 1)) {
    const std::size_t start = page.find('>', at) + 1;
    const std::string title = page.substr(at, start - at);
    std::string text = page.substr(start, page.find_first_of("<\n", start) - start);
    if (const auto quote = title.find("title=\""); quote != title.npos)
      text = title.substr(quote + 7, title.rfind('"') - quote - 7);
    cells.push_back(text);
  }
  return cells;
}

/// Columns without any value are left out of what people are shown.
bool is_known_in_any_row(const nlohmann::json& table, const std::string& column) {
  return std::any_of(table["rows"].begin(), table["rows"].end(),
                     [&](const auto& row) { return !row[column].is_null(); });
}

TEST(Html, HasEveryNumberOfTheJson) {
  const std::string file = testing::temporary("report.json");
  ASSERT_EQ(testing::plylab({"search", "--suite", "bratko-kopec", "--algo", "minimal,pvs,mtdf",
                             "--depth", "2,3", "--format", "json", "--out", file})
                .status,
            0);
  const auto json = nlohmann::json::parse(testing::plylab({"report", file, "-f", "json"}).out);
  const std::string page = testing::plylab({"report", file, "--format", "html"}).out;
  EXPECT_EQ(testing::fault_in_markup(page), "");
  const auto cells = cells_in(page);
  std::size_t next = 0;
  for (const auto& table : json["tables"])
    for (const auto& row : table["rows"])
      for (const auto& column : table["columns"]) {
        const std::string name = column["name"];
        if (!is_known_in_any_row(table, name)) continue;
        ASSERT_LT(next, cells.size());
        const auto& value = row[name];
        const std::string& shown = cells[next++];
        if (value.is_number())
          EXPECT_EQ(std::stod(shown), value.get<double>()) << table["name"] << ' ' << name;
        else if (value.is_string())
          EXPECT_EQ(shown, value.get<std::string>());
        else if (value.is_boolean())
          EXPECT_EQ(shown, value.get<bool>() ? "yes" : "no");
        else
          EXPECT_EQ(shown, "-");
      }
  EXPECT_EQ(next, cells.size());
  EXPECT_GT(next, 1000U);
  for (const char* figure : {"growth", "ratio", "profile", "scatter"})
    EXPECT_THAT(page, HasSubstr(fmt::format("<figure id=\"figure-{}\">", figure)));
}

}  // namespace
}  // namespace plylab::reports
