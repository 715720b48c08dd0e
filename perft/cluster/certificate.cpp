#include "perft/cluster/certificate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/base/text.h"
#include "gen/game/read_position.h"
#include "gen/tree/games.h"
#include "perft/cluster/disagreement.h"
#include "perft/count/walk.h"

namespace plylab::perft::cluster {
namespace {

constexpr std::string_view first_line = "plylab certificate 1";
constexpr std::string_view between_counts = " | ";

std::string head_of(const Certificate& certificate) {
  return fmt::format("{}\n{}leaves={}\n", first_line, to_lines(fields_of(certificate.plan)),
                     certificate.leaves);
}

std::string line_of(const CertifiedUnit& unit) {
  return fmt::format("unit={} {} {}{}{}", unit.records, fmt::join(unit.generators, ","),
                     to_text(unit.branches), between_counts, unit.positions);
}

std::string hash_of(const Bytes& records) {
  return sha256({reinterpret_cast<const char*>(records.data()), records.size()});
}

/// Whether the counts of a unit's positions, times the paths to them, add up to its branches.
bool adds_up(const CertifiedUnit& unit, const Bytes& records, const RecordLayout& layout) {
  const auto positions = parse_positions(unit.positions);
  if (!positions) return false;
  std::map<std::size_t, std::vector<Count>> sums;
  auto position = positions->begin();
  const unsigned char* const end = records.data() + records.size();
  for (const unsigned char* at = records.data(); at != end; at = end_of(at, layout), ++position) {
    if (position == positions->end()) return false;
    for (const Paths& paths : paths_of(at, layout))
      add_times(paths.count, *position, sums[paths.branch]);
  }
  return position == positions->end() &&
         std::ranges::equal(sums, unit.branches, [](const auto& sum, const auto& branch) {
           return sum.first == branch.branch && sum.second == branch.counts;
         });
}

/// By unit the places of positions in it, in their order.
using Sample = std::map<std::size_t, std::vector<std::size_t>>;

/// So many positions, or all.
Sample draw_sample(const Plan& plan, std::uint64_t size, std::uint64_t seed) {
  std::set<std::uint64_t> drawn;
  const std::uint64_t all = plan.positions;
  for (std::uint64_t i = all - std::min(size, all); i < all; ++i) {  // Floyd 1987
    const std::uint64_t one = splitmix64(seed) % (i + 1);
    drawn.insert(drawn.contains(one) ? i : one);
  }
  Sample sample;
  const std::uint64_t a_unit = plan.blocks * FrontierFile::block;
  for (const std::uint64_t one : drawn) sample[one / a_unit].push_back(one % a_unit);
  return sample;
}

/// Only the positions at these places.
UnitWork chosen_of(const UnitWork& work, const RecordLayout& layout,
                   const std::vector<std::size_t>& places) {
  UnitWork chosen{work.number, {}};
  const unsigned char* at = work.records.data();
  std::size_t here = 0;
  for (const std::size_t place : places) {
    for (; here < place; ++here) at = end_of(at, layout);
    const unsigned char* const end = end_of(at, layout);
    chosen.records.insert(chosen.records.end(), at, end);
    at = end;
    ++here;
  }
  return chosen;
}

/// A position of the plan's frontier in the game's notation; by its moves in a game that cannot
/// tell where they lead.
std::string text_of(const CountableGame& game, const Plan& plan, const FrontierFile& frontier,
                    std::size_t unit, std::size_t place) {
  const Bytes record = chosen_of(work_of(frontier, plan, unit), frontier.layout, {place}).records;
  std::string text = with_moves(plan.position, frontier.moves_of(record.data()));
  try {
    return game.info.parse(text).text();
  } catch (const InputError&) {
    return text;
  }
}

std::string take_value(std::string_view& text, std::string_view name, const std::string& where) {
  std::string_view line = take_line(text);
  if (take_until(line, "=") != name || line.empty())
    throw InputError(fmt::format("{}: a line '{}=' is missing", where, name));
  return std::string(line.substr(1));
}

}  // namespace

std::set<std::string> Certificate::generators() const {
  std::set<std::string> all;
  for (const CertifiedUnit& unit : units)
    all.insert(unit.generators.begin(), unit.generators.end());
  return all;
}

std::size_t Certificate::counted_twice() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      units, [](const CertifiedUnit& unit) { return unit.generators.size() > 1; }));
}

Certificate certify(const CountableGame& game, Manifest& manifest, const CountJob& job) {
  // A position is the name of a file there.
  if (game.info.name == tree::WrittenTree::name)
    throw InputError(fmt::format("'{}': a certificate of {} would not have the file '{}' in it",
                                 manifest.path(), game.info.name, manifest.plan()->position));
  const Known known = known_from(manifest);
  if (!known.result.complete)
    throw InputError(fmt::format("'{}': {} of {} units are not counted yet", manifest.path(),
                                 manifest.plan()->units - known.units, manifest.plan()->units));
  Certificate certificate{.plan = *manifest.plan(), .leaves = known.result.leaves};
  const Plan& plan = certificate.plan;
  const FrontierFile frontier = find_planned_frontier(game, plan, job);
  if (const auto what = disagreement(plan, completed_plan(plan, frontier)); !what.empty())
    throw InputError(
        fmt::format("the generators of '{}' and of this call disagree: {}", manifest.path(), what));
  certificate.units.resize(plan.units);
  manifest.for_each_unit([&](const Unit& unit, const Worker& worker) {
    CertifiedUnit& certified = certificate.units[unit.number];
    certified.generators.push_back(worker.generator);
    if (certified.generators.size() > 1) return;
    const Bytes records = work_of(frontier, plan, unit.number).records;
    certified.records = hash_of(records);
    certified.branches = unit.branches;
    certified.positions = unit.positions;
    if (!adds_up(certified, records, frontier.layout))
      throw InputError(fmt::format("'{}': the positions of unit {} do not add up", manifest.path(),
                                   unit.number));
  });
  return certificate;
}

Known known_from(const Certificate& certificate) {
  Known known(certificate.plan);
  for (const CertifiedUnit& unit : certificate.units) {
    known.add(unit.branches);
    for (const std::string& name : unit.generators) ++known.workers[{"", "", name, ""}].units;
  }
  known.finish();
  return known;
}

std::string root_of(const Certificate& certificate) {
  std::vector<std::string> level;
  for (const CertifiedUnit& unit : certificate.units) level.push_back(sha256(line_of(unit)));
  while (level.size() > 1) {
    std::vector<std::string> above;
    for (std::size_t i = 0; i < level.size(); i += 2)
      above.push_back(i + 1 < level.size() ? sha256(level[i] + level[i + 1]) : level[i]);
    level = std::move(above);
  }
  return sha256(sha256(head_of(certificate)) + (level.empty() ? "" : level.front()));
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
  const std::string leaves = take_value(text, "leaves", where);
  for (std::size_t unit = 0; unit < certificate.plan.units; ++unit) {
    const std::string line = take_value(text, "unit", where);
    std::string_view rest = line;
    const std::string records(take_word(rest));
    skip(rest);
    const auto generators = words_of(take_word(rest), ",");
    skip(rest);
    const std::size_t end = rest.find(between_counts);
    auto branches = parse_branches(rest.substr(0, end));
    bool fits = branches && end != rest.npos;
    if (fits)
      for (const BranchCounts& branch : *branches)
        fits &= !branch.counts.empty() && branch.branch < certificate.plan.root_moves.size();
    if (!fits) throw InputError(fmt::format("{}: unit {} cannot be read", where, unit));
    certificate.units.push_back({records, generators, std::move(*branches),
                                 std::string(rest.substr(end + between_counts.size()))});
  }
  certificate.leaves = known_from(certificate).result.leaves;
  if (to_string(certificate.leaves) != leaves)
    throw InputError(
        fmt::format("{}: the units have {} leaves, not {}", where, certificate.leaves, leaves));
  if (to_text(certificate) != whole)
    throw InputError(fmt::format("{}: has been changed: its hash is another one", where));
  return certificate;
}

Audit audit(const CountableGame& game, const Certificate& certificate, const CountJob& job,
            std::uint64_t sample, std::uint64_t seed) {
  const Plan& plan = certificate.plan;
  Audit result;
  const FrontierFile frontier = find_planned_frontier(game, plan, job);
  if (const auto what = disagreement(plan, completed_plan(plan, frontier)); !what.empty()) {
    result.wrong.push_back(
        fmt::format("the generators of the certificate and of this audit disagree: {}", what));
    return result;
  }
  std::vector<bool> is_right(plan.units);
  for (std::size_t number = 0; number < plan.units; ++number) {
    const CertifiedUnit& unit = certificate.units[number];
    const Bytes records = work_of(frontier, plan, number).records;
    is_right[number] = false;
    if (hash_of(records) != unit.records)
      result.wrong.push_back(fmt::format("unit {} has other positions or paths", number));
    else if (!adds_up(unit, records, frontier.layout))
      result.wrong.push_back(fmt::format("the positions of unit {} do not add up", number));
    else
      is_right[number] = true;
  }

  Sample drawn = draw_sample(plan, sample, seed);
  std::erase_if(drawn, [&](const auto& some) { return !is_right[some.first]; });
  std::mutex mutex;  // guards what follows
  auto next = drawn.begin();
  std::size_t done = 0;
  std::map<std::pair<std::size_t, std::size_t>, std::string> otherwise;
  count_units_here(
      game, plan, job,
      [&]() -> std::optional<UnitWork> {
        const std::lock_guard lock(mutex);
        if (next == drawn.end()) return std::nullopt;
        const auto& [unit, places] = *next++;
        return chosen_of(work_of(frontier, plan, unit), frontier.layout, places);
      },
      [&](const Unit& unit, const Worker& worker) {
        const std::lock_guard lock(mutex);
        const std::vector<std::size_t>& places = drawn.at(unit.number);
        const auto positions = parse_positions(certificate.units[unit.number].positions);
        const auto counted = parse_positions(unit.positions);
        for (std::size_t i = 0; i < places.size(); ++i)
          if ((*counted)[i] != (*positions)[places[i]])
            otherwise[{unit.number, places[i]}] =
                fmt::format("{}, depth {}: {} counts {}, the certificate states {}",
                            text_of(game, plan, frontier, unit.number, places[i]),
                            plan.depth - plan.ply, worker.generator, fmt::join((*counted)[i], " "),
                            fmt::join((*positions)[places[i]], " "));
        result.counted += places.size();
        ++done;
        if (job.progress)
          job.progress(static_cast<double>(done) / static_cast<double>(drawn.size()),
                       static_cast<double>(result.counted));
      });
  result.wrong_positions = otherwise.size();
  for (auto& [place, what] : otherwise) result.wrong.push_back(std::move(what));
  result.complete = done == drawn.size();
  return result;
}

double detection(std::uint64_t all, std::uint64_t wrong, std::uint64_t sample) {
  double missed = 1;  // all of the sample among the right ones
  for (std::uint64_t i = 0; i < std::min(sample, all); ++i)
    missed *=
        all - i <= wrong ? 0 : static_cast<double>(all - wrong - i) / static_cast<double>(all - i);
  return 1 - missed;
}

}  // namespace plylab::perft::cluster
