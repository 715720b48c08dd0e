// What a record asks for, and what a solver answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/move_session.h"
#include "gen/epd/epd.h"
#include "suites/solve/points.h"

namespace plylab::suites::solve {

/// Whether the line announces a mate in at most `moves` moves and its pv, replayed on the
/// board, ends in a mate within them.
bool announces_mate(const engines::EngineLine& line, const chess::ValidSetup& position,
                    std::uint64_t moves);

/// What a record asks for; everything that it names must hold.
struct Goal {
  std::vector<chess::Move> best;      ///< bm: one of these
  std::vector<chess::Move> avoid;     ///< am: none of these
  std::optional<std::uint64_t> mate;  ///< dm: a mate in at most so many moves, see announces_mate()
  std::vector<MovePoints> points;     ///< without bm, am and dm: a move that gets the most

  /// Whether there is anything to solve.
  bool empty() const { return best.empty() && avoid.empty() && !mate && points.empty(); }

  /// Whether the move is right, whatever was announced.
  bool met_by(chess::Move move) const;

  /// Whether everything holds.
  bool met_by(const engines::EngineLine& line, const chess::ValidSetup& position) const;
};

/// Reads a record's goal. Texts that name no legal move are appended to `problems`. A record whose
/// bm names no legal move at all has no goal.
Goal goal_of(const epd::Record& record, std::vector<std::string>& problems);

/// How a record is called: its id, or "line 7".
std::string name_of(const epd::Record& record);

/// The goal in the words of EPD: "bm Nd5 a4", "am Qxb2, dm 3", "points f5=10 Be5+=2".
std::string to_string(const epd::Record& record, const Goal& goal);

}  // namespace plylab::suites::solve
