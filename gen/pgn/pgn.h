// Games as text: PGN (Edwards, "Portable Game Notation Specification and Implementation Guide",
// 1994), which serves any game: positions and moves are in the game's own words.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/issue.h"
#include "gen/game/game_info.h"
#include "gen/pgn/replay.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {

/// A move of a game with the comment that follows it.
struct PgnMove {
  std::string move;  ///< in the game's move notation; the text of PGN has it as people write it
  std::string comment = {};

  friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

/// A game: its main line. Variations and NAGs are not kept.
struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags = {};  ///< in their order
  std::string start = {};    ///< in the game's notation: what the tag FEN says
  std::string comment = {};  ///< before the first move
  std::vector<PgnMove> moves = {};
  std::string result = {};  ///< "1-0", "0-1", "1/2-1/2" or "*"; empty: the text has none
  std::size_t line = 1;     ///< where it begins
  std::size_t end = 0;      ///< offset in the text, behind the result

  /// The value of the first tag of that name; empty if there is none.
  std::string_view tag(std::string_view name) const;
};

/// A game of chess whose moves have been found, with its comments. There may be no null_move.
PgnGame owned(const ScannedGame& scanned, const Line& line);

/// The games of a text, as far as they could be read: one with an illegal move or position is left
/// out and has an issue.
struct PgnFile {
  std::vector<PgnGame> games;
  std::vector<Issue> issues;
};

/// Reads games of one game; `path` only names the text. Reads what files in the world have: import
/// format, any line ends, ";" and "%" comments, games without tags or without result. Of each game
/// the first `most_plies` are read, and nothing after them is judged.
PgnFile parse_pgn(std::string_view text, const std::string& path, const GameInfo& game,
                  std::size_t most_plies = std::numeric_limits<std::size_t>::max());

/// A text as to_pgn() writes it into a tag: control characters, line ends among them, are blanks.
std::string in_one_line(std::string_view text);

/// The game in export format: the tags in their order, each in one line, in chess SAN, lines of
/// less than 80 columns, a blank line at the end. The tags FEN and SetUp are the caller's to add.
/// Throws InputError if a move is not legal.
std::string to_pgn(const PgnGame& pgn_game, const GameInfo& game);

/// What is added to a move of a game.
struct Annotation {
  std::string comment = {};              ///< behind the move; empty: none
  std::vector<chess::Move> better = {};  ///< a legal line in its place, as a variation
  std::string comment_on_better = {};    ///< behind the first move of that line
};

/// The game of chess with its tags, comments, variations and NAGs, and with an annotation for each
/// of its moves: the main line in SAN, lines of less than 80 columns, a blank line at the end.
/// There may be no null_move.
std::string annotated(const ScannedGame& game, const Line& line,
                      const std::vector<Annotation>& annotations);

/// Whether a text is a date, or the beginning of one, as tags have it: "2020", "2020.06" or
/// "2020.06.30".
bool is_date(std::string_view text);

}  // namespace plylab::pgn
