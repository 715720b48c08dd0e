// Suites in the file formats of other programs: perft counts, and games in PGN.
#pragma once

#include <optional>
#include <string_view>

#include "gen/epd/epd.h"
#include "gen/pgn/replay.h"

namespace plylab::epd {

/// Whether a line of a suite is a remark: it starts with #, or with % as the escaped lines of PGN
/// do. No position and no row of counts starts so.
inline bool is_comment(std::string_view line) {
  return line.starts_with('#') || line.starts_with('%');
}

/// The format of the text, judged by its first line that is neither blank nor a comment.
Form form_of(std::string_view text);

/// Adds the blocks of a text like
///
///     # a comment
///     id kiwipete
///     epd r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
///     perft 1 48
///     perft 2 2039
///
/// as records, with the counts as D1, D2, … Lines that cannot be understood become problems of the
/// record or unreadable lines. The line number of a record is that of its "epd" line. If a position
/// is unreadable, its whole block is left out.
void read_blocks(std::string_view text, Suite& suite);

/// Adds the rows of a table in the same way; rows with the same position make one record. Commas,
/// semicolons or tabs separate the cells, which may be quoted as in RFC 4180. A header may have the
/// columns "fen", "epd" or "position" for the positions; "id" or "name" for their names; and either
/// "depth" with "nodes", "count", "leaves", "perft" or "expected" for one count, or "1", "d1",
/// "depth 1", "perft(1)" and so on for the counts of these depths. Unknown columns cause one issue.
/// Without a header the position comes first; the numbers after it are the counts of depths 1, 2, …
/// if the first is the number of legal moves in most rows, otherwise a depth and its count. Without
/// a header, and if every row has just a game's result after the position, as tuning data sets do,
/// the result is kept as a comment, c0.
void read_table(std::string_view text, Suite& suite);

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
