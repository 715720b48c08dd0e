// The moves of scanned games of chess: found, checked, and played again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/bitboard/replay_board.h"
#include "gen/chess/board/move_pattern.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {

/// What games are played on.
using Board = chess::Bitboard<chess::Magic>;

/// A passed turn, as some annotators write it: "--" or "Z0". No move of chess has this value.
inline constexpr chess::Move null_move{};

/// Plays a legal move, or a null_move if the side to move is not in check.
inline void play(Board& board, chess::Move move) {
  if (move == null_move)
    board.make_null();
  else
    board.make(move);
}

/// The moves of a main line and the position before them.
struct Line {
  chess::ValidSetup start{chess::startpos_fen};
  std::vector<chess::Move> moves = {};      ///< all legal, or a null_move
  std::optional<chess::Color> winner = {};  ///< who mates by the last move, if anybody does
};

/// Calls visit(board, move) for every position of the line and the move played in it, and then
/// visit(board, nullopt) for the last position.
void for_each_position(const Line& line, auto&& visit) {
  Board board(line.start);
  for (const chess::Move move : line.moves) {
    visit(static_cast<const Board&>(board), std::optional(move));
    play(board, move);
  }
  visit(static_cast<const Board&>(board), std::optional<chess::Move>());
}

/// Whether a word among the moves is none but a sign of annotators, such as "+-", "=" or "N".
bool is_sign(std::string_view word);

/// Whether the game is of chess or Chess960: what its tag Variant says, if it has one.
bool is_chess(const ScannedGame& game);

/// Finds the moves of one game after the other. Moves may be written as find_move()
/// (gen/chess/board/notation.h) takes them, with the letters of one language for all of a game.
class Replayer {
 public:
  /// Reads the tag FEN and the main line. Returns what is wrong, if anything is, by the letters
  /// that read furthest; `line` then ends before the fault.
  std::optional<Fault> replay(const ScannedGame& game, Line& line);

 private:
  /// A position in which games begin, and its board, which each game copies.
  struct Start {
    chess::ValidSetup setup;
    chess::ReplayBoard board{setup};
  };

  /// Where the game begins; throws InputError if that is no position.
  const Start& start_of(const ScannedGame& game);
  static std::optional<Fault> play_moves(const ScannedGame& game, chess::ReplayBoard board,
                                         const chess::PieceLetters& letters, Line& line);

  const Start array_{chess::ValidSetup(chess::startpos_fen)};
  std::string fen_;  // of the last game that had one
  std::optional<Start> position_;
};

}  // namespace plylab::pgn
