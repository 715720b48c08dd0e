#include "gen/chess/endgames/probe.h"

#include <algorithm>

#include "gen/chess/mailbox/mailbox.h"

namespace plylab::chess {
namespace {

template <class Board>
std::vector<RatedMove> moves_rated(const EndgameTables& tables, Board board) {
  std::vector<RatedMove> moves;
  for (const Move move : board.generate()) {
    const auto undo = board.make(move);
    const auto value = tables.probe(board.setup());
    moves.push_back({move, value ? value->before() : DistanceValue::none()});
    board.unmake(move, undo);
  }
  std::ranges::sort(moves, [](const RatedMove& a, const RatedMove& b) {
    if (a.value == b.value) return a.move < b.move;
    if (!a.value.exists() || !b.value.exists()) return a.value.exists();
    return a.value.better_than(b.value);
  });
  return moves;
}

}  // namespace

std::vector<RatedMove> rated_moves(const EndgameTables& tables, const ValidSetup& position) {
  return moves_rated(tables, Mailbox(position));
}

std::vector<RatedMove> rated_moves(const EndgameTables& tables, const VariantSetup& position) {
  return moves_rated(tables, MailboxOf<Fairy>(position));
}

std::optional<DistanceValue> probe(const EndgameTables& tables, const ValidSetup& position,
                                   const std::vector<RatedMove>& moves) {
  if (const auto value = tables.probe(position.setup())) return value;
  if (moves.empty() || !moves.back().value.exists()) return std::nullopt;
  return moves.front().value;
}

}  // namespace plylab::chess
