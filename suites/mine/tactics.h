// Making tactical problems: a proved gain of material, minimized to what it needs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "suites/mine/collect.h"
#include "suites/mine/gain.h"

namespace plylab::suites::mine {

/// Gains by their size: a pawn or two, a minor piece (3 or 4 pawns), a rook (5 to 7), a queen (8 or
/// more; a pawn that becomes a queen gains 8).
enum class GainClass : std::uint8_t { pawn, minor, rook, queen };

/// The class of a gain of so many pawns.
GainClass gain_class_of(int pawns);

/// "a minor piece", …
std::string_view name_of(GainClass gain_class);

/// A position with a gain that holds_deeper(), minimized: no piece but the kings can be
/// taken off without changing the key, the gain, the number of plies, or whether it is proved.
struct Tactic {
  using Group = std::pair<int, GainClass>;  ///< plies and class
  /// The group, the material without pawns, and of each move of the attacker's in the line: the
  /// piece, what it captures, whether it checks.
  using Pattern = std::tuple<Group, std::string, std::string>;

  chess::Setup setup;
  Gain gain;
  Origin origin = {};

  Group group() const { return {gain.plies, gain_class_of(gain.pawns)}; }
  Pattern pattern() const;
};

/// Finds gains in 3, 5, … plies.
class TacticMiner {
 public:
  using Group = Tactic::Group;
  using Problem = Tactic;

  /// Both are odd.
  TacticMiner(int fewest_plies, int most_plies, std::uint64_t nodes)
      : fewest_plies_(fewest_plies), most_plies_(most_plies), nodes_(nodes) {}

  std::vector<Group> groups() const;
  std::optional<Tactic> find(const chess::Setup& position, const std::map<Group, bool>& wanted,
                             std::uint64_t& seed) const;

 private:
  int fewest_plies_, most_plies_;
  std::uint64_t nodes_;
};

/// The problems as EPD: bm, pv, id, where they come from (c0) and the gain in centipawns (c1
/// "gain 300 in 5 plies"); `head` goes before them as comments.
std::string to_epd(const std::vector<Tactic>& problems, const std::vector<std::string>& head);

}  // namespace plylab::suites::mine
