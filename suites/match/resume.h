// A match that goes on where it stopped.
#pragma once

#include <string>
#include <vector>

#include "gen/pgn/pgn.h"
#include "suites/match/match.h"

namespace plylab::suites::match {

/// The games of an earlier run, each in the place of its pairing. Throws InputError if one does not
/// belong to this match: other players, limits or opening. `path` names where they are from.
PlayedGames resume(const Match& match, const std::vector<pgn::PgnGame>& kept,
                   const std::string& path);

}  // namespace plylab::suites::match
