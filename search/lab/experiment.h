// An experiment: lists of everything that can be varied, and the runs that they make.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gen/game/game_info.h"
#include "reports/game_options.h"
#include "search/base/minimal_variant.h"
#include "search/base/switches.h"
#include "search/run/searchable_game.h"

namespace plylab::search::lab {

/// What can be varied beside the start, in the order of the cross product: the last varies fastest.
enum class Factor : std::uint8_t { depth, switches, evaluation, ordering, generator, variant };
inline constexpr std::array<std::string_view, 6> factor_names = {
    "depth", "switches", "evaluation", "ordering", "generator", "variant"};

constexpr std::string_view name_of(Factor factor) {
  return factor_names[static_cast<std::size_t>(factor)];
}

/// The factor of that name. Throws InputError, which `where` begins, if there is none.
Factor factor_of(std::string_view where, std::string_view name);

/// A level of a factor: a depth in plies, a set of switches, or a name from a registry.
using Level = std::variant<int, Switches, std::string>;

/// The level as people write it and see it.
std::string to_string(const Level& level);

/// The levels of every factor: depths, sets of switches, and names for the others.
class Levels {
 public:
  std::vector<Level>& operator[](Factor factor) { return lists_[static_cast<std::size_t>(factor)]; }
  const std::vector<Level>& operator[](Factor factor) const {
    return lists_[static_cast<std::size_t>(factor)];
  }

  /// The levels of a factor as people write them.
  std::vector<std::string> texts(Factor factor) const;

 private:
  std::array<std::vector<Level>, factor_names.size()> lists_ = {};
};

/// Where a search starts.
struct Start {
  std::string name;
  AnyStart position;
  std::vector<std::string> best = {};  ///< moves that a suite names as best, as people write them

  /// In the game's notation, in its canonical form.
  const std::string& text() const { return position.text(); }

  friend bool operator==(const Start&, const Start&) = default;
};

/// Starts of one game, which belong together in a table, and what is run on each of them.
struct Group {
  std::string name;
  const SearchableGame* game;
  std::vector<Start> starts;
  Levels levels;
};

/// Where a run ends although its depth is not reached: its costs are then censored. 0 is no limit.
struct RunLimits {
  std::uint64_t nodes = 0;  ///< visited, quiescence included; deterministic
  double seconds = 0;       ///< wall time; not deterministic
};

/// The name of an experiment that plylab search makes of its command line.
inline constexpr std::string_view name_of_searches = "Search";

/// What to run. The games of its groups must outlive it.
struct Experiment {
  std::string name;
  std::vector<Group> groups;
  RunLimits limits;
  bool distinct = false;           ///< each run counts different positions too
  bool minimal = false;            ///< each run searches the minimal tree too
  std::uint64_t null_samples = 0;  ///< each run checks every n-th cutoff by a null move
  bool census = false;             ///< each run looks at what its table holds at the end
  /// Which endgame tables its searches look positions up in; empty if they do not.
  std::string endgames = {};
};

/// One run: one level of every factor on one start.
struct Run {
  std::string group;
  const SearchableGame* game;
  Start start;
  std::array<Level, factor_names.size()> levels;
  Job job;        ///< the job that the levels give, without kernel and stop
  int table = 0;  ///< MiB of table if the switches say nothing about it; 0: the search's own

  const Level& operator[](Factor factor) const { return levels[static_cast<std::size_t>(factor)]; }
  const std::string& variant() const { return std::get<std::string>((*this)[Factor::variant]); }
  int depth() const { return job.limits.depth; }

  /// Start and factors in one text: always the same for the same run, and different for different
  /// runs of an experiment.
  std::string id() const;
};

/// Reads a depth, a set of switches, or any name. Throws InputError, which `where` begins.
Level parse_level(Factor factor, const std::string& text, std::string_view where);

/// Throws InputError, which `where` begins, if one of the levels does not exist, does not apply to
/// the game or is listed twice. parse_levels() reads them, with "all" and aliases resolved.
void check_levels(Factor factor, const std::vector<Level>& levels, const SearchableGame& game,
                  std::string_view where);
std::vector<Level> parse_levels(Factor factor, const std::vector<std::string>& texts,
                                const SearchableGame& game, std::string_view where);

/// The default levels for a game in their full form: depth 4 or to the end of the game, no
/// switches, its usual generator, evaluation and ordering, and alphabeta, pvs, negascout.
Levels default_levels(const SearchableGame& game);

/// Positions as starts.
std::vector<Start> starts_of(const std::vector<reports::NamedPosition>& positions);

/// The positions that options name, as starts. Refuses a suite with a record that cannot be read:
/// an experiment must not depend on which records were skipped. Throws InputError.
std::vector<Start> load_starts(const reports::GameOptions& positions, const GameInfo& game);

/// An upper bound in plies on the longest game from any of the starts, as far as searches can look
/// ahead; 0 if it is not known.
int longest(const std::vector<Start>& starts, const GameInfo& game);

/// Throws InputError, which `where` begins, if two starts of a group are the same, or if it has
/// none: a repeated position would count twice in every test.
void check_starts(const Group& group, std::string_view where);

/// The table, in MiB, that all searches of the group get whose switches name none; 0 for their own.
int common_table(const Group& group);

/// The full cross product in a fixed order: group by group, start by start, then as in Factor. All
/// searches of a group get the same table if one of them requires a table and the group's switches
/// say nothing about tables. Throws InputError for names that do not exist.
std::vector<Run> runs_of(const Experiment& experiment);

/// What the reader must know of the tables of each group's searches (search/run/table_size.h), each
/// text once.
std::vector<std::string> table_notes(const Experiment& experiment);

/// What Experiment::endgames is with the tables that this program finds. Throws InputError if there
/// are none.
std::string endgames_of(const std::vector<Run>& runs);

}  // namespace plylab::search::lab
