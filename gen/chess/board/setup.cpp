#include "gen/chess/board/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "gen/base/text.h"
#include "gen/chess/board/board.h"
#include "gen/chess/board/reference.h"

namespace plylab::chess {
namespace {

using Kind = FenErrorKind;

template <class... Args>
[[noreturn]] void fail(Kind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw FenError(kind, fmt::format(format, std::forward<Args>(args)...));
}

// ---- the starting arrays of Chess960

using BackRank = std::array<PieceType, 8>;

/// Puts a piece on the free file with `skipped` free files to its left.
void place(BackRank& rank, PieceType type, unsigned skipped) {
  for (PieceType& square : rank)
    if (square == no_type && skipped-- == 0) {
      square = type;
      return;
    }
}

/// The number encodes, from its low end, the file of the light-squared bishop, that of the
/// dark-squared one, the queen's among the six free files, and the knights' among the remaining
/// five.
BackRank back_rank(unsigned number) {
  constexpr std::array<std::array<unsigned, 2>, 10> knight_files = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  BackRank rank{};
  rank[2 * (number % 4) + 1] = bishop;
  rank[2 * (number / 4 % 4)] = bishop;
  place(rank, queen, number / 16 % 6);
  const auto [left, right] = knight_files[number / 96];
  place(rank, knight, right);  // first, because the other knight's file must not count
  place(rank, knight, left);
  for (PieceType type : {rook, king, rook}) place(rank, type, 0);
  return rank;
}

}  // namespace

Setup chess960_start(unsigned number) {
  if (number >= chess960_starts)
    throw InputError(fmt::format("no Chess960 starting array has the number {}, they are 0 to {}",
                                 number, chess960_starts - 1));
  const BackRank rank = back_rank(number);
  Setup setup;
  CastlingSide next_rook[2] = {CastlingSide::queenside, CastlingSide::queenside};
  for (unsigned file = 0; file < 8; ++file)
    for (Color color : {white, black}) {
      const Square home = make_square(static_cast<int>(file), color == white ? 0 : 7);
      setup.squares[home] = make_piece(color, rank[file]);
      setup.squares[forward(color, home)] = make_piece(color, pawn);
      if (rank[file] != rook) continue;
      setup.castling[index(color)][index(next_rook[index(color)])] = home;
      next_rook[index(color)] = CastlingSide::kingside;
    }
  return setup;
}

// ---- FENs

namespace {

/// The character, or the number of a byte that is part of a UTF-8 sequence.
std::string shown(char c) {
  return (c & 0x80) != 0 ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c))
                         : std::string(1, c);
}

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
      fail(Kind::board, "rank {} has '{}', which is not a piece", rank + 1, shown(c));
    }
  }
  if (file != 8) fail(Kind::board, "rank {} has {} square{}", rank + 1, file, file == 1 ? "" : "s");
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
  if (ranks != 8) fail(Kind::board, "the board has {} rank{}", ranks, ranks == 1 ? "" : "s");
  return squares;
}

/// The rook for a letter of KQkq in X-FEN: the outermost on that side of the king. If there is
/// none, or no king on the back rank, it is the corner square, and ValidSetup reports the missing
/// rook.
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
      fail(Kind::castling, "castling field '{}' has '{}', expected KQkq, files A-H or a-h, or -",
           text, shown(c));
    }
    char& before = named_by[index(color)][index(castling_side)];
    if (before == c) fail(Kind::castling, "castling field '{}' has '{}' twice", text, c);
    if (before != 0)
      fail(Kind::castling, "castling field '{}' has '{}' and '{}' for one side of the king", text,
           before, c);
    before = c;
    rooks[index(color)][index(castling_side)] = square;
  }
  return rooks;
}

unsigned parse_clock(std::string_view text, const char* what) {
  const auto value = parse_number<unsigned>(text);
  if (!value || *value > 65535)
    fail(Kind::clock, "the {} '{}' is not a number from 0 to 65535", what, text);
  return *value;
}

/// The castling letters of a text: KQkq for outermost rooks, or always files.
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

void skip_fen_prefix(std::string_view& text) {
  skip(text);
  for (const std::string_view prefix : {"position", "fen", "fen:"}) {
    std::string_view rest = text;
    if (lower_case(take_word(rest)) != prefix) continue;
    skip(rest);
    text = rest;
  }
}

bool has_side(std::string_view board) {
  return std::ranges::count(board, '/') == 8 && (board.ends_with("/w") || board.ends_with("/b"));
}

Setup parse_fen(std::string_view text) {
  skip_fen_prefix(text);
  if (text == "startpos") return parse_fen(startpos_fen);
  if (constexpr std::string_view prefix = "chess960:"; text.starts_with(prefix)) {
    const auto number = parse_number<unsigned>(text.substr(prefix.size()));
    if (!number || *number >= chess960_starts)
      fail(Kind::board, "'{}' is not a starting array; they are 0 to {}", text,
           chess960_starts - 1);
    return chess960_start(*number);
  }
  const auto field = [&](const char* what) {
    const auto word = take_word(text);
    if (word.empty()) fail(Kind::missing_field, "the {} is missing", what);
    return word;
  };

  Setup setup;
  std::string_view board = field("board"), side;
  if (has_side(board)) {
    side = board.substr(board.size() - 1);
    board.remove_suffix(2);
  }
  setup.squares = parse_board(board);
  if (side.empty()) side = field("side to move");
  if (side != "w" && side != "b") fail(Kind::side, "the side to move is '{}', not w or b", side);
  setup.side = side == "w" ? white : black;
  setup.castling = parse_castling(field("castling field"), setup.squares);
  const auto en_passant = field("e.p. square");
  setup.en_passant = parse_square(en_passant);
  if (en_passant != "-" && setup.en_passant == no_square)
    fail(Kind::en_passant, "the e.p. square is '{}', not a square or -", en_passant);
  if (const auto word = take_word(text); !word.empty())
    setup.halfmove_clock = parse_clock(word, "halfmove clock");
  if (const auto word = take_word(text); !word.empty())
    setup.fullmove = parse_clock(word, "move number");
  if (const auto word = take_word(text); !word.empty())
    fail(Kind::trailing_text, "'{}' follows the last field", word);
  return setup;
}

std::string epd_fields(const Setup& setup) { return four_fields(setup, CastlingLetters::x_fen); }

std::string to_string(const Setup& setup) { return all_fields(setup, CastlingLetters::x_fen); }

std::string shredder_fen(const Setup& setup) {
  return all_fields(setup, CastlingLetters::shredder);
}

// ---- checks

namespace {

void check_pieces(const Squares& squares, Color color, Kings needed) {
  int kings = 0;
  int pieces = 0;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = squares[square];
    if (piece == no_piece || color_of(piece) != color) continue;
    ++pieces;
    if (type_of(piece) == king) ++kings;
    if (type_of(piece) == pawn && (rank_of(square) == 0 || rank_of(square) == 7))
      fail(Kind::pawn_on_edge_rank, "{} has a pawn on {}", name(color), to_string(square));
  }
  if (kings == 0 && needed == Kings::one_each)
    fail(Kind::king_missing, "{} has no king", name(color));
  if (kings > 1) fail(Kind::too_many_kings, "{} has {} kings", name(color), kings);
  if (pieces > 16) fail(Kind::too_many_pieces, "{} has {} pieces", name(color), pieces);
}

void check_castling(const Setup& setup) {
  for (Color color : {white, black})
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      const Square rook_square = setup.castling[index(color)][index(castling_side)];
      if (rook_square == no_square) continue;
      const char right = letter(color, castling_side);
      const int rank = color == white ? 0 : 7;
      const Square king_square = find_king(setup.squares, color);
      // Between two rooks, so never in a corner.
      if (rank_of(king_square) != rank || file_of(king_square) == 0 || file_of(king_square) == 7)
        fail(Kind::castling_impossible, "castling right {}, but no king from {} to {}", right,
             to_string(make_square(1, rank)), to_string(make_square(6, rank)));
      if (setup.squares[rook_square] != make_piece(color, rook))
        fail(Kind::castling_impossible, "castling right {}, but no rook on {}", right,
             to_string(rook_square));
      if (rank_of(rook_square) != rank ||
          castling_side_of(setup.squares, color, rook_square) != castling_side)
        fail(Kind::castling_impossible, "castling right {}, but {} is not on that side of the king",
             right, to_string(rook_square));
    }
}

void check_en_passant(const Setup& setup) {
  const Square target = setup.en_passant;
  if (target == no_square) return;
  const auto impossible = [&](const std::string& why) {
    fail(Kind::en_passant_impossible, "e.p. square {}: {}", to_string(target), why);
  };
  if (rank_for(setup.side, target) != 5)
    impossible(fmt::format("{} to move captures e.p. on rank {} only", name(setup.side),
                           setup.side == white ? 6 : 3));
  const Square passed = forward(!setup.side, target);
  if (setup.squares[passed] != make_piece(!setup.side, pawn))
    impossible(fmt::format("no {} pawn on {}", setup.side == white ? "black" : "white",
                           to_string(passed)));
  for (Square empty : {target, forward(setup.side, target)})
    if (setup.squares[empty] != no_piece)
      impossible(fmt::format("{} is not empty", to_string(empty)));
}

[[noreturn]] void fail_in_check(const Setup& setup, const Variant& variant) {
  const Square king_square = find_king(setup.squares, !setup.side);
  fail(Kind::wrong_side_in_check, "the side not to move is in check: {} by {}",
       named(setup.squares, king_square),
       named(setup.squares, attackers(setup.squares, king_square, setup.side, variant)));
}

}  // namespace

Setup checked(const Setup& setup, const Variant& variant, Kings kings) {
  for (Color color : {white, black}) check_pieces(setup.squares, color, kings);
  if (in_check(setup.squares, !setup.side, variant)) fail_in_check(setup, variant);
  check_castling(setup);
  check_en_passant(setup);
  Setup position = setup;
  if (!variant.kings_move) position.castling = no_castling;
  if (setup.en_passant != no_square &&
      !en_passant_is_legal(setup.squares, setup.side, setup.en_passant, variant))
    position.en_passant = no_square;
  return position;
}

bool ProblemSetup::has_king(Color color) const {
  return find_king(setup_.squares, color) != no_square;
}

CastlingSide castling_side_of(const Squares& squares, Color color, Square square) {
  const Square king_square = find_king(squares, color);
  const int king_file = king_square == no_square ? file_of(e1) : file_of(king_square);
  return file_of(square) < king_file ? CastlingSide::queenside : CastlingSide::kingside;
}

bool needs_chess960(const Setup& setup) {
  for (Color color : {white, black})
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      const Square rook_square = setup.castling[index(color)][index(castling_side)];
      if (rook_square == no_square) continue;
      const int corner_file = castling_side == CastlingSide::queenside ? 0 : 7;
      if (file_of(rook_square) != corner_file ||
          file_of(find_king(setup.squares, color)) != file_of(e1))
        return true;
    }
  return false;
}

}  // namespace plylab::chess
