// Endings: which men are on the board, and the numbers of their positions.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// The maximum number of men in an ending, including kings.
inline constexpr unsigned max_men = 5;

/// Up to five men by kind. The white king comes first, the black one second; then the other white
/// men and the other black ones, each from the queen down to the pawn.
class Ending {
 public:
  /// Takes men in any order, including one king of each colour. Throws InputError if there are more
  /// than five.
  explicit Ending(std::span<const Piece> men);

  /// Reads "KQKR": White's men, then Black's, each beginning with the king. Throws InputError.
  static Ending parse(std::string_view name);

  unsigned size() const { return size_; }
  Piece operator[](unsigned man) const { return men_[man]; }
  bool has_pawns() const;
  /// Whether a pawn can be captured e.p.: both sides have one.
  bool has_en_passant() const;

  std::string name() const;

  /// The same with colours exchanged.
  Ending mirrored() const;

  /// Whether this is how the ending is stored: White has more men, or the stronger ones.
  bool is_canonical() const;

  /// The endings that one move can reach from this one by a capture, a promotion, or both; not
  /// those further on. In canonical form, without repeats.
  std::vector<Ending> successors() const;

  friend auto operator<=>(const Ending&, const Ending&) = default;

 private:
  unsigned size_ = 0;
  std::array<Piece, max_men> men_{};
};

/// The ending in canonical form.
inline Ending canonical(const Ending& ending) {
  return ending.is_canonical() ? ending : ending.mirrored();
}

/// The endings with that many men, two to five, in canonical form: those with fewer pawns first, so
/// that each ending comes after those that its promotions reach.
std::vector<Ending> endings_of(unsigned men);

/// The endings and all others that captures and promotions reach from them, each after its
/// successors.
std::vector<Ending> with_successors(std::span<const Ending> endings);

/// The squares of an ending's men, in the order of the ending. A pawn that can be captured e.p. is
/// stored on its own first rank: f1 stands for a pawn on f4.
struct Placement {
  std::array<Square, max_men> squares{};

  friend bool operator==(const Placement&, const Placement&) = default;
};

/// Whether the square stands for a pawn that can be captured e.p.
constexpr bool is_passing(Square square) { return square < a2 || square >= a8; }

/// The square of a man that is stored as `square`.
constexpr Square stands_on(Piece piece, Square square) {
  if (type_of(piece) != pawn || !is_passing(square)) return square;
  return static_cast<Square>(square < a2 ? square + 24 : square - 24);
}

/// The numbers of an ending's positions. Positions that differ only by a reflection (without pawns,
/// also by a rotation) have one number. It is numbered with the white king in the triangle
/// a1–d1–d4, or, with pawns, on the files a to d.
class EndingSlots {
 public:
  explicit EndingSlots(const Ending& ending);

  const Ending& ending() const { return ending_; }

  /// How many numbers there are for each side to move: 462 ways to place the kings (1806 with
  /// pawns), times 64 for each other man. Many stand for no position.
  std::size_t size() const { return pairs_ << 6 * others_; }

  static constexpr std::size_t no_slot = ~std::size_t{0};

  /// The number; no_slot if the kings touch.
  std::size_t slot(const Placement& placement) const {
    const KingPair& pair = (*pair_of_)[placement.squares[0]][placement.squares[1]];
    if (pair.number < 0) return no_slot;
    std::size_t packed = pack(placement, pair.reflection);
    if (pair.on_diagonal) packed = std::min(packed, pack(placement, pair.reflection ^ diagonal));
    return (static_cast<std::size_t>(pair.number) << (6 * others_)) | packed;
  }

  /// The slot after a man other than a king moves from this placement, whose number is `slot`, to a
  /// square.
  std::size_t moved(std::size_t slot, Placement placement, unsigned man, Square to) const {
    if (all_different_ && !(*on_diagonal_)[slot >> (6 * others_)])
      return slot ^ (std::size_t{placement.squares[man] ^ unsigned{to}} << (6 * (man - 2)));
    placement.squares[man] = to;
    return this->slot(placement);
  }

  /// Whether slot() returns this number for its placement. The kings must not touch.
  bool is_own(std::size_t slot, const Placement& placement) const {
    return (all_different_ && !(*on_diagonal_)[slot >> (6 * others_)]) ||
           this->slot(placement) == slot;
  }

  /// How many placements a number stands for if equal men count as different: the number of their
  /// permutations, except those that are reflections of each other.
  unsigned orders(std::size_t slot) const;

  Placement placement(std::size_t slot) const {
    Placement placement;
    for (unsigned i = 0; i < others_; ++i)
      placement.squares[2 + i] = static_cast<Square>((slot >> (6 * i)) & 63);
    const auto& kings = (*kings_of_)[slot >> (6 * others_)];
    placement.squares[0] = kings[0];
    placement.squares[1] = kings[1];
    return placement;
  }

 private:
  /// Reflections: bit 0 mirrors the files, bit 1 the ranks; bit 2 then swaps files with ranks.
  static constexpr std::uint8_t diagonal = 4;

  struct KingPair {
    std::int16_t number = -1;
    std::uint8_t reflection = 0;
    bool on_diagonal = false;  ///< both kings: another reflection does not move them
  };
  using PairOf = std::array<std::array<KingPair, 64>, 64>;
  using KingsOf = std::vector<std::array<Square, 2>>;
  struct Pairs;

  static const Pairs& pairs(bool has_pawns);

  static constexpr Square reflect(Square square, std::uint8_t reflection) {
    unsigned s = square ^ ((reflection & 1) != 0 ? 7u : 0u) ^ ((reflection & 2) != 0 ? 56u : 0u);
    if (reflection & diagonal) s = (s >> 3) | ((s & 7) << 3);
    return static_cast<Square>(s);
  }

  /// Packs the other men after the reflection, with equal men in the order of their squares.
  std::size_t pack(const Placement& placement, std::uint8_t reflection) const {
    std::array<std::size_t, max_men - 2> squares{};
    for (unsigned i = 0; i < others_; ++i)
      squares[i] = reflect(placement.squares[2 + i], reflection);
    if (equal_[0] && squares[0] > squares[1]) std::swap(squares[0], squares[1]);
    if (equal_[1] && squares[1] > squares[2]) {
      std::swap(squares[1], squares[2]);
      if (equal_[0] && squares[0] > squares[1]) std::swap(squares[0], squares[1]);
    }
    return squares[0] | (squares[1] << 6) | (squares[2] << 12);
  }

  Ending ending_;
  unsigned others_;
  std::array<bool, max_men - 3> equal_{};  ///< whether other man i and the one after it are equal
  std::size_t pairs_;
  bool all_different_;  ///< whether all other men differ
  const PairOf* pair_of_;
  const KingsOf* kings_of_;
  const std::vector<bool>* on_diagonal_;  ///< by the number of the kings' squares
};

/// A position of an ending in canonical form.
struct PlacedEnding {
  Ending ending;
  Placement placement;
  Color side = white;
};

/// The position, with colours exchanged if its canonical form requires it; none if it has more than
/// five men or a castling right. An e.p. square must be one where a capture is legal.
std::optional<PlacedEnding> placed(const Setup& setup);

/// The position, with the side to move.
Setup setup_of(const Ending& ending, const Placement& placement, Color side);

}  // namespace plylab::chess
