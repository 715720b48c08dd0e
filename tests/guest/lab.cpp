// A laboratory for Connect Four, with a search of its own: all of main().
#include <suites/lab.h>

#include "connect4.h"
#include "searches.h"

int main(int argc, char** argv) {
  plylab::Lab<guest::Connect4> lab;
  lab.add_search<guest::Copy>("copy", "a copy of pvs-soft");
  return lab.run(argc, argv);
}
