// What to count, in which units, and the origin of each counted unit.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/fields.h"
#include "perft/frontier/frontier_file.h"
#include "perft/frontier/units.h"
#include "perft/games/countable_game.h"

namespace plylab::perft::cluster {

/// What to count, and its units: everything on which all workers must agree.
struct Plan {
  std::string game = {};
  std::string position = {};    ///< in the game's notation
  int depth = 0;                ///< plies, from 2 to max_depth
  bool statistics = false;      ///< also counts last moves by kind
  bool early_leaves = false;    ///< games that end before the depth count as leaves
  std::size_t columns = 1;      ///< number of counts in a total, as in BranchCounts
  int ply = 0;                  ///< of the frontier, 1 to depth − 1; 0 if not chosen yet
  std::uint64_t positions = 0;  ///< of the frontier
  Count paths = {};             ///< number of paths to the frontier
  std::size_t blocks = 1;       ///< in a unit, of FrontierFile::block positions
  std::size_t units = 0;
  std::vector<std::string> root_moves = {};
  std::vector<Count> ended = {};  ///< paths that end above the frontier, by root move

  static constexpr int max_depth = 60;

  /// The number of positions of a unit, which is the same for all units but the last.
  std::uint64_t positions_of(std::size_t unit) const;
  friend bool operator==(const Plan&, const Plan&) = default;
  static constexpr Fields<&Plan::game, &Plan::position, &Plan::depth, &Plan::statistics,
                          &Plan::early_leaves, &Plan::columns, &Plan::ply, &Plan::positions,
                          &Plan::paths, &Plan::blocks, &Plan::units, &Plan::root_moves,
                          &Plan::ended>
      fields = {};
};

/// A half-open range of numbers.
struct Range {
  std::size_t from = 0, to = 0;
  std::size_t size() const { return to - from; }
  bool has(std::size_t number) const { return from <= number && number < to; }
};

/// The share of one of several workers, numbered from 0. Shares are contiguous: neighbouring units
/// have more positions below them in common, so that a table helps more.
inline Range share_of(std::size_t size, std::size_t number, std::size_t of) {
  return {size * number / of, size * (number + 1) / of};
}

/// A share of the units, for processes that do not communicate.
struct Part {
  std::size_t number = 1;  ///< from 1 to `of`
  std::size_t of = 1;      ///< at most `max`

  static constexpr std::size_t max = 1'000'000;

  Range units(const Plan& plan) const { return share_of(plan.units, number - 1, of); }
  friend bool operator==(const Part&, const Part&) = default;
  static constexpr Fields<&Part::number, &Part::of> fields = {};
};

/// Converts to and from "3/8". Other texts throw InputError, whose message begins with `where`.
std::string to_text(const Part& part);
Part parse_part(std::string_view text, std::string_view where);

/// The generator, kernel, machine and program that counted a unit.
struct Origin {
  std::string host, program, generator, kernel;
  friend auto operator<=>(const Origin&, const Origin&) = default;
  static constexpr Fields<&Origin::host, &Origin::program, &Origin::generator, &Origin::kernel>
      fields = {};
};

/// The sum of full and early leaves.
Count leaves_of(const BranchCounts& branch);

/// The number of counts in a total of the plan.
std::size_t columns_of(const CountableGame& game, const Plan& plan);

/// Divides the frontier's positions into at most `max_units` units.
void divide_into_units(Plan& plan);

/// Checks a plan that was read from a file: numbers must be in range and consistent, and root moves
/// distinct. Throws InputError, whose message begins with `where`.
void validate(const Plan& plan, std::string_view where);

/// Also checks what depends on the game: the position, and how many counts a total has.
void validate(const Plan& plan, const CountableGame& game, std::string_view where);

/// Checks that the game has a generator of that name. Throws InputError, whose message begins with
/// `where`.
void validate_generator(const CountableGame& game, const std::string& generator,
                        std::string_view where);

/// How a unit that was read does not fit the plan: "it has 63 counts of positions, not 64". Empty
/// if its branches are root moves in ascending order with the right number of counts.
std::string misfit(const Plan& plan, const Unit& unit);

/// How the plan differs from the wanted one: "depth is 4, not 5"; empty if it does not. Ignores
/// fields that generators determine.
std::string difference(const Plan& plan, const Plan& wanted);

/// How the frontiers of two plans for the same count differ: "at ply 3 there are 120 and 119
/// positions". A difference means that the generators disagree. Empty if there is none.
std::string disagreement(const Plan& first, const Plan& second);

/// How two counts of a unit of the plan differ: "unit 3 has 217 and 259 leaves below b1c3". Empty
/// if they do not.
std::string disagreement(const Plan& plan, const Unit& first, const Unit& second);

}  // namespace plylab::perft::cluster
