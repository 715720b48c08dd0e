#include "gen/chess/board/keys.h"

#include <cstddef>

#include "gen/chess/board/reference.h"

namespace plylab::chess {
namespace {

constexpr unsigned marker = 7;  // a code that no piece has: see Packed
constexpr unsigned empty_black_to_move = 8;

}  // namespace

Key compute_key(const Setup& setup) {
  Key key;
  for (std::size_t square = 0; square < 64; ++square)
    key ^= keys.piece[setup.squares[square]][square];
  for (const auto& rooks : setup.castling)
    for (Square rook_square : rooks)
      if (rook_square != no_square) key ^= keys.castling[rook_square];
  if (setup.en_passant != no_square)
    key ^= keys.en_passant[static_cast<unsigned>(file_of(setup.en_passant))];
  if (setup.side == black) key ^= keys.black_to_move;
  return key;
}

Packed pack(const Setup& setup) {
  std::array<unsigned, 64> codes;
  for (std::size_t square = 0; square < 64; ++square) {
    codes[square] = setup.squares[square];
    if (codes[square] == no_piece && setup.side == black) codes[square] = empty_black_to_move;
  }
  for (Color color : {white, black})
    for (Square rook_square : setup.castling[index(color)])
      if (rook_square != no_square) codes[rook_square] = marker | (index(color) << 3);
  if (setup.en_passant != no_square)
    codes[forward(!setup.side, setup.en_passant)] = marker | (index(!setup.side) << 3);

  Packed packed;
  for (std::size_t square = 0; square < 64; ++square)
    for (std::size_t plane = 0; plane < 4; ++plane)
      packed.planes[plane] |= static_cast<std::uint64_t>((codes[square] >> Packed::bits[plane]) & 1)
                              << square;
  return packed;
}

Setup unpack(const Packed& packed) {
  Setup setup;
  std::array<unsigned, 64> codes{};
  for (std::size_t square = 0; square < 64; ++square)
    for (std::size_t plane = 0; plane < 4; ++plane)
      codes[square] |= static_cast<unsigned>((packed.planes[plane] >> square) & 1)
                       << Packed::bits[plane];

  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const auto color = static_cast<Color>(codes[square] >> 3);
    if (codes[square] == empty_black_to_move) {
      setup.side = black;
    } else if ((codes[square] & 7) != marker) {
      setup.squares[square] = static_cast<Piece>(codes[square]);
    } else if (rank_for(color, square) == 3) {
      setup.squares[square] = make_piece(color, pawn);
      setup.en_passant = forward(!color, square);
    } else {
      setup.squares[square] = make_piece(color, rook);
    }
  }
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const auto color = static_cast<Color>(codes[square] >> 3);
    if ((codes[square] & 7) != marker || rank_for(color, square) != 0) continue;
    const CastlingSide castling_side =
        square < find_king(setup.squares, color) ? CastlingSide::queenside : CastlingSide::kingside;
    setup.castling[index(color)][index(castling_side)] = square;
  }
  return setup;
}

}  // namespace plylab::chess
