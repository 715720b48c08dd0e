#include "gen/popeye/board.h"

#include "gen/chess/board/names.h"

namespace plylab::popeye {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Square;

std::vector<Square> squares_of(std::string_view word) {
  std::vector<Square> squares;
  for (; word.size() >= 2; word.remove_prefix(2)) {
    const std::string text{static_cast<char>(word[0] | 0x20), word[1]};  // files may be capitals
    squares.push_back(chess::parse_square(text));
    if (squares.back() == chess::no_square) return {};
  }
  return word.empty() ? squares : std::vector<Square>();
}

namespace {

/// Puts a piece on an empty square.
void put(chess::Piece piece, Square square, chess::Squares& squares, const Tokens& tokens) {
  if (squares[square] != chess::no_piece)
    tokens.fail("'{}': there are two pieces on {}", tokens.word(), chess::to_string(square));
  squares[square] = piece;
}

}  // namespace

void take_pieces(Tokens& tokens, Language language, chess::Squares& squares) {
  std::optional<Color> color;
  while (!tokens.at_end()) {
    if (const auto next = find_color(tokens.word(), language)) {
      color = next;
    } else {
      const auto on = squares_of(tokens.word().substr(1));
      if (on.empty()) break;
      const auto type = piece_of_letter(tokens.word().front(), language);
      if (!type)
        tokens.fail("'{}': that letter is no piece of chess{}", tokens.word(),
                    knight_hint(tokens.word().front(), language));
      if (!color) tokens.fail("'{}': the colour is missing", tokens.word());
      for (const Square square : on) put(make_piece(*color, *type), square, squares, tokens);
    }
    tokens.take();
  }
  if (!color) tokens.fail("'{}' is no colour of pieces", tokens.word());
}

void take_forsyth(Tokens& tokens, Language language, chess::Squares& squares) {
  int next = 0;  // from a8 to h1
  std::string_view text = tokens.word();
  const auto fail = [&](std::string_view why) { tokens.fail("'{}': {}", tokens.word(), why); };
  while (!text.empty()) {
    const char c = text.front();
    if (c >= '0' && c <= '9') {
      const auto digits =
          take_until(text, "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-=");
      next += parse_number<int>(digits.substr(0, 2)).value_or(64);
      if (digits.size() > 2) fail("a number is too large");
    } else {
      text.remove_prefix(1);
      const auto type = piece_of_letter(c, language);
      if (c == '/') {
        if (next % 8 != 0) fail("a rank has not 8 squares");
      } else if (!type) {
        fail(fmt::format("'{}' is no piece of chess{}", c, knight_hint(c, language)));
      } else {
        if (next < 64)
          squares[chess::make_square(next % 8, 7 - next / 8)] =
              make_piece(c >= 'a' ? chess::black : chess::white, *type);
        ++next;
      }
    }
    if (next > 64) fail("there are more than 64 squares");
  }
  tokens.take();
}

}  // namespace plylab::popeye
