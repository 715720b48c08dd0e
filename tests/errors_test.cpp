// What the program says where something goes wrong, and what it keeps: wrong use, places that
// cannot be written, threads that cannot be started.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "gen/base/files.h"
#include "reports/formats/format.h"
#include "tests/support/kernels.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::TemporaryFile;

struct Misuse {
  std::vector<std::string> arguments;
  std::string message;
};

TEST(Errors, AnOptionWithoutTextIsRefused) {
  for (const auto& [command, option] :
       std::initializer_list<std::pair<const char*, const char*>>{{"perft", "--depth"},
                                                                  {"perft", "--threads"},
                                                                  {"perft", "--out"},
                                                                  {"perft", "--suite"},
                                                                  {"perft", "--kernel"},
                                                                  {"perft", "--game"},
                                                                  {"perft", "--gen"},
                                                                  {"perft", "--fen"},
                                                                  {"perft", "--moves"},
                                                                  {"perft", "--format"},
                                                                  {"search", "--with"},
                                                                  {"match", "--clock"},
                                                                  {"match", "--event"},
                                                                  {"verify", "--engine"},
                                                                  {"sudoku", "--kernel"}}) {
    const Finished finished = plylab({command, option, ""});
    EXPECT_EQ(finished.status, 2) << option;
    EXPECT_EQ(finished.err, std::string("plylab: ") + option + ": empty value\n");
    EXPECT_EQ(finished.out, "");
  }
}

TEST(Errors, RefusesWrongUseInOneLine) {
  const TemporaryFile empty("", "empty"), work("my notes", "work");
  const std::string no_store = "cannot append to '/dev/null': it is not a regular file";
  const Misuse cases[] = {
      {{"perft", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"}, "FEN: White has no king"},
      {{"perft", "--gen", "foo"}, "--gen: no 'foo'; there are mailbox, x88, bitboard"},
      {{"search", "--algo", "abc"},
       "--algo: no 'abc'; there are minimax, alphabeta-hard, alphabeta-soft, pvs-hard, pvs-soft, "
       "pvs-max, negascout-1983, negascout-1989, negascout-soft, scout, aspiration, mtdf, mt-sss, "
       "mt-dual, mtd-step, mtd-bi, sss, selective, negascout-misprint, alphabeta, pvs, negascout"},
      {{"search", "--algo", "alpabeta"}, "--algo: no 'alpabeta'; did you mean alphabeta?"},
      {{"search", "--algo", "alpabeta", "--depth", "2,3"},
       "--algo: no 'alpabeta'; did you mean alphabeta?"},
      {{"search", "--algo", "minimax", "--with", "table=16,etc"},
       "minimax: etc has no effect, because all its windows are open"},
      {{"search", "--algo", "pvs-soft", "--with", "etc"},
       "pvs-soft: etc changes nothing without table: add table=64"},
      {{"search", "--with", "kilers"}, "--with: no 'kilers'; did you mean killers?"},
      {{"perft", "--fen", "startpos", "moves", "e2e4"},
       "unknown argument 'moves': a position with moves has blanks, put it in quotes"},
      {{"perft", "--kernel", "mmx"}, "--kernel: no 'mmx'; " + testing::chess_kernels},
      {{"search", "--order", "best"},
       "--order: no 'best'; there are generation, canonical, captures, see, gain, classes, "
       "direction, hash, default"},
      {{"search", "--eval", "nn"},
       "--eval: no 'nn'; there are material, pst, mobility, random, positional"},
      {{"search", "--game", "tictactoe", "--eval", "random:7"},
       "--eval: random:7 is an evaluation of chess only; tictactoe has only even"},
      {{"search", "--game", "nightrider", "--eval", "positional"},
       "--eval: positional is an evaluation of chess only; this variant of chess has material, "
       "pst, mobility, random"},
      {{"perft", "--format", "xml"},
       "--format: no 'xml'; there are text, json, csv, markdown, latex, html, junit, github"},
      {{"perft", "--suite", "/no/such.epd"},
       "cannot read '/no/such.epd': No such file or directory"},
      {{"perft", "--suite", empty.path()}, empty.path() + ": no usable position"},
      {{"perft", "--suite", std::string(300, 'a')},
       "'" + std::string(89, 'a') + "..." + std::string(88, 'a') + "': File name too long"},
      {{"search", "--algo", std::string(300, 'a')},
       "--algo: no '" + std::string(89, 'a') + "..." + std::string(88, 'a') +
           "'; there are minimax, alphabeta-hard, alphabeta-soft, pvs-hard, pvs-soft, pvs-max, "
           "negascout-1983, negascout-1989, negascout-soft, scout, aspiration, mtdf, mt-sss, "
           "mt-dual, mtd-step, mtd-bi, sss, selective, negascout-misprint, alphabeta, pvs, "
           "negascout"},
      {{"perft", "--out", "/no/such/dir/x.json", "--depth", "60"},  // before the work
       "cannot write '/no/such/dir/x.json': No such file or directory"},
      {{"perft", "--out", "/", "--depth", "60"}, "cannot write '/': Is a directory"},
      {{"perft", "--out", work.path(), "--depth", "60"},
       "--out: '" + work.path() + "' exists and is not a report of plylab"},
      {{"prove", "--fen", "startpos"},
       "prove: the greatest length of games of chess is not known: give --depth, the plies to the "
       "end"},
      {{"prove", "--game", "tictactoe", "--solver", "pns"},
       "--solver: no 'pns'; there are exhaustive, pn, pn2, dfpn"},
      {{"search", "--runs", empty.path(), "--out", empty.path()},
       "--out and --runs name the same file, '" + empty.path() + "'"},
      {{"search", "--runs", "k", "--out", "./k"}, "--out and --runs name the same file, 'k'"},
      {{"search", "--gen", "mailbox,x88", "--kernel", "magic"},
       "--kernel: no kernels to choose from in mailbox, x88"},
      {{"solve", "--suite", "demo", "--restart"}, "--restart requires --engine"},
      {{"solve", "--suite", "demo", "--engine", "x", "--with", "killers"},
       "--with: applies only to the searches of --algo, and there are none; name one"},
      {{"search", "--runs", "/dev/null"}, no_store},
      {{"solve", "--suite", "demo", "--runs", "/dev/null"}, no_store},
      {{"experiment", "classical", "--runs", "/dev/null"}, no_store},
      {{"match", "--search", "pvs", "--search", "minimax", "--nodes", "9", "--pgn", "/dev/null"},
       no_store},
      {{"divide", "--depth", "60", "--table", "t"}, "--table: no 't'; there is divide"},
      {{"search", "--depth", "60", "--figure", "llr=x.svg"},
       "--figure: no 'llr'; there are growth, growth-2, growth-3, branching, branching-2, "
       "branching-3, cut_index, cut_index-2, cut_index-3, ratio"},
      {{"match", "--search", "pvs", "--search", "minimax", "--nodes", "100000000000", "--figure",
        "llr=x.svg"},
       "--figure: no 'llr'; there is score"},
      {{"elo", "--wdl", "3", "2", "1", "--figure", "x.svg"},
       "--figure: no picture can be drawn from the tables of this report"},
      {{"elo", "/no/such.pgn", "--table", "t"},
       "--table: no 't'; there are players, los, model, results, pairs"},
      {{"games", "/no/such.pgn", "--table", "t"}, "--table: no 't'; there is games"},
      {{"book", "show", "/no/such.book", "--table", "t"}, "--table: no 't'; there is moves"},
      {{"eval", "--suite", "/no/such.epd", "--table", "t"}, "--table: no 't'; there is terms"},
      {{"list", "suites", "--table", "t"}, "--table: no 't'; there is suites"},
      {{"endgame", "show", "--endgames", "/no/such", "--table", "t"},
       "--table: no 't'; there is endings"},
      {{"endgame", "probe", "startpos", "--endgames", "/no/such", "--table", "t"},
       "--table: no 't'; there is values"},
      {{"book", "make", "games.pgn", "new.book"},
       "FILE: 'games.pgn' has the name of a file of games: the book goes first, the games after "
       "it"},
      {{"soak", "--seconds", "1000000", "--table", "t"},
       "--table: no 't'; there are difference, soak, checks"},
      {{"bench", "perft", "--no-engine", "--rounds", "1000", "--table", "t"},
       "--table: no 't'; there are positions, means"},
      {{"verify", "--engine", "/no/such", "--table", "t"},
       "--table: no 't'; there are summary, suite_errors, faults, wrong_moves, failures, "
       "positions, left_out"},
      {{"mate", "--fen", "startpos", "--time", "1000000", "--table", "t"},
       "--table: no 't'; there are mates, lines"},
      {{"mine", "--to", "8", "--nodes", "100000000000", "--epd", "x", "--table", "t"},
       "--table: no 't'; there is mined"},
      {{"match", "--search", "pvs", "--search", "minimax", "--nodes", "100000000000", "--table",
        "t"},
       "--table: no 't'; there are players, pairs, games"},
      {{"lint", "/no/such.epd", "--table", "t"},
       "--table: no 't'; there are findings, summary, suites"},
      {{"endgame", "build", "--table", "t"}, "--table: no 't'; there is endings"},
      {{"lint", "demo", "--fix", work.path()}, "--fix: '" + work.path() + "' already exists"},
      {{"perft", "--depth", "61"}, "--depth: 61 is above 60"},
      {{"perft", "--depth", "three"}, "--depth: 'three' is not a whole number"},
      {{"perft", "--depth", "3.5"}, "--depth: '3.5' is not a whole number"},
      {{"perft", "--depth", "0x3"}, "--depth: '0x3' is not a whole number"},
      {{"perft", "--depth"}, "--depth: no value given"},
      {{"divide", "--depth", "3", "-d", "4"}, "--depth: given more than once"},
      {{"divide", "--depth", "1..3"}, "--depth: takes one value, not 1..3"},
      {{"divide", "--depth", "2,3"}, "--depth: takes one value, not 2,3"},
      {{"verify", "--depth", "1..3"}, "--depth: takes one value, not 1..3"},
      {{"solve", "--suite", "demo", "--depth", "2,3"}, "--depth: takes one value, not 2,3"},
      {{"solve", "--suite", "demo", "--eval", "a,b"}, "--eval: takes one value, not a,b"},
      {{"perft", "--depth", "6..4"}, "--depth: '6..4' is not an ascending range such as 4..6"},
      {{"perft", "--depth", "1..61"}, "--depth: 61 is above 60"},
      {{"search", "--hash", "16TB"}, "--hash: '16TB' is not a whole number of MiB"},
      {{"search", "--order", "history"},
       "--order: no 'history'; there are generation, canonical, captures, see, gain, classes, "
       "direction, hash, default (there is --with history)"},
      {{"search", "--with", "captures"},
       "--with: no 'captures'; did you mean recaptures? (there is --order captures)"},
      {{"search", "--time", "soon"}, "--time: 'soon' is not a number of seconds"},
      {{"match", "--resign", "3"}, "--resign: expects 2 values"},
      {{"match", "--draw", "3"}, "--draw: expects 2 to 3 values"},
      {{"match", "--resign", "3,x"}, "--resign: 'x' is not a whole number"},
      {{"perft", "--gen", "mailbox,x88", "--kernel", "magic"},
       "--kernel: no kernels to choose from in mailbox, x88"},
      {{"verify", "--engine", "\"stockfish uci"},
       "--engine '\"stockfish uci': the quote is not closed"},
      {{"match", "--engine", "name=\"stockfish", "--search", "pvs"},
       "--engine '\"stockfish': the quote is not closed"},
      {{"divide", "--depth", "0"}, "--depth: 0 is below 1"},
      {{"lint", "demo", "--nodes", "-1"}, "--nodes: -1 is below 0"},
      {{"lint", "demo", "--nodes", "18446744073709551616"},
       "--nodes: 18446744073709551616 is above 18446744073709551615"},
      {{"perft", "--depth", "99999999999"}, "--depth: 99999999999 is above 60"},
      {{"perft", "--threads", "99999999999999999999"},
       "--threads: 99999999999999999999 is above 1024"},
      {{"soak", "--positions", "-1"}, "--positions: -1 is not above 0"},
      {{"search", "--nodes", "0"}, "--nodes: 0 is not above 0"},
      {{"search", "--time", "-1"}, "--time: -1 is not above 0"},
      {{"search", "--time", "nan"}, "--time: 'nan' is not a number of seconds"},
      {{"search", "--hash", "8", "--with", "table=16"},
       "--hash 8 and --with table=16: two sizes of the table"},
      {{"search", "--hash", "8", "--with", "no-table"},
       "--hash 8 and --with no-table: two sizes of the table"},
      {{"search", "--algo", "mtdf", "--with", "no-table"},
       "--with no-table: mtdf requires a table"},
      {{"solve", "--suite", "demo", "--with", "table=0"},
       "--with no-table: selective requires a table"},
      {{"perft", "--fen", "startpos", "2"}, "unknown argument '2'; did you mean --depth 2?"},
      {{"divide", "--depth", "1", "--fen", "startpos", "kiwipete"},
       "unknown argument 'kiwipete'; did you mean --fen kiwipete?"},
      {{"perft", "kiwipete", "4"},
       "unknown argument 'kiwipete'; did you mean --fen kiwipete --depth 4?"},
      {{"search", "pvs"}, "unknown argument 'pvs'; did you mean --algo pvs?"},
      {{"divide", "8/8/8/8/8/8/8/K1k5 w - -"},
       "unknown argument '8/8/8/8/8/8/8/K1k5 w - -'; did you mean --fen '8/8/8/8/8/8/8/K1k5 w - "
       "-'?"},
      {{"solve", "my.epd"}, "unknown argument 'my.epd'; did you mean --suite my.epd?"},
      {{"perft", "--fen", "kiwipette"}, "no position 'kiwipette'; did you mean kiwipete?"},
      {{"perft", "--depht", "3"}, "unknown option '--depht'; did you mean --depth?"},
      {{"perft", "--", "--depth", "1"}, "unknown argument '--depth': options go before the --"},
      {{"perft", "--zzz"}, "unknown option '--zzz'"},
      {{"perf"}, "unknown command 'perf'; did you mean perft?"},
      {{"perft", "--fen", "8/8/8/8/8/8/8/K1k5", "w", "-", "-"},
       "unknown argument 'w': a FEN has blanks, put it in quotes"},
      {{"perf", "--help"}, "unknown command 'perf'; did you mean perft?"},
      {{"fen", "8/8/8/8/8/8/8/K1k5", "w", "-", "-", "0", "1"},
       "unknown argument 'w': a FEN has blanks, put it in quotes"},
      {{"bench", "search"}, "unknown command 'search'"},
      {{"perft", "--gen", ",", "--depth", "1"}, "--gen: ',': element 1 of the list is empty"},
      {{"perft", "--gen=,,", "--depth", "1"}, "--gen: ',,': element 1 of the list is empty"},
      {{"perft", "-d", "1,"}, "--depth: '1,': element 2 of the list is empty"},
      {{"perft", "-d", "1,,2"}, "--depth: '1,,2': element 2 of the list is empty"},
      {{"search", "--with", "table=4,"}, "--with: 'table=4,': element 2 of the list is empty"},
      {{"search", "--game", "synthetic-tree", "--position", "tree(width=3,)"},
       "tree: 'width=3,': element 2 of the list is empty"},
      {{"soak", "now"}, "unknown argument 'now'"},
      {{"list", "colours"},
       "list: no 'colours'; there are games, positions, generators, kernels, conventions, "
       "statistics, members, searches, evaluations, orderings, switches, counters, solvers, "
       "suites, trees, "
       "experiments, documents"},
  };
  for (const auto& [arguments, message] : cases) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
    EXPECT_EQ(finished.out, "");
  }
  EXPECT_EQ(read_file(work.path()), "my notes");
}

/// An option whose values the manual page gives as a range of whole numbers.
struct Ranged {
  std::vector<std::string> command;
  std::string option;
  long min, max;
  int values;  ///< in one text
};

std::vector<Ranged> ranged_options() {
  const std::regex command_line(R"(\.SS plylab (.*))"),
      option_line(R"(.*\\fB(\\-\\-[a-z\\-]+)\\fR \\fI(.*)\\fR)"),
      range(R"([ (](\d+) to (\d+)[;)])");
  std::vector<Ranged> all;
  std::vector<std::string> command;
  std::string option;
  int values = 1;
  std::istringstream page(plylab({"man"}).out);
  for (std::string line; std::getline(page, line);) {
    std::smatch found;
    if (std::regex_match(line, found, command_line)) {
      std::istringstream words(found[1]);
      command = {std::istream_iterator<std::string>(words), {}};
    } else if (std::regex_match(line, found, option_line)) {
      option = found[1];
      std::erase(option, '\\');
      const std::string value = found[2];
      values = value.ends_with("...") ? 1 : 1 + static_cast<int>(std::ranges::count(value, ','));
    } else if (std::regex_search(line, found, range)) {
      all.push_back({command, option, std::stol(found[1]), std::stol(found[2]), values});
    }
  }
  return all;
}

// A format that does not exist ends each call before its work.
// Apart from the others, because reversi has no kernels that are forced in chess (cpu.sh).
TEST(Errors, TellTheEvaluationsOfReversi) {
  const Finished finished = plylab({"search", "--game", "reversi", "--eval", "pst"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err,
            "plylab: --eval: pst is an evaluation of chess only; reversi has material, mobility\n");
  EXPECT_EQ(finished.out, "");
}

TEST(Errors, RangesAreThoseThatTheManualStates) {
  std::set<std::tuple<std::string, long, long>> seen;  // what several commands have, once
  for (const Ranged& ranged : ranged_options()) {
    const auto& command = ranged.command;
    const std::string& option = ranged.option;
    const long min = ranged.min, max = ranged.max;
    const bool has_format =
        command != std::vector<std::string>{"uci"} && command != std::vector<std::string>{"xboard"};
    if (!has_format || !seen.emplace(option, min, max).second) continue;
    const auto error = [&](long number) {
      std::string text = std::to_string(number);
      for (int i = 1; i < ranged.values; ++i) text += ',' + std::to_string(number);
      std::vector<std::string> call = command;
      call.insert(call.end(), {option, text, "--format", "none"});
      return plylab(call).err;
    };
    const std::string what = "plylab " + command.back() + ' ' + option;
    const auto refusal = [&](long number, const char* side, long limit) {
      return HasSubstr(fmt::format("{}: {} is {} {}\n", option, number, side, limit));
    };
    for (const long number : {min, max - 1, max}) {
      EXPECT_THAT(error(number), Not(HasSubstr(" is below "))) << what;
      EXPECT_THAT(error(number), Not(HasSubstr(" is above "))) << what;
    }
    EXPECT_THAT(error(max + 1), refusal(max + 1, "above", max)) << what;
    EXPECT_THAT(error(min - 1), refusal(min - 1, "below", min)) << what;
  }
  EXPECT_GT(seen.size(), 20U);
}

TEST(Errors, AreObjectsInJson) {
  const Misuse cases[] = {
      {{"perft", "--format", "json", "--depth", "x"}, "--depth: 'x' is not a whole number"},
      {{"perft", "--depth", "x", "-fjson"}, "--depth: 'x' is not a whole number"},
      {{"perft", "--nope", "--format=json"}, "unknown option '--nope'"},
      {{"perft", "--format", "json", "--depth"}, "--depth: no value given"},
      {{"perft", "--format", "json", "--suite", "/no/\"x\"\xff"},
       "cannot read '/no/\"x\"\xef\xbf\xbd': No such file or directory"},
      {{"search", "--eval", "nn", "--format", "json"},
       "--eval: no 'nn'; there are material, pst, mobility, random, positional"},
      {{"count", "--format", "json"}, "--manifest is required"},
      {{"verify", "--format", "json"}, "name what to verify, by --engine or --search"},
      {{"perf", "--format", "json"}, "unknown command 'perf'; did you mean perft?"},
      {{"bench", "search", "-fjson"}, "unknown command 'search'"},
  };
  for (const Misuse& misuse : cases) {
    const Finished finished = plylab(misuse.arguments);
    EXPECT_EQ(finished.status, 2) << misuse.message;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1);
    EXPECT_EQ(nlohmann::json::parse(finished.err), (nlohmann::json{{"error", misuse.message}}));
  }
  // In another format, and in a command that has none, it is text.
  EXPECT_EQ(plylab({"perft", "--depth", "x", "--format", "csv"}).err,
            "plylab: --depth: 'x' is not a whole number\n");
  EXPECT_EQ(plylab({"completion", "json"}).err.substr(0, 8), "plylab: ");
}

TEST(Errors, ReadsNothingWithoutEnd) {
  const auto refuses = [](const std::vector<std::string>& arguments, const std::string& why) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << arguments.front();
    EXPECT_EQ(finished.err, "plylab: cannot read '/dev/zero': " + why + "\n");
  };
  refuses({"perft", "--suite", "/dev/zero"}, "line 1 is longer than 16 MiB");
  refuses({"lint", "/dev/zero"}, "line 1 is longer than 16 MiB");
  refuses({"match", "--search", "a=pvs", "--search", "b=pvs", "--openings", "/dev/zero"},
          "line 1 is longer than 16 MiB");
  refuses({"experiment", "/dev/zero"}, "it is longer than 512 MiB");
  const Finished uci = testing::run_process("/bin/sh", {"-c", PLYLAB_PROGRAM " uci < /dev/zero"});
  EXPECT_EQ(uci.status, 2);
  EXPECT_EQ(uci.err, "plylab: standard input: a line is longer than 1 MiB\n");
}

TEST(Errors, ReplacesItsOwnReportsOnly) {
  const TemporaryFile file("");
  for (const char* format : {"text", "json", "csv", "markdown", "latex", "text"}) {
    const Finished finished =
        plylab({"perft", "--depth", "2", "--format", format, "--out", file.path()});
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_TRUE(reports::is_report(read_file(file.path()))) << format;
  }
  std::ofstream(file.path(), std::ios::app) << "What I make of it: nothing.\n";
  EXPECT_EQ(plylab({"perft", "--depth", "2", "--out", file.path()}).status, 2);
}

TEST(Errors, ReplacesItsOwnReportsOnlyIfQuietToo) {
  for (const char* format : {"text", "json", "csv", "markdown", "latex", "html"}) {
    const TemporaryFile file("");
    for (const char* depth : {"2", "4"})
      EXPECT_EQ(
          plylab({"perft", "--depth", depth, "-q", "--format", format, "-o", file.path()}).err, "")
          << format;
    EXPECT_THAT(read_file(file.path()), HasSubstr("197281")) << format;
  }
  for (const char* mine :
       {"{\n  \"my\": \"data\"\n}\n", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n",
        "<!DOCTYPE html>\n<p>mine</p>\n", "Perft\n\nmine\n"})
    for (const char* format : {"text", "json", "csv", "markdown", "latex", "html", "junit"}) {
      const TemporaryFile file(mine);
      const Finished finished =
          plylab({"perft", "--depth", "2", "-q", "--format", format, "-o", file.path()});
      EXPECT_EQ(finished.status, 2) << format;
      EXPECT_EQ(read_file(file.path()), mine) << format;
    }
}

TEST(Errors, WritesToStandardOutputWhatItCannotWriteElsewhere) {
  const Finished full = plylab({"perft", "--out", "/dev/full", "--depth", "3"});
  EXPECT_EQ(full.status, 2);
  EXPECT_EQ(full.err, "plylab: cannot write '/dev/full': No space left on device\n");
  EXPECT_THAT(full.out, HasSubstr("8902"));
  const Finished closed =
      testing::run_process("/bin/sh", {"-c", "\"$0\" perft --depth 60 >&-", PLYLAB_PROGRAM});
  EXPECT_EQ(closed.status, 2);
  EXPECT_EQ(closed.err, "plylab: cannot write to standard output: Bad file descriptor\n");
}

#if !defined(PLYLAB_SANITIZED) && \
    !defined(PLYLAB_EMULATED)  // which need more addresses than are left
TEST(Errors, RefusesThreadsThatAreNotToBeHad) {
  for (const char* command : {"perft --depth 60 --threads 1024", "divide --depth 12 --threads 1024",
                              "bench perft --no-engine --threads 1024"}) {
    const Finished finished = testing::run_process(
        "/bin/sh", {"-c", std::string("ulimit -v 4000000; \"$0\" ") + command, PLYLAB_PROGRAM});
    EXPECT_EQ(finished.status, 2) << command;
    EXPECT_EQ(finished.err,
              "plylab: cannot start 1024 threads: Resource temporarily unavailable\n");
    EXPECT_EQ(finished.out, "");
  }
}
#endif

TEST(Errors, SaysWhichLineOfASuiteIsWrongAndUsesTheRest) {
  const TemporaryFile suite(
      "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"good\";\n"
      "6k1/5ppp/9/8/8/8/8/R3K3 w - - bm Ra8#; id \"bad\";\n"
      "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Rb8; id \"illegal\";\n");
  const Finished finished = plylab({"solve", "--suite", suite.path(), "--depth", "2"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("good"));
  EXPECT_THAT(finished.err,
              HasSubstr(suite.path() + ":2: FEN: rank 6 has '9', which is not a piece"));
  EXPECT_THAT(finished.err, HasSubstr(suite.path() + ":3: bm: 'Rb8' is not a legal move"));
}

TEST(Errors, SaysWhereItLooksForSuites) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"perft", "--suite", "demo"}, {"lint", "demo"}})
    EXPECT_EQ(plylab(command, {{"PLYLAB_SUITES", "/nowhere"}}).err,
              "plylab: cannot read 'demo': No such file or directory; plylab finds no suites of "
              "its own in '/nowhere' (PLYLAB_SUITES names a folder)\n");
}

TEST(Errors, SaysWhereThereIsNothingToSolve) {
  const TemporaryFile counts("4k3/8/8/8/8/8/8/4K2R w K - D1 15;\n", "counts");
  const Finished finished = plylab({"solve", "--suite", counts.path()});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err,
            "plylab: " + counts.path() + ":1: no bm, am, dm or points: nothing to solve\n");
  EXPECT_EQ(finished.out, "");
}

TEST(Errors, CountsRecordsWithNothingToSolve) {
  const TemporaryFile suite(
      "4k3/8/8/8/8/8/8/4K2R w K - D1 15;\n4k3/8/8/8/8/8/8/4K2R w K - D1 15;\n"
      "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n",
      "suite");
  const Finished finished = plylab({"solve", "--suite", suite.path(), "--depth", "1"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.err, suite.path() +
                              ":1: no bm, am, dm or points: nothing to solve, and so in 1 other "
                              "records\n");
}

// As where the disk is full that both go to.
TEST(Errors, UnwritableMessagesStopNothing) {
  const auto status = [](const std::string& command) {
    return testing::run_process("/bin/sh", {"-c", "\"$0\" " + command, PLYLAB_PROGRAM}).status;
  };
  EXPECT_EQ(status("divide --depth 0 2>&-"), 2);
  EXPECT_EQ(status("perft --depth 1 >/dev/full 2>/dev/full"), 2);
  EXPECT_EQ(status("bench >/dev/full 2>/dev/full"), 2);
  const TemporaryFile suite("nonsense\n4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;\n");
  EXPECT_EQ(status("solve --suite " + suite.path() + " --depth 1 2>/dev/full"), 1);
}

}  // namespace
}  // namespace plylab
