// A match that goes on where it stopped.
#pragma once

#include <string>
#include <vector>

#include "suites/match/match.h"
#include "suites/match/pgn.h"

namespace plylab::match {

/// The games of an earlier run, each in the place of its fixture. Throws InputError if one does not
/// belong to this match: other players, limits or opening. `path` names where they are from.
Games recall(const Match& match, const std::vector<PgnGame>& kept, const std::string& path);

}  // namespace plylab::match
