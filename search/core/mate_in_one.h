// Mate in one move, on bit planes: few moves are made, and no key is kept.
#pragma once

#include <array>
#include <cassert>
#include <optional>
#include <type_traits>

#include "gen/chess/bitboard/checks.h"
#include "gen/chess/bitboard/kind_sink.h"
#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/pseudo_legal.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {

/// A chess position without the fields that no mate depends on. The kernel determines the rules.
template <class Kernel>
struct Placement {
  chess::PlanesOf<Kernel> planes;
  chess::Bits castling = 0;  ///< the rooks that may still castle
  chess::Square en_passant = chess::no_square;

  /// The position after a legal move of the side Us. A capture e.p. that it allows need not be
  /// legal.
  template <chess::Color Us>
  [[gnu::always_inline]] Placement after(chess::Move move) const {
    Placement next{planes, 0, chess::no_square};
    if (castling != 0) next.castling = castling & ~chess::castling_lost<Kernel>(planes, Us, move);
    if (move.kind() == chess::MoveKind::double_push)
      next.en_passant = chess::forward(Us, move.from());
    constexpr unsigned special = 0xff2c;  // castling, e.p. and promotions, by kind
    if (special >> static_cast<unsigned>(move.kind()) & 1) {
      next.planes = chess::after<Kernel>(planes, Us, move);
      return next;
    }
    const auto shift = [from = move.from(), to = move.to()](chess::Bits& plane) {
      const chess::Bits moved = (plane >> from & 1) << to;
      plane = (plane & ~(chess::bit(from) | chess::bit(to))) | moved;
    };
    shift(next.planes.diagonal);
    shift(next.planes.orthogonal);
    shift(next.planes.leaper);
    shift(next.planes.black);
    return next;
  }

  /// Whether the king of a side is attacked.
  bool in_check(chess::Color side) const {
    return (chess::attackers<Kernel>(planes, planes.king(side), planes.occupied()) &
            planes.of(!side)) != 0;
  }
};

/// The position of a bitboard.
template <class Board>
auto placement(const Board& board) {
  using Kernel = SlidersFor<std::remove_cvref_t<decltype(board.planes())>>;
  return Placement<Kernel>{board.planes(), board.castling_rooks(), board.en_passant()};
}

/// Looks for a mate in one by the side Us, whose opponent is not in check.
///
/// Most checks are no mate because the king has a square to flee to. These are rejected by three
/// bitboards, before the move is made: the flights that the opponent's king has now, the squares
/// that the checking piece attacks from its new square, and those that it may have opened to
/// another piece by leaving the old one.
template <class Kernel, chess::Color Us>
class MateInOne {
  using Bits = chess::Bits;
  using Move = chess::Move;
  using MoveKind = chess::MoveKind;
  using Square = chess::Square;
  static constexpr chess::Color them = !Us;

 public:
  /// The position must outlive the object.
  explicit MateInOne(const Placement<Kernel>& position)
      : position_(position),
        planes_(position.planes),
        all_(planes_.occupied()),
        enemy_(planes_.of(them)),
        own_(all_ ^ enemy_),
        squares_(planes_) {
    assert(!position.in_check(them));
  }

  /// A move that mates, or Move().
  Move find() {
    survey();
    for (unsigned i = 0; i < size_; ++i) {
      const auto& [from, targets] = checks_[i];
      const chess::PieceType type = chess::type_of(planes_.on(from));
      for (const Square to : chess::each(targets))
        if (mates(Move(from, to, kind_of_move_to(to)), type)) return found_;
    }
    if (find_by_pawn(planes_.pawns() & own_) || find_by_king(planes_.king(Us))) return found_;
    return {};
  }

 protected:
  /// The checks that a piece can give.
  struct Checks {
    Square from;
    Bits targets;
  };

  /// Where pieces of theirs can go that are neither king nor pinned.
  struct Replies {
    Bits captures = 0;  ///< if one of our pieces stands there
    Bits moves = 0;     ///< if the square is empty
    Bits movers = 0;    ///< sliders and pawns
  };

  /// Finds the checks by pieces other than pawns and kings, and the flights of the enemy king.
  void survey() {
    const Bits pawns = planes_.pawns() & own_;
    const Square king = planes_.king(Us);
    Bits attacked = chess::king_attacks<Kernel>(planes_, king) | chess::pawn_attacks(Us, pawns);
    const auto note = [&](Square from, Bits attacks, Bits checking) {
      attacked |= attacks;
      if (const Bits targets = attacks & ~own_ & (checking | squares_.uncovering(from)))
        checks_[size_++] = {from, targets};
    };
    const Bits queens = planes_.diagonal_sliders() & planes_.orthogonal_sliders();
    const auto from_there = [&](Square from, chess::PieceType type) {
      return squares_.from[queens & bit(from) ? chess::queen : type];
    };
    for (const Square from : chess::each(planes_.knights() & own_)) {
      Bits checking = squares_.from[chess::knight];
      if constexpr (chess::is_fairy<Kernel>)
        if (squares_.screens & bit(from)) checking = ~Bits{0};  // may leap along the line
      note(from, chess::knight_attacks<Kernel>(planes_, from, all_), checking);
    }
    for (const Square from : chess::each(planes_.diagonal_sliders() & own_)) {
      const Bits attacks = Kernel::bishop(from, all_);
      slid_ |= attacks;
      note(from, attacks, from_there(from, chess::bishop));
    }
    for (const Square from : chess::each(planes_.orthogonal_sliders() & own_)) {
      const Bits attacks = Kernel::rook(from, all_);
      slid_ |= attacks;
      note(from, attacks, from_there(from, chess::rook));
    }
    flights_ = chess::king_attacks<Kernel>(planes_, squares_.king) & ~enemy_ & ~attacked;
  }

  static Bits bit(Square square) { return chess::bit(square); }

  /// What a piece of Us attacks.
  static Bits attacks(chess::PieceType type, Square from, Bits occupied) {
    switch (type) {
      case chess::pawn:
        return chess::pawn_attacks(Us, bit(from));
      case chess::knight:
        return chess::leapers.knight[from];
      case chess::king:
        return chess::leapers.king[from];
      case chess::bishop:
        return Kernel::bishop(from, occupied);
      case chess::rook:
        return Kernel::rook(from, occupied);
      default:
        return Kernel::bishop(from, occupied) | Kernel::rook(from, occupied);
    }
  }

  /// What it attacks from a new square, also through the king that it checks.
  Bits attacks_there(chess::PieceType type, Square from, Square to) const {
    return attacks(type, to, all_ ^ bit(from) ^ bit(squares_.king));
  }

  /// Calls visit(move) for the checks by pawns and for all promotions, until it returns true.
  bool visit_pawn_checks(Bits pawns, auto&& visit) const {
    constexpr int up = Us == chess::white ? 8 : -8;
    constexpr Bits last_rank = chess::rank_bits(Us == chess::white ? 7 : 0);
    constexpr Bits double_rank = chess::rank_bits(Us == chess::white ? 3 : 4);
    const Bits ahead = chess::shift_forward(Us, pawns), one = ahead & ~all_;
    const auto each_of = [&](Bits targets, int step, MoveKind kind) {
      for (const Square to : chess::each(targets)) {
        const auto from = static_cast<Square>(to - step);
        if (last_rank & bit(to)) {
          const int capture = kind == MoveKind::capture ? 4 : 0;
          for (const MoveKind promotion :
               {MoveKind::to_queen, MoveKind::to_knight, MoveKind::to_rook, MoveKind::to_bishop})
            if (visit(Move(from, to, static_cast<MoveKind>(static_cast<int>(promotion) + capture))))
              return true;
        } else if ((squares_.from[chess::pawn] | squares_.uncovering(from)) & bit(to)) {
          if (visit(Move(from, to, kind))) return true;
        }
      }
      return false;
    };
    const Bits two = chess::shift_forward(Us, one) & ~all_ & double_rank;
    return each_of(one, up, MoveKind::quiet) || each_of(two, 2 * up, MoveKind::double_push) ||
           each_of(chess::shift_east(ahead) & enemy_, up + 1, MoveKind::capture) ||
           each_of(chess::shift_west(ahead) & enemy_, up - 1, MoveKind::capture);
  }

  /// The squares on lines through the one that a piece leaves, if one of our sliders stands on such
  /// a line, too.
  Bits opened_by(Square from) const {
    return slid_ & bit(from) ? chess::lines.straight[from] | chess::lines.diagonal[from] : Bits{0};
  }

  const Placement<Kernel>& position_;
  const chess::PlanesOf<Kernel>& planes_;
  const Bits all_, enemy_, own_;
  const chess::CheckSquares<Kernel, Us> squares_;
  Bits flights_ = 0;  // where the enemy king could go if it were to move, or fewer squares
  Bits slid_ = 0;     // what own sliders attack
  std::optional<chess::KingSafety> own_safety_;
  std::optional<Replies> their_replies_;
  std::array<Checks, 64> checks_;
  unsigned size_ = 0;

 private:
  MoveKind kind_of_move_to(Square to) const {
    return enemy_ & bit(to) ? MoveKind::capture : MoveKind::quiet;
  }

  bool find_by_pawn(Bits pawns) {
    if (visit_pawn_checks(pawns, [&](Move move) {
          return mates(move, move.is_promotion() ? move.promoted() : chess::pawn);
        }))
      return true;
    if (position_.en_passant == chess::no_square) return false;
    for (const Square from :
         chess::each(chess::pawn_attacks(them, bit(position_.en_passant)) & pawns))
      if (mates_specially(Move(from, position_.en_passant, MoveKind::en_passant))) return true;
    return false;
  }

  /// The king mates by uncovering a piece, or by castling.
  bool find_by_king(Square king) {
    if (squares_.screens & bit(king))
      for (const Square to : chess::each(chess::king_attacks<Kernel>(planes_, king) & ~own_ &
                                         squares_.uncovering(king)))
        if (mates_specially(Move(king, to, kind_of_move_to(to)))) return true;
    for (const Square rook :
         chess::each(chess::rooks_with_room<Us>(position_.castling & own_, king, all_)))
      if (mates_specially(Move(
              king, rook, rook < king ? MoveKind::castle_queenside : MoveKind::castle_kingside)))
        return true;
    return false;
  }

  /// Whether a move after which a piece of the type, not a king, is there mates; not for captures
  /// e.p.
  bool mates(Move move, chess::PieceType type) {
    if constexpr (!chess::is_fairy<Kernel>) {
      const Square from = move.from(), to = move.to();
      const Bits opened = opened_by(from);
      const Bits seen = attacks_there(type, from, to);
      if ((flights_ & ~seen & ~opened) != 0) return false;
      const bool direct = (squares_.screens & bit(from)) == 0;
      if (direct) {
        if (move.is_promotion() && (seen & bit(squares_.king)) == 0) return false;
        // A move that opens a line to the king may pin whoever could capture or interpose.
        if ((opened & bit(squares_.king)) == 0 && is_parried(to)) return false;
      }
      if (!own_safety_) own_safety_ = chess::king_safety<Kernel, Us>(planes_);
      const auto [checkers, pinned] = *own_safety_;
      const Square king = planes_.king(Us);
      if ((pinned & bit(from)) != 0 && (chess::lines.through[king][from] & bit(to)) == 0)
        return false;
      if (checkers != 0 && !parries(king, checkers, to)) return false;
      return mates_after(move, direct ? bit(to) : Bits{0});
    }
    return mates_specially(move);
  }

  /// Whether a piece of theirs surely captures the piece that checks from there, or interposes.
  bool is_parried(Square checker) {
    const Replies& replies = their_replies();
    if (replies.captures & bit(checker)) return true;
    // What stands on the line itself may be captured, or its way be barred by the checking piece.
    const Bits line = chess::lines.through[squares_.king][checker];
    return (replies.moves & chess::lines.between[squares_.king][checker]) != 0 &&
           (line & replies.movers) == 0;
  }

  const Replies& their_replies() {
    if (their_replies_) return *their_replies_;
    Replies replies;
    const Bits movable = enemy_ & ~chess::king_safety<Kernel, them>(planes_).pinned;
    for (const Square from : chess::each(planes_.knights() & movable))
      replies.moves |= chess::leapers.knight[from];
    for (const Square from : chess::each(planes_.diagonal_sliders() & movable))
      replies.moves |= Kernel::bishop(from, all_);
    for (const Square from : chess::each(planes_.orthogonal_sliders() & movable))
      replies.moves |= Kernel::rook(from, all_);
    constexpr Bits double_rank = chess::rank_bits(them == chess::white ? 3 : 4);
    const Bits pawns = planes_.pawns() & movable;
    const Bits one = chess::shift_forward(them, pawns) & ~all_;
    replies.captures = replies.moves | chess::pawn_attacks(them, pawns);
    replies.moves |= one | (chess::shift_forward(them, one) & ~all_ & double_rank);
    replies.movers =
        enemy_ & (planes_.pawns() | planes_.diagonal_sliders() | planes_.orthogonal_sliders());
    return their_replies_.emplace(replies);
  }

  /// Whether a piece that goes there parries all checks to the king.
  bool parries(Square king, Bits checkers, Square to) const {
    return chess::has_one(checkers) &&
           ((checkers | chess::between<Kernel>(planes_, king, chess::first_square(checkers))) &
            bit(to)) != 0;
  }

  /// Whether a move of the king or a capture e.p. mates. It may be illegal.
  bool mates_specially(Move move) {
    return chess::leaves_king_safe<Kernel, Us>(planes_, move) && mates_after(move);
  }

  /// Whether the legal move, which may give no check, mates, given the pieces that check then, if
  /// they are known: makes it.
  [[gnu::noinline, gnu::flatten]] bool mates_after(Move move, Bits checkers = 0) {
    const Placement<Kernel> next = position_.template after<Us>(move);
    if (checkers == 0)
      checkers = chess::attackers<Kernel>(next.planes, squares_.king, next.planes.occupied()) &
                 next.planes.of(Us);
    if (checkers == 0 || !chess::is_mate<Kernel, them>(next.planes, checkers, next.en_passant))
      return false;
    found_ = move;
    return true;
  }

  Move found_;
};

/// A move by which the side mates at once if it is its turn, or Move(). The other side must not be
/// in check.
template <class Kernel>
chess::Move mate_at_once(const Placement<Kernel>& position, chess::Color side) {
  return side == chess::white ? MateInOne<Kernel, chess::white>(position).find()
                              : MateInOne<Kernel, chess::black>(position).find();
}

/// The same for the side to move.
template <class Board>
chess::Move mate_at_once(const Board& board) {
  return mate_at_once(placement(board), board.side_to_move());
}

}  // namespace plylab::search
