// Random games as PGN, the same on every machine.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gen/base/random.h"
#include "gen/chess/board/notation.h"
#include "gen/pgn/replay.h"

namespace plylab::bench {

/// Appends the game of this number in export format: 20 to 140 plies, 80 on average. The first 16
/// prefer few moves, as openings do; the others are any legal ones, with equal chances. `comments`
/// adds one to each move, as engines write them.
inline void add_random_game(std::uint64_t number, bool comments, std::string& text) {
  constexpr int opening = 16, shortest = 20, longest = 140;
  std::uint64_t seed = number;
  const auto dice = [&seed](std::size_t faces) {
    return static_cast<std::size_t>(splitmix64(seed) % faces);
  };
  constexpr std::array<std::string_view, 3> results{"1-0", "1/2-1/2", "0-1"};
  std::string_view result = results[dice(results.size())];
  const int plies = shortest + static_cast<int>(dice(longest - shortest + 1));
  std::string moves_text, line;
  const auto add = [&](const std::string& word) {
    line += (line.empty() ? "" : " ") + word;
    if (line.size() < 70) return;
    moves_text += line + '\n';
    line.clear();
  };
  pgn::Board board{chess::ValidSetup(chess::startpos_fen)};
  for (int ply = 0; ply < plies; ++ply) {
    auto moves = board.generate();
    if (moves.empty()) break;
    std::sort(moves.begin(), moves.end());
    std::size_t choice = dice(moves.size());
    for (int again = 0; ply < opening && again < 3; ++again)
      choice = std::min(choice, dice(moves.size()));
    if (ply % 2 == 0) add(fmt::format("{}.", ply / 2 + 1));
    const std::string san = to_san(board, moves[choice]);
    if (san.back() == '#') result = ply % 2 == 0 ? "1-0" : "0-1";
    add(san);
    if (comments) add(fmt::format("{{+0.{:02}/12 0.{:03}s}}", ply % 100, ply));
    board.make(moves[choice]);
  }
  add(std::string(result));
  const std::size_t year = 1990 + dice(37), white = dice(1000), black = dice(1000);
  text += fmt::format(
      "[Event \"Random games\"]\n[Site \"?\"]\n[Date \"{}.01.01\"]\n[Round \"{}\"]\n"
      "[White \"Player {}\"]\n[Black \"Player {}\"]\n[Result \"{}\"]\n[WhiteElo \"{}\"]\n"
      "[BlackElo \"{}\"]\n\n{}{}\n\n",
      year, number, white, black, result, 1500 + white, 1500 + black, moves_text, line);
}

}  // namespace plylab::bench
