// Connect Four, as a guest of the lab writes it: ADDING.md shows this file.
#pragma once

#include <gen/game/game.h>
#include <gen/game/move_kinds.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace guest {

/// Seven columns of seven bits, the top one always empty: bit 7 * column + row.
class Board {
 public:
  using Move = std::uint8_t;  // the column, 0 to 6
  using MoveList = plylab::MoveList<Move, 7>;
  using Packed = std::array<std::uint64_t, 2>;
  struct Undo {};

  plylab::Side side_to_move() const { return side_; }
  MoveList generate() const {
    MoveList moves;
    if (!won())
      for (Move column = 0; column < 7; ++column)
        if (!full(column)) moves.add(column);
    return moves;
  }
  unsigned count() const { return static_cast<unsigned>(generate().size()); }
  Undo make(Move column) {
    const std::uint64_t all = discs_[0] | discs_[1];
    discs_[static_cast<std::size_t>(side_)] |= (all + bottom(column)) & column_bits(column) & ~all;
    side_ = !side_;
    return {};
  }
  void unmake(Move column, Undo) {
    side_ = !side_;
    const std::uint64_t own = discs_[static_cast<std::size_t>(side_)] & column_bits(column);
    discs_[static_cast<std::size_t>(side_)] ^= std::bit_floor(own);
  }
  plylab::Key key() const { return {discs_[0], discs_[1]}; }
  Packed packed() const { return discs_; }
  plylab::Outcome terminal_outcome() const {
    return won() ? plylab::Outcome::loss : plylab::Outcome::draw;
  }
  bool drawn_by_rule() const { return false; }

  int discs() const { return std::popcount(discs_[0] | discs_[1]); }

 private:
  static std::uint64_t bottom(Move column) { return std::uint64_t{1} << 7 * column; }
  static std::uint64_t column_bits(Move column) { return std::uint64_t{0x3f} << 7 * column; }
  bool full(Move column) const {
    return ((discs_[0] | discs_[1]) & column_bits(column)) == column_bits(column);
  }
  /// Whether the side that has just moved has four in a row.
  bool won() const {
    const std::uint64_t last = discs_[static_cast<std::size_t>(!side_)];
    for (const int step : {1, 6, 7, 8}) {
      const std::uint64_t pairs = last & last >> step;
      if ((pairs & pairs >> 2 * step) != 0) return true;
    }
    return false;
  }

  std::array<std::uint64_t, 2> discs_{};
  plylab::Side side_ = plylab::Side::first;
};

/// "1" to "7".
inline std::string move_text(const Board&, Board::Move column) {
  return std::string(1, static_cast<char>('1' + column));
}
inline std::optional<Board::Move> move_from_text(const Board& board, std::string_view text) {
  for (const auto column : board.generate())
    if (move_text(board, column) == text) return column;
  return std::nullopt;
}
/// For the ordering `ranked`: the middle first.
inline int move_rank(const Board&, Board::Move column) { return -std::abs(column - 3); }

/// An evaluation: the middle column counts.
struct Middle {
  int operator()(const Board& board) const {
    const auto middle = [&](std::size_t side) {
      return std::popcount(board.packed()[side] & std::uint64_t{0x3f} << 21);
    };
    const int first = middle(0) - middle(1);
    return board.side_to_move() == plylab::Side::first ? first : -first;
  }
};

/// What perft statistics count.
struct MoveKinds {
  static constexpr std::array columns{
      plylab::StatisticsColumn{"wins", "last moves that make four in a row"}};
  static void add(Board& board, Board::Move move, std::array<std::uint64_t, 1>& counts) {
    const auto undo = board.make(move);
    counts[0] += board.count() == 0 && board.terminal_outcome() == plylab::Outcome::loss;
    board.unmake(move, undo);
  }
};

/// The game as the lab sees it. A position is written as the columns played from the empty board.
struct Connect4 {
  struct Start {
    std::string played;
    Board board;
    operator const Board&() const { return board; }
  };
  using MoveKinds = guest::MoveKinds;

  static constexpr std::string_view name = "connect4";
  static constexpr std::string_view summary = "Connect Four on a board of 7x6";
  static constexpr std::string_view notation = "the columns played, such as 4453; - for none";
  static constexpr std::string_view start = "-";
  static constexpr std::tuple generators{plylab::Generator<Board>{"bits", "columns of seven bits"}};
  static constexpr std::tuple evaluations{
      plylab::NamedEvaluation<Middle>{"middle", "discs in the middle column", {}}};

  static Start parse(std::string_view text) {
    Start read{std::string(text), {}};
    if (text == "-") return read;
    for (const char column : text) {
      const auto move = move_from_text(read.board, std::string_view(&column, 1));
      if (!move) throw plylab::InputError("connect4: '" + read.played + "': no such move there");
      read.board.make(*move);
    }
    return read;
  }
  static std::string to_string(const Start& game) { return game.played; }
  static int longest(const Start& game) { return 42 - game.board.discs(); }
};

static_assert(plylab::Game<Connect4>);

}  // namespace guest
