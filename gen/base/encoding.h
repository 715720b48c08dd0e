// The bytes of text files: encodings, and characters that mean nothing in them.
#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plylab {

/// The length in bytes of the well-formed UTF-8 character at the start of the text (Unicode 15,
/// table 3-7), which is not empty; 0 if there is none.
std::size_t utf8_length(std::string_view text);

/// The byte order of a text in UTF-16, judged by its first four bytes: by a byte order mark, or
/// because every second byte is 0. None for any other text.
std::optional<std::endian> utf16_order(std::string_view beginning);

/// Text in UTF-16 as UTF-8. An unpaired surrogate becomes U+FFFD. A last byte alone is left out.
std::string utf8_of_utf16(std::string_view bytes, std::endian order);

/// The text in UTF-8. Bytes that are not UTF-8 are read as Windows-1252, which has the characters
/// of Latin-1.
std::string in_utf8(std::string_view text);

/// Removes what programs and file systems leave in texts: zero bytes, byte order marks of UTF-8,
/// and Ctrl-Z, the end-of-file character of DOS. There is none in the text before `from`.
void remove_strays(std::string& text, std::size_t from = 0);

/// A file's bytes as text in UTF-8 without strays.
std::string as_text(std::string_view bytes);

/// A text as writers write it into a line: in UTF-8 without strays, with blanks for control
/// characters, including line ends. as_text() does not change it.
std::string in_one_line(std::string_view text);

}  // namespace plylab
