// A match that goes on where it stopped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "suites/match/game_pgn.h"
#include "suites/match/match.h"

namespace plylab::suites::match {

/// What there is of a match.
struct Resumed {
  PlayedGames games;      ///< each in the place of its pairing
  std::size_t bytes = 0;  ///< of the text, up to the end of the last of them
};

/// Reads the games of an earlier run. A last game that was torn while it was written is not among
/// them. Throws InputError if there is anything in the text that this match, with these tags, would
/// not have written: other players, limits, rules or openings, another version of the program, or
/// what is no game of a match at all. `path` names where the text is from.
Resumed resume(const Match& match, const CommonTags& tags, std::string_view text,
               const std::string& path);

}  // namespace plylab::suites::match
