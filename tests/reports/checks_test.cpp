// The checks of a report as JUnit's XML and as the annotations of GitHub.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "reports/formats/format.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Report checked() {
  Report report;
  report.provenance = {.version = "0.1", .date = "2025-01-02T03:04:05Z", .command = "plylab <x>"};
  report.checks = {
      {"a", "my \"suite\".epd", 3, CheckResult::passed, "", 0.5},
      {"b, 100 %", "my \"suite\".epd", 4, CheckResult::failed, "19, right is 18\nsee <board>", 1},
      {"c", "", 0, CheckResult::skipped, "not asked"},
      {"d:1", "my \"suite\".epd", 0, CheckResult::passed, "note: \x1b[1m and \xff\r\n%"}};
  return report;
}

TEST(JUnit, HasASuiteForEachFile) {
  Report report = checked();
  report.provenance = {};
  EXPECT_EQ(render(report, Format::junit),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"plylab\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\" "
            "time=\"1.500\">\n"
            "  <testsuite name=\"my &quot;suite&quot;.epd\" tests=\"3\" failures=\"1\" "
            "errors=\"0\" skipped=\"0\" time=\"1.500\">\n"
            "    <testcase name=\"a\" classname=\"my &quot;suite&quot;.epd\" file=\"my "
            "&quot;suite&quot;.epd\" line=\"3\" time=\"0.500\"/>\n"
            "    <testcase name=\"b, 100 %\" classname=\"my &quot;suite&quot;.epd\" file=\"my "
            "&quot;suite&quot;.epd\" line=\"4\" time=\"1.000\">\n"
            "      <failure message=\"19, right is 18\" type=\"failed\">19, right is 18\n"
            "see &lt;board&gt;</failure>\n"
            "    </testcase>\n"
            "    <testcase name=\"d:1\" classname=\"my &quot;suite&quot;.epd\" file=\"my "
            "&quot;suite&quot;.epd\" time=\"0.000\">\n"
            "      <system-out>note:  [1m and \xEF\xBF\xBD\n%</system-out>\n"
            "    </testcase>\n"
            "  </testsuite>\n"
            "  <testsuite name=\"plylab\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\" "
            "time=\"0.000\">\n"
            "    <testcase name=\"c\" classname=\"plylab\" time=\"0.000\">\n"
            "      <skipped message=\"not asked\"/>\n"
            "    </testcase>\n"
            "  </testsuite>\n"
            "</testsuites>\n");
}

TEST(JUnit, SaysWhereItComesFrom) {
  const std::string text = render(checked(), Format::junit);
  EXPECT_THAT(text, HasSubstr(" timestamp=\"2025-01-02T03:04:05\">\n    <properties>\n"));
  EXPECT_THAT(text, HasSubstr("<property name=\"command\" value=\"plylab &lt;x&gt;\"/>"));
  EXPECT_THAT(text, HasSubstr("<property name=\"complete\" value=\"yes\"/>"));
  EXPECT_TRUE(is_report(text));
}

TEST(JUnit, IsReadByAParserOfXml) {
  const auto parser = testing::find_program("xmllint");
  if (!parser) GTEST_SKIP() << "xmllint is not installed";
  for (const Report& report : {checked(), Report{}}) {
    const testing::TemporaryFile file(render(report, Format::junit), "junit", ".xml");
    EXPECT_EQ(testing::run_process(*parser, {"--noout", file.path()}).err, "");
  }
}

TEST(GitHub, AnnotatesWhatHasAMessage) {
  const std::string text = render(checked(), Format::github);
  EXPECT_EQ(text,
            "plylab has checked 4: 1 failed, 1 skipped\n"
            "::error file=my \"suite\".epd,line=4,title=b%2C 100 %25::19, right is 18%0Asee "
            "<board>\n"
            "::warning title=c::not asked\n"
            "::notice file=my \"suite\".epd,title=d%3A1::note: \x1b[1m and "
            "\xEF\xBF\xBD%0D%0A%25\n");
  EXPECT_TRUE(is_report(text));
}

TEST(GitHub, SaysIfTheWorkWasStopped) {
  Report report = checked();
  report.complete = false;
  EXPECT_THAT(render(report, Format::github),
              StartsWith("plylab has checked 4: 1 failed, 1 skipped, incomplete\n"));
}

TEST(Formats, OfChecksAreKnown) {
  EXPECT_THAT(format_names(), ::testing::IsSupersetOf({"junit", "github"}));
  EXPECT_THAT(format_names(false), Not(::testing::Contains("junit")));
}

}  // namespace
}  // namespace plylab::reports
