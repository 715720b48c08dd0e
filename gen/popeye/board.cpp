#include "gen/popeye/board.h"

#include <functional>
#include <utility>

#include "gen/chess/board/board.h"

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
        tokens.fail("'{}': that letter is not a chess piece{}", tokens.word(),
                    knight_hint(tokens.word().front(), language));
      if (!color) tokens.fail("'{}': the colour is missing", tokens.word());
      for (const Square square : on) put(make_piece(*color, *type), square, squares, tokens);
    }
    tokens.take();
  }
  if (!color) tokens.fail("'{}' is not a colour", tokens.word());
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
        if (next % 8 != 0) fail("a rank does not have 8 squares");
      } else if (!type) {
        fail(fmt::format("'{}' is not a chess piece{}", c, knight_hint(c, language)));
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

// ---- what makes twins of a position

namespace {

using chess::make_square;
using chess::Piece;
using chess::Square;
using chess::Squares;

/// Reads that many squares, in one word or several.
std::vector<Square> take_squares(Tokens& tokens, std::size_t number) {
  std::vector<Square> squares;
  while (squares.size() < number) {
    const auto more = squares_of(tokens.word());
    if (more.empty() || squares.size() + more.size() > number)
      tokens.fail("'{}' is not a square", tokens.word());
    squares.insert(squares.end(), more.begin(), more.end());
    tokens.take();
  }
  return squares;
}

/// Takes a square on which there is a piece.
Square take_occupied(Tokens& tokens, const Squares& squares) {
  const std::size_t line = tokens.line();
  const Square square = take_squares(tokens, 1).front();
  if (squares[square] == chess::no_piece)
    throw InputError(fmt::format("{}:{}: there is no piece on {}", tokens.path(), line,
                                 chess::to_string(square)));
  return square;
}

/// The board with each piece on the square to which `to` takes its own.
Squares transformed(const Squares& squares, const std::function<Square(int file, int rank)>& to) {
  Squares moved{};
  for (int rank = 0; rank < 8; ++rank)
    for (int file = 0; file < 8; ++file)
      if (const Piece piece = squares[make_square(file, rank)]; piece != chess::no_piece)
        moved[to(file, rank)] = piece;
  return moved;
}

/// Turned to the left.
Squares rotated(Tokens& tokens, const Squares& squares) {
  const int angle = parse_number<int>(tokens.word()).value_or(0);
  if (angle != 90 && angle != 180 && angle != 270)
    tokens.fail("'{}': a board is turned by 90, 180 or 270", tokens.word());
  Squares turned = squares;
  for (int quarters = angle / 90; quarters > 0; --quarters)
    turned = transformed(turned, [](int file, int rank) { return make_square(7 - rank, file); });
  tokens.take();
  return turned;
}

/// Named by two squares that change places: a1<-->h1.
Squares mirrored(Tokens& tokens, const Squares& squares) {
  const std::string_view name = tokens.word();
  Squares image;
  if (name == "a1<-->h1")
    image = transformed(squares, [](int file, int rank) { return make_square(7 - file, rank); });
  else if (name == "a1<-->a8")
    image = transformed(squares, [](int file, int rank) { return make_square(file, 7 - rank); });
  else if (name == "a1<-->h8")
    image =
        transformed(squares, [](int file, int rank) { return make_square(7 - rank, 7 - file); });
  else if (name == "a8<-->h1")
    image = transformed(squares, [](int file, int rank) { return make_square(rank, file); });
  else
    tokens.fail("'{}' is not a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1", name);
  tokens.take();
  return image;
}

Squares shifted(Tokens& tokens, const Squares& squares) {
  const auto way = take_squares(tokens, 2);
  const int files = file_of(way[1]) - file_of(way[0]), ranks = rank_of(way[1]) - rank_of(way[0]);
  return transformed(squares, [&](int file, int rank) {
    const int to_file = file + files, to_rank = rank + ranks;
    if (to_file < 0 || to_file > 7 || to_rank < 0 || to_rank > 7)
      tokens.fail("the piece on {} is shifted off the board",
                  chess::to_string(make_square(file, rank)));
    return make_square(to_file, to_rank);
  });
}

void substitute(Tokens& tokens, Language language, Squares& squares) {
  const auto take_type = [&] {
    const auto type =
        tokens.word().size() == 1 ? piece_of_letter(tokens.word().front(), language) : std::nullopt;
    if (!type)
      tokens.fail("'{}' is not a chess piece{}", tokens.word(),
                  knight_hint(tokens.word().front(), language));
    tokens.take();
    return *type;
  };
  const auto from = take_type(), to = take_type();
  for (Piece& piece : squares)
    if (piece != chess::no_piece && type_of(piece) == from) piece = make_piece(color_of(piece), to);
}

void apply(Change change, Tokens& tokens, Language language, Diagram& diagram) {
  Squares& squares = diagram.squares;
  switch (change) {
    case Change::move: {
      const Square from = take_occupied(tokens, squares);
      const Piece piece = std::exchange(squares[from], chess::no_piece);
      squares[take_squares(tokens, 1).front()] = piece;
      break;
    }
    case Change::exchange: {
      const Square one = take_occupied(tokens, squares), other = take_occupied(tokens, squares);
      std::swap(squares[one], squares[other]);
      break;
    }
    case Change::remove:
      squares[take_occupied(tokens, squares)] = chess::no_piece;
      break;
    case Change::add:
      take_pieces(tokens, language, squares);
      break;
    case Change::substitute:
      substitute(tokens, language, squares);
      break;
    case Change::rotate:
      squares = rotated(tokens, squares);
      break;
    case Change::mirror:
      squares = mirrored(tokens, squares);
      break;
    case Change::shift:
      squares = shifted(tokens, squares);
      break;
    case Change::swap_colors:
      for (Piece& piece : squares)
        if (piece != chess::no_piece) piece = make_piece(!color_of(piece), type_of(piece));
      break;
    case Change::stipulation:
      diagram.line = tokens.line();
      diagram.stipulation = tokens.take();
      break;
    case Change::continued:
      tokens.fail("only a twin's first word can say that it goes on");
    case Change::structured_stipulation:
    case Change::condition:
      tokens.fail("twins by conditions are not supported");
  }
}

}  // namespace

void take_changes(Tokens& tokens, Language language, Diagram& diagram) {
  auto change = find_change(tokens.word(), language);
  if (!change) tokens.fail("'{}' is not a change of a twin", tokens.word());
  for (; change; change = find_change(tokens.word(), language)) {
    if (*change != Change::stipulation) diagram.position_line = tokens.line();
    tokens.take();
    apply(*change, tokens, language, diagram);
  }
}

}  // namespace plylab::popeye
