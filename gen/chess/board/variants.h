// The variants of fairy chess, and how each differs from chess.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace plylab::chess {

/// How the pieces of a variant move, if not as in chess.
struct Variant {
  bool kings_move = true;     ///< if false, they never move, capture, attack or castle
  bool knights_ride = false;  ///< they repeat a leap along its line while the squares are empty
  /// Knights also leap `far` squares in one direction and `across` in the other, over any piece;
  /// both 0 for no such leap.
  int far = 0, across = 0;

  constexpr bool leaps_also() const { return far != 0; }
  constexpr bool leaps_also(int files, int ranks) const {
    const int wide = files < 0 ? -files : files;
    const int high = ranks < 0 ? -ranks : ranks;
    return leaps_also() && ((wide == far && high == across) || (wide == across && high == far));
  }
  /// Whether a knight can leap by these numbers of files and ranks.
  constexpr bool knights_leap(int files, int ranks) const {
    const int product = files * ranks;
    return product == 2 || product == -2 || leaps_also(files, ranks);
  }

  friend constexpr bool operator==(const Variant&, const Variant&) = default;
};

/// Chess itself.
inline constexpr Variant orthodox{};

/// The variants, and how each moves.
enum class FairyVariant : std::uint8_t { stationary, nightrider, dabbaba, alfil, ferz, wazir };
inline constexpr std::array<Variant, 6> fairy_variants{{{.kings_move = false},
                                                        {.knights_ride = true},
                                                        {.far = 2, .across = 0},
                                                        {.far = 2, .across = 2},
                                                        {.far = 1, .across = 1},
                                                        {.far = 1, .across = 0}}};

constexpr const Variant& rules_of(FairyVariant variant) {
  return fairy_variants[static_cast<std::size_t>(variant)];
}

/// The tables that a generator computes from a variant's rules: Tables(variant), made once.
template <class Tables>
const Tables& tables_of(FairyVariant variant) {
  static const auto all = []<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<Tables, sizeof...(i)>{Tables(fairy_variants[i])...};
  }
  (std::make_index_sequence<fairy_variants.size()>());
  return all[static_cast<std::size_t>(variant)];
}

}  // namespace plylab::chess
