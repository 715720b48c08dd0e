#include "gen/game/read_position.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/names.h"

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
namespace {

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace

void refuse_move(std::string_view word, std::string_view why, const std::string& position,
                 const std::function<bool(std::string_view)>& is_move) {
  bool several = false;
  for (std::size_t size = 1; size < word.size() && !several; ++size) {
    std::string_view rest = word.substr(size);
    skip(rest, ",;/|");
    // Punctuation and a single digit may belong to the move before them.
    several = rest.size() >= std::min<std::size_t>(size, 2) && is_letter_or_digit(rest.front()) &&
              is_move(word.substr(0, size));
  }
  throw InputError(
      fmt::format("{} (in {}){}", why, position, several ? "; moves are separated by blanks" : ""));
}

void refuse_moves(std::string_view game) {
  throw InputError(fmt::format("positions of {} cannot be given by moves", game));
}

void suggest_position(std::string_view text, const std::vector<std::string>& names) {
  if (const auto meant = closest_name(text, names))
    throw InputError(fmt::format("no position '{}'; did you mean {}?", text, *meant));
}

}  // namespace detail

}  // namespace plylab
