// What a chess problem demands: "#3", "s#3", "h#2.5", "r#2", "ser-h#5", "=2".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/chess/board/board.h"

namespace plylab::search::mate {

/// Who reaches the goal, and whether against the other side's will.
enum class Aim : std::uint8_t {
  direct,       ///< the side that begins reaches it, whatever the other one does
  self,         ///< the side that begins forces the other one to reach it
  reflex,       ///< the same, but both sides must reach it at once whenever they can
  semi_reflex,  ///< the same, but only the side that does not begin must
  help          ///< both sides together; the one that does not begin h#N reaches it
};

/// What the last move does to the side that is to move after it.
enum class Goal : std::uint8_t { mate, stalemate };

/// Aim, goal and length of a problem.
///
/// In series play one side makes all its N moves in a row, and only the last may check; the last is
/// that of the aim in one move, as in "h#1", which ends a "ser-h#N" with a move of the other side.
struct Stipulation {
  Aim aim = Aim::direct;
  Goal goal = Goal::mate;
  bool series = false;
  int moves = any;    ///< the whole moves
  bool half = false;  ///< and a half more: the other side begins (help play alone)

  static constexpr int any = -1;  ///< as few moves as there are

  bool has_length() const { return moves != any; }

  /// The half-moves of a line of help play.
  int plies() const { return 2 * moves + (half ? 1 : 0); }

  /// The least number of whole moves that makes sense.
  int fewest() const { return half ? 0 : 1; }

  /// Who begins: White, but Black in helpmates with whole moves.
  chess::Color begins() const { return aim == Aim::help && !half ? chess::black : chess::white; }

  /// The same with another length.
  Stipulation in(int other_moves) const {
    Stipulation other = *this;
    other.moves = other_moves;
    return other;
  }

  friend bool operator==(const Stipulation&, const Stipulation&) = default;
};

/// Reads "ser-", then "s", "r", "semi-r", "h" or nothing, then "#" or "=", then the number of
/// moves, which may be left out; capitals do not matter. Throws InputError.
Stipulation parse_stipulation(std::string_view text);

/// In the form that parse_stipulation() reads: "h#2.5", or "h#" without a length.
std::string to_string(const Stipulation& stipulation);

}  // namespace plylab::search::mate
