#include "reports/command_line/command_line.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/command_line/command_nodes.h"
#include "reports/command_line/option_checks.h"
#include "reports/formats/output.h"

namespace plylab::reports {
namespace {

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

/// What is wrong with the number of an option's values, about which CLI11 says "--depth: …".
std::string describe_mismatch(const CommandNode& node, std::string_view what) {
  const std::string name(what.substr(0, what.find(':')));
  for (const OptionNode& option : node.options) {
    if (!option.parsed->check_name(name)) continue;
    const int least = option.parsed->get_items_expected_min(),
              most = option.parsed->get_items_expected_max();
    if (most > 1 && most > least)
      return fmt::format("{}: wants {} to {} values", name, least, most);
    if (most > 1) return fmt::format("{}: wants {} values", name, least);
    return fmt::format("{}: {}", name,
                       option.parsed->count() > 1 ? "is given more than once" : "there is nothing");
  }
  return std::string(what);
}

/// Refuses a list of commas alone: CLI11 would take the words behind it for its values.
void refuse_empty_lists(const std::vector<const char*>& words) {
  for (const std::string_view word : words) {
    const std::string_view list = word.starts_with("--") ? word.substr(word.find('=') + 1) : word;
    if (!list.empty() && list.find_first_not_of(',') == list.npos)
      throw InputError(fmt::format("'{}' is a list of nothing", word));
  }
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

}  // namespace

template <class T>
Option Command::add_option(const std::string& names, T& variable, const std::string& help) const {
  using Value = typename ValueOf<T>::type;
  constexpr bool is_text = std::is_same_v<Value, std::string>;
  OptionUsage usage = read_usage(names, help, is_text ? "TEXT" : "N", group_);
  CLI::Option* parsed = command_->parsed->add_option(parsed_names(usage), variable);
  if (!parsed->get_positional()) parsed->allow_extra_args(false);
  parsed->check(refuse_empty);
  if constexpr (std::is_integral_v<Value>)
    parsed->transform(CLI::Validator(read_decimal<Value>, ""));
  if constexpr (std::is_same_v<Value, double>)
    parsed->check(number("not finite", [](double value) { return std::isfinite(value); }));
  return Option(command_->options.emplace_back(OptionNode{parsed, std::move(usage)}));
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
  parsed->check(refuse_empty);
  return Option(command_->options.emplace_back(OptionNode{parsed, std::move(usage)}));
}
Option Command::add_flag(const std::string& names, bool& variable, const std::string& help) const {
  OptionUsage usage = read_usage(names, help, "", group_);
  CLI::Option* parsed = command_->parsed->add_flag(names, variable);
  return Option(command_->options.emplace_back(OptionNode{parsed, std::move(usage)}));
}
Option Command::option(const std::string& name) const {
  for (OptionNode& option : command_->options)
    if (option.parsed->check_name(name)) return Option(option);
  throw std::logic_error(fmt::format("no option {} has been added", name));
}
Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  command_->parsed->require_subcommand(0, 1);  // no other one behind it
  CLI::App* parsed = command_->parsed->add_subcommand(name, description);
  return Command(command_->commands.emplace_back(CommandNode{parsed}));
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
  program_->options.emplace_back(OptionNode{
      option, read_usage("--version", "Print version and commit, and exit", "", "Options")});
}
CommandLine::~CommandLine() = default;

Command CommandLine::program() const { return Command(*program_); }
std::string CommandLine::name() const { return program_->parsed->get_name(); }
CommandUsage CommandLine::usage() const { return usage_of(*program_, name()); }

std::optional<int> CommandLine::run(int argc, const char* const* argv) {
  CLI::App& app = *program_->parsed;
  std::vector<const char*> words(argv, argv + argc);
  if (argc > 1 && std::string_view(argv[1]) == "help") {
    words.erase(words.begin() + 1);
    words.push_back("--help");
  }
  refuse_empty_lists(words);
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ExtrasError&) {
    throw InputError(describe_unknown(called(*program_), app.remaining(true).front()));
  } catch (const CLI::ArgumentMismatch& error) {
    throw InputError(describe_mismatch(called(*program_), error.what()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      const CommandNode& node = called(*program_);
      if (const auto rest = app.remaining(true); !node.commands.empty() && !rest.empty())
        throw InputError(describe_unknown(node, rest.front()));
      std::ostringstream text;
      const int status = app.exit(error, text, text);
      write_text(text.str(), "");
      return status;
    }
    throw InputError(error.what());
  }
  if (called(*program_).runs) return std::nullopt;
  write_text(app.help(), "");
  return 0;
}

}  // namespace plylab::reports
