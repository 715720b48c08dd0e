// What commands and options are made of, as plain records: the parser, the help, the manual page
// and what a shell completes all read the same ones.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace plylab::reports {

/// An option or an argument of a command.
struct OptionRecord {
  std::vector<std::string> names;  ///< "-d", "--depth"; an argument has one, without dashes
  std::string value;               ///< the name of its value, such as N; empty for a flag
  std::string help;
  std::string fallback;  ///< what applies if it is not given
  std::string group;     ///< the heading under which help shows it
  std::string program;   ///< the name of the program, which its help may mention

  // What its values must be.
  std::string range = {};  ///< the same for people: "1 to 60"
  std::optional<double> least = {}, most = {}, above = {};
  bool only_choices = false;              ///< whether a value must be one of `choices`
  std::vector<std::string> choices = {};  ///< values that a shell may offer

  // How often it is given.
  bool required = false;
  bool is_list = false;              ///< takes any number of values
  char delimiter = 0;                ///< between values in one text; 0: none
  std::size_t fewest = 0, many = 0;  ///< values of a list; 0: no limit
  std::vector<const OptionRecord*> needs = {}, excludes = {};

  // What the command line has.
  bool given = false;
  std::vector<std::string> texts = {};

  /// Sets the variable. Throws InputError, without the option's name, for a text of another type.
  std::function<void(const std::vector<std::string>& texts)> store = {};
  /// What the variable holds now, as text.
  std::function<std::string()> current = {};

  bool is_argument() const { return !names.front().starts_with('-'); }
  bool is_flag() const { return value.empty() && !is_argument(); }
  bool is_called(const std::string& name) const;
  /// The name that messages use: the first long one.
  const std::string& title() const;
};

/// A command with those below it.
struct CommandRecord {
  std::string name;  ///< "perft"; of the program its own
  std::string description;
  std::string program;                     ///< the program's name
  std::deque<OptionRecord> options = {};   // which handles point to
  std::list<CommandRecord> commands = {};  // which handles point to
  std::vector<std::string> examples = {};
  std::string notes = {};
  std::vector<std::string> guides = {};  ///< their names
  std::function<void()> run = {};        ///< empty for a command that only has others below it
};

/// The help of a command: what it is for, examples, options by group, notes. Fits 80 columns.
/// `call` is how it is called: "plylab bench perft".
std::string help_text(const CommandRecord& command, const std::string& call);

/// The manual page of a program, section 1, in the man macros of roff. `version` is "plylab 1.0".
std::string manual_page(const CommandRecord& program, const std::string& version);

/// A script by which bash completes commands, options and values. (zsh reads it after
/// bashcompinit.)
std::string completion_script(const CommandRecord& program);

}  // namespace plylab::reports
