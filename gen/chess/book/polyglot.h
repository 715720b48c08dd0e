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

/// Polyglot's key of a position; the initial position has 0x463b96181691fc9c. The e.p. square
/// counts if a pawn stands where it could capture there, even if the pawn is pinned.
std::uint64_t polyglot_key(const Setup& setup);

/// The key of the position after the last move, if any. Restores the e.p. square from that move: a
/// Setup keeps it only where a capture is legal.
std::uint64_t key_after(Setup setup, std::optional<Move> last);

/// The move in Polyglot's 15 bits: target, origin and promotion piece. Castling is encoded as the
/// king taking its rook.
std::uint16_t polyglot_move(Move move);

/// The legal move of that code; none if there is none.
std::optional<Move> find_polyglot_move(const Moves& legal, std::uint16_t code);

/// The code as text: "g1f3", "e7e8q", and "e1h1" for castling. The second function is the inverse;
/// none for any other text.
std::string polyglot_text(std::uint16_t code);
std::optional<std::uint16_t> parse_polyglot_text(std::string_view text);

/// A move of a book.
struct PolyglotEntry {
  std::uint64_t key;
  std::uint16_t move;
  std::uint16_t weight;     ///< programs choose among the moves of a position by weight
  std::uint32_t learn = 0;  ///< not defined by the format; kept unchanged

  friend bool operator==(const PolyglotEntry&, const PolyglotEntry&) = default;
};

/// The entries of a book in the order of its file. Throws InputError for a file that cannot be
/// read, ends within an entry, or is not sorted by key.
std::vector<PolyglotEntry> read_polyglot(const std::string& path);

/// The bytes of a book file. The entries must be sorted by key.
std::string to_polyglot(const std::vector<PolyglotEntry>& entries);

}  // namespace plylab::chess
