// Finds, checks and replays the moves of scanned games of chess.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/bitboard/replay_board.h"
#include "gen/chess/board/move_pattern.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {

/// The board on which games are replayed.
using Board = chess::Bitboard<chess::Magic>;

/// A null move, which some annotators write as "--" or "Z0". No move of chess has this value.
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
  std::vector<chess::Move> moves = {};                           ///< each legal, or null_move
  const chess::PieceLetters* letters = &chess::english_letters;  ///< of the text
  std::optional<chess::Color> winner = {};  ///< the side that mates with the last move, if any
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

/// Whether a word among the moves is an annotator's symbol, such as "+-", "=" or "N".
bool is_sign(std::string_view word);

/// Whether a word is a spelling of a null move: also "--", which is a sign where no side may pass.
bool is_null_move(std::string_view word);

/// A symbol as a NAG, by the table of the PGN standard (10): "$1" for "!", "$18" for "+-". Any
/// other text is returned as it is.
std::string nag_of(std::string_view symbol);

/// The NAGs of the symbols at the end of a move in SAN: "$1" and "$18" of "O-O!+-".
std::vector<std::string> nags_behind(std::string_view move);

/// Whether the game is chess or Chess960, judged by its tag Variant, if it has one.
bool is_chess(const ScannedGame& game);

/// The letters with which most of a game's main line can be read; English if no others are better.
/// The letters that occur in it decide which may be tried, see chess::other_languages().
/// `plies_read(letters)` returns the number of plies that can be read.
const chess::PieceLetters& best_letters(
    const ScannedGame& game,
    const std::function<std::size_t(const chess::PieceLetters& letters)>& plies_read);

/// Calls play(move) with a move in English letters. Throws InputError if play() does, with the text
/// as written added, or if the text has letters of another language.
void play_in(const chess::PieceLetters& letters, std::string_view text,
             const std::function<void(std::string_view move)>& play);

/// Finds the moves of games. It accepts all spellings that find_move() (gen/chess/board/notation.h)
/// accepts, with the piece letters of one language throughout a game: best_letters().
class Replayer {
 public:
  /// Reads the tag FEN and the main line. Returns the error, if any; `line` then ends before it.
  std::optional<Fault> replay(const ScannedGame& game, Line& line);

 private:
  /// An initial position and its board, which each game copies.
  struct Start {
    chess::ValidSetup setup;
    chess::ReplayBoard board{setup};
  };

  /// The initial position of a game. Throws InputError if its FEN is invalid.
  const Start& start_of(const ScannedGame& game);
  static std::optional<Fault> play_moves(const ScannedGame& game, chess::ReplayBoard board,
                                         const chess::PieceLetters& letters, Line& line);

  const Start array_{chess::ValidSetup(chess::startpos_fen)};
  std::string fen_;  // of the last game that had the tag
  std::optional<Start> position_;
};

}  // namespace plylab::pgn
