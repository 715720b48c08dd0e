#include "gen/chess/board/fen.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "gen/base/text.h"
#include "gen/chess/board/chess960.h"
#include "gen/chess/board/names.h"
#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/board/throw_fen_error.h"

namespace plylab::chess {
namespace {

using Kind = FenErrorKind;

void parse_rank(std::string_view text, int rank, Squares& squares) {
  int file = 0;
  for (char c : text) {
    const Piece piece = piece_of_letter(c);
    if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (piece != no_piece) {
      if (file < 8) squares[make_square(file, rank)] = piece;
      ++file;
    } else {
      throw_fen_error(Kind::board, "rank {} has '{}', which is no piece", rank + 1, c);
    }
  }
  if (file != 8)
    throw_fen_error(Kind::board, "rank {} has {} square{}", rank + 1, file, file == 1 ? "" : "s");
}

Squares parse_board(std::string_view text) {
  Squares squares{};
  int ranks = 0;
  while (true) {
    const auto slash = text.find('/');
    if (ranks < 8) parse_rank(text.substr(0, slash), 7 - ranks, squares);
    ++ranks;
    if (slash == std::string_view::npos) break;
    text.remove_prefix(slash + 1);
  }
  if (ranks != 8)
    throw_fen_error(Kind::board, "the board has {} rank{}", ranks, ranks == 1 ? "" : "s");
  return squares;
}

/// The rook that KQkq stand for in X-FEN: the outermost on that side of the king. If there is none,
/// or no king on the back rank, it is the corner square, where ValidSetup will miss it.
Square outermost_rook(const Squares& squares, Color color, CastlingSide castling_side) {
  const int rank = color == white ? 0 : 7;
  const bool is_long = castling_side == CastlingSide::queenside;
  const Square corner = make_square(is_long ? 0 : 7, rank);
  const Square king_square = find_king(squares, color);
  if (king_square == no_square || rank_of(king_square) != rank) return corner;
  for (int file = file_of(corner); file != file_of(king_square); file += is_long ? 1 : -1)
    if (squares[make_square(file, rank)] == make_piece(color, rook)) return make_square(file, rank);
  return corner;
}

CastlingRooks parse_castling(std::string_view text, const Squares& squares) {
  CastlingRooks rooks = no_castling;
  if (text == "-") return rooks;
  std::array<std::array<char, 2>, 2> named_by{};
  for (char c : text) {
    const Color color = c >= 'a' ? black : white;
    const char capital = static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c);
    CastlingSide castling_side = capital == 'Q' ? CastlingSide::queenside : CastlingSide::kingside;
    Square square = no_square;
    if (capital == 'K' || capital == 'Q') {
      square = outermost_rook(squares, color, castling_side);
    } else if (capital >= 'A' && capital <= 'H') {
      square = make_square(capital - 'A', color == white ? 0 : 7);
      castling_side = castling_side_of(squares, color, square);
    } else {
      throw_fen_error(Kind::castling,
                      "castling field '{}' has '{}', expected KQkq, files A-H or a-h, or -", text,
                      c);
    }
    char& before = named_by[index(color)][index(castling_side)];
    if (before == c) throw_fen_error(Kind::castling, "castling field '{}' has '{}' twice", text, c);
    if (before != 0)
      throw_fen_error(Kind::castling,
                      "castling field '{}' has '{}' and '{}' for one side of the king", text,
                      before, c);
    before = c;
    rooks[index(color)][index(castling_side)] = square;
  }
  return rooks;
}

unsigned parse_clock(std::string_view text, const char* what) {
  const auto value = parse_number<unsigned>(text);
  if (!value || *value > 65535)
    throw_fen_error(Kind::clock, "the {} '{}' is no number from 0 to 65535", what, text);
  return *value;
}

/// What the castling letters of a text name: rooks on the outside as KQkq, or files always.
enum class CastlingLetters { x_fen, shredder };

std::string castling_field(const Setup& setup, CastlingLetters letters) {
  std::string text;
  for (Color color : {white, black})
    for (CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square rook_square = setup.castling[index(color)][index(castling_side)];
      if (rook_square == no_square) continue;
      const bool by_side = letters == CastlingLetters::x_fen &&
                           rook_square == outermost_rook(setup.squares, color, castling_side);
      text += by_side ? letter(color, castling_side)
                      : static_cast<char>((color == white ? 'A' : 'a') + file_of(rook_square));
    }
  return text.empty() ? "-" : text;
}

std::string four_fields(const Setup& setup, CastlingLetters letters) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = setup.squares[make_square(file, rank)];
      if (piece == no_piece) {
        ++empty;
        continue;
      }
      if (empty > 0) text += static_cast<char>('0' + std::exchange(empty, 0));
      text += letter(piece);
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
    if (rank > 0) text += '/';
  }
  return fmt::format("{} {} {} {}", text, setup.side == white ? 'w' : 'b',
                     castling_field(setup, letters), to_string(setup.en_passant));
}

std::string all_fields(const Setup& setup, CastlingLetters letters) {
  return fmt::format("{} {} {}", four_fields(setup, letters), setup.halfmove_clock, setup.fullmove);
}

}  // namespace

Setup parse_fen(std::string_view text) {
  if (text == "startpos") return parse_fen(startpos_fen);
  if (constexpr std::string_view prefix = "chess960:"; text.starts_with(prefix)) {
    const auto number = parse_number<unsigned>(text.substr(prefix.size()));
    if (!number || *number >= chess960_starts)
      throw_fen_error(Kind::board, "'{}' names no starting array, they are 0 to {}", text,
                      chess960_starts - 1);
    return chess960_start(*number);
  }
  const auto field = [&](const char* what) {
    const auto word = take_word(text);
    if (word.empty()) throw_fen_error(Kind::missing_field, "the {} is missing", what);
    return word;
  };

  Setup setup;
  setup.squares = parse_board(field("board"));
  const auto side = field("side to move");
  if (side != "w" && side != "b")
    throw_fen_error(Kind::side, "the side to move is '{}', not w or b", side);
  setup.side = side == "w" ? white : black;
  setup.castling = parse_castling(field("castling field"), setup.squares);
  const auto en_passant = field("e.p. square");
  setup.en_passant = parse_square(en_passant);
  if (en_passant != "-" && setup.en_passant == no_square)
    throw_fen_error(Kind::en_passant, "the e.p. square is '{}', not a square or -", en_passant);
  if (const auto word = take_word(text); !word.empty())
    setup.halfmove_clock = parse_clock(word, "halfmove clock");
  if (const auto word = take_word(text); !word.empty())
    setup.fullmove = parse_clock(word, "move number");
  if (const auto word = take_word(text); !word.empty())
    throw_fen_error(Kind::trailing_text, "'{}' follows the last field", word);
  return setup;
}

std::string epd_fields(const Setup& setup) { return four_fields(setup, CastlingLetters::x_fen); }

std::string to_string(const Setup& setup) { return all_fields(setup, CastlingLetters::x_fen); }

std::string shredder_fen(const Setup& setup) {
  return all_fields(setup, CastlingLetters::shredder);
}

}  // namespace plylab::chess
