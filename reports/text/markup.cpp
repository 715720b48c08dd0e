#include "reports/text/markup.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

/// Quotes are written by code, since " is a command in German documents.
constexpr std::array characters = {
    Replacement{"\\", "\\textbackslash{}"},
    Replacement{"{", "\\{"},
    Replacement{"}", "\\}"},
    Replacement{"$", "\\$"},
    Replacement{"&", "\\&"},
    Replacement{"#", "\\#"},
    Replacement{"%", "\\%"},
    Replacement{"_", "\\_"},
    Replacement{"^", "\\textasciicircum{}"},
    Replacement{"~", "\\textasciitilde{}"},
    Replacement{"<", "\\textless{}"},
    Replacement{">", "\\textgreater{}"},
    Replacement{"|", "\\textbar{}"},
    Replacement{"\"", "{\\char34}"},
    Replacement{"`", "{\\char96}"},
    Replacement{"[", "{[}"},
    Replacement{"]", "{]}"},
    Replacement{"*", "{*}"},
    Replacement{"−", "$-$"},
    Replacement{"±", "$\\pm$"},
    Replacement{"×", "$\\times$"},
    Replacement{"÷", "$\\div$"},
    Replacement{"·", "$\\cdot$"},
    Replacement{"≤", "$\\leq$"},
    Replacement{"≥", "$\\geq$"},
    Replacement{"≠", "$\\neq$"},
    Replacement{"≈", "$\\approx$"},
    Replacement{"√", "$\\surd$"},
    Replacement{"∞", "$\\infty$"},
    Replacement{"→", "$\\to$"},
    Replacement{"⌈", "$\\lceil$"},
    Replacement{"⌉", "$\\rceil$"},
    Replacement{"⌊", "$\\lfloor$"},
    Replacement{"⌋", "$\\rfloor$"},
    Replacement{"²", "$^2$"},
    Replacement{"³", "$^3$"},
    Replacement{"°", "$^\\circ$"},
    Replacement{"µ", "$\\mu$"},
    Replacement{"§", "\\S{}"},
    Replacement{"…", "\\dots{}"},
    Replacement{"–", "--"},
    Replacement{"—", "---"},
    Replacement{"‘", "`"},
    Replacement{"’", "'"},
    Replacement{"“", "``"},
    Replacement{"”", "''"},
    // No font that LaTeX loads without a package has chess figures: letters as in a FEN.
    Replacement{"♔", "K"},
    Replacement{"♕", "Q"},
    Replacement{"♖", "R"},
    Replacement{"♗", "B"},
    Replacement{"♘", "N"},
    Replacement{"♙", "P"},
    Replacement{"♚", "k"},
    Replacement{"♛", "q"},
    Replacement{"♜", "r"},
    Replacement{"♝", "b"},
    Replacement{"♞", "n"},
    Replacement{"♟", "p"},
};

/// Letters that all of LaTeX's encodings have or can compose from a letter and an accent.
constexpr std::string_view letters =
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĆćČčĎďĚěĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŤťŮů"
    "Űű"
    "ŹźŻżŽž";

/// The bytes of the character that begins here; the text is valid UTF-8.
std::size_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

std::string replaced(std::string_view character) {
  for (const auto& [from, to] : characters)
    if (character == from) return std::string(to);
  if (character.size() == 1 || letters.find(character) != std::string_view::npos)
    return std::string(character);
  return fmt::format("{{[}}U+{:04X}{{]}}", code_point(character));
}

/// Whether these two characters in a row would become one glyph.
bool makes_ligature(char first, char second) {
  return first == second && std::string_view("-',").find(first) != std::string_view::npos;
}

}  // namespace

std::string markup_text(std::string_view text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string latex_text(std::string_view text) {
  const std::string line = one_line(text);
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = length_of(line[i]);
    if (i > 0 && makes_ligature(line[i - 1], line[i])) out += "{}";
    out += replaced(std::string_view(line).substr(i, length));
    i += length;
  }
  return out;
}

std::string latex_verbatim(std::string_view text) {
  std::string out;
  bool after_blank = true;  // keeps blanks at the start of a line, too
  for (const char c : latex_text(text)) {
    out += c == ' ' && after_blank ? '~' : c;
    after_blank = c == ' ';
  }
  return out;
}

// \@notprerr is what \usepackage is inside a document: LaTeX forbids it there by that macro.
std::string latex_preamble(std::string_view shows, std::string_view packages,
                           std::string_view setup) {
  return fmt::format(R"(%
% This compiles alone. Inside another document \input gives {}; its preamble needs
%   \usepackage{{{}}}
\expandafter\ifx\csname @notprerr\endcsname\usepackage
  \long\def\plylabalone#1{{}}
\else
  \long\def\plylabalone#1{{#1}}
  \documentclass[a4paper]{{article}}
  \usepackage[utf8]{{inputenc}}
  {}
  \usepackage{{{}}}
  \begin{{document}}
\fi
)",
                     shows, packages, setup, packages);
}

std::string latex_number(std::string_view shown) {
  if (shown == "-") return "--";
  const std::size_t power = shown.find('e');
  if (power != std::string_view::npos && shown.find_first_of("0123456789") < power) {
    std::string_view exponent = shown.substr(power + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    return fmt::format("${}\\times10^{{{}}}$", shown.substr(0, power), exponent);
  }
  if (shown.starts_with('-')) return "$-$" + std::string(shown.substr(1));
  if (shown.starts_with('<')) return "$<$" + std::string(shown.substr(1));
  return std::string(shown);
}

}  // namespace plylab::reports
