// The goals of records.
//
// Records can give points to several moves, as the Strategic Test Suite (Corbit and Swaminathan,
// 2010) does in two forms:
//   c0 "f5=10, Be5+=2";
//   c7 "f5 Be5+"; c8 "10 2"; c9 "f4f5 f4e5";
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/move_session.h"
#include "gen/epd/epd.h"

namespace plylab::suites::solve {

/// The points of a move.
struct MovePoints {
  chess::Move move;
  unsigned points = 0;

  friend bool operator==(const MovePoints&, const MovePoints&) = default;
};

/// The moves with points of a record, in the order of the text, each move once. c8 counts if it is
/// there, with the moves of c9 (UCI) or, without c9, of c7 (SAN). Otherwise c0 counts, if every
/// part between its commas is a move, "=" and a number, or some part begins with a legal move and
/// "="; any other c0 is a comment here. Appends errors to `problems`: texts that are no legal move
/// or no number, unequal numbers of moves and points, forms that contradict each other, and points
/// that are all 0.
std::vector<MovePoints> points_of(const epd::Record& record, const chess::Moves& legal,
                                  std::vector<std::string>& problems);

/// The points of the move, 0 if it is not listed.
unsigned points_for(const std::vector<MovePoints>& points, chess::Move move);

/// The maximum points of a move, 0 if none is listed.
unsigned max_points(const std::vector<MovePoints>& points);

/// Whether the line announces that the side to move mates, or is mated, in at most `moves` moves,
/// and its pv, replayed on the board, ends in that mate within them.
bool announces_mate(const engines::EngineLine& line, const chess::ValidSetup& position,
                    std::uint64_t moves, bool is_mated = false);

/// The goal of a record; all its parts must hold.
struct Goal {
  std::vector<chess::Move> best = {};   ///< bm: one of these
  std::vector<chess::Move> avoid = {};  ///< am: none of these
  /// Record::mate_distance(): above 0 in `mate`, below 0 without its sign in `mated`, that is, the
  /// side to move is mated. See announces_mate().
  std::optional<std::uint64_t> mate = {}, mated = {};
  std::vector<MovePoints> points = {};  ///< without bm, am and dm: a move that gets the most

  /// Whether there is anything to solve.
  bool empty() const { return best.empty() && avoid.empty() && !mate && !mated && points.empty(); }

  /// Whether the move is right, regardless of what was announced.
  bool met_by(chess::Move move) const;

  /// Whether everything holds.
  bool met_by(const engines::EngineLine& line, const chess::ValidSetup& position) const;
};

/// Reads a record's goal. Texts that name no legal move are appended to `problems`, and that the
/// game is over if it is, or is not if the record says that the side to move is mated. If bm names
/// no legal move at all, only the mate counts, if the record states one.
Goal goal_of(const epd::Record& record, std::vector<std::string>& problems);

/// The goal in the words of EPD: "bm Nd5 a4", "am Qxb2, dm 3", "points f5=10 Be5+=2".
std::string to_string(const epd::Record& record, const Goal& goal);

}  // namespace plylab::suites::solve
