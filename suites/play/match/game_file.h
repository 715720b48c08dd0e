// The PGN file of a match: games written as they end, and read again to go on with the match.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "gen/base/files.h"
#include "gen/pgn/pgn.h"
#include "suites/play/match/match.h"

namespace plylab::suites::play::match {

/// The comment of a move of the opening.
inline constexpr std::string_view book = "book";

/// The comment of a move that its player took from a book of its own.
inline constexpr std::string_view own_book = "own book";

/// Score and depth as cutechess writes them: "+0.35/12". The score is the mover's, in pawns; "+M5"
/// means mating in five plies, "-M4" being mated in four. Unknown values are left out. A mate that
/// is not `proved` to be the shortest is "+M<=5".
std::string score_text(const MoveInfo& info, bool proved = true);

/// A MoveInfo as a comment: "+0.35/12 0.530000s 1234567n": score_text(), then time and, if
/// they are told, nodes, and the counters if there are any; or own_book.
std::string to_comment(const MoveInfo& info);

/// The inverse, for a comment that begins in this way.
MoveInfo info_in(std::string_view comment);

/// The values of tags that all games of a match have in common.
struct CommonTags {
  std::string event, date;
  std::string program;    ///< this plylab with its version
  std::string rules;      ///< to_string(Rules)
  std::string test = {};  ///< to_string(Sprt); empty if there is none
};

/// The game with its tags: the seven tag roster, FEN, SetUp and Variant where needed, Opening,
/// PlyCount, TimeControl, Termination, and plylab's own: Program, Rules, Reason
/// (Verdict::reason()), Sprt if there is a test, WhitePlayer and BlackPlayer (the definitions),
/// WhiteLimits and BlackLimits, and Digest, of all the others, the moves and the comments. Round is
/// the game's number. The last comment says how the game ended.
pgn::PgnGame to_pgn_game(const PlayedGame& played, const GameInfo& game, const CommonTags& tags);

/// The inverse. Throws InputError if a tag is missing or wrong.
PlayedGame game_of(const pgn::PgnGame& pgn_game, const GameInfo& game);

/// The file of a match. Games are written in the order of their numbers: one that ends before an
/// earlier one waits for it. Only one match at a time can open the file.
class GameFile {
 public:
  /// Opens the file, which must be empty unless `resume` is given. Throws InputError.
  GameFile(std::string path, bool resume);
  /// Writes the games that are waiting.
  ~GameFile();
  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;

  const std::string& path() const { return file_.path(); }

  /// Its content when it was opened.
  const std::string& text() const { return text_; }

  /// Truncates the text to that many bytes; games are written after them. Throws InputError.
  void go_on(std::size_t bytes);

  /// The game of this number is not to be written.
  void skip(std::size_t number) { add(number, ""); }

  /// Writes the text of a game, or keeps it until earlier ones have come. Throws InputError.
  void add(std::size_t number, std::string text);

  /// No game after this one should be written.
  void end_with(std::size_t number);

  /// Writes the games that are waiting: no earlier one will come. Throws InputError.
  void flush();

 private:
  AppendFile file_;
  std::string text_;
  std::size_t next_ = 1;                     ///< the number of the next game in order
  std::map<std::size_t, std::string> held_;  ///< later games, which wait for it
};

/// The finished games of a match.
struct Resumed {
  PlayedGames games;      ///< in the places of their pairings
  std::size_t bytes = 0;  ///< of the text, up to the end of the last game in it
};

/// Reads the finished games of an earlier run, in a text from the file `path`. A last game whose
/// writing was interrupted is left out. Throws InputError if a game, finished or not, is not of
/// this match with these tags: if it has other players, limits, rules, openings or another version
/// of the program; if a finished game does not have its Digest, because it has been edited; or if
/// there is other text after the finished games.
Resumed resume(const Match& match, const CommonTags& tags, std::string_view text,
               const std::string& path);

}  // namespace plylab::suites::play::match
