// Counts many children of a node at once. See DIFFERENCES.md.
#pragma once

#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/move.h"

namespace plylab::chess {

/// A sink that stores the moves of the side Us as sets of targets, until their number is known.
template <class Kernel, Color Us>
struct TargetSets {
  static constexpr int up = Us == white ? 8 : -8;
  static constexpr unsigned capacity = 48;  // a set for each piece, two for a queen, plus a vector
  alignas(64) Bits from[capacity];
  alignas(64) Bits targets[capacity];
  unsigned size = 0;
  Bits pushes = 0, double_pushes = 0, captures_east = 0, captures_west = 0;
  Bits promotions = 0, promotions_east = 0, promotions_west = 0;
  Move special[8];  // castling and e.p.
  unsigned specials = 0;
  unsigned moves = 0;

  explicit TargetSets(const Planes& parent) : parent_(parent) {}

  void add(Square square, Bits squares, Bits) {
    from[size] = bit(square);
    targets[size] = squares;
    size += squares != 0;
    moves += static_cast<unsigned>(std::popcount(squares));
  }
  template <int Step>
  void add_pawns(Bits squares, MoveKind) {
    (Step == up       ? pushes
     : Step == 2 * up ? double_pushes
     : Step == up + 1 ? captures_east
                      : captures_west) |= squares;
    moves += static_cast<unsigned>(std::popcount(squares));
  }
  template <int Step>
  void add_promotions(Bits squares, MoveKind) {
    (Step == up ? promotions : Step == up + 1 ? promotions_east : promotions_west) |= squares;
    moves += 4 * static_cast<unsigned>(std::popcount(squares));
  }
  void add(Move move) {
    special[specials++] = move;
    ++moves;
  }

  /// The type of the piece to which a set belongs.
  PieceType type(unsigned set) const { return type_of(parent_.on(first_square(from[set]))); }

  /// Passes all moves to a PoolSink.
  void visit(auto&& sink) const {
    for (unsigned i = 0; i < size; ++i) sink.add_pieces(from[i], targets[i], type(i));
    sink.template add_pawns<up>(pushes, pawn);
    sink.template add_pawns<2 * up>(double_pushes, pawn);
    sink.template add_pawns<up + 1>(captures_east, pawn);
    sink.template add_pawns<up - 1>(captures_west, pawn);
    if ((promotions | promotions_east | promotions_west) != 0) {
      sink.template add_promotions<up>(promotions, MoveKind::to_knight);
      sink.template add_promotions<up + 1>(promotions_east, MoveKind::capture_to_knight);
      sink.template add_promotions<up - 1>(promotions_west, MoveKind::capture_to_knight);
    }
    for (unsigned i = 0; i < specials; ++i) sink.add(special[i]);
  }

 private:
  const Planes& parent_;
};

/// The moves of the king of the side !Us after calm moves of Us, and which moves of Us are calm.
/// After a calm move, that king has the same moves, castlings and pins as if Us had passed, and is
/// not in check.
///
/// The watched squares are the king's own, those around it without own pieces, and its castling
/// paths. A calm move must not attack a watched square that was safe, or stop attacking one that
/// was attacked, neither by the moving piece itself nor by lines that it opens or closes.
template <class Compass, Color Us>
struct KingWatch {
  using Lanes = typename Compass::Lanes;
  using Mask = typename Compass::Mask;

  Bits watched;
  Bits pinned = 0;     ///< their pinned pieces
  Lanes pin_line{};    ///< a pinned piece in the lanes of the line on which it may move
  unsigned moves;      ///< of their king, castling included
  Bits shared;         ///< squares that no piece may enter or leave
  Bits pawn_disturbs;  ///< squares that no pawn may enter or leave
  typename Compass::ByType disturbs;  ///< the same for a piece of each type
  Lanes revealing;  ///< by line: squares from which a slider would attack a safe watched square, or
                    ///< pin

  [[gnu::always_inline]] KingWatch(const Planes& parent, Bits castling, const Fill<Compass>& fill) {
    constexpr Color them = !Us;
    const Bits all = parent.occupied(), ours = parent.of(Us), theirs = all ^ ours;
    const Square king_square = parent.king(them);
    const Bits king_bit = bit(king_square), around = leapers.king[king_square];

    const Lanes attacks = fill(
        Compass::by_line(parent.orthogonal_sliders() & ours, parent.diagonal_sliders() & ours));
    const Bits danger = Compass::united(attacks | Compass::jumps(parent.knights() & ours)) |
                        pawn_attacks(Us, parent.pawns() & ours) | leapers.king[parent.king(Us)];

    // The first and second piece on each ray from the king; attacks towards it.
    const Lanes our = Compass::all(ours), their = Compass::all(theirs);
    const Lanes first = fill(Compass::all(king_bit));
    const Lanes second = fill(first & Compass::all(all));
    const Lanes coming = Compass::turned(attacks);
    const Lanes pin = first & their & coming;
    const Mask pins = Compass::meet(pin, pin), shields = Compass::meet(first, their);
    if (Compass::any(pins)) {
      pinned = Compass::united(pin);
      pin_line = pin | Compass::turned(pin);
    }

    watched = king_bit | (around & ~theirs);
    moves = static_cast<unsigned>(std::popcount(around & ~theirs & ~danger));
    shared = (around | king_bit) & ~ours;
    for (Square rook_square : each(castling & theirs)) {
      const CastlingWay& way = castling_way<them>(king_square, rook_square);
      const Bits obstacles = way.empty & all;
      if ((obstacles & theirs) != 0) continue;  // impossible after any move of ours
      watched |= way.safe;
      shared |= way.empty | bit(rook_square);
      moves += (obstacles | (way.safe & danger) | (pinned & bit(rook_square))) == 0;
    }
    const Bits safe = (watched & ~danger) | king_bit, attacked = watched & danger;

    // The lines from watched squares: a line of our slider to a safe square must not be opened, and
    // one to an attacked square must not be closed.
    const Lanes to_safe = fill(Compass::all(safe)), to_attacked = fill(Compass::all(attacked));
    const Lanes lines_kept =
        attacks & Compass::turned((our & to_safe) | (to_attacked & ~our & ~their));
    const Lanes pins_kept =
        Compass::keep(pins, first | second) | Compass::keep(shields, second & coming & our) |
        Compass::keep(Compass::meet(second & coming, their) & Compass::meet(first, our),
                      first & our);
    shared |= Compass::united(lines_kept | pins_kept);

    // By type: our pieces must not leave squares from which they attack watched squares, nor enter
    // squares from which they would attack safe ones or pin.
    revealing = to_safe | Compass::keep(shields, second);
    const auto touching = Compass::lines((to_attacked & our) | (revealing & ~our));
    const Bits by_knight =
        Compass::united((Compass::jumps(attacked) & our) | (Compass::jumps(safe) & ~our));
    const Bits by_pawn = (pawn_attacks(them, attacked) & ours) | (pawn_attacks(them, safe) & ~ours);
    pawn_disturbs = shared | by_pawn;
    disturbs = Compass::by_type(shared, touching.diagonal(), touching.straight(), by_pawn,
                                by_knight, kings_attack(watched));
  }

  Bits disturbing(PieceType type) const { return disturbs[static_cast<int>(type)]; }
};

/// The number of moves of the side !Us if Us passes, without its king's, and its change by a move
/// of Us from f to t: value[f] − value[t], for moves that do not affect their king, where
///
///   value[f] of a piece of ours   what they gain where f becomes empty
///   value[t] of an empty square   what they lose where t becomes ours
///   value[t] of a piece of theirs   the same: its own moves but for one by each of its defenders
///
/// f and t may depend on each other: moves that a slider of theirs gains behind f end at t, and a
/// captured pawn captures nothing. mend() gives the correction; a pawn's move along a line on which
/// f is attacked must be counted individually.
template <class Compass, Color Us>
class MoveValues {
  using Lanes = typename Compass::Lanes;
  static constexpr Color them = !Us;
  static constexpr int up = them == white ? 8 : -8;  // the direction of their pawns
  static constexpr Bits third_rank = rank_bits(them == white ? 2 : 5);
  static constexpr Bits last_rank = rank_bits(them == white ? 7 : 0);

 public:
  static constexpr Bits seventh_rank = rank_bits(them == white ? 6 : 1);

  unsigned moves;                                ///< of their pieces except the king, if Us passes
  typename Compass::Numbers value;               ///< by square
  Bits on_file, on_rank, on_rising, on_falling;  ///< what their sliders attack along these lines
  Bits pawn_ways;                                ///< where their pawns could move if it were empty
  Bits entangled;                 ///< what their sliders or pawns attack, and pawn_ways
  Bits takers_east, takers_west;  ///< their pawns that may capture to that side

  /// `pinned` and `pin_line` as in KingWatch.
  [[gnu::always_inline]] MoveValues(const Planes& parent, const Fill<Compass>& fill, Bits pinned,
                                    Lanes pin_line) {
    const Bits all = parent.occupied();
    ours_ = parent.of(Us);
    theirs_ = all ^ ours_;
    const Lanes their = Compass::all(theirs_);

    Lanes sliders = Compass::by_line(parent.orthogonal_sliders() & theirs_,
                                     parent.diagonal_sliders() & theirs_);
    if (pinned != 0) sliders &= Compass::all(~pinned) | pin_line;
    attacks_ = fill(sliders);
    beyond_ = fill(attacks_ & Compass::all(ours_));
    count_along(Compass::all(~all));

    const Lanes jumps = Compass::jumps(parent.knights() & theirs_ & ~pinned);
    const Lanes moves_of_knights = jumps & ~their;
    moves = static_cast<unsigned>(Compass::total(attacks_ & ~their, moves_of_knights));

    const Lanes shown = attacks_ | sliders;
    const PawnTerms pawns = pawn_terms(parent.pawns() & theirs_, ~all, pinned, pin_line);
    value.set((one_ & shown) | Compass::jumped_back(moves_of_knights), two_ & shown, four_ & shown,
              attacks_, jumps, theirs_, pawns.on(~Bits{0}));
    moves += pawns.moves_to(~Bits{0});
    if ((parent.pawns() & theirs_ & seventh_rank) != 0) {
      value.add_thrice(pawns.on(last_rank));
      moves += 3 * pawns.moves_to(last_rank);
    }
    const auto attacked = Compass::lines(attacks_);
    on_file = attacked.file();
    on_rank = attacked.rank();
    on_rising = attacked.rising();
    on_falling = attacked.falling();
    entangled = on_file | on_rank | on_rising | on_falling | pawn_ways | takes_east_ | takes_west_;
  }

  /// The sum of corrections, in addition to the values, for the moves of a piece on `from` other
  /// than a pawn or knight. Removes targets that need individual counting.
  std::int64_t mend(Bits from, Bits& targets) const {
    if ((pawn_ways & from) != 0) targets &= ~between_pawn_ways(from);
    const Bits taken = pawns_attacking(from) & targets;
    std::int64_t sum = std::popcount(taken) + 3 * std::popcount(taken & seventh_rank);
    Compass::for_each(Compass::meet(attacks_, Compass::all(from)),
                      [&](int d) { sum += along(d, first_square(from), targets); });
    return sum;
  }

  /// The attacks of their sliders.
  const Lanes& attacks() const { return attacks_; }

  // The parts of mend(), of one square or one in each lane:
  /// The squares connected with a square by a push of their pawns.
  static auto between_pawn_ways(auto from) {
    return (from << 8) | (from >> 8) | (from << 16) | (from >> 16);
  }

  /// Their pawns that attack a square: capturing one ends its attack, whatever stands on the
  /// square. A pawn on the seventh rank counts four times.
  auto pawns_attacking(auto from) const {
    return (takers_east & shifted<-up - 1>(from & ~file_a)) |
           (takers_west & shifted<-up + 1>(from & ~file_h));
  }

  /// The correction in one direction, along which a slider of theirs attacks `from`.
  int along(int d, Square from, Bits targets) const {
    const auto number_at = [&](Bits squares) {
      return std::popcount(one_[d] & squares) + 2 * std::popcount(two_[d] & squares) +
             4 * std::popcount(four_[d] & squares);
    };
    const auto& ray = compass_rays.from[from];
    // For moves towards the slider, it gains nothing behind f.
    const Bits towards = ray[static_cast<unsigned>(d ^ 4)] & targets;
    // For moves away from it, its gain ends at the target; it includes the target if that has an
    // enemy piece.
    const Bits away = ray[static_cast<unsigned>(d)] & beyond_[d] & targets;
    return std::popcount(away & theirs_) - number_at(away & ~theirs_) -
           number_at(bit(from)) * std::popcount(towards);
  }

 private:
  /// Sets the bits one_, two_, four_ of a number for each square and direction: how many
  /// consecutive squares behind it a slider of theirs attacks, or would attack without our first
  /// piece in its way.
  void count_along(Lanes empty) {
    const Lanes their = Compass::all(theirs_);
    Compass::each(
        [](auto way, auto& one, auto& two, auto& four, const auto& attacks, const auto& beyond,
           const auto& theirs, const auto& open_squares) {
          const auto reached = attacks | beyond, open = reached & open_squares;
          // Row k: there are k squares at least. Each row is a part of the one before.
          const auto row1 = way.template back<1>(reached & ~theirs);
          const auto row2 = way.template back<1>(row1 & open);
          const auto row3 = way.template back<1>(row2 & open);
          const auto row4 = way.template back<1>(row3 & open);
          const auto row5 = way.template back<1>(row4 & open);
          const auto row6 = way.template back<1>(row5 & open);
          const auto row7 = way.template back<1>(row6 & open);
          one = row1 ^ row2 ^ row3 ^ row4 ^ row5 ^ row6 ^ row7;
          two = (row2 & ~row4) | row6;
          four = row4;
        },
        one_, two_, four_, attacks_, beyond_, their, empty);
  }

  /// The squares to which their pawns could move if empty, and those that they attack.
  struct PawnTerms {
    Bits ways, middle, once, twice, east, west, takes_east, takes_west;

    /// The pawns' contribution to the values of squares; their moves count at their own squares.
    Lanes on(Bits squares) const {
      return Compass::lanes((ways & squares) | shifted<-up>(once & squares),
                            (middle & squares) | shifted<-2 * up>(twice & squares),
                            shifted<-up - 1>(east & squares), shifted<-up + 1>(west & squares),
                            takes_east & squares, takes_west & squares);
    }
    unsigned moves_to(Bits squares) const {
      return static_cast<unsigned>(std::popcount((once | twice) & squares) +
                                   std::popcount(east & squares) + std::popcount(west & squares));
    }
  };

  PawnTerms pawn_terms(Bits pawns, Bits empty, Bits pinned, Lanes pin_line) {
    Bits pushers = pawns;
    takers_east = pawns & ~file_h;
    takers_west = pawns & ~file_a;
    if (pinned != 0) {
      constexpr int rising = 2, falling = 3;
      pushers &= ~pinned | pin_line[0];
      takers_east &= ~pinned | pin_line[them == white ? rising : falling];
      takers_west &= ~pinned | pin_line[them == white ? falling : rising];
    }
    const Bits ahead = shifted<up>(pushers), once = ahead & empty;
    const Bits far_ahead = shifted<up>(once & third_rank), twice = far_ahead & empty;
    takes_east_ = shifted<up + 1>(takers_east);
    takes_west_ = shifted<up - 1>(takers_west);
    pawn_ways = (ahead | far_ahead) & ~theirs_;
    const Bits middle = ahead & third_rank & ~theirs_ & shifted<-up>(empty);
    return {pawn_ways,           middle,      once,       twice, takes_east_ & ours_,
            takes_west_ & ours_, takes_east_, takes_west_};
  }

  Bits ours_, theirs_;
  Bits takes_east_, takes_west_;  // the squares they attack
  Lanes attacks_, beyond_;        // their sliders' attacks, and those beyond our first piece
  Lanes one_, two_, four_;
};

// Counting the calm moves of eight pieces at a time, for kernels with wide registers.
//
// Such a kernel's Compass has, beside what compass.h asks for,
//   Row                  a GCC vector of 64 signed bytes, one a square
//   Numbers::row         its numbers as such; Numbers::dot(Row) is the sum of products with one
//   load(const Bits*, count)  as many, no more than eight, zero in the other lanes
//   store(Lanes, Bits*)
//   for_each_pair(Mask, Lanes a, Lanes b, f)   calls f(i, d) for the lanes i, of these, in which a
//                        has a single square that lane d of b has
//   counts(Lanes)        how many lanes have each square
//   equal(Lanes, Bits)   the lanes that are the number
//   look_up(Lanes, ByType)    the table's lane of that number
//   value_at(Lanes, Row)      the byte of the single square in each lane
//   popcount(Lanes)      the number of bits in each lane
//   multiply(Lanes, Lanes)    lane by lane, the low 32 bits as signed numbers
//   sum(Lanes)           of all lanes, as signed numbers
//   append(Mask, Lanes, Bits*)   stores these lanes side by side

template <class Compass>
concept ByEight = requires {
  typename Compass::Row;
};

/// The sum over the calm moves of all pieces except pawns; other moves go to the sink. `passed` is
/// the number of their moves if we pass.
template <ByEight Compass, class Sets, Color Us>
[[gnu::always_inline]] inline std::int64_t count_by_eight(const Planes& parent, Sets& sets,
                                                          const KingWatch<Compass, Us>& king,
                                                          const MoveValues<Compass, Us>& values,
                                                          std::int64_t passed, auto&& sink) {
  using Lanes = typename Compass::Lanes;
  std::int64_t mended = 0;
  Lanes sum{};
  typename Compass::Row to{};  // how many calm moves go to each square
  for (unsigned i = 0; i < sets.size; i += 8) {
    const unsigned left = sets.size - i;
    const Lanes from = Compass::load(sets.from + i, left);
    const Lanes targets = Compass::load(sets.targets + i, left);
    const Lanes type = Compass::types(parent, from);
    const Lanes disturbing = Compass::look_up(type, king.disturbs);
    Lanes calm = Compass::keep(~Compass::meet(from, disturbing), targets & ~disturbing);
    calm &= ~Compass::keep(Compass::meet(from, Compass::all(values.pawn_ways)),
                           values.between_pawn_ways(from));
    const Lanes taken = values.pawns_attacking(from) & calm;
    sum += Compass::popcount(taken) + 3 * Compass::popcount(taken & values.seventh_rank);
    // Which pieces sliders attack, and from which direction, is known long before the calm moves
    // are: so the hard-to-predict end of this loop is computed early.
    const auto no_knight = ~Compass::equal(type, knight) & Compass::meet(targets, targets);
    alignas(64) Bits sets_left[8];
    Compass::store(calm, sets_left);
    Compass::for_each_pair(no_knight, from, values.attacks(), [&](unsigned lane, int d) {
      mended += values.along(d, first_square(sets.from[i + lane]), sets_left[lane]);
    });
    sum += Compass::multiply(Compass::popcount(calm),
                             Compass::value_at(from, values.value.row) + static_cast<Bits>(passed));
    to += Compass::counts(calm);
    const Lanes rest = targets & ~calm;
    sink.add_pieces(Compass::meet(rest, rest), from, rest, type);
  }
  return mended + Compass::sum(sum) - values.value.dot(to);
}

/// Counts the moves of a node's calm children by differences, and passes the other children on.
template <class Kernel, Color Us>
class DifferenceCounter {
  using Compass = typename Kernel::Compass;
  using Lanes = typename Compass::Lanes;
  using Sets = TargetSets<Kernel, Us>;
  static constexpr int up = Us == white ? 8 : -8;

 public:
  [[gnu::always_inline]] DifferenceCounter(const Planes& parent, Bits castling)
      : parent_(parent),
        fill_(~parent.occupied()),
        king_(parent, castling, fill_),
        values_(parent, fill_, king_.pinned, king_.pin_line),
        passed_(king_.moves + values_.moves) {}

  /// The sum over the calm children. Other children go to sinks: sets whose sizes are known only
  /// late go to `late`.
  [[gnu::always_inline]] std::int64_t count(Sets& sets, auto&& late, auto&& sink) const {
    std::int64_t total = count_pieces(sets, late) + count_pawns(sets, late);
    if ((sets.promotions | sets.promotions_east | sets.promotions_west) != 0)
      total += count_promotions(sets, sink);
    for (unsigned i = 0; i < sets.specials; ++i) total += count_special(sets.special[i], sink);
    return total;
  }

 private:
  /// The same for all pieces except pawns.
  [[gnu::always_inline]] std::int64_t count_pieces(Sets& sets, auto&& sink) const {
    if constexpr (ByEight<Compass>)
      return count_by_eight(parent_, sets, king_, values_, passed_, sink);
    else
      return count_each_piece(sets, sink);
  }

  std::int64_t count_each_piece(const Sets& sets, auto&& sink) const {
    std::int64_t total = 0;
    for (unsigned i = 0; i < sets.size; ++i) {
      const Bits from = sets.from[i], targets = sets.targets[i];
      const PieceType type = sets.type(i);
      const Bits disturbing = king_.disturbs[type];
      Bits calm = (from & disturbing) != 0 ? Bits{0} : targets & ~disturbing;
      std::int64_t each_way = passed_;
      if ((from & values_.entangled) != 0 && calm != 0) {
        if (type != knight) total += values_.mend(from, calm);
        each_way += values_.value.at(first_square(from));
      }
      total += std::popcount(calm) * each_way - values_.value.sum(calm);
      if (calm != targets) sink.add_pieces(from, targets & ~calm, type);
    }
    return total;
  }

  [[gnu::always_inline]] std::int64_t count_pawns(const Sets& sets, auto&& sink) const {
    const Bits still = ~king_.pawn_disturbs;
    const auto calm = [&]<int Step>(Bits targets, Bits entangled) {
      return targets & still & shifted<Step>(still & ~entangled);
    };
    // In a double push the two squares depend on each other.
    constexpr Bits third_rank = rank_bits(Us == white ? 5 : 2);
    const Bits their_pawns = parent_.pawns() & parent_.of(!Us);
    const Bits push = calm.template operator()<up>(sets.pushes, values_.on_file) &
                      ~(third_rank & shifted<-up>(their_pawns));
    const Bits twice = calm.template operator()<2 * up>(sets.double_pushes, values_.on_file);
    const Bits east = calm.template operator()<up + 1>(sets.captures_east, line_east());
    const Bits west = calm.template operator()<up - 1>(sets.captures_west, line_west());
    sink.template add_pawns<up>(sets.pushes & ~push, pawn);
    sink.template add_pawns<2 * up>(sets.double_pushes & ~twice, pawn);
    sink.template add_pawns<up + 1>(sets.captures_east & ~east, pawn);
    sink.template add_pawns<up - 1>(sets.captures_west & ~west, pawn);

    const int moves = std::popcount(push | twice) + std::popcount(east) + std::popcount(west);
    // A captured pawn that attacked f no longer does so, whatever stands on f.
    const int mutual =
        std::popcount(east & values_.takers_west) + std::popcount(west & values_.takers_east);
    return values_.value.difference(shifted<-up>(push), shifted<-2 * up>(twice),
                                    shifted<-up - 1>(east), shifted<-up + 1>(west), push | twice,
                                    east, west) +
           mutual + moves * passed_;
  }

  Bits line_east() const { return Us == white ? values_.on_rising : values_.on_falling; }
  Bits line_west() const { return Us == white ? values_.on_falling : values_.on_rising; }

  std::int64_t count_promotions(const Sets& sets, auto&& sink) const {
    // The new piece also attacks back through the square that it left.
    const Bits still = ~king_.pawn_disturbs & ~Compass::united(king_.revealing);
    std::int64_t sum = 0;
    const auto count = [&]<int Step>(Bits targets, Bits entangled, PieceType type) {
      const Bits calm = targets & ~king_.disturbing(type) & shifted<Step>(still & ~entangled);
      for (Square to : each(calm))
        sum += passed_ + values_.value.at(static_cast<Square>(to - Step)) - values_.value.at(to);
      sink.template add_pawns<Step>(targets & ~calm, type);
    };
    for (PieceType type : {knight, bishop, rook, queen}) {
      count.template operator()<up>(sets.promotions, values_.on_file, type);
      count.template operator()<up + 1>(sets.promotions_east, line_east(), type);
      count.template operator()<up - 1>(sets.promotions_west, line_west(), type);
    }
    return sum;
  }

  std::int64_t count_special(Move move, auto&& sink) const {
    if (move.is_castle()) {
      constexpr Bits home_rank = rank_bits(Us == white ? 0 : 7);
      const Square king_to = castled_king(Us, move.castling_side());
      const Square rook_to = castled_rook(Us, move.castling_side());
      const Bits kings = bit(move.from()) | bit(king_to), rooks = bit(move.to()) | bit(rook_to);
      if (std::popcount(kings | rooks) == 4 &&
          ((home_rank & (values_.on_rank | king_.watched)) | (kings & king_.disturbing(king)) |
           (rooks & king_.disturbing(rook))) == 0)
        return passed_ + values_.value.at(move.from()) + values_.value.at(move.to()) -
               values_.value.at(king_to) - values_.value.at(rook_to);
    }
    sink.add(move);
    return 0;
  }

  const Planes& parent_;
  Fill<Compass> fill_;
  KingWatch<Compass, Us> king_;
  MoveValues<Compass, Us> values_;
  std::int64_t passed_;  // number of their moves if we pass
};

}  // namespace plylab::chess
