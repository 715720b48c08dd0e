#include "suites/mine/minimize.h"

#include <algorithm>
#include <utility>

#include "gen/shuffle.h"
#include "gen/splitmix64.h"

namespace plylab::suites::mine {

using chess::Setup;

int piece_count(const Setup& fen) {
  return static_cast<int>(
      std::count_if(fen.squares.begin(), fen.squares.end(),
                    [](chess::Piece piece) { return piece != chess::no_piece; }));
}

std::vector<chess::Square> shuffled_squares(const Setup& fen, std::uint64_t& seed) {
  std::vector<chess::Square> squares;
  for (std::size_t s = 0; s < 64; ++s)
    if (fen.squares[s] != chess::no_piece && chess::type_of(fen.squares[s]) != chess::king)
      squares.push_back(static_cast<chess::Square>(s));
  shuffle(squares, seed);
  return squares;
}

Setup remove_random_pieces(Setup fen, int most, std::uint64_t& seed) {
  constexpr std::uint64_t fewest = 2;
  const auto squares = shuffled_squares(fen, seed);
  const std::uint64_t spread = static_cast<std::uint64_t>(most) - fewest + 1;
  const auto left = std::min<std::uint64_t>(fewest + splitmix64(seed) % spread, squares.size());
  for (std::size_t i = left; i < squares.size(); ++i) fen.squares[squares[i]] = chess::no_piece;
  fen.castling = chess::no_castling;
  fen.en_passant = chess::no_square;
  fen.halfmove_clock = 0;
  fen.fullmove = 1;
  return fen;
}

std::string material_of(const Setup& fen) {
  std::string letters;
  for (const chess::Piece piece : fen.squares)
    if (piece != chess::no_piece)
      letters += chess::to_char(fen.side == chess::white
                                    ? piece
                                    : make_piece(!chess::color_of(piece), chess::type_of(piece)));
  std::sort(letters.begin(), letters.end());
  return letters;
}

}  // namespace plylab::suites::mine
