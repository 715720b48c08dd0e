// Files of perft counts that are no EPD, as other programs have them.
#pragma once

#include <string_view>

#include "gen/epd/epd.h"

namespace plylab::epd {

/// The form in which the text begins: its first line that is neither blank nor a comment.
Form form_of(std::string_view text);

/// Adds the blocks of a text like
///
///     # a comment
///     id kiwipete
///     epd r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
///     perft 1 48
///     perft 2 2039
///
/// as records, with the counts as D1, D2, …, and what is not understood as their problems or as
/// unreadable lines. The line of a record is that of "epd". What follows an unreadable position is
/// left out with it.
void read_blocks(std::string_view text, Suite& suite);

/// Adds the rows of a table likewise; those of one position are one record. The cells stand between
/// commas, semicolons or tabs, and may be in quotes as in RFC 4180. With a header, a column "fen",
/// "epd" or "position" has the positions, "id" or "name" their names, and either "depth" and
/// "nodes", "count", "leaves", "perft" or "expected" a count, or "1", "d1", "depth 1", "perft(1)"
/// and so on the counts of these depths; what other columns there are is told once, as an issue.
/// Without a header the position comes first. The numbers behind it are the counts of depth 1, 2, …
/// if the first one is the number of legal moves in most rows, otherwise a depth and its count.
void read_table(std::string_view text, Suite& suite);

}  // namespace plylab::epd
