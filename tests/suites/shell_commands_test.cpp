// Completion by a real bash, and the manual page as man shows it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace plylab {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::plylab;
using testing::run_process;

/// What bash offers behind these words, the last of which is being written.
std::vector<std::string> bash_offers(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += "'" + word + "' ";
  const auto bash = run_process("/bin/bash",
                                {"-c", "source /dev/stdin; COMP_WORDS=(" + line +
                                           "); COMP_CWORD=" + std::to_string(words.size() - 1) +
                                           "; _plylab; printf '%s\\n' \"${COMPREPLY[@]}\""},
                                plylab({"completion"}).out);
  EXPECT_EQ(bash.err, "");
  std::vector<std::string> offers;
  std::istringstream lines(bash.out);
  for (std::string offer; std::getline(lines, offer);) offers.push_back(offer);
  return offers;
}

TEST(Completion, KnowsCommandsOptionsAndValues) {
  EXPECT_THAT(bash_offers({"plylab", ""}), IsSupersetOf({"perft", "divide", "bench", "match"}));
  EXPECT_THAT(bash_offers({"plylab", "div"}), ElementsAre("divide"));
  EXPECT_THAT(bash_offers({"plylab", "bench", ""}), Contains("perft"));
  EXPECT_THAT(bash_offers({"plylab", "bench", "perft", "--ro"}), ElementsAre("--rounds"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--ro"}), Not(Contains("--rounds")));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--th"}), ElementsAre("--threads"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--game", "tic"}), ElementsAre("tictactoe"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--game", "=", "tic"}), ElementsAre("tictactoe"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "-f", "js"}), ElementsAre("json"));
  EXPECT_THAT(bash_offers({"plylab", "search", "--algo", "pvs-hard,asp"}),
              ElementsAre("pvs-hard,aspiration"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--out", "/etc/passw"}), Contains("/etc/passwd"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--suite", "bratko"}), ElementsAre("bratko-kopec"));
  EXPECT_THAT(bash_offers({"plylab", "search", "--with", "killers,hist"}),
              ElementsAre("killers,history"));
  EXPECT_THAT(bash_offers({"plylab", "mate", "--solver", "df"}), ElementsAre("dfpn"));
  EXPECT_THAT(bash_offers({"plylab", "mate", "--suite", "bratko"}), ElementsAre("bratko-kopec"));
  EXPECT_THAT(bash_offers({"plylab", "lint", "bratko"}), ElementsAre("bratko-kopec"));
  EXPECT_THAT(bash_offers({"plylab", "experiment", "class"}), ElementsAre("classical"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--fen", "kiwi"}), ElementsAre("kiwipete"));
  EXPECT_THAT(bash_offers({"plylab", "search", "--kernel", "mag"}), ElementsAre("magic"));
  EXPECT_THAT(bash_offers({"plylab", "match", "--game", "tic"}), ElementsAre("tictactoe"));
  EXPECT_THAT(bash_offers({"plylab", "perft", "--early", ""}), ElementsAre("count", "drop"));
  EXPECT_THAT(bash_offers({"plylab", "search", "--compare", "var"}), ElementsAre("variant"));
  EXPECT_THAT(bash_offers({"plylab", "report", "--measure", "sec"}), ElementsAre("seconds"));
  EXPECT_THAT(bash_offers({"plylab", "solve", "--criterion", "st"}), ElementsAre("stable"));
  EXPECT_THAT(bash_offers({"plylab", "search", "--figure", "gro"}), ElementsAre("growth"));
  // Generators of all games: which one is meant may not be said yet.
  EXPECT_THAT(bash_offers({"plylab", "perft", "--game", "reversi", "--gen", ""}),
              IsSupersetOf({"all", "array", "mailbox"}));
}

TEST(Completion, FallsBackOnFiles) {
  EXPECT_THAT(bash_offers({"plylab", "report", "/etc/passw"}), Contains("/etc/passwd"));
  const auto registered = run_process("/bin/bash", {"-c", "source /dev/stdin; complete -p plylab"},
                                      plylab({"completion"}).out);
  EXPECT_THAT(registered.out, HasSubstr(" -o default "));
}

TEST(Completion, IsValidBash) {
  const auto script = plylab({"completion"});
  EXPECT_EQ(script.status, 0);
  EXPECT_THAT(script.out, AllOf(HasSubstr("perft"), HasSubstr("tictactoe")));
  const auto checked = run_process("/bin/bash", {"-n", "/dev/stdin"}, script.out);
  EXPECT_EQ(checked.status, 0) << checked.err;
}

TEST(Manual, HasEveryCommandAndIsCleanRoff) {
  const auto page = plylab({"man"});
  EXPECT_EQ(page.status, 0);
  for (const char* part : {".TH PLYLAB 1", ".SS plylab bench perft", "\\-\\-depth", "\\-\\-resume"})
    EXPECT_THAT(page.out, HasSubstr(part));
  const auto groff = testing::find_program("groff");
  if (!groff) GTEST_SKIP() << "no groff here";
  const auto shown = run_process(*groff, {"-man", "-Kutf8", "-Tutf8", "-ww"}, page.out);
  EXPECT_EQ(shown.status, 0);
  EXPECT_EQ(shown.err, "");
}

}  // namespace
}  // namespace plylab
