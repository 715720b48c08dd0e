// Making mate problems: from the positions of games, minimized to what the mate needs.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "search/mate/exhaustive.h"
#include "suites/mine/collect.h"

namespace plylab::suites::mine {

/// A position with a unique key in which no piece but the kings can be taken off without changing
/// the key or the number of moves.
struct MinedMate {
  /// The number of moves, the material, and of the key: the piece, whether it captures, whether it
  /// checks.
  using Pattern = std::tuple<int, std::string, chess::PieceType, bool, bool>;

  chess::Setup setup;
  search::mate::UniqueMate mate;
  Origin origin = {};

  int group() const { return mate.moves; }
  Pattern pattern() const;
};

/// Finds mates of so many moves, the groups of the suite.
class MateMiner {
 public:
  using Group = int;
  using Problem = MinedMate;

  MateMiner(int shortest, int longest, std::uint64_t nodes)
      : shortest_(shortest), longest_(longest), nodes_(nodes) {}

  std::vector<int> groups() const;
  std::optional<MinedMate> find(const chess::Setup& position, const std::map<int, bool>& wanted,
                                std::uint64_t& seed) const;

 private:
  bool may_mate(const chess::Setup& setup) const;
  std::optional<search::mate::UniqueMate> solve(const chess::Setup& setup, int most_moves) const;

  int shortest_, longest_;
  std::uint64_t nodes_;
};

/// The problems as EPD with bm, dm, id and where they come from, the shortest first; `head` goes
/// before them as comments.
std::string to_epd(const std::vector<MinedMate>& problems, const std::vector<std::string>& head);

}  // namespace plylab::suites::mine
