// The text of PGN cut into games, tags and words (Edwards, "Portable Game Notation Specification
// and Implementation Guide", 1994), without a look at what moves mean: any game's are words.
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

/// Name and value of a tag, the value without quotes and backslashes, in UTF-8.
using Tag = std::pair<std::string_view, std::string_view>;

/// What stands between the tags and the result.
enum class ItemKind : std::uint8_t {
  move,     ///< a word without a move's number and without "!?"
  comment,  ///< without its braces or semicolon; bytes as they are, see in_utf8()
  nag,      ///< "$6", or "!?" as it is written
  open,     ///< "(" of a variation
  close     ///< ")"
};
struct Item {
  std::string_view text;
  ItemKind kind;
};

/// Something that makes a game unusable.
struct Fault {
  std::size_t line = 0;
  std::string what;
};

/// A game as it is written. Its views are of the scanned text, and hold until the next game is
/// scanned.
struct ScannedGame {
  std::string_view text = {};  ///< from its first character to behind its result
  std::size_t line = 1;        ///< where it begins
  std::vector<Tag> tags = {};  ///< in their order
  std::vector<Item> items = {};
  std::string_view result = {};  ///< "1-0", "0-1", "1/2-1/2" or "*"; empty if there is none
  std::optional<Fault> fault = {};

  /// The value of the first tag of that name; empty if there is none.
  std::string_view tag(std::string_view name) const;
  /// The result behind its moves; where that is "*" or lacks, the tag Result; or else "*".
  std::string_view outcome() const;
  /// The line in which a place of its text lies; the first for what is not in the text.
  std::size_t line_of(const char* place) const;

  std::deque<std::string> decoded = {};  ///< the values that are not in the text as they stand
};

/// Whether a result is that of a game that has ended.
bool is_final(std::string_view result);

/// Reads what files in the world have: import format, any line ends, "%" lines, nested variations,
/// games without tags, without moves or without result.
///
/// A game ends with its result, before the first tag of a line, or before the second tag Event.
/// A tag behind a blank line ends it even within a comment or a variation that is not closed: so
/// damage costs no game but its own.
class Scanner {
 public:
  /// The text begins in the line `first_line` of its file. In games whose moves are
  /// `numeric` a number without a period is a move.
  explicit Scanner(std::string_view text, std::size_t first_line = 1, bool numeric = false);

  /// Reads the next game, one with a fault to its end. Returns false at the end of the text.
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
  bool read_word(ScannedGame& game);
  void read_last_comments(ScannedGame& game);

  const char* const begin_;
  const char* const end_;
  const char* at_;
  const char* close_;    // the first "}" behind any place before at_ that it was looked for from
  const char* counted_;  // up to here lines have been counted
  std::size_t line_;     // of counted_
  bool numeric_;
};

/// Whether a text begins with a tag: "[Name" and a quote.
bool is_tag(std::string_view text);

/// The lines that end in the text, by LF, CR LF or CR alone. A CR LF may not be cut apart.
std::size_t count_lines(std::string_view text);

/// Where the last game of a text begins that is sure to be no part of the game before: a tag,
/// behind a blank line, which is an Event or follows no tag. 0 if there is none but at the
/// beginning.
std::size_t last_game(std::string_view text);

/// The text in UTF-8: as it is if it is that already, else taken for Latin-1.
std::string in_utf8(std::string_view text);

}  // namespace plylab::pgn
