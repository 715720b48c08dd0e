#include "gen/chess/read_position.h"

#include "gen/chess/play.h"
#include "gen/chess/registry.h"
#include "gen/game/read_position.h"

namespace plylab::chess {
namespace {

Setup as_written(std::string_view position) {
  try {
    return parse_fen(known_text<Chess>(position));
  } catch (const FenError&) {
    plylab::detail::suggest_position(position, names_in(Chess::positions));
    throw;
  }
}

}  // namespace

PlayedSetup read_position(std::string_view text) {
  auto [start, moves, end] = plylab::read_position<Chess>(text);
  const std::string_view position = cut_at_moves(text).first;
  return {as_written(position.empty() ? Chess::start : position), std::move(moves), end};
}

std::vector<std::string_view> position_names() {
  std::vector<std::string_view> names{"startpos"};
  for (const auto& known : Chess::positions) names.push_back(known.name);
  return names;
}

Setup read_setup(std::string_view text) {
  const auto [position, moves] = cut_at_moves(text);
  if (moves.empty()) return as_written(position);
  const PlayedSetup read = read_position(text);
  return play(read.start, read.moves);
}

}  // namespace plylab::chess
