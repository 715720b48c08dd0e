#include "gen/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "reports/display.h"
#include "reports/renderers.h"
#include "reports/utf8.h"

namespace plylab::reports {
namespace {

constexpr std::string_view gap = "  ";

/// How text is set off, by the parameter of ECMA-48's sequence SGR.
enum class Style : std::uint8_t { bold = 1, faint = 2, red = 31 };

std::string styled(const std::string& text, Style style, const Screen& screen) {
  return screen.colours ? fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(style), text) : text;
}

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

/// Text broken between words. The first line starts with `lead`, the others with as many blanks.
void append_wrapped(std::string& out, std::string_view lead, std::string_view rest,
                    std::size_t width) {
  const std::string indent(display_width(lead), ' ');
  std::size_t column = indent.size();
  out += lead;
  while (true) {
    const std::size_t blanks = std::min(rest.find_first_not_of(' '), rest.size());
    const auto word = rest.substr(blanks, rest.find(' ', blanks) - blanks);
    if (word.empty()) break;
    const std::size_t word_width = display_width(word);
    if (width > 0 && column > indent.size() && column + blanks + word_width > width) {
      out += '\n' + indent;
      column = indent.size();
    } else {
      out.append(blanks, ' ');
      column += blanks;
    }
    out += word;
    column += word_width;
    rest.remove_prefix(blanks + word.size());
  }
  out += '\n';
}

/// A line of the story. It goes on, if it must, under the text behind its first wide gap, or else
/// two columns in.
void append_story_line(std::string& out, const std::string& line, std::size_t width) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap_at = line.find(gap, start);
  const std::size_t text = gap_at == line.npos ? start : line.find_first_not_of(' ', gap_at);
  append_wrapped(out, line.substr(0, text), line.substr(text), width);
}

void append_table(std::string& out, const Table& table, const Screen& screen) {
  const std::size_t width = screen.width;
  std::vector<Strip> strips;
  for (std::size_t i = 0; i < table.columns.size(); ++i) strips.push_back(make_strip(table, i));
  fit(strips, width);

  out += styled(heading(table), Style::bold, screen) + "\n\n";
  append_line(out, strips, [](const Strip& strip) { return strip.name; });
  if (std::any_of(strips.begin(), strips.end(), [](const Strip& s) { return !s.unit.empty(); }))
    append_line(out, strips, [](const Strip& strip) { return strip.unit; });
  append_line(out, strips, [](const Strip& strip) { return std::string(strip.width, '-'); });
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    append_line(out, strips, [row](const Strip& strip) { return strip.cells[row]; });
  if (table.rows.empty()) out += "(no rows)\n";
  if (!table.notes.empty()) out += '\n';
  for (const std::string& note : table.notes) append_wrapped(out, "* ", one_line(note), width);
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
  if (fields(p).empty()) return {};
  const std::string commit = p.commit.empty() ? "" : fmt::format(" ({})", p.commit);
  const std::string threads = p.threads == 1 ? "1 thread" : fmt::format("{} threads", p.threads);
  std::string out;
  out += list({"plylab " + p.version + commit, p.compiler, p.build_type, p.flags}) + '\n';
  out += list({p.cpu, threads, p.system, p.date}) + '\n';
  if (!p.command.empty()) out += "$ " + one_line(p.command) + '\n';
  return out;
}

}  // namespace

std::string render_text(const Report& report, const Screen& screen) {
  std::string out;
  if (!report.complete)
    out +=
        styled("*** incomplete: the job did not come to its end ***", Style::red, screen) + "\n\n";
  for (const std::string& line : report.story) append_story_line(out, one_line(line), screen.width);
  if (!report.story.empty()) out += '\n';
  for (const Table& table : report.tables) {
    append_table(out, table, screen);
    out += '\n';
  }
  std::string origin = footer(report.provenance);
  if (origin.empty()) {
    while (out.ends_with("\n\n")) out.pop_back();
    return out;
  }
  origin.pop_back();
  out += styled(origin, Style::faint, screen) + '\n';
  return out;
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
