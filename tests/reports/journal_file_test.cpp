#include "reports/formats/journal_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "tests/support/input_error_of.h"
#include "tests/support/sealed_lines.h"
#include "tests/support/temporary_file.h"

namespace plylab::reports {
namespace {

constexpr JournalKind kind{"plylab-things", 1, "things"};

/// Opens the journal on such a processor and goes on with it, as a command does. Returns whether a
/// header was written.
bool go_on(const std::string& path, const std::string& cpu) {
  JournalFile journal(path, kind, {.version = "1", .commit = "c", .cpu = cpu});
  const bool has_header = !journal.header().empty() && journal.is_made_here();
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
  EXPECT_EQ(note_on_machines(journal.cpus()), "times were measured on several machines: A; B");
}

// A program that was built anew from other sources has the same version, and may find other
// results.
TEST(JournalFile, NoticesAnotherBuildOfTheProgram) {
  const testing::TemporaryFile file("", "journal", ".jsonl");
  EXPECT_TRUE(go_on(file.path(), "A"));
  std::string text = read_file(file.path());
  const std::size_t build = text.find("\"build\":\"") + 9;
  text.replace(build, 16, "0123456789abcdef");
  std::ofstream(file.path(), std::ios::trunc) << testing::sealed_again(text);
  EXPECT_TRUE(go_on(file.path(), "A"));
  EXPECT_FALSE(go_on(file.path(), "A"));
  const JournalFile journal(file.path(), kind, {.version = "1", .commit = "c", .cpu = "A"});
  ASSERT_EQ(journal.builds().size(), 2U);
  EXPECT_EQ(journal.builds().front(), "0123456789abcdef");
  EXPECT_EQ(note_on_builds(journal.builds()).substr(0, 16), "2 builds of this");
  EXPECT_EQ(note_on_builds({"a", "a"}), "");
}

TEST(JournalFile, TakesNoLineThatItDidNotWrite) {
  const testing::TemporaryFile file("", "journal", ".jsonl");
  EXPECT_TRUE(go_on(file.path(), "A"));
  const std::string header = read_file(file.path());
  const std::string line = sealed(R"({"text":"schema"})", header) + '\n';
  const std::string check = header.substr(header.size() - 35, 32);
  EXPECT_EQ(line, R"({"text":"schema","check":")" +
                      sha256(check + R"({"text":"schema"})").substr(0, 32) + "\"}\n");
  EXPECT_NE(line, sealed(R"({"text":"schema"})") + '\n');
  const auto complaint = [](const std::string& text) {
    return testing::input_error_of([&] { read_journal(text, kind, "x"); });
  };
  const auto refused = [](int number) {
    return fmt::format(
        "x:{}: the line does not have its checksum: it was edited or damaged, or "
        "belongs to another file",
        number);
  };
  EXPECT_EQ(read_journal(header + line + line, kind, "x").lines.size(), 1U);
  EXPECT_EQ(complaint(header + line + "{\"text\":\"schema\"}\n" + line), refused(3));
  EXPECT_EQ(complaint(header + line + "\n"), refused(3));
  EXPECT_EQ(complaint(header + std::string(9, '\0') + "\n" + line), refused(2));
  std::string other = header;
  other.replace(other.find("\"cpu\":\"A\""), 9, "\"cpu\":\"B\"");
  EXPECT_EQ(complaint(other + line), refused(1));
  // A line of a file with another header.
  EXPECT_EQ(complaint(testing::sealed_again(other) + line), refused(2));
  for (std::size_t size = 0; size < line.size(); ++size)
    EXPECT_EQ(read_journal(header + line + line.substr(0, size), kind, "x").lines.size(), 1U);
}

}  // namespace
}  // namespace plylab::reports
