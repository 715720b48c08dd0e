#include "gen/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "reports/formats/renderers.h"
#include "reports/formats/text_table.h"
#include "reports/tables/display.h"
#include "reports/text/utf8.h"
#include "reports/text/wrap.h"

namespace plylab::reports {
namespace {

constexpr std::string_view wide_gap = "  ";

/// How text is set off, by the parameter of ECMA-48's sequence SGR.
enum class Style : std::uint8_t { bold = 1, faint = 2, red = 31 };

std::string styled(const std::string& text, Style style, const Screen& screen) {
  return screen.colours ? fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(style), text) : text;
}

/// What of a screen's width, 0 for no limit, is left beside a margin.
std::size_t room_beside(std::size_t margin, std::size_t width) {
  return width == 0 ? 0 : std::max(width, margin + 1) - margin;
}

/// Text broken between words. The first line starts with `lead`, the others with as many blanks.
void append_wrapped(std::string& out, std::string_view lead, std::string_view rest,
                    std::size_t width) {
  std::string margin(lead);
  const std::size_t indent = display_width(lead);
  for (const std::string& line : wrapped(rest, room_beside(indent, width))) {
    out += margin + line + '\n';
    margin.assign(indent, ' ');
  }
}

/// A line of the text. It goes on, if it must, under the text behind its first wide gap, or else
/// two columns in.
void append_text_line(std::string& out, const std::string& line, std::size_t width) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap_at = line.find(wide_gap, start);
  const std::size_t text = gap_at == line.npos ? start : line.find_first_not_of(' ', gap_at);
  append_wrapped(out, line.substr(0, text), line.substr(text), width);
}

void append_table(std::string& out, const Table& table, const Screen& screen) {
  for (const std::string& line : wrapped(heading(table), screen.width))
    out += styled(line, Style::bold, screen) + '\n';
  out += '\n' + aligned(table, screen.width);
  if (!table.notes.empty()) out += '\n';
  for (const std::string& note : table.notes)
    append_wrapped(out, "* ", one_line(note), screen.width);
}

/// The texts that are not empty, separated by commas.
std::string list(std::initializer_list<std::string> texts) {
  std::vector<std::string> known;
  std::copy_if(texts.begin(), texts.end(), std::back_inserter(known),
               [](const std::string& text) { return !text.empty(); });
  return one_line(fmt::format("{}", fmt::join(known, ", ")));
}

/// The program, the machine, the command, each a line that is wrapped for the screen, but nothing
/// is cut: they are there to be copied. The CPU's features would fill a line of their own and are
/// left to the other formats.
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
    out += styled("*** incomplete: the work is not finished ***", Style::red, screen) + "\n\n";
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
