#include "perft/bench/rate_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "gen/chess/fen.h"
#include "gen/engines/protocols.h"
#include "gen/input_error.h"
#include "gen/select_names.h"
#include "reports/medians.h"

namespace plylab::perft::bench {
namespace {

/// A generator by a kernel; by the one that the machine takes if that is empty.
Contestant our_contestant(const CountableGame& game, const std::string& generator,
                          const std::string& kernel, const perft::Job& job) {
  const std::string used = game.info.kernel_of(generator, kernel);
  Contestant contestant{used.empty() ? generator : fmt::format("{}/{}", generator, used)};
  perft::Job ours = job;
  ours.generator = generator;
  ours.kernel = used;
  contestant.count = [ours, run = game.run](const std::string& position, int depth) mutable {
    ours.depth = depth;
    const perft::Result result = run(position, ours);
    return Timing{result.leaves, result.seconds};
  };
  return contestant;
}

Leg::Goal make_goal(const epd::Record& record, const std::string& name, int depth) {
  for (const epd::PerftCount& stated : epd::perft_counts(record))
    if (static_cast<int>(stated.depth) == depth) return {depth, stated.paths};
  throw InputError(fmt::format("the suite states no count for {} at depth {}", name, depth));
}

}  // namespace

Leg make_leg(const epd::Record& record, int our_depth, int engine_depth) {
  std::string name = record.id().value_or(fmt::format("line {}", record.line));
  if (const auto colon = name.rfind(": "); colon != name.npos) name.erase(0, colon + 2);
  return {name, to_string(record.fen), make_goal(record, name, our_depth),
          make_goal(record, name, engine_depth)};
}

Leg make_leg(const reports::NamedPosition& position, int depth) {
  return {position.name, position.text, {depth}, {depth}};
}

std::vector<Contestant> our_contestants(const CountableGame& game,
                                        const std::vector<std::string>& generators,
                                        const std::vector<std::string>& kernels,
                                        const perft::Job& job) {
  std::vector<std::string> known, chosen;
  for (const KernelInfo& kernel : game.info.kernels)
    if (kernel.runs) known.push_back(kernel.name);
  // Says of a kernel that this CPU cannot run just that, in place of that there is none.
  for (const std::string& kernel : kernels)
    if (kernel != "all") game.info.check_kernel("--kernel", kernel);
  if (!kernels.empty()) chosen = choose("--kernel", kernels, known);
  std::vector<Contestant> contestants;
  for (const std::string& generator : generators) {
    bool by_kernel = false;
    for (const std::string& kernel : chosen)
      if (!game.info.kernel_of(generator, kernel).empty()) {
        contestants.push_back(our_contestant(game, generator, kernel, job));
        by_kernel = true;
      }
    if (!by_kernel) contestants.push_back(our_contestant(game, generator, "", job));
  }
  return contestants;
}

Contestant engine_contestant(const std::string& command, engines::Seconds patience,
                             const std::atomic<bool>& stop) {
  Contestant contestant{command, command};
  try {
    const auto engine =
        std::make_shared<engines::Engine>(command, engines::find_protocol("uci"), patience, stop);
    contestant.name = engine->name();
    contestant.count = [engine](const std::string& position, int depth) {
      const engines::Answer answer =
          engine->ask({.start = chess::parse_fen(position), .depth = depth});
      return Timing{answer.total.value(), answer.seconds};
    };
  } catch (const engines::SubjectError& error) {
    contestant.failure = error.what();
  }
  return contestant;
}

void Race::add(Contestant contestant) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(contestants_.begin(), contestants_.end(),
                       [&](const Contestant& other) { return other.name == name; });
  };
  const std::string name = contestant.name;
  for (int i = 2; taken(contestant.name); ++i) contestant.name = fmt::format("{} #{}", name, i);
  contestants_.push_back(std::move(contestant));
}

bool Race::run(std::size_t round, std::size_t leg, std::size_t contestant,
               const std::atomic<bool>& stop) {
  Contestant& who = contestants_[contestant];
  if (!who.failure.empty()) return false;
  try {
    const Timing timing = who.count(legs_[leg].position, who.goal(legs_[leg]).depth);
    if (stop) return false;
    turns_.push_back({round, leg, contestant, timing});
    return true;
  } catch (const engines::SubjectError& error) {
    if (!stop) who.failure = fmt::format("{} ({}, round {})", error.what(), legs_[leg].name, round);
    return false;
  }
}

bool Race::right(const Turn& turn) const {
  const Leg::Goal& goal = contestants_[turn.contestant].goal(legs_[turn.leg]);
  if (goal.leaves) return turn.timing.leaves == perft::Count(*goal.leaves);
  const auto first = std::find_if(turns_.begin(), turns_.end(), [&](const Turn& other) {
    return other.leg == turn.leg && contestants_[other.contestant].goal(legs_[other.leg]).depth == goal.depth;
  });
  return turn.timing.leaves == first->timing.leaves;
}

const Turn* Race::wrong_turn(std::size_t contestant, std::optional<std::size_t> leg) const {
  for (const Turn& turn : turns_)
    if (turn.contestant == contestant && (!leg || turn.leg == *leg) && !right(turn)) return &turn;
  return nullptr;
}

std::size_t Race::reference() const {
  std::optional<std::size_t> own;
  for (std::size_t i = 0; i < contestants_.size(); ++i) {
    if (!contestants_[i].failure.empty() || wrong_turn(i)) continue;
    if (contestants_[i].is_engine()) return i;
    if (!own) own = i;
  }
  return own.value_or(0);
}

std::optional<Score> Race::score(std::size_t leg, std::size_t contestant) const {
  if (wrong_turn(contestant, leg)) return std::nullopt;
  const std::size_t yardstick = reference();
  const bool comparable = !wrong_turn(yardstick, leg);
  std::vector<double> rates, ratios;
  for (const Turn& turn : turns_) {
    if (turn.leg != leg || turn.contestant != contestant) continue;
    rates.push_back(turn.rate());
    const Turn* other = find(turn.round, leg, yardstick);
    if (comparable && other) ratios.push_back(turn.rate() / other->rate());
  }
  if (rates.empty()) return std::nullopt;
  Score score{reports::median(rates), {}, {}, {}};
  if (!ratios.empty()) {
    const auto [least, greatest] = std::minmax_element(ratios.begin(), ratios.end());
    score = {reports::median(rates), reports::median(ratios), *least, *greatest};
  }
  return score;
}

std::vector<double> Race::ratios(std::size_t contestant) const {
  std::vector<double> ratios;
  if (wrong_turn(contestant)) return ratios;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg)
    if (const auto figures = score(leg, contestant); figures && figures->ratio)
      ratios.push_back(*figures->ratio);
  return ratios;
}

const Turn* Race::find(std::size_t round, std::size_t leg, std::size_t contestant) const {
  for (const Turn& turn : turns_)
    if (turn.round == round && turn.leg == leg && turn.contestant == contestant) return &turn;
  return nullptr;
}

}  // namespace plylab::perft::bench
