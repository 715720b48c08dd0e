#include "perft/cluster/manifest.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"

namespace plylab::perft::cluster {
namespace {

using reports::Json;

std::string digest_of(const Plan& plan) { return sha256(Json(plan).dump()); }

/// The row of the table `plan`.
Json row_of(const Plan& plan, const Part& part) {
  Json row = plan;
  row.update(Json(part));
  row["digest"] = sha256(digest_of(plan) + Json(part).dump());
  return row;
}

/// The row of the table `units`, without its digest.
Json row_of(const Unit& unit, const Origin& origin, const std::string& finished) {
  Json row = unit;
  row.update(Json(origin));
  row["finished"] = finished;
  return row;
}

/// Any row of the table `units`: it has all columns.
Json unit_columns() {
  Json row = row_of(Unit(), Origin(), "");
  row["digest"] = "";
  return row;
}

}  // namespace

Manifest::Manifest(const std::string& path) : is_copy_(false), database_(path) { read_plan(); }

Manifest::Manifest(const std::string& path, const Database::Copy& copy)
    : is_copy_(true), database_(path, copy) {
  read_plan();
}

void Manifest::read_plan() {
  Statement tables(database_, "SELECT count(*) FROM sqlite_schema");
  tables.step();
  if (tables.number(0) == 0) return;
  const std::string where = fmt::format("'{}'", path());
  const auto refuse = [&](std::string_view what) {
    throw InputError(fmt::format("{}: {}", where, what));
  };
  const Json example = row_of(Plan(), Part());
  Statement rows(database_, fmt::format("SELECT {} FROM plan", columns_of(example)));
  if (!rows.step()) refuse("the plan is missing");
  Plan plan;
  Part part;
  std::string digest;
  reports::reading(where + ": the plan cannot be read", [&] {
    const Json row = rows.row(example);
    plan = row.get<Plan>();
    part = row.get<Part>();
    digest = row.at("digest").get<std::string>();
  });
  if (digest != row_of(plan, part)["digest"].get<std::string>())
    refuse("the plan has been changed");
  digest_ = cluster::digest_of(plan);
  if (part.number < 1 || part.number > part.of || part.of > Part::max)
    refuse("it names a part that does not exist");
  if (part.of > 1) part_ = part;
  validate(plan, where + ": its plan");
  plan_ = std::move(plan);
}

void Manifest::begin(const Plan& plan, const Part& part) {
  if (plan_) {
    if (const std::string what = difference(*plan_, plan); !what.empty())
      throw InputError(fmt::format("'{}' belongs to another count: its {}", path(), what));
    if (const std::string what = disagreement(*plan_, plan); !what.empty())
      throw InputError(
          fmt::format("the generators of '{}' and of this call disagree: {}", path(), what));
    return;
  }
  database_.begin();
  Transaction transaction(database_);
  write_plan(plan, part);
  transaction.commit();
  database_.keep();
  plan_ = plan;
  database_.run("PRAGMA wal_checkpoint");  // so that the file alone is a manifest
}

void Manifest::write_plan(const Plan& plan, const Part& part) {
  const Json row = row_of(plan, part);
  database_.run(fmt::format("CREATE TABLE plan({})", columns_of(row)));
  create_units("units");
  digest_ = cluster::digest_of(plan);
  if (part.of > 1) part_ = part;
  insert(database_, "plan", row);
}

void Manifest::create_units(std::string_view table) {
  database_.run(fmt::format("CREATE TABLE {}({}, PRIMARY KEY(number, generator))", table,
                            columns_of(unit_columns())));
}

std::string Manifest::digest_of(const Json& row) const { return sha256(digest_ + row.dump()); }

void Manifest::add(const Unit& unit, const Origin& origin) {
  Sources none;
  add_from(path(), unit, origin, *plan_, none);
}

void Manifest::add_from(const std::string& from, const Unit& unit, const Origin& origin,
                        const Plan& plan, Sources& sources) {
  const std::lock_guard lock(mutex_);
  const Json example = unit_columns();
  Statement known(database_,
                  fmt::format("SELECT {} FROM units WHERE number = ?", columns_of(example)));
  for (known.bind(unit.number); known.step();) {
    const Json row = known.row(example);
    const auto generator = row.at("generator").get<std::string>();
    if (const std::string what = disagreement(plan, row.get<Unit>(), unit); !what.empty()) {
      const auto source = sources.find({unit.number, generator});
      throw InputError(fmt::format("the generators {} of '{}' and {} of '{}' disagree: {}",
                                   generator, source == sources.end() ? path() : source->second,
                                   origin.generator, from, what));
    }
    if (generator == origin.generator) return;
  }
  sources[{unit.number, origin.generator}] = from;
  Json row = row_of(unit, origin, fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))));
  row["digest"] = digest_of(row);
  insert(database_, "units", row);
}

std::vector<bool> Manifest::finished() {
  std::vector<bool> finished(plan_ ? plan_->units : 0);
  for_each_unit([&](const Unit& unit, const Origin&) { finished[unit.number] = true; });
  return finished;
}

void Manifest::for_each_row(const std::function<void(const Row&)>& visit) {
  if (!plan_) return;
  const std::lock_guard lock(mutex_);
  const Json example = unit_columns();
  Statement rows(database_, fmt::format("SELECT {} FROM units ORDER BY number, generator",
                                        columns_of(example)));
  while (rows.step()) {
    Row row{.number = rows.number(0), .columns = {}};
    try {
      reports::reading("the row", [&] {
        row.columns = rows.row(example);
        row.unit = row.columns.get<Unit>();
        row.origin = row.columns.get<Origin>();
        Json covered = row.columns;
        covered.erase("digest");
        row.is_sound =
            row.columns["digest"] == digest_of(covered) && misfit(*plan_, row.unit).empty();
      });
    } catch (const InputError&) {  // it has been changed
    }
    visit(row);
  }
}

void Manifest::for_each_unit(const std::function<void(const Unit&, const Origin&)>& visit) {
  for_each_row([&](const Row& row) {
    if (!row.is_sound)
      throw InputError(
          fmt::format("'{}': unit {} has been changed; 'count --manifest FILE' counts it again",
                      path(), row.number));
    visit(row.unit, row.origin);
  });
}

Manifest::ChangedUnits Manifest::drop_changed() {
  ChangedUnits changed;
  for_each_row([&](const Row& row) {
    if (!row.is_sound) changed.insert(row.number);
  });
  if (changed.empty()) return changed;
  // A row whose key was changed cannot be looked up, so the sound rows are copied to a new table.
  Transaction transaction(database_);
  create_units("sound");
  for_each_row([&](const Row& row) {
    if (row.is_sound) insert(database_, "sound", row.columns);
  });
  database_.run("DROP TABLE units; ALTER TABLE sound RENAME TO units");
  transaction.commit();
  return changed;
}

void Manifest::merge(const std::vector<std::string>& paths, const Database::Copy& copy,
                     const OnChanged& changed) {
  if (paths.empty()) return;
  if (part_ && !is_copy_)
    throw InputError(
        fmt::format("'{}' is part {} of a count: merge into a new file", path(), to_text(*part_)));
  // Reading the same file would release the POSIX lock that this process holds.
  std::error_code error;
  for (const std::string& other : paths)
    if (std::filesystem::equivalent(path(), other, error))
      throw InputError(fmt::format("'{}' {}", other,
                                   is_copy_ ? "is named twice" : "cannot be merged into itself"));
  if (changed) changed(path(), drop_changed());
  database_.begin();
  Transaction transaction(database_);
  std::optional<Plan> plan = plan_;
  std::string planned_by = path();
  Sources sources;
  for (const std::string& other_path : paths) {
    Manifest other(other_path, copy);  // one at a time: a process can open only so many files
    if (!other.plan_) throw no_frontier_in(other_path);
    if (!plan) {
      plan = other.plan_;
      planned_by = other_path;
      write_plan(*plan, {});
    }
    if (const std::string what = difference(*other.plan_, *plan); !what.empty())
      throw InputError(fmt::format("'{}' and '{}' belong to different counts: the first's {}",
                                   other_path, planned_by, what));
    if (const std::string what = disagreement(*plan, *other.plan_); !what.empty())
      throw InputError(fmt::format("the generators of '{}' and '{}' disagree: {}", planned_by,
                                   other_path, what));
    if (changed) changed(other_path, other.drop_changed());  // drops rows of the copy
    other.for_each_unit([&](const Unit& unit, const Origin& origin) {
      add_from(other_path, unit, origin, *plan, sources);
    });
  }
  transaction.commit();
  database_.keep();
  plan_ = plan;
  part_.reset();
}

InputError no_frontier_in(const std::string& path) {
  return InputError(fmt::format("'{}' has no frontier yet: {}", path,
                                is_in_use(path) ? "a running process is looking for it"
                                                : "repeat the count with its --depth"));
}

}  // namespace plylab::perft::cluster
