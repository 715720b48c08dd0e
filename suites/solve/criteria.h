// Criteria for when a record is solved, all judged from the same lines.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/solve/goal.h"

namespace plylab::suites::solve {

/// A moment in a solver's work.
struct Moment {
  std::optional<int> depth = {};            ///< none: an engine that names none
  std::optional<std::uint64_t> nodes = {};  ///< none: an engine that tells none
  double seconds = 0;

  friend bool operator==(const Moment&, const Moment&) = default;
};

/// The lines without stale ones, which are
/// - a move that is not legal here (it answers another position);
/// - an iteration, a number of nodes or a time smaller than one before;
/// - a repetition of the previous answer.
engines::EngineLines without_stale_lines(const engines::EngineLines& lines,
                                         const chess::ValidSetup& position);

/// An engine's lines judged by a goal. A line that meets the goal is a hit.
struct Assessment {
  bool at_end = false;               ///< the last answer is a hit
  bool move_at_end = false;          ///< its move is right, regardless of the mate it announces
  std::optional<Moment> first = {};  ///< the first hit
  std::optional<Moment> kept_since = {};  ///< the first hit after which there are only hits
  std::optional<Moment> move_since = {};  ///< since when the move has been right
  std::optional<Moment> best_since = {};  ///< since when the move has had the most points
  std::vector<Moment> held = {};  ///< [n − 1]: when hits first held through n finished iterations
  std::optional<Moment> final = {};  ///< when a hit that is a mate ended the search
  unsigned points = 0;               ///< of the last answer's move
  unsigned max_points = 0;           ///< of any move

  /// Whether all answers after the first hit were hits.
  bool kept() const { return at_end && first == kept_since; }
};

/// Judges the lines of a reply, which has no fault, in one pass. Hits hold through an iteration if
/// its last answer is one; a miss within it begins the count of iterations anew. Several answers of
/// one iteration count once, and those of one that was not finished do not count.
Assessment assess(const Goal& goal, const chess::ValidSetup& position, const engines::Reply& reply);

/// A criterion for a solved record.
struct Criterion {
  std::string_view name;
  std::string_view help;
  bool (*solved)(const Assessment& assessment, unsigned iterations);
  /// When a solved record was solved; none if no hit shows it.
  std::optional<Moment> (*when)(const Assessment& assessment, unsigned iterations);
};

/// A criterion with its number of iterations, which only `stable` uses.
struct ChosenCriterion {
  const Criterion* criterion;
  unsigned iterations = 3;

  /// Whether the criterion applies to a record: `points` only to records that give points.
  bool counts(const Goal& goal) const {
    return criterion->name != "points" || max_points(goal.points) > 0;
  }
  bool solved(const Assessment& assessment) const {
    return criterion->solved(assessment, iterations);
  }
  std::optional<Moment> when(const Assessment& assessment) const {
    return solved(assessment) ? criterion->when(assessment, iterations) : std::nullopt;
  }
  std::string name() const;
};

/// All criteria; the first is the usual one.
const std::array<Criterion, 6>& criteria();

/// "end", "stable" or "stable:5". Throws InputError, which lists the names.
ChosenCriterion find_criterion(std::string_view text);

}  // namespace plylab::suites::solve
