#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "reports/command_line/usage.h"
#include "reports/text/utf8.h"
#include "reports/text/wrap.h"

namespace plylab::reports {
namespace {

constexpr std::size_t line_width = 80;   // of the terminal
constexpr std::size_t text_column = 28;  // of what stands beside names

/// The text broken between words, each line but the first behind so many blanks. Line breaks and
/// the blanks behind them stay.
std::string fitted(const std::string& text, std::size_t margin) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
    std::string lead(own, ' ');
    if (!out.empty()) lead.insert(0, '\n' + std::string(margin, ' '));
    for (const std::string& part : wrapped(line.substr(own), line_width - margin - own)) {
      out += lead + part;
      lead = '\n' + std::string(margin + own, ' ');
    }
  }
  return out;
}

/// A name and, beside it or in the next line, what there is to say about it.
std::string entry(const std::string& name, const std::string& text) {
  const std::string head = "  " + name;
  const std::string separator = display_width(head) < text_column - 1
                                    ? std::string(text_column - display_width(head), ' ')
                                    : '\n' + std::string(text_column, ' ');
  return head + separator + fitted(text, text_column) + '\n';
}

/// "-d, --depth N", the long names one below the other.
std::string head_of(const OptionUsage& option) {
  const bool has_short = !option.is_argument() && !option.names.front().starts_with("--");
  std::string head = option.is_argument() || has_short ? "" : "    ";
  head += fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty() && !option.is_argument()) head += ' ' + option.value;
  return head;
}

std::string usage_line(const CommandUsage& command, const std::string& call) {
  std::string line = "Usage: " + call;
  if (!command.options.empty()) line += " [OPTION...]";
  for (const OptionUsage& option : command.options)
    if (option.is_argument())
      line += option.required ? ' ' + option.names.front() : " [" + option.names.front() + ']';
  if (!command.commands.empty()) line += " COMMAND";
  return line;
}

}  // namespace

std::string full_help(const OptionUsage& option) {
  std::vector<std::string> details;
  if (option.required) details.emplace_back("required");
  if (!option.range.empty()) details.push_back(option.range);
  if (!option.needs.empty())
    details.push_back(fmt::format("with {}", fmt::join(option.needs, ", ")));
  const bool may_lack = !option.required && !option.is_argument() && !option.value.empty();
  if (!option.fallback.empty() || may_lack)
    details.push_back("default: " + (option.fallback.empty() ? "none" : option.fallback));
  if (details.empty()) return option.help;
  const std::string more = fmt::format("{})", fmt::join(details, "; "));
  if (option.help.find('\n') != option.help.npos) return option.help + "\n(" + more;
  if (!option.help.ends_with(')')) return option.help + " (" + more;
  return option.help.substr(0, option.help.size() - 1) + "; " + more;
}

std::string help_text(const CommandUsage& command, const std::string& call) {
  std::string out = fitted(command.description, 0) + "\n\n";
  for (const std::string& example : command.examples) {
    std::istringstream lines(example);
    for (std::string line; std::getline(lines, line);) out += "  " + line + '\n';
  }
  if (!command.examples.empty()) out += '\n';
  out += fitted(usage_line(command, call), 7) + '\n';

  if (!command.commands.empty()) {
    out += "\nCommands:\n";
    for (const CommandUsage& below : command.commands) out += entry(below.name, below.description);
  }
  std::vector<std::string> groups;
  for (const OptionUsage& option : command.options)
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end())
      groups.push_back(option.group);
  for (const std::string& group : groups) {
    out += '\n' + group + ":\n";
    for (const OptionUsage& option : command.options)
      if (option.group == group) out += entry(head_of(option), full_help(option));
  }
  out += '\n' + entry("-h, --help", "Print this help and exit");
  if (!command.notes.empty()) out += '\n' + fitted(command.notes, 0) + '\n';
  return out;
}

}  // namespace plylab::reports
