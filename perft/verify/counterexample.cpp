#include "perft/verify/counterexample.h"

#include <algorithm>
#include <cstddef>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// How many branches with wrong counts a person is asked about. If these are right on their own, so
/// are usually the others.
constexpr std::size_t max_for_a_person = 3;

/// The first branch with a wrong count when asked on its own, at one ply less; `afresh`: by a
/// generator that remembers nothing.
std::optional<Move> wrong_branch(engines::GeneratorUnderTest& generator,
                                 const ReachedPosition& reached, int depth,
                                 const Comparison& comparison, bool afresh) {
  std::vector<Move> candidates;
  for (const Miscount& miscount : comparison.miscounts) candidates.push_back(miscount.move);
  // For a generator without branches, all moves must be tried.
  if (candidates.empty() && comparison.order.empty()) candidates = legal_moves(reached.position());
  if (!comparison.order.empty()) candidates.resize(branches_to_ask(generator, comparison));
  for (const Move move : candidates) {
    if (afresh) generator.restart();  // its table of counts may hold results of other questions
    if (!ask(generator, reached.after(move, generator), depth - 1).agrees()) return move;
  }
  return std::nullopt;
}

/// The first branch at one ply less in which the generator dies or is wrong.
std::optional<Move> deadly_branch(engines::GeneratorUnderTest& generator,
                                  const ReachedPosition& reached, int depth) {
  for (const Move move : legal_moves(reached.position())) try {
      if (!ask(generator, reached.after(move, generator), depth - 1).agrees()) return move;
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() != engines::FaultKind::died) throw;
      return move;
    }
  return std::nullopt;
}

/// The positions with one piece or right less.
std::vector<Setup> poorer(const Setup& position) {
  std::vector<Setup> fens;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    if (position.squares[square] == no_piece || type_of(position.squares[square]) == king) continue;
    Setup setup = position;
    setup.squares[square] = no_piece;
    for (auto& rooks : setup.castling)
      for (Square& rook_square : rooks)
        if (rook_square == square) rook_square = no_square;
    fens.push_back(setup);
  }
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned castling_side = 0; castling_side < 2; ++castling_side) {
      fens.push_back(position);
      fens.back().castling[color][castling_side] = no_square;
    }
  fens.push_back(position);
  fens.back().en_passant = no_square;
  return fens;
}

/// Follows wrong branches to a smallest case.
Counterexample follow(engines::GeneratorUnderTest& generator, const Setup& start, int depth,
                      bool afresh) {
  ReachedPosition reached{start, {}};
  std::vector<Move> path;
  while (true) {
    if (afresh) generator.restart();
    Comparison comparison;
    int min = 1;
    const auto go_on = [&](Move branch) {
      reached = reached.after(branch, generator);
      path.push_back(branch);
      depth = min - 1;
    };
    try {
      while ((comparison = ask(generator, reached, min)).agrees())
        if (++min > depth)
          return {CounterexampleKind::right_afresh, reached, depth, comparison, path};
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() != engines::FaultKind::died || !generator.abilities().patient) throw;
      const auto branch = min > 1 ? deadly_branch(generator, reached, min) : std::nullopt;
      if (!branch) throw Death(fault, reached, min, path);
      go_on(*branch);
      continue;
    }
    // A total that is not the sum of its branches needs no other cause, unless moves or branches
    // are wrong, too.
    const auto kind_by_sum = [&](CounterexampleKind otherwise) {
      return comparison.contradicts_itself() ? CounterexampleKind::sum : otherwise;
    };
    if (min == 1)
      return {comparison.same_moves() ? kind_by_sum(CounterexampleKind::moves)
                                      : CounterexampleKind::moves,
              reached, 1, comparison, path};
    const bool right_branches = comparison.miscounts.empty() && comparison.contradicts_itself();
    const auto branch =
        right_branches ? std::nullopt : wrong_branch(generator, reached, min, comparison, afresh);
    if (!branch) return {kind_by_sum(CounterexampleKind::walk), reached, min, comparison, path};
    go_on(*branch);
  }
}

/// A position in which the moves are wrong, also after a restart, found without a restart for each
/// step, which may take longer than all questions.
std::optional<Counterexample> quickly_found(engines::GeneratorUnderTest& generator,
                                            const Setup& start, int depth) try {
  Counterexample found = follow(generator, start, depth, false);
  if (found.kind != CounterexampleKind::moves) return std::nullopt;
  generator.restart();
  Comparison again = ask(generator, found.reached, 1);
  if (again.answer.total != found.comparison.answer.total ||
      !std::ranges::equal(again.answer.branches, found.comparison.answer.branches))
    return std::nullopt;
  found.comparison = std::move(again);
  return found;
} catch (const engines::EngineFault& fault) {
  if (fault.kind() == engines::FaultKind::stopped) throw;
  return std::nullopt;
}

}  // namespace

bool is_position(const Setup& setup) try {
  const ValidSetup position(setup);
  return true;
} catch (const FenError&) {
  return false;
}

Setup ReachedPosition::position() const { return play(start, path); }

ReachedPosition ReachedPosition::after(Move move,
                                       const engines::GeneratorUnderTest& generator) const {
  if (!generator.abilities().plays_moves) return {play(position(), {move}), {}};
  ReachedPosition next = *this;
  next.path.push_back(move);
  return next;
}

std::string uci_line(const ReachedPosition& reached) {
  std::string text;
  Setup setup = reached.start;
  for (const Move move : reached.path) {
    if (!text.empty()) text += ' ';
    text += move_text(setup, move);
    setup = chess::after(setup, move);
  }
  return text;
}

ReachedPosition path_to(const Counterexample& counterexample, const Setup& start) {
  return counterexample.reached.path.empty() ? ReachedPosition{start, counterexample.path}
                                             : counterexample.reached;
}

Comparison ask(engines::GeneratorUnderTest& generator, const ReachedPosition& reached, int depth) {
  const Setup position = reached.position();
  const auto reference = reference_divide(position, depth);
  return compare(position, generator.ask({reached.start, reached.path, depth}), reference);
}

std::size_t branches_to_ask(const engines::GeneratorUnderTest& generator,
                            const Comparison& comparison) {
  const std::size_t wrong = comparison.miscounts.size();
  return generator.abilities().patient ? wrong : std::min(wrong, max_for_a_person);
}

Counterexample find_counterexample(engines::GeneratorUnderTest& generator, const Setup& start,
                                   int depth) {
  if (generator.abilities().remembers && generator.abilities().patient)
    if (auto found = quickly_found(generator, start, depth)) return *std::move(found);
  return follow(generator, start, depth, true);
}

Setup shrink(Setup position, const std::function<bool(const Setup&)>& still_shows,
             int max_questions) {
  // Each pass tries to remove every piece once; a later pass may remove what an earlier one could
  // not.
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    std::vector<Setup> offers = poorer(position);
    for (std::size_t i = 0; i < offers.size(); ++i) {
      if (offers[i] == position || !is_position(offers[i])) continue;
      if (max_questions-- <= 0) return position;
      if (!still_shows(offers[i])) continue;
      position = offers[i];
      // Continues with the candidates after this one, made anew from the smaller position.
      const std::vector<Setup> now = poorer(position);
      offers.assign(now.end() - static_cast<std::ptrdiff_t>(offers.size() - i - 1), now.end());
      i = static_cast<std::size_t>(-1);
      shrunk = true;
    }
  }
  return position;
}

}  // namespace plylab::perft::verify
