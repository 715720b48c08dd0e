#include "perft/cluster/manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "gen/input_error.h"

namespace plylab::perft::cluster {
namespace {

constexpr int application = 0x706c7963;  // "plyc", by which file(1) could know it
constexpr int schema = 1;

/// "depth is 4, not 5": how the plan differs from the one that is wanted; empty if it does not.
std::string difference_of(const Plan& plan, const Plan& wanted) {
  const auto is = fields_of(plan), should_be = fields_of(wanted);
  for (const auto& [name, value] : should_be)
    if (is.at(name) != value) return fmt::format("{} is {}, not {}", name, is.at(name), value);
  return "";
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

Manifest::Manifest(const std::string& path) : file_(path), database_(path) {
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
    const std::string difference = difference_of(*plan_, plan);
    if (!difference.empty())
      throw InputError(fmt::format("'{}' is of another count: its {}", path(), difference));
    return;
  }
  Transaction transaction(database_);
  write_plan(plan);
  transaction.commit();
  plan_ = plan;
  file_.keep();
}

void Manifest::write_plan(const Plan& plan) {
  database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};"
                            "CREATE TABLE plan(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
                            "CREATE TABLE units(number INTEGER PRIMARY KEY, counts TEXT NOT NULL,"
                            " seconds REAL, host TEXT, program TEXT, generator TEXT, kernel TEXT,"
                            " finished TEXT)",
                            application, schema)
                    .c_str());
  for (const auto& [name, value] : fields_of(plan))
    Statement(database_, "INSERT INTO plan VALUES(?, ?)").bind(name).bind(value).step();
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

void Manifest::merge(const std::vector<std::string>& paths) {
  if (paths.empty()) return;
  Transaction transaction(database_);
  std::optional<Plan> plan = plan_;
  std::string planned_by = path();
  for (const std::string& other_path : paths) {
    Manifest other(other_path);  // not all at once: there may be more than a process may open
    if (!other.plan_) throw InputError(fmt::format("'{}' has no plan yet", other_path));
    if (!plan) {
      plan = other.plan_;
      planned_by = other_path;
      write_plan(*plan);
    }
    const std::string difference = difference_of(*other.plan_, *plan);
    if (!difference.empty())
      throw InputError(fmt::format("'{}' is of another count than '{}': its {}", other_path,
                                   planned_by, difference));
    other.for_each_unit([&](const Unit& unit, const Worker& worker) { add(unit, worker); });
  }
  transaction.commit();
  plan_ = plan;
  file_.keep();
}

}  // namespace plylab::perft::cluster
