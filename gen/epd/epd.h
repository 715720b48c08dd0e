// EPD (PGN standard 1994, 16.2): positions with operations, one record a line, and suites of them:
// how to find them by name, and how to filter out illegal or suspicious positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "gen/base/input_error.h"
#include "gen/base/issue.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/legality/legality.h"

namespace plylab::epd {

/// One value of an operation. The text excludes quotes; to_string() adds them again.
struct Operand {
  std::string text;
  bool quoted = false;

  friend bool operator==(const Operand&, const Operand&) = default;
};

/// One operation of a record: "bm Nf3 d4;", "id "name";", "D1 20;".
struct Operation {
  std::string opcode;
  std::vector<Operand> operands;

  friend bool operator==(const Operation&, const Operation&) = default;
};

/// The number of legal move paths that a record states for one depth.
struct PerftCount {
  unsigned depth = 0;
  Count paths = 0;

  friend bool operator==(const PerftCount&, const PerftCount&) = default;
};

/// A part of a record's text that cannot be used.
struct Problem {
  std::size_t line = 1;
  std::string what;

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// One line of a suite: a legal position and its operations in the order of the text.
///
/// hmvc and fmvn are not among the operations: they set the clocks of `setup`. The e.p. square is
/// the one in the text, whether a pawn can capture there or not.
struct Record {
  chess::Setup setup;
  std::vector<Operation> operations;
  std::size_t line = 1;
  std::vector<Problem> problems = {};  ///< parts of the text that are not operations
  std::string file = {};               ///< the suite's path; empty without one
  /// The id, or "line 7" without one; the second record of a suite that has the id x is "x (2)".
  std::string name = {};

  /// The first operation of that name, or nullptr.
  const Operation* find(std::string_view opcode) const;

  /// The operands of the first operation of that name, separated by blanks.
  std::optional<std::string> text(std::string_view opcode) const;

  /// The only operand of the first operation of that name, if it is a whole number.
  std::optional<std::uint64_t> number(std::string_view opcode) const;

  std::optional<std::string> id() const { return text("id"); }

  /// Whether the record states a mate distance: by dm, by a bm such as "#5", or, without bm, am, dm
  /// and the operations of problems, by a c0 that is such a text.
  bool states_mate_distance() const;
  /// The mate distance in moves: above 0 if the side to move mates; negative, or 0 in a mate on the
  /// board, if it is mated. None if one cannot be read, or if two contradict each other.
  std::optional<std::int64_t> mate_distance() const;

  friend bool operator==(const Record&, const Record&) = default;
};

/// The 5 of "bm #5" or the -5 of "bm #-5", by which some suites state a mate distance; none for a
/// bm that names moves, and for other operations.
std::optional<std::int64_t> mate_in_bm(const Operation& operation);

using plylab::Issue;

/// A line of a suite that is not a record: it does not begin with a legal position.
struct Unreadable {
  std::string fen;  ///< the words in the place of the position
  std::size_t line = 0;
  std::string what;

  friend bool operator==(const Unreadable&, const Unreadable&) = default;
};

/// The format of a suite's text.
enum class Form : std::uint8_t {
  epd,     ///< one record a line; a FEN alone is a record, too
  blocks,  ///< lines "id NAME", "epd POSITION", "perft DEPTH COUNT", as in python-chess's .perft
           ///< files
  games,   ///< PGN, see read_games() (gen/epd/forms.h)
  table    ///< cells separated by commas, semicolons or tabs: a FEN, and counts with or without
           ///< depths, or a game's result
};

/// The readable part of a suite. A line with a wrong position is left out; a record in which only
/// operations are wrong stays. Both cause issues.
struct Suite {
  std::string path;
  std::vector<Record> records;
  std::vector<Issue> issues;
  std::vector<Unreadable> unreadable = {};  ///< the lines left out
  std::string sha256 = {};                  ///< hash of the whole text
  Form form = Form::epd;
  std::vector<Problem> unused = {};  ///< well-formed but ignored parts; they are issues, too
};

/// The moves found in a record's position, without repeats, and why the others were not found.
struct ResolvedMoves {
  std::vector<chess::Move> moves;
  std::vector<std::string> problems;
};

/// Reads one record. Any blanks may separate the fields. A FEN's two clocks may follow the four
/// fields. A ";" may stand before an operation, after it, or both (as in "… 0 1 ;D1 20 ;D2 400").
/// What chess::skip_fen_prefix() skips may stand before the position. The remarks without opcode of
/// tuning data sets, as in "… 0 1 [0.5] 35" or "… 0 1;1.0", are kept as a comment, c0. Operations
/// that cannot be understood are left out and listed in `problems`. Throws InputError if the
/// position is not legal.
Record parse_record(std::string_view text, std::size_t line = 1);

/// Reads a suite from the bytes of a file, see as_text() (gen/base/encoding.h), in the format that
/// its first line shows; `path` is only used in messages. Skips blank lines and lines that start
/// with "#" or "%". A text without records is an empty suite.
Suite parse_suite(std::string_view bytes, std::string path);

/// Reads a file. Throws InputError if it cannot be read, or if it has a line of many megabytes.
Suite load_suite(const std::string& path);

/// The record as one line of EPD without line end: four fields, hmvc and fmvn where they are not 0
/// and 1, then the operations, as in_one_line() (gen/base/encoding.h) has them and with ' for ".
/// For a record without `file`, without problems and without these characters,
/// parse_record(to_string(r), r.line) == r.
std::string to_string(const Record& record);

using plylab::to_string;  // for an Issue; NOLINT(misc-unused-using-decls)

/// The four fields of a legal position, the e.p. square only where a capture is legal: equal for
/// two positions if and only if their packed forms are.
std::string position_text(const chess::Setup& setup);

/// The depth for which the opcode states a perft count: D1, D2, … D999. Not D0, which would always
/// be 1.
std::optional<unsigned> perft_depth(std::string_view opcode);

/// The count that an operation such as D1 states, if it is one.
std::optional<Count> count_in(const Operation& operation);

/// Whether a text is a game's result as tuning data sets have it: "1-0", "0.5", "1".
bool is_result(std::string_view text);

/// Whether an opcode looks like a perft count but is not a valid one: "D2=400", "d2", "D1000".
bool is_misspelt_count(std::string_view opcode);

/// The words of an operation that stand for moves, without commas, move numbers and "!?".
std::vector<std::string> move_words(const Operation& operation);

/// The counts that the operations D1, D2, … state, in their order. Values that are not numbers are
/// left out; parse_suite() reports them.
std::vector<PerftCount> perft_counts(const Record& record);

/// Finds the moves that an operation lists among the legal moves of the position. It ignores commas
/// and move numbers, and is as lenient as chess::find_move. The result has a problem for each move
/// that is illegal or ambiguous, and one more if no move is left.
ResolvedMoves resolve_moves(const Operation& operation, const chess::Squares& squares,
                            const chess::Moves& legal);

/// The moves of all operations of that name together; empty if the record has none. A bm that is a
/// mate distance is left out. If no bm could be read, the caller decides whether the record can be
/// solved.
ResolvedMoves resolve_moves(const Record& record, std::string_view opcode,
                            const chess::Moves& legal);

/// The moves of bm, of which a solver must find one.
inline ResolvedMoves best_moves(const Record& record, const chess::Moves& legal) {
  return resolve_moves(record, "bm", legal);
}

/// The moves of am, none of which a solver may choose.
inline ResolvedMoves avoid_moves(const Record& record, const chess::Moves& legal) {
  return resolve_moves(record, "am", legal);
}

/// The path of a suite that is given by path, or by name from the data directory ("bratko-kopec" or
/// with ".epd"). Throws InputError, which lists the known names, if there is no such suite.
std::string find_suite_file(const std::string& name);

/// Finds and reads a suite. Throws InputError as find_suite_file() and load_suite() do.
Suite find_suite(const std::string& name);

/// A record that is left out, and the issues of its position, the worst first.
struct LeftOut {
  Record record;
  std::vector<chess::LegalityIssue> issues;
};

/// "mine.epd:12: suspicious: White has 9 pawns; …".
std::string to_string(const LeftOut& left_out);

struct SiftedRecords {
  std::vector<Record> fit;
  std::vector<LeftOut> left_out;
};

/// Separates the records whose positions are no worse than `worst` from the others, keeping their
/// order. It ignores impossible clocks.
SiftedRecords sift(std::vector<Record> records, chess::Legality worst = chess::Legality::legal);

/// All issues in one sentence, separated by semicolons.
std::string joined(const std::vector<chess::LegalityIssue>& issues);

}  // namespace plylab::epd
