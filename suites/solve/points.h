// Records that give points to several moves, as the Strategic Test Suite (Corbit and Swaminathan,
// 2010) does in two forms:
//   c0 "f5=10, Be5+=2";
//   c7 "f5 Be5+"; c8 "10 2"; c9 "f4f5 f4e5";
#pragma once

#include <string>
#include <vector>

#include "gen/epd/epd.h"

namespace plylab::suites::solve {

/// What a move is worth.
struct MovePoints {
  chess::Move move;
  unsigned points = 0;

  friend bool operator==(const MovePoints&, const MovePoints&) = default;
};

/// The moves with points of a record, in the order of the text, each move once. c8 counts if it is
/// there, with the moves of c9 (UCI) or, without c9, of c7 (SAN). Otherwise c0 counts, if
/// every part between its commas is a move, "=" and a number, or some part begins with a legal move
/// and "="; any other c0 is a comment. What is wrong is appended to `problems`: texts that name no
/// legal move or no number, numbers and moves that do not pair, forms that contradict each other,
/// and points of which there are none.
std::vector<MovePoints> points_of(const epd::Record& record, const chess::Moves& legal,
                                  std::vector<std::string>& problems);

/// The points of the move, 0 if it is not listed.
unsigned points_for(const std::vector<MovePoints>& points, chess::Move move);

/// The most that a move can get, 0 if none is listed.
unsigned most_points(const std::vector<MovePoints>& points);

}  // namespace plylab::suites::solve
