#include "reports/formats/journal_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temporary_file.h"

namespace plylab::reports {
namespace {

constexpr JournalKind kind{"plylab-things", 1, "things"};

/// Opens the journal on such a processor and goes on with it, as a command does. Returns whether a
/// header was written.
bool go_on(const std::string& path, const std::string& cpu) {
  JournalFile journal(path, kind, {.version = "1", .commit = "c", .cpu = cpu});
  const bool has_header = !journal.header().empty() && journal.is_of_this_machine();
  journal.go_on(has_header ? "" : R"("limits":{})");
  return !has_header;
}

TEST(JournalFile, ItsMachineIsThatOfTheLastHeader) {
  const testing::TemporaryFile file("", "journal", ".jsonl");
  EXPECT_TRUE(go_on(file.path(), "A"));
  EXPECT_FALSE(go_on(file.path(), "A"));
  EXPECT_TRUE(go_on(file.path(), "B"));
  EXPECT_TRUE(go_on(file.path(), "A"));
  EXPECT_FALSE(go_on(file.path(), "A"));
  EXPECT_TRUE(go_on(file.path(), "B"));
  const JournalFile journal(file.path(), kind, {.version = "1", .commit = "c", .cpu = "C"});
  EXPECT_EQ(journal.cpus(), (std::vector<std::string>{"A", "B", "A", "B"}));
  EXPECT_EQ(note_on_machines(journal.cpus()), "seconds were taken on several machines: A; B");
}

TEST(JournalFile, TakesAHeaderThatAnotherProgramHasWrittenAnew) {
  const std::string header =
      R"({"provenance": {"commit": "c", "version": "1", "cpu": "A"}, "limits": {}, )"
      R"("schema_version": 1, "schema": "plylab-things"})";
  const testing::TemporaryFile file(header + "\n{\"text\":\"schema\"}\n", "journal", ".jsonl");
  EXPECT_FALSE(go_on(file.path(), "A"));
  EXPECT_TRUE(go_on(file.path(), "B"));
  const JournalFile journal(file.path(), kind, {.version = "1", .commit = "c", .cpu = "B"});
  EXPECT_EQ(journal.lines().size(), 1U);
  EXPECT_EQ(journal.cpus(), (std::vector<std::string>{"A", "B"}));
}

}  // namespace
}  // namespace plylab::reports
