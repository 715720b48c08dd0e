#include "perft/cluster/manifest.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"

namespace plylab::perft::cluster {
namespace {

constexpr const char* plan_tables =
    "CREATE TABLE plan(game TEXT NOT NULL, position TEXT NOT NULL, depth INTEGER NOT NULL,"
    " statistics INTEGER NOT NULL, early_leaves INTEGER NOT NULL, columns INTEGER NOT NULL,"
    " ply INTEGER NOT NULL, positions INTEGER NOT NULL, paths BLOB NOT NULL,"
    " blocks INTEGER NOT NULL, units INTEGER NOT NULL, part INTEGER NOT NULL,"
    " parts INTEGER NOT NULL, digest TEXT NOT NULL);"
    "CREATE TABLE root_moves(branch INTEGER PRIMARY KEY, move TEXT NOT NULL, ended BLOB NOT NULL)";

/// SQL that makes a table of units.
std::string units_table(const std::string& name) {
  return fmt::format(
      "CREATE TABLE {}(number INTEGER NOT NULL, generator TEXT NOT NULL, kernel TEXT NOT NULL,"
      " host TEXT NOT NULL, program TEXT NOT NULL, records TEXT NOT NULL, branches BLOB NOT NULL,"
      " positions BLOB NOT NULL, seconds REAL NOT NULL, finished TEXT NOT NULL,"
      " digest TEXT NOT NULL, PRIMARY KEY(number, generator)) WITHOUT ROWID",
      name);
}

std::string digest_of(const Plan& plan) {
  Encoder out;
  encode(out, plan);
  return sha256_of(out.encoded());
}

/// The digest of the row in the table `plan`: covers the plan and the part.
std::string digest_of_row(const std::string& plan_digest, const Part& part) {
  return sha256_of(Encoder().text(plan_digest).number(part.number).number(part.of).encoded());
}

Bytes encode_count(Count count) { return Encoder().count(count).encoded(); }

/// Throws InputError, whose message begins with `where`.
Count decode_count(const Bytes& bytes, const std::string& where) try {
  Decoder in(bytes);
  const Count count = in.count();
  if (!in.at_end()) throw InputError("bytes follow a count");
  return count;
} catch (const InputError& error) {
  throw InputError(fmt::format("{}: the plan cannot be read: {}", where, error.what()));
}

std::int64_t integer(std::uint64_t number) { return static_cast<std::int64_t>(number); }

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
  Statement row(database_,
                "SELECT game, position, depth, statistics, early_leaves, columns, ply, positions,"
                " paths, blocks, units, part, parts, digest FROM plan");
  if (!row.step()) refuse("the plan is missing");
  const auto number = [&](int column) { return static_cast<std::uint64_t>(row.number(column)); };
  // An int also holds values that are out of range.
  const auto small = [&](int column) {
    return static_cast<int>(std::min<std::uint64_t>(number(column), INT32_MAX));
  };
  Plan plan{.game = row.text(0),
            .position = row.text(1),
            .depth = small(2),
            .statistics = number(3) != 0,
            .early_leaves = number(4) != 0,
            .columns = number(5),
            .ply = small(6),
            .positions = number(7),
            .paths = decode_count(row.blob(8), where),
            .blocks = number(9),
            .units = number(10)};
  const Part part{number(11), number(12)};
  const std::string digest = row.text(13);
  Statement move(database_, "SELECT move, ended FROM root_moves ORDER BY branch");
  while (move.step()) {
    plan.root_moves.push_back(move.text(0));
    plan.ended.push_back(decode_count(move.blob(1), where));
  }
  digest_ = cluster::digest_of(plan);
  if (digest != digest_of_row(digest_, part)) refuse("the plan has been changed");
  if (part.number < 1 || part.number > part.of || part.of > Part::most)
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
  database_.run(fmt::format("{}; {}", plan_tables, units_table("units")).c_str());
  digest_ = cluster::digest_of(plan);
  if (part.of > 1) part_ = part;
  Statement(database_, "INSERT INTO plan VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(plan.game)
      .bind(plan.position)
      .bind(std::int64_t{plan.depth})
      .bind(std::int64_t{plan.statistics})
      .bind(std::int64_t{plan.early_leaves})
      .bind(integer(plan.columns))
      .bind(std::int64_t{plan.ply})
      .bind(integer(plan.positions))
      .bind(encode_count(plan.paths))
      .bind(integer(plan.blocks))
      .bind(integer(plan.units))
      .bind(integer(part.number))
      .bind(integer(part.of))
      .bind(digest_of_row(digest_, part))
      .step();
  for (std::size_t branch = 0; branch < plan.root_moves.size(); ++branch)
    Statement(database_, "INSERT INTO root_moves VALUES(?, ?, ?)")
        .bind(integer(branch))
        .bind(plan.root_moves[branch])
        .bind(encode_count(plan.ended[branch]))
        .step();
}

std::string Manifest::digest_of(const Unit& unit, const Origin& origin) const {
  Encoder out;
  out.text(digest_);
  encode(out, unit);
  encode(out, origin);
  return sha256_of(out.encoded());
}

void Manifest::add(const Unit& unit, const Origin& origin) {
  Sources none;
  add_from(path(), unit, origin, *plan_, none);
}

void Manifest::add_from(const std::string& from, const Unit& unit, const Origin& origin,
                        const Plan& plan, Sources& sources) {
  const std::lock_guard lock(mutex_);
  Statement known(database_,
                  "SELECT branches, positions, records, generator FROM units WHERE number = ?");
  for (known.bind(integer(unit.number)); known.step();) {
    const std::string generator = known.text(3);
    const Bytes positions = known.blob(1);
    const Unit there{.number = unit.number,
                     .branches = decode_branches(known.blob(0), plan.columns),
                     .positions = Decoder(positions).counts(),
                     .records = known.text(2)};
    if (const std::string what = disagreement(plan, there, unit); !what.empty()) {
      const auto source = sources.find({unit.number, generator});
      throw InputError(fmt::format("the generators {} of '{}' and {} of '{}' disagree: {}",
                                   generator, source == sources.end() ? path() : source->second,
                                   origin.generator, from, what));
    }
    if (generator == origin.generator) return;
  }
  sources[{unit.number, origin.generator}] = from;
  insert("units", {unit, origin, fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))), true});
}

void Manifest::insert(const std::string& table, const Row& row) {
  Statement(database_,
            fmt::format("INSERT INTO {} VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", table).c_str())
      .bind(integer(row.unit.number))
      .bind(row.origin.generator)
      .bind(row.origin.kernel)
      .bind(row.origin.host)
      .bind(row.origin.program)
      .bind(row.unit.records)
      .bind(encode_branches(row.unit.branches))
      .bind(Encoder().counts(row.unit.positions).encoded())
      .bind(row.unit.seconds)
      .bind(row.finished)
      .bind(digest_of(row.unit, row.origin))
      .step();
}

std::vector<bool> Manifest::finished() {
  std::vector<bool> finished(plan_ ? plan_->units : 0);
  for_each_unit([&](const Unit& unit, const Origin&) { finished[unit.number] = true; });
  return finished;
}

void Manifest::for_each_row(const std::function<void(const Row&)>& visit) {
  if (!plan_) return;
  const std::lock_guard lock(mutex_);
  Statement row(database_,
                "SELECT number, generator, kernel, host, program, records, branches, positions,"
                " seconds, finished, digest FROM units ORDER BY number, generator");
  while (row.step()) {
    Row one{.unit = {.number = static_cast<std::size_t>(row.number(0)),
                     .records = row.text(5),
                     .seconds = row.real(8)},
            .origin = {row.text(3), row.text(4), row.text(1), row.text(2)},
            .finished = row.text(9),
            .is_sound = false};
    const Bytes positions = row.blob(7);
    try {
      one.unit.branches = decode_branches(row.blob(6), plan_->columns);
      one.unit.positions = Decoder(positions).counts();
      one.is_sound =
          row.text(10) == digest_of(one.unit, one.origin) && misfit(*plan_, one.unit).empty();
    } catch (const InputError&) {
      // The blobs of the row have been changed.
    }
    visit(one);
  }
}

void Manifest::for_each_unit(const std::function<void(const Unit&, const Origin&)>& visit) {
  for_each_row([&](const Row& row) {
    if (!row.is_sound)
      throw InputError(
          fmt::format("'{}': unit {} has been changed; 'count --manifest FILE' counts it again",
                      path(), integer(row.unit.number)));
    visit(row.unit, row.origin);
  });
}

Manifest::ChangedUnits Manifest::drop_changed() {
  ChangedUnits changed;
  for_each_row([&](const Row& row) {
    if (!row.is_sound) changed.insert(integer(row.unit.number));
  });
  if (changed.empty()) return changed;
  // A row whose key was changed cannot be looked up, so the sound rows are copied to a new table.
  Transaction transaction(database_);
  database_.run(units_table("sound").c_str());
  for_each_row([&](const Row& row) {
    if (row.is_sound) insert("sound", row);
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
    if (!other.plan_)
      throw InputError(
          fmt::format("'{}' has no frontier yet: repeat the count with its --depth", other_path));
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

}  // namespace plylab::perft::cluster
