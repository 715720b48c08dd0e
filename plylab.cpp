// plylab: a perft and search-testing laboratory.
#include "perft/countable_game.h"
#include "search/searchable_game.h"
#include "suites/program.h"

int main(int argc, char** argv) {
  return plylab::suites::run_program(argc, argv, plylab::perft::countable_games(),
                                     plylab::search::searchable_games());
}
