// Positions of games in PGN as records of a suite.
#pragma once

#include <optional>
#include <string_view>

#include "gen/epd/epd.h"
#include "gen/pgn/replay.h"

namespace plylab::epd {

/// A position of a game: with the move played there (sm), if there is one, the game's result (c9)
/// and the players (id).
Record record_of(const pgn::ScannedGame& game, const pgn::Board& board,
                 std::optional<chess::Move> played);

/// Whether the text begins with a tag of PGN.
bool is_pgn(std::string_view text);

/// Adds a record for each game of chess. One that begins in a position of its own (tag FEN) is a
/// problem: that position, and its first move as bm. Any other is an opening: the position after
/// its last move. Games with a fault are issues, as are those of other variants.
void read_games(std::string_view text, Suite& suite);

}  // namespace plylab::epd
