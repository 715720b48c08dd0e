// The variants of fairy chess: in what each departs from chess.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace plylab::chess {

/// How the pieces of a variant move, where that is not as in chess.
struct Variant {
  bool kings_move = true;     ///< else they neither move nor capture nor attack, and never castle
  bool knights_ride = false;  ///< they repeat a leap along its line while the squares are empty
  /// Knights also leap so many squares one way and so many across, whatever stands between; 0 and 0
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

/// What a generator has computed from a variant's rules: Tables(variant), made once.
template <class Tables>
const Tables& tables_of(FairyVariant variant) {
  static const auto all = []<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<Tables, sizeof...(i)>{Tables(fairy_variants[i])...};
  }
  (std::make_index_sequence<fairy_variants.size()>());
  return all[static_cast<std::size_t>(variant)];
}

}  // namespace plylab::chess
