// A laboratory for Connect Four: all of main().
#include <suites/lab.h>

#include "connect4.h"

int main(int argc, char** argv) { return plylab::lab<guest::Connect4>(argc, argv); }
