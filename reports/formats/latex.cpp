#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "gen/base/text.h"
#include "reports/formats/format.h"
#include "reports/tables/display.h"
#include "reports/text/markup.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

constexpr std::string_view latex_begin = "% A report of plylab, as LaTeX\n";
constexpr std::string_view latex_end = "\\end{document}}\n";

/// As many lines as a float may have: the page needs room for its caption.
constexpr std::size_t longest_float = 40;
/// As many characters as a line has room for in \scriptsize.
constexpr std::size_t page_width = 100;
/// The same with the columns closer together. A wider table is divided: it would need a type too
/// small to be read.
constexpr std::size_t widest_table = 118;

/// The longest part of a text that no line break divides.
std::size_t unbroken_width(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" ,"), text.size() - 1) + 1;
    longest = std::max(longest, display_width(std::string(text.substr(0, end))));
    text.remove_prefix(end);
  }
  return longest;
}

/// A column as it will stand on the page, its width in characters.
struct PageColumn {
  bool right;
  bool words;
  std::size_t width, least_width;
};

PageColumn page_column(const Table& table, std::size_t index) {
  const Column& column = table.columns[index];
  constexpr std::size_t widest_word = 40;  // a longer one may stick out
  const std::size_t head =
      std::max(display_width(one_line(column.name)), display_width(one_line(column.unit)));
  PageColumn place{is_numeric(table, index), false, head, std::max<std::size_t>(head, 16)};
  for (const auto& row : table.rows) {
    place.words |= std::holds_alternative<std::string>(row[index].value());
    const std::string shown = display(row[index], column);
    place.width = std::max(place.width, display_width(shown));
    place.least_width = std::max(place.least_width, std::min(unbroken_width(shown), widest_word));
  }
  return place;
}

/// The columns, those of words narrowed, the widest first, until the table fits a page.
std::vector<PageColumn> page_columns(const Table& table, std::size_t& total) {
  std::vector<PageColumn> columns;
  total = 2 * table.columns.size();
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    columns.push_back(page_column(table, i));
    total += columns.back().width;
  }
  while (total > page_width) {
    PageColumn* widest = nullptr;
    for (PageColumn& place : columns)
      if (place.words && place.width > place.least_width &&
          (!widest || place.width > widest->width))
        widest = &place;
    if (!widest) break;
    --widest->width;
    --total;
  }
  return columns;
}

/// A column that breaks its words into lines of that many characters.
std::string words_column(std::size_t width) {
  return fmt::format(">{{\\raggedright\\hyphenpenalty=10000\\arraybackslash}}p{{{:.1f}em}}",
                     0.55 * static_cast<double>(width));
}

/// Numbers of a column have equally many decimals, so that to the right they stand point below
/// point. A column that was narrowed breaks its words into lines.
std::string latex_columns(const Table& table, const std::vector<PageColumn>& columns) {
  std::string out = "@{}";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].right)
      out += 'r';
    else if (columns[i].width == page_column(table, i).width)
      out += 'l';
    else
      out += words_column(columns[i].width);
  }
  return out + "@{}";
}

/// The type size at which that many characters fit a line of an article.
std::string_view latex_size(std::size_t characters) {
  constexpr std::array<std::pair<std::size_t, std::string_view>, 4> sizes = {
      {{68, "\\normalsize"},
       {76, "\\small"},
       {86, "\\footnotesize"},
       {page_width, "\\scriptsize"}}};
  for (const auto& [most, size] : sizes)
    if (characters <= most) return size;
  return "\\scriptsize\\setlength{\\tabcolsep}{2pt}";
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

/// A text whose lines may end after a comma, as lists of switches have them.
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

std::string latex_rows(const Table& table) {
  std::string out;
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      out += (i > 0 ? " & " : "") + latex_cell(row[i], table.columns[i]);
    out += " \\\\\n";
  }
  return out;
}

void append_latex_notes(std::string& out, const Table& table) {
  if (table.notes.empty()) return;
  out += "\\par\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\n";
  for (const std::string& note : table.notes) out += latex_text(one_line(note)) + "\\par\n";
  out += "\\end{minipage}\n";
}

/// How many lines the rows take: a narrowed column breaks its words into several.
std::size_t lines_of_rows(const Table& table, const std::vector<PageColumn>& columns) {
  std::size_t lines = 0;
  for (const auto& row : table.rows) {
    std::size_t most = 1;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const std::size_t width = std::max<std::size_t>(columns[i].width, 1); columns[i].words)
        most =
            std::max(most, (display_width(display(row[i], table.columns[i])) + width - 1) / width);
    lines += most;
  }
  return lines;
}

/// How many lines the notes take, in small type.
std::size_t lines_of_notes(const Table& table) {
  constexpr std::size_t line = 110;
  std::size_t lines = 0;
  for (const std::string& note : table.notes) lines += display_width(note) / line + 1;
  return lines;
}

/// A float, which LaTeX moves to where it has room.
void append_latex_float(std::string& out, std::string_view caption, std::string_view size,
                        std::string_view columns, const std::string& rows, const Table& table) {
  out += fmt::format(
      "\n\\begin{{table}}[htbp]\n\\centering\n{}\\par\\medskip\n{{{}\n\\begin{{tabular}}{{{}}}\n{}"
      "\\bottomrule\n\\end{{tabular}}}}\n",
      caption, size, columns, rows);
  append_latex_notes(out, table);
  out += "\\end{table}\n";
}

void append_latex_table(std::string& out, const Table& table, const std::string& label) {
  std::size_t total = 0;
  const std::vector<PageColumn> places = page_columns(table, total);
  const std::string columns = latex_columns(table, places);
  const std::string caption =
      fmt::format("\\caption{{{}}}\\label{{{}}}", latex_text(heading(table)), label);
  const bool is_long = lines_of_rows(table, places) + lines_of_notes(table) > longest_float;
  const std::string_view size = latex_size(total);
  if (is_long) {
    out +=
        fmt::format("\n{{{}\n\\begin{{longtable}}{{{}}}\n{} \\\\\n{}\\endfirsthead\n{}\\endhead\n",
                    size, columns, caption, latex_head(table), latex_head(table));
    out += latex_rows(table) + "\\bottomrule\n\\end{longtable}}\n";
    append_latex_notes(out, table);
  } else {
    append_latex_float(out, caption, size, columns, latex_head(table) + latex_rows(table), table);
  }
}

/// A table with its rows as columns: few rows with many columns are easier to read so.
struct TurnedTable {
  std::size_t names = 0;   ///< characters of the first column, which has the names
  std::size_t widest = 0;  ///< of the other columns
  bool breaks = false;     ///< whether these break their words into lines
};

/// Nothing for a table that does not fit a page so.
std::optional<TurnedTable> turned(const Table& table) {
  constexpr std::size_t most_rows = 6, page = 86, least = 14;
  if (table.rows.empty() || table.rows.size() > most_rows) return std::nullopt;
  TurnedTable shape;
  for (const Column& column : table.columns)
    shape.names = std::max(shape.names, display_width(one_line(column.name + ", " + column.unit)));
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      shape.widest = std::max(shape.widest, display_width(display(row[i], table.columns[i])));
  const std::size_t room = (page - std::min(page, shape.names)) / table.rows.size();
  if (room < least + 2) return std::nullopt;
  shape.breaks = shape.widest + 2 > room;
  if (shape.breaks) shape.widest = room - 2;
  std::size_t lines = lines_of_notes(table);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t most = 1;
    for (const auto& row : table.rows)
      most = std::max(most, display_width(display(row[i], table.columns[i])) / shape.widest + 1);
    lines += most;
  }
  return lines <= longest_float + 10 ? std::optional(shape) : std::nullopt;
}

/// The table with its rows as columns. What tells them apart, up to the first number, is the head.
void append_turned_table(std::string& out, const Table& table, const std::string& label,
                         const TurnedTable& shape) {
  std::size_t keys = 1;
  while (keys < table.columns.size() && !is_numeric(table, keys)) ++keys;
  std::string columns = "@{}l", rows = "\\toprule\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    columns += shape.breaks ? words_column(shape.widest) : "r";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    rows += latex_text(column.name) +
            (column.unit.empty() ? std::string() : ", " + latex_text(column.unit));
    for (const auto& row : table.rows) rows += " & " + latex_cell(row[i], column);
    rows += i + 1 == keys ? " \\\\\n\\midrule\n" : " \\\\\n";
  }
  append_latex_float(out,
                     fmt::format("\\caption{{{}}}\\label{{{}}}", latex_text(heading(table)), label),
                     latex_size(shape.names + table.rows.size() * (shape.widest + 2)),
                     columns + "@{}", rows, table);
}

/// The table with some of its columns.
Table part_of(const Table& table, const std::vector<std::size_t>& columns) {
  Table part{table.name, heading(table)};
  for (const std::size_t i : columns) part.columns.push_back(table.columns[i]);
  for (const auto& row : table.rows) {
    std::vector<Cell> cells;
    for (const std::size_t i : columns) cells.push_back(row[i]);
    part.add(std::move(cells));
  }
  return part;
}

/// A table that is too wide as several, each with the first columns, which tell the rows apart; the
/// notes are below the last.
std::vector<Table> pages_of(const Table& table) {
  constexpr std::size_t widest = 86;  // which \footnotesize has room for
  std::size_t total = 0, keys = 0, width = 0;
  const auto columns = page_columns(table, total);
  if (total <= widest_table) return {table};
  while (keys + 1 < columns.size() && !columns[keys].right) ++keys;
  keys = std::max<std::size_t>(keys, 1);
  std::vector<std::size_t> first(keys);
  for (std::size_t i = 0; i < keys; ++i) {
    first[i] = i;
    width += columns[i].width + 2;
  }
  std::vector<Table> pages;
  std::vector<std::size_t> chosen = first;
  std::size_t filled = width;
  for (std::size_t i = keys; i < columns.size(); ++i) {
    if (chosen.size() > keys && filled + columns[i].width + 2 > widest) {
      pages.push_back(part_of(table, chosen));
      chosen = first;
      filled = width;
    }
    chosen.push_back(i);
    filled += columns[i].width + 2;
  }
  pages.push_back(part_of(table, chosen));
  for (std::size_t i = 1; i < pages.size(); ++i) pages[i].title += " (continued)";
  pages.back().notes = table.notes;
  return pages;
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
  constexpr std::size_t most_pending_floats = 10;
  std::string out(latex_begin);
  out += fmt::format("% complete: {}\n", report.complete);
  const auto known = fields(report.provenance);
  for (const auto& [name, text] : known) out += fmt::format("% {}: {}\n", name, text);
  out += latex_preamble("the tables", "array,booktabs,longtable",
                        "\\usepackage[margin=2cm]{geometry}");
  if (!report.complete) out += "\n\\textbf{Incomplete:} the work is not finished.\n";
  append_latex_text(out, report.text);
  std::map<std::string, int> labels;
  std::size_t count = 0;
  for (const Table& table : report.tables) {
    const std::vector<Table> pages = pages_of(table);
    const auto shape = pages.size() > 1 ? turned(table) : std::nullopt;
    for (const Table& page : shape ? std::vector{table} : pages) {
      const std::string label = latex_label(page, labels);
      if (shape)
        append_turned_table(out, page, label, *shape);
      else
        append_latex_table(out, page, label);
      if (++count % most_pending_floats == 0) out += "\\plylabalone{\\clearpage}\n";
    }
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
