// Games of a match as PGN, and back.
#pragma once

#include <string>
#include <string_view>

#include "gen/pgn/pgn.h"
#include "suites/match/game.h"

namespace plylab::suites::match {

/// The comment of a move of the opening.
inline constexpr std::string_view book = "book";

/// A MoveInfo as a comment: "+0.35/12 0.530s 1234567n", which is score, depth and time as cutechess
/// writes them, and the nodes. The score is the mover's, in pawns; "+M5" is a mate in five plies,
/// "-M4" being mated in four. What is not known is left out.
std::string to_comment(const MoveInfo& info);

/// The inverse, for a comment that begins so; seconds are rounded.
MoveInfo info_in(std::string_view comment);

/// What all games of a match have in their tags.
struct CommonTags {
  std::string event, date;
  std::string program;    ///< which plylab, with its version
  std::string rules;      ///< to_string() of them
  std::string test = {};  ///< to_string() of the sequential test; empty if there is none
};

/// The game with its tags: the seven of the roster, FEN, SetUp and Variant where they are needed,
/// Opening, PlyCount, TimeControl, Termination, and of plylab's own Program, Rules, Reason
/// (Verdict::reason()), Sprt where there is a test, WhitePlayer and BlackPlayer (the definitions),
/// WhiteLimits and BlackLimits. Round is the game's number. The last comment says how the game
/// ended.
pgn::PgnGame to_pgn_game(const PlayedGame& played, const GameInfo& game, const CommonTags& tags);

/// The inverse. Throws InputError if a tag is missing or wrong.
PlayedGame game_of(const pgn::PgnGame& pgn_game, const GameInfo& game);

}  // namespace plylab::suites::match
