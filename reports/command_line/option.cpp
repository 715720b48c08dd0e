#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "reports/command_line/command_line.h"
#include "reports/command_line/command_nodes.h"
#include "reports/command_line/option_checks.h"

namespace plylab::reports {
namespace {

template <class T>
Option checked(OptionNode& option, T least, T most) {
  option.parsed->check(within(least, most));
  option.usage.range = fmt::format("{} to {}", least, most);
  return Option(option);
}

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
  option_->parsed->check(CLI::Validator(
      [names](std::string& text) {
        if (std::find(names.begin(), names.end(), text) != names.end()) return std::string();
        return fmt::format("no '{}'; there are {}", text, fmt::join(names, ", "));
      },
      ""));
  option_->usage.range = fmt::format("{}", fmt::join(names, ", "));
  return offers(names);
}
Option Option::offers(const std::vector<std::string>& names) const {
  option_->usage.choices = names;
  return *this;
}
bool Option::given() const { return option_->parsed->count() > 0; }

}  // namespace plylab::reports
