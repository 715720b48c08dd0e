// Reads the thinking output of engines, line by line, without checking it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::engines {

/// No search goes deeper.
inline constexpr int max_depth = 1000;

/// A line of thinking output, unchecked. Impossible scores and depths, such as a mate in
/// 2147483647, are left out; in a thinking line of xboard they make the whole line another one.
struct EngineInfo {
  std::optional<int> depth = {};            ///< plies
  std::optional<int> centipawns = {};       ///< for the side to move
  std::optional<int> mate = {};             ///< in moves, negative if the side to move is mated
  bool bound = false;                       ///< the score is only a lower or upper bound
  std::optional<std::uint64_t> nodes = {};  ///< above 0
  std::vector<std::string> pv = {};         ///< the words that look like moves

  friend bool operator==(const EngineInfo&, const EngineInfo&) = default;
};

/// Reads an info line of UCI: "info depth 9 score cp 31 nodes 4000 pv e2e4 e7e5". None for another
/// kind of line, or a variation other than the best (multipv 2).
std::optional<EngineInfo> read_info(std::string_view text);

/// Reads a thinking line of xboard: "ply score time nodes pv", perhaps with more numbers before the
/// pv. A score of ±(100000 + n) is mate in n. None for another kind of line.
std::optional<EngineInfo> read_thinking(std::string_view text);

}  // namespace plylab::engines
