// TOML with letters of any script, read by a parser that sees ASCII only.
//
// toml++ 3.3 takes most letters that are not ASCII for impossible where it looks for blanks
// (is_non_ascii_horizontal_whitespace()), which may be anywhere in a file that is damaged.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plylab::search::lab {

/// The text with "?C3" in place of a byte C3 that is not ASCII, and "?3F" in place of a question
/// mark: TOML has no meaning for either, so both stay what they are in quotes and in comments, and
/// are refused elsewhere. Throws InputError, with file and line, for what is not UTF-8, and for a
/// question mark that is written as an escape sequence.
std::string to_ascii(std::string_view toml, const std::string& path);

/// What such a text, or a part of it, was made from.
std::string from_ascii(std::string_view text);

/// Whether a letter that is not ASCII stood in that column of the line, both counted from 1 in the
/// text that it has become.
bool is_foreign_letter(std::string_view ascii, std::size_t line, std::size_t column);

}  // namespace plylab::search::lab
