// In what a variant of fairy chess departs from chess.
#pragma once

namespace plylab::chess {

/// How the pieces of a variant move, where that is not as in chess.
struct Variant {
  bool kings_move = true;     ///< else they neither move nor capture nor attack, and never castle
  bool knights_ride = false;  ///< they repeat a leap along its line while the squares are empty
  /// Knights leap also so many squares one way and so many across, whatever stands between; 0 and 0
  /// for no such leap.
  int far = 0, across = 0;

  constexpr bool leaps_also() const { return far != 0; }
  constexpr bool leaps_also(int files, int ranks) const {
    const int wide = files < 0 ? -files : files;
    const int high = ranks < 0 ? -ranks : ranks;
    return leaps_also() && ((wide == far && high == across) || (wide == across && high == far));
  }
  /// Whether a knight leaps so many files and ranks.
  constexpr bool knights_leap(int files, int ranks) const {
    const int product = files * ranks;
    return product == 2 || product == -2 || leaps_also(files, ranks);
  }
};

/// Chess itself.
inline constexpr Variant orthodox{};

}  // namespace plylab::chess
