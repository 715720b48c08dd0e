// What a GUI may set, and what the command line sets.
#include <regex>
#include <string>

#include "search/base/switches.h"
#include "tests/suites/play/gui/gui.h"

namespace plylab {
namespace {

using ::testing::Contains;
using testing::Gui;
using testing::Lines;
using ::testing::MatchesRegex;
using testing::number_behind;
using testing::plain;
using ::testing::StartsWith;

TEST(Uci, IntroducesItself) {
  Gui gui;
  const Lines lines = gui.ask("uci", "uciok");
  EXPECT_THAT(lines[0], MatchesRegex("id name plylab [0-9.]+ \\([^ ]+\\)"));
  EXPECT_EQ(lines[1], "id author the plylab authors");
  for (const char* option :
       {"Hash type spin default 64 min 0 max 1048576", "Threads type spin default 1 min 1 max 256",
        "Ponder type check default false", "UCI_Chess960 type check default false",
        "Generator type combo default bitboard var mailbox var x88 var bitboard"})
    EXPECT_THAT(lines, Contains(std::string("option name ") + option));
  for (const auto& entry : search::switches) {
    if (entry.name == "table" || entry.name == "threads") continue;  // Hash and Threads
    const char* const type = entry.kind.max == 1 ? "check" : "spin";
    EXPECT_THAT(lines, Contains(StartsWith(std::string("option name ") + std::string(entry.name) +
                                           " type " + type + " default ")));
  }
  EXPECT_EQ(gui.quit(), 0);
}

TEST(Uci, TakesItsDefaultsFromTheCommandLine) {
  Gui gui({"--algo", "mtdf", "--gen", "x88", "--eval", "random:7", "--order", "gain", "--with",
           "no-deepening,table=3,null=4"});
  const Lines lines = gui.ask("uci", "uciok");
  for (const char* start :
       {"Algorithm type combo default mtdf var minimax ", "Generator type combo default x88 ",
        "Evaluation type combo default random:7 ", "Ordering type combo default gain ",
        "Hash type spin default 3 ", "deepening type check default false",
        "null type spin default 4 min 0 max 8", "killers type check default false"})
    EXPECT_THAT(lines, Contains(StartsWith(std::string("option name ") + start)));
}

TEST(Uci, SearchesWithSeveralThreads) {
  Gui gui;
  gui.say("setoption name Threads value 2");
  gui.say("position startpos");
  EXPECT_EQ(gui.hear(), Lines());
  EXPECT_EQ(number_behind("depth", gui.ask("go depth 9").end()[-2]), 9);
}

TEST(Uci, TakesEveryOption) {
  Gui gui({"--algo", "alphabeta", "--with", "plain"});
  const Lines introduction = gui.ask("uci", "uciok");
  gui.say("position startpos moves d2d4 g8f6");
  int values = 0;
  const auto try_value = [&](const std::string& name, const std::string& value) {
    gui.say("setoption name " + name + " value " + value);
    EXPECT_EQ(gui.hear(), Lines()) << name << ' ' << value;
    const Lines lines = gui.ask("go depth 2");
    EXPECT_EQ(number_behind("depth", lines.end()[-2]), 2) << name << ' ' << value;
    ++values;
  };
  for (const std::string& line : introduction) {
    const auto is_option = [&](const char* name) {
      return line.starts_with(std::string("option name ") + name + ' ');
    };
    if (is_option("endgames") || is_option("book") || is_option("Threads"))
      continue;  // which need files, or a table
    std::smatch option;
    if (std::regex_match(line, option,
                         std::regex("option name (.*) type check default (true|false)"))) {
      try_value(option[1], option[2] == "true" ? "false" : "true");
      gui.say("setoption name " + option[1].str() + " value " + option[2].str());
    } else if (std::regex_match(
                   line, option,
                   std::regex("option name (.*) type spin default (.*) min (.*) max (.*)"))) {
      try_value(option[1], option[1] == "Hash" ? "1" : option[4].str());
      try_value(option[1], option[2]);
    } else if (std::regex_match(line, option,
                                std::regex("option name (.*) type combo default (\\S*) (.*)"))) {
      const std::string rest = option[3];
      const std::regex var("var (\\S+)");
      for (std::sregex_iterator it(rest.begin(), rest.end(), var), end; it != end; ++it)
        try_value(option[1], (*it)[1]);
      gui.say("setoption name " + option[1].str() + " value " + option[2].str());
    }
  }
  gui.say("setoption name endgames value 5");
  EXPECT_THAT(gui.hear().back(), HasSubstr("no endgame tables"));  // and it stays off
  EXPECT_EQ(number_behind("depth", gui.ask("go depth 2").end()[-2]), 2);
  EXPECT_GE(values, 50);
  EXPECT_EQ(gui.quit(), 0);
}

TEST(Uci, SearchesAsItIsSet) {
  Gui gui(plain);
  const long nodes = number_behind("nodes", gui.ask("go depth 3").end()[-2]);
  gui.say("setoption name algorithm value minimax");  // any case
  EXPECT_EQ(number_behind("nodes", gui.ask("go depth 3").end()[-2]), 21 + 421 + 9323);
  gui.say("setoption name Algorithm value alphabeta");
  EXPECT_EQ(number_behind("nodes", gui.ask("go depth 3").end()[-2]), nodes);
  gui.say("setoption name quiescence value true");
  EXPECT_NE(number_behind("nodes", gui.ask("go depth 3").end()[-2]), nodes);
}

TEST(Uci, TakesSwitchesOffThatASearchCannotHave) {
  Gui gui({"--fresh-table"});
  gui.say("setoption name Algorithm value sss");
  EXPECT_EQ(gui.hear(), Lines());
  EXPECT_EQ(number_behind("depth", gui.ask("go depth 3").end()[-2]), 3);
  gui.say("setoption name Algorithm value selective");
  const long selective = number_behind("nodes", gui.ask("go depth 6").end()[-2]);
  EXPECT_EQ(number_behind("nodes", Gui().ask("go depth 6").end()[-2]), selective);

  // A GUI may set all options to what they are: then every search has them.
  for (const std::string& line : gui.ask("uci", "uciok")) {
    std::smatch option;
    if (std::regex_match(line, option, std::regex("option name (.*) type \\w+ default (\\S+).*")))
      gui.say("setoption name " + option[1].str() + " value " + option[2].str());
  }
  EXPECT_THAT(gui.ask("setoption name Algorithm value sss", "info").back(),
              StartsWith("info string setoption: Algorithm: sss: has no form with "));
}

TEST(Uci, RefusesSwitchesThatASearchCannotHave) {
  Gui gui({"--fresh-table"});
  gui.say("setoption name Algorithm value sss");
  EXPECT_EQ(gui.ask("setoption name null value 8", "info").back(),
            "info string setoption: null: sss: has no form with null");
  EXPECT_EQ(number_behind("depth", gui.ask("go depth 3").end()[-2]), 3);
  gui.say("setoption name Algorithm value pvs");
  gui.say("setoption name null value 8");
  EXPECT_EQ(gui.ask("setoption name Algorithm value sss", "info").back(),
            "info string setoption: Algorithm: sss: has no form with null");
}

/// The last line of a search to depth 3 but one, without its times.
std::string deepest_line(Gui& gui) {
  static const std::regex times("nps .* pv");
  return std::regex_replace(gui.ask("go depth 3").end()[-2], times, "pv");
}

// Even if it is the default that the program declares, and whether it comes before or after the
// choice of another search.
TEST(Uci, KeepsWhatTheGuiSets) {
  Gui meant({"--fresh-table", "--algo", "alphabeta", "--eval", "positional", "--quiescence"});
  const std::string line = deepest_line(meant);
  const std::string algorithm = "setoption name Algorithm value alphabeta-soft";
  for (const bool before : {false, true}) {
    Gui gui({"--fresh-table"});
    if (before) gui.say(algorithm);
    gui.say("setoption name Evaluation value positional");
    gui.say("setoption name quiescence value true");
    if (!before) gui.say(algorithm);
    EXPECT_EQ(deepest_line(gui), line);
  }
}

// Even if it is the search's own.
TEST(Uci, KeepsTheEvaluationAndTheOrderingOfTheCommandLine) {
  Gui gui({"--fresh-table", "--algo", "alphabeta", "--eval", "pst", "--order", "captures"});
  gui.say("setoption name Algorithm value selective");
  Gui meant({"--fresh-table", "--algo", "selective", "--eval", "pst", "--order", "captures"});
  EXPECT_EQ(deepest_line(gui), deepest_line(meant));
}

// The option Algorithm and --algo mean the same program.
TEST(Uci, HasOneProgramForAName) {
  for (const char* search : {"mtdf", "pvs", "aspiration", "negascout"}) {
    Gui by_option({"--fresh-table"}), by_argument({"--fresh-table", "--algo", search});
    by_option.say(std::string("setoption name Algorithm value ") + search);
    EXPECT_EQ(number_behind("nodes", by_option.ask("go depth 5").end()[-2]),
              number_behind("nodes", by_argument.ask("go depth 5").end()[-2]))
        << search;
  }
}

TEST(Uci, RefusesATableThatDoesNotFit) {
  Gui gui({"--fresh-table"});
  const long nodes = number_behind("nodes", gui.ask("go depth 6").end()[-2]);
  EXPECT_THAT(gui.ask("setoption name Hash value 1048576", "info").back(),
              StartsWith("info string setoption: Hash: 1048576 MiB of table do not fit"));
  EXPECT_EQ(number_behind("nodes", gui.ask("go depth 6").end()[-2]), nodes);
}

TEST(Uci, RefusesWrongUse) {
  const auto fails = [](const Lines& arguments, const std::string& message) {
    const auto finished = testing::run_process(PLYLAB_PROGRAM, arguments, "quit\n");
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  };
  fails({"uci", "--algo", "pvs,mtdf"}, "--algo: takes one value, not pvs,mtdf");
  fails({"uci", "--gen", "all"}, "uci: takes a single --algo and --gen");
  fails({"uci", "--with", "plain", "--with", "killers"}, "--with: given more than once");
  fails({"uci", "--algo", "sss", "--with", "null"}, "sss: has no form with null");
  fails({"uci", "--eval", "nn"},
        "--eval: no 'nn'; there are material, pst, mobility, random, positional");
}

}  // namespace
}  // namespace plylab
