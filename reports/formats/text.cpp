#include "gen/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include "reports/formats/format.h"
#include "reports/tables/display.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

// ---- tables in aligned columns ----

constexpr std::string_view gap = "  ";
constexpr std::size_t min_text = 14;   // characters for readable text
constexpr std::size_t min_digits = 8;  // characters of a line of a broken number

/// The layout of a column.
struct ColumnLayout {
  std::string name;
  std::string unit;
  std::vector<std::string> cells;
  bool right = false;
  bool words = false;  ///< has text, which may be wrapped
  std::size_t width = 0;
  std::size_t min_width = 0;     ///< for the heading, the numbers, and readable text
  std::size_t broken_width = 0;  ///< the same if numbers are also broken
};

using ColumnLayouts = std::vector<ColumnLayout>;

ColumnLayout layout_of(const Table& table, std::size_t index) {
  const Column& column = table.columns[index];
  ColumnLayout layout;
  layout.name = one_line(column.name);
  layout.unit = one_line(column.unit);
  layout.right = is_numeric(table, index);
  const std::size_t head = std::max(display_width(layout.name), display_width(layout.unit));
  layout.width = layout.min_width = head;
  for (const auto& row : table.rows) {
    layout.cells.push_back(display(row[index], column));
    const std::size_t width = display_width(layout.cells.back());
    const bool words = std::holds_alternative<std::string>(row[index].value());
    layout.words |= words;
    layout.width = std::max(layout.width, width);
    layout.min_width = std::max(layout.min_width, words ? std::min(width, min_text) : width);
  }
  layout.broken_width = std::min(layout.min_width, std::max(head, min_digits));
  return layout;
}

std::size_t total(const ColumnLayouts& columns, std::size_t ColumnLayout::*width) {
  std::size_t sum = columns.empty() ? 0 : gap.size() * (columns.size() - 1);
  for (const ColumnLayout& layout : columns) sum += layout.*width;
  return sum;
}

/// The number of first columns that are needed to distinguish all rows; 0 if all columns do not
/// suffice.
std::size_t distinguishing_columns(const ColumnLayouts& columns) {
  const std::size_t rows = columns.front().cells.size();
  std::vector<std::string> keys(rows);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t row = 0; row < rows; ++row) keys[row] += columns[i].cells[row] + '\n';
    if (std::set(keys.begin(), keys.end()).size() == rows) return i + 1;
  }
  return 0;
}

/// The columns repeated in each part: those that distinguish the rows, or else the first column and
/// the text columns after it. Drops the last of them if no other column would fit.
ColumnLayouts keys_of(const ColumnLayouts& columns, std::size_t width) {
  std::size_t count = distinguishing_columns(columns);
  if (count == 0)
    while (++count < columns.size() && columns[count].words) {
    }
  ColumnLayouts keys(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(count));
  std::size_t widest = 0;
  for (std::size_t i = count; i < columns.size(); ++i)
    widest = std::max(widest, columns[i].broken_width);
  while (keys.size() > 1 && total(keys, &ColumnLayout::min_width) + gap.size() + widest > width)
    keys.pop_back();
  return keys;
}

/// Splits the columns into parts that fit the width.
std::vector<ColumnLayouts> in_parts(ColumnLayouts columns, std::size_t width) {
  if (width == 0 || total(columns, &ColumnLayout::min_width) <= width) return {std::move(columns)};
  const ColumnLayouts keys = keys_of(columns, width);
  std::vector<ColumnLayouts> parts{keys};
  for (std::size_t i = keys.size(); i < columns.size(); ++i) {
    parts.back().push_back(columns[i]);
    if (total(parts.back(), &ColumnLayout::min_width) <= width ||
        parts.back().size() == keys.size() + 1)
      continue;
    parts.back().pop_back();
    parts.push_back(keys);
    parts.back().push_back(columns[i]);
  }
  return parts;
}

/// Narrows the text columns, the widest first, until all columns fit; if that is not enough,
/// narrows the numbers.
void fit(ColumnLayouts& columns, std::size_t width) {
  if (width == 0) return;
  const auto narrow = [&](bool words, std::size_t ColumnLayout::*min) {
    while (total(columns, &ColumnLayout::width) > width) {
      ColumnLayout* widest = nullptr;
      for (ColumnLayout& layout : columns)
        if (layout.words == words && layout.width > layout.*min &&
            (!widest || layout.width > widest->width))
          widest = &layout;
      if (!widest) return;
      --widest->width;
    }
  };
  narrow(true, &ColumnLayout::min_width);
  narrow(false, &ColumnLayout::broken_width);
}

/// Appends a row in as many lines as its longest text needs; `text` gives the text of each column.
template <class Text>
void append_row(std::string& out, const ColumnLayouts& columns, Text text) {
  std::vector<std::vector<std::string>> cells;
  std::size_t lines = 0;
  for (const ColumnLayout& layout : columns) {
    cells.push_back(wrapped_tightly(text(layout), layout.width));
    lines = std::max(lines, cells.back().size());
  }
  for (std::size_t i = 0; i < lines; ++i) {
    std::string line;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::string content = i < cells[k].size() ? cells[k][i] : "";
      const std::string padding(columns[k].width - display_width(content), ' ');
      if (k > 0) line += gap;
      line += columns[k].right ? padding + content : content + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
}

void append_part(std::string& out, const ColumnLayouts& columns) {
  append_row(out, columns, [](const ColumnLayout& layout) { return layout.name; });
  if (std::any_of(columns.begin(), columns.end(),
                  [](const ColumnLayout& s) { return !s.unit.empty(); }))
    append_row(out, columns, [](const ColumnLayout& layout) { return layout.unit; });
  append_row(out, columns,
             [](const ColumnLayout& layout) { return std::string(layout.width, '-'); });
  const std::size_t rows = columns.empty() ? 0 : columns.front().cells.size();
  for (std::size_t row = 0; row < rows; ++row)
    append_row(out, columns, [row](const ColumnLayout& layout) { return layout.cells[row]; });
  if (rows == 0) out += "(no rows)\n";
}

/// The heading and the rows, without title and notes, in lines of this width (0: no limit). Wraps
/// text that does not fit, in the widest column first. If numbers do not fit, or text would get too
/// narrow, the table continues below and repeats the first columns that distinguish its rows. A
/// number is broken only if it does not fit beside these.
std::string aligned(const Table& table, std::size_t width) {
  ColumnLayouts columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) columns.push_back(layout_of(table, i));
  std::string out;
  for (ColumnLayouts& part : in_parts(std::move(columns), width)) {
    fit(part, width);
    if (!out.empty()) out += '\n';
    append_part(out, part);
  }
  return out;
}

// ---- everything else ----

/// Text styles: the parameters of ECMA-48's sequence SGR.
enum class Style : std::uint8_t { bold = 1, faint = 2, red = 31 };

std::string styled(const std::string& text, Style style, const Screen& screen) {
  return screen.colours ? fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(style), text) : text;
}

/// The width left beside a margin on a screen; 0 means no limit.
std::size_t room_beside(std::size_t margin, std::size_t width) {
  return width == 0 ? 0 : std::max(width, margin + 1) - margin;
}

/// Appends text wrapped between words. The first line starts with `lead`, the others with as many
/// blanks.
void append_wrapped(std::string& out, std::string_view lead, std::string_view rest,
                    std::size_t width) {
  std::string margin(lead);
  const std::size_t indent = display_width(lead);
  for (const std::string& line : wrapped(rest, room_beside(indent, width))) {
    out += margin + line + '\n';
    margin.assign(indent, ' ');
  }
}

/// Appends a line. Continuation lines are indented to the text after its first wide gap, or else by
/// two columns.
void append_text_line(std::string& out, const std::string& line, std::size_t width) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap_at = line.find(gap, start);
  const std::size_t text = gap_at == line.npos ? start : line.find_first_not_of(' ', gap_at);
  append_wrapped(out, line.substr(0, text), line.substr(text), width);
}

void append_table(std::string& out, const Table& table, const Screen& screen) {
  for (const std::string& line : wrapped(heading(table), screen.width))
    out += styled(line, Style::bold, screen) + '\n';
  out += '\n' + aligned(table, screen.width);
  if (!table.notes.empty()) out += '\n';
  for (const std::string& note : table.notes) {
    std::string_view margin = "* ";
    for (const std::string& line :
         wrapped_tightly(one_line(note), room_beside(margin.size(), screen.width))) {
      out += fmt::format("{}{}\n", margin, line);
      margin = "  ";
    }
  }
}

/// The texts that are not empty, separated by commas.
std::string list(std::initializer_list<std::string> texts) {
  std::vector<std::string> known;
  std::copy_if(texts.begin(), texts.end(), std::back_inserter(known),
               [](const std::string& text) { return !text.empty(); });
  return one_line(fmt::format("{}", fmt::join(known, ", ")));
}

/// The program, the machine and the command, each in a line of its own, wrapped for the screen but
/// never cut, so that users can copy them. Only other formats show the CPU's features.
std::string footer(const Provenance& p, const Screen& screen) {
  if (fields(p).empty()) return {};
  const std::string commit = p.commit.empty() ? "" : fmt::format(" ({})", p.commit);
  const std::string threads = p.threads == 1 ? "1 thread" : fmt::format("{} threads", p.threads);
  std::string out;
  const auto add = [&](const std::string& margin, const std::string& line) {
    out += styled(margin + line, Style::faint, screen) + '\n';
  };
  for (const std::string& text :
       {list({"plylab " + p.version + commit, p.compiler, p.build_type, p.flags}),
        list({p.cpu, threads, p.system, p.date})})
    for (const std::string& line : wrapped(text, screen.width)) add("", line);
  if (p.command.empty()) return out;
  std::string margin = "$ ";
  for (const std::string& line :
       wrapped_command(one_line(p.command), room_beside(margin.size(), screen.width))) {
    add(margin, line);
    margin = "  ";
  }
  return out;
}

}  // namespace

std::string render_text(const Report& report, const Screen& screen) {
  std::string out;
  if (!report.complete)
    out += styled("*** incomplete: not all of the work was done ***", Style::red, screen) + "\n\n";
  for (const std::string& line : report.text) append_text_line(out, one_line(line), screen.width);
  if (!report.text.empty()) out += '\n';
  for (const Table& table : report.tables) {
    append_table(out, table, screen);
    out += '\n';
  }
  const std::string origin = footer(report.provenance, screen);
  if (origin.empty())
    while (out.ends_with("\n\n")) out.pop_back();
  return out + origin;
}

bool is_text_report(std::string_view text) {
  std::array<std::string_view, 3> last;
  std::size_t commands = 0;
  while (!text.empty()) {
    last = {last[1], last[2], take_line(text)};
    commands += last[2].starts_with("$ ");
  }
  return commands == 1 && last[2].starts_with("$ ") && last[0].starts_with("plylab ");
}

}  // namespace plylab::reports
