// The command line: commands and their options.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plylab::cli {

struct OptionRecord;
struct CommandRecord;

/// A handle to an option of a command: copies refer to the same option.
class Option {
 public:
  explicit Option(OptionRecord& option) : option_(&option) {}

  /// Replaces the help, and the default if the new help names one.
  Option help(const std::string& text) const;
  Option required() const;
  Option show_default() const;             ///< names the variable's present value in the help
  Option delimiter(char separator) const;  ///< several values in one text
  /// Sets how many values the option takes; without a delimiter it takes the next `min` words.
  /// With `max` 1 a list or a range is refused, also by an option that had a delimiter.
  Option values(int min, int max) const;
  Option needs(const Option& other) const;
  Option excludes(const Option& other) const;

  /// Sets the allowed values; others are rejected.
  Option range(int min, int max) const;
  Option range(std::size_t min, std::size_t max) const;
  Option range(double min, double max) const;
  Option positive() const;
  Option non_negative() const;
  Option one_of(const std::vector<std::string>& names) const;

  /// Sets values for completion by a shell. Others are accepted, too.
  Option offers(const std::vector<std::string>& names) const;

  /// Whether the command line has the option.
  bool given() const;

 private:
  OptionRecord* option_;
};

/// A handle to a command: copies refer to the same command, which lives as long as its CommandLine.
class Command {
 public:
  explicit Command(CommandRecord& command) : Command(command, nullptr) {}

  /// A handle to the same command. The help shows options and subcommands added through it under
  /// the heading, which must be a literal.
  Command group(const char* heading) const { return {*command_, heading}; }

  /// Adds an option whose value is stored in the variable. `names` are its names and the name of
  /// its value, as in "-d,--depth N"; without leading dashes it is an argument. The help may end
  /// with the default: "(default: as many as there are)". A variable is a std::string, int,
  /// unsigned, std::uint64_t or double, alone, optional or in a vector. A vector takes one value
  /// each time the option is given, unless delimiter() is set; an argument takes all remaining
  /// words. Whole numbers are decimal, in a vector also ranges such as 4..6; a double is finite. If
  /// the value is named after a unit, such as MIB or SECONDS, messages name it.
  template <class T>
  Option add_option(const std::string& names, T& variable, const std::string& help) const;

  /// Adds an option without a value, which sets the variable.
  Option add_flag(const std::string& names, bool& variable, const std::string& help) const;

  /// The option of that name, which must have been added before.
  Option option(const std::string& name) const;

  Command add_subcommand(const std::string& name, const std::string& description) const;

  /// Adds an example that calls "plylab", in one or more lines. The help shows it only if the
  /// command has its options and game.
  void example(const std::string& call) const;

  /// Sets the text at the end of the help, such as the exit status.
  void notes(const std::string& text) const;

  /// Sets the names of related guides, with which the help ends.
  void guides(const std::vector<std::string>& names) const;

  /// Sets the function that runs after all options have been read. A command without one prints its
  /// help.
  void callback(std::function<void()> run) const;

  /// Whether it is the command of the command line that is being run.
  bool called() const;

 private:
  Command(CommandRecord& command, const char* group) : command_(&command), group_(group) {}
  OptionRecord& add(const std::string& names, const std::string& help, const char* value) const;

  CommandRecord* command_;
  const char* group_;
};

/// A program's command line. Help texts and examples replace "plylab" with the program's name if
/// that differs.
class CommandLine {
 public:
  /// `version` is what --version prints; empty for none.
  CommandLine(const std::string& name, const std::string& description,
              const std::string& version = "");
  ~CommandLine();

  /// The program itself; add its commands to it.
  Command program() const { return Command(*program_); }

  /// All commands and options.
  const CommandRecord& records() const { return *program_; }

  /// Reads the command line and runs the command's callback. Returns the exit status if no callback
  /// ran, as after --help; otherwise none. Throws InputError for wrong usage, and passes on
  /// exceptions of the callback. With `may_print` false it throws InputError in place of printing
  /// help or version.
  std::optional<int> run(int argc, const char* const* argv, bool may_print = true);

  /// An error message of the present call in one line: "plylab: …", or with --format json an
  /// object.
  std::string error_line(const std::string& what) const;

 private:
  std::unique_ptr<CommandRecord> program_;
  const CommandRecord* called_;
  std::string version_;
  bool wants_version_ = false;
  bool wants_json_ = false;  ///< of a command that does not exist
};

}  // namespace plylab::cli
