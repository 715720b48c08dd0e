#include "suites/lint/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/text.h"
#include "reports/text/utf8.h"

namespace plylab::suites::lint {
namespace {

/// How many lines have some property, and the first that has.
struct Lines {
  std::size_t count = 0, first = 0;

  void note(std::size_t line, bool has) {
    if (!has) return;
    if (count++ == 0) first = line;
  }
};

bool has_control(std::string_view line) {
  return std::any_of(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
  });
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(take_line(text));
  return lines;
}

Findings check_text(std::string_view text) {
  Findings findings;
  const auto lines = lines_of(text);
  const auto add = [&](Level level, const Lines& where, const char* kind, const char* what,
                       bool fixable = true) {
    if (where.count == 0) return;
    const std::string more =
        where.count == 1 ? "" : fmt::format(" ({} lines, this is the first)", where.count);
    findings.push_back({level, where.first, kind, what + more, fixable});
  };
  Lines marks, crlf, plain, lone, tabs, trailing, controls, undecodable;
  marks.note(1, text.starts_with(byte_order_mark));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::size_t number = i + 1;
    const std::string_view end =
        text.substr(static_cast<std::size_t>(line.end() - text.begin()), 2);
    crlf.note(number, end == "\r\n");
    lone.note(number, end.starts_with('\r') && end != "\r\n");
    plain.note(number, end.starts_with('\n'));
    tabs.note(number, line.find('\t') != std::string_view::npos);
    trailing.note(number, line.ends_with(' ') || line.ends_with('\t'));
    controls.note(number, has_control(line));
    undecodable.note(number, reports::valid_utf8(line) != line);
  }
  Lines unended;
  unended.note(lines.size(), !text.empty() && !text.ends_with('\n') && !text.ends_with('\r'));

  add(Level::warning, marks, "byte_order_mark", "starts with a byte order mark");
  if (crlf.count > 0 && plain.count > 0)
    add(Level::warning, crlf, "mixed_line_ends", "ends in CR LF, other lines in LF");
  else
    add(Level::note, crlf, "crlf", "ends in CR LF");
  add(Level::warning, lone, "carriage_return",
      "ends in CR alone, which ends no line for most programs");
  add(Level::note, tabs, "tab", "has a tab where EPD wants one blank");
  add(Level::note, trailing, "trailing_blank", "ends in a blank");
  add(Level::warning, controls, "control_character", "has a control character", false);
  add(Level::warning, undecodable, "encoding", "is not UTF-8", false);
  add(Level::note, unended, "final_newline", "the last line has no line end");
  return findings;
}

}  // namespace plylab::suites::lint
