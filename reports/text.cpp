#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "reports/display.h"
#include "reports/renderers.h"
#include "reports/utf8.h"

namespace plylab::reports {
namespace {

constexpr std::string_view gap = "  ";

/// A column as it will stand on the page.
struct Strip {
  std::string name;
  std::string unit;
  std::vector<std::string> cells;
  bool right = false;
  bool words = false;  ///< has text, which may be shortened
  std::size_t width = 0;
  std::size_t least_width = 0;  ///< of what must not be shortened: the head and the numbers
};

Strip make_strip(const Table& table, std::size_t index) {
  const Column& column = table.columns[index];
  Strip strip;
  strip.name = one_line(column.name);
  strip.unit = one_line(column.unit);
  strip.right = is_numeric(table, index);
  strip.least_width = std::max(display_width(strip.name), display_width(strip.unit));
  strip.width = strip.least_width;
  for (const auto& row : table.rows) {
    strip.cells.push_back(display(row[index], column));
    const std::size_t width = display_width(strip.cells.back());
    strip.width = std::max(strip.width, width);
    if (std::holds_alternative<std::string>(row[index].value())) {
      strip.words = true;
    } else {
      strip.least_width = std::max(strip.least_width, width);
    }
  }
  return strip;
}

/// Narrows the columns of words, the widest first, until the table fits.
void fit(std::vector<Strip>& strips, std::size_t width) {
  if (width == 0) return;
  std::size_t total = gap.size() * (strips.size() - 1);
  for (const Strip& strip : strips) total += strip.width;
  while (total > width) {
    Strip* widest = nullptr;
    for (Strip& strip : strips)
      if (strip.words && strip.width > strip.least_width &&
          (!widest || strip.width > widest->width))
        widest = &strip;
    if (!widest) break;
    --widest->width;
    --total;
  }
  for (Strip& strip : strips)
    for (std::string& cell : strip.cells) cell = shorten(cell, strip.width);
}

/// One line of the table; `part` picks what each strip puts into it.
template <class Part>
void append_line(std::string& out, const std::vector<Strip>& strips, Part part) {
  std::string line;
  for (const Strip& strip : strips) {
    const std::string content = part(strip);
    const std::string padding(strip.width - display_width(content), ' ');
    if (&strip != &strips.front()) line += gap;
    line += strip.right ? padding + content : content + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

/// A note as an item of a list, broken between words.
void append_note(std::string& out, const std::string& note, std::size_t width) {
  std::string_view rest = note;
  std::size_t column = 1;
  out += '*';
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty()) break;
    const auto word = rest.substr(0, rest.find(' '));
    const std::size_t word_width = display_width(word);
    if (width > 0 && column > 1 && column + 1 + word_width > width) {
      out += "\n ";
      column = 1;
    }
    out += ' ';
    out += word;
    column += 1 + word_width;
    rest.remove_prefix(word.size());
  }
  out += '\n';
}

void append_table(std::string& out, const Table& table, std::size_t width) {
  std::vector<Strip> strips;
  for (std::size_t i = 0; i < table.columns.size(); ++i) strips.push_back(make_strip(table, i));
  fit(strips, width);

  out += heading(table) + "\n\n";
  append_line(out, strips, [](const Strip& strip) { return strip.name; });
  if (std::any_of(strips.begin(), strips.end(), [](const Strip& s) { return !s.unit.empty(); }))
    append_line(out, strips, [](const Strip& strip) { return strip.unit; });
  append_line(out, strips, [](const Strip& strip) { return std::string(strip.width, '-'); });
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    append_line(out, strips, [row](const Strip& strip) { return strip.cells[row]; });
  if (table.rows.empty()) out += "(no rows)\n";
  if (!table.notes.empty()) out += '\n';
  for (const std::string& note : table.notes) append_note(out, one_line(note), width);
}

/// The texts that are not empty, separated by commas.
std::string list(std::initializer_list<std::string> texts) {
  std::vector<std::string> known;
  std::copy_if(texts.begin(), texts.end(), std::back_inserter(known),
               [](const std::string& text) { return !text.empty(); });
  return one_line(fmt::format("{}", fmt::join(known, ", ")));
}

/// Three lines: the program, the machine, the command. They are never cut: they are there to be
/// copied. The CPU's features would fill a line of their own and are left to the other formats.
std::string footer(const Provenance& p) {
  if (p.version.empty() && p.cpu.empty() && p.command.empty()) return {};
  const std::string commit = p.commit.empty() ? "" : fmt::format(" ({})", p.commit);
  const std::string threads = p.threads == 1 ? "1 thread" : fmt::format("{} threads", p.threads);
  std::string out;
  out += list({"plylab " + p.version + commit, p.compiler, p.build_type, p.flags}) + '\n';
  out += list({p.cpu, threads, p.system, p.date}) + '\n';
  if (!p.command.empty()) out += "$ " + one_line(p.command) + '\n';
  return out;
}

}  // namespace

std::string render_text(const Report& report, std::size_t width) {
  std::string out;
  if (!report.complete) out += "*** incomplete: the job was stopped before its end ***\n\n";
  for (const Table& table : report.tables) {
    append_table(out, table, width);
    out += '\n';
  }
  out += footer(report.provenance);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace plylab::reports
