// What a soak looks at in each position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plylab::perft::soak {

/// In the order in which they are made.
enum class Check : std::uint8_t {
  state,
  moves,
  children,
  unmake,
  two_plies,
  keys,
  three_plies,
  rules,
  packed,
  position_text,
  move_text,
  whole_game,
  engine
};

/// A check as reports name it.
struct CheckInfo {
  std::string_view name;
  std::string_view help;  ///< in a line
};

inline constexpr std::array<CheckInfo, 13> checks{{
    {"state",
     "position, side to move, key and packed form are one; in chess the key is recomputed"},
    {"moves", "the same moves are listed, and counted without a list"},
    {"children", "after each move, one by one: the same key, and so many moves"},
    {"unmake", "all moves made and taken back: the position is the same to the last bit"},
    {"two_plies", "kernels that count two plies at once have the children's sum"},
    {"keys", "no two of the positions that a thread has met last have one key"},
    {"three_plies", "kernels that count three plies at once have the grandchildren's sum"},
    {"rules", "the slow rules of chess list the same moves"},
    {"packed", "the packed form is unpacked to the position"},
    {"position_text", "the FEN is read back, and each generator starts from it in the same state"},
    {"move_text", "every move is found by its text, and by the one that people write"},
    {"whole_game", "all moves of a game are taken back: the start is the same to the last bit"},
    {"engine", "the engine counts as many paths below each move"},
}};

constexpr const CheckInfo& info(Check check) { return checks[static_cast<std::size_t>(check)]; }

}  // namespace plylab::perft::soak
