#include "gen/chess/endgames/ending.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/bitboard/tables.h"

namespace plylab::chess {
namespace {

constexpr std::array strength = {king, queen, rook, bishop, knight, pawn};

/// 0 for a king, 5 for a pawn.
unsigned weakness(Piece piece) {
  return static_cast<unsigned>(std::ranges::find(strength, type_of(piece)) - strength.begin());
}

Piece mirrored(Piece piece) { return make_piece(!color_of(piece), type_of(piece)); }

}  // namespace

Ending::Ending(std::span<const Piece> men) : size_(static_cast<unsigned>(men.size())) {
  if (men.size() > max_men)
    throw InputError(fmt::format("{} men: endings have at most {}", men.size(), max_men));
  std::ranges::copy(men, men_.begin());
  std::sort(men_.begin(), men_.begin() + size_, [](Piece a, Piece b) {
    const auto order = [](Piece piece) {
      return std::tuple(type_of(piece) != king, color_of(piece), weakness(piece));
    };
    return order(a) < order(b);
  });
}

Ending Ending::parse(std::string_view name) {
  const auto fail = [&](std::string_view why) {
    throw InputError(fmt::format("ending '{}': {}", name, why));
  };
  std::vector<Piece> men;
  int kings = 0;
  for (const char c : name) {
    const PieceType type = c >= 'A' && c <= 'Z' ? type_of(piece_of_letter(c)) : no_type;
    if (type == no_type) fail("write the men of both sides with K Q R B N P, such as KQKR");
    if (type == king) ++kings;
    if (kings == 0) fail("it begins with a king, such as KQKR");
    if (kings > 2) fail("there are more than two kings");
    men.push_back(make_piece(kings == 1 ? white : black, type));
  }
  if (kings != 2) fail("both sides need a king, such as KQKR");
  if (men.size() > max_men) fail(fmt::format("at most {} men", max_men));
  return Ending(men);
}

bool Ending::has_pawns() const {
  return std::any_of(men_.begin(), men_.begin() + size_,
                     [](Piece piece) { return type_of(piece) == pawn; });
}

bool Ending::has_en_passant() const {
  const auto end = men_.begin() + size_;
  return std::find(men_.begin(), end, white_pawn) != end &&
         std::find(men_.begin(), end, black_pawn) != end;
}

std::string Ending::name() const {
  std::string texts[2];
  for (unsigned i = 0; i < size_; ++i) texts[index(color_of(men_[i]))] += letter(type_of(men_[i]));
  return texts[0] + texts[1];
}

Ending Ending::mirrored() const {
  std::vector<Piece> men;
  for (unsigned i = 0; i < size_; ++i) men.push_back(chess::mirrored(men_[i]));
  return Ending(men);
}

bool Ending::is_canonical() const {
  std::vector<unsigned> sides[2];
  for (unsigned i = 0; i < size_; ++i) sides[index(color_of(men_[i]))].push_back(weakness(men_[i]));
  if (sides[0].size() != sides[1].size()) return sides[0].size() > sides[1].size();
  return sides[0] <= sides[1];
}

std::vector<Ending> Ending::successors() const {
  std::set<Ending> found;
  const std::span all(men_.data(), size_);
  const auto add = [&](std::vector<Piece> men) { found.insert(canonical(Ending(men))); };
  const auto without = [](std::vector<Piece> men, unsigned man) {
    men.erase(men.begin() + man);
    return men;
  };
  const std::vector<Piece> men(all.begin(), all.end());
  for (unsigned i = 2; i < size_; ++i) {
    add(without(men, i));
    if (type_of(men[i]) != pawn) continue;
    for (const PieceType type : {queen, rook, bishop, knight}) {
      auto promoted = men;
      promoted[i] = make_piece(color_of(men[i]), type);
      add(promoted);
      for (unsigned k = 2; k < size_; ++k)
        if (color_of(men[k]) != color_of(men[i])) add(without(promoted, k));
    }
  }
  return {found.begin(), found.end()};
}

std::vector<Ending> endings_of(unsigned men) {
  std::set<Ending> found;
  std::vector<Piece> pieces = {white_king, black_king};
  const auto add = [&](auto&& self) -> void {
    if (pieces.size() == men) {
      found.insert(canonical(Ending(pieces)));
      return;
    }
    for (const Color color : {white, black})
      for (const PieceType type : {queen, rook, bishop, knight, pawn}) {
        pieces.push_back(make_piece(color, type));
        self(self);
        pieces.pop_back();
      }
  };
  add(add);
  std::vector<Ending> endings(found.begin(), found.end());
  const auto order = [](const Ending& ending) {
    unsigned pawns = 0;
    std::vector<unsigned> weaknesses;
    for (unsigned i = 0; i < ending.size(); ++i) {
      pawns += type_of(ending[i]) == pawn;
      weaknesses.push_back(weakness(ending[i]));
    }
    return std::tuple(pawns, weaknesses, ending);
  };
  std::ranges::sort(endings, {}, order);
  return endings;
}

std::vector<Ending> with_successors(std::span<const Ending> endings) {
  std::vector<Ending> all;
  const auto add = [&](const Ending& ending, auto&& self) -> void {
    if (std::ranges::find(all, ending) != all.end()) return;
    for (const Ending& successor : ending.successors()) self(successor, self);
    all.push_back(ending);
  };
  for (const Ending& ending : endings) add(canonical(ending), add);
  return all;
}

// ---- numbers ----

struct EndingSlots::Pairs {
  PairOf pair_of{};
  KingsOf kings_of;
  std::vector<bool> on_diagonal;

  explicit Pairs(bool has_pawns) {
    const auto add = [&](Square white_king_square, Square black_king_square) {
      if (white_king_square == black_king_square ||
          (leapers.king[white_king_square] & bit(black_king_square)))
        return;
      KingPair best;
      std::pair<Square, Square> to{no_square, no_square};
      const std::uint8_t reflections = has_pawns ? 2 : 8;
      for (std::uint8_t r = 0; r < reflections; ++r) {
        const std::pair image{reflect(white_king_square, r), reflect(black_king_square, r)};
        const auto [w, b] = image;
        const bool in_place = has_pawns
                                  ? file_of(w) < 4
                                  : file_of(w) < 4 && rank_of(w) <= file_of(w) &&
                                        (rank_of(w) != file_of(w) || rank_of(b) <= file_of(b));
        if (!in_place || to.first != no_square) continue;
        to = image;
        best.reflection = r;
      }
      const auto [w, b] = to;
      best.on_diagonal = !has_pawns && rank_of(w) == file_of(w) && rank_of(b) == file_of(b);
      if (to == std::pair{white_king_square, black_king_square}) {
        best.number = static_cast<std::int16_t>(kings_of.size());
        kings_of.push_back({w, b});
        on_diagonal.push_back(best.on_diagonal);
      }
      pair_of[white_king_square][black_king_square] = best;
    };
    for (unsigned w = 0; w < 64; ++w)
      for (unsigned b = 0; b < 64; ++b) add(static_cast<Square>(w), static_cast<Square>(b));
    for (unsigned w = 0; w < 64; ++w)
      for (unsigned b = 0; b < 64; ++b) {
        KingPair& pair = pair_of[w][b];
        const Square to_w = reflect(static_cast<Square>(w), pair.reflection);
        const Square to_b = reflect(static_cast<Square>(b), pair.reflection);
        pair.number = pair_of[to_w][to_b].number;
      }
  }
};

const EndingSlots::Pairs& EndingSlots::pairs(bool has_pawns) {
  static const Pairs all[2] = {Pairs(false), Pairs(true)};
  return all[has_pawns];
}

EndingSlots::EndingSlots(const Ending& ending) : ending_(ending), others_(ending.size() - 2) {
  const Pairs& kings = pairs(ending.has_pawns());
  pairs_ = kings.kings_of.size();
  pair_of_ = &kings.pair_of;
  kings_of_ = &kings.kings_of;
  on_diagonal_ = &kings.on_diagonal;
  for (unsigned i = 0; i + 1 < others_; ++i) equal_[i] = ending[2 + i] == ending[3 + i];
  all_different_ = !equal_[0] && !equal_[1];
}

unsigned EndingSlots::orders(std::size_t slot) const {
  if (all_different_) return 1;
  const unsigned all = equal_[0] && equal_[1] ? 6 : 2;
  if (!(*on_diagonal_)[slot >> 6 * others_]) return all;
  const Placement placement = this->placement(slot);
  const bool exchanges =
      std::any_of(placement.squares.begin() + 2, placement.squares.begin() + ending_.size(),
                  [](Square square) { return reflect(square, diagonal) != square; });
  return exchanges && pack(placement, diagonal) == pack(placement, 0) ? all / 2 : all;
}

// ---- positions ----

namespace {

/// The position with colours exchanged. It must have no right to castle.
Setup mirrored(const Setup& setup) {
  Setup turned = setup;
  for (unsigned s = 0; s < 64; ++s) {
    const Piece piece = setup.squares[s ^ 56];
    turned.squares[s] = piece == no_piece ? no_piece : mirrored(piece);
  }
  turned.side = !setup.side;
  if (setup.en_passant != no_square) turned.en_passant = static_cast<Square>(setup.en_passant ^ 56);
  return turned;
}

}  // namespace

std::optional<PlacedEnding> placed(const Setup& setup) {
  if (setup.castling != no_castling) return std::nullopt;
  std::vector<Piece> men;
  for (const Piece piece : setup.squares)
    if (piece != no_piece) men.push_back(piece);
  if (men.size() > max_men) return std::nullopt;
  const Ending ending(men);
  if (!ending.is_canonical()) return placed(mirrored(setup));
  Placement placement;
  Bits left = ~Bits{0};  // squares not yet taken by a man
  for (unsigned i = 0; i < ending.size(); ++i) {
    Square& square = placement.squares[i];
    square = first_square(left);
    while (setup.squares[square] != ending[i] || !(left & bit(square)))
      square = static_cast<Square>(square + 1);
    left &= ~bit(square);
    if (setup.en_passant != no_square && type_of(ending[i]) == pawn &&
        square == forward(!setup.side, setup.en_passant))
      square = make_square(file_of(square), setup.side == black ? 0 : 7);
  }
  return PlacedEnding{ending, placement, setup.side};
}

Setup setup_of(const Ending& ending, const Placement& placement, Color side) {
  Setup setup;
  setup.side = side;
  for (unsigned i = 0; i < ending.size(); ++i) {
    const Square noted = placement.squares[i], square = stands_on(ending[i], noted);
    setup.squares[square] = ending[i];
    if (square != noted) setup.en_passant = forward(side, square);
  }
  return setup;
}

}  // namespace plylab::chess
