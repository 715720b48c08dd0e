// A match as records.
#pragma once

#include <optional>
#include <vector>

#include "reports/tables/table.h"
#include "suites/play/match/match.h"

namespace plylab::suites::play::match {

/// The tables of a match, in their order.
std::vector<reports::Schema> declared_tables(bool several_players, bool tests);

/// The table "players": a row for each with its results and its work.
reports::Table players_table(const Match& match, const PlayedGames& games);

/// The table "head_to_head": the score of each player against each other.
reports::Table head_to_head_table(const Match& match, const PlayedGames& games);

/// The table "pairs": for each two players, the numbers of complete pairs of games by the points of
/// the first player, with their statistics.
reports::Table pairs_table(const Match& match, const PlayedGames& games);

/// The table "games": a row for each that was played.
reports::Table games_table(const Match& match, const PlayedGames& games);

/// A check for each player, which fails if it crashed, hung or broke the rules, but not if it lost
/// on time; and one for the test, if there is one, which fails if H0 is accepted.
std::vector<reports::Check> checks_of(const Match& match, const PlayedGames& games,
                                      const std::optional<elo::Sprt>& sprt,
                                      const RunningScore& score);

}  // namespace plylab::suites::play::match
