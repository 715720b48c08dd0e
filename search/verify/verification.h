// Verifies searches: whether they find minimax's values, and if not, where and why.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/verify/causes.h"
#include "search/verify/examination.h"

namespace plylab::search::verify {

/// A position to be searched, to depths 1, 2, … up to one.
struct Position {
  const SearchableGame* game;
  std::string name;
  AnyStart start;
  int depth;
  bool is_asked = false;  ///< the user asks for that depth: a search to less is not what was asked
};

/// Most visits of minimax in a position, for all depths together.
constexpr std::uint64_t max_visits = 100'000;

/// Most visits of the search that is compared, to the same depth.
constexpr std::uint64_t max_visits_of_search = 4 * max_visits;

/// Where minimax does not get to the depth, values are compared with those of alpha-beta without a
/// table: most of its visits, for all depths together. The search may visit four times as many.
constexpr std::uint64_t max_quick_visits = 50'000;

/// The same if the user asks for the depth.
constexpr std::uint64_t max_visits_asked = 4'000'000;

/// Small positions that tell much: of those of the games that have such, and of the first game, if
/// it has none, its initial one, those with names and some of random games; or of the game of that
/// name alone. The games must outlive them.
std::vector<Position> telling_positions(const SearchableGames& games, std::string_view name = {});

/// A search to verify, with everything else that it needs.
struct Subject {
  std::string search;
  std::string evaluation = std::string(default_choice);
  std::string ordering = std::string(default_choice);
  std::vector<Switches> switches = {{}};  ///< each set is tried until one shows a fault
};

/// The sets of switches with which a search is verified if the user names none: without a table, if
/// it does not need one, and with one.
std::vector<Switches> usual_switches(std::string_view search);

/// A position that was compared to less than its depth.
struct Shortfall {
  std::string position = {};
  Switches switches = {};
  int compared = 0;   ///< the deepest depth; 0 for none
  int depth;          ///< of the position; or, if the search is the slow one, that minimax reached
  bool is_by_search;  ///< the search did not get there; otherwise minimax, or alpha-beta, did not
  bool is_asked = false;      ///< the user asked for the depth
  std::uint64_t visits;       ///< the limit that was reached
  std::string obstacle = {};  ///< of the search, other than the number of visits
};

/// A search of the subject that is running just now.
struct Step {
  std::string position;
  int depth;  ///< the greatest to which the position is searched
  Switches switches;
};

/// A move of the search that is not legal where it is made.
struct IllegalMove {
  Step step;         ///< in which it was made
  std::string what;  ///< the move, and the legal ones
};

/// What came out.
struct Verdict {
  std::string search;
  std::size_t positions = 0;        ///< that were compared, at depth 1 at least
  std::size_t skipped = 0;          ///< that were compared at no depth
  std::size_t wrong = 0;            ///< in which a value was wrong; of the set of switches below
  int min_depth = 0;                ///< to which every one of the positions was compared
  int greatest_depth = 0;           ///< to which one of them was
  Counters counts = {};             ///< by the search itself, in iterations without a table
  std::uint64_t minimax_nodes = 0;  ///< to the same depths
  std::vector<Shortfall> shortfalls = {};  ///< with all sets of switches
  Switches switches = {};                  ///< with which it is wrong
  std::vector<Case> cases = {};  ///< in some of those positions; the smallest wrong one first
  Diagnosis diagnosis = {};
  bool is_stopped = false;  ///< before all positions were compared and examined
  /// A search that took longer than the seconds below, and was stopped for that.
  std::optional<Step> slow = {};
  /// A search that has not returned in that time, and does not stop. Then all else is unknown.
  std::optional<Step> endless = {};
  double waited = 0;
  /// The first; only a guest's search is watched for that. It counts as a wrong position.
  std::optional<IllegalMove> illegal = {};

  bool is_right() const { return wrong == 0 && !endless; }
};

/// Searches the positions and compares every value with minimax's, as deep as the visits allow.
/// `progress` is called with the number of positions done; `runs` before each search of the
/// subject, also where a wrong value is examined, and with none when it has returned. Throws
/// InputError for a search, evaluation or ordering that is not for one of the games, and for
/// switches that are not for the search.
Verdict verify(const Subject& subject, const std::vector<Position>& positions,
               const std::atomic<bool>& stop, const std::function<void(std::size_t)>& progress = {},
               const std::function<void(const std::optional<Step>&)>& runs = {});

}  // namespace plylab::search::verify
