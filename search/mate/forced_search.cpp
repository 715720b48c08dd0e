#include "search/mate/forced_search.h"

#include <algorithm>

#include "search/mate/ranked_moves.h"

namespace plylab::search::mate {

using chess::Move;

bool ForcedSearch::attack(int n) {
  budget_.spend();
  const Key key = board_.key();
  MateEntry entry{};
  if (const MateEntry* known = table_.find(key)) entry = *known;
  if (entry.mate_within != 0 && entry.mate_within <= n) return true;
  if (entry.none_within >= n) return false;

  const std::uint64_t start = budget_.nodes();
  const chess::Moves moves = rules_.attacks(board_);
  const auto forcing =
      std::find_if(moves.begin(), moves.end(), [&](Move move) { return forces_by(move, n); });
  const bool forces = forcing != moves.end();
  if (forces) {
    entry.move = *forcing;
    entry.mate_within = static_cast<std::uint8_t>(n);
  } else {
    entry.none_within = static_cast<std::uint8_t>(n);
  }
  table_.store(key, entry, budget_.nodes() - start);
  return forces;
}

std::vector<Move> ForcedSearch::keys(int n) {
  std::vector<Move> forcing;
  for (const Move move : rules_.attacks(board_))
    if (forces_by(move, n)) forcing.push_back(move);
  std::sort(forcing.begin(), forcing.end());
  return forcing;
}

Proof::Step ForcedSearch::step(int n) {
  int moves = 1;
  while (moves < n && !attack(moves)) ++moves;
  const chess::Moves candidates = rules_.attacks(board_);
  const auto first = std::find_if(candidates.begin(), candidates.end(),
                                  [&](Move move) { return forces_by(move, moves); });
  return {*first, moves};
}

/// Whether the move forces the goal within n moves, itself included.
bool ForcedSearch::forces_by(Move move, int n) {
  const auto undo = board_.make(move);
  const bool forces =
      rules_.by_defender() ? all_lose(n) : rules_.reached(board_) || (n > 1 && all_lose(n));
  board_.unmake(move, undo);
  return forces;
}

/// Whether there are defences, and none holds out for more than n moves. What has refuted most
/// often elsewhere is tried first.
bool ForcedSearch::all_lose(int n) {
  RankedMoves defences;
  for (const Move move : rules_.defences(board_))
    defences.add({move, static_cast<std::uint16_t>(SuccessCounts::most - refutations_[move])});
  for (std::size_t i = 0; i < defences.size(); ++i) {
    const Move defence = next(defences, i);
    if (!loses_by(defence, n)) {
      refutations_.note(defence);
      return false;
    }
  }
  return !defences.empty();
}

/// Whether the defence reaches the goal, if it should, or lets it be forced within n - 1 moves.
bool ForcedSearch::loses_by(Move defence, int n) {
  const auto undo = board_.make(defence);
  const bool loses = (rules_.by_defender() && rules_.reached(board_)) || (n > 1 && attack(n - 1));
  board_.unmake(defence, undo);
  return loses;
}

}  // namespace plylab::search::mate
