// Mates by the slow rules, as plainly as they can be said, and small positions to try them on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"

namespace plylab::testing {

inline bool is_mated(const chess::Setup& setup, const chess::Variant& variant = chess::orthodox) {
  return chess::in_check(setup.squares, setup.side, variant) &&
         chess::legal_moves(setup, variant).empty();
}

bool mates_within(const chess::Setup& setup, int moves,
                  const chess::Variant& variant = chess::orthodox);

/// Whether the move mates in at most so many moves.
inline bool mates_by(const chess::Setup& setup, chess::Move move, int moves,
                     const chess::Variant& variant = chess::orthodox) {
  const chess::Setup next = chess::after(setup, move, variant);
  const auto replies = chess::legal_moves(next, variant);
  if (replies.empty()) return chess::in_check(next.squares, next.side, variant);
  return moves > 1 && std::all_of(replies.begin(), replies.end(), [&](chess::Move reply) {
           return mates_within(chess::after(next, reply, variant), moves - 1, variant);
         });
}

/// Whether the side to move can mate in at most so many moves.
inline bool mates_within(const chess::Setup& setup, int moves, const chess::Variant& variant) {
  const auto legal = chess::legal_moves(setup, variant);
  return std::any_of(legal.begin(), legal.end(),
                     [&](chess::Move move) { return mates_by(setup, move, moves, variant); });
}

/// The shortest mate of at most so many moves, or 0.
inline int shortest_mate(const chess::Setup& setup, int max_moves,
                         const chess::Variant& variant = chess::orthodox) {
  for (int moves = 1; moves <= max_moves; ++moves)
    if (mates_within(setup, moves, variant)) return moves;
  return 0;
}

/// A position with both kings and so many other pieces, drawn at random; of three pieces two
/// are heavy, so that mates are common, and one king mostly stands at the edge.
inline chess::Setup draw_few_pieces(int pieces, std::uint64_t& seed,
                                    const chess::Variant& variant = chess::orthodox) {
  using namespace chess;
  const auto dice = [&seed](unsigned faces) { return splitmix64(seed) % faces; };
  while (true) {
    Setup setup;
    setup.side = dice(2) == 0 ? white : black;
    const auto put = [&](Piece piece, std::uint64_t s) {
      const auto square = static_cast<Square>(s);
      const bool edge = rank_of(square) == 0 || rank_of(square) == 7;
      if (setup.squares[square] == no_piece && !(type_of(piece) == pawn && edge))
        setup.squares[square] = piece;
    };
    // A statement for each throw: compilers evaluate arguments in different orders.
    const bool anywhere = dice(3) == 0;
    const auto place = dice(anywhere ? 64 : 8);
    put(make_piece(!setup.side, king), anywhere || dice(2) == 0 ? place : 8 * place);
    put(make_piece(setup.side, king), dice(64));
    for (int i = 0; i < pieces; ++i) {
      const auto type =
          dice(2) == 0 ? (dice(2) == 0 ? queen : rook) : static_cast<PieceType>(bishop + dice(5));
      const auto square = dice(64);
      put(make_piece(dice(3) == 0 ? !setup.side : setup.side, type), square);
    }
    try {
      return checked(setup, variant);
    } catch (const FenError&) {  // drawn again
    }
  }
}

}  // namespace plylab::testing
