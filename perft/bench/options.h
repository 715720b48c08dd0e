// The options of the command bench perft.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "perft/games/countable_game.h"
#include "reports/command_line/command_line.h"

namespace plylab::perft::bench {

/// The greatest depth that is counted to where none is given.
inline constexpr int most_plies = 60;

/// As they were given; what can be left out is empty.
struct Options {
  std::string game;
  std::vector<std::string> positions = {};
  std::vector<std::string> generators = {};
  std::vector<std::string> kernels = {};
  std::vector<std::string> engines = {};
  bool no_engine = false;
  std::vector<int> depths = {};  ///< empty: the usual ones
  bool quick = false;
  int engine_less = 1;  ///< plies
  std::size_t rounds = 5;
  int threads = 1;
  std::size_t hash_mib = 0;
  double timeout = 120;  ///< seconds
  bool statistics = false;
  bool detail = false;

  /// Adds them to the command. Those of chess are there if it is one of the games.
  void add_to(reports::Command command, const std::vector<CountableGame>& games);

 private:
  void add_counting(reports::Command command, bool chess);
  void add_engines(reports::Command command);
};

}  // namespace plylab::perft::bench
