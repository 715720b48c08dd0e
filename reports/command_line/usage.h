// What a command line understands, as data: its help, its manual page and what a shell completes
// are made of it.
#pragma once

#include <string>
#include <vector>

namespace plylab::reports {

/// An option or an argument of a command.
struct OptionUsage {
  std::vector<std::string> names;  ///< "-d", "--depth"; an argument has one, without dashes
  std::string value;               ///< what its value is called, such as N; empty for a flag
  std::string help;
  std::string range;                      ///< of a number, such as "1 to 60"
  std::string fallback;                   ///< what holds if it is not given
  std::vector<std::string> needs;         ///< options without which it means nothing
  std::vector<std::string> choices = {};  ///< values that there are, as far as they are known
  std::string group;                      ///< the heading that it stands under
  bool required = false;

  bool is_argument() const { return !names.front().starts_with('-'); }
};

/// A command, with those below it.
struct CommandUsage {
  std::string name;  ///< "perft"; of the program its own
  std::string description;
  std::vector<std::string> examples;
  std::string notes;
  std::vector<OptionUsage> options;
  std::vector<CommandUsage> commands;
};

/// The help of a command: what it is for, examples, options by group, notes. Fits 80 columns.
/// `call` is how it is called: "plylab bench perft".
std::string help_text(const CommandUsage& command, const std::string& call);

/// The help of an option, with its range, what it needs, and what holds without it.
std::string full_help(const OptionUsage& option);

/// The manual page of a program, section 1, in the man macros of roff. `version` is "plylab 1.0".
std::string manual_page(const CommandUsage& program, const std::string& version);

/// A script by which a shell completes commands, options and values: "bash", "zsh" or "fish".
/// Throws InputError for another shell.
std::string completion_script(const CommandUsage& program, const std::string& shell);

/// The shells that completion_script() knows.
std::vector<std::string> completing_shells();

}  // namespace plylab::reports
