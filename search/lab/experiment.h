// An experiment: lists of factors and starts, and the runs that result from them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gen/game/game_info.h"
#include "reports/cli/game_options.h"
#include "search/base/switches.h"
#include "search/run/searchable_game.h"
#include "search/run/searches.h"

namespace plylab::search::lab {

/// The factors, besides the start, in the order of the cross product: the last varies fastest.
enum class Factor : std::uint8_t { depth, switches, evaluation, ordering, generator, variant };
inline constexpr std::array<std::string_view, 6> factor_names = {
    "depth", "switches", "evaluation", "ordering", "generator", "variant"};

constexpr std::string_view name_of(Factor factor) {
  return factor_names[static_cast<std::size_t>(factor)];
}

/// The factor of that name. Throws InputError, whose message begins with `where`, if there is none.
Factor factor_of(std::string_view where, std::string_view name);

/// A level of a factor: a depth in plies, a set of switches, or a name from a registry.
using Level = std::variant<int, Switches, std::string>;

/// The level as users write it.
std::string to_string(const Level& level);

/// The levels of every factor: depths, sets of switches, and names for the others.
class Levels {
 public:
  std::vector<Level>& operator[](Factor factor) { return lists_[static_cast<std::size_t>(factor)]; }
  const std::vector<Level>& operator[](Factor factor) const {
    return lists_[static_cast<std::size_t>(factor)];
  }

  /// The levels of a factor as users write them.
  std::vector<std::string> texts(Factor factor) const;

 private:
  std::array<std::vector<Level>, factor_names.size()> lists_ = {};
};

/// The start of a search.
struct Start {
  std::string name;
  AnyStart position;
  std::vector<std::string> best = {};  ///< best moves according to a suite, as players write them

  /// The position in the canonical form of the game's notation.
  const std::string& text() const { return position.text(); }

  friend bool operator==(const Start&, const Start&) = default;
};

/// Starts of one game that belong together in a table, and the levels to run on each.
struct Group {
  std::string name;
  const SearchableGame* game;
  std::vector<Start> starts;
  Levels levels;
};

/// Limits that may end a run before its depth; its costs are then censored. 0 means no limit.
struct RunLimits {
  std::uint64_t nodes = 0;  ///< visited, quiescence included; deterministic
  double seconds = 0;       ///< wall time; not deterministic

  static constexpr Fields<&RunLimits::nodes, &RunLimits::seconds> fields = {};
};

/// The name of an experiment that plylab search makes of its command line.
inline constexpr std::string_view name_of_searches = "Search";

/// What to run. The groups' games must outlive it.
struct Experiment {
  std::string name;
  std::vector<Group> groups;
  RunLimits limits;
  bool distinct = false;           ///< each run also counts different positions
  bool minimal = false;            ///< each run also searches the minimal tree
  std::uint64_t null_samples = 0;  ///< each run checks every n-th cutoff by a null move
  bool census = false;             ///< each run examines its table at the end
  bool types = false;              ///< each run counts its nodes by type
  /// Identifies the endgame tables that its searches use; empty if none.
  std::string endgames = {};
  std::string book = {};  ///< the same of their opening book
  std::string note = {};  ///< below its first table

  static constexpr Fields<&Experiment::name, &Experiment::limits, &Experiment::distinct,
                          &Experiment::minimal, &Experiment::null_samples, &Experiment::endgames,
                          &Experiment::book>
      fields = {};
  static constexpr Fields<&Experiment::groups, &Experiment::census, &Experiment::types,
                          &Experiment::note>
      unstored = {};
};

/// One run: one level of every factor on one start.
struct Run {
  std::string group;
  const SearchableGame* game;
  Start start;
  std::array<Level, factor_names.size()> levels;
  Job job;        ///< the job for the levels, without kernel and stop
  int table = 0;  ///< MiB of table if no switch sets it; 0: the search's own
  /// Its name among the searches of its group: the variant, and the levels of switches, evaluation
  /// and ordering where there are several, as in "pvs-soft with table=16". A table that the
  /// switches do not name is added: "mtdf with plain (table=64)".
  std::string name = {};

  const Level& operator[](Factor factor) const { return levels[static_cast<std::size_t>(factor)]; }
  const std::string& variant() const { return std::get<std::string>((*this)[Factor::variant]); }
  int depth() const { return job.limits.depth; }

  /// Start and factors in one text, unique among the runs of an experiment; with a user's objects
  /// also their fingerprints (search/run/users_objects.h).
  std::string id() const;
};

/// Reads a depth, a set of switches, or any name. Throws InputError, whose message begins with
/// `where`.
Level parse_level(Factor factor, const std::string& text, std::string_view where);

/// Throws InputError, whose message begins with `where`, if a level does not exist, does not apply
/// to the game or is listed twice. parse_levels() reads them, with "all" and aliases resolved.
void check_levels(Factor factor, const std::vector<Level>& levels, const SearchableGame& game,
                  std::string_view where);
std::vector<Level> parse_levels(Factor factor, const std::vector<std::string>& texts,
                                const SearchableGame& game, std::string_view where);

/// A game's default levels: depth 4 or to the end of the game; no switches; its default generator,
/// evaluation and ordering; and alphabeta, pvs, negascout.
Levels default_levels(const SearchableGame& game);

/// Positions as starts.
std::vector<Start> starts_of(const std::vector<cli::NamedPosition>& positions);

/// The positions from the options, as starts. Throws InputError, also for a suite with an
/// unreadable record: an experiment must not depend on which records were skipped.
std::vector<Start> load_starts(const cli::GameOptions& positions, const GameInfo& game);

/// An upper bound on the length in plies of games from any of the starts, at most the depth that
/// searches can reach; 0 if unknown.
int longest(const std::vector<Start>& starts, const GameInfo& game);

/// Throws InputError, whose message begins with `where`, if a group has no starts, or two equal
/// ones: a repeated position would count twice in every test.
void check_starts(const Group& group, std::string_view where);

/// The size of the table, in MiB, for all searches of the group whose switches set none; 0 for
/// their own.
int common_table(const Group& group);

/// The full cross product in a fixed order: group by group, start by start, then as in Factor. All
/// searches of a group get a table of the same size if one of them requires a table and the group's
/// switches do not set one. Throws InputError for names that do not exist.
std::vector<Run> runs_of(const Experiment& experiment);

/// Notes on the transposition tables of each group's searches (search/run/searches.h), without
/// repeats.
std::vector<std::string> table_notes(const Experiment& experiment);

/// Stores in the experiment which endgame tables and which opening book the jobs of its runs have.
void identify_known_values(const std::vector<Run>& runs, Experiment& experiment);

}  // namespace plylab::search::lab
