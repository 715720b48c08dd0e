// plylab's searches beside contestants that a floor above asks, such as engines: what it costs them
// to finish a depth, and to find the move that solves a position.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "search/lab/run_record.h"

namespace plylab::cli {
class Command;
}

namespace plylab::search::lab {

/// A depth that a contestant finished, and what it had cost since its search began.
struct DepthReached {
  int depth;
  std::string move;                      ///< as players write it; empty if there is none
  std::optional<Value> value;            ///< by its own evaluation
  std::optional<std::uint64_t> visited;  ///< positions, as it counts them; none if it does not
  double seconds;

  friend bool operator==(const DepthReached&, const DepthReached&) = default;
  static constexpr Fields<&DepthReached::depth, &DepthReached::move, &DepthReached::value,
                          &DepthReached::visited, &DepthReached::seconds>
      fields = {};
};

/// A contestant's search of a start.
struct OtherSearch {
  std::vector<DepthReached> depths = {};  ///< in ascending order
  std::string fault = {};                 ///< why it has no answer; empty if it has
  std::string missing = {};               ///< why depths or positions visited are not known

  friend bool operator==(const OtherSearch&, const OtherSearch&) = default;
  static constexpr Fields<&OtherSearch::depths, &OtherSearch::fault, &OtherSearch::missing> fields =
      {};
};

/// A contestant's search as a file of runs stores it.
struct OtherRecord : OtherSearch {
  std::string contestant, definition;  ///< its name in tables, and what it is
  std::string program;                 ///< identifies the files that it ran
  std::string text;                    ///< of the start
  int depth;                           ///< the depth asked for

  /// Who searched what, besides the experiment's limits.
  std::string id() const {
    return fmt::format("{} | {} | {} | {}", contestant, definition, text, depth);
  }

  friend bool operator==(const OtherRecord&, const OtherRecord&) = default;
  static constexpr auto fields =
      Fields<&OtherRecord::contestant, &OtherRecord::definition, &OtherRecord::program,
             &OtherRecord::text, &OtherRecord::depth>() +
      OtherSearch::fields;
};

/// How other contestants search.
struct OtherLimits {
  Limits limits = {};    ///< with the stop flag
  int table = 0;         ///< MiB; 0: their own size
  int threads = 1;       ///< of each search
  int simultaneous = 1;  ///< searches at the same time
};

/// Contestants that the user names by options of their own.
class OtherContestants {
 public:
  virtual ~OtherContestants() = default;

  /// Adds the options to a command.
  virtual void add_to(cli::Command command) = 0;
  /// Whether the user names any.
  virtual bool are_named() const = 0;
  /// Starts them; once, before the rest. Throws InputError.
  virtual void start(const OtherLimits& how) = 0;
  /// Their names in tables, all different, and what they are.
  virtual std::vector<std::string> names() const = 0;
  virtual std::vector<std::string> definitions() const = 0;
  /// A text for each that changes when its program does, whatever its name and definition.
  virtual std::vector<std::string> programs() const = 0;
  /// Whether they play the game.
  virtual bool play(const GameInfo& game) const = 0;
  /// The search of a start by a contestant. `worker` is from 0 to `simultaneous` − 1; those with
  /// different numbers may be called at the same time.
  virtual OtherSearch search(std::size_t contestant, const Start& start, std::size_t worker) = 0;
};

/// The searches of others, contestant by contestant, each by the starts.
struct OtherSearches {
  std::vector<std::string> names, definitions;
  std::vector<const Start*> starts;
  std::vector<std::vector<std::optional<OtherSearch>>> searches;  ///< none: it was stopped
  std::vector<std::string> notes = {};

  /// Whether each contestant has searched each start.
  bool complete() const;
  /// Whether a contestant has failed in some start.
  bool any_failed() const;
};

/// The stored searches of an experiment's starts to its depth. Those of smaller depths, from before
/// the experiment was extended, are left out; so is a contestant that has no others.
OtherSearches searches_in(const std::vector<OtherRecord>& records, const Experiment& experiment,
                          int depth);

/// The experiment's starts that others can search, without repeats. Throws InputError if there is
/// none.
std::vector<const Start*> starts_for(const OtherContestants& others, const Experiment& experiment);

/// How others are to search on equal terms with the runs of games that they play.
OtherLimits limits_for_others(const OtherContestants& others, const std::vector<Run>& runs,
                              int simultaneous, const std::atomic<bool>& stop);

/// The seconds of each contestant by depth.
inline const reports::Picture time_to_depth_picture{.name = "time_to_depth",
                                                    .summary = "seconds by depth",
                                                    .form = reports::Form::curves,
                                                    .of = "seconds",
                                                    .label = "seconds to the depth",
                                                    .logarithmic = true,
                                                    .title = "Time to depth",
                                                    .by = "depth",
                                                    .by_label = "depth in plies"};

/// The tables to_depth and to_solution, summed over the starts of a group, and depths, with a row
/// for each contestant, start and depth. A contestant with a fault in a start has solved nothing
/// there and reached no depth. One that has reached none stands in the tables without one.
std::vector<reports::Schema> side_by_side_tables();
std::vector<reports::Table> side_by_side_tables(const Experiment& experiment,
                                                const std::vector<Run>& runs,
                                                const RunRecords& records,
                                                const OtherSearches& others);

}  // namespace plylab::search::lab
