// Finished units in a file that survives interruptions and crashes.
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

#include "perft/cluster/database.h"
#include "perft/cluster/plan.h"

namespace plylab::perft::cluster {

/// A plan and its finished units in an SQLite database, which one process writes at a time. Its
/// tables are
///
///     plan        one row: the fields of Plan, the part that is counted here, and a digest
///     root_moves  branch, move, ended: a row a root move, in their order
///     units       number, generator, kernel, host, program, records, branches, positions, seconds,
///                 finished, digest: a row a unit and generator that has counted it
///
/// Counts are blobs of LEB128 numbers, because they have up to 128 bits: `paths` and `ended` one,
/// `branches` for each root move that leads to the unit its number and its counts, `positions` the
/// counts of each position of the unit. `records` is the SHA-256 of the unit's records.
///
/// Digests are SHA-256 hashes, so that a changed row is found wherever it is read. A unit's digest
/// covers the plan and all values of the unit's row. The digest in `plan` covers the plan and the
/// part; units are bound to the plan alone, so that parts can be merged.
///
/// Each addition is stored at once, whole or not at all.
class Manifest {
 public:
  /// Opens the file or makes it; a new one that gets no plan is removed again, and an empty one
  /// stays empty. Throws InputError, as all functions do: if another process has it open, for a
  /// file that is something else, for a plan that validate() refuses, and if the disk is full.
  explicit Manifest(const std::string& path);

  /// A copy of a manifest as it is at this moment, which another process may have open: what is
  /// added is gone with it.
  Manifest(const std::string& path, const Database::Copy& copy);

  const std::string& path() const { return database_.path(); }

  /// None in a new file.
  const std::optional<Plan>& plan() const { return plan_; }

  /// The part that is counted into this file; none if the file is for all units.
  const std::optional<Part>& part() const { return part_; }

  /// Writes the plan and the part into a new file. In another one the plan must be the same.
  void begin(const Plan& plan, const Part& part = {});

  /// Adds a finished unit. Any thread may do so. A unit that is stored already must have the same
  /// counts; it is stored again if another generator has counted it.
  void add(const Unit& unit, const Origin& origin);

  /// Which of the plan's units are finished.
  std::vector<bool> finished();

  /// Calls visit for all finished units, in their order; for each generator that has counted it, in
  /// the order of their names. Throws InputError for a row that has been changed.
  void for_each_unit(const std::function<void(const Unit&, const Origin&)>& visit);

  /// The units that changed rows name, be there such a unit or not.
  using ChangedUnits = std::set<std::int64_t>;

  /// Throws away the rows that have been changed, so that their units are counted again.
  ChangedUnits drop_changed();

  /// Called with the units whose rows have been changed in a file, if any.
  using OnChanged = std::function<void(const std::string& path, const ChangedUnits& units)>;

  /// Takes over what is finished in other files, which are only read: all of it, or nothing if one
  /// of them is not a manifest of the same count. If `changed` is given, rows that have been
  /// changed, in this file or another, are left out. A manifest of a part becomes one of all units.
  void merge(const std::vector<std::string>& paths, const Database::Copy& copy = {},
             const OnChanged& changed = {});

 private:
  /// A row of units, as it is.
  struct Row {
    Unit unit;
    Origin origin;
    std::string finished;  ///< when
    bool is_sound;         ///< it fits the plan, and has not been changed
  };
  /// Reads the plan and the part, if there are any yet.
  void read_plan();
  void for_each_row(const std::function<void(const Row&)>& visit);
  /// Inserts into a table of units.
  void insert(const std::string& table, const Row& row);
  void write_plan(const Plan& plan, const Part& part);
  /// By unit and generator the files from which rows were taken over.
  using Sources = std::map<std::pair<std::size_t, std::string>, std::string_view>;
  /// As add(); `from` is the file that has the unit.
  void add_from(const std::string& from, const Unit& unit, const Origin& origin, const Plan& plan,
                Sources& sources);
  std::string digest_of(const Unit& unit, const Origin& origin) const;

  const bool is_copy_;
  Database database_;
  std::optional<Plan> plan_;
  std::optional<Part> part_;
  std::string digest_;  // of the plan
  std::mutex mutex_;    // of the database
};

}  // namespace plylab::perft::cluster
