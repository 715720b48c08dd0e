#include "suites/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "gen/base/encoding.h"
#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/base/text.h"
#include "gen/epd/epd.h"
#include "reports/text/utf8.h"
#include "suites/lint/record.h"
#include "suites/solve/goal.h"

namespace plylab::suites::lint {
namespace {

/// The number of lines with some property, and the first of them.
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

/// Whether the line has what remove_strays() removes.
bool has_stray(std::string_view line) {
  std::string text(line);
  remove_strays(text);
  return text.size() < line.size();
}

/// The lines without their ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(take_line(text));
  return lines;
}

/// Problems of the bytes. Reports each kind once, at its first line, with the number of lines.
Findings check_bytes(std::string_view bytes, epd::Form form) {
  Findings findings;
  const auto utf16 = utf16_order(bytes);
  const std::string text = utf16 ? utf8_of_utf16(bytes, *utf16) : std::string(bytes);
  const auto lines = lines_of(text);
  const auto add = [&](Level level, const Lines& where, const char* kind, const char* what,
                       bool fixable = true) {
    if (where.count == 0) return;
    const std::string more =
        where.count == 1 ? "" : fmt::format(" ({} lines, this is the first)", where.count);
    findings.push_back({level, where.first, kind, what + more, fixable});
  };
  Lines marks, crlf, plain, lone, tabs, trailing, strays, controls, undecodable, wide;
  marks.note(1, !utf16 && text.starts_with(byte_order_mark));
  wide.note(1, utf16.has_value());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    const std::size_t number = i + 1;
    const std::string_view end = std::string_view(text).substr(
        static_cast<std::size_t>(line.data() + line.size() - text.data()), 2);
    if (i == 0) skip_byte_order_mark(line);
    crlf.note(number, end == "\r\n");
    lone.note(number, end.starts_with('\r') && end != "\r\n");
    plain.note(number, end.starts_with('\n'));
    tabs.note(number, form == epd::Form::epd && line.find('\t') != std::string_view::npos);
    trailing.note(number, line.ends_with(' ') || line.ends_with('\t'));
    strays.note(number, has_stray(line));
    controls.note(number, !has_stray(line) && has_control(line));
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
      "ends in CR alone, which most programs do not accept as a line end");
  add(Level::note, tabs, "tab", "has a tab where EPD has one blank");
  add(Level::note, trailing, "trailing_blank", "ends in a blank");
  add(Level::warning, strays, "stray",
      "has a zero byte, a byte order mark or Ctrl-Z, which is ignored");
  add(Level::warning, controls, "control_character", "has a control character", false);
  add(Level::warning, undecodable, "encoding", "is not UTF-8, and is read as Windows-1252");
  add(Level::warning, wide, "encoding", "the file is in UTF-16, not UTF-8");
  add(Level::note, unended, "final_newline", "the last line has no line end");
  return findings;
}

/// The record's goal as text, or what is wrong with it; empty if it states none.
std::string goal_text(const epd::Record& record) {
  std::vector<std::string> problems;
  const solve::Goal goal = solve::goal_of(record, problems);
  if (!goal.empty()) return to_string(record, goal);
  return problems.empty() ? "" : problems.front();
}

/// How the goal of a position that stands in the file for the second time differs from the first.
std::string_view difference_of_goals(const std::string& first, const std::string& again) {
  if (first == again) return "";
  if (first.empty()) return ", with a goal, which it has not there";
  return again.empty() ? ", without its goal" : ", with another goal";
}

void check_duplicates(const epd::Suite& suite, Findings& findings) {
  std::map<std::string, const epd::Record*> positions, ids;
  for (const epd::Record& record : suite.records) {
    const auto [same, is_new] = positions.emplace(epd::position_text(record.setup), &record);
    if (!is_new) {
      findings.push_back(
          {Level::warning, record.line, "duplicate_position",
           fmt::format("the position of line {} again{}", same->second->line,
                       difference_of_goals(goal_text(*same->second), goal_text(record)))});
    }
    if (const auto id = record.id())
      if (const auto [first, added] = ids.emplace(*id, &record); !added)
        findings.push_back({Level::warning, record.line, "duplicate_id",
                            fmt::format("the id of line {} again", first->second->line)});
  }
}

void check_unknown_opcodes(const epd::Suite& suite, Findings& findings) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> unknown;  // first line, how many
  for (const epd::Record& record : suite.records)
    for (const epd::Operation& operation : record.operations)
      if (!operands_of(operation.opcode))
        ++unknown.emplace(operation.opcode, std::pair(record.line, 0)).first->second.second;
  for (const auto& [opcode, place] : unknown)
    findings.push_back({Level::note, place.first, "unknown_opcode",
                        fmt::format("{} is not an opcode of the standard ({} in the file)", opcode,
                                    place.second)});
}

void check_last_semicolons(const epd::Suite& suite, std::string_view text, Findings& findings) {
  const auto lines = lines_of(text);
  std::size_t count = 0, first = 0;
  for (const epd::Record& record : suite.records) {
    const auto line = lines[record.line - 1];
    const auto last = line.find_last_not_of(" \t\r");
    if (record.operations.empty() || line[last] == ';') continue;
    if (count++ == 0) first = record.line;
  }
  if (count > 0)
    findings.push_back(
        {Level::note, first, "semicolon",
         fmt::format("the last operation does not end with a semicolon ({} in the file)", count),
         true});
}

/// Checks the records, several at a time.
void check_records(const Options& options, Result& result) {
  const epd::Suite& suite = result.suite;
  std::atomic<std::size_t> looked_at = 0;
  std::vector<Findings> found(suite.records.size());
  in_parallel(found.size(), options.threads, options.stop, [&](std::size_t i, std::size_t) {
    check_record(suite.records[i], options, found[i]);
    if (!(options.stop && *options.stop)) ++looked_at;
  });
  result.looked_at = looked_at;
  for (Findings& some : found)
    result.findings.insert(result.findings.end(), std::make_move_iterator(some.begin()),
                           std::make_move_iterator(some.end()));
}

/// All operands as one text in quotes, as readers understand them.
std::vector<epd::Operand> quoted(const epd::Operation& operation) {
  std::string text;
  for (const epd::Operand& operand : operation.operands)
    (text += &operand == &operation.operands.front() ? "" : " ") += operand.text;
  return {{std::move(text), true}};
}

std::string_view without_trailing_blanks(std::string_view line) {
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

/// The record as fixed_text() writes it.
epd::Record fixed(const epd::Record& record) {
  epd::Record result = record;
  result.setup.en_passant = chess::ValidSetup(record.setup).setup().en_passant;
  for (epd::Operation& operation : result.operations) {
    if (operands_of(operation.opcode) == Operands::text && !operation.operands.empty()) {
      operation.operands = quoted(operation);
    } else if (const auto words = exact_san(record, operation)) {
      operation.operands.clear();
      for (const std::string& word : *words) operation.operands.push_back({word, false});
    }
  }
  return result;
}

/// The line as a fixed record, or unchanged if it cannot be written as one without loss.
std::string fixed_line(std::string_view line) {
  const std::string_view kept = without_trailing_blanks(line);
  const std::string_view content = trimmed(kept);
  if (content.empty() || content.starts_with('#')) return std::string(kept);
  try {
    const epd::Record record = fixed(epd::parse_record(kept));
    std::string text = to_string(record);
    return epd::parse_record(text) == record ? text : std::string(kept);
  } catch (const InputError&) {
    return std::string(kept);
  }
}

}  // namespace

std::size_t Result::count(Level level) const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return finding.level == level; }));
}

Result lint(std::string_view bytes, const std::string& path, const Options& options) {
  Result result{epd::parse_suite(bytes, path), {}};
  epd::Suite& suite = result.suite;
  Findings& findings = result.findings;
  findings = check_bytes(bytes, suite.form);
  for (const epd::Problem& unused : suite.unused)
    findings.push_back({Level::note, unused.line, "unused", unused.what});
  for (const epd::Unreadable& line : suite.unreadable)
    findings.push_back({Level::error, line.line, "unreadable", line.what});
  if (suite.records.empty() && suite.unreadable.empty())
    findings.push_back({Level::error, 1, "no_records", "no usable position"});
  if (suite.form == epd::Form::epd) check_last_semicolons(suite, as_text(bytes), findings);
  check_unknown_opcodes(suite, findings);
  check_duplicates(suite, findings);
  check_records(options, result);
  const auto order = [](const Finding& one) {
    return std::tie(one.line, one.level, one.kind, one.what);
  };
  std::sort(findings.begin(), findings.end(),
            [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
  return result;
}

std::string to_string(const std::string& file, const Finding& finding) {
  return fmt::format("{}:{}: {}: {}", file, finding.line, name(finding.level), finding.what);
}

std::string fixed_text(std::string_view bytes) {
  const std::string text = as_text(bytes);
  std::string result;
  for (const std::string_view line : lines_of(text)) (result += fixed_line(line)) += '\n';
  return result;
}

std::size_t corrected_lines(std::string_view text, std::string_view fixed) {
  const auto take_with_end = [](std::string_view& rest) {
    const std::string_view all = rest;
    take_line(rest);
    return all.substr(0, all.size() - rest.size());
  };
  std::size_t corrected = 0;
  while (!text.empty())
    if (take_with_end(text) != take_with_end(fixed)) ++corrected;
  return corrected;
}

}  // namespace plylab::suites::lint
