#include "suites/endgame/rules.h"

#include <array>
#include <string>
#include <vector>

#include "gen/base/names.h"
#include "search/evaluation/men.h"

namespace plylab::suites::endgame {
namespace {

using chess::Bits;
using chess::Color;
using chess::Move;
using chess::Square;

constexpr search::Value wins = 1000;

/// Whether some legal move leads to a position for which `holds` is true.
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

/// Whether the bishop's side, to move, is stalemated or can capture the queen.
bool bishop_draws_at_once(const Board& board) {
  if (is_stalemate(board)) return true;
  for (const Move move : board.generate())
    if (move.is_capture()) return true;
  return false;
}

/// Whether the queen's side, to move, cannot avoid that the bishop's side captures the queen or is
/// stalemated.
bool queen_is_lost(const Board& board) {
  return !any_move(board, [](const Board& after, Move) { return !bishop_draws_at_once(after); });
}

/// Whether the bishop's side, to move, draws: at once, or by a pin or fork that wins the queen.
bool bishop_draws(const Board& board) {
  return bishop_draws_at_once(board) ||
         any_move(board, [](const Board& after, Move) { return queen_is_lost(after); });
}

std::optional<search::Value> queen_against_bishop(const Board& board) {
  bool has_queen = false;
  board.for_each_piece([&](chess::Piece piece, chess::Square) {
    has_queen |= piece == chess::make_piece(board.side_to_move(), chess::queen);
  });
  if (!has_queen) return bishop_draws(board) ? 0 : -wins;
  return queen_is_lost(board) ? 0 : wins;
}

// ---- pawn races ----

/// A position with the kings, and at most one pawn a side.
struct Runners {
  std::array<Square, 2> kings{}, pawns{chess::no_square, chess::no_square};
  Bits occupied = 0;
  Color to_move;

  explicit Runners(const Board& board) : to_move(board.side_to_move()) {
    board.for_each_piece([this](chess::Piece piece, Square square) {
      (chess::type_of(piece) == chess::king ? kings : pawns)[chess::index(color_of(piece))] =
          square;
      occupied |= chess::bit(square);
    });
  }

  /// The moves that a side's pawn needs to promote; none without a pawn, if a piece is in front of
  /// it, or if the other king is inside its square, that is, no farther from the promotion square
  /// than the pawn.
  std::optional<int> running(Color side) const {
    const Square pawn = pawns[chess::index(side)];
    if (pawn == chess::no_square) return std::nullopt;
    for (Square ahead = pawn; rank_for(side, ahead) < 7;) {
      ahead = forward(side, ahead);
      if (occupied & chess::bit(ahead)) return std::nullopt;
    }
    const int rank = rank_for(side, pawn), moves = rank == 1 ? 5 : 7 - rank;
    const Square goal = chess::make_square(file_of(pawn), side == chess::white ? 7 : 0);
    const int distance =
        search::king_distance(kings[chess::index(!side)], goal) - (side != to_move);
    return distance > moves ? std::optional(moves) : std::nullopt;
  }
};

/// The rule of the square, as in books on endings and in RDChess (its manual: the distances of the
/// kings to the promotion squares).
std::optional<search::Value> square_of_pawn(const Board& board) {
  const Runners men(board);
  for (const Color side : {chess::white, chess::black})
    if (men.running(side)) return side == men.to_move ? wins : -wins;
  return std::nullopt;
}

/// The side that promotes first wins (Hossa 1.173: detection of pawn races). If the other pawn
/// promotes on the next move, it is a draw.
std::optional<search::Value> pawn_race(const Board& board) {
  const Runners men(board);
  const auto ours = men.running(men.to_move), theirs = men.running(!men.to_move);
  if (!ours || !theirs) return std::nullopt;
  if (*ours == *theirs || *ours == *theirs + 1) return 0;
  return *ours < *theirs ? wins : -wins;
}

constexpr std::array all_rules{
    Rule{"rule:square", "KPK",
         "the pawn wins if it is free to run and the king is outside its square", square_of_pawn},
    Rule{"rule:race", "KPKP", "of two pawns that run free, the one that promotes first wins",
         pawn_race},
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
