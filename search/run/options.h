// The options by which commands choose a search: shared by search and solve.
#pragma once

#include <string>
#include <vector>

#include "search/run/searchable_game.h"

namespace plylab::cli {
class Command;
}

namespace plylab::search {

/// Every factor of a search; several names make a cross product.
struct Options {
  std::vector<std::string> generators = {};  ///< empty for the game's default
  std::string kernel = {};
  std::vector<std::string> algorithms = {"all"};
  std::vector<std::string> evaluations = {"default"};
  std::vector<std::string> orderings = {"default"};
  std::string usual_ordering = "captures";  ///< of searches without preferences
  std::vector<std::string> with = {""};     ///< sets of switches, as parse_switches() reads them
  int hash = 0;                             ///< MiB of table: sets the switch
  int threads = 0;                          ///< for one position: sets the switch; 0 if not given
  bool quiescence = false;                  ///< sets the switch
  std::vector<int> depths = {};
  std::uint64_t nodes = 0;
  double seconds = 0;

  /// Adds the options to a command; those of chess only if it is one of its games.
  void add_to(cli::Command whole, bool chess);

  /// Replaces "default" by the evaluation and the ordering that all these searches share.
  void resolve_defaults(const SearchableGame& game, const std::vector<std::string>& searches);

  /// Whether there is more than one evaluation, ordering, switch set or depth.
  bool has_lists() const;

  /// Resolves "all", aliases and the game's defaults. Throws InputError for names that do not exist
  /// or do not apply to the game.
  void complete(const SearchableGame& game);

  /// Throws InputError if the only search needs a table and --with switches it off.
  void require_sufficient_table() const;

  /// As complete(), for searches that share all other factors: throws InputError if has_lists().
  /// Gives all searches tables of the same size; `at_once` is how many run at the same time.
  void check(const SearchableGame& game, int at_once = 1);

  /// The limits given; only `default_depth` if none is given.
  Limits limits(int default_depth, const std::atomic<bool>& stop) const;

  /// The sets of --with, each with --hash, --threads and --quiescence. Throws InputError.
  std::vector<Switches> switch_sets() const;

  /// The only switch set.
  Switches switches() const { return switch_sets().front(); }

  /// The ordering of a search, with "default" resolved.
  std::string ordering_for(const SearchableGame& game, const std::string& algorithm) const;

  /// The cross product of algorithms and generators.
  std::vector<Job> jobs(const SearchableGame& game, const Limits& limits) const;

  /// The note of check() on the searches' tables, for a report's first note, or empty.
  std::string table_note = {};
};

}  // namespace plylab::search
