#include "gen/engines/uci_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "gen/base/text.h"

namespace plylab::engines {
namespace {

/// Reads what follows the name: "type spin default 16 min 1 max 1024".
void read_type(std::string_view text, UciOption& option) {
  std::string_view label = take_word(text);
  option.type = take_word(text);
  if (option.type != "spin") return;
  for (auto word = take_word(text); !word.empty(); label = word, word = take_word(text)) {
    if (label == "min") option.least = parse_number<long>(word);
    if (label == "max") option.most = parse_number<long>(word);
  }
}

}  // namespace

std::vector<UciOption> read_uci_options(const std::vector<std::string>& lines) {
  constexpr std::string_view label = "option name ", type_label = " type ";
  std::vector<UciOption> options;
  for (const std::string& line : lines) {
    if (!line.starts_with(label)) continue;
    const std::size_t type = line.find(type_label);
    UciOption option{.name = line.substr(label.size(), type - label.size())};
    if (type != line.npos) read_type(std::string_view(line).substr(type + 1), option);
    options.push_back(std::move(option));
  }
  return options;
}

std::string setoption_line(const UciOption& option, std::string_view value) {
  return option.type == "button" ? fmt::format("setoption name {}", option.name)
                                 : fmt::format("setoption name {} value {}", option.name, value);
}

bool same_name(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

}  // namespace plylab::engines
