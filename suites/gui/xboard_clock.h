// The time that a GUI gives by "level", "st", "time" and "otim".
#pragma once

#include <optional>
#include <string_view>

namespace plylab::suites::gui {

/// The engine's clock. xboard sends its reading before each move; where a GUI does not, it runs
/// here.
class XboardClock {
 public:
  /// Reads the words after "level": moves of a control or 0 for the whole game; minutes, or minutes
  /// and seconds; seconds added after each move: "40 5 0", "0 2 12", "40 0:30 0.5". Throws
  /// InputError; then nothing changes.
  void set_level(std::string_view words);

  /// So many seconds for each move, as after "st". Throws InputError unless it is a positive
  /// number.
  void set_seconds(std::string_view word);

  /// What is left, in centiseconds, as after "time". Throws InputError unless it is a number.
  void set_left(std::string_view word);

  /// The clock is wound up as at the start of a game.
  void restart();

  /// The engine has made a move in so many seconds.
  void spend(double seconds);

  /// How long it should think. `ponders`: it also thinks in the opponent's time.
  double seconds(bool ponders) const;

 private:
  struct Level {
    int moves = 40;  // as xboard has it by itself
    double base = 300, increment = 0;
  };

  Level level_;
  std::optional<double> each_move_;  // in place of the level
  double left_ = level_.base;
  int moves_ = 0;  // of the engine since the level was set
};

}  // namespace plylab::suites::gui
