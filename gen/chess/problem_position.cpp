#include "gen/chess/problem_position.h"

#include <string>

#include "gen/base/text.h"
#include "gen/chess/board/fen.h"
#include "gen/chess/read_position.h"

namespace plylab::chess {

CastlingRooks castling_at_home(const Squares& squares) {
  CastlingRooks rooks = no_castling;
  for (const Color color : {white, black}) {
    const int rank = color == white ? 0 : 7;
    if (squares[make_square(4, rank)] != make_piece(color, king)) continue;
    for (const int file : {0, 7}) {
      const Square square = make_square(file, rank);
      if (squares[square] == make_piece(color, rook))
        rooks[index(color)][index(castling_side_of(squares, color, square))] = square;
    }
  }
  return rooks;
}

ProblemPosition parse_problem_position(std::string_view text) {
  const auto words = words_of(text);
  const bool begins_with_board = !words.empty() && words.front().find('/') != std::string::npos;
  if (!begins_with_board || words.size() > 3) return {read_setup(text), true};
  std::string fen = words[0] + (words.size() > 1 ? " " + words[1] : " w");
  fen += words.size() > 2 ? " " + words[2] : " -";
  ProblemPosition position{parse_fen(fen + " -"), words.size() > 1};
  if (words.size() < 3) position.setup.castling = castling_at_home(position.setup.squares);
  return position;
}

}  // namespace plylab::chess
