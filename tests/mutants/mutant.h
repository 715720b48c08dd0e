// A chess generator with one planted fault: plain, slow, and right if the fault is none.
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/setup.h"
#include "gen/game/position.h"
#include "tests/mutants/faults.h"
#include "tests/mutants/geometry.h"

namespace plylab::chess::mutants {

/// What a move does besides going from here to there.
enum class Deed : std::uint8_t { plain, double_step, en_passant, castling };

/// A move. Unlike chess::Move it can also be a wrong one, such as a promotion to a king.
struct Move {
  Square from = no_square;
  Square to = no_square;  ///< in castling the rook's square
  Deed deed = Deed::plain;
  PieceType promoted = no_type;

  friend bool operator==(const Move&, const Move&) = default;
};

/// Towards which side a castling move goes.
constexpr CastlingSide castling_side_of(const Move& castling) {
  return castling.to < castling.from ? CastlingSide::queenside : CastlingSide::kingside;
}

/// The move in UCI.
std::string to_text(const Move& move, CastlingText castling);

/// The position that is set up when it is asked for after another: not that one if the fault lies
/// in memory.
Setup set_up_after(const Setup& before, const Setup& asked, Fault fault);

using SquareSet = std::bitset<64>;

/// Which moves have the fault, as in an engine that has its code twice, for White and for Black, a
/// table entry for each file, or a branch for each kind of piece. A castling right is that of its
/// rook's colour and file.
struct Form {
  std::optional<Color> color = {};  ///< none: both
  unsigned files = 0xff;  ///< of the moves' goals, of the rook in castling; bit 0 is the a-file
  std::optional<PieceType> captor = {};  ///< of a rook that has its right; none: any piece

  bool is_whole() const { return !color && files == 0xff; }
  bool includes(Color mover, Square goal) const {
    return (!color || mover == *color) && (files >> file_of(goal) & 1) != 0;
  }
};

/// A position on a plain array of 64 squares, with a generator in which one fault may be planted.
/// Whatever the fault does to the position, nothing undefined happens.
class Mutant {
 public:
  /// The FEN is believed as it stands.
  explicit Mutant(const Setup& setup, Fault fault = Fault::none, const Form& form = {});

  /// All moves that the generator takes to be legal.
  /// Throws std::length_error if it has too small an array for the pieces.
  std::vector<Move> moves() const;
  /// Whether it takes the game to be drawn here, for all its moves.
  bool is_drawn() const;
  /// Whether it counts a position without moves as a leaf.
  bool counts_end() const;
  void make(const Move& move);
  /// Takes back the last move made.
  void unmake();

  /// The position with the e.p. square of any double step, capture or not, and without clocks.
  Setup setup() const;
  const Key& key() const { return key_; }
  Fault fault() const { return fault_; }

 private:
  /// What make() changes and unmake() cannot compute.
  struct Undo {
    Move move;
    Piece piece = no_piece;
    Piece captured = no_piece;
    Square captured_on = no_square;
    Piece also_captured = no_piece;  ///< by a fault
    Square also_captured_on = no_square;
    CastlingRooks castling;
    Square en_passant = no_square;
    unsigned halfmove_clock = 0;
    Key key;
  };
  /// What threatens the king of the side to move, and what that forbids.
  struct Danger {
    Square king = no_square;
    SquareSet checkers;
    SquareSet answers;                 ///< where another piece than the king answers a single check
    std::array<Direction, 64> pins{};  ///< by square of a pinned piece: from the king to the pinner
  };
  struct CastlingWays {
    std::vector<Square> empty;  ///< must be empty, but for the king and the rook
    std::vector<Square> safe;   ///< must not be attacked, from the king's square to its goal
  };

  Fault active() const { return is_faulty_ ? fault_ : Fault::none; }
  bool has(Fault fault) const { return active() == fault; }
  bool holds(Square square, Color color) const {
    return squares_[square] != no_piece && color_of(squares_[square]) == color;
  }
  PieceType type_on(Square square) const { return type_of(squares_[square]); }

  // mutant.cpp
  void choose_rights(const Setup& setup);
  Square rook_at_home(Color color, CastlingSide castling_side) const;
  Square castling_rook(Square stated, Color color, CastlingSide castling_side) const;
  Square rook_that_ends(Square right, Color color, const CastlingRooks& stated) const;
  Square find_king(Color color) const;
  void toggle_right(Square rook_square);
  void toggle_en_passant();
  Key key_of(Piece piece, Square square) const;

  // mutant_moves.cpp
  std::vector<Move> list() const;
  std::vector<Move> pseudo_legal() const;
  void piece_moves(Square from, std::vector<Move>& list) const;
  void slide(Square from, Direction direction, std::vector<Move>& list) const;
  void add_step(Square from, Square to, std::vector<Move>& list) const;
  Square next(PieceType type, Square from, Direction direction) const;
  bool lacks(Square from, Direction direction) const;
  bool stops_short(PieceType type) const;
  bool misses_far_corner(PieceType type) const;
  bool captures_own(PieceType type) const;

  void pawn_moves(Square from, std::vector<Move>& list) const;
  void double_step(Square from, std::vector<Move>& list) const;
  bool is_from_fen(Square pawns_square) const;
  void pawn_captures(Square from, std::vector<Move>& list) const;
  void pawn_to(Square from, Square to, bool capture, std::vector<Move>& list) const;
  void en_passant(Square from, Direction direction, std::vector<Move>& list) const;

  void castle(CastlingSide castling_side, std::vector<Move>& list) const;
  Square right_for(CastlingSide castling_side) const;
  CastlingWays castling_ways(Square king_square, Square rook_square,
                             CastlingSide castling_side) const;
  bool castling_is_safe(const CastlingWays& ways, Square king_square, Square rook_square,
                        CastlingSide castling_side) const;
  bool rook_must_be_there() const;
  Square king_goal(Color color, CastlingSide castling_side) const;
  Square rook_goal(Color color, CastlingSide castling_side) const;

  // mutant_legal.cpp
  SquareSet attackers(const Squares& squares, Square target, Color by) const;
  static SquareSet pinned_pieces(const Squares& squares, Color color);
  bool slider_attacks(PieceType type, Direction direction) const;
  Danger danger() const;
  SquareSet checkers(Square king_square) const;
  SquareSet answers(Square king_square, Square checker) const;
  void find_pins(Danger& danger) const;
  bool line_is_forgotten(Direction direction) const;
  Square pinner(Square pinned, Direction direction) const;
  bool pins_along(PieceType slider, Direction direction) const;

  bool legal(const Move& move, const Danger& danger) const;
  bool king_step_is_safe(const Move& move, const Danger& danger) const;
  bool is_seen_by_king_and_slider(Square square) const;
  bool en_passant_is_safe(const Move& move, const Danger& danger) const;
  bool answers_check(const Move& move, const Danger& danger) const;
  bool respects_pin(const Move& move, const Danger& danger) const;

  // mutant.cpp: making moves and taking them back
  Fault fault_of_tests() const;
  Mutant board_for_tests() const;
  bool passes_test(const Move& move);
  void leave_as_tests_do();
  void lose_en_passant_victims();
  Piece lift(Square square);
  void put(Piece piece, Square square);
  void make_castling(Undo& undo);
  void make_plain(Undo& undo);
  Square victim_square(const Move& move) const;
  void update_rights(const Undo& undo);
  void toggle_right_of_captured(const Undo& undo, const CastlingRooks& before);
  bool king_loses_rights(const Move& move) const;
  bool moved_rook_loses_right(Color color) const;
  bool captured_rook_loses_right(const Move& move) const;
  void update_en_passant(const Undo& undo);
  void put_back(const Undo& undo);
  void unmake_castling(const Undo& undo);

  Squares squares_;
  Color side_;
  CastlingRooks castling_ = no_castling;
  CastlingRooks ends_with_ = no_castling;  // the rooks with which these rights end
  Square en_passant_;
  unsigned halfmove_clock_;
  std::array<Square, 2> king_home_;
  Key key_;
  std::vector<Undo> history_;
  Fault fault_;
  Form form_;
  bool is_faulty_ = true;  ///< where it is at work just now: the form includes that
};

}  // namespace plylab::chess::mutants
