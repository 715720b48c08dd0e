// Splits PGN text into games, tags and words (Edwards, "Portable Game Notation Specification and
// Implementation Guide", 1994). Moves are only words here, so it works for any game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plylab::pgn {

/// Name and value of a tag, the value without quotes and backslashes, in UTF-8. German names are
/// given in English.
using Tag = std::pair<std::string_view, std::string_view>;

/// The items between the tags and the result.
enum class ItemKind : std::uint8_t {
  move,     ///< without move number and without "!?"
  comment,  ///< without its braces or semicolon; bytes as they are, see in_utf8()
            ///< (gen/base/encoding.h)
  nag,      ///< "$6", or "!?" as it is written
  open,     ///< "(" of a variation
  close     ///< ")"
};
struct Item {
  std::string_view text;
  ItemKind kind;
};

/// An error that makes a game unusable.
struct Fault {
  std::size_t line = 0;
  std::string what;
};

/// A game as written. Its views refer to the scanned text, and are valid until the next game is
/// scanned.
struct ScannedGame {
  std::string_view text = {};  ///< from its first character to the end of its result
  std::size_t line = 1;        ///< of its first character
  std::vector<Tag> tags = {};  ///< in the order of the text
  std::vector<Item> items = {};
  std::string_view result = {};  ///< "1-0", "0-1", "1/2-1/2" or "*"; empty if there is none
  std::optional<Fault> fault = {};

  /// The value of the first tag of that name; empty if there is none.
  std::string_view tag(std::string_view name) const;
  /// The result after the moves; if that is "*" or missing, the tag Result; otherwise "*".
  std::string_view outcome() const;
  /// The line that outcome() is from.
  std::size_t outcome_line() const;
  /// The line of a place in its text; the first line for a place outside it.
  std::size_t line_of(const char* place) const;

  std::deque<std::string> decoded = {};  ///< tag values that had escapes or another encoding
};

/// Whether a result is one of a finished game.
bool is_final(std::string_view result);

/// The result that a text names, in PGN's spelling: "1/2-1/2" also for "1/2", "1/2 - 1/2" and
/// "½-½", and before a remark: "1-0 (forfeit)". Empty for any other text.
std::string_view result_of(std::string_view text);

/// Accepts the import format as found in practice: any line ends, "%" lines, nested variations,
/// games without tags, without moves or without result.
///
/// A game ends with its result, before the first tag of a line, or before the second tag Event of a
/// header, which is an error of the first game. A tag after a blank line ends it even within an
/// unclosed comment or variation, so that damage to one game does not lose the next.
class Scanner {
 public:
  /// The text begins at line `first_line` of its file. With `numeric` moves, a number without a
  /// period is a move.
  explicit Scanner(std::string_view text, std::size_t first_line = 1, bool numeric = false);

  /// Reads the next game, to its end even if it has an error. Returns false at the end of the text.
  bool next(ScannedGame& game);

 private:
  bool done() const { return at_ == end_; }
  bool at_line_start() const { return at_ == begin_ || at_[-1] == '\n' || at_[-1] == '\r'; }
  bool at_tag() const;
  void skip_blanks();
  void fail(ScannedGame& game, const char* place, std::string what) const;
  void read_tag(ScannedGame& game);
  std::string_view quoted(ScannedGame& game);
  void read_items(ScannedGame& game);
  void read_comment(ScannedGame& game);
  void read_rest_of_line(ScannedGame& game);
  bool read_result(ScannedGame& game);
  bool read_word(ScannedGame& game);
  void read_last_comments(ScannedGame& game);

  const char* const begin_;
  const char* const end_;
  const char* at_;
  const char* close_;    // the last "}" found: none lies between the start of that search and it
  const char* counted_;  // lines have been counted up to here
  std::size_t line_;     // the line of counted_
  bool numeric_;
  bool has_returns_;  // the text has CR and LF
};

/// Whether a text begins with a tag: "[Name" and a quote.
bool is_tag(std::string_view text);

/// The number of line ends in the text: LF, CR LF or CR alone. The text must not begin or end
/// within a CR LF.
std::size_t count_lines(std::string_view text);

/// The offset of the last line that certainly begins a game: a tag after a blank line that is an
/// Event or does not follow a tag. 0 if there is none after the beginning.
std::size_t last_game(std::string_view text);

}  // namespace plylab::pgn
