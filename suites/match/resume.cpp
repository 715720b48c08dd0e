#include "suites/match/resume.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/input_error.h"
#include "suites/match/game_pgn.h"

namespace plylab::suites::match {
namespace {

bool begins_with(const PlayedGame& game, const Opening& opening) {
  return game.start.setup() == opening.start.setup() && game.plies.size() >= opening.moves.size() &&
         std::equal(opening.moves.begin(), opening.moves.end(), game.plies.begin(),
                    [](chess::Move move, const Ply& ply) { return move == ply.move; });
}

/// What of a game is not as this match has it; empty if all is.
std::string difference(const Match& match, const PlayedGame& game) {
  if (game.number > match.pairings.size())
    return fmt::format("game {} of {}", game.number, match.pairings.size());
  const Pairing& pairing = match.pairings[game.number - 1];
  for (const chess::Color color : {chess::white, chess::black}) {
    const Contestant& contestant = match.players[pairing.players[chess::index(color)]];
    const std::string& name = game.players[chess::index(color)];
    if (name != contestant.name)
      return fmt::format("game {} is of '{}', not of '{}'", game.number, name, contestant.name);
    if (const PlayerLimits& limits = game.limits[chess::index(color)]; limits != contestant.limits)
      return fmt::format("in game {} '{}' had the limits {}, not {}", game.number, name,
                         to_string(limits), to_string(contestant.limits));
  }
  if (!begins_with(game, match.openings[pairing.opening]))
    return fmt::format("game {} has another opening", game.number);
  return {};
}

}  // namespace

PlayedGames resume(const Match& match, const std::vector<pgn::PgnGame>& kept,
                   const std::string& path) {
  PlayedGames games(match.pairings.size());
  for (const pgn::PgnGame& pgn_game : kept) {
    std::string problem;
    try {
      PlayedGame game = game_of(pgn_game);
      problem = difference(match, game);
      if (problem.empty()) games[game.number - 1] = std::move(game);
    } catch (const InputError& error) {
      problem = error.what();
    }
    if (!problem.empty())
      throw InputError(fmt::format("{}:{}: not of this match: {}", path, pgn_game.line, problem));
  }
  return games;
}

}  // namespace plylab::suites::match
