// The command line: commands, their options, and the help made of them. The one file behind it
// knows CLI11, which takes longer to compile than any command.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plylab::reports {

/// An option of a command. A handle: copies mean the same option.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option description(const std::string& text) const;
  Option required() const;
  Option show_default() const;             ///< the help names the value that the variable has now
  Option delimiter(char separator) const;  ///< several values in one argument
  Option one_value_each() const;           ///< so many values, so many times the option
  Option values(int fewest, int most) const;
  Option needs(const Option& other) const;
  Option excludes(const Option& other) const;

  /// What the values may be; all others are wrong use.
  Option range(int least, int most) const;
  Option range(std::size_t least, std::size_t most) const;
  Option range(double least, double most) const;
  Option positive() const;
  Option non_negative() const;
  Option one_of(const std::vector<std::string>& names) const;

  /// Whether the command line has it.
  bool given() const;

 private:
  CLI::Option* option_;
};

/// A command. A handle: copies mean the same command. It lives as long as its CommandLine.
class Command {
 public:
  explicit Command(CLI::App* command) : command_(command) {}

  /// An option, or without leading dashes an argument, that goes to the variable. There are
  /// std::string, int, unsigned, std::uint64_t, double and bool, alone, optional or in a vector.
  template <class T>
  Option add_option(const std::string& name, T& variable, const std::string& help) const;

  /// An option whose value is handed over at once.
  Option add_option_function(const std::string& name,
                             const std::function<void(const std::string&)>& take,
                             const std::string& help) const;

  /// An option without a value, which sets the variable.
  Option add_flag(const std::string& name, bool& variable, const std::string& help) const;

  /// The option of that name, which has been added before.
  Option option(const std::string& name) const;

  Command add_subcommand(const std::string& name, const std::string& description) const;
  void require_subcommand() const;

  /// What stands below the options in the help: examples and exit status.
  void footer(const std::string& text) const;

  /// What the command does, once all options are read.
  void callback(std::function<void()> run) const;

 private:
  CLI::App* command_;
};

/// A program's command line.
class CommandLine {
 public:
  /// `version` is what --version prints; empty for none.
  CommandLine(const std::string& name, const std::string& description,
              const std::string& version = "");
  ~CommandLine();

  /// The program itself, to which its commands are added.
  Command program() const;

  /// Reads the command line and runs the command's callback. Returns the exit status if that was
  /// all, as after --help, else nothing. Throws InputError for wrong use, and what the callback
  /// throws.
  std::optional<int> run(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace plylab::reports
