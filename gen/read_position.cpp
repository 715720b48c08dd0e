#include "gen/read_position.h"

#include <fmt/format.h>

#include "gen/closest_name.h"

namespace plylab {

std::pair<std::string_view, std::string_view> cut_at_moves(std::string_view text) {
  std::string_view rest = text;
  for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (word != "moves") continue;
    const auto before = static_cast<std::size_t>(word.data() - text.data());
    return {trimmed(text.substr(0, before)), trimmed(rest)};
  }
  return {trimmed(text), {}};
}

std::string with_moves(std::string_view position, std::string_view moves) {
  const auto [before, played] = cut_at_moves(position);
  const std::string line = fmt::format("{} {}", played, moves);
  if (trimmed(line).empty()) return std::string(position);
  return std::string(trimmed(fmt::format("{} moves {}", before, trimmed(line))));
}

namespace detail {

// What begins with the word as it was given could not be read as a move at all.
void refuse_move(std::string_view why, const std::string& position) {
  if (why.starts_with('\''))
    throw InputError(fmt::format("{} (in {}); moves are separated by blanks", why, position));
  throw InputError(fmt::format("{} (in {})", why, position));
}

void refuse_moves(std::string_view game) {
  throw InputError(fmt::format("positions of {} are not told by moves", game));
}

void suggest_position(std::string_view text, const std::vector<std::string>& names) {
  if (const auto meant = closest_name(text, names))
    throw InputError(fmt::format("no position '{}'; did you mean {}?", text, *meant));
}

}  // namespace detail

}  // namespace plylab
