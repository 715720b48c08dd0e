// Polyglot's opening books: keys of positions, codes of moves, and files ("PolyGlot: book format",
// hgm.nubati.net/book_format.html).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// Polyglot's key of a position; that of the start is 0x463b96181691fc9c. A passed square counts if
/// a pawn stands where it could capture there, even if it may not because it is pinned.
std::uint64_t polyglot_key(const Setup& setup);

/// The key of the position that the last move led to, if there was one: with the square that it
/// passed, which a position keeps only where a capture is legal.
std::uint64_t key_after(Setup setup, std::optional<Move> last);

/// The move in Polyglot's 15 bits: target, origin, what it promotes to. Castling is the king taking
/// its rook.
std::uint16_t polyglot_move(Move move);

/// The legal move of that code; none if there is none.
std::optional<Move> find_polyglot_move(const Moves& legal, std::uint16_t code);

/// The code as text: "g1f3", "e7e8q", and "e1h1" for castling. And back; none for anything else.
std::string polyglot_text(std::uint16_t code);
std::optional<std::uint16_t> parse_polyglot_text(std::string_view text);

/// A move of a book.
struct PolyglotEntry {
  std::uint64_t key;
  std::uint16_t move;
  std::uint16_t weight;     ///< for the choice between the moves of a position
  std::uint32_t learn = 0;  ///< not defined by the format, kept as it is

  friend bool operator==(const PolyglotEntry&, const PolyglotEntry&) = default;
};

/// The entries of a book as its file has them. Throws InputError for a file that cannot be read,
/// has part of an entry, or is not sorted by keys.
std::vector<PolyglotEntry> read_polyglot(const std::string& path);

/// The bytes of a book's file. The entries must be sorted by keys.
std::string to_polyglot(const std::vector<PolyglotEntry>& entries);

}  // namespace plylab::chess
