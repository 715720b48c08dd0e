// What is counted, in which units, and by whom each was counted.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "perft/cluster/encoding.h"
#include "perft/frontier/frontier_file.h"
#include "perft/frontier/units.h"
#include "perft/games/countable_game.h"

namespace plylab::perft::cluster {

/// What is counted, and its units: everything that all who work on it must agree on.
struct Plan {
  std::string game = {};
  std::string position = {};    ///< in the game's notation
  int depth = 0;                ///< plies, from 2 to most_depth
  bool statistics = false;      ///< the kinds of the last moves, too
  bool early_leaves = false;    ///< games that are over before the depth count
  std::size_t columns = 1;      ///< how many numbers a total is made of, as in BranchCounts
  int ply = 0;                  ///< of the frontier, from 1 to depth − 1; 0: not chosen yet
  std::uint64_t positions = 0;  ///< of the frontier
  Count paths = {};             ///< to the frontier
  std::vector<std::string> root_moves = {};
  std::vector<Count> ended = {};  ///< by root move the paths that end above the frontier
  std::size_t blocks = 1;         ///< of FrontierFile::block positions, in a unit
  std::size_t units = 0;

  static constexpr int most_depth = 60;

  /// The number of positions of a unit: all units but the last one have the same.
  std::uint64_t positions_of(std::size_t unit) const;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// The numbers from one up to another, which is not among them.
struct Range {
  std::size_t from = 0, to = 0;
  std::size_t size() const { return to - from; }
  bool has(std::size_t number) const { return from <= number && number < to; }
};

/// The share of one of several workers, numbered from 0. A share consists of neighbours, which have
/// more positions below them in common than others and so profit from a table.
inline Range share_of(std::size_t size, std::size_t number, std::size_t of) {
  return {size * number / of, size * (number + 1) / of};
}

/// A share of the units, for processes that know nothing of each other.
struct Part {
  std::size_t number = 1;  ///< from 1 to `of`
  std::size_t of = 1;      ///< at most `most`

  static constexpr std::size_t most = 1'000'000;

  Range units(const Plan& plan) const { return share_of(plan.units, number - 1, of); }
  friend bool operator==(const Part&, const Part&) = default;
};

/// "3/8", and back. Throws InputError for other texts, which `where` begins.
std::string to_text(const Part& part);
Part parse_part(std::string_view text, std::string_view where);

/// By whom a unit was counted.
struct Origin {
  std::string host, program, generator, kernel;
  friend auto operator<=>(const Origin&, const Origin&) = default;
};

/// Full and early ones together.
Count leaves_of(const BranchCounts& branch);

/// How many numbers a total of the plan is made of in the game.
std::size_t columns_of(const CountableGame& game, const Plan& plan);

/// Divides the frontier's positions into units, as few as `most_units` demands.
void divide_into_units(Plan& plan);

/// Checks a plan that was read from a file: numbers in their ranges, that fit each other, and root
/// moves each named once. Throws InputError, which `where` begins.
void validate(const Plan& plan, std::string_view where);

/// Also checks what only the game knows: the position, and how many numbers a total has.
void validate(const Plan& plan, const CountableGame& game, std::string_view where);

/// Checks that the game has a generator of that name. Throws InputError, which `where` begins.
void validate_generator(const CountableGame& game, const std::string& generator,
                        std::string_view where);

/// What of a unit that was read does not fit the plan: "it has 63 counts of positions, not 64".
/// Empty for one whose branches are root moves in ascending order, with the right numbers of
/// counts.
std::string misfit(const Plan& plan, const Unit& unit);

/// As bytes, and back; these throw InputError for bytes that are something else, and check no more.
void encode(Encoder& out, const Plan& plan);
Plan decode_plan(Decoder& in);
void encode(Encoder& out, const Unit& unit);
Unit decode_unit(Decoder& in);
void encode(Encoder& out, const Origin& origin);
Origin decode_origin(Decoder& in);

/// The counts of a unit's branches as a blob: for each branch its number and its counts. And back;
/// throws InputError.
Bytes encode_branches(const std::vector<BranchCounts>& branches);
std::vector<BranchCounts> decode_branches(const Bytes& bytes, std::size_t columns);

/// "depth is 4, not 5": how the plan differs from the one that is wanted; empty if it does not.
/// What generators find is not compared.
std::string difference(const Plan& plan, const Plan& wanted);

/// "at ply 3 there are 120 and 119 positions": how the frontiers of two plans for the same count
/// differ, and so the generators that found them. Empty if they do not.
std::string disagreement(const Plan& first, const Plan& second);

/// "unit 3 has 217 and 259 leaves below b1c3": how two counts of a unit of the plan differ. Empty
/// if they do not.
std::string disagreement(const Plan& plan, const Unit& first, const Unit& second);

}  // namespace plylab::perft::cluster
