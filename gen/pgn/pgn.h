// Games as text: PGN (Edwards, "Portable Game Notation Specification and Implementation Guide",
// 1994), for any game: positions and moves are in the game's own notation.
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

/// A move of a game with its NAGs and the comment that follows it.
struct PgnMove {
  std::string move;  ///< in the game's move notation; PGN has it as players write it
  std::string comment = {};
  std::vector<std::string> nags = {};  ///< "$14"; symbols as nag_of() has them

  friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

/// A game: its main line. Variations are not kept.
struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags = {};  ///< in the order of the text
  std::string start = {};    ///< in the game's notation: the tag FEN
  std::string comment = {};  ///< before the first move
  std::vector<PgnMove> moves = {};
  std::string result = {};  ///< "1-0", "0-1", "1/2-1/2" or "*"; empty if the text has none
  std::size_t line = 1;     ///< of its beginning
  std::size_t end = 0;      ///< offset in the text just after the result

  /// The value of the first tag of that name; empty if there is none.
  std::string_view tag(std::string_view name) const;
};

/// A PgnGame of a game of chess whose moves have been found, with its comments; null_move is "--".
PgnGame owned(const ScannedGame& scanned, const Line& line);

/// The readable games of a text. A game with an illegal move or position is left out and has an
/// issue.
struct PgnFile {
  std::vector<PgnGame> games;
  std::vector<Issue> issues;
};

/// Reads the records of one kind of game; `path` is only used in messages. Accepts the import
/// format as found in practice: any line ends, ";" and "%" comments, games without tags or without
/// result, and in games written in SAN the piece letters of any one language, see best_letters().
/// Reads the first `max_plies` plies of each game and does not check the rest.
PgnFile parse_pgn(std::string_view text, const std::string& path, const GameInfo& game,
                  std::size_t max_plies = std::numeric_limits<std::size_t>::max());

/// The game in export format: the tags in their order, one a line; in chess, moves in SAN; lines of
/// less than 80 columns; a blank line at the end. Tags and comments are as in_one_line()
/// (gen/base/encoding.h) has them, comments without blanks that repeat and with ")" for "}". The
/// caller must add the tags FEN and SetUp. Throws InputError if a move is not legal.
std::string to_pgn(const PgnGame& pgn_game, const GameInfo& game);
/// The same for owned(scanned, line), which may have null moves.
std::string to_pgn(const PgnGame& game, const Line& line);

/// An annotation to add to a move.
struct Annotation {
  std::string comment = {};              ///< after the move; empty for none
  std::vector<chess::Move> better = {};  ///< a legal line in its place, written as a variation
  std::string comment_on_better = {};    ///< after the first move of that line
};

/// A game of chess with its tags, comments, variations and NAGs, and with an annotation for each of
/// its moves: the main line in SAN, lines of less than 80 columns, a blank line at the end. `line`
/// must not contain null_move.
std::string annotated(const ScannedGame& game, const Line& line,
                      const std::vector<Annotation>& annotations);

/// Whether a text is a full or partial date as in PGN tags: "2020", "2020.06" or "2020.06.30".
bool is_date(std::string_view text);

/// Whether every day that a game's date can mean is in the period: PGN writes "?" for what is not
/// known, and a date may lack a day or a month. `first` and `last` are as is_date() wants them, or
/// empty for no bound. An empty date is in no period.
bool is_in_period(std::string_view date, std::string_view first, std::string_view last);

}  // namespace plylab::pgn
