#include "perft/cluster/manifest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string_view>

#include "gen/input_error.h"
#include "gen/text.h"

namespace plylab::perft::cluster {
namespace {

constexpr int application = 0x706c7963;  // "plyc", by which file(1) could know it
constexpr int schema = 1;

/// A count of any size in decimal, as to_string() writes it; none for other texts.
std::optional<Count> parse_count(std::string_view text) {
  constexpr std::size_t low_digits = 19;  // fit into 64 bits, and so do the 20 before them
  const std::size_t split = text.size() > low_digits ? text.size() - low_digits : 0;
  const auto high = parse_number<std::uint64_t>(split > 0 ? text.substr(0, split) : "0");
  const auto low = parse_number<std::uint64_t>(text.substr(split));
  if (!high || !low) return std::nullopt;
  return Count(*high) * Count(10'000'000'000'000'000'000U) + Count(*low);
}

std::string to_text(const std::vector<BranchCounts>& branches) {
  std::string text;
  for (const BranchCounts& branch : branches)
    text += fmt::format("{}{} {}", text.empty() ? "" : ";", branch.branch,
                        fmt::join(branch.counts, " "));
  return text;
}

/// None for a text that to_text() does not write.
std::optional<std::vector<BranchCounts>> parse_branches(std::string_view text) {
  std::vector<BranchCounts> branches;
  while (!text.empty()) {
    std::string_view words = take_until(text, ";");
    if (!text.empty()) text.remove_prefix(1);
    const auto branch = parse_number<std::size_t>(take_word(words));
    if (!branch) return std::nullopt;
    branches.push_back({*branch, {}});
    for (skip(words); !words.empty(); skip(words)) {
      const auto count = parse_count(take_word(words));
      if (!count) return std::nullopt;
      branches.back().counts.push_back(*count);
    }
  }
  return branches;
}

std::vector<BranchCounts> as_counts(const std::vector<Paths>& paths) {
  std::vector<BranchCounts> counts;
  for (const Paths& some : paths) counts.push_back({some.branch, {some.count}});
  return counts;
}

/// The plan as names and values, and back.
std::map<std::string, std::string> fields_of(const Plan& plan) {
  return {{"game", plan.game},
          {"position", plan.position},
          {"depth", std::to_string(plan.depth)},
          {"statistics", std::to_string(plan.statistics)},
          {"with_higher", std::to_string(plan.with_higher)},
          {"ply", std::to_string(plan.ply)},
          {"positions", std::to_string(plan.positions)},
          {"paths", to_string(plan.paths)},
          {"ended", to_text(as_counts(plan.ended))},
          {"root_moves", fmt::format("{}", fmt::join(plan.root_moves, "\n"))},
          {"blocks", std::to_string(plan.blocks)},
          {"units", std::to_string(plan.units)}};
}

/// Throws std::bad_optional_access for values that are none.
Plan plan_of(std::map<std::string, std::string>& fields) {
  const auto number = [&](const char* name) {
    return parse_number<std::uint64_t>(fields[name]).value();
  };
  Plan plan{fields["game"],
            fields["position"],
            static_cast<int>(number("depth")),
            number("statistics") != 0,
            number("with_higher") != 0,
            static_cast<int>(number("ply")),
            number("positions"),
            parse_count(fields["paths"]).value(),
            {},
            words_of(fields["root_moves"], "\n"),
            number("blocks"),
            number("units")};
  const auto ended = parse_branches(fields["ended"]).value();
  for (const BranchCounts& branch : ended)
    plan.ended.push_back({branch.branch, branch.counts.at(0)});
  return plan;
}

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
  std::map<std::string, std::string> fields;
  for (Statement row(database_, "SELECT name, value FROM plan"); row.step();)
    fields[row.text(0)] = row.text(1);
  try {
    plan_ = plan_of(fields);
  } catch (const std::exception&) {
    throw InputError(fmt::format("'{}': its plan cannot be read", path()));
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
