#include "suites/endgame/rules.h"

#include <array>
#include <string>
#include <vector>

#include "gen/base/names.h"

namespace plylab::suites::endgame {
namespace {

using chess::Move;

constexpr search::Value wins = 1000;

/// Whether some legal move leads to a position of which `holds` is true.
bool any_move(const Board& board, auto&& holds) {
  Board after = board;
  for (const Move move : board.generate()) {
    const auto undo = after.make(move);
    const bool found = holds(after, move);
    after.unmake(move, undo);
    if (found) return true;
  }
  return false;
}

bool is_stalemate(const Board& board) { return board.count() == 0 && board.checkers() == 0; }

// ---- queen against bishop (Hossa's manual: "100% correct static evaluation of KQKB") ----

/// The bishop's side, to move, is stalemated or can take the queen.
bool bishop_draws_at_once(const Board& board) {
  if (is_stalemate(board)) return true;
  for (const Move move : board.generate())
    if (move.is_capture()) return true;
  return false;
}

/// The queen's side, to move, cannot keep its queen: whatever it does, the bishop's side takes it
/// or is stalemated.
bool queen_is_lost(const Board& board) {
  return !any_move(board, [](const Board& after, Move) { return !bishop_draws_at_once(after); });
}

/// The bishop's side, to move, draws: at once, or by a pin or fork that costs the queen.
bool bishop_draws(const Board& board) {
  return bishop_draws_at_once(board) ||
         any_move(board, [](const Board& after, Move) { return queen_is_lost(after); });
}

search::Value queen_against_bishop(const Board& board) {
  bool has_queen = false;
  board.for_each_piece([&](chess::Piece piece, chess::Square) {
    has_queen |= piece == chess::make_piece(board.side_to_move(), chess::queen);
  });
  if (!has_queen) return bishop_draws(board) ? 0 : -wins;
  return queen_is_lost(board) ? 0 : wins;
}

constexpr std::array all_rules{
    Rule{"rule:kqkb", "KQKB",
         "the queen wins unless it can be taken or is lost to a pin or fork, or there is stalemate",
         queen_against_bishop}};

}  // namespace

std::span<const Rule> rules() { return all_rules; }

const Rule* find_rule(std::string_view name) {
  if (!name.starts_with("rule:")) return nullptr;
  return &find_entry(all_rules, name, "--eval");
}

}  // namespace plylab::suites::endgame
