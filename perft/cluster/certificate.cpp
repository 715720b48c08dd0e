#include "perft/cluster/certificate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "gen/epd/sha256.h"
#include "gen/input_error.h"
#include "gen/splitmix64.h"
#include "gen/text.h"
#include "perft/walk.h"

namespace plylab::perft::cluster {
namespace {

constexpr std::string_view first_line = "plylab certificate 1";

std::string head_of(const Certificate& certificate) {
  return fmt::format("{}\n{}generators={}\nleaves={}\n", first_line,
                     to_lines(fields_of(certificate.plan)), fmt::join(certificate.generators, " "),
                     certificate.leaves);
}

std::string line_of(const CertifiedUnit& unit) {
  return fmt::format("unit={} {}", unit.records, to_text(unit.branches));
}

/// The leaves of all units, and of games that are over above the frontier.
Count sum_of(const Certificate& certificate) {
  Count sum;
  for (const CertifiedUnit& unit : certificate.units)
    for (const BranchCounts& branch : unit.branches) sum += leaves_of(branch);
  if (certificate.plan.with_higher) {
    for (const Paths& paths : certificate.plan.ended) sum += paths.count;
    if (certificate.plan.root_moves.empty()) sum += 1;
  }
  return sum;
}

/// The hash of a unit's records.
std::string records_hash(const FrontierFile& frontier, std::size_t unit, std::size_t blocks) {
  const auto mark = [&](std::size_t block) {
    return block < frontier.marks.size() ? frontier.marks[block] : frontier.file.size();
  };
  const std::uint64_t from = mark(unit * blocks), to = mark((unit + 1) * blocks);
  std::string bytes(static_cast<std::size_t>(to - from), '\0');
  frontier.file.read(from, {reinterpret_cast<unsigned char*>(bytes.data()), bytes.size()});
  return epd::sha256(bytes);
}

std::string take_value(std::string_view& text, std::string_view name, const std::string& where) {
  std::string_view line = take_line(text);
  if (take_until(line, "=") != name || line.empty())
    throw InputError(fmt::format("{}: a line '{}=' is missing", where, name));
  return std::string(line.substr(1));
}

}  // namespace

Certificate certify(const CountableGame& game, Manifest& manifest, const CountJob& job) {
  const Known known = known_from(manifest);
  if (!known.result.complete)
    throw InputError(fmt::format("'{}': {} of {} units are not counted yet", manifest.path(),
                                 manifest.plan()->units - known.units, manifest.plan()->units));
  Certificate certificate{.plan = *manifest.plan(), .leaves = known.result.leaves};
  std::set<std::string> generators;
  for (const auto& [worker, done] : known.workers) generators.insert(worker.generator);
  certificate.generators.assign(generators.begin(), generators.end());
  const FrontierFile frontier = find_planned_frontier(game, certificate.plan, job);
  manifest.for_each_unit([&](const Unit& unit, const Worker&) {
    certificate.units.push_back(
        {records_hash(frontier, unit.number, certificate.plan.blocks), unit.branches});
  });
  return certificate;
}

std::string root_of(const Certificate& certificate) {
  std::vector<std::string> level;
  for (const CertifiedUnit& unit : certificate.units) level.push_back(epd::sha256(line_of(unit)));
  while (level.size() > 1) {
    std::vector<std::string> above;
    for (std::size_t i = 0; i < level.size(); i += 2)
      above.push_back(i + 1 < level.size() ? epd::sha256(level[i] + level[i + 1]) : level[i]);
    level = std::move(above);
  }
  return epd::sha256(epd::sha256(head_of(certificate)) + (level.empty() ? "" : level.front()));
}

std::string to_text(const Certificate& certificate) {
  std::string text = head_of(certificate);
  for (const CertifiedUnit& unit : certificate.units) text += line_of(unit) + '\n';
  return text + "root=" + root_of(certificate) + '\n';
}

Certificate parse_certificate(std::string_view text, const std::string& where) {
  const std::string_view whole = text;
  if (take_line(text) != first_line)
    throw InputError(fmt::format("{}: is no certificate of plylab", where));
  Fields fields;
  for (const auto& [name, value] : fields_of(Plan())) fields[name] = take_value(text, name, where);
  Certificate certificate;
  try {
    certificate.plan = plan_of(fields);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", where, error.what()));
  }
  certificate.generators = words_of(take_value(text, "generators", where));
  const std::string leaves = take_value(text, "leaves", where);
  for (std::size_t unit = 0; unit < certificate.plan.units; ++unit) {
    const std::string line = take_value(text, "unit", where);
    std::string_view rest = line;
    const std::string records(take_word(rest));
    skip(rest);
    auto branches = parse_branches(rest);
    if (!branches) throw InputError(fmt::format("{}: unit {} cannot be read", where, unit));
    for (const BranchCounts& branch : *branches)
      if (branch.counts.empty() || branch.branch >= certificate.plan.root_moves.size())
        throw InputError(fmt::format("{}: unit {} cannot be read", where, unit));
    certificate.units.push_back({records, std::move(*branches)});
  }
  certificate.leaves = sum_of(certificate);
  if (to_string(certificate.leaves) != leaves)
    throw InputError(
        fmt::format("{}: the units have {} leaves, not {}", where, certificate.leaves, leaves));
  if (to_text(certificate) != whole)
    throw InputError(fmt::format("{}: has been changed: its hash is another one", where));
  return certificate;
}

Audit audit(const CountableGame& game, const Certificate& certificate, const CountJob& job,
            std::size_t sample, std::uint64_t seed) {
  const Plan& plan = certificate.plan;
  Audit result;
  const FrontierFile frontier = find_planned_frontier(game, plan, job);
  if (completed_plan(plan, frontier) != plan) {
    result.wrong.push_back("the frontier is another one");
    return result;
  }
  std::vector<std::size_t> units(plan.units);
  std::iota(units.begin(), units.end(), std::size_t{0});
  for (const std::size_t unit : units)
    if (records_hash(frontier, unit, plan.blocks) != certificate.units[unit].records)
      result.wrong.push_back(fmt::format("unit {} has other positions or paths", unit));
  for (std::size_t i = 0; i < units.size(); ++i)  // Fisher and Yates
    std::swap(units[i], units[i + splitmix64(seed) % (units.size() - i)]);
  units.resize(std::min(sample, units.size()));

  std::mutex mutex;  // guards what follows
  std::size_t given = 0;
  count_units_here(
      game, plan, frontier, job,
      [&]() -> std::optional<std::size_t> {
        const std::lock_guard lock(mutex);
        if (given == units.size()) return std::nullopt;
        return units[given++];
      },
      [&](const Unit& unit, const Worker&) {
        const std::lock_guard lock(mutex);
        ++result.counted;
        if (unit.branches != certificate.units[unit.number].branches)
          result.wrong.push_back(fmt::format("unit {} counts otherwise", unit.number));
        if (job.progress)
          job.progress(static_cast<double>(result.counted) / static_cast<double>(units.size()),
                       static_cast<double>(result.counted));
      });
  result.complete = result.counted == units.size();
  return result;
}

double detection(std::size_t units, std::size_t wrong, std::size_t sample) {
  double missed = 1;  // all of the sample among the right ones
  for (std::size_t i = 0; i < std::min(sample, units); ++i)
    missed *= units - i <= wrong
                  ? 0
                  : static_cast<double>(units - wrong - i) / static_cast<double>(units - i);
  return 1 - missed;
}

}  // namespace plylab::perft::cluster
