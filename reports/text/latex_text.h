// Text as LaTeX shows it, with any engine: pdfTeX, XeTeX, LuaTeX, and any encoding of fonts.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

/// Valid UTF-8 on one line, so that it stands on the page as it is: nothing in it is a command, an
/// alignment, a ligature, or the optional argument of a line's end. A character that LaTeX's own
/// fonts have not is told by its number, "[U+265A]".
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
