// What the program finds by its environment: endgame tables and the opening book.
#pragma once

#include <string>

#include "gen/chess/book/book.h"
#include "search/run/run.h"

namespace plylab::suites::players {

/// The folder of endgame tables: the environment variable PLYLAB_ENDGAMES, or else "endgames".
std::string endgame_folder();

/// The opening book in the file that PLYLAB_BOOK names, read once. Throws InputError if the
/// variable is not set, or if the file cannot be read.
const chess::Book& opening_book();

/// Gives the job the endgame tables of endgame_folder(), opened once, and opening_book(), each if
/// its switch asks for it. Throws InputError if they are not there.
void give_known_values(search::Job& job);

}  // namespace plylab::suites::players
