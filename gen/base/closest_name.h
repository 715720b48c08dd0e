// What somebody may have meant who mistyped a name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab {

/// The fewest insertions, deletions, replacements and swaps of neighbours that turn one text into
/// the other, none of its characters touched twice (optimal string alignment, after Damerau 1964).
std::size_t edit_distance(std::string_view from, std::string_view to);

/// The name that is closest to the text, if fewer than a third of its characters are wrong, an
/// option's dashes aside; else the only one that begins with the text, if that has two characters
/// or more. The first of equals.
std::optional<std::string> closest_name(std::string_view text,
                                        const std::vector<std::string>& names);

}  // namespace plylab
