// How Popeye's input puts pieces on the board.
#pragma once

#include <vector>

#include "gen/chess/board/board.h"
#include "gen/popeye/popeye.h"
#include "gen/popeye/words.h"

namespace plylab::popeye {

/// The squares of a word such as "a1b2"; empty if it is something else.
std::vector<chess::Square> squares_of(std::string_view word);

/// Takes colours and pieces on squares, "White Kc8 Ph2h3 Black …", as long as there are any.
void take_pieces(Tokens& tokens, Language language, chess::Squares& squares);

/// Takes a board in Forsyth notation, in the letters of the language; "/" may be missing, and empty
/// squares at the end.
void take_forsyth(Tokens& tokens, Language language, chess::Squares& squares);

/// Takes what a twin changes, as long as there is anything, and applies it.
void take_changes(Tokens& tokens, Language language, Diagram& diagram);

}  // namespace plylab::popeye
