// Selfmates and helpmates.
#pragma once

#include <vector>

#include "search/mate/problem.h"

namespace plylab::search::mate {

/// What a search for all solutions has found.
struct MateSolutions {
  int moves = 0;          ///< of the shortest solutions; 0: none
  int refuted = 0;        ///< proved: no solution in so many moves
  bool complete = false;  ///< false if the limits were reached
  std::vector<std::vector<chess::Move>> lines = {};
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// The shortest selfmates of at most most_moves: the side to move forces the other one to mate it
/// with that side's last move. One line for each key, with a defence that holds out longest.
/// Full width, for few moves. Throws InputError if there is no memory for the table.
MateSolutions solve_selfmate(const MateProblem& problem);

/// The shortest helpmates of at most most_moves: both sides help White to mate Black, Black moving
/// first; if White is to move in the position, the first move is White's alone and the solution has
/// half a move less. All lines in canonical order. Full width, for few moves. Throws InputError if
/// there is no memory for the table.
MateSolutions solve_helpmate(const MateProblem& problem);

}  // namespace plylab::search::mate
