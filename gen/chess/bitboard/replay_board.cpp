#include "gen/chess/bitboard/replay_board.h"

#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {
namespace {

/// Looks sliders up.
struct Replay : MagicSliders<Replay> {};

}  // namespace

/// Finds the move of the side Us that fits a pattern.
template <Color Us>
class MoveFinder {
 public:
  MoveFinder(const ReplayBoard& board, const MovePattern& pattern)
      : board_(board),
        planes_(board.planes_),
        pattern_(pattern),
        to_(pattern.to),
        all_(planes_.occupied()),
        enemy_(planes_.of(!Us)),
        king_(planes_.king(Us)) {}

  std::optional<Move> find() const {
    if (pattern_.castle) return castling();
    if ((all_ ^ enemy_) & bit(to_)) return std::nullopt;
    const PieceType piece = pattern_.piece != no_type ? pattern_.piece : type_on_source();
    if (piece == pawn) return pawn_move();
    if (pattern_.promotion != no_type) return std::nullopt;
    const MoveKind kind = enemy_ & bit(to_) ? MoveKind::capture : MoveKind::quiet;
    return piece == king ? king_move(kind) : piece_move(piece, kind);
  }

 private:
  /// Where the move may begin.
  Bits sources() const {
    Bits squares = all_ ^ enemy_;
    if (pattern_.from_file != MovePattern::any) squares &= file_a << pattern_.from_file;
    if (pattern_.from_rank != MovePattern::any) squares &= rank_bits(pattern_.from_rank);
    return squares;
  }

  PieceType type_on_source() const {
    return type_of(planes_.on(make_square(pattern_.from_file, pattern_.from_rank)));
  }

  /// Whether the king, who stays where he is, is safe after a move.
  bool leaves_king_safe(Square from) const {
    const Bits enemy = enemy_ & ~bit(to_);
    const Bits near = (leapers.knight[king_] & planes_.knights()) |
                      (pawn_attacks(Us, bit(king_)) & planes_.pawns());
    if (near & enemy) return false;
    const Bits occupied = (all_ & ~bit(from)) | bit(to_);
    for (const Square square : each(attackers_by_line<Replay>(planes_, king_) & enemy))
      if ((lines.between[king_][square] & occupied) == 0) return false;
    return true;
  }

  std::optional<Move> castling() const {
    Moves moves;
    ListSink list{moves};
    visit_king_moves<Replay, Us>(planes_, board_.castling_, king_safety<Replay, Us>(planes_).pinned,
                                 list);
    for (const Move move : moves)
      if (move.is_castle() && move.castling_side() == *pattern_.castle) return move;
    return std::nullopt;
  }

  std::optional<Move> king_move(MoveKind kind) const {
    if ((leapers.king[king_] & bit(to_)) == 0 || (sources() & bit(king_)) == 0) return std::nullopt;
    const Bits others = all_ & ~bit(king_);
    if (attackers<Replay>(planes_, to_, others) & enemy_ & ~bit(to_)) return std::nullopt;
    return Move(king_, to_, kind);
  }

  std::optional<Move> piece_move(PieceType piece, MoveKind kind) const {
    Bits from = 0;
    if (piece == knight) from = leapers.knight[to_] & planes_.knights();
    if (piece == bishop) from = lines.diagonal[to_] & planes_.diagonal & ~planes_.orthogonal;
    if (piece == rook) from = lines.straight[to_] & planes_.orthogonal & ~planes_.diagonal;
    if (piece == queen)
      from = (lines.diagonal[to_] | lines.straight[to_]) & planes_.diagonal & planes_.orthogonal;
    if (piece != knight) from &= ~planes_.leaper;
    // There are few: to look between is quicker than a table of sliders, which leaves the cache.
    std::optional<Move> found;
    for (const Square square : each(from & sources())) {
      if ((lines.between[to_][square] & all_) != 0 || !leaves_king_safe(square)) continue;
      if (found) return std::nullopt;
      found = Move(square, to_, kind);
    }
    return found;
  }

  std::optional<Move> pawn_move() const {
    const int rank = rank_for(Us, to_);
    if ((rank == 7) != (pattern_.promotion != no_type) || rank < 2) return std::nullopt;
    const Bits pawns = planes_.pawns() & sources();
    const Square behind = forward(!Us, to_);
    if (pattern_.from_file == MovePattern::any || pattern_.from_file == file_of(to_)) {
      if (all_ & bit(to_)) return std::nullopt;
      if (pawns & bit(behind)) return checked(behind, MoveKind::quiet);
      const Square two_behind = forward(!Us, behind);
      if (rank != 3 || (all_ & bit(behind)) || (pawns & bit(two_behind)) == 0) return std::nullopt;
      return checked(two_behind, MoveKind::double_push);
    }
    const Bits from = pawn_attacks(!Us, bit(to_)) & pawns;  // at most one: its file is given
    if (from == 0) return std::nullopt;
    if (enemy_ & bit(to_)) return checked(first_square(from), MoveKind::capture);
    if (to_ != board_.en_passant_ || !en_passant_is_legal<Replay>(planes_, first_square(from), to_))
      return std::nullopt;
    return Move(first_square(from), to_, MoveKind::en_passant);
  }

  std::optional<Move> checked(Square from, MoveKind kind) const {
    if (!leaves_king_safe(from)) return std::nullopt;
    return Move(from, to_, promoting(kind));
  }

  MoveKind promoting(MoveKind kind) const {
    const auto to = [kind](MoveKind quiet) {
      return static_cast<MoveKind>(static_cast<unsigned>(kind) | static_cast<unsigned>(quiet));
    };
    switch (pattern_.promotion) {
      case knight:
        return to(MoveKind::to_knight);
      case bishop:
        return to(MoveKind::to_bishop);
      case rook:
        return to(MoveKind::to_rook);
      case queen:
        return to(MoveKind::to_queen);
      default:
        return kind;
    }
  }

  const ReplayBoard& board_;
  const Planes& planes_;
  const MovePattern& pattern_;
  Square to_;
  Bits all_, enemy_;
  Square king_;
};

ReplayBoard::ReplayBoard(const ValidSetup& start)
    : en_passant_(start.setup().en_passant), side_(start.setup().side) {
  for (unsigned s = 0; s < 64; ++s)
    if (const Piece piece = start.squares()[s]; piece != no_piece)
      planes_.put(piece, static_cast<Square>(s));
  for (const auto& rooks : start.setup().castling)
    for (const Square rook_square : rooks)
      if (rook_square != no_square) castling_ |= bit(rook_square);
}

std::optional<Move> ReplayBoard::find(const MovePattern& pattern) const {
  return side_ == white ? MoveFinder<white>(*this, pattern).find()
                        : MoveFinder<black>(*this, pattern).find();
}

void ReplayBoard::make(Move move) {
  if (castling_ != 0) castling_ &= ~castling_lost<Replay>(planes_, side_, move);
  en_passant_ = no_square;
  if (move.kind() == MoveKind::quiet || move.kind() == MoveKind::capture) {
    const Square from = move.from(), to = move.to();
    const Bits stay = ~(bit(from) | bit(to));
    const auto carry = [=](Bits& plane) { plane = (plane & stay) | (((plane >> from) & 1) << to); };
    carry(planes_.diagonal);
    carry(planes_.orthogonal);
    carry(planes_.leaper);
    carry(planes_.black);
  } else {
    planes_ = after<Replay>(planes_, side_, move);
    if (move.kind() == MoveKind::double_push) en_passant_ = forward(side_, move.from());
  }
  side_ = !side_;
}

bool ReplayBoard::is_in_check() const {
  return (attackers<Replay>(planes_, planes_.king(side_), planes_.occupied()) &
          planes_.of(!side_)) != 0;
}

bool ReplayBoard::is_mated() const {
  if (!is_in_check()) return false;
  CountSink moves;
  if (side_ == white)
    visit_moves<Replay, white>(planes_, castling_, en_passant_, moves);
  else
    visit_moves<Replay, black>(planes_, castling_, en_passant_, moves);
  return moves.total == 0;
}

bool ReplayBoard::pass() {
  if (is_in_check()) return false;
  en_passant_ = no_square;
  side_ = !side_;
  return true;
}

}  // namespace plylab::chess
