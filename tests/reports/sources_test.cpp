// Where a report comes from.
#include "reports/tables/sources.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace plylab::reports {
namespace {

TEST(ReportsProvenance, IsCollected) {
  setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
  const char* const argv[] = {"./plylab", "perft", "8/8 w - -", "it's", "", "--depth=6"};
  const Provenance provenance = collect_provenance(6, argv, 3);
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_EQ(provenance.date, "2023-11-14T22:13:20Z");
  EXPECT_EQ(provenance.command, R"(./plylab perft '8/8 w - -' 'it'\''s' '' --depth=6)");
  EXPECT_EQ(provenance.threads, 3);
  EXPECT_FALSE(provenance.version.empty());
  EXPECT_FALSE(provenance.compiler.empty());
  EXPECT_FALSE(provenance.cpu.empty());
  EXPECT_NE(provenance.system.find("Linux"), std::string::npos);
}

TEST(ReportsProvenance, ClockAndBadEpoch) {
  setenv("SOURCE_DATE_EPOCH", "yesterday", 1);
  const std::string date = collect_provenance(0, nullptr, 1).date;
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_EQ(date.size(), 20u);
  EXPECT_GT(date, "2025");
}

}  // namespace
}  // namespace plylab::reports
