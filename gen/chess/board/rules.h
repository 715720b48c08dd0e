// The rules as a parameter of the generators.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "gen/chess/board/setup.h"
#include "gen/chess/board/variant.h"

namespace plylab::chess {

/// The variants of fairy chess, by their number.
enum class FairyVariant : std::uint8_t { stationary, nightrider, dabbaba, alfil, ferz, wazir };
inline constexpr std::array<Variant, 6> fairy_variants{{{.kings_move = false},
                                                        {.knights_ride = true},
                                                        {.far = 2, .across = 0},
                                                        {.far = 2, .across = 2},
                                                        {.far = 1, .across = 1},
                                                        {.far = 1, .across = 0}}};

/// A setup that has been found to be a position of a variant.
class VariantSetup {
 public:
  /// Throws FenError of the second group.
  VariantSetup(FairyVariant variant, const Setup& setup)
      : setup_(checked(setup, fairy_variants[static_cast<std::size_t>(variant)])),
        variant_(variant) {}

  const Setup& setup() const { return setup_; }
  const Squares& squares() const { return setup_.squares; }
  FairyVariant number() const { return variant_; }
  const Variant& variant() const { return fairy_variants[static_cast<std::size_t>(variant_)]; }

 private:
  Setup setup_;
  FairyVariant variant_;
};

/// Generators are compiled twice: for the rules of chess, which the compiler knows, …
struct Orthodox {
  using Start = ValidSetup;
};

/// … and for those of whichever variant the start says. So all variants have their walks and
/// searches in common.
struct Fairy {
  using Start = VariantSetup;
};

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
