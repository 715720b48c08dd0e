// Plain records of commands and options, shared by the parser, the help, the manual page and shell
// completion.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::cli {

/// An option or an argument of a command.
struct OptionRecord {
  std::vector<std::string> names;  ///< "-d", "--depth"; an argument has one, without dashes
  std::string value;               ///< the name of its value, such as N; empty for a flag
  std::string help;
  std::string fallback;  ///< the default, as text
  std::string group;     ///< the heading under which help shows it
  std::string program;   ///< the name of the program, which its help may mention

  // Valid values.
  std::string range = {};  ///< the range as text: "1 to 60"
  std::optional<double> min = {}, max = {}, above = {};
  bool only_choices = false;              ///< whether a value must be one of `choices`
  std::vector<std::string> choices = {};  ///< values that a shell may offer

  // Number of values.
  bool required = false;
  bool is_list = false;                        ///< takes any number of values
  char delimiter = 0;                          ///< between values in one text; 0: none
  std::size_t min_values = 0, max_values = 0;  ///< number of values of a list; 0: no limit
  bool has_ranges = false;                     ///< whether 4..6 stands for 4, 5 and 6
  std::vector<const OptionRecord*> needs = {}, excludes = {};

  // Values in the command line.
  bool given = false;
  std::vector<std::string> texts = {};

  /// Sets the variable. Throws InputError, without the option's name, for a text of another type.
  std::function<void(const std::vector<std::string>& texts)> store = {};
  /// Returns the variable's present value as text.
  std::function<std::string()> current = {};

  bool is_argument() const { return !names.front().starts_with('-'); }
  /// Whether it takes a single value, in which there are no lists and ranges.
  bool takes_one() const { return !is_list || max_values == 1; }
  bool is_flag() const { return value.empty() && !is_argument(); }
  bool is_called(const std::string& name) const;
  /// The name that messages use: the first long one.
  const std::string& title() const;
  /// The unit of its values as messages name it, such as MiB; empty for none.
  std::string_view unit() const;
};

/// A command with its subcommands.
struct CommandRecord {
  std::string name;  ///< "perft"; for the program its own name
  std::string description;
  std::string program;                     ///< the program's name
  std::string group;                       ///< the heading under which help shows it
  std::deque<OptionRecord> options = {};   // handles point to these
  std::list<CommandRecord> commands = {};  // handles point to these
  std::vector<std::string> examples = {};
  std::string notes = {};
  std::vector<std::string> guides = {};  ///< their names
  std::function<void()> run = {};        ///< empty for a command with only subcommands
  bool called = false;                   ///< it is being run
};

/// The help of a command: summary, examples, options by group, notes. It fits 80 columns. `call` is
/// the words that call it: "plylab bench perft".
std::string help_text(const CommandRecord& command, const std::string& call);

/// A program's manual page for section 1, in roff with man macros. `version` is "plylab 1.0".
std::string manual_page(const CommandRecord& program, const std::string& version);

/// A bash script that completes commands, options and values. (zsh can use it after bashcompinit.)
std::string completion_script(const CommandRecord& program);

}  // namespace plylab::cli
