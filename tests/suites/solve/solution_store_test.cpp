// What plylab solve keeps with --runs: nobody is asked twice, and nothing else is taken for it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/formats/journal_file.h"
#include "tests/suites/solve/solve_command.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/sealed_lines.h"

namespace plylab {
namespace {

using testing::content;
using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;

TEST_F(SolveCommand, ResumesFromItsStore) {
  const std::string asked = path("asked"), runs = path("runs.jsonl");
  const auto noted = [&](const std::string& answer) {
    return "echo x >>'" + asked + "'; " + answer;
  };
  const std::string engine = solver(
      "noted", noted("echo 'info depth 1 score mate 1 nodes 40 pv a1a8'; echo 'bestmove a1a8'"),
      noted("echo 'info depth 3 score cp 20 nodes 90 pv e2e4 e7e5'; exit 7"),
      noted("echo 'info depth 1 score cp 20 nodes 5 pv d1d4'; echo 'bestmove d1d4'"));
  const std::vector<std::string> words = {"--engine", engine, "--algo", "pvs",
                                          "--depth",  "3",    "--runs", runs};
  const auto times_asked = [&] { return content(asked).size() / 2; };
  const auto whole = tables(words, 1);
  EXPECT_EQ(times_asked(), 3U);
  const std::string text = content(runs);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);  // a header and six solutions
  EXPECT_EQ(tables(words, 1), whole);                        // times, too, are those of then
  EXPECT_EQ(times_asked(), 3U);
  EXPECT_EQ(content(runs), text);

  // Whatever somebody changes is refused.
  const std::string damage =
      "the line does not have its checksum: it was edited or damaged, or "
      "belongs to another file\n";
  auto again = words;
  again.back() = path("again.jsonl");
  for (const auto& [from, to] : {std::pair("\"nodes\":40", "\"nodes\":41"),
                                 {"\"depth\":3", "\"depth\":4"},
                                 {"\"pv\":[\"a1a8", "\"pv\":[\"a1a7"},
                                 {"\"seconds\":", "\"seconds\":1"},
                                 {"\"mate\":1", "\"mate\":2"}}) {
    std::string edited = text;
    edited.replace(edited.find(from, edited.find('\n')), std::string_view(from).size(), to);
    file("again.jsonl", edited);
    EXPECT_THAT(plylab(command(again)).err, ::testing::EndsWith(damage)) << to;
  }
  const auto last = text.rfind('\n', text.size() - 2) + 1;
  std::string second = text.substr(last, text.rfind(",\"check\"") - last) + '}';
  second.insert(second.find("\"nodes\":") + 8, "7");
  file("again.jsonl", text + text.substr(last));
  EXPECT_EQ(tables(again, 1), whole);
  file("again.jsonl", text + reports::sealed(second, testing::header_of(text)) + '\n');
  EXPECT_THAT(plylab(command(again)).err, HasSubstr(":8: a second result for an earlier solution"));

  // The last line, which is torn, is the engine's about the third position.
  file("runs.jsonl", text.substr(0, text.size() - 20));
  EXPECT_EQ(tables(words, 1)["side_by_side"], whole["side_by_side"]);
  EXPECT_EQ(times_asked(), 4U);

  // Another contestant and another criterion need no more than what is new.
  auto more = words;
  more.insert(more.end(), {"--engine", good(), "--criterion", "first"});
  EXPECT_EQ(tables(more, 1)["summary"].size(), 3U);
  EXPECT_EQ(times_asked(), 4U);

  const auto refused = [&](const std::vector<std::string>& others) {
    const Finished finished = plylab(command(others));
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_EQ(
      refused({"--algo", "pvs", "--depth", "4", "--runs", runs}),
      "plylab: '" + runs + "' holds solutions within other limits: depth is 3 there and 4 here\n");
  EXPECT_EQ(refused({"--algo", "pvs", "--time", "9", "--runs", runs}),
            "plylab: '" + runs +
                "' holds solutions within other limits: depth is 3 there and unlimited here\n");
  EXPECT_EQ(refused({"--algo", "pvs", "--depth", "3", "--nodes", "9", "--runs", runs}),
            "plylab: '" + runs +
                "' holds solutions within other limits: nodes is unlimited there and 9 here\n");
  const std::string notes = file("notes", "my notes");
  EXPECT_EQ(refused({"--algo", "pvs", "--depth", "3", "--runs", notes}),
            "plylab: '" + notes + "' holds no solutions of plylab\n");
  EXPECT_EQ(content(notes), "my notes");

  std::string later = text;
  later.replace(later.find("\"schema_version\":5"), 18, "\"schema_version\":4");
  file("runs.jsonl", later);
  EXPECT_THAT(refused({"--algo", "pvs", "--depth", "3", "--runs", runs}),
              ::testing::StartsWith(
                  "plylab: " + runs +
                  ":1: has version 4 of the schema plylab-solutions, and this program reads "
                  "5; plylab "));
}

// Its command and its options are as they were.
TEST_F(SolveCommand, AsksAgainIfTheProgramOfAnEngineHasChanged) {
  const std::string runs = path("runs.jsonl"), asked = path("asked");
  const auto built = [&](const std::string& nodes) {
    const std::string says = "echo x >>'" + asked + "'; echo 'info depth 1 score mate 1 nodes " +
                             nodes + " pv a1a8'; echo 'bestmove a1a8'";
    return solver("own", says, "echo 'bestmove e2e4'", "echo 'bestmove d1d4'");
  };
  const auto solved = [&](const std::string& nodes) {
    file("asked", "");
    const auto report =
        testing::report_of(command({"--engine", built(nodes), "--depth", "3", "--runs", runs}));
    const auto& first = report["tables"][0];
    return fmt::format("{} {} {}", content(asked).size() / 2,
                       first["rows"][0]["own"].get<std::string>(),
                       first["notes"].dump().find("own: its program has changed; stored answers "
                                                  "that do not count: 3") != std::string::npos);
  };
  EXPECT_EQ(solved("7"), "1 7 at 1 false");
  EXPECT_EQ(solved("7"), "0 7 at 1 false");
  EXPECT_EQ(solved("8"), "1 8 at 1 true");
  EXPECT_EQ(solved("8"), "0 8 at 1 false");
  EXPECT_EQ(solved("7"), "1 7 at 1 true");
  EXPECT_EQ(solved("7"), "0 7 at 1 false");
}

// A position that stands in a suite twice, with other goals: the file can be read again.
TEST_F(SolveCommand, HasOneReplyForAPositionThatIsThereTwice) {
  const std::string suite = file("twice.epd",
                                 "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"a\";\n"
                                 "4k3/8/8/8/8/8/8/R3K3 w - - am Ra8+; id \"b\";\n");
  const std::string runs = path("twice.jsonl");
  const std::vector<std::string> call = {"solve",   "--suite", suite,    "--algo", "pvs",
                                         "--depth", "2",       "--runs", runs};
  EXPECT_EQ(plylab(call).status, 0);
  const std::string text = content(runs);
  const Finished again = plylab(call);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(content(runs), text);
}

}  // namespace
}  // namespace plylab
