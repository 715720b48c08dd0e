#include "gen/checkers/notation.h"

#include <fmt/format.h>

#include <vector>

#include "gen/base/text.h"

namespace plylab::checkers {
namespace {

/// The squares between the separators; none if anything else is there.
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

/// The squares that a move comes to, the first one included.
std::vector<Square> squares_of(Move move) {
  std::vector<Square> path{move.from()};
  const Square last = follow(move, [&](Square, Square to) { path.push_back(to); });
  if (!move.is_capture()) path.push_back(last);
  return path;
}

/// The jumps that a path of squares stands for; none if it is no such path.
std::optional<Move> jumps_along(const std::vector<Square>& path) {
  if (path.size() > Move::most_jumps + 1) return std::nullopt;
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
    if (found) return std::nullopt;  // the first square and the last do not say which
    found = move;
  }
  return found;
}

}  // namespace plylab::checkers
