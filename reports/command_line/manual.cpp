#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <sstream>

#include "reports/command_line/usage.h"

namespace plylab::reports {
namespace {

/// Text that roff prints as it is: minus signs that can be copied, and no line taken as a request.
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

void append_option(std::string& out, const OptionUsage& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names)
    names.push_back(option.is_argument() ? italic(name) : bold(name));
  out += fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!option.value.empty() && !option.is_argument()) out += ' ' + italic(option.value);
  // Lines that are indented are lists: what they are about is kept apart.
  std::istringstream lines(full_help(option));
  for (std::string line; std::getline(lines, line);) {
    const bool item = line.starts_with(' ');
    out += (item ? "\n.br\n" : "\n") + plain(line.substr(item ? line.find_first_not_of(' ') : 0));
  }
  out += '\n';
}

void append_command(std::string& out, const CommandUsage& command, const std::string& call) {
  out += fmt::format(".SS {}\n{}.\n", plain(call), plain(command.description));
  if (!command.examples.empty()) out += ".PP\n.nf\n.RS\n";
  for (const std::string& example : command.examples) out += plain(example) + '\n';
  if (!command.examples.empty()) out += ".RE\n.fi\n";
  for (const OptionUsage& option : command.options) append_option(out, option);
  if (!command.notes.empty()) out += ".PP\n" + plain(command.notes) + '\n';
  for (const CommandUsage& below : command.commands)
    append_command(out, below, call + ' ' + below.name);
}

}  // namespace

std::string manual_page(const CommandUsage& program, const std::string& version) {
  std::string title;
  for (const char c : program.name)
    title += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string out = fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n", title, version);
  out += fmt::format(".SH NAME\n{} \\- {}\n", plain(program.name), plain(program.description));
  out += fmt::format(".SH SYNOPSIS\n{} {} [{}...]\n", bold(program.name), italic("COMMAND"),
                     italic("OPTION"));
  out += ".SH COMMANDS\n";
  for (const CommandUsage& command : program.commands)
    append_command(out, command, program.name + ' ' + command.name);
  out += ".SH OPTIONS\n";
  for (const OptionUsage& option : program.options) append_option(out, option);
  out += ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint the help of the program or of a command\n";
  if (!program.notes.empty()) out += ".SH NOTES\n" + plain(program.notes) + '\n';
  return out;
}

}  // namespace plylab::reports
