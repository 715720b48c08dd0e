// Escapes text for HTML, SVG and LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

/// For HTML and SVG: valid UTF-8 without markup, for content and for attributes in double quotes.
std::string markup_text(std::string_view text);

/// For LaTeX with any engine (pdfTeX, XeTeX or LuaTeX) and any font encoding: valid UTF-8 on one
/// line, which LaTeX prints unchanged. It contains no command, alignment or ligature, and cannot
/// become the optional argument of \\. A character that LaTeX's own fonts lack is shown by its
/// number, "[U+265A]".
std::string latex_text(std::string_view text);

/// The same with all its blanks.
std::string latex_verbatim(std::string_view text);

/// The preamble, with these packages, of a file that compiles alone and can also be read by \input.
/// `setup` and the argument of \plylabalone{…} apply only where the file is compiled alone; the
/// file must end with \plylabalone{\end{document}}. `shows` names the content ("the tables").
std::string latex_preamble(std::string_view shows, std::string_view packages,
                           std::string_view setup);

/// A number from display() for LaTeX: with a true minus, "<0.0001" and powers of ten as formulas,
/// and a dash for unknown values.
std::string latex_number(std::string_view shown);

}  // namespace plylab::reports
