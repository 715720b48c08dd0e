#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gen/base/text.h"
#include "reports/formats/format.h"
#include "reports/tables/display.h"
#include "reports/text/markup.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

constexpr std::string_view latex_begin = "% A report of plylab, as LaTeX\n";
constexpr std::string_view latex_end = "\\end{document}}\n";

/// Defines a macro that shrinks content too wide for the page.
constexpr std::string_view latex_fit = R"(\ifdefined\plylabbox\else\newsavebox\plylabbox\fi
\long\def\plylabfit#1{\sbox\plylabbox{\small #1}%
  \ifdim\wd\plylabbox>\linewidth
    \sbox\plylabbox{\resizebox{\linewidth}{!}{\usebox\plylabbox}}\fi
  \ifdim\dimexpr\ht\plylabbox+\dp\plylabbox\relax>.8\textheight
    \sbox\plylabbox{\resizebox{!}{.8\textheight}{\usebox\plylabbox}}\fi
  \usebox\plylabbox}
)";

/// Text columns with a longer cell are wrapped.
constexpr std::size_t longest_words = 50;

bool breaks_words(const Table& table, std::size_t column) {
  return !is_numeric(table, column) && std::ranges::any_of(table.rows, [&](const auto& row) {
    return display(row[column], table.columns[column]).size() > longest_words;
  });
}

/// Right-aligned numbers of a column line up by decimal point, because they have equally many
/// decimals.
std::string latex_columns(const Table& table) {
  std::string out;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    out += is_numeric(table, i)     ? "r"
           : breaks_words(table, i) ? ">{\\raggedright\\arraybackslash}p{7cm}"
                                    : "l";
  return out;
}

std::string latex_head(const Table& table) {
  std::string names, units;
  bool any = false;
  for (const Column& column : table.columns) {
    const std::string_view separator = &column == &table.columns.front() ? "" : " & ";
    names += std::string(separator) + latex_text(column.name);
    units += std::string(separator) + latex_text(column.unit);
    any |= !column.unit.empty();
  }
  return "\\toprule\n" + names + " \\\\\n" + (any ? units + " \\\\\n" : "") + "\\midrule\n";
}

/// A text that LaTeX may break after commas, for lists of switches.
std::string breakable(const std::string& text) {
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size() - 1) + 1;
    out += latex_text(rest.substr(0, end));
    rest.remove_prefix(end);
    if (!rest.empty() && rest.front() != ' ') out += "\\allowbreak{}";
  }
  return out;
}

std::string latex_cell(const Cell& cell, const Column& column) {
  const std::string shown = display(cell, column);
  const bool is_text = std::holds_alternative<std::string>(cell.value());
  return is_text ? breakable(shown) : latex_number(shown);
}

void append_latex_notes(std::string& out, const Table& table) {
  if (table.notes.empty()) return;
  out += "\\par\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\n";
  for (const std::string& note : table.notes) out += latex_text(one_line(note)) + "\\par\n";
  out += "\\end{minipage}\n";
}

/// Appends a float with the rows from `first` up to, but excluding, `end`.
void append_latex_float(std::string& out, const Table& table, const std::string& label,
                        std::size_t first, std::size_t end) {
  out += fmt::format(
      "\n\\begin{{table}}[htbp]\n\\centering\n\\caption{{{}{}}}{}\\par\\medskip\n"
      "\\plylabfit{{\\begin{{tabular}}{{@{{}}{}@{{}}}}\n{}",
      latex_text(heading(table)), first > 0 ? " (continued)" : "",
      first > 0 ? "" : fmt::format("\\label{{{}}}", label), latex_columns(table),
      latex_head(table));
  for (std::size_t row = first; row < end; ++row) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      out += (i > 0 ? " & " : "") + latex_cell(table.rows[row][i], table.columns[i]);
    out += " \\\\\n";
  }
  out += "\\bottomrule\n\\end{tabular}}\n";
  if (end == table.rows.size()) append_latex_notes(out, table);
  out += "\\end{table}\n";
}

/// "tab:plylab-perft"; a second one is "tab:plylab-perft-2".
std::string latex_label(const Table& table, std::map<std::string, int>& used) {
  std::string name = "tab:plylab-" + table.name;
  for (char& c : name)
    if (std::string_view("#$%&\\^_{}~, ").find(c) != std::string_view::npos) c = '-';
  const int number = ++used[name];
  return number == 1 ? name : fmt::format("{}-{}", name, number);
}

void append_latex_text(std::string& out, const std::vector<std::string>& text) {
  if (text.empty()) return;
  out += "\n\\begin{flushleft}\\ttfamily\\footnotesize\n";
  for (const std::string& line : text)
    out += line.empty() ? "\\mbox{}\\\\\n" : latex_verbatim(one_line(line)) + "\\\\\n";
  out += "\\end{flushleft}\n";
}

}  // namespace

std::string render_latex(const Report& report, const Screen&) {
  constexpr std::size_t max_pending_floats = 10;
  constexpr std::size_t max_rows = 40, max_broken_rows = 15;  // in a float
  std::string out(latex_begin);
  out += fmt::format("% complete: {}\n", report.complete);
  const auto known = fields(report.provenance);
  for (const auto& [name, text] : known) out += fmt::format("% {}: {}\n", name, text);
  out +=
      latex_preamble("the tables", "array,booktabs,graphicx", "\\usepackage[margin=2cm]{geometry}");
  out += latex_fit;
  if (!report.complete) out += "\n\\textbf{Incomplete:} not all of the work was done.\n";
  append_latex_text(out, report.text);
  std::map<std::string, int> labels;
  std::size_t floats = 0;
  for (const Table& table : report.tables) {
    const std::string label = latex_label(table, labels);
    bool breaks = false;
    for (std::size_t i = 0; i < table.columns.size(); ++i) breaks |= breaks_words(table, i);
    const std::size_t max = breaks ? max_broken_rows : max_rows;
    std::size_t first = 0;
    do {
      const std::size_t end = std::min(first + max, table.rows.size());
      append_latex_float(out, table, label, first, end);
      if (++floats % max_pending_floats == 0) out += "\\plylabalone{\\clearpage}\n";
      first = end;
    } while (first < table.rows.size());
  }
  out += "\n\\plylabalone{\\begin{flushleft}\\footnotesize\n";
  for (const auto& [name, text] : known)
    out += fmt::format("{}: {}\\\\\n", latex_text(name), latex_text(text));
  if (known.empty()) out += "\\mbox{}\n";
  return out + "\\end{flushleft}\n" + std::string(latex_end);
}

bool is_latex_report(std::string_view text) {
  return text.starts_with(latex_begin) && text.ends_with(latex_end);
}

}  // namespace plylab::reports
