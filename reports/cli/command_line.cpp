#include "reports/cli/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/cli/command_records.h"
#include "reports/formats/output.h"
#include "reports/text/utf8.h"

namespace plylab::cli {

bool OptionRecord::is_called(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}
const std::string& OptionRecord::title() const {
  for (const std::string& name : names)
    if (name.starts_with("--")) return name;
  return names.front();
}
std::string_view OptionRecord::unit() const {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> units{
      {{"MIB", "MiB"},
       {"SECONDS", "seconds"},
       {"PLIES", "plies"},
       {"CP", "centipawns"},
       {"PAWNS", "pawns"}}};
  for (const auto& [name, unit] : units)
    if (value == name) return unit;
  return {};
}

namespace {

// ---- declaring ----

std::string with_program_name(std::string text, const std::string& program) {
  constexpr std::string_view usual = "plylab ";
  for (std::size_t at = 0; (at = text.find(usual, at)) != text.npos; at += program.size() + 1)
    text.replace(at, usual.size(), program + ' ');
  return text;
}

/// Sets help and default from a help that may end with "(default: …)".
void take_help(const std::string& text, OptionRecord& record) {
  const std::string help = with_program_name(text, record.program);
  record.help = help;
  record.fallback.clear();
  constexpr std::string_view label = "default: ";
  const std::size_t place = help.ends_with(')') ? help.rfind(label) : help.npos;
  if (place == help.npos) return;
  const std::size_t start = place + label.size();
  record.fallback = help.substr(start, help.size() - start - 1);
  // It follows " (", or "; " after other text in the same parentheses.
  record.help = help.substr(0, place - 2);
  if (help[place - 1] == ' ') record.help += ')';
}

/// The element type of a variable.
template <class T>
struct ValueOf {
  using type = T;
  static constexpr bool is_list = false;
};
template <class T>
struct ValueOf<std::optional<T>> : ValueOf<T> {};
template <class T>
struct ValueOf<std::vector<T>> : ValueOf<T> {
  static constexpr bool is_list = true;
};

/// The messages name the unit of the number, if it has one.
[[noreturn]] void refuse_number(std::string_view text, std::string_view kind,
                                std::string_view unit) {
  throw InputError(fmt::format("'{}' is not {}{}{}", text, kind, unit.empty() ? "" : " of ", unit));
}

/// Whether a text is a list of whole numbers, such as "2,3" or "1..4".
bool is_list_of_numbers(std::string_view text) {
  if (text.find(',') == text.npos && text.find("..") == text.npos) return false;
  const auto parts = words_of(text, ",.");
  return parts.size() > 1 && std::ranges::all_of(parts, [](const std::string& part) {
           return parse_number<std::int64_t>(part).has_value();
         });
}

template <std::integral T>
T whole_number(const std::string& text, std::string_view unit) {
  using Limits = std::numeric_limits<T>;
  if (std::is_unsigned_v<T> && text.starts_with('-'))
    throw InputError(text.find_first_not_of("-0") == text.npos
                         ? fmt::format("write 0, not {}", text)
                         : fmt::format("{} is below 0", text));
  T value{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (is_list_of_numbers(text)) throw InputError(fmt::format("takes one value, not {}", text));
  if (error == std::errc::invalid_argument || rest != end)
    refuse_number(text, "a whole number", unit);
  if (error == std::errc::result_out_of_range)
    throw InputError(text.starts_with('-') ? fmt::format("{} is below {}", text, Limits::min())
                                           : fmt::format("{} is above {}", text, Limits::max()));
  return value;
}

double number(const std::string& text, std::string_view unit) {
  const auto value = parse_number<double>(text);
  if (!value) refuse_number(text, "a number", unit);
  return *value;
}

template <class T>
T value_of(const std::string& text, std::string_view unit) {
  if constexpr (std::is_same_v<T, std::string>)
    return text;
  else if constexpr (std::is_integral_v<T>)
    return whole_number<T>(text, unit);
  else
    return number(text, unit);
}

// ---- reading ----

/// Throws InputError that names the option.
[[noreturn]] void refuse(const OptionRecord& option, std::string_view what) {
  throw InputError(fmt::format("{}: {}", option.title(), what));
}

/// Stores a word of the command line for the option.
void take_text(OptionRecord& option, const std::string& text) {
  option.given = true;
  if (text.empty()) refuse(option, "empty value");
  if (option.delimiter == 0) {
    option.texts.push_back(text);
    return;
  }
  const auto parts = elements_of(option.title(), text, option.delimiter);
  if (parts.empty()) refuse(option, "empty list");
  if (option.takes_one() && parts.size() > 1)
    refuse(option, fmt::format("takes one value, not {}", text));
  option.texts.insert(option.texts.end(), parts.begin(), parts.end());
}

/// Replaces each range, such as 4..6, by its numbers. Throws InputError.
void expand_ranges(std::vector<std::string>& texts) {
  constexpr std::int64_t max_numbers = 1'000'000;
  std::vector<std::string> all;
  for (std::string& text : texts) {
    const std::size_t dots = text.find("..");
    if (dots == text.npos) {
      all.push_back(std::move(text));
      continue;
    }
    const auto first = parse_number<std::int64_t>(text.substr(0, dots)),
               last = parse_number<std::int64_t>(text.substr(dots + 2));
    if (!first || !last || *last < *first || *last - *first >= max_numbers)
      throw InputError(fmt::format("'{}' is not an ascending range such as 4..6", text));
    for (std::int64_t one = *first; one <= *last; ++one) all.push_back(std::to_string(one));
  }
  texts = std::move(all);
}

/// Throws InputError unless the option has as many values as it takes.
void check_number_of_values(const OptionRecord& option) {
  const std::size_t count = option.texts.size();
  if (option.takes_one() && count > 1) refuse(option, "given more than once");
  if (option.max_values == 0 || (count >= option.min_values && count <= option.max_values)) return;
  refuse(option,
         option.min_values == option.max_values
             ? fmt::format("expects {} values", option.max_values)
             : fmt::format("expects {} to {} values", option.min_values, option.max_values));
}

void check_value(const OptionRecord& option, const std::string& text) {
  if (option.only_choices) find_entry(option.choices, text);
  // An option with a range may also accept other text.
  const auto value = parse_number<double>(text);
  if (!value) return;
  if (option.above && *value <= *option.above)
    throw InputError(fmt::format("{} is not above {}", text, *option.above));
  if (option.min && *value < *option.min)
    throw InputError(fmt::format("{} is below {}", text, *option.min));
  if (option.max && *value > *option.max)
    throw InputError(fmt::format("{} is above {}", text, *option.max));
}

void store(OptionRecord& option) {
  if (!option.given) return;
  try {
    if (option.has_ranges && !option.takes_one()) expand_ranges(option.texts);
  } catch (const InputError& error) {
    refuse(option, error.what());
  }
  check_number_of_values(option);
  try {
    // First, because the option's own limits say more than those of the variable's type.
    for (const std::string& text : option.texts) check_value(option, text);
    option.store(option.texts);
  } catch (const InputError& error) {
    refuse(option, error.what());
  }
}

void check_company(const OptionRecord& option) {
  if (option.required && !option.given)
    throw InputError(fmt::format("{} is required", option.title()));
  if (!option.given) return;
  for (const OptionRecord* other : option.needs)
    if (!other->given)
      throw InputError(fmt::format("{} requires {}", option.title(), other->title()));
  for (const OptionRecord* other : option.excludes)
    if (other->given)
      throw InputError(
          fmt::format("{} cannot be combined with {}", option.title(), other->title()));
}

/// Whether a word is the board of a FEN, which the shell has cut at its blanks.
bool is_board(const std::string& word) { return std::ranges::count(word, '/') == 7; }

/// The option of the command that a word is probably a value of, with that value: "--fen kiwipete";
/// empty if there is none.
std::string as_value_of_option(const CommandRecord& command, const std::string& word) {
  const std::string first = word.substr(0, word.find(' '));
  const auto is_called = [&](const std::string& name) {
    return [&](const OptionRecord& option) { return option.is_called(name); };
  };
  const auto offers = [&](const OptionRecord& option) {
    return !option.is_argument() &&
           std::ranges::find(option.choices, first) != option.choices.end();
  };
  const auto& options = command.options;
  auto found = std::ranges::find_if(options, offers);
  if (found == options.end() && parse_number<int>(word))
    found = std::ranges::find_if(options, is_called("--depth"));
  if (found == options.end() && is_board(first))
    found = std::ranges::find_if(options, is_called("--fen"));
  if (found == options.end() && word.ends_with(".epd"))
    found = std::ranges::find_if(options, is_called("--suite"));
  if (found == options.end()) return {};
  const std::string value = first == word ? word : '\'' + word + '\'';
  return fmt::format("{} {}", found->title(), value);
}

/// A message about the first of these words, which is unknown in this command's command line, with
/// a suggestion. There are no options after "--".
std::string describe_unknown(const CommandRecord& command, std::span<const std::string> words,
                             bool only_arguments) {
  const std::string& argument = words.front();
  const std::string word = argument.substr(0, argument.find('='));
  const bool is_option = word.size() > 1 && word.starts_with('-');
  if (is_option && only_arguments)
    return fmt::format("unknown argument '{}': options go before the --", argument);
  std::vector<std::string> known;
  if (is_option)
    for (const OptionRecord& option : command.options)
      known.insert(known.end(), option.names.begin(), option.names.end());
  else
    known = names_in(command.commands);
  const char* kind = is_option ? "option" : command.commands.empty() ? "argument" : "command";
  std::string meant = closest_name(word, known).value_or("");
  if (!is_option && command.commands.empty())
    for (const std::string& each : words) {
      const std::string option = as_value_of_option(command, each);
      if (option.empty()) break;
      meant += (meant.empty() ? "" : " ") + option;
    }
  return fmt::format("unknown {} '{}'{}", kind, argument,
                     meant.empty() ? "" : fmt::format("; did you mean {}?", meant));
}

/// Reads words into the records: finds the command, and the values of its options.
class Reader {
 public:
  explicit Reader(CommandRecord& program) : command_(&program), call_(program.name) {}

  void read(const std::vector<std::string>& words) {
    for (at_ = 0; at_ < words.size(); ++at_) try {
        const std::string& word = words[at_];
        if (only_arguments_ || word.size() < 2 || word[0] != '-')
          read_argument(words);
        else if (word == "--")
          only_arguments_ = true;
        else if (word.starts_with("--"))
          read_long(words);
        else
          read_short(words);
      } catch (const InputError& error) {
        if (wrong_.empty()) wrong_ = error.what();
      }
  }

  CommandRecord& command() const { return *command_; }
  const std::string& call() const { return call_; }
  bool wants_help() const { return wants_help_; }
  /// The message about the first invalid word; empty if there is none.
  const std::string& wrong() const { return wrong_; }

 private:
  [[noreturn]] void refuse_word(const std::string& word) const {
    throw InputError(describe_unknown(*command_, std::span(&word, 1), only_arguments_));
  }

  OptionRecord* find(const std::string& name) {
    for (OptionRecord& option : command_->options)
      if (option.is_called(name)) return &option;
    return nullptr;
  }

  void read_argument(const std::vector<std::string>& words) {
    const std::string& word = words[at_];
    for (CommandRecord& below : command_->commands)
      if (below.name == word) {
        command_ = &below;
        call_ += ' ' + word;
        return;
      }
    const bool is_cut = at_ > 0 && is_board(words[at_ - 1]);
    const bool is_side = word == "w" || word == "b";
    for (OptionRecord& option : command_->options)
      if (option.is_argument() && (option.is_list || !option.given) && !(is_cut && is_side))
        return take_text(option, word);
    if (is_cut || word == "moves")
      throw InputError(fmt::format("unknown argument '{}': {} has blanks, put it in quotes", word,
                                   is_cut ? "a FEN" : "a position with moves"));
    throw InputError(describe_unknown(*command_, std::span(words).subspan(at_), only_arguments_));
  }

  /// "--name", "--name VALUE" or "--name=VALUE".
  void read_long(const std::vector<std::string>& words) {
    const std::string& word = words[at_];
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (name == "--help") {
      wants_help_ = true;
      return;
    }
    OptionRecord* const option = find(name);
    if (option == nullptr) refuse_word(word);
    if (equals == word.npos) return take_next(*option, words);
    if (option->is_flag()) refuse(*option, "takes no value");
    take_text(*option, word.substr(equals + 1));
  }

  /// "-q", "-d VALUE", "-dVALUE", or several in one: "-qd7".
  void read_short(const std::vector<std::string>& words) {
    const std::string& word = words[at_];
    for (std::size_t i = 1; i < word.size(); ++i) {
      const std::string name{'-', word[i]};
      OptionRecord* const option = find(name);
      if (option == nullptr && name == "-h") {
        wants_help_ = true;
      } else if (option == nullptr) {
        refuse_word('-' + word.substr(i));
      } else if (option->is_flag() || i + 1 == word.size()) {
        take_next(*option, words);
      } else {
        return take_text(*option, word.substr(i + 1));
      }
    }
  }

  /// Reads a flag, or an option whose value is the next word, even if that looks like an option; it
  /// takes several words if it has several values and no delimiter.
  void take_next(OptionRecord& option, const std::vector<std::string>& words) {
    if (option.is_flag()) {
      option.given = true;
      return;
    }
    if (at_ + 1 == words.size()) refuse(option, "no value given");
    take_text(option, words[++at_]);
    if (option.delimiter != 0) return;
    for (std::size_t i = 1; i < option.min_values && at_ + 1 < words.size(); ++i) {
      if (find(words[at_ + 1]) != nullptr) return;  // check_number_of_values() refuses
      take_text(option, words[++at_]);
    }
  }

  CommandRecord* command_;
  std::string call_;
  std::string wrong_;
  std::size_t at_ = 0;
  bool only_arguments_ = false;  // "--" has been read
  bool wants_help_ = false;
};

}  // namespace

// ---- Option ----

namespace {

/// How help marks the value of an option that takes several: "N,...".
std::string several(char separator) { return fmt::format("{}...", separator); }

}  // namespace

Option Option::help(const std::string& text) const {
  const std::string before = option_->fallback;
  take_help(text, *option_);
  if (option_->fallback.empty()) option_->fallback = before;
  return *this;
}
Option Option::required() const {
  option_->required = true;
  return *this;
}
Option Option::show_default() const {
  option_->fallback = option_->current();
  return *this;
}
Option Option::delimiter(char separator) const {
  option_->delimiter = separator;
  std::string& value = option_->value;
  if (value.find(separator) == value.npos) value += several(separator);
  return *this;
}
Option Option::values(int min, int max) const {
  option_->min_values = static_cast<std::size_t>(min);
  option_->max_values = static_cast<std::size_t>(max);
  std::string& value = option_->value;
  if (const std::string mark = several(option_->delimiter); max == 1 && value.ends_with(mark))
    value.resize(value.size() - mark.size());
  return *this;
}
Option Option::needs(const Option& other) const {
  option_->needs.push_back(other.option_);
  return *this;
}
Option Option::excludes(const Option& other) const {
  option_->excludes.push_back(other.option_);
  other.option_->excludes.push_back(option_);
  return *this;
}
Option Option::range(double min, double max) const {
  option_->min = min;
  option_->max = max;
  option_->range = fmt::format("{} to {}", min, max);
  return *this;
}
Option Option::range(int min, int max) const {
  return range(static_cast<double>(min), static_cast<double>(max));
}
Option Option::range(std::size_t min, std::size_t max) const {
  return range(static_cast<double>(min), static_cast<double>(max));
}
Option Option::positive() const {
  option_->above = 0;
  option_->range = "above 0";
  return *this;
}
Option Option::non_negative() const {
  option_->min = 0;
  option_->range = "0 or more";
  return *this;
}
Option Option::one_of(const std::vector<std::string>& names) const {
  option_->only_choices = true;
  option_->range = fmt::format("{}", fmt::join(names, ", "));
  return offers(names);
}
Option Option::offers(const std::vector<std::string>& names) const {
  option_->choices = names;
  return *this;
}
bool Option::given() const { return option_->given; }

// ---- Command ----

OptionRecord& Command::add(const std::string& names, const std::string& help,
                           const char* value) const {
  OptionRecord& record = command_->options.emplace_back();
  const std::size_t blank = names.find(' ');
  record.names = words_of(names.substr(0, blank), ",");
  record.value = blank == names.npos ? value : names.substr(blank + 1);
  record.group = group_ ? group_ : "Options";
  record.program = command_->program;
  take_help(help, record);
  return record;
}

template <class T>
Option Command::add_option(const std::string& names, T& variable, const std::string& help) const {
  using Value = typename ValueOf<T>::type;
  constexpr bool is_list = ValueOf<T>::is_list;
  OptionRecord& record = add(names, help, std::is_same_v<Value, std::string> ? "TEXT" : "N");
  record.is_list = is_list;
  record.has_ranges = is_list && std::is_integral_v<Value>;
  record.store = [&variable, unit = record.unit()](const std::vector<std::string>& texts) {
    if constexpr (is_list) {
      variable.clear();
      for (const std::string& text : texts) variable.push_back(value_of<Value>(text, unit));
    } else {
      variable = value_of<Value>(texts.front(), unit);
    }
  };
  record.current = [&variable]() -> std::string {
    if constexpr (is_list)
      return fmt::format("{}", fmt::join(variable, ","));
    else if constexpr (std::is_same_v<T, Value>)
      return fmt::format("{}", variable);
    else
      return variable ? fmt::format("{}", *variable) : std::string();
  };
  return Option(record);
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

Option Command::add_flag(const std::string& names, bool& variable, const std::string& help) const {
  OptionRecord& record = add(names, help, "");
  record.store = [&variable](const std::vector<std::string>&) { variable = true; };
  return Option(record);
}
Option Command::option(const std::string& name) const {
  for (OptionRecord& option : command_->options)
    if (option.is_called(name)) return Option(option);
  throw std::logic_error(fmt::format("no option {} has been added", name));
}
Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  return Command(command_->commands.emplace_back(
      CommandRecord{name, description, command_->program, group_ ? group_ : "Commands"}));
}
void Command::example(const std::string& call) const {
  command_->examples.push_back(with_program_name(call, command_->program));
}
void Command::notes(const std::string& text) const {
  command_->notes = with_program_name(text, command_->program);
}
void Command::guides(const std::vector<std::string>& names) const { command_->guides = names; }
void Command::callback(std::function<void()> run) const { command_->run = std::move(run); }

bool Command::called() const { return command_->called; }

// ---- CommandLine ----

namespace {

/// Runs the command. If an option has a name that is one of another option, the message says so.
void run_command(const CommandRecord& command) try {
  command.run();
} catch (const UnknownName& error) {
  for (const OptionRecord& option : command.options)
    if (error.where.starts_with("--") && !option.is_argument() && option.title() != error.where &&
        std::ranges::find(option.choices, error.name) != option.choices.end())
      throw InputError(
          fmt::format("{} (there is {} {})", error.what(), option.title(), error.name));
  throw;
}

/// Whether the words have --format json, whatever the command.
bool ask_for_json(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_format = words[i] == "--format" || words[i] == "-f";
    if (words[i] == "--format=json" || words[i] == "-fjson" ||
        (is_format && i + 1 < words.size() && words[i + 1] == "json"))
      return true;
  }
  return false;
}

}  // namespace

CommandLine::CommandLine(const std::string& name, const std::string& description,
                         const std::string& version)
    : program_(std::make_unique<CommandRecord>(CommandRecord{name, description, name, ""})),
      called_(program_.get()),
      version_(version) {
  if (!version.empty())
    program().add_flag("--version", wants_version_, "Print version and commit, and exit");
}
CommandLine::~CommandLine() = default;

std::optional<int> CommandLine::run(int argc, const char* const* argv, bool may_print) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  Reader reader(*program_);
  reader.read(words);
  CommandRecord& command = reader.command();
  called_ = &command;
  wants_json_ = !command.run && ask_for_json(words);
  // --help is printed despite a wrong option, but not for an unknown command.
  if (!reader.wrong().empty() && (!reader.wants_help() || !command.commands.empty()))
    throw InputError(reader.wrong());
  if (!may_print && (reader.wants_help() || !command.run))
    throw InputError(fmt::format("'{}' asks for help, not for a report", reader.call()));
  if (!reader.wants_help()) {
    for (OptionRecord& option : program_->options) store(option);
    if (wants_version_) {
      reports::write_text(version_ + '\n', "");
      return 0;
    }
    if (command.run) {
      for (OptionRecord& option : command.options) store(option);
      for (const OptionRecord& option : command.options) check_company(option);
      command.called = true;
      run_command(command);
      return std::nullopt;
    }
  }
  reports::write_text(help_text(command, reader.call()), "");
  return 0;
}

std::string CommandLine::error_line(const std::string& what) const {
  const auto is_json = [](const OptionRecord& option) {
    return option.is_called("--format") && !option.texts.empty() && option.texts.back() == "json";
  };
  return wants_json_ || std::ranges::any_of(called_->options, is_json)
             ? nlohmann::json{{"error", reports::valid_utf8(what)}}.dump()
             : fmt::format("{}: {}", program_->name, what);
}

}  // namespace plylab::cli
