#include "gen/board_rows.h"

#include <array>

#include "gen/checkers/setup.h"
#include "gen/input_error.h"
#include "gen/reversi/setup.h"
#include "gen/text.h"

namespace plylab {
namespace {

/// Eight rows of eight; `sign` says what stands in a row and column, counted from the top left.
std::string eight_rows(auto&& sign) {
  std::string rows;
  for (int row = 0; row < 8; ++row) {
    if (row > 0) rows += '/';
    for (int column = 0; column < 8; ++column) rows += sign(row, column);
  }
  return rows;
}

/// The first field of a FEN, with its numbers of empty squares written out.
std::string chess_rows(std::string_view position) {
  std::string rows;
  for (const char c : take_word(position))
    if (c >= '1' && c <= '8')
      rows.append(static_cast<std::size_t>(c - '0'), '.');
    else
      rows += c;
  return rows;
}

std::string checkers_rows(std::string_view position) {
  const checkers::Pieces pieces = checkers::parse_setup(position).pieces;
  return eight_rows([&](int row, int column) -> std::string_view {
    if ((row + column) % 2 == 0) return ".";
    const auto square = checkers::bit(checkers::square_at(row, column));
    const bool is_king = (pieces.kings & square) != 0;
    if ((pieces.black & square) != 0) return is_king ? "⛃" : "⛂";
    if ((pieces.white & square) != 0) return is_king ? "⛁" : "⛀";
    return ".";
  });
}

std::string reversi_rows(std::string_view position) {
  const reversi::Discs discs = reversi::parse_setup(position).discs;
  return eight_rows([&](int row, int column) -> std::string_view {
    const auto square = reversi::bit(static_cast<reversi::Move>(8 * row + column));
    return (discs.black & square) != 0 ? "●" : (discs.white & square) != 0 ? "○" : ".";
  });
}

struct BoardOfGame {
  std::string_view game;
  std::string (*rows)(std::string_view position);
};

constexpr std::array boards = {
    BoardOfGame{"chess", chess_rows},
    BoardOfGame{"checkers", checkers_rows},
    BoardOfGame{"reversi", reversi_rows},
    BoardOfGame{"tictactoe", [](std::string_view position) { return std::string(position); }},
};

}  // namespace

std::string board_rows(std::string_view game, std::string_view position) {
  try {
    for (const BoardOfGame& board : boards)
      if (board.game == game) return board.rows(position);
  } catch (const InputError&) {
  }
  return {};
}

}  // namespace plylab
