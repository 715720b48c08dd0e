// A match as records.
#pragma once

#include "reports/record.h"
#include "suites/match/match.h"

namespace plylab::suites::match {

/// The table "players": a row for each with its results and its work.
reports::Table players_table(const Match& match, const Games& games);

/// The table "pairings": who scored how against whom.
reports::Table pairings_table(const Match& match, const Games& games);

/// The table "games": a row for each that was played.
reports::Table games_table(const Games& games);

/// Whether a player crashed, hung or did what no player may; losing on time is no fault of this
/// kind.
bool any_fault(const Games& games);

}  // namespace plylab::suites::match
