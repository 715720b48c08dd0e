// Engines and a suite, for the tests of plylab solve.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/fake_engines.h"
#include "tests/support/report.h"

namespace plylab {

/// plylab solve on a suite of three positions.
class SolveCommand : public testing::FakeEngines {
 protected:
  /// Mate in 1, the normal array, and a poisoned pawn.
  std::string suite() {
    return file("three.epd",
                "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; dm 1; id \"mate\";\n"
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id \"array\";\n"
                "4k3/8/2p5/3p4/8/8/8/3QK3 w - - am Qxd5; id \"poisoned\";\n");
  }

  /// An engine with an answer for each of the three.
  std::string solver(const std::string& name, const std::string& mate, const std::string& array,
                     const std::string& poisoned) {
    return program(name, R"(while read -r word rest; do
  case $word in
    uci) echo 'id name )" + name +
                             R"('; echo uciok ;;
    isready) echo readyok ;;
    position)
      case $rest in *6k1*) at=1 ;; *rnbq*) at=2 ;; *) at=3 ;; esac ;;
    go)
      case $at in
        1) )" + mate + R"( ;;
        2) )" + array + R"( ;;
        3) )" + poisoned + R"( ;;
      esac ;;
  esac
done)");
  }

  /// Solves all three.
  std::string good() {
    return solver("good",
                  "echo 'info depth 1 score cp 500 nodes 9 pv a1a7'; "
                  "echo 'info depth 2 score mate 1 nodes 40 pv a1a8'; echo 'bestmove a1a8'",
                  "echo 'info depth 3 score cp 20 nodes 90 pv e2e4 e7e5'; echo 'bestmove e2e4'",
                  "echo 'info depth 1 score cp 20 nodes 5 pv d1d5'; "
                  "echo 'info depth 2 score cp 20 nodes 70 pv d1d4'; echo 'bestmove d1d4'");
  }

  /// Announces a mate that its line does not show, dies, and plays what is not legal.
  std::string bad() {
    return solver("bad", "echo 'info depth 2 score mate 1 nodes 40 pv a1a7'; echo 'bestmove a1a8'",
                  "echo 'info depth 3 score cp 20 nodes 90 pv e2e4 e7e5'; exit 7",
                  "echo 'bestmove d1d9'");
  }

  /// A call of plylab solve on the suite.
  std::vector<std::string> command(const std::vector<std::string>& more) {
    std::vector<std::string> words{"solve", "--suite", suite()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// The rows of each table of the report, by its name.
  nlohmann::json tables(const std::vector<std::string>& more, int status = 0) {
    const auto report = testing::report_of(command(more), status);
    nlohmann::json named;
    for (const auto& table : report["tables"])
      named[table["name"].get<std::string>()] = table["rows"];
    return named;
  }
};

}  // namespace plylab
