#include "perft/cluster/manifest.h"

#include <fmt/format.h>

#include <utility>

#include "gen/input_error.h"

namespace plylab::perft::cluster {
namespace {

constexpr int application = 0x706c7963;  // "plyc", by which file(1) could know it
constexpr int schema = 1;

}  // namespace

Manifest::Manifest(const std::string& path) : database_(path) {
  Statement kind(database_,
                 "SELECT application_id, user_version, (SELECT count(*) FROM "
                 "sqlite_schema) FROM pragma_application_id, pragma_user_version");
  kind.step();
  if (kind.number(0) == 0 && kind.number(2) == 0) return;
  if (kind.number(0) != application)
    throw InputError(fmt::format("'{}' is no manifest of a count", path));
  if (kind.number(1) != schema)
    throw InputError(fmt::format("'{}' is of another version of plylab", path));
  read_plan();
}

void Manifest::read_plan() {
  Fields fields;
  for (Statement row(database_, "SELECT name, value FROM plan"); row.step();)
    fields[row.text(0)] = row.text(1);
  try {
    plan_ = plan_of(fields);
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", path(), error.what()));
  }
}

void Manifest::begin(const Plan& plan) {
  if (plan_) {
    const auto there = fields_of(*plan_), wanted = fields_of(plan);
    for (const auto& [name, value] : wanted)
      if (there.at(name) != value)
        throw InputError(fmt::format("'{}' is of another count: its {} is {}, not {}", path(), name,
                                     there.at(name), value));
    return;
  }
  database_.run("BEGIN");
  database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};"
                            "CREATE TABLE plan(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
                            "CREATE TABLE units(number INTEGER PRIMARY KEY, counts TEXT NOT NULL,"
                            " seconds REAL, host TEXT, program TEXT, generator TEXT, kernel TEXT,"
                            " finished TEXT)",
                            application, schema)
                    .c_str());
  for (const auto& [name, value] : fields_of(plan))
    Statement(database_, "INSERT INTO plan VALUES(?, ?)").bind(name).bind(value).step();
  database_.run("COMMIT");
  plan_ = plan;
}

void Manifest::add(const Unit& unit, const Worker& worker) {
  const std::lock_guard lock(mutex_);
  const auto number = static_cast<std::int64_t>(unit.number);
  const std::string counts = to_text(unit.branches);
  Statement known(database_, "SELECT counts FROM units WHERE number = ?");
  if (known.bind(number).step()) {
    if (known.text(0) == counts) return;
    throw InputError(fmt::format("'{}': unit {} has other counts there", path(), unit.number));
  }
  Statement(database_,
            "INSERT INTO units VALUES(?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))")
      .bind(number)
      .bind(counts)
      .bind(unit.seconds)
      .bind(worker.host)
      .bind(worker.program)
      .bind(worker.generator)
      .bind(worker.kernel)
      .step();
}

std::vector<bool> Manifest::finished() {
  std::vector<bool> finished(plan_ ? plan_->units : 0);
  for_each_unit([&](const Unit& unit, const Worker&) { finished[unit.number] = true; });
  return finished;
}

void Manifest::for_each_unit(const std::function<void(const Unit&, const Worker&)>& visit) {
  if (!plan_) return;
  const std::lock_guard lock(mutex_);
  Statement row(database_,
                "SELECT number, counts, seconds, host, program, generator, kernel FROM units "
                "ORDER BY number");
  while (row.step()) {
    auto branches = parse_branches(row.text(1));
    const auto number = static_cast<std::size_t>(row.number(0));
    bool fits = branches && number < plan_->units;
    if (fits)
      for (const BranchCounts& branch : *branches)
        fits &= branch.branch < plan_->root_moves.size() && !branch.counts.empty();
    if (!fits) throw InputError(fmt::format("'{}': unit {} cannot be read", path(), number));
    visit({number, std::move(*branches), row.real(2)},
          {row.text(3), row.text(4), row.text(5), row.text(6)});
  }
}

void Manifest::merge(Manifest& other) {
  if (!other.plan_) throw InputError(fmt::format("'{}' has no plan yet", other.path()));
  begin(*other.plan_);
  database_.run("BEGIN");
  try {
    other.for_each_unit([&](const Unit& unit, const Worker& worker) { add(unit, worker); });
    database_.run("COMMIT");
  } catch (...) {
    database_.run("ROLLBACK");
    throw;
  }
}

}  // namespace plylab::perft::cluster
