#include "gen/checkers/notation.h"

#include <fmt/format.h>

#include <bit>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::checkers {
namespace {

constexpr int max_pieces = 12;
constexpr std::string_view merged_word = "merged";

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw InputError("checkers: " + fmt::format(format, std::forward<Args>(args)...));
}

constexpr std::string_view name(Side side) { return side == Side::first ? "Black" : "White"; }

/// The side that a letter stands for, alone or at the start of a list.
Side parse_side(std::string_view letter) {
  if (letter == "B") return Side::first;
  if (letter == "W") return Side::second;
  fail("'{}' is not a side; write B or W", letter);
}

Square parse_square(std::string_view text) {
  const auto number = parse_number<unsigned>(text);
  if (!number || *number < 1 || *number > squares) fail("'{}' is not a square from 1 to 32", text);
  return *number - 1;
}

/// Puts a piece, or those of a range, on the board: "12", "K12", "9-12".
void put(std::string_view text, Side side, Pieces& pieces) {
  const bool king = text.starts_with('K');
  if (king) text.remove_prefix(1);
  const auto dash = text.find('-');
  const Square first = parse_square(text.substr(0, dash));
  const Square last = dash == text.npos ? first : parse_square(text.substr(dash + 1));
  if (last < first) fail("'{}' is not a range of squares", text);
  for (Square square = first; square <= last; ++square) {
    if (((pieces.black | pieces.white) & bit(square)) != 0)
      fail("square {} is named twice", square + 1);
    if (!king && (king_row(side) & bit(square)) != 0)
      fail("the man of {} on {} would be a king", name(side), square + 1);
    pieces.of(side) |= bit(square);
    if (king) pieces.kings |= bit(square);
  }
}

/// Puts the pieces of a side's list on the board: "W21,22,K30".
void put_list(std::string_view text, Pieces& pieces) {
  const Side side = parse_side(text.substr(0, 1));
  text = trimmed(text.substr(1));
  while (!text.empty()) {
    put(trimmed(take_until(text, ",")), side, pieces);
    if (text == ",") fail("a list ends with a comma");
    text.remove_prefix(text.empty() ? 0 : 1);
  }
  if (const int count = std::popcount(pieces.of(side)); count > max_pieces)
    fail("{} has {} pieces, more than {}", name(side), count, max_pieces);
}

void write_list(std::string& text, const Setup& setup, Side side) {
  text += side == Side::first ? ":B" : ":W";
  for (SquareSet left = setup.pieces.of(side); left != 0; left &= left - 1) {
    const auto square = static_cast<Square>(std::countr_zero(left));
    if (left != setup.pieces.of(side)) text += ',';
    if ((setup.pieces.kings & bit(square)) != 0) text += 'K';
    text += fmt::format("{}", square + 1);
  }
}

}  // namespace

Setup parse_setup(std::string_view text) {
  Setup setup;
  const std::string_view whole = trimmed(text);
  text = whole;
  if (const auto blank = text.find_last_of(white_space);
      blank != text.npos && text.substr(blank + 1) == merged_word) {
    setup.routes = Routes::merged;
    text = trimmed(text.substr(0, blank));
  }
  if (text == "startpos") text = starting_array;
  if (text.ends_with('.')) text.remove_suffix(1);

  std::string_view fields[3];
  for (std::string_view& field : fields) {
    if (text.empty()) fail("'{}' is not a position such as B:W21,22,K30:B1,2", whole);
    field = trimmed(take_until(text, ":"));
    text.remove_prefix(text.empty() ? 0 : 1);
  }
  if (!text.empty()) fail("'{}' continues after the lists of both sides", whole);
  setup.side = parse_side(fields[0]);
  if (fields[1].substr(0, 1) == fields[2].substr(0, 1))
    fail("the pieces of '{}' are listed twice", fields[1].substr(0, 1));
  put_list(fields[1], setup.pieces);
  put_list(fields[2], setup.pieces);
  return setup;
}

std::string to_string(const Setup& setup) {
  std::string text = setup.side == Side::first ? "B" : "W";
  write_list(text, setup, Side::second);
  write_list(text, setup, Side::first);
  if (setup.routes == Routes::merged) text.append(" ").append(merged_word);
  return text;
}

// ---- moves

namespace {

/// The squares between the separators; none if the text has anything else.
std::optional<std::vector<Square>> squares_in(std::string_view text, std::string_view separator) {
  std::vector<Square> found;
  while (true) {
    const auto number = parse_number<unsigned>(take_until(text, separator));
    if (!number || *number < 1 || *number > squares) return std::nullopt;
    found.push_back(*number - 1);
    if (text.empty()) return found;
    text.remove_prefix(1);
  }
}

/// The squares on a move's path, including the first.
std::vector<Square> squares_of(Move move) {
  std::vector<Square> path{move.from()};
  const Square last = follow(move, [&](Square, Square to) { path.push_back(to); });
  if (!move.is_capture()) path.push_back(last);
  return path;
}

/// The move that jumps along these squares; none if they are not a path of jumps.
std::optional<Move> jumps_along(const std::vector<Square>& path) {
  if (path.size() > Move::max_jumps + 1) return std::nullopt;
  Move move = Move::path_from(path.front());
  for (std::size_t i = 1; i < path.size(); ++i) {
    const int rows = row_of(path[i]) - row_of(path[i - 1]);
    const int columns = column_of(path[i]) - column_of(path[i - 1]);
    if (rows * rows != 4 || columns * columns != 4) return std::nullopt;
    move = move.jumping((rows > 0 ? 2u : 0u) | (columns > 0 ? 1u : 0u));
  }
  return move;
}

}  // namespace

std::string to_string(Move move) {
  std::string text;
  for (const Square square : squares_of(move)) {
    if (!text.empty()) text += move.is_capture() ? 'x' : '-';
    text += fmt::format("{}", square + 1);
  }
  return text;
}

std::optional<Move> find_move(const Moves& legal, Routes routes, std::string_view text) {
  const bool capture = text.find('x') != text.npos;
  const auto path = squares_in(text, capture ? "x" : "-");
  if (!path || path->size() < 2) return std::nullopt;
  for (const Move move : legal)
    if (move.is_capture() == capture && squares_of(move) == *path) return move;
  if (!capture) return std::nullopt;

  const auto jumps = routes == Routes::merged ? jumps_along(*path) : std::nullopt;
  std::optional<Move> found;
  for (const Move move : legal) {
    if (!move.is_capture()) continue;
    if (jumps && same_capture(move, *jumps)) return move;
    if (path->size() > 2 || move.from() != path->front() || to_square(move) != path->back())
      continue;
    if (found) return std::nullopt;  // ambiguous: several moves have this first and last square
    found = move;
  }
  return found;
}

std::string board_rows(const Setup& setup) {
  const Pieces& pieces = setup.pieces;
  return eight_rows([&](int row, int column) -> std::string_view {
    if ((row + column) % 2 == 0) return ".";
    const auto square = bit(square_at(row, column));
    const bool is_king = (pieces.kings & square) != 0;
    if ((pieces.black & square) != 0) return is_king ? "⛃" : "⛂";
    if ((pieces.white & square) != 0) return is_king ? "⛁" : "⛀";
    return ".";
  });
}

}  // namespace plylab::checkers
