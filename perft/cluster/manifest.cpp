#include "perft/cluster/manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "perft/cluster/disagreement.h"

namespace plylab::perft::cluster {
namespace {

constexpr int application = 0x706c7963;  // "plyc", by which file(1) could know it
constexpr int schema = 2;

/// "depth is 4, not 5": how the plan differs from the one that is wanted; empty if it does not, or
/// only in what generators find.
std::string difference_of(const Plan& plan, const Plan& wanted) {
  const auto is = fields_of(plan), should_be = fields_of(wanted);
  for (const std::string name : {"game", "position", "depth", "ply", "statistics", "with_higher"})
    if (is.at(name) != should_be.at(name))
      return fmt::format("{} is {}, not {}", name == "ply" ? "frontier" : name, is.at(name),
                         should_be.at(name));
  return "";
}

std::string digest_of(const Plan& plan) { return sha256(to_lines(fields_of(plan))); }

/// SQL that makes the table of the units.
std::string units_table(const char* name) {
  return fmt::format(
      "CREATE TABLE {}(number INTEGER, counts TEXT NOT NULL, positions TEXT NOT NULL, seconds REAL,"
      " host TEXT, program TEXT, generator TEXT, kernel TEXT, digest TEXT NOT NULL, finished TEXT,"
      " PRIMARY KEY(number, generator)) WITHOUT ROWID",
      name);
}

/// Whether the file is made by this call, and by no other process at the same time.
bool is_made(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor >= 0) ::close(descriptor);
  return descriptor >= 0;
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)), is_removed_(is_made(path_)) {}

NewFile::~NewFile() {
  if (is_removed_) ::unlink(path_.c_str());
}

Manifest::Manifest(const std::string& path) : file_(path), database_(path) { read(); }

Manifest::Manifest(const std::string& path, const Database::Copy& copy) : database_(path, copy) {
  read();
}

void Manifest::read() {
  Statement kind(database_,
                 "SELECT application_id, user_version, (SELECT count(*) FROM "
                 "sqlite_schema) FROM pragma_application_id, pragma_user_version");
  kind.step();
  if (kind.number(0) == 0 && kind.number(2) == 0) return;
  if (kind.number(0) != application)
    throw InputError(fmt::format("'{}' is no manifest of a count", path()));
  if (kind.number(1) != schema)
    throw InputError(fmt::format("'{}' is of another version of plylab", path()));
  read_plan();
}

void Manifest::read_plan() {
  Fields fields;
  for (Statement row(database_, "SELECT name, value FROM plan"); row.step();)
    fields[row.text(0)] = row.text(1);
  try {
    plan_ = plan_of(fields);
    if (const auto part = fields.find("part"); part != fields.end())
      part_ = parse_part(part->second, "its part");
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", path(), error.what()));
  }
  digest_ = cluster::digest_of(*plan_);
  if (fields["digest"] != digest_)
    throw InputError(fmt::format("'{}': its plan has been changed", path()));
}

void Manifest::begin(const Plan& plan, const Part& part) {
  if (plan_) {
    const std::string difference = difference_of(*plan_, plan);
    if (!difference.empty())
      throw InputError(fmt::format("'{}' is of another count: its {}", path(), difference));
    if (const std::string what = disagreement(*plan_, plan); !what.empty())
      throw InputError(
          fmt::format("the generators of '{}' and of this call disagree: {}", path(), what));
    return;
  }
  Transaction transaction(database_);
  write_plan(plan, part);
  transaction.commit();
  plan_ = plan;
  if (file_) file_->keep();
  database_.run("PRAGMA wal_checkpoint");  // so that the file alone is a manifest
}

void Manifest::write_plan(const Plan& plan, const Part& part) {
  database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};"
                            "CREATE TABLE plan(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
                            "{}",
                            application, schema, units_table("units"))
                    .c_str());
  digest_ = cluster::digest_of(plan);
  Fields fields = fields_of(plan);
  fields["digest"] = digest_;
  if (part.of > 1) {
    part_ = part;
    fields["part"] = to_text(part);
  }
  for (const auto& [name, value] : fields)
    Statement(database_, "INSERT INTO plan VALUES(?, ?)").bind(name).bind(value).step();
}

std::string Manifest::digest_of(const Unit& unit, const Worker& worker) const {
  return sha256(digest_ + to_lines(fields_of(unit, worker)));
}

void Manifest::add(const Unit& unit, const Worker& worker) {
  Origins none;
  add_from(path(), unit, worker, *plan_, none);
}

void Manifest::add_from(const std::string& from, const Unit& unit, const Worker& worker,
                        const Plan& plan, Origins& origins) {
  const std::lock_guard lock(mutex_);
  const auto number = static_cast<std::int64_t>(unit.number);
  Statement known(database_, "SELECT counts, positions, generator FROM units WHERE number = ?");
  for (known.bind(number); known.step();) {
    const std::string generator = known.text(2);
    const Unit there{unit.number,
                     parse_branches(known.text(0)).value_or(std::vector<BranchCounts>()),
                     known.text(1), 0};
    if (const std::string what = disagreement(plan, there, unit); !what.empty()) {
      const auto origin = origins.find({unit.number, generator});
      throw InputError(fmt::format("the generators {} of '{}' and {} of '{}' disagree: {}",
                                   generator, origin == origins.end() ? path() : origin->second,
                                   worker.generator, from, what));
    }
    if (generator == worker.generator) return;
  }
  origins[{unit.number, worker.generator}] = from;
  insert("INSERT INTO units VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', ?))",
         {unit, worker, "now", true});
}

void Manifest::insert(const char* sql, const Row& row) {
  Statement(database_, sql)
      .bind(static_cast<std::int64_t>(row.unit.number))
      .bind(to_text(row.unit.branches))
      .bind(row.unit.positions)
      .bind(row.unit.seconds)
      .bind(row.worker.host)
      .bind(row.worker.program)
      .bind(row.worker.generator)
      .bind(row.worker.kernel)
      .bind(digest_of(row.unit, row.worker))
      .bind(row.finished)
      .step();
}

std::vector<bool> Manifest::finished() {
  std::vector<bool> finished(plan_ ? plan_->units : 0);
  for_each_unit([&](const Unit& unit, const Worker&) { finished[unit.number] = true; });
  return finished;
}

void Manifest::for_each_row(const std::function<void(const Row&)>& visit) {
  if (!plan_) return;
  const std::lock_guard lock(mutex_);
  Statement row(database_,
                "SELECT number, counts, positions, seconds, host, program, generator, kernel, "
                "digest, finished FROM units ORDER BY number, generator");
  while (row.step()) {
    auto branches = parse_branches(row.text(1));
    Row one{.unit = {static_cast<std::size_t>(row.number(0)),
                     branches ? std::move(*branches) : std::vector<BranchCounts>(), row.text(2),
                     row.real(3)},
            .worker = {row.text(4), row.text(5), row.text(6), row.text(7)},
            .finished = row.text(9),
            .is_sound = false};
    one.is_sound = one.unit.number < plan_->units && row.text(8) == digest_of(one.unit, one.worker);
    visit(one);
  }
}

void Manifest::for_each_unit(const std::function<void(const Unit&, const Worker&)>& visit) {
  for_each_row([&](const Row& row) {
    if (!row.is_sound)
      throw InputError(
          fmt::format("'{}': unit {} has been changed; 'count --manifest FILE' counts it again",
                      path(), row.unit.number));
    visit(row.unit, row.worker);
  });
}

std::set<std::size_t> Manifest::drop_changed() {
  std::set<std::size_t> changed;
  for_each_row([&](const Row& row) {
    if (!row.is_sound) changed.insert(row.unit.number);
  });
  if (changed.empty()) return changed;
  // Where a key has been changed rows are not found by it: the others go into a new table.
  Transaction transaction(database_);
  database_.run(units_table("sound").c_str());
  for_each_row([&](const Row& row) {
    if (row.is_sound) insert("INSERT INTO sound VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row);
  });
  database_.run("DROP TABLE units; ALTER TABLE sound RENAME TO units");
  transaction.commit();
  return changed;
}

void Manifest::merge(const std::vector<std::string>& paths, const Database::Copy& copy,
                     const OnChanged& changed) {
  if (paths.empty()) return;
  if (part_ && file_)
    throw InputError(
        fmt::format("'{}' is part {} of a count: merge it, too, into a file of its own", path(),
                    to_text(*part_)));
  // To read it besides would let go the lock that this process has: so it is with locks of POSIX.
  std::error_code error;
  for (const std::string& other : paths)
    if (std::filesystem::equivalent(path(), other, error))
      throw InputError(fmt::format("'{}' cannot be merged into itself", other));
  if (changed) changed(path(), drop_changed());
  Transaction transaction(database_);
  std::optional<Plan> plan = plan_;
  std::string planned_by = path();
  Origins origins;
  for (const std::string& other_path : paths) {
    Manifest other(other_path, copy);  // not all at once: there may be more than a process may open
    if (!other.plan_) throw InputError(fmt::format("'{}' has no plan yet", other_path));
    if (!plan) {
      plan = other.plan_;
      planned_by = other_path;
      write_plan(*plan, {});
    }
    const std::string difference = difference_of(*other.plan_, *plan);
    if (!difference.empty())
      throw InputError(fmt::format("'{}' is of another count than '{}': its {}", other_path,
                                   planned_by, difference));
    if (const std::string what = disagreement(*plan, *other.plan_); !what.empty())
      throw InputError(fmt::format("the generators of '{}' and '{}' disagree: {}", planned_by,
                                   other_path, what));
    if (changed) changed(other_path, other.drop_changed());  // of the copy
    other.for_each_unit([&](const Unit& unit, const Worker& worker) {
      add_from(other_path, unit, worker, *plan, origins);
    });
  }
  transaction.commit();
  plan_ = plan;
  part_.reset();
  if (file_) file_->keep();
}

}  // namespace plylab::perft::cluster
