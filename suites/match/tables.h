// A match as records.
#pragma once

#include "reports/tables/table.h"
#include "suites/match/match.h"

namespace plylab::suites::match {

/// The table "players": a row for each with its results and its work.
reports::Table players_table(const Match& match, const PlayedGames& games);

/// The table "head_to_head": the score of each player against each other.
reports::Table head_to_head_table(const Match& match, const PlayedGames& games);

/// The table "pairs": for each two players how many pairs of games brought the first of them how
/// many points, and what follows. A pair has both its games.
reports::Table pairs_table(const Match& match, const PlayedGames& games);

/// The table "sprt": the test and its result.
reports::Table sprt_table(const Sprt& sprt, const RunningScore& score);

/// The table "games": a row for each that was played.
reports::Table games_table(const Match& match, const PlayedGames& games);

/// Whether a player crashed, hung or broke the rules; losing on time does not count as such a
/// fault.
bool any_fault(const PlayedGames& games);

}  // namespace plylab::suites::match
