// Stores finished units in a file that survives interruptions and crashes.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "perft/cluster/database.h"
#include "perft/cluster/plan.h"

namespace plylab::perft::cluster {

/// A plan and its finished units in an SQLite database, which only one process at a time can write.
/// Its tables are
///
///     plan    one row: the fields of Plan, the Part that is counted here, and a digest
///     units   the fields of Unit and Origin, the time when it was finished or merged,
///             and a digest: a row a unit and generator that has counted it
///
/// Lists are JSON, which SQLite's json_each() reads; `records` is the SHA-256 of the unit's
/// records.
///
/// Digests are SHA-256 hashes, so that any read detects a changed row. A unit's digest covers the
/// plan and the unit's row. The digest in `plan` covers the plan and the part; digests of units
/// cover only the plan, so that parts can be merged.
///
/// Each addition is stored at once and atomically.
class Manifest {
 public:
  /// Opens or creates the file. A new file without a plan is removed again, and an empty one stays
  /// empty. This and all other functions throw InputError: if another process has the file open,
  /// for a file that is not a manifest, for a plan that validate() rejects, and if the disk is
  /// full.
  explicit Manifest(const std::string& path);

  /// Opens a copy of the present state of a manifest, which another process may have open.
  /// Additions are discarded with the copy.
  Manifest(const std::string& path, const Database::Copy& copy);

  const std::string& path() const { return database_.path(); }

  /// The plan; none in a new file.
  const std::optional<Plan>& plan() const { return plan_; }

  /// The part that this file is for; none if it is for all units.
  const std::optional<Part>& part() const { return part_; }

  /// Writes the plan and the part into a new file. An existing file must have the same plan.
  void begin(const Plan& plan, const Part& part = {});

  /// Adds a finished unit. Any thread may call it. If the unit is already stored, the counts must
  /// be equal; it is stored again if another generator has counted it.
  void add(const Unit& unit, const Origin& origin);

  /// Which of the plan's units are finished.
  std::vector<bool> finished();

  /// Calls visit for each finished unit in order, once for each generator that has counted it, in
  /// the order of their names. Throws InputError for a changed row.
  void for_each_unit(const std::function<void(const Unit&, const Origin&)>& visit);

  /// The unit numbers in changed rows, valid or not.
  using ChangedUnits = std::set<std::int64_t>;

  /// Removes changed rows, so that their units are counted again.
  ChangedUnits drop_changed();

  /// Called with the units whose rows were changed in a file, if any.
  using OnChanged = std::function<void(const std::string& path, const ChangedUnits& units)>;

  /// Adds the finished units of other files, which are only read; adds nothing if one of them is
  /// not a manifest of the same count. If `changed` is given, it leaves out changed rows of this
  /// file and the others. A manifest of a part becomes one of all units.
  void merge(const std::vector<std::string>& paths, const Database::Copy& copy = {},
             const OnChanged& changed = {});

 private:
  /// A row of the table `units`.
  struct Row {
    std::int64_t number;  ///< of the unit, as it is in the file
    reports::Json columns;
    Unit unit = {};
    Origin origin = {};
    bool is_sound = false;  ///< it fits the plan and is unchanged
  };
  /// Reads the plan and the part, if the file has them.
  void read_plan();
  void for_each_row(const std::function<void(const Row&)>& visit);
  void write_plan(const Plan& plan, const Part& part);
  void create_units(std::string_view table);
  /// The files from which rows were merged, by unit and generator.
  using Sources = std::map<std::pair<std::size_t, std::string>, std::string_view>;
  /// As add(); `from` is the file with the unit.
  void add_from(const std::string& from, const Unit& unit, const Origin& origin, const Plan& plan,
                Sources& sources);
  std::string digest_of(const reports::Json& row) const;

  const bool is_copy_;
  Database database_;
  std::optional<Plan> plan_;
  std::optional<Part> part_;
  std::string digest_;  // of the plan
  std::mutex mutex_;    // guards the database
};

/// The error that the count of a manifest has not found its frontier.
InputError no_frontier_in(const std::string& path);

}  // namespace plylab::perft::cluster
