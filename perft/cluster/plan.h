// What is counted by whom.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perft/count/paths.h"
#include "perft/frontier/units.h"

namespace plylab::perft::cluster {

/// What is counted, and its units: all that must be the same for those who work on it.
struct Plan {
  std::string game = {};
  std::string position = {};  ///< in the game's notation
  int depth = 0;              ///< plies
  bool statistics = false;    ///< the kinds of the last moves, too
  bool with_higher = false;
  int ply = 0;                    ///< of the frontier
  std::uint64_t positions = 0;    ///< of the frontier
  Count paths = {};               ///< to the frontier
  std::vector<Paths> ended = {};  ///< paths to games that are over above it, by branch
  std::vector<std::string> root_moves = {};
  std::size_t blocks = 1;  ///< of the frontier, in a unit
  std::size_t units = 0;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// A range of units, for several processes that know nothing of each other. Neighbours in the order
/// of packed forms have more positions below them in common than others, for which a table is.
struct Part {
  std::size_t number = 1;  ///< from 1 to `of`
  std::size_t of = 1;
  bool has(std::size_t unit, std::size_t units) const {
    return number * units / of > unit && (number - 1) * units / of <= unit;
  }
  friend bool operator==(const Part&, const Part&) = default;
};

/// "3/8", and back. Throws InputError for other texts, which `where` begins.
std::string to_text(const Part& part);
Part parse_part(std::string_view text, std::string_view where);

/// By whom a unit was counted.
struct Worker {
  std::string host, program, generator, kernel;
  friend auto operator<=>(const Worker&, const Worker&) = default;
};

/// A plan as names and values, and back. Throws InputError for values that are none.
using Fields = std::map<std::string, std::string>;
Fields fields_of(const Plan& plan);
Plan plan_of(const Fields& fields);

/// A unit and its worker likewise.
Fields fields_of(const Unit& unit, const Worker& worker);
std::pair<Unit, Worker> unit_of(const Fields& fields);

/// Fields as lines, and back: for messages.
std::string to_lines(const Fields& fields);
Fields parse_lines(std::string_view text);

/// The counts of a unit as a text, "0 8457;3 9345": branches, each with its counts. And back; none
/// for other texts.
std::string to_text(const std::vector<BranchCounts>& branches);
std::optional<std::vector<BranchCounts>> parse_branches(std::string_view text);

/// The counts of each of a unit's positions in a text of append_counts(). None for other texts.
std::optional<std::vector<std::vector<Count>>> parse_positions(std::string_view text);

}  // namespace plylab::perft::cluster
