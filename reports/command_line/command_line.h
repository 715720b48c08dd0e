// The command line: commands and their options.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plylab::reports {

struct OptionRecord;
struct CommandRecord;

/// An option of a command. A handle: copies mean the same option.
class Option {
 public:
  explicit Option(OptionRecord& option) : option_(&option) {}

  /// Replaces the help. The default stays unless the new help names one.
  Option help(const std::string& text) const;
  Option required() const;
  Option show_default() const;             ///< the help names the value that the variable has now
  Option delimiter(char separator) const;  ///< several values in one text
  /// How many values; without a delimiter the option takes the `fewest` next words.
  Option values(int fewest, int most) const;
  Option needs(const Option& other) const;
  Option excludes(const Option& other) const;

  /// The allowed values; all others are refused.
  Option range(int least, int most) const;
  Option range(std::size_t least, std::size_t most) const;
  Option range(double least, double most) const;
  Option positive() const;
  Option non_negative() const;
  Option one_of(const std::vector<std::string>& names) const;

  /// Values that a shell may offer. Others are not refused here.
  Option offers(const std::vector<std::string>& names) const;

  /// Whether the command line has the option.
  bool given() const;

 private:
  OptionRecord* option_;
};

/// A command. A handle: copies mean the same command. It lives as long as its CommandLine.
class Command {
 public:
  explicit Command(CommandRecord& command) : Command(command, "Options") {}

  /// The same command; what is added by this handle stands under the heading, which is a literal,
  /// in the help.
  Command group(const char* heading) const { return {*command_, heading}; }

  /// An option whose value goes to the variable: its names and what the help calls the value, as in
  /// "-d,--depth N". Without leading dashes it is an argument. What holds if it is not given may
  /// stand at the end of the help: "(default: as many as there are)". A variable is a std::string,
  /// int, unsigned, std::uint64_t or double, alone, optional or in a vector. A vector takes one
  /// value each time that its option is given, unless delimiter() says otherwise; an argument takes
  /// all that follow. Whole numbers are decimal, a double is a finite number.
  template <class T>
  Option add_option(const std::string& names, T& variable, const std::string& help) const;

  /// An option without a value, which sets the variable.
  Option add_flag(const std::string& names, bool& variable, const std::string& help) const;

  /// The option of that name, which has been added before.
  Option option(const std::string& name) const;

  Command add_subcommand(const std::string& name, const std::string& description) const;

  /// A call by "plylab", in some lines. The help shows it if the command has its options and game.
  void example(const std::string& call) const;

  /// What stands at the end of the help, such as the exit status.
  void notes(const std::string& text) const;

  /// The names of the guides that tell more; the help ends with them.
  void guides(const std::vector<std::string>& names) const;

  /// What the command does, once all options are read. A command without it prints its help.
  void callback(std::function<void()> run) const;

 private:
  Command(CommandRecord& command, const char* group) : command_(&command), group_(group) {}
  OptionRecord& add(const std::string& names, const std::string& help, const char* value) const;

  CommandRecord* command_;
  const char* group_;
};

/// A program's command line. Help texts and examples call the program "plylab", or by its own name
/// if that is different.
class CommandLine {
 public:
  /// `version` is what --version prints; empty for none.
  CommandLine(const std::string& name, const std::string& description,
              const std::string& version = "");
  ~CommandLine();

  /// The program itself, to which its commands are added.
  Command program() const { return Command(*program_); }

  /// All commands and options.
  const CommandRecord& records() const { return *program_; }

  /// Reads the command line and runs the command's callback. Returns the exit status if that was
  /// all, as after --help, else nothing. Throws InputError for wrong use, and what the
  /// callback throws.
  std::optional<int> run(int argc, const char* const* argv);

  /// An error of the call that was run, in a line: "plylab: …", or with --format json an object.
  std::string error_line(const std::string& what) const;

 private:
  std::unique_ptr<CommandRecord> program_;
  const CommandRecord* called_;
  std::string version_;
  bool wants_version_ = false;
};

}  // namespace plylab::reports
