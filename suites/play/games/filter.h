// Selects games by their tags, their length, and the positions that they reach.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/pgn/reader.h"
#include "reports/cli/command_line.h"

namespace plylab::suites::play::games {

/// The options of a filter as they were given.
struct FilterOptions {
  std::vector<std::string> players, white, black, results, tags, fens, materials;
  std::string elo, plies, dates;

  void add_to(cli::Command command);
};

/// Numbers from `least` to `most`, both included.
struct Range {
  int min, max;

  bool contains(int number) const { return min <= number && number <= max; }
};

/// The men of both sides, whatever their colours.
class Material {
 public:
  /// Reads "KRPKR": one side's men, then the other's, each beginning with the king. Throws
  /// InputError.
  explicit Material(std::string_view text);

  bool is_on(const chess::Planes& planes) const;

 private:
  using Numbers = std::array<std::uint8_t, 8>;  // by PieceType
  static Numbers numbers_of(const chess::Planes& planes, chess::Color color);

  std::array<Numbers, 2> men_{};
};

/// Selects games that satisfy every option given. An option with several values is satisfied by any
/// one of them, but --tag only by all.
class Filter {
 public:
  /// Throws InputError for values that cannot be read.
  explicit Filter(const FilterOptions& options);

  /// `plies`: the game's length. The `line` of a game of another variant is empty.
  bool keeps(const pgn::FileGame& game, std::size_t plies) const;

  /// Whether the filter has conditions on positions.
  bool has_positions() const { return !positions_.empty() || !materials_.empty(); }
  /// Whether a position satisfies one of them.
  bool wants(const pgn::Board& board) const;

 private:
  bool keeps_tags(const pgn::FileGame& game) const;

  FilterOptions given_;
  std::vector<std::pair<std::string, std::string>> tags_;
  std::optional<Range> elo_, plies_;
  std::pair<std::string, std::string> dates_;
  std::vector<chess::Packed> positions_;
  std::vector<Material> materials_;
};

}  // namespace plylab::suites::play::games
