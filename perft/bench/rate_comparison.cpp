#include "perft/bench/rate_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/registry.h"
#include "gen/engines/perft_protocol.h"
#include "reports/tables/averages.h"

namespace plylab::perft::bench {
namespace {

/// A generator with a kernel, or, if that is empty, with the default kernel of this CPU.
Contestant our_contestant(const CountableGame& game, const std::string& generator,
                          const std::string& kernel, const perft::Job& job) {
  const std::string used = game.info.kernel_of(generator, kernel);
  Contestant contestant{fmt::format("{}{}{}", generator, used.empty() ? "" : "/" + used,
                                    job.mode == Mode::statistics ? " --stats" : "")};
  perft::Job ours = job;
  ours.generator = generator;
  ours.kernel = used;
  contestant.count = [ours, run = game.run](const AnyStart& position, int depth) mutable {
    ours.depth = depth;
    const perft::Result result = run(position, ours);
    return Timing{result.leaves, result.seconds};
  };
  return contestant;
}

BenchPosition::Goal make_goal(const epd::Record& record, const std::string& name, int depth) {
  for (const epd::PerftCount& stated : epd::perft_counts(record))
    if (static_cast<int>(stated.depth) == depth) return {depth, stated.paths};
  throw InputError(fmt::format("the suite states no count for {} at depth {}", name, depth));
}

}  // namespace

BenchPosition make_bench_position(const epd::Record& record, int our_depth, int engine_depth) {
  std::string name = record.id().value_or(fmt::format("line {}", record.line));
  if (const auto colon = name.rfind(": "); colon != name.npos) name.erase(0, colon + 2);
  return {name, AnyStart::of<chess::Chess>(chess::ValidSetup(record.setup)),
          make_goal(record, name, our_depth), make_goal(record, name, engine_depth)};
}

BenchPosition make_bench_position(const cli::NamedPosition& position, int depth) {
  return {position.name, position.start, {depth}, {depth}};
}

std::vector<Contestant> our_contestants(const CountableGame& game,
                                        const std::vector<std::string>& generators,
                                        const std::vector<std::string>& kernels,
                                        const perft::Job& job, bool with_statistics) {
  if (with_statistics) game.require_statistics("--stats");
  std::vector<std::string> known, chosen;
  for (const KernelInfo& kernel : game.info.kernels)
    if (kernel.runs) known.push_back(kernel.name);
  // Tells a kernel that this CPU cannot run from one that does not exist.
  for (const std::string& kernel : kernels)
    if (kernel != "all") game.info.check_kernel("--kernel", kernel);
  if (!kernels.empty()) chosen = select_names("--kernel", kernels, known);
  std::vector<Contestant> contestants;
  const auto add = [&](const std::string& generator, const std::string& kernel) {
    contestants.push_back(our_contestant(game, generator, kernel, job));
    if (!with_statistics) return;
    perft::Job by_kind = job;
    by_kind.mode = Mode::statistics;
    contestants.push_back(our_contestant(game, generator, kernel, by_kind));
  };
  for (const std::string& generator : generators) {
    bool by_kernel = false;
    for (const std::string& kernel : chosen)
      if (!game.info.kernel_of(generator, kernel).empty()) {
        add(generator, kernel);
        by_kernel = true;
      }
    if (!by_kernel) add(generator, "");
  }
  return contestants;
}

Contestant engine_contestant(const std::string& command, engines::Seconds timeout,
                             const std::atomic<bool>& stop) {
  Contestant contestant{command, command};
  try {
    const auto engine =
        std::make_shared<engines::Engine>(command, engines::find_protocol("uci"), timeout, stop);
    contestant.name = engine->name();
    contestant.count = [engine](const AnyStart& position, int depth) {
      const engines::PerftAnswer answer =
          engine->ask({.start = position.as<chess::Chess>().setup(), .depth = depth});
      return Timing{answer.total.value(), answer.seconds};
    };
  } catch (const engines::EngineFault& error) {
    contestant.failure = error.what();
  }
  return contestant;
}

void RateComparison::add(Contestant contestant) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(contestants_.begin(), contestants_.end(),
                       [&](const Contestant& other) { return other.name == name; });
  };
  const std::string name = contestant.name;
  for (int i = 2; taken(contestant.name); ++i) contestant.name = fmt::format("{} #{}", name, i);
  contestants_.push_back(std::move(contestant));
}

bool RateComparison::run(std::size_t round, std::size_t position, std::size_t contestant,
                         const std::atomic<bool>& stop) {
  Contestant& who = contestants_[contestant];
  if (!who.failure.empty()) return false;
  try {
    const Timing timing =
        who.count(positions_[position].start, who.goal(positions_[position]).depth);
    if (stop) return false;
    measurements_.push_back({round, position, contestant, timing});
    return true;
  } catch (const engines::EngineFault& error) {
    if (!stop)
      who.failure =
          fmt::format("{} ({}, round {})", error.what(), positions_[position].name, round);
    return false;
  }
}

bool RateComparison::right(const Measurement& measurement) const {
  const BenchPosition::Goal& goal =
      contestants_[measurement.contestant].goal(positions_[measurement.position]);
  if (goal.leaves) return measurement.timing.leaves == *goal.leaves;
  const auto first =
      std::find_if(measurements_.begin(), measurements_.end(), [&](const Measurement& other) {
        return other.position == measurement.position &&
               contestants_[other.contestant].goal(positions_[other.position]).depth == goal.depth;
      });
  return measurement.timing.leaves == first->timing.leaves;
}

const Measurement* RateComparison::wrong_count(std::size_t contestant,
                                               std::optional<std::size_t> position) const {
  for (const Measurement& measurement : measurements_)
    if (measurement.contestant == contestant && (!position || measurement.position == *position) &&
        !right(measurement))
      return &measurement;
  return nullptr;
}

std::size_t RateComparison::reference() const {
  std::optional<std::size_t> own;
  for (std::size_t i = 0; i < contestants_.size(); ++i) {
    if (!contestants_[i].failure.empty() || wrong_count(i)) continue;
    if (contestants_[i].is_engine()) return i;
    if (!own) own = i;
  }
  return own.value_or(0);
}

std::optional<Score> RateComparison::score(std::size_t position, std::size_t contestant) const {
  if (wrong_count(contestant, position)) return std::nullopt;
  const std::size_t yardstick = reference();
  const bool comparable = !wrong_count(yardstick, position);
  std::vector<double> rates, ratios;
  for (const Measurement& measurement : measurements_) {
    if (measurement.position != position || measurement.contestant != contestant) continue;
    rates.push_back(measurement.rate());
    const Measurement* other = find(measurement.round, position, yardstick);
    if (comparable && other) ratios.push_back(measurement.rate() / other->rate());
  }
  if (rates.empty()) return std::nullopt;
  Score score{reports::median(rates), {}, {}, {}};
  if (!ratios.empty()) {
    const auto [min, max] = std::minmax_element(ratios.begin(), ratios.end());
    score = {reports::median(rates), reports::median(ratios), *min, *max};
  }
  return score;
}

std::vector<double> RateComparison::ratios(std::size_t contestant) const {
  std::vector<double> ratios;
  if (wrong_count(contestant)) return ratios;
  for (std::size_t position = 0; position < positions_.size(); ++position)
    if (const auto figures = score(position, contestant); figures && figures->ratio &&
                                                          !is_too_short(position, contestant) &&
                                                          !is_too_short(position, reference()))
      ratios.push_back(*figures->ratio);
  return ratios;
}

bool RateComparison::is_too_short(std::size_t position, std::size_t contestant) const {
  return std::ranges::any_of(measurements_, [&](const Measurement& one) {
    return one.position == position && one.contestant == contestant &&
           one.timing.seconds < contestants_[contestant].min_seconds();
  });
}

const Measurement* RateComparison::find(std::size_t round, std::size_t position,
                                        std::size_t contestant) const {
  for (const Measurement& measurement : measurements_)
    if (measurement.round == round && measurement.position == position &&
        measurement.contestant == contestant)
      return &measurement;
  return nullptr;
}

}  // namespace plylab::perft::bench
