// Text as HTML, SVG and LaTeX show it.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

/// For HTML and SVG: valid UTF-8 in which nothing is markup, fit for content and for attributes in
/// double quotes.
std::string markup_text(std::string_view text);

/// For LaTeX with any engine, pdfTeX, XeTeX or LuaTeX, and any encoding of fonts: valid UTF-8 on
/// one line, so that it stands on the page as it is. Nothing in it is a command, an alignment, a
/// ligature, or the optional argument of a line's end. A character that LaTeX's own fonts lack is
/// shown by its number, "[U+265A]".
std::string latex_text(std::string_view text);

/// The same with all its blanks.
std::string latex_verbatim(std::string_view text);

/// What lets a file that shows something ("the tables") be compiled alone, and gives others what it
/// shows by \input: its preamble with these packages, and `setup` for the first case. What is
/// \plylabalone{so} is of that case, too; such must be the end, \end{document}.
std::string latex_preamble(std::string_view shows, std::string_view packages,
                           std::string_view setup);

/// A number as display() shows it: with a true minus, "<0.0001" and powers of ten as formulas, and
/// a dash for what is unknown.
std::string latex_number(std::string_view shown);

}  // namespace plylab::reports
