#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string_view>
#include <utility>

#include "reports/command_line/command_nodes.h"

namespace plylab::reports {
namespace {

std::string with_program_name(std::string text, const std::string& program) {
  constexpr std::string_view usual = "plylab ";
  for (std::size_t at = 0; (at = text.find(usual, at)) != text.npos; at += program.size() + 1)
    text.replace(at, usual.size(), program + ' ');
  return text;
}

/// The text with nothing between its quotes.
std::string without_quoted(std::string text) {
  for (std::size_t open = text.find('"'); open != text.npos; open = text.find('"', open + 2)) {
    const std::size_t close = text.find('"', open + 1);
    if (close == text.npos) break;
    text.erase(open + 1, close - open - 1);
  }
  return text;
}

/// Whether a command with these options takes the example: all of its options are there, and the
/// game that it names. What stands in quotes is not looked at, nor what a command below may have.
bool is_possible(const std::string& example, const CommandNode& node) {
  if (!node.commands.empty()) return true;
  std::istringstream words(without_quoted(example));
  const OptionNode* before = nullptr;
  for (std::string word; words >> word;) {
    if (before != nullptr && before->usage.names.back() == "--game") {
      const std::vector<std::string>& games = before->usage.choices;
      if (std::find(games.begin(), games.end(), word) == games.end()) return false;
    }
    before = nullptr;
    if (!word.starts_with("--")) continue;
    for (const OptionNode& option : node.options)
      if (option.parsed->check_name(word)) before = &option;
    if (before == nullptr) return false;
  }
  return true;
}

}  // namespace

OptionUsage read_usage(const std::string& names, const std::string& help, const std::string& value,
                       const std::string& group) {
  OptionUsage usage;
  const std::size_t blank = names.find(' ');
  usage.value = blank == names.npos ? value : names.substr(blank + 1);
  usage.names = CLI::detail::split_names(names.substr(0, blank));
  usage.group = group;
  usage.help = help;
  constexpr std::string_view label = "default: ";
  const std::size_t place = help.ends_with(')') ? help.rfind(label) : help.npos;
  if (place == help.npos) return usage;
  const std::size_t start = place + label.size();
  usage.fallback = help.substr(start, help.size() - start - 1);
  // Before it stands " (", or "; " and something else in the same parentheses.
  usage.help = help.substr(0, place - 2);
  if (help[place - 1] == ' ') usage.help += ')';
  return usage;
}

CommandUsage usage_of(const CommandNode& node, const std::string& program) {
  CommandUsage usage{node.parsed->get_name(),
                     node.parsed->get_description(),
                     {},
                     with_program_name(node.notes, program),
                     {},
                     {}};
  for (const std::string& example : node.examples)
    if (is_possible(example, node)) usage.examples.push_back(with_program_name(example, program));
  for (const OptionNode& option : node.options) {
    usage.options.push_back(option.usage);
    usage.options.back().help = with_program_name(option.usage.help, program);
    if (option.shows_default) {
      std::string text = option.parsed->get_default_str();
      if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
      usage.options.back().fallback = std::move(text);
    }
    usage.options.back().required = option.parsed->get_required();
  }
  for (const CommandNode& command : node.commands)
    usage.commands.push_back(usage_of(command, program));
  return usage;
}

}  // namespace plylab::reports
