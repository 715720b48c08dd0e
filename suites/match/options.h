// The options of the command match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/command_line/command_line.h"
#include "search/run/searchable_game.h"
#include "suites/play/engine_options.h"

namespace plylab::suites::match {

/// As they were given; what can be left out is 0, empty or none.
struct Options {
  std::string game;
  std::vector<std::string> searches, limits;
  play::EngineOptions engines;
  int hash = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0, margin = 0.1;
  std::string clock;
  std::string openings;
  std::optional<std::size_t> plies;
  std::size_t games = 0;
  std::uint64_t seed = 1;
  bool chess960 = false, shuffle = false, gauntlet = false;
  std::vector<int> resign, draw;
  int longest = 0, jobs = 1;
  std::string pgn, event = "Match";
  bool resume = false;
  std::string sprt;

  /// Adds them to the command. Those of chess are there if it is one of the games.
  void add_to(reports::Command command, const std::vector<search::SearchableGame>& known);

 private:
  void add_players(reports::Command whole, bool chess);
  void add_openings(reports::Command whole, bool chess);
  void add_rules(reports::Command whole);
  void add_file(reports::Command command);
};

}  // namespace plylab::suites::match
