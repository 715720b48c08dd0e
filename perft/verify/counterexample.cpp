#include "perft/verify/counterexample.h"

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "perft/verify/reference_divide.h"

namespace plylab::perft::verify {
namespace {

/// The first branch that is wrong on its own, one ply less deep.
std::optional<chess::Move> wrong_branch(engines::GeneratorUnderTest& generator,
                                        const ReachedPosition& reached, int depth,
                                        const Comparison& comparison) {
  std::vector<chess::Move> candidates;
  for (const Miscount& miscount : comparison.miscounts) candidates.push_back(miscount.move);
  // One that only counts leaves no other way than to try them all.
  if (candidates.empty() && comparison.order.empty())
    candidates = chess::legal_moves(reached.position());
  for (const chess::Move move : candidates) {
    generator.restart();  // what its table of counts holds belongs to another question
    if (!ask(generator, reached.after(move, generator), depth - 1).agrees()) return move;
  }
  return std::nullopt;
}

}  // namespace

chess::Setup ReachedPosition::position() const { return play(start, path); }

ReachedPosition ReachedPosition::after(chess::Move move,
                                       const engines::GeneratorUnderTest& generator) const {
  if (!generator.abilities().plays_moves) return {play(position(), {move}), {}};
  ReachedPosition next = *this;
  next.path.push_back(move);
  return next;
}

std::string uci_line(const ReachedPosition& reached) {
  std::string text;
  chess::Setup setup = reached.start;
  for (const chess::Move move : reached.path) {
    if (!text.empty()) text += ' ';
    text += move_text(setup, move);
    setup = chess::after(setup, move);
  }
  return text;
}

ReachedPosition path_to(const Counterexample& counterexample, const chess::Setup& start) {
  return counterexample.reached.path.empty() ? ReachedPosition{start, counterexample.path}
                                             : counterexample.reached;
}

Comparison ask(engines::GeneratorUnderTest& generator, const ReachedPosition& reached, int depth) {
  const chess::Setup position = reached.position();
  const auto reference = reference_divide(position, depth);
  const engines::PerftAnswer answer =
      generator.ask({reached.start, reached.path, depth, total_of(reference)});
  return compare(position, answer, reference);
}

Counterexample find_counterexample(engines::GeneratorUnderTest& generator,
                                   const chess::Setup& start, int depth) {
  ReachedPosition reached{start, {}};
  std::vector<chess::Move> path;
  while (true) {
    generator.restart();
    Comparison comparison;
    int least = 1;
    while ((comparison = ask(generator, reached, least)).agrees())
      if (++least > depth)
        return {CounterexampleKind::right_afresh, reached, depth, comparison, path};
    // A total that is not the sum needs no other cause, unless moves or branches are wrong as well.
    const auto kind_by_sum = [&](CounterexampleKind otherwise) {
      return comparison.contradicts_itself() ? CounterexampleKind::sum : otherwise;
    };
    if (least == 1)
      return {comparison.same_moves() ? kind_by_sum(CounterexampleKind::moves)
                                      : CounterexampleKind::moves,
              reached, 1, comparison, path};
    const bool right_branches = comparison.miscounts.empty() && comparison.contradicts_itself();
    const auto branch =
        right_branches ? std::nullopt : wrong_branch(generator, reached, least, comparison);
    if (!branch) return {kind_by_sum(CounterexampleKind::walk), reached, least, comparison, path};
    reached = reached.after(*branch, generator);
    path.push_back(*branch);
    depth = least - 1;
  }
}

}  // namespace plylab::perft::verify
