#include "perft/cluster/audit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/game/read_position.h"
#include "perft/walk/walk.h"

namespace plylab::perft::cluster {
namespace {

/// Whether the counts of a unit's positions, times the paths to them, add up to those of its root
/// moves.
bool adds_up(const Unit& unit, std::size_t columns, const Bytes& records,
             const RecordLayout& layout) try {
  std::map<std::size_t, std::vector<Count>> sums;
  std::span positions(unit.positions);
  const unsigned char* const end = records.data() + records.size();
  for (const unsigned char* at = records.data(); at != end; at = end_of(at, layout)) {
    if (positions.empty()) return false;
    const std::vector<Count> counts(positions.begin(),
                                    positions.begin() + static_cast<int>(columns));
    for (const Paths& paths : paths_of(at, layout))
      add_times(paths.count, counts, sums[paths.branch]);
    positions = positions.subspan(columns);
  }
  return positions.empty() &&
         std::ranges::equal(sums, unit.branches, [](const auto& sum, const auto& branch) {
           return sum.first == branch.branch && sum.second == branch.counts;
         });
} catch (const std::overflow_error&) {
  return false;
}

/// The positions drawn: for each unit, their indices in it, ascending.
using Sample = std::map<std::size_t, std::vector<std::size_t>>;

/// A sample of that size, or all positions if there are no more.
Sample draw_sample(const Plan& plan, std::uint64_t size, std::uint64_t seed) {
  Sample sample;
  const std::uint64_t all = plan.positions, a_unit = plan.blocks * FrontierFile::block;
  const auto add = [&](std::uint64_t one) { sample[one / a_unit].push_back(one % a_unit); };
  if (size >= all) {
    for (std::uint64_t one = 0; one < all; ++one) add(one);
    return sample;
  }
  std::set<std::uint64_t> drawn;
  for (std::uint64_t i = all - size; i < all; ++i) {  // Floyd 1987
    const std::uint64_t one = splitmix64(seed) % (i + 1);
    drawn.insert(drawn.contains(one) ? i : one);
  }
  for (const std::uint64_t one : drawn) add(one);
  return sample;
}

/// The records at these indices.
Bytes chosen_of(const Bytes& records, const RecordLayout& layout,
                const std::vector<std::size_t>& places) {
  Bytes chosen;
  const unsigned char* at = records.data();
  std::size_t here = 0;
  for (const std::size_t place : places) {
    for (; here < place; ++here) at = end_of(at, layout);
    const unsigned char* const end = end_of(at, layout);
    chosen.insert(chosen.end(), at, end);
    at = end;
    ++here;
  }
  return chosen;
}

/// A position of the plan's frontier in the game's notation, or as moves if the game's notation
/// cannot express it.
std::string text_of(const CountableGame& game, const Plan& plan, const FrontierFile& frontier,
                    std::size_t unit, std::size_t place) {
  const Bytes record = chosen_of(records_of(frontier, plan, unit), frontier.layout, {place});
  std::string text = with_moves(plan.position, frontier.moves_of(record.data()));
  try {
    return game.info.parse(text).text();
  } catch (const InputError&) {
    return text;
  }
}

/// The audit itself. Throws Stopped if it is stopped before anything has been counted.
void audit_into(Audit& result, const CountableGame& game, const Certificate& certificate,
                const CountJob& job, std::uint64_t sample, std::uint64_t seed) {
  const Plan& plan = certificate.plan;
  const FrontierFile frontier = find_planned_frontier(game, plan, job);
  if (const auto what = disagreement(plan, completed_plan(game, plan, frontier)); !what.empty()) {
    result.wrong.push_back(
        fmt::format("the generators of the certificate and of this audit disagree: {}", what));
    return;
  }
  std::vector<bool> is_right(plan.units);
  for (std::size_t number = 0; number < plan.units; ++number) {
    if (job.how.is_stopped()) throw Stopped{};
    const Unit& unit = certificate.units[number].unit;
    const Bytes records = records_of(frontier, plan, number);
    if (sha256_of(records) != unit.records)
      result.wrong.push_back(
          fmt::format("unit {}: its positions, or the paths to them, are wrong", number));
    else if (!adds_up(unit, plan.columns, records, frontier.layout))
      result.wrong.push_back(fmt::format(
          "unit {}: the counts of its positions do not add up to those of its root moves", number));
    else
      is_right[number] = true;
  }

  Sample drawn = draw_sample(plan, sample, seed);
  std::erase_if(drawn, [&](const auto& some) { return !is_right[some.first]; });
  std::vector<std::size_t> units;
  for (const auto& [unit, places] : drawn) units.push_back(unit);
  std::map<std::pair<std::size_t, std::size_t>, std::string> otherwise;
  Dispenser dispenser(
      units, 1, job.how.stop,
      [&](std::size_t unit) {
        return chosen_of(records_of(frontier, plan, unit), frontier.layout, drawn.at(unit));
      },
      [&](const Unit& unit, const Origin& origin) {
        const std::vector<std::size_t>& places = drawn.at(unit.number);
        const std::span stated(certificate.units[unit.number].unit.positions);
        for (std::size_t i = 0; i < places.size(); ++i) {
          const auto is = std::span(unit.positions).subspan(i * plan.columns, plan.columns);
          const auto said = stated.subspan(places[i] * plan.columns, plan.columns);
          if (!std::ranges::equal(is, said))
            otherwise[{unit.number, places[i]}] = fmt::format(
                "{}, depth {}: {} counts {}, the certificate states {}",
                text_of(game, plan, frontier, unit.number, places[i]), plan.depth - plan.ply,
                origin.generator, fmt::join(is, " "), fmt::join(said, " "));
        }
        result.counted += places.size();
        if (job.how.progress)
          job.how.progress(dispenser.share(), static_cast<double>(result.counted));
      });
  count_units_here(
      game, plan, job, [&] { return dispenser.next(0); },
      [&](Unit unit, const Origin& origin) { dispenser.take(std::move(unit), origin); });
  dispenser.check();
  result.wrong_positions = otherwise.size();
  for (auto& [place, what] : otherwise) result.wrong.push_back(std::move(what));
  result.complete = dispenser.is_done();
}

}  // namespace

Audit audit(const CountableGame& game, const Certificate& certificate, const CountJob& job,
            std::uint64_t sample, std::uint64_t seed) {
  Audit result;
  try {
    audit_into(result, game, certificate, job, sample, seed);
  } catch (const Stopped&) {
    result.complete = false;
  }
  return result;
}

double detection(std::uint64_t all, std::uint64_t wrong, std::uint64_t sample) {
  double missed = 1;  // probability that the sample misses all wrong positions
  for (std::uint64_t i = 0; i < std::min(sample, all); ++i)
    missed *=
        all - i <= wrong ? 0 : static_cast<double>(all - wrong - i) / static_cast<double>(all - i);
  return 1 - missed;
}

}  // namespace plylab::perft::cluster
