#include "reports/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>
#include <regex>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gen/closest_name.h"
#include "gen/input_error.h"

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

namespace {

/// The usage's parts that a literal such as "-d,--depth N" and its help have.
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

std::string parsed_names(const OptionUsage& usage) {
  return fmt::format("{}", fmt::join(usage.names, ","));
}

/// The text with the program called by its name: a laboratory of one's own is not plylab.
std::string with_program_name(std::string text, const std::string& program) {
  constexpr std::string_view usual = "plylab ";
  for (std::size_t at = 0; (at = text.find(usual, at)) != text.npos; at += program.size() + 1)
    text.replace(at, usual.size(), program + ' ');
  return text;
}

/// Whether a command with these options takes the example: all of its options are there, and the
/// game that it names. What stands in quotes is not looked at, nor what a command below may have.
bool is_possible(const std::string& example, const CommandNode& node) {
  if (!node.commands.empty()) return true;
  std::istringstream words(std::regex_replace(example, std::regex("\"[^\"]*\""), "\"\""));
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

const CommandNode* find(const CommandNode& node, const CLI::App* app) {
  if (node.parsed == app) return &node;
  for (const CommandNode& command : node.commands)
    if (const CommandNode* found = find(command, app)) return found;
  return nullptr;
}

class HelpFormatter : public CLI::FormatterBase {
 public:
  explicit HelpFormatter(const CommandNode& program) : program_(program) {}
  std::string make_help(const CLI::App* app, std::string call, CLI::AppFormatMode) const override {
    return help_text(usage_of(*find(program_, app), program_.parsed->get_name()), call);
  }

 private:
  const CommandNode& program_;
};

/// The last of the commands that the command line has named, one below the other.
const CommandNode& called(const CommandNode& node) {
  for (const CommandNode& command : node.commands)
    if (command.parsed->parsed()) return called(command);
  return node;
}

/// What is unknown in a command line, and what may have been meant.
std::string describe_unknown(const CommandNode& node, const std::string& argument) {
  const std::string word = argument.substr(0, argument.find('='));
  const bool is_option = word.starts_with('-');
  std::vector<std::string> known;
  if (is_option)
    for (const OptionNode& option : node.options)
      known.insert(known.end(), option.usage.names.begin(), option.usage.names.end());
  else
    for (const CommandNode& command : node.commands) known.push_back(command.parsed->get_name());
  const char* kind = is_option ? "option" : node.commands.empty() ? "argument" : "command";
  const auto meant = closest_name(word, known);
  return fmt::format("unknown {} '{}'{}", kind, argument,
                     meant ? fmt::format("; did you mean {}?", *meant) : "");
}

/// Refuses numbers of which `fits` does not hold. A text that is none is refused elsewhere.
CLI::Validator number(const char* fault, bool (*fits)(double)) {
  const auto check = [=](std::string& text) {
    double value = 0;
    const bool is_number = CLI::detail::lexical_cast(text, value);
    return is_number && !fits(value) ? fmt::format("'{}' is {}", text, fault) : "";
  };
  return {check, ""};
}

template <class T>
Option checked(OptionNode& option, T least, T most) {
  option.parsed->check(CLI::Range(least, most));
  option.usage.range = fmt::format("{} to {}", least, most);
  return Option(option);
}

/// What an option's variable takes at a time.
template <class T>
struct ValueOf {
  using type = T;
};
template <class T>
struct ValueOf<std::optional<T>> {
  using type = T;
};
template <class T>
struct ValueOf<std::vector<T>> {
  using type = T;
};

/// Refuses numbers that the type does not hold: CLI11 reads "-1" and what is beyond 64 bits as the
/// greatest number that there is. A text that is no number is refused elsewhere.
template <class T>
std::string refuse_unfitting(const std::string& text) {
  using Limits = std::numeric_limits<T>;
  if (std::is_unsigned_v<T> && text.starts_with('-')) return fmt::format("{} is below 0", text);
  char* end = nullptr;
  errno = 0;
  const auto value = [&] {
    if constexpr (std::is_unsigned_v<T>)
      return std::strtoull(text.c_str(), &end, 0);
    else
      return std::strtoll(text.c_str(), &end, 0);
  }();
  if (end != text.c_str() + text.size() || (errno != ERANGE && std::in_range<T>(value))) return "";
  return text.starts_with('-') ? fmt::format("{} is below {}", text, Limits::min())
                               : fmt::format("{} is above {}", text, Limits::max());
}

/// CLI11 reads "" as 0; for a script whose variable is not set neither that nor no file is meant.
std::string refuse_empty(const std::string& text) { return text.empty() ? "there is nothing" : ""; }

}  // namespace

Option Option::help(const std::string& text) const {
  const OptionUsage& now = option_->usage;
  const OptionUsage read = read_usage(parsed_names(now), text, now.value, now.group);
  option_->usage.help = read.help;
  option_->usage.fallback = read.fallback;
  return *this;
}
Option Option::required() const {
  option_->parsed->required();
  return *this;
}
Option Option::show_default() const {
  option_->parsed->capture_default_str();
  option_->shows_default = true;
  return *this;
}
Option Option::delimiter(char separator) const {
  option_->parsed->delimiter(separator);
  std::string& value = option_->usage.value;
  if (value.find(separator) == value.npos) value += fmt::format("{}...", separator);
  return *this;
}
Option Option::values(int fewest, int most) const {
  option_->parsed->expected(fewest, most);
  return *this;
}
Option Option::needs(const Option& other) const {
  option_->parsed->needs(other.option_->parsed);
  option_->usage.needs.push_back(other.option_->usage.names.back());
  return *this;
}
Option Option::excludes(const Option& other) const {
  option_->parsed->excludes(other.option_->parsed);
  return *this;
}
Option Option::range(int least, int most) const { return checked(*option_, least, most); }
Option Option::range(std::size_t least, std::size_t most) const {
  return checked(*option_, least, most);
}
Option Option::range(double least, double most) const { return checked(*option_, least, most); }
Option Option::positive() const {
  option_->parsed->check(number("not above 0", [](double value) { return value > 0; }));
  option_->usage.range = "above 0";
  return *this;
}
Option Option::non_negative() const {
  option_->parsed->check(number("below 0", [](double value) { return value >= 0; }));
  option_->usage.range = "0 or more";
  return *this;
}
Option Option::one_of(const std::vector<std::string>& names) const {
  option_->parsed->check(CLI::IsMember(names));
  option_->usage.range = fmt::format("{}", fmt::join(names, ", "));
  return offers(names);
}
Option Option::offers(const std::vector<std::string>& names) const {
  option_->usage.choices = names;
  return *this;
}
bool Option::given() const { return option_->parsed->count() > 0; }

template <class T>
Option Command::add_option(const std::string& names, T& variable, const std::string& help) const {
  using Value = typename ValueOf<T>::type;
  constexpr bool is_text = std::is_same_v<Value, std::string>;
  OptionUsage usage = read_usage(names, help, is_text ? "TEXT" : "N", group_);
  CLI::Option* parsed = command_->parsed->add_option(parsed_names(usage), variable);
  if (!parsed->get_positional()) parsed->allow_extra_args(false);
  if (!is_text || usage.value.find("FILE") != std::string::npos) parsed->check(refuse_empty);
  if constexpr (std::is_integral_v<Value>) parsed->check(refuse_unfitting<Value>);
  if constexpr (std::is_same_v<Value, double>)
    parsed->check(number("not finite", [](double value) { return std::isfinite(value); }));
  return Option(command_->options.emplace_back(parsed, std::move(usage)));
}

template Option Command::add_option(const std::string&, std::string&, const std::string&) const;
template Option Command::add_option(const std::string&, int&, const std::string&) const;
template Option Command::add_option(const std::string&, unsigned&, const std::string&) const;
template Option Command::add_option(const std::string&, std::uint64_t&, const std::string&) const;
template Option Command::add_option(const std::string&, double&, const std::string&) const;
template Option Command::add_option(const std::string&, std::optional<std::string>&,
                                    const std::string&) const;
template Option Command::add_option(const std::string&, std::optional<int>&,
                                    const std::string&) const;
template Option Command::add_option(const std::string&, std::optional<std::uint64_t>&,
                                    const std::string&) const;
template Option Command::add_option(const std::string&, std::optional<double>&,
                                    const std::string&) const;
template Option Command::add_option(const std::string&, std::vector<std::string>&,
                                    const std::string&) const;
template Option Command::add_option(const std::string&, std::vector<int>&,
                                    const std::string&) const;
template Option Command::add_option(const std::string&, std::vector<std::uint64_t>&,
                                    const std::string&) const;

Option Command::add_option_function(const std::string& names,
                                    const std::function<void(const std::string&)>& take,
                                    const std::string& help) const {
  OptionUsage usage = read_usage(names, help, "TEXT", group_);
  CLI::Option* parsed =
      command_->parsed->add_option_function<std::string>(parsed_names(usage), take);
  return Option(command_->options.emplace_back(parsed, std::move(usage)));
}
Option Command::add_flag(const std::string& names, bool& variable, const std::string& help) const {
  OptionUsage usage = read_usage(names, help, "", group_);
  CLI::Option* parsed = command_->parsed->add_flag(names, variable);
  return Option(command_->options.emplace_back(parsed, std::move(usage)));
}
Option Command::option(const std::string& name) const {
  for (OptionNode& option : command_->options)
    if (option.parsed->check_name(name)) return Option(option);
  throw std::logic_error(fmt::format("no option {} has been added", name));
}
Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  command_->parsed->require_subcommand(0, 1);  // no other one behind it
  CLI::App* parsed = command_->parsed->add_subcommand(name, description);
  return Command(command_->commands.emplace_back(parsed));
}
void Command::example(const std::string& call) const { command_->examples.push_back(call); }
void Command::notes(const std::string& text) const { command_->notes = text; }
void Command::callback(std::function<void()> run) const {
  command_->runs = true;
  command_->parsed->callback(std::move(run));
}

CommandLine::CommandLine(const std::string& name, const std::string& description,
                         const std::string& version)
    : program_(std::make_unique<CommandNode>()) {
  program_->owned = std::make_unique<CLI::App>(description, name);
  program_->parsed = program_->owned.get();
  program_->parsed->formatter(std::make_shared<HelpFormatter>(*program_));  // the commands inherit
  if (version.empty()) return;
  CLI::Option* option = program_->parsed->set_version_flag("--version", version);
  program_->options.emplace_back(
      option, read_usage("--version", "Print version and commit, and exit", "", "Options"));
}
CommandLine::~CommandLine() = default;

Command CommandLine::program() const { return Command(*program_); }
CommandUsage CommandLine::usage() const {
  return usage_of(*program_, program_->parsed->get_name());
}

std::optional<int> CommandLine::run(int argc, const char* const* argv) {
  CLI::App& app = *program_->parsed;
  std::vector<const char*> words(argv, argv + argc);
  if (argc > 1 && std::string_view(argv[1]) == "help") {
    words.erase(words.begin() + 1);
    words.push_back("--help");
  }
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ExtrasError&) {
    throw InputError(describe_unknown(called(*program_), app.remaining(true).front()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    throw InputError(error.what());
  }
  if (called(*program_).runs) return std::nullopt;
  fmt::print("{}", app.help());
  return 0;
}

}  // namespace plylab::reports
