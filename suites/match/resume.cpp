#include "suites/match/resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "suites/match/torn_game.h"

namespace plylab::suites::match {
namespace {

bool begins_with(const PlayedGame& game, const Opening& opening) {
  return game.plies.size() >= opening.moves.size() &&
         std::equal(opening.moves.begin(), opening.moves.end(), game.plies.begin(),
                    [](const std::string& move, const Ply& ply) { return move == ply.move; });
}

/// Compares a game that has been read with the match that is to go on, whose texts are taken as a
/// file holds them. Throws InputError.
class Comparison {
 public:
  Comparison(const Match& match, const CommonTags& tags) : match_(match), tags_(tags) {}

  void check(const PlayedGame& game, const pgn::PgnGame& pgn_game) const {
    if (game.number > match_.pairings.size())
      fail("game {} of {}", game.number, match_.pairings.size());
    const Pairing& pairing = match_.pairings[game.number - 1];
    if (pgn_game.tag("Program") != tags_.program)
      fail("game {} is by {}, and this is {}", game.number, pgn_game.tag("Program"), tags_.program);
    if (const auto event = pgn::in_one_line(tags_.event); pgn_game.tag("Event") != event)
      fail("game {} is of the event '{}', not '{}'", game.number, pgn_game.tag("Event"), event);
    for (const std::size_t side : {0U, 1U})
      check_player(game, side, match_.players[pairing.players[side]]);
    if (pgn_game.tag("Rules") != tags_.rules)
      fail("game {} had the rules {}, not {}", game.number, pgn_game.tag("Rules"), tags_.rules);
    check_test(game, pgn_game.tag("Sprt"));
    const Opening& opening = match_.openings[pairing.opening];
    if (game.start != match_.game->parse(opening.start).text() || !begins_with(game, opening))
      fail("game {} has another opening", game.number);
  }

 private:
  template <class... Parts>
  [[noreturn]] static void fail(fmt::format_string<Parts...> text, Parts&&... parts) {
    throw InputError(fmt::format(text, std::forward<Parts>(parts)...));
  }

  static void check_player(const PlayedGame& game, std::size_t side, const Contestant& player) {
    const std::string& name = game.players[side];
    if (const auto other = pgn::in_one_line(player.name); name != other)
      fail("game {} is of '{}', not of '{}'", game.number, name, other);
    if (const auto other = pgn::in_one_line(player.definition); game.definitions[side] != other)
      fail("in game {} '{}' was {}, not {}", game.number, name, game.definitions[side], other);
    if (game.limits[side] != player.limits)
      fail("in game {} '{}' had the limits {}, not {}", game.number, name,
           to_string(game.limits[side]), to_string(player.limits));
  }

  /// Bounds that are chosen after a look at the score keep no probability of error. Games that had
  /// no test may have any.
  void check_test(const PlayedGame& game, std::string_view test) const {
    if (test.empty() || test == tags_.test) return;
    if (tags_.test.empty()) fail("game {} is of a match with --sprt {}", game.number, test);
    const auto had = words_of(test, ","), wanted = words_of(tags_.test, ",");
    const auto [one, other] = std::mismatch(had.begin(), had.end(), wanted.begin(), wanted.end());
    fail("game {} is of a match with --sprt {}, not {}", game.number,
         one == had.end() ? test : *one, other == wanted.end() ? tags_.test : *other);
  }

  const Match& match_;
  const CommonTags& tags_;
};

}  // namespace

Resumed resume(const Match& match, const CommonTags& tags, std::string_view text,
               const std::string& path) {
  Resumed resumed{PlayedGames(match.pairings.size())};
  pgn::PgnFile file = pgn::parse_pgn(text, path, *match.game);
  if (!file.games.empty() && file.games.back().result.empty()) file.games.pop_back();
  const Comparison comparison(match, tags);
  for (const pgn::PgnGame& pgn_game : file.games) {
    try {
      PlayedGame game = game_of(pgn_game, *match.game);
      comparison.check(game, pgn_game);
      auto& place = resumed.games[game.number - 1];
      if (place) throw InputError(fmt::format("game {} is there twice", game.number));
      place = std::move(game);
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("{}:{}: not of this match: {}", path, pgn_game.line, error.what()));
    }
    resumed.bytes = pgn_game.end;
  }
  for (const epd::Issue& issue : file.issues)
    if (!file.games.empty() && issue.line < file.games.back().line)
      throw InputError(to_string(issue));
  const auto is_torn = [&](const CommonTags& by) {
    return is_torn_game(text.substr(resumed.bytes), match, by, resumed.games);
  };
  CommonTags without_test = tags;
  without_test.test.clear();
  if (!is_torn(tags) && !is_torn(without_test))
    throw InputError(fmt::format("'{}' has something that is no game of plylab match", path));
  return resumed;
}

}  // namespace plylab::suites::match
