// What a crash leaves of the game that was being written.
#pragma once

#include <string_view>

#include "suites/match/game_pgn.h"
#include "suites/match/match.h"

namespace plylab::suites::match {

/// Whether the text, blanks at its beginning aside, is nothing or the beginning of what this match
/// would write for a game that is not among those played: only that may be cut off.
bool is_torn_game(std::string_view text, const Match& match, const CommonTags& tags,
                  const PlayedGames& played);

}  // namespace plylab::suites::match
