#include "suites/play/edit_mode.h"

#include <fmt/format.h>

#include <cctype>

namespace plylab::suites::play {

bool can_be_edited(const chess::Setup& setup) {
  if (setup.en_passant != chess::no_square) return false;
  for (const chess::Color color : {chess::white, chess::black})
    for (const chess::CastlingSide castling_side :
         {chess::CastlingSide::queenside, chess::CastlingSide::kingside}) {
      const int rank = color == chess::white ? 0 : 7;
      const chess::Square corner =
          chess::make_square(castling_side == chess::CastlingSide::queenside ? 0 : 7, rank);
      const bool at_home =
          setup.squares[chess::make_square(4, rank)] == chess::make_piece(color, chess::king) &&
          setup.squares[corner] == chess::make_piece(color, chess::rook);
      const chess::Square rook = setup.castling[chess::index(color)][index(castling_side)];
      if (rook != (at_home ? corner : chess::no_square)) return false;
    }
  return true;
}

std::vector<std::string> edit_lines(const chess::Setup& setup) {
  std::vector<std::string> lines;
  if (setup.side == chess::black) lines.emplace_back("a2a3");
  lines.insert(lines.end(), {"edit", "#"});
  for (const chess::Color color : {chess::white, chess::black}) {
    if (color == chess::black) lines.emplace_back("c");
    for (int i = 0; i < 64; ++i) {
      const auto square = static_cast<chess::Square>(i);
      const chess::Piece piece = setup.squares[square];
      if (piece == chess::no_piece || chess::color_of(piece) != color) continue;
      const char letter = chess::letter(chess::type_of(piece));
      lines.push_back(fmt::format("{}{}", letter, chess::to_string(square)));
    }
  }
  lines.emplace_back(".");
  return lines;
}

}  // namespace plylab::suites::play
