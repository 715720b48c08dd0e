// plylab: a perft and search-testing laboratory.
#include "perft/games/countable_game.h"
#include "search/run/searchable_game.h"
#include "suites/program.h"

int main(int argc, char** argv) {
  return plylab::suites::run_program(argc, argv, plylab::perft::countable_games(),
                                     plylab::search::searchable_games());
}
