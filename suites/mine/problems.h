// The problems that are mined, mates and gains of material, minimized to the pieces that they need.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "search/mate/solvers.h"
#include "suites/mine/collect.h"
#include "suites/mine/gain.h"

namespace plylab::suites::mine {

/// A mate problem with a unique key: without any of its pieces the key or the number of moves
/// changes.
struct MinedMate {
  /// The number of moves, the material, and the key's piece, whether it captures and checks.
  using Pattern = std::tuple<int, std::string, chess::PieceType, bool, bool>;

  chess::Setup setup;
  chess::Move key;
  int moves = 0;
  Origin origin = {};

  int group() const { return moves; }
  Pattern pattern() const;
  SuiteEntry entry() const;  ///< with bm and dm
};

/// Finds mates of `shortest` to `longest` moves. The groups are the numbers of moves.
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

  int shortest_, longest_;
  std::uint64_t nodes_;
};

/// The size of a gain: one or two pawns, a minor piece (3 or 4 pawns), a rook (5 to 7), a queen (8
/// or more; a promotion to a queen gains 8).
enum class GainClass : std::uint8_t { pawn, minor, rook, queen };

/// The class of a gain of that many pawns.
GainClass gain_class_of(int pawns);

/// "a minor piece", …
std::string_view name_of(GainClass gain_class);

/// A position with a gain that holds_deeper(), minimized: without any of its pieces the key, the
/// gain or the number of plies changes, or it is not proved.
struct Tactic {
  using Group = std::pair<int, GainClass>;  ///< plies and class
  /// The group, the material without pawns, and for each of the attacker's moves the piece, what it
  /// captures and whether it checks.
  using Pattern = std::tuple<Group, std::string, std::string>;

  chess::Setup setup;
  Gain gain;
  Origin origin = {};

  Group group() const { return {gain.plies, gain_class_of(gain.pawns)}; }
  Pattern pattern() const;
  SuiteEntry entry() const;  ///< with bm, pv, and the gain in centipawns: c1 "gain 300 in 5 plies"
};

/// Finds gains of `fewest_plies` to `most_plies`.
class TacticMiner {
 public:
  using Group = Tactic::Group;
  using Problem = Tactic;

  /// Both numbers are odd.
  TacticMiner(int fewest_plies, int most_plies, std::uint64_t nodes)
      : fewest_plies_(fewest_plies), most_plies_(most_plies), nodes_(nodes) {}

  std::vector<Group> groups() const;
  std::optional<Tactic> find(const chess::Setup& position, const std::map<Group, bool>& wanted,
                             std::uint64_t& seed) const;

 private:
  int fewest_plies_, most_plies_;
  std::uint64_t nodes_;
};

}  // namespace plylab::suites::mine
