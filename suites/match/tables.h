// A match as records.
#pragma once

#include "reports/record.h"
#include "suites/match/match.h"

namespace plylab::suites::match {

/// The table "players": a row for each with its results and its work.
reports::Table players_table(const Match& match, const PlayedGames& games);

/// The table "head_to_head": who scored how against whom.
reports::Table head_to_head_table(const Match& match, const PlayedGames& games);

/// The table "games": a row for each that was played.
reports::Table games_table(const Match& match, const PlayedGames& games);

/// Whether a player crashed, hung or did what no player may; losing on time is no fault of this
/// kind.
bool any_fault(const PlayedGames& games);

}  // namespace plylab::suites::match
