#include "suites/match/resume.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/input_error.h"
#include "suites/match/game_pgn.h"

namespace plylab::suites::match {
namespace {

bool begins_with(const Game& game, const Opening& opening) {
  return game.start.fen() == opening.start.fen() && game.plies.size() >= opening.moves.size() &&
         std::equal(opening.moves.begin(), opening.moves.end(), game.plies.begin(),
                    [](chess::Move move, const Ply& ply) { return move == ply.move; });
}

/// What of a game is not as this match has it; empty if all is.
std::string difference(const Match& match, const Game& game) {
  if (game.number > match.fixtures.size())
    return fmt::format("game {} of {}", game.number, match.fixtures.size());
  const Fixture& fixture = match.fixtures[game.number - 1];
  for (const chess::Color color : {chess::white, chess::black}) {
    const Contestant& contestant = match.players[fixture.players[chess::index(color)]];
    const std::string& name = game.players[chess::index(color)];
    if (name != contestant.name)
      return fmt::format("game {} is of '{}', not of '{}'", game.number, name, contestant.name);
    if (const Limits& limits = game.limits[chess::index(color)]; limits != contestant.limits)
      return fmt::format("in game {} '{}' had the limits {}, not {}", game.number, name,
                         to_string(limits), to_string(contestant.limits));
  }
  if (!begins_with(game, match.openings[fixture.opening]))
    return fmt::format("game {} has another opening", game.number);
  return {};
}

}  // namespace

Games recall(const Match& match, const std::vector<pgn::PgnGame>& kept, const std::string& path) {
  Games games(match.fixtures.size());
  for (const pgn::PgnGame& sheet : kept) {
    std::string problem;
    try {
      Game game = game_of(sheet);
      problem = difference(match, game);
      if (problem.empty()) games[game.number - 1] = std::move(game);
    } catch (const InputError& error) {
      problem = error.what();
    }
    if (!problem.empty())
      throw InputError(fmt::format("{}:{}: not of this match: {}", path, sheet.line, problem));
  }
  return games;
}

}  // namespace plylab::suites::match
