// What a command line is made of inside: what CLI11 parses, and what the help says of it.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "reports/command_line/usage.h"

namespace plylab::reports {

struct OptionNode {
  CLI::Option* parsed;
  OptionUsage usage;
  bool shows_default = false;
};

struct CommandNode {
  CLI::App* parsed;
  std::unique_ptr<CLI::App> owned = {};  // of the program; its commands belong to it
  std::deque<OptionNode> options = {};
  std::deque<CommandNode> commands = {};
  std::vector<std::string> examples = {};
  std::string notes = {};
  bool runs = false;  // has a callback
};

/// The usage's parts that a literal such as "-d,--depth N" and its help have.
OptionUsage read_usage(const std::string& names, const std::string& help, const std::string& value,
                       const std::string& group);

/// An option's names as CLI11 takes them.
inline std::string parsed_names(const OptionUsage& usage) {
  return fmt::format("{}", fmt::join(usage.names, ","));
}

/// All that a command understands, the program called by its name: a laboratory of one's own is
/// not plylab. Of the examples those that it takes.
CommandUsage usage_of(const CommandNode& node, const std::string& program);

}  // namespace plylab::reports
