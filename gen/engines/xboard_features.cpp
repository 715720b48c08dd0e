#include "gen/engines/xboard_features.h"

#include <algorithm>
#include <cctype>

#include "gen/base/text.h"

namespace plylab::engines {

std::vector<Feature> read_features(std::string_view line) {
  constexpr std::string_view label = "feature ";
  // A prompt may stand before it, as in "White (1) : feature ping=1".
  const std::size_t start = line.find(label);
  if (start == line.npos || (start > 0 && line[start - 1] != ' ')) return {};
  std::string_view rest = line.substr(start + label.size());
  std::vector<Feature> features;
  while (true) {
    skip(rest);
    const std::size_t sign = rest.find('=');
    if (sign == rest.npos) return features;
    const std::string name(rest.substr(0, sign));
    rest.remove_prefix(sign + 1);
    const bool quoted = rest.starts_with('"');
    if (quoted) rest.remove_prefix(1);
    features.emplace_back(name, take_until(rest, quoted ? "\"" : " \t"));
    rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  }
}

void Features::take(const Feature& feature) {
  // "Hash -spin 16 1 1024": the name ends before the type.
  if (feature.first == "option")
    options_.push_back(feature.second.substr(0, feature.second.find(" -")));
  else
    told_.push_back(feature);
}

bool Features::plays(std::string_view variant) const {
  const std::string variants = ',' + value("variants") + ',';
  return variants.find(',' + std::string(variant) + ',') != variants.npos;
}

std::string Features::value(std::string_view name) const {
  const auto place = std::find_if(told_.rbegin(), told_.rend(),
                                  [&](const Feature& feature) { return feature.first == name; });
  return place == told_.rend() ? "" : place->second;
}

bool Features::on(std::string_view name, bool otherwise) const {
  const std::string text = value(name);
  return text.empty() ? otherwise : text != "0";
}

}  // namespace plylab::engines
