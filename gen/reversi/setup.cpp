#include "gen/reversi/setup.h"

#include <fmt/format.h>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/reversi/array_board.h"

namespace plylab::reversi {
namespace {

constexpr std::size_t squares = 64;
constexpr std::string_view startpos = "startpos";

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw InputError("reversi: " + fmt::format(format, std::forward<Args>(args)...));
}

Setup parse_board(std::string_view board, std::string_view side) {
  Setup setup{{}, Side::first};
  for (Move square = 0; square < squares; ++square) {
    const char c = board[square];
    if (c == 'X')
      setup.discs.black |= bit(square);
    else if (c == 'O')
      setup.discs.white |= bit(square);
    else if (c != '-')
      fail("'{}' on {} is neither X nor O nor -", c, to_string(square));
  }
  if (const Bits missing = middle & ~setup.discs.all(); missing != 0)
    fail("{} is empty, and the four squares in the middle never are",
         to_string(static_cast<Move>(std::countr_zero(missing))));
  if (side != "X" && side != "O") fail("'{}' is not a side; write X or O", side);
  setup.side = side == "X" ? Side::first : Side::second;
  return setup;
}

Setup after_moves(std::string_view moves) {
  ArrayBoard board{Setup{}};
  for (std::size_t at = 0; at < moves.size(); at += 2) {
    const std::string_view text = moves.substr(at, 2);
    const auto move = parse_move(text);
    if (!move) fail("'{}' is neither a board and a side nor moves such as f5d6", moves);
    if (board.placements(board.side_to_move()) == 0) board.make(pass);
    if ((board.placements(board.side_to_move()) & bit(*move)) == 0)
      fail("'{}': {} turns no disc there", moves, text);
    board.make(*move);
  }
  return {board.discs(), board.side_to_move()};
}

}  // namespace

Setup parse_setup(std::string_view text) {
  const std::string_view whole = trimmed(text);
  if (whole == startpos) return {};
  text = whole;
  const std::string_view board = take_word(text);
  const bool is_moves = parse_move(board.substr(0, 2)).has_value();  // 32 moves are as long
  if (board.size() == squares && !is_moves) return parse_board(board, trimmed(text));
  if (whole.empty() || !trimmed(text).empty())
    fail("'{}' is neither a board and a side nor moves such as f5d6", whole);
  return after_moves(whole);
}

std::string to_string(const Setup& setup) {
  std::string text;
  for (Move square = 0; square < squares; ++square)
    text += (setup.discs.black & bit(square)) != 0   ? 'X'
            : (setup.discs.white & bit(square)) != 0 ? 'O'
                                                     : '-';
  return text += setup.side == Side::first ? " X" : " O";
}

std::string to_string(Move move) {
  if (move == pass) return "pass";
  return {static_cast<char>('a' + move % 8), static_cast<char>('1' + move / 8)};
}

std::optional<Move> parse_move(std::string_view text) {
  if (text == "pass") return pass;
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return static_cast<Move>(text[0] - 'a' + 8 * (text[1] - '1'));
}

std::string board_rows(const Setup& setup) {
  return eight_rows([&](int row, int column) -> std::string_view {
    const auto square = bit(static_cast<Move>(8 * row + column));
    return (setup.discs.black & square) != 0 ? "●" : (setup.discs.white & square) != 0 ? "○" : ".";
  });
}

}  // namespace plylab::reversi
