// Reversi (Othello) as a plylab game.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "gen/base/cpu_features.h"
#include "gen/base/input_error.h"
#include "gen/game/game.h"
#include "gen/game/move_kinds.h"
#include "gen/reversi/array_board.h"
#include "gen/reversi/bitboard.h"
#include "gen/reversi/setup.h"

namespace plylab::reversi {

/// Discs, 100 each, for the side to move. They decide the game at its end; before that they mean
/// little.
struct Material {
  template <ReversiPosition P>
  int operator()(const P& position) const {
    const Discs discs = position.discs();
    const Side side = position.side_to_move();
    return 100 * (std::popcount(discs.of(side)) - std::popcount(discs.of(!side)));
  }
};

/// Mobility and corners, the main terms of programs before machine learning (Rosenbloom, "A
/// world-championship-level Othello program", Artificial Intelligence 19, 1982): 10 for each move
/// more than the other side has, and 100 for each corner.
struct Mobility {
  template <ReversiPosition P>
  int operator()(const P& position) const {
    const Discs discs = position.discs();
    const auto worth = [&](Side side) {
      return 10 * std::popcount(position.placements(side)) +
             100 * std::popcount(discs.of(side) & corners);
    };
    const Side side = position.side_to_move();
    return worth(side) - worth(!side);
  }
};

/// Counts of last moves by kind (gen/game/move_kinds.h).
struct MoveKinds {
  enum Kind : std::size_t { turned, corner, passes, ends, counted };

  static constexpr std::array<StatisticsColumn, counted> columns{{
      {"turned", "discs turned by last moves"},
      {"corners", "last moves into a corner"},
      {"passes", "last moves that are passes"},
      {"ends", "last moves after which neither side can move"},
  }};

  template <ReversiPosition P>
  static void add(P& position, Move move, std::array<std::uint64_t, counted>& counts) {
    const Side other = !position.side_to_move();
    const int before = std::popcount(position.discs().of(other));
    const auto undo = position.make(move);
    counts[turned] +=
        static_cast<std::uint64_t>(before - std::popcount(position.discs().of(other)));
    counts[corner] += move != pass && (corners & bit(move)) != 0;
    counts[passes] += move == pass;
    counts[ends] += position.placements(other) == 0 && position.placements(!other) == 0;
    position.unmake(move, undo);
  }
};

/// A side that cannot turn a disc passes, which is a ply. If the other side cannot turn a disc
/// either, the game ends after one pass; such a position therefore has one more ply, the pass.
struct Reversi {
  using Start = Setup;
  using MoveKinds = reversi::MoveKinds;

  static constexpr std::string_view name = "reversi";
  static constexpr std::string_view summary =
      "reversi, or Othello; a pass is a ply, also the one that ends the game";
  static constexpr std::string_view notation =
      "64 of X, O and - from a1 to h8 and X or O to move, or moves such as f5d6, or startpos";
  static constexpr std::string_view start = "startpos";
  static constexpr std::string_view default_generator = "bitboard";
  static constexpr Side white = Side::second;
  static constexpr bool counts_early_leaves = true;

  static constexpr std::tuple generators{
      Generator<ArrayBoard>{"array", "10x10 board, walks in eight directions"},
#ifdef __x86_64__
      Generator<BitboardBy<avx512>>{
          "bitboard", "two sets of discs, lines by filling", "avx512",
          "AVX-512 F BW CD DQ VL VBMI VBMI2 BITALG VNNI VPOPCNTDQ, GFNI, BMI2", runs_avx512,
          runs_avx512},
      Generator<BitboardBy<avx2>>{"bitboard", "two sets of discs, lines by filling", "avx2",
                                  "AVX2, BMI2", runs_avx2, runs_avx2},
#endif
      Generator<BitboardBy<generic>>{"bitboard", "two sets of discs, lines by filling", "generic"},
  };
  static constexpr std::tuple evaluations{
      NamedEvaluation<Material>{"material", "discs", {}},
      NamedEvaluation<Mobility>{"mobility", "moves to choose from, and corners", {}}};

  static Setup parse(std::string_view text) { return parse_setup(text); }
  static std::string to_string(const Setup& setup) { return reversi::to_string(setup); }

  /// Throws InputError for a pass that ends the game: a setup cannot say that a side has just
  /// passed.
  static Setup after(const Setup& setup, Move move) {
    ArrayBoard board(setup);
    board.make(move);
    if (move == pass && board.count() == 0)
      throw InputError("pass ends the game, and no position follows it");
    return {board.discs(), board.side_to_move()};
  }
};

static_assert(Game<Reversi>);

}  // namespace plylab::reversi
