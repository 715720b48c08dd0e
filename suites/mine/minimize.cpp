#include "suites/mine/minimize.h"

#include <algorithm>
#include <utility>

#include "gen/shuffle.h"
#include "gen/splitmix64.h"

namespace plylab::suites::mine {

using chess::Fen;

int men_of(const Fen& fen) {
  return static_cast<int>(
      std::count_if(fen.squares.begin(), fen.squares.end(),
                    [](chess::Piece piece) { return piece != chess::no_piece; }));
}

std::vector<chess::Square> shuffled_men(const Fen& fen, std::uint64_t& seed) {
  std::vector<chess::Square> men;
  for (std::size_t s = 0; s < 64; ++s)
    if (fen.squares[s] != chess::no_piece && chess::type_of(fen.squares[s]) != chess::king)
      men.push_back(static_cast<chess::Square>(s));
  shuffle(men, seed);
  return men;
}

Fen thinned_out(Fen fen, int most, std::uint64_t& seed) {
  constexpr std::uint64_t fewest = 2;
  const auto men = shuffled_men(fen, seed);
  const std::uint64_t spread = static_cast<std::uint64_t>(most) - fewest + 1;
  const auto left = std::min<std::uint64_t>(fewest + split_mix(seed) % spread, men.size());
  for (std::size_t i = left; i < men.size(); ++i) fen.squares[men[i]] = chess::no_piece;
  fen.castling = chess::no_castling;
  fen.en_passant = chess::no_square;
  fen.halfmove_clock = 0;
  fen.fullmove = 1;
  return fen;
}

std::string material_of(const Fen& fen) {
  std::string men;
  for (const chess::Piece piece : fen.squares)
    if (piece != chess::no_piece)
      men += chess::to_char(fen.side == chess::white
                                ? piece
                                : make_piece(!chess::color_of(piece), chess::type_of(piece)));
  std::sort(men.begin(), men.end());
  return men;
}

}  // namespace plylab::suites::mine
