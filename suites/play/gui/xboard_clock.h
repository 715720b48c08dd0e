// The time that a GUI sets by "level", "st", "time" and "otim".
#pragma once

#include <optional>
#include <string_view>

namespace plylab::suites::play::gui {

/// The engine's clock. xboard sends its reading before each move; if a GUI does not, this object
/// keeps the time itself.
class XboardClock {
 public:
  /// Reads the words after "level": moves of a control or 0 for the whole game; minutes, or minutes
  /// and seconds; seconds added after each move: "40 5 0", "0 2 12", "40 0:30 0.5". Throws
  /// InputError; then nothing changes.
  void set_level(std::string_view words);

  /// Reads the seconds for each move after "st". Throws InputError unless it is a positive number.
  void set_seconds(std::string_view word);

  /// Reads the remaining time after "time", in centiseconds. Throws InputError unless it is a
  /// number.
  void set_left(std::string_view word);

  /// Resets the clock to the start of a game.
  void restart();

  /// Records that the engine has used so many seconds for a move.
  void spend(double seconds);

  /// How long the engine should think. `ponders`: it also thinks on the opponent's time.
  double seconds(bool ponders) const;

 private:
  struct Level {
    int moves = 40;  // xboard's default
    double base = 300, increment = 0;
  };

  Level level_;
  std::optional<double> each_move_;  // replaces the level
  double left_ = level_.base;
  int moves_ = 0;  // made by the engine since the level was set
};

}  // namespace plylab::suites::play::gui
