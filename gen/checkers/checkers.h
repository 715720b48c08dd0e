// Checkers (English draughts) as a plylab game.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "gen/checkers/array_board.h"
#include "gen/checkers/bitboard.h"
#include "gen/checkers/notation.h"
#include "gen/game/game.h"
#include "gen/game/move_kinds.h"

namespace plylab::checkers {

/// Material for the side to move: a man is 100, and a king to a man is as 3 to 2: Samuel, "Some
/// studies in machine learning using the game of checkers", IBM Journal 3 (1959).
struct Material {
  template <CheckersPosition P>
  int operator()(const P& position) const {
    const Pieces pieces = position.pieces();
    const auto worth = [&](Side side) {
      const SquareSet own = pieces.of(side);
      return 100 * std::popcount(own) + 50 * std::popcount(own & pieces.kings);
    };
    const Side side = position.side_to_move();
    return worth(side) - worth(!side);
  }
};

/// Counts of last moves by kind (gen/game/move_kinds.h).
struct MoveKinds {
  enum Kind : std::size_t { captures, men, promotions, wins, counted };

  static constexpr std::array<StatisticsColumn, counted> columns{{
      {"captures", "last moves that capture"},
      {"men", "men and kings captured by them"},
      {"promos", "last moves by which a man becomes a king"},
      {"wins", "last moves that leave the opponent none"},
  }};

  template <CheckersPosition P>
  static void add(P& position, Move move, std::array<std::uint64_t, counted>& counts) {
    counts[captures] += move.is_capture();
    counts[men] += move.jumps();
    counts[promotions] += position.promotes(move);
    const auto undo = position.make(move);
    counts[wins] += position.count() == 0;
    position.unmake(move, undo);
  }
};

/// Captures are compulsory; the player may choose any, but must continue it as long as possible. A
/// man that reaches the king row stops there. Kings step one square.
struct Checkers {
  using Start = Setup;
  using MoveKinds = checkers::MoveKinds;

  static constexpr std::string_view name = "checkers";
  static constexpr std::string_view summary = "checkers, which is English draughts; Black begins";
  static constexpr std::string_view notation =
      "a FEN of PDN such as B:W21,22,K30:B1,2, or startpos; with merged at its end, captures that "
      "differ only in their way count once";
  static constexpr std::string_view start = "startpos";
  static constexpr std::string_view default_generator = "bitboard";
  static constexpr Side white = Side::second;

  static constexpr std::tuple generators{
      Generator<ArrayBoard>{"array", "10x10 board, walks from each piece"},
      Generator<Bitboard>{"bitboard", "sets of 32 squares, moves by shifting them"},
  };
  static constexpr std::tuple evaluations{
      NamedEvaluation<Material>{"material", "a king is worth a man and a half", {}}};

  static constexpr std::array<Convention, 2> conventions{{
      {"paths",
       "captures of the same pieces between the same squares by different ways are "
       "different moves"},
      {"merged",
       "captures of the same pieces between the same squares are one move, whatever the "
       "way"},
  }};
  static std::size_t convention_of(const Setup& setup) {
    return static_cast<std::size_t>(setup.routes);
  }
  static Setup with_convention(Setup setup, std::size_t convention) {
    setup.routes = static_cast<Routes>(convention);
    return setup;
  }

  static Setup parse(std::string_view text) { return parse_setup(text); }
  static std::string to_string(const Setup& setup) { return checkers::to_string(setup); }

  static Setup after(const Setup& setup, Move move) {
    ArrayBoard board(setup);
    board.make(move);
    return {board.pieces(), board.side_to_move(), board.routes()};
  }

  /// Lines are numbered: "1. 11-15", "23-19", "2. 8-11".
  static unsigned first_ply(const Setup& setup) { return setup.side == Side::first ? 0 : 1; }
};

static_assert(Game<Checkers>);

}  // namespace plylab::checkers
