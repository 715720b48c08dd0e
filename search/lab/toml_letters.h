// What a TOML file may say in ASCII alone.
#pragma once

#include <string>
#include <string_view>

namespace plylab::search::lab {

/// Throws InputError, with file and line, for a byte that is not ASCII outside of quotes and
/// comments, where TOML 1.0 has none: there toml++ 3.3 relies on knowing what letters are blanks,
/// which it does not (is_non_ascii_horizontal_whitespace()).
void refuse_foreign_letters(std::string_view text, const std::string& path);

}  // namespace plylab::search::lab
