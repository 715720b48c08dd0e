#include "gen/chess/bitboard/named_move.h"

#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {
namespace {

/// Looks sliders up.
struct Naming : MagicSliders<Naming> {};

template <Color Us>
class Finder {
 public:
  Finder(const Bitboard<Magic>& board, const MovePattern& pattern)
      : board_(board),
        planes_(board.planes()),
        pattern_(pattern),
        all_(planes_.occupied()),
        enemy_(planes_.of(!Us)),
        king_(planes_.king(Us)) {}

  std::optional<Move> find() const {
    if (pattern_.castle) return castling();
    if ((all_ & ~enemy_) & bit(pattern_.to)) return std::nullopt;
    const PieceType piece = pattern_.piece != no_type ? pattern_.piece : type_on_source();
    if (piece == pawn) return pawn_move();
    if (pattern_.promotion != no_type) return std::nullopt;
    const MoveKind kind = enemy_ & bit(pattern_.to) ? MoveKind::capture : MoveKind::quiet;
    if (piece == king) return king_move(kind);
    return piece_move(piece, kind);
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

  /// Whether the king is safe once `from` is empty, and only an enemy on another square than `to`
  /// can attack it.
  bool leaves_king_safe(Square from, Square to) const {
    const Bits after = (all_ & ~bit(from)) | bit(to);
    return (attackers<Naming>(planes_, king_, after) & enemy_ & ~bit(to)) == 0;
  }

  std::optional<Move> castling() const {
    ListSink list;
    visit_king_moves<Naming, Us>(planes_, marked() & planes_.orthogonal,
                                 king_safety<Naming, Us>(planes_).pinned, list);
    for (const Move move : list.moves)
      if (move.is_castle() && move.castling_side() == *pattern_.castle) return move;
    return std::nullopt;
  }

  /// The rooks that may castle, and the pawn that may be captured e.p.: see Packed.
  Bits marked() const { return board_.packed().planes[0] ^ planes_.diagonal; }

  std::optional<Move> king_move(MoveKind kind) const {
    const Square to = pattern_.to;
    if ((leapers.king[king_] & bit(to)) == 0 || (sources() & bit(king_)) == 0) return std::nullopt;
    if (attackers<Naming>(planes_, to, all_ & ~bit(king_)) & enemy_ & ~bit(to)) return std::nullopt;
    return Move(king_, to, kind);
  }

  std::optional<Move> piece_move(PieceType piece, MoveKind kind) const {
    const Square to = pattern_.to;
    Bits from = 0;
    switch (piece) {
      case knight:
        from = leapers.knight[to] & planes_.knights();
        break;
      case bishop:
        from = Naming::bishop(to, all_) & planes_.diagonal_sliders() & ~planes_.orthogonal;
        break;
      case rook:
        from = Naming::rook(to, all_) & planes_.orthogonal_sliders() & ~planes_.diagonal;
        break;
      case queen:
        from = (Naming::bishop(to, all_) | Naming::rook(to, all_)) & planes_.diagonal_sliders() &
               planes_.orthogonal;
        break;
      default:
        return std::nullopt;
    }
    from &= sources();
    std::optional<Move> found;
    for (const Square square : each(from)) {
      if (!leaves_king_safe(square, to)) continue;
      if (found) return std::nullopt;
      found = Move(square, to, kind);
    }
    return found;
  }

  std::optional<Move> pawn_move() const {
    const Square to = pattern_.to;
    const bool promotes = rank_for(Us, to) == 7;
    if (promotes != (pattern_.promotion != no_type) || rank_for(Us, to) < 2) return std::nullopt;
    const Bits pawns = planes_.pawns() & sources();
    const Square behind = forward(!Us, to);
    if (pattern_.from_file == MovePattern::any || pattern_.from_file == file_of(to)) {
      if (all_ & bit(to)) return std::nullopt;
      if (pawns & bit(behind)) return checked(behind, MoveKind::quiet);
      if (rank_for(Us, to) != 3 || (all_ & bit(behind))) return std::nullopt;
      const Square two_behind = forward(!Us, behind);
      if ((pawns & bit(two_behind)) == 0) return std::nullopt;
      return checked(two_behind, MoveKind::double_push);
    }
    const Bits from = pawn_attacks(!Us, bit(to)) & pawns;  // at most one: the file is given
    if (from == 0) return std::nullopt;
    if (enemy_ & bit(to)) return checked(first_square(from), MoveKind::capture);
    const bool passed = rank_for(Us, to) == 5 && (marked() & planes_.leaper & bit(behind)) != 0;
    if (!passed || !en_passant_is_legal<Naming>(planes_, first_square(from), to))
      return std::nullopt;
    return Move(first_square(from), to, MoveKind::en_passant);
  }

  std::optional<Move> checked(Square from, MoveKind kind) const {
    if (!leaves_king_safe(from, pattern_.to)) return std::nullopt;
    return Move(from, pattern_.to, promoting(kind));
  }

  MoveKind promoting(MoveKind kind) const {
    const unsigned capture = static_cast<unsigned>(kind) & 4;
    switch (pattern_.promotion) {
      case knight:
        return static_cast<MoveKind>(8 | capture);
      case bishop:
        return static_cast<MoveKind>(9 | capture);
      case rook:
        return static_cast<MoveKind>(10 | capture);
      case queen:
        return static_cast<MoveKind>(11 | capture);
      default:
        return kind;
    }
  }

  const Bitboard<Magic>& board_;
  const Planes& planes_;
  const MovePattern& pattern_;
  Bits all_, enemy_;
  Square king_;
};

}  // namespace

std::optional<Move> named_move(const Bitboard<Magic>& board, const MovePattern& pattern) {
  return board.side_to_move() == white ? Finder<white>(board, pattern).find()
                                       : Finder<black>(board, pattern).find();
}

}  // namespace plylab::chess
