// Whether a problem is sound, or how it is cooked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "search/mate/composition.h"

namespace plylab::search::mate {

/// What solving says of a problem as a work.
enum class Soundness : std::uint8_t {
  sound,           ///< computer-tested: just the solutions that are meant
  several,         ///< several lines of help or series play, and nobody says how many are meant
  no_solution,     ///< none of the length demanded or less
  short_solution,  ///< one of less than the length demanded
  too_few,         ///< fewer than are meant
  cooked,          ///< a solution that is not meant
  dual,            ///< the first moves are those meant, but a line goes on in several ways
  unknown          ///< the limits were reached before anything was certain
};

/// "sound", "several", "no solution", …
std::string_view name_of(Soundness soundness);

/// Judges the solution; `meant` is the number of keys or lines that the author gives. Without it
/// forced play must have one key.
Soundness judge(const Solution& solution, std::optional<std::size_t> meant = {});

/// "C+", "no solution", "short solution: h#2", "cooked: 3 keys", "unknown: at least 1 solution", …
std::string verdict(const Solution& solution, std::optional<std::size_t> meant = {});

}  // namespace plylab::search::mate
