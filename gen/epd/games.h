// Positions of games in PGN as records of a suite.
#pragma once

#include <optional>
#include <string_view>

#include "gen/epd/epd.h"
#include "gen/pgn/replay.h"

namespace plylab::epd {

/// A record for a position of a game, with the move played there (sm), if any, the game's result
/// (c9) and the players (id).
Record record_of(const pgn::ScannedGame& game, const pgn::Board& board,
                 std::optional<chess::Move> played);

/// Whether the text begins with a tag of PGN.
bool is_pgn(std::string_view text);

/// Adds a record for each game of chess. A game with the tag FEN is a problem: its position, with
/// the first move as bm. Any other game is an opening: the position after its last move. Games with
/// errors and games of other variants become issues.
void read_games(std::string_view text, Suite& suite);

}  // namespace plylab::epd
