// What a player would play at some moment of its work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plylab::suites::play {

/// What a built-in search or an engine announces at some moment: depth, score, principal variation.
/// Moves are in the game's move notation.
struct EngineLine {
  int depth = 0;  ///< the iteration, in plies
  std::string move = {};
  std::optional<int> centipawns = {};  ///< for the side to move, where it is no mate
  std::optional<int> mate = {};      ///< announced, in moves; negative if the side to move is mated
  std::vector<std::string> pv = {};  ///< begins with the move; empty if it is not known
  std::uint64_t nodes = 0;           ///< visited since the work began
  double seconds = 0;                ///< since the work began

  friend bool operator==(const EngineLine&, const EngineLine&) = default;
};

/// A player's lines in their order.
using EngineLines = std::vector<EngineLine>;

}  // namespace plylab::suites::play
