// Many moves refuted by the same reply, without a look at the positions after them.
#pragma once

#include <array>

#include "search/core/mate_in_one.h"

namespace plylab::search::mate {

/// A reply of the opponent, looked at as if the side Us had passed. What is found then holds after
/// most moves of Us, too: a check that is no mate because the king has a flight is none after the
/// move, unless the moved piece attacks that flight or opens a line to it. Only mates by the moved
/// piece itself, and by pieces to which it made way, are looked for anew.
///
/// Squares are compared in bitboards that were computed before the move, so every doubt counts as
/// "not refuted". Not for fairy chess.
template <class Kernel, chess::Color Us>
class SharedRefutation : private MateInOne<Kernel, Us> {
  using Base = MateInOne<Kernel, Us>;
  using Bits = chess::Bits;
  using Move = chess::Move;
  using PieceType = chess::PieceType;
  using Square = chess::Square;
  using Base::all_, Base::attacks, Base::flights_, Base::own_, Base::planes_, Base::slid_,
      Base::squares_;

 public:
  /// The reply, a move without a kind of its own or a double push, would be legal if Us passed.
  /// `after` is the position after it, and must outlive the object.
  SharedRefutation(const Placement<Kernel>& after, Move reply) : Base(after) {
    this->survey();
    const Bits pawns = planes_.pawns() & own_;
    const Bits captures_en_passant =
        after.en_passant == chess::no_square
            ? Bits{0}
            : chess::pawn_attacks(!Us, chess::bit(after.en_passant)) & pawns;
    usable_ = captures_en_passant == 0 && (after.castling & own_) == 0;
    if (!usable_) return;
    if (after.en_passant != chess::no_square) en_passant_ = bit(after.en_passant);
    note_ways(reply, pawns);
    note_checks_by_pieces();
    note_checks_by_pawns(pawns);
  }

  /// Whether the reply surely refutes the move of the piece of that type: it is legal then, and no
  /// mate in one follows. The move must be a quiet one, a double push or a capture, not e.p., and
  /// give no check.
  bool refutes(Move move, PieceType type) const {
    const Square from = move.from(), to = move.to();
    if (!usable_ || (leaving_ & bit(from)) != 0 || (arriving_ & bit(to)) != 0) return false;
    if (aims_at_king(type, to)) return false;
    const Bits own_seen = this->attacks_there(type, from, to);
    Bits seen = own_seen;
    const bool visible = (squares_.from[chess::queen] & bit(from)) != 0;
    if (slid_ & bit(from)) {
      const Bits opened = opened_to_sliders(from);
      if (visible || (opened & (squares_.from[chess::queen] | own_)) != 0) return false;
      seen |= opened;
    } else if (visible && makes_way(from)) {
      return false;
    }
    if ((seen & bit(squares_.king)) != 0 || (flights_ & ~seen) == 0) return false;
    if (may_mate_next(type, move, own_seen)) return false;
    // A slider may see through a square that the checking piece leaves, and the other way round.
    const Bits seen_through = is_slider(type) ? own_seen : Bits{0};
    for (unsigned i = 0; i < known_; ++i) {
      const Failure& failure = failures_[i];
      if (failure.from != from &&
          ((failure.flights & ~seen) == 0 || (failure.seen & bit(from)) != 0 ||
           (seen_through & bit(failure.from)) != 0))
        return false;
    }
    return true;
  }

 private:
  /// A check that is no mate.
  struct Failure {
    Square from;
    Bits flights;  ///< squares to which the king can flee
    Bits seen;     ///< what the checking piece attacks then
  };

  static Bits bit(Square square) { return chess::bit(square); }

  static bool is_slider(PieceType type) {
    return type == chess::bishop || type == chess::rook || type == chess::queen;
  }

  /// What a move might open or bar.
  void note_ways(Move reply, Bits pawns) {
    const Bits there = bit(reply.to()), ahead = chess::shift_forward(Us, pawns);
    Bits ways = 0;  // between the king and our sliders
    for (const Square slider :
         chess::each(chess::attackers_by_line<Kernel>(planes_, squares_.king) & own_))
      ways |= chess::between<Kernel>(planes_, squares_.king, slider);
    arriving_ = ways | chess::lines.between[reply.from()][reply.to()] | there | bit(reply.from());
    leaving_ = ways | there | ahead | chess::shift_forward(Us, ahead & ~all_);
    for (const Square screen : chess::each(squares_.screens))
      leaving_ |= attacks(chess::type_of(planes_.on(screen)), screen, all_);
    for (const Square knight : chess::each(planes_.knights() & own_))
      leaving_ |= chess::leapers.knight[knight] & squares_.from[chess::knight];
    for (const Square from : chess::each(planes_.diagonal & ~planes_.leaper & own_))
      diagonally_ |= attacks(chess::type_of(planes_.on(from)), from, all_);
    for (const Square from : chess::each(planes_.orthogonal & ~planes_.leaper & own_))
      straight_ |= attacks(chess::type_of(planes_.on(from)), from, all_);
  }

  void note_checks_by_pieces() {
    for (unsigned i = 0; i < Base::size_; ++i) {
      const auto& [from, targets] = this->checks_[i];
      for (const Square to : chess::each(targets)) note(chess::type_of(planes_.on(from)), from, to);
    }
    const Square king = planes_.king(Us);
    if (squares_.screens & bit(king))
      for (const Square to :
           chess::each(chess::leapers.king[king] & ~own_ & squares_.uncovering(king)))
        note(chess::king, king, to);
  }

  void note_checks_by_pawns(Bits pawns) {
    this->visit_pawn_checks(pawns, [&](Move move) {
      if (!move.is_promotion()) {
        note(chess::pawn, move.from(), move.to());
      } else {
        diagonally_ |= bit(move.to());
        straight_ |= bit(move.to());
        note(move.promoted(), move.from(), move.to());
      }
      return false;
    });
  }

  void note(PieceType type, Square from, Square to) {
    if (known_ == failures_.size()) {
      usable_ = false;
      return;
    }
    const Bits seen = this->attacks_there(type, from, to);
    failures_[known_++] = {from, flights_ & ~seen & ~this->opened_by(from), seen};
  }

  /// What sliders of Us attack in addition if this piece of Us, which they protect, is gone.
  Bits opened_to_sliders(Square from) const {
    const Bits without = all_ ^ bit(from);
    Bits opened = 0;
    for (const Square slider :
         chess::each(Kernel::rook(from, all_) & own_ & planes_.orthogonal & ~planes_.leaper))
      opened |= Kernel::rook(slider, without) & ~Kernel::rook(slider, all_);
    for (const Square slider :
         chess::each(Kernel::bishop(from, all_) & own_ & planes_.diagonal & ~planes_.leaper))
      opened |= Kernel::bishop(slider, without) & ~Kernel::bishop(slider, all_);
    return opened;
  }

  /// Whether a piece would check from there, or a piece between uncover it.
  bool aims_at_king(PieceType type, Square to) const {
    if (!is_slider(type)) return false;
    const Bits straight = type != chess::bishop ? chess::lines.straight[squares_.king] : Bits{0};
    const Bits diagonal = type != chess::rook ? chess::lines.diagonal[squares_.king] : Bits{0};
    return ((straight | diagonal) & bit(to)) != 0;
  }

  /// Whether another piece may check from a square that the king sees once this piece is gone.
  bool makes_way(Square from) const {
    const Bits without = all_ ^ bit(from);
    return ((Kernel::rook(squares_.king, without) & ~squares_.from[chess::rook] & straight_) |
            (Kernel::bishop(squares_.king, without) & ~squares_.from[chess::bishop] &
             diagonally_)) != 0;
  }

  /// Whether a piece that has gone there may mate by its next move.
  bool may_mate_next(PieceType type, Move move, Bits seen) const {
    const Square from = move.from(), to = move.to();
    if (type == chess::king) return false;
    if (type == chess::pawn) {
      constexpr Bits last_rank = chess::rank_bits(Us == chess::white ? 7 : 0);
      const Bits ahead = chess::shift_forward(Us, bit(to));
      return ((ahead | seen) & (squares_.from[chess::pawn] | last_rank | en_passant_)) != 0;
    }
    const Bits all = all_ & ~bit(from) & ~bit(to);
    const Square king = squares_.king;
    const Bits checking =
        type == chess::knight ? squares_.from[chess::knight] : attacks(type, king, all);
    const Bits next_squares = seen & ~own_ & checking;
    if (next_squares == 0) return false;
    if (move.is_capture() && (slid_ & bit(to)) != 0) return true;
    for (const Square next : chess::each(next_squares))
      if ((flights_ & ~attacks(type, next, all ^ bit(king))) == 0) return true;
    return false;
  }

  bool usable_ = false;
  Bits en_passant_ = 0;
  Bits leaving_ = 0;     // a move from there may open a line to the king, or make room for a check
  Bits arriving_ = 0;    // a move to there may bar a line to the king, or the reply
  Bits straight_ = 0;    // where a slider on ranks and files may be after the next move
  Bits diagonally_ = 0;  // where one on diagonals may be
  std::array<Failure, 24> failures_;
  unsigned known_ = 0;
};

}  // namespace plylab::search::mate
