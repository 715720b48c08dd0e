#include "suites/solve/goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"

namespace plylab::suites::solve {
namespace {

bool contains(const auto& moves, chess::Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

}  // namespace

bool announces_mate(const engines::EngineLine& line, const chess::ValidSetup& position,
                    std::uint64_t moves) {
  if (!line.mate || *line.mate <= 0 || static_cast<std::uint64_t>(*line.mate) > moves) return false;
  if (line.pv.empty() || line.pv.front() != line.move) return false;
  const std::size_t plies = line.pv.size();
  if (plies % 2 == 0 || (plies + 1) / 2 > moves) return false;
  chess::Mailbox board(position);
  for (const std::string& text : line.pv) {
    const auto move = chess::move_from_text(board, text);
    if (!move) return false;
    board.make(*move);
  }
  return board.checkers() != 0 && board.count() == 0;
}

bool Goal::met_by(chess::Move move) const {
  if (best.empty() && avoid.empty() && !mate && !points.empty())
    return points_for(points, move) == most_points(points);
  return (best.empty() || contains(best, move)) && !contains(avoid, move);
}

bool Goal::met_by(const engines::EngineLine& line, const chess::ValidSetup& position) const {
  const auto move = chess::move_from_text(chess::Mailbox(position), line.move);
  return !empty() && move && met_by(*move) && (!mate || announces_mate(line, position, *mate));
}

Goal goal_of(const epd::Record& record, std::vector<std::string>& problems) {
  const auto legal = chess::Mailbox(chess::ValidSetup(record.setup)).generate();
  const auto take = [&](epd::ResolvedMoves resolved) {
    problems.insert(problems.end(), resolved.problems.begin(), resolved.problems.end());
    return std::move(resolved.moves);
  };
  Goal goal{take(epd::best_moves(record, legal)), take(epd::avoid_moves(record, legal)),
            record.mate_distance(), points_of(record, legal, problems)};
  if (goal.best.empty() && record.find("bm") != nullptr) return {};
  return goal;
}

std::string name_of(const epd::Record& record) {
  return record.id().value_or(fmt::format("line {}", record.line));
}

std::string to_string(const epd::Record& record, const Goal& goal) {
  const chess::ValidSetup position(record.setup);
  std::string text;
  const auto append = [&](const char* opcode, const std::vector<chess::Move>& moves) {
    if (moves.empty()) return;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", opcode);
    for (const chess::Move move : moves) text += ' ' + chess::san(position, move);
  };
  append("bm", goal.best);
  append("am", goal.avoid);
  if (goal.mate) text += fmt::format("{}dm {}", text.empty() ? "" : ", ", *goal.mate);
  if (!text.empty() || goal.points.empty()) return text;
  text = "points";
  for (const MovePoints& one : goal.points)
    text += fmt::format(" {}={}", chess::san(position, one.move), one.points);
  return text;
}

}  // namespace plylab::suites::solve
