#include "suites/mine/minimize.h"

#include <algorithm>
#include <utility>

#include "gen/base/random.h"

namespace plylab::suites::mine {

using chess::Setup;

int piece_count(const Setup& setup) {
  return static_cast<int>(
      std::count_if(setup.squares.begin(), setup.squares.end(),
                    [](chess::Piece piece) { return piece != chess::no_piece; }));
}

std::vector<chess::Square> shuffled_squares(const Setup& setup, std::uint64_t& seed) {
  std::vector<chess::Square> squares;
  for (std::size_t s = 0; s < 64; ++s)
    if (setup.squares[s] != chess::no_piece && chess::type_of(setup.squares[s]) != chess::king)
      squares.push_back(static_cast<chess::Square>(s));
  shuffle(squares, seed);
  return squares;
}

Setup remove_random_pieces(Setup setup, int most, std::uint64_t& seed) {
  constexpr std::uint64_t fewest = 2;
  const auto squares = shuffled_squares(setup, seed);
  const std::uint64_t spread = static_cast<std::uint64_t>(most) - fewest + 1;
  const auto left = std::min<std::uint64_t>(fewest + splitmix64(seed) % spread, squares.size());
  for (std::size_t i = left; i < squares.size(); ++i) setup.squares[squares[i]] = chess::no_piece;
  setup.castling = chess::no_castling;
  setup.en_passant = chess::no_square;
  setup.halfmove_clock = 0;
  setup.fullmove = 1;
  return setup;
}

std::string material_of(const Setup& setup) {
  std::string letters;
  for (const chess::Piece piece : setup.squares)
    if (piece != chess::no_piece)
      letters += chess::letter(setup.side == chess::white
                                   ? piece
                                   : make_piece(!chess::color_of(piece), chess::type_of(piece)));
  std::sort(letters.begin(), letters.end());
  return letters;
}

}  // namespace plylab::suites::mine
