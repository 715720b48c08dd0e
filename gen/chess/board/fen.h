// FEN: positions as text.
#pragma once

#include <string>
#include <string_view>

#include "gen/chess/board/names.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// The normal starting array.
inline constexpr std::string_view startpos_fen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a FEN says, without a look at whether it can be a position. The clocks may be missing (EPD
/// has none) and then read as 0 and 1. A castling letter of KQkq names the outermost rook on that
/// side of the king (X-FEN), a letter of a file the rook on that file (Shredder-FEN); both may be
/// mixed. "startpos" and "chess960:0" to "chess960:959" are understood too. Throws FenError of the
/// first group.
Setup parse_fen(std::string_view text);

/// The FEN text with all six fields. A castling rook that is not the outermost on its side of the
/// king is written as its file, all others as KQkq (X-FEN): parse_fen() gives back the same.
std::string to_string(const Setup& setup);

/// The same with the files of all castling rooks, such as "HAha" (Shredder-FEN).
std::string shredder_fen(const Setup& setup);

/// The four fields of an EPD record: FEN without the clocks.
std::string epd_fields(const Setup& setup);

}  // namespace plylab::chess
