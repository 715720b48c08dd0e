// The help of commands, and the manual page from the same records.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include "reports/cli/command_records.h"
#include "reports/text/utf8.h"

namespace plylab::cli {
namespace {

/// The text with all quoted parts emptied.
std::string without_quoted(std::string text) {
  for (std::size_t open = text.find('"'); open != text.npos; open = text.find('"', open + 2)) {
    const std::size_t close = text.find('"', open + 1);
    if (close == text.npos) break;
    text.erase(open + 1, close - open - 1);
  }
  return text;
}

/// Whether the command supports the example: it has all of the example's options, and the game
/// named there. Ignores quoted text, and options of subcommands.
bool is_possible(const std::string& example, const CommandRecord& command) {
  if (!command.commands.empty()) return true;
  std::istringstream words(without_quoted(example));
  const OptionRecord* before = nullptr;
  for (std::string word; words >> word;) {
    if (before != nullptr && before->is_called("--game")) {
      const std::vector<std::string>& games = before->choices;
      if (std::find(games.begin(), games.end(), word) == games.end()) return false;
    }
    before = nullptr;
    if (!word.starts_with("--")) continue;
    for (const OptionRecord& option : command.options)
      if (option.is_called(word)) before = &option;
    if (before == nullptr) return false;
  }
  return true;
}

/// The examples that the command supports: a user's own build of plylab may lack a game or an
/// option.
std::vector<std::string> examples_of(const CommandRecord& command) {
  std::vector<std::string> examples;
  std::copy_if(command.examples.begin(), command.examples.end(), std::back_inserter(examples),
               [&](const std::string& example) { return is_possible(example, command); });
  return examples;
}

// ---- help ----

constexpr std::size_t line_width = 80;   // columns of the terminal
constexpr std::size_t text_column = 28;  // column where the text beside names starts

/// The text wrapped between words, with each line but the first indented by that many blanks. Keeps
/// line breaks and the blanks after them.
std::string fitted(const std::string& text, std::size_t margin) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
    std::string lead(own, ' ');
    if (!out.empty()) lead.insert(0, '\n' + std::string(margin, ' '));
    for (const std::string& part : reports::wrapped(line.substr(own), line_width - margin - own)) {
      out += lead + part;
      lead = '\n' + std::string(margin + own, ' ');
    }
  }
  return out;
}

/// A name and, beside it or in the next line, its text.
std::string entry(const std::string& name, const std::string& text) {
  const std::string head = "  " + name;
  const std::string separator = reports::display_width(head) < text_column - 1
                                    ? std::string(text_column - reports::display_width(head), ' ')
                                    : '\n' + std::string(text_column, ' ');
  return head + separator + fitted(text, text_column) + '\n';
}

/// The entries of options or commands under the headings of their groups, which stand in the order
/// in which the first of each was added.
template <class Records, class Entry>
std::string grouped(const Records& records, const Entry& entry_of) {
  std::vector<std::pair<std::string, std::string>> groups;
  for (const auto& record : records) {
    auto group = std::ranges::find(groups, record.group, [](const auto& one) { return one.first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {record.group, ""});
    group->second += entry_of(record);
  }
  std::string out;
  for (const auto& [heading, entries] : groups) out += fmt::format("\n{}:\n{}", heading, entries);
  return out;
}

/// "-d, --depth N"; several long names stand one below the other.
std::string head_of(const OptionRecord& option) {
  const bool has_short = !option.is_argument() && !option.names.front().starts_with("--");
  std::string head = option.is_argument() || has_short ? "" : "    ";
  head += fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty() && !option.is_argument()) head += ' ' + option.value;
  return head;
}

std::string usage_line(const CommandRecord& command, const std::string& call) {
  std::string line = "Usage: " + call;
  if (!command.options.empty()) line += " [OPTION...]";
  for (const OptionRecord& option : command.options)
    if (option.is_argument()) {
      const std::string name = option.names.front() + (option.is_list ? "..." : "");
      line += option.required ? ' ' + name : " [" + name + ']';
    }
  if (!command.commands.empty()) line += " COMMAND";
  return line;
}

/// The help of an option, with its range, requirements and default.
std::string full_help(const OptionRecord& option) {
  std::vector<std::string> details;
  if (option.required) details.emplace_back("required");
  if (!option.range.empty()) details.push_back(option.range);
  std::vector<std::string> needs;
  for (const OptionRecord* other : option.needs) needs.push_back(other->title());
  if (!needs.empty()) details.push_back(fmt::format("with {}", fmt::join(needs, ", ")));
  const bool may_lack = !option.required && !option.is_argument() && !option.value.empty();
  if (!option.fallback.empty() || may_lack)
    details.push_back("default: " + (option.fallback.empty() ? "none" : option.fallback));
  if (details.empty()) return option.help;
  const std::string more = fmt::format("{})", fmt::join(details, "; "));
  if (option.help.find('\n') != option.help.npos) return option.help + "\n(" + more;
  if (!option.help.ends_with(')')) return option.help + " (" + more;
  return option.help.substr(0, option.help.size() - 1) + "; " + more;
}

/// The line that names the related guides.
std::string guides_line(const CommandRecord& command) {
  return fmt::format("Guide{}: {} help {}", command.guides.size() > 1 ? "s" : "", command.program,
                     fmt::join(command.guides, fmt::format(", {} help ", command.program)));
}

// ---- manual page ----

/// Escapes text so that roff prints it unchanged, with minus signs that can be copied, and takes no
/// line as a request.
std::string plain(const std::string& text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    at_start = c == '\n';
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + plain(text) + "\\fR"; }

void append_option(std::string& out, const OptionRecord& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names)
    names.push_back(option.is_argument() ? italic(name) : bold(name));
  out += fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!option.value.empty() && !option.is_argument()) out += ' ' + italic(option.value);
  // Indented lines form lists, which are separated from the text before them.
  std::istringstream lines(full_help(option));
  for (std::string line; std::getline(lines, line);) {
    const bool item = line.starts_with(' ');
    out += (item ? "\n.br\n" : "\n") + plain(line.substr(item ? line.find_first_not_of(' ') : 0));
  }
  out += '\n';
}

void append_command(std::string& out, const CommandRecord& command, const std::string& call) {
  out += fmt::format(".SS {}\n{}.\n", plain(call), plain(command.description));
  const auto examples = examples_of(command);
  if (!examples.empty()) out += ".PP\n.nf\n.RS\n";
  for (const std::string& example : examples) out += plain(example) + '\n';
  if (!examples.empty()) out += ".RE\n.fi\n";
  for (const OptionRecord& option : command.options) append_option(out, option);
  if (!command.notes.empty()) out += ".PP\n" + plain(command.notes) + '\n';
  if (!command.guides.empty()) out += ".PP\n" + plain(guides_line(command)) + '\n';
  for (const CommandRecord& below : command.commands)
    append_command(out, below, call + ' ' + below.name);
}

}  // namespace

std::string help_text(const CommandRecord& command, const std::string& call) {
  std::string out = fitted(command.description, 0) + "\n\n";
  const auto examples = examples_of(command);
  for (const std::string& example : examples) {
    std::istringstream lines(example);
    for (std::string line; std::getline(lines, line);) out += "  " + line + '\n';
  }
  if (!examples.empty()) out += '\n';
  out += fitted(usage_line(command, call), 7) + '\n';

  out += grouped(command.commands,
                 [](const CommandRecord& below) { return entry(below.name, below.description); });
  out += grouped(command.options, [](const OptionRecord& option) {
    return entry(head_of(option), full_help(option));
  });
  out += '\n' + entry("-h, --help", "Print this help and exit");
  if (!command.notes.empty()) out += '\n' + fitted(command.notes, 0) + '\n';
  if (!command.guides.empty()) out += '\n' + fitted(guides_line(command), 0) + '\n';
  return out;
}

std::string manual_page(const CommandRecord& program, const std::string& version) {
  std::string title;
  for (const char c : program.name)
    title += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string out = fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n", title, version);
  out += fmt::format(".SH NAME\n{} \\- {}\n", plain(program.name), plain(program.description));
  out += fmt::format(".SH SYNOPSIS\n{} {} [{}...]\n", bold(program.name), italic("COMMAND"),
                     italic("OPTION"));
  out += ".SH COMMANDS\n";
  for (const CommandRecord& command : program.commands)
    append_command(out, command, program.name + ' ' + command.name);
  out += ".SH OPTIONS\n";
  for (const OptionRecord& option : program.options) append_option(out, option);
  out += ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint the help of the program or of a command\n";
  if (!program.notes.empty()) out += ".SH NOTES\n" + plain(program.notes) + '\n';
  return out;
}

}  // namespace plylab::cli
