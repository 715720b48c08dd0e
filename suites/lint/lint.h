// Finds problems in a suite of EPD records.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/endgames/table.h"
#include "gen/epd/epd.h"

namespace plylab::suites::lint {

/// The severity of a finding, the worst first.
enum class Level : std::uint8_t {
  error,    ///< wrong or unusable
  warning,  ///< probably a mistake, or not read by every program
  note      ///< allowed, but worth knowing
};

/// "error", "warning" or "note".
constexpr const char* name(Level level) {
  constexpr const char* names[] = {"error", "warning", "note"};
  return names[static_cast<unsigned>(level)];
}

/// A finding about a line of a suite.
struct Finding {
  Level level = Level::note;
  std::size_t line = 1;
  std::string kind = {};  ///< snake_case and fixed, for programs
  std::string what = {};  ///< one sentence without a full stop
  bool fixable = false;   ///< fixed_text() corrects it

  friend bool operator==(const Finding&, const Finding&) = default;
};

using Findings = std::vector<Finding>;

/// How to check a suite.
struct Options {
  /// A stated perft count is recounted if the count at one ply less is at most this.
  std::uint64_t recount = 20'000;
  /// The maximum number of positions to search to prove a mate claimed by dm; 0: mates are not
  /// checked.
  std::uint64_t nodes = 1'000'000;
  int threads = 1;
  const chess::EndgameTables* endgames = nullptr;  ///< used for mates before any search
  const std::atomic<bool>* stop = nullptr;         ///< another thread sets it to end early
};

/// A suite and its findings, sorted by line and then from the worst.
struct Result {
  epd::Suite suite;
  Findings findings;
  std::size_t looked_at = 0;  ///< records checked completely: all unless stopped

  std::size_t count(Level level) const;
};

/// Checks the bytes of a suite that `path` names. Kinds of findings:
/// - bytes, once each at the first line: byte_order_mark, crlf, carriage_return, mixed_line_ends,
///   final_newline, tab, trailing_blank, stray, control_character, encoding;
/// - the file: no_records (only comments and blank lines), duplicate_position and duplicate_id (at
///   the later line), semicolon (the last operation does not end with one), unknown_opcode (once
///   for each, since EPD allows any), unused (columns of a
///   table that are not needed);
/// - a line: unreadable (not a record, or with a part that is not an operation);
/// - operations: operand (malformed), quotes, repeated_opcode, opcode_case, missing_semicolon (an
///   operation has the next one among its operands; both are then checked as if it were there);
/// - moves: move (illegal, ambiguous or not a move), san (not in exact SAN), mate_sign (ends in "#"
///   but does not mate), repeated_move, contradiction (in bm and in am), pv (does not begin with a
///   best move; "PV:", the line to a stated mate, is too short or long, or does not mate), points
///   (wrong, or other than bm);
/// - the position: suspicious (no game leads to it, see chess::examine), en_passant (no pawn can
///   capture there), game_over (no legal move), dead_position (neither side can mate),
///   halfmove_clock (a draw by the fifty-move or seventy-five-move rule);
/// - what the record states: goal (dm without bm, or nothing to solve or count), count (a
///   wrong perft count), and about mates, proved by exhaustive search:
///   - with dm: refuted (no mate in dm moves, a shorter one, a move of bm that does not mate in dm,
///     a move of am that does; if the side to move is said to be mated, another number of moves, a
///     move that escapes, or a mate by that side), second_key
///     (a move outside bm mates in dm too), undecided (too few positions; it says what was proved,
///     and what mate proof-number search found);
///   - without dm, with 1/2000 of the positions for each question, enough for every mate in 1 and
///     many in 2: refuted (a move of am mates fastest, or the other side mates after a move of bm
///     but not after every move), mate_missed (there is a mate, but no move of bm mates as fast).
///   With endgame tables for the position, or for all positions after its moves, nothing is
///   searched and nothing remains undecided. Without dm, refuted then also reports a move of bm
///   that is worse than the best (a draw or a loss instead of a win, a loss instead of a draw), and
///   a move of am that is as good as any.
/// Proofs and counts that were stopped are not reported.
Result lint(std::string_view bytes, const std::string& path, const Options& options);

/// "file:line: level: what".
std::string to_string(const std::string& file, const Finding& finding);

/// The text of a suite in UTF-8 with plain line ends, without strays (gen/base/encoding.h) and
/// trailing blanks, and with its records rewritten as EPD: moves in exact SAN (unless one is
/// illegal, ambiguous or claims a mate that it does not give), texts in quotes, the e.p. square
/// only where a capture is legal. Comments, blank lines and text that cannot be read or written
/// without loss stay unchanged; nothing is omitted or reordered. fixed_text(fixed_text(t)) ==
/// fixed_text(t).
std::string fixed_text(std::string_view bytes);

/// The number of lines of a text that differ in its fixed_text(), including line ends.
std::size_t corrected_lines(std::string_view text, std::string_view fixed);

}  // namespace plylab::suites::lint
