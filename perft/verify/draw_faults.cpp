#include "perft/verify/draw_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"
#include "perft/verify/reference_divide.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// What a drawn position counts.
enum class Effect {
  no_moves,  ///< no path goes on from there
  one_leaf,  ///< it is a leaf, whatever the depth
  nothing    ///< not even the paths that end there are counted
};

constexpr std::string_view rule_names[] = {"fifty_moves", "third_repetition", "second_repetition",
                                           "insufficient_material"};
constexpr std::string_view rule_texts[] = {
    "a draw by the fifty-move rule", "the third occurrence of a position",
    "the second occurrence of a position", "a draw by insufficient material"};
constexpr std::string_view effect_texts[] = {"", ", and counts one path there",
                                             ", and counts no path that ends there"};

/// perft in a game that ends with a draw by rule.
class EndedWalk {
 public:
  EndedWalk(DrawRule rule, Effect effect, const ReachedPosition& reached)
      : rule_(rule), effect_(effect), root_(ValidSetup(reached.start).setup()) {
    for (const Move move : reached.path) {
      before_.push_back(compute_key(root_));
      root_ = after(root_, move);
    }
  }

  /// The counts below the root's moves; these are listed even if the root is drawn.
  std::vector<CountedMove> branches(int depth) {
    std::vector<CountedMove> counted;
    before_.push_back(compute_key(root_));
    for (const Move move : legal_moves(root_))
      counted.push_back({move, count(after(root_, move), depth - 1)});
    before_.pop_back();
    return counted;
  }

  bool root_is_drawn() const { return drawn(root_); }
  bool patient() const { return visited_ < 50'000; }

 private:
  Count count(const Setup& setup, int depth) {
    if (drawn(setup) && (depth > 0 || effect_ == Effect::nothing))
      return effect_ == Effect::one_leaf ? 1 : 0;
    if (depth == 0 || !patient()) return 1;
    Count total;
    before_.push_back(compute_key(setup));
    for (const Move move : legal_moves(setup)) {
      ++visited_;
      total += count(after(setup, move), depth - 1);
    }
    before_.pop_back();
    return total;
  }

  bool drawn(const Setup& setup) const {
    if (rule_ == DrawRule::fifty_moves) return setup.halfmove_clock >= 100;
    if (rule_ == DrawRule::insufficient_material) return insufficient_material(setup.squares);
    const auto earlier = std::count(before_.begin(), before_.end(), compute_key(setup));
    return earlier >= (rule_ == DrawRule::second_repetition ? 1 : 2);
  }

  DrawRule rule_;
  Effect effect_;
  Setup root_;
  std::vector<Key> before_;  ///< of the positions that led to this one
  std::size_t visited_ = 0;
};

/// Whether the generator gives these counts at the counterexample.
bool answers(engines::GeneratorUnderTest& generator, const Counterexample& counterexample,
             const std::vector<CountedMove>& branches, Count total) {
  const auto& [kind, reached, depth, comparison, path] = counterexample;
  if (total == comparison.right) return false;
  if (!generator.abilities().counts)
    return generator.ask({reached.start, reached.path, depth, total}).total == total;
  if (comparison.answer.branches.empty()) return comparison.answer.total == total;
  return compare(reached.position(), comparison.answer, branches).agrees();
}

bool explains(engines::GeneratorUnderTest& generator, const Counterexample& counterexample,
              DrawRule rule, Effect effect) {
  EndedWalk walk(rule, effect, counterexample.reached);
  if (walk.root_is_drawn() &&
      answers(generator, counterexample, {}, effect == Effect::one_leaf ? 1 : 0))
    return true;
  const auto branches = walk.branches(counterexample.depth);
  return walk.patient() && answers(generator, counterexample, branches, total_of(branches));
}

/// The position where the rule does not hold, though all else is the same or nearly so; none if
/// there is none.
std::optional<Setup> undrawn(DrawRule rule, const ReachedPosition& reached) {
  Setup setup = reached.position();
  switch (rule) {
    case DrawRule::fifty_moves:
      setup.halfmove_clock = 0;
      return setup;
    case DrawRule::third_repetition:
    case DrawRule::second_repetition:
      if (reached.path.empty()) return std::nullopt;
      return setup;
    case DrawRule::insufficient_material:
      break;
  }
  for (int s = a2; s <= h7; ++s) {
    Setup richer = setup;
    if (setup.squares[static_cast<Square>(s)] != no_piece) continue;
    richer.squares[static_cast<Square>(s)] = white_pawn;
    if (!in_check(richer.squares, !richer.side)) return richer;
  }
  return std::nullopt;
}

bool errs_without(DrawRule rule, engines::GeneratorUnderTest& generator,
                  const Counterexample& counterexample) {
  const auto setup = undrawn(rule, counterexample.reached);
  if (!setup) return false;
  generator.restart();
  return !ask(generator, {*setup, {}}, counterexample.depth).agrees();
}

}  // namespace

std::string_view name_of(DrawRule rule) { return rule_names[static_cast<std::size_t>(rule)]; }

std::optional<DrawFault> draw_fault(engines::GeneratorUnderTest& generator,
                                    const Counterexample& counterexample) {
  for (const Effect effect : {Effect::no_moves, Effect::one_leaf, Effect::nothing})
    for (const DrawRule rule : {DrawRule::fifty_moves, DrawRule::third_repetition,
                                DrawRule::second_repetition, DrawRule::insufficient_material})
      if (explains(generator, counterexample, rule, effect) &&
          !errs_without(rule, generator, counterexample))
        return DrawFault{rule, fmt::format("it treats {} as the end{}; perft does not",
                                           rule_texts[static_cast<std::size_t>(rule)],
                                           effect_texts[static_cast<std::size_t>(effect)])};
  return std::nullopt;
}

}  // namespace plylab::perft::verify
