#include "reports/command_line.h"

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <utility>

#include "gen/input_error.h"
#include "reports/utf8.h"

namespace plylab::reports {
namespace {

/// The text with line breaks in place of blanks, so that no line is wider than this if its words
/// are not.
std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string lines;
  std::size_t column = 0;
  for (std::string word; words >> word;) {
    const std::size_t size = display_width(word);
    if (column > 0 && column + 1 + size > width) {
      lines += '\n';
      column = 0;
    } else if (column > 0) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += size;
  }
  return lines;
}

/// Help that fits a terminal of 80 columns.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override {
    return wrapped(CLI::Formatter::make_description(app), columns) + '\n';
  }
  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_name(),
                             wrapped(command->get_description(), columns - get_column_width()),
                             get_column_width());
    return out.str();
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description(), columns - get_column_width());
  }

 private:
  static constexpr std::size_t columns = 80;
};

}  // namespace

Option Option::description(const std::string& text) const {
  return Option(option_->description(text));
}
Option Option::required() const { return Option(option_->required()); }
Option Option::show_default() const { return Option(option_->capture_default_str()); }
Option Option::delimiter(char separator) const { return Option(option_->delimiter(separator)); }
Option Option::one_value_each() const { return Option(option_->allow_extra_args(false)); }
Option Option::values(int fewest, int most) const {
  return Option(option_->expected(fewest, most));
}
Option Option::needs(const Option& other) const { return Option(option_->needs(other.option_)); }
Option Option::excludes(const Option& other) const {
  return Option(option_->excludes(other.option_));
}
Option Option::range(int least, int most) const {
  return Option(option_->check(CLI::Range(least, most)));
}
Option Option::range(std::size_t least, std::size_t most) const {
  return Option(option_->check(CLI::Range(least, most)));
}
Option Option::range(double least, double most) const {
  return Option(option_->check(CLI::Range(least, most)));
}
Option Option::positive() const { return Option(option_->check(CLI::PositiveNumber)); }
Option Option::non_negative() const { return Option(option_->check(CLI::NonNegativeNumber)); }
Option Option::one_of(const std::vector<std::string>& names) const {
  return Option(option_->check(CLI::IsMember(names)));
}
bool Option::given() const { return option_->count() > 0; }

template <class T>
Option Command::add_option(const std::string& name, T& variable, const std::string& help) const {
  return Option(command_->add_option(name, variable, help));
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

Option Command::add_option_function(const std::string& name,
                                    const std::function<void(const std::string&)>& take,
                                    const std::string& help) const {
  return Option(command_->add_option_function<std::string>(name, take, help));
}
Option Command::add_flag(const std::string& name, bool& variable, const std::string& help) const {
  return Option(command_->add_flag(name, variable, help));
}
Option Command::option(const std::string& name) const { return Option(command_->get_option(name)); }
Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  return Command(command_->add_subcommand(name, description));
}
void Command::require_subcommand() const { command_->require_subcommand(1); }
void Command::footer(const std::string& text) const { command_->footer(text); }
void Command::callback(std::function<void()> run) const { command_->callback(std::move(run)); }

CommandLine::CommandLine(const std::string& name, const std::string& description,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->formatter(std::make_shared<HelpFormatter>());  // the commands inherit it
  if (!version.empty()) app_->set_version_flag("--version", version);
}
CommandLine::~CommandLine() = default;

Command CommandLine::program() const { return Command(app_.get()); }

std::optional<int> CommandLine::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ExtrasError&) {
    throw InputError("unknown argument " + app_->remaining(true).front());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app_->exit(error);
    throw InputError(error.what());
  }
}

}  // namespace plylab::reports
