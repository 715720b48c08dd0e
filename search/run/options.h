// The options by which commands choose a search: shared by search and solve.
#pragma once

#include <string>
#include <vector>

#include "search/run/searchable_game.h"

namespace plylab::reports {
class Command;
}

namespace plylab::search {

/// Every factor of a search, several names where they make a cross product.
struct Options {
  std::vector<std::string> generators = {};  ///< empty: the game's usual one
  std::string kernel = {};
  std::vector<std::string> algorithms = {"all"};
  std::vector<std::string> evaluations = {"default"};
  std::vector<std::string> orderings = {"default"};
  std::string usual_ordering = "captures";  ///< of searches without preferences
  std::vector<std::string> with = {""};     ///< sets of switches, as parse_switches() reads them
  int hash = 0;                             ///< MiB of table, as the switch does
  int threads = 0;                          ///< for one position, as the switch does; 0: not given
  bool quiescence = false;                  ///< as the switch does
  std::vector<std::string> depth = {};      ///< numbers and ranges such as 4..6
  std::uint64_t nodes = 0;
  double seconds = 0;

  /// Adds them to a command, without those of chess if that is not one of its games.
  void add_to(reports::Command whole, bool chess);

  /// Puts the evaluation and the ordering that all these searches share in the place of "default".
  void resolve_defaults(const SearchableGame& game, const std::vector<std::string>& searches);

  /// The depths given, those of ranges among them; empty: none given. Throws InputError.
  std::vector<int> depths() const;

  /// Whether there is more than one evaluation, ordering, switch set or depth.
  bool has_lists() const;

  /// Resolves "all", aliases and what was left to the game, and refuses names that do not exist or
  /// do not apply to it. Throws InputError.
  void complete(const SearchableGame& game);

  /// Throws InputError if there is one search, which needs a table, and --with rules it out.
  void require_sufficient_table() const;

  /// As complete(), for several searches at once, which then have equal tables, and throws
  /// InputError if has_lists(): what follows is about searches that share all of that.
  void check(const SearchableGame& game, int at_once = 1);

  /// The limits given; `depth` where there is none at all.
  Limits limits(int default_depth, const std::atomic<bool>& stop) const;

  /// The sets of --with, each with --hash, --threads and --quiescence. Throws InputError.
  std::vector<Switches> switch_sets() const;

  /// The only one of them.
  Switches switches() const { return switch_sets().front(); }

  /// The ordering of a search where "default" is asked for.
  std::string ordering_for(const SearchableGame& game, const std::string& algorithm) const;

  /// The cross product of algorithms and generators.
  std::vector<Job> jobs(const SearchableGame& game, const Limits& limits) const;

  /// What check() has found out about the searches' tables, for a report's first note, or empty.
  std::string table_note = {};
};

}  // namespace plylab::search
