// What a player may spend on a game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/game/position.h"
#include "suites/play/player.h"

namespace plylab::suites::match {

/// A time control: `base` seconds for `moves` moves, again and again, or for the whole game.
struct TimeControl {
  int moves = 0;  ///< 0: the whole game
  double base = 0;
  double increment = 0;  ///< seconds added after each move

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// The limits of a player. All that are given hold.
struct PlayerLimits {
  std::optional<int> depth = {};            ///< plies
  std::optional<std::uint64_t> nodes = {};  ///< for each move
  std::optional<double> seconds = {};       ///< for each move
  std::optional<TimeControl> clock = {};

  bool empty() const { return !depth && !nodes && !seconds && !clock; }
  friend bool operator==(const PlayerLimits&, const PlayerLimits&) = default;
};

/// Reads "10+0.1", "40/60", "40/60+0.5" or "300", in seconds. Throws InputError that begins with
/// `where`.
TimeControl parse_time_control(std::string_view where, std::string_view text);

/// Reads "depth 6", "nodes 20000", "time 0.1", "clock 10+0.1", or several of them one after
/// another. Throws InputError that begins with `where`.
PlayerLimits parse_limits(std::string_view where, std::string_view text);

/// What parse_limits() reads.
std::string to_string(const PlayerLimits& limits);

/// The value of the tag TimeControl (PGN standard 9.6.1): "40/60", "10+0.1"; a time for each move
/// is a control of one move: "1/0.1"; "-" without any time.
std::string pgn_time_control(const PlayerLimits& limits);

/// One player's clock during a game.
class PlayerClock {
 public:
  explicit PlayerClock(const PlayerLimits& limits);

  /// Takes the time of a move off. False if that was too much by more than the margin.
  bool spend(double seconds, double margin);

  double left() const { return left_; }
  std::optional<int> moves_to_control() const;

 private:
  PlayerLimits limits_;
  double left_ = 0;
  int moves_ = 0;
};

/// What the clocks show the side to move, by side; nothing if it plays without a clock. An
/// opponent without one is shown with the same time.
std::optional<search::Clocks> shown(const std::array<PlayerLimits, 2>& limits,
                                    const std::array<PlayerClock, 2>& clocks, Side mover);

}  // namespace plylab::suites::match
