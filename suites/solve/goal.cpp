#include "suites/solve/goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "gen/base/text.h"
#include "gen/chess/board/move_pattern.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"

namespace plylab::suites::solve {
namespace {

bool contains(const auto& moves, chess::Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

/// A move's text and its points.
struct Entry {
  std::string move;
  unsigned points;
};

std::optional<unsigned> points_in(std::string_view text) {
  constexpr unsigned max = 1'000'000;
  const auto number = parse_number<std::uint64_t>(text);
  if (!number || *number > max) return {};
  return static_cast<unsigned>(*number);
}

bool is_legal(const std::string& move, const epd::Record& record, const chess::Moves& legal) {
  try {
    chess::find_move(record.setup.squares, legal, move);
    return true;
  } catch (const chess::MoveError&) {
    return false;
  }
}

/// The entries of a c0 such as "f5=10, e8=Q=4". If some part is not such an entry, c0 is a comment
/// without entries, unless some part begins as an entry of a legal move does: then the other parts
/// are problems.
std::vector<Entry> entries_of_comment(const epd::Record& record, const chess::Moves& legal,
                                      std::vector<std::string>& problems) {
  std::string text = record.text("c0").value_or("");
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  std::vector<Entry> entries;
  std::vector<std::string> others;
  bool has_legal = false;
  for (const std::string& part : words_of(text, ",;")) {
    const auto sign = std::min(part.rfind('='), part.size());
    const std::string move = part.substr(0, sign);
    const auto points = points_in(std::string_view(part).substr(std::min(sign + 1, part.size())));
    has_legal |= sign < part.size() && is_legal(move, record, legal);
    if (points && chess::read_pattern(move))  // other texts have "=", too
      entries.push_back({move, *points});
    else
      others.push_back(fmt::format("c0: '{}' is not a move with its points", part));
  }
  if (others.empty()) return entries;
  if (!has_legal) return {};
  problems.insert(problems.end(), others.begin(), others.end());
  return entries;
}

/// The entries of c8 with the moves of another operation.
std::vector<Entry> entries_of_lists(const epd::Record& record, std::string_view moves_opcode,
                                    std::vector<std::string>& problems) {
  const auto moves = words_of(record.text(moves_opcode).value_or(""), " ,");
  const auto numbers = words_of(record.text("c8").value_or(""), " ,");
  if (moves.size() != numbers.size()) {
    problems.push_back(fmt::format("c8 has {} numbers, {} has {} moves", numbers.size(),
                                   moves_opcode, moves.size()));
    return {};
  }
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (const auto points = points_in(numbers[i]))
      entries.push_back({moves[i], *points});
    else
      problems.push_back(fmt::format("c8: '{}' is not a number of points", numbers[i]));
  return entries;
}

std::vector<MovePoints> resolve(const std::vector<Entry>& entries, std::string_view opcode,
                                const epd::Record& record, const chess::Moves& legal,
                                std::vector<std::string>& problems) {
  std::vector<MovePoints> found;
  for (const Entry& entry : entries) {
    try {
      const chess::Move move = chess::find_move(record.setup.squares, legal, entry.move);
      const auto same = [&](const MovePoints& one) { return one.move == move; };
      if (std::any_of(found.begin(), found.end(), same))
        problems.push_back(fmt::format("{}: '{}' has points already", opcode, entry.move));
      else
        found.push_back({move, entry.points});
    } catch (const chess::MoveError& error) {
      problems.push_back(fmt::format("{}: {}", opcode, error.what()));
    }
  }
  return found;
}

/// The same moves with the same points, in any order.
bool agree(const std::vector<MovePoints>& a, const std::vector<MovePoints>& b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

std::vector<MovePoints> points_of(const epd::Record& record, const chess::Moves& legal,
                                  std::vector<std::string>& problems) {
  std::vector<MovePoints> points;
  std::string_view from;
  const auto take = [&](std::string_view opcode, const std::vector<Entry>& entries) {
    auto found = resolve(entries, opcode, record, legal, problems);
    if (from.empty()) {
      points = std::move(found);
      from = opcode;
    } else if (!found.empty() && !agree(points, found)) {
      problems.push_back(fmt::format("{} and {} give different points", from, opcode));
    }
  };
  if (record.find("c8") != nullptr)
    for (const std::string_view opcode : {"c9", "c7"})
      if (record.find(opcode) != nullptr) take(opcode, entries_of_lists(record, opcode, problems));
  if (const auto entries = entries_of_comment(record, legal, problems); !entries.empty())
    take("c0", entries);
  if (!points.empty() && max_points(points) == 0) {  // otherwise every move would be the best
    problems.push_back(fmt::format("{}: no move gets any points", from));
    points.clear();
  }
  return points;
}

unsigned points_for(const std::vector<MovePoints>& points, chess::Move move) {
  for (const MovePoints& one : points)
    if (one.move == move) return one.points;
  return 0;
}

unsigned max_points(const std::vector<MovePoints>& points) {
  unsigned max = 0;
  for (const MovePoints& one : points) max = std::max(max, one.points);
  return max;
}

bool announces_mate(const engines::EngineLine& line, const chess::ValidSetup& position,
                    std::uint64_t moves, bool is_mated) {
  const auto announced = static_cast<std::int64_t>(line.mate.value_or(0)) * (is_mated ? -1 : 1);
  if (announced <= 0 || static_cast<std::uint64_t>(announced) > moves) return false;
  if (line.pv.empty() || line.pv.front() != line.move) return false;
  const std::size_t plies = line.pv.size();
  if ((plies % 2 == 0) != is_mated || (plies + 1) / 2 > moves) return false;
  chess::Mailbox board(position);
  for (const std::string& text : line.pv) {
    const auto move = chess::move_from_text(board, text);
    if (!move) return false;
    board.make(*move);
  }
  return board.checkers() != 0 && board.count() == 0;
}

bool Goal::met_by(chess::Move move) const {
  if (best.empty() && avoid.empty() && !mate && !mated && !points.empty())
    return points_for(points, move) == max_points(points);
  return (best.empty() || contains(best, move)) && !contains(avoid, move);
}

bool Goal::met_by(const engines::EngineLine& line, const chess::ValidSetup& position) const {
  const auto move = chess::move_from_text(chess::Mailbox(position), line.move);
  return !empty() && move && met_by(*move) && (!mate || announces_mate(line, position, *mate)) &&
         (!mated || announces_mate(line, position, *mated, true));
}

Goal goal_of(const epd::Record& record, std::vector<std::string>& problems) {
  const auto legal = chess::Mailbox(chess::ValidSetup(record.setup)).generate();
  if (legal.begin() == legal.end()) {
    problems.emplace_back("the game is over: nothing to solve");
    return {};
  }
  const auto take = [&](epd::ResolvedMoves resolved) {
    problems.insert(problems.end(), resolved.problems.begin(), resolved.problems.end());
    return std::move(resolved.moves);
  };
  Goal goal{take(epd::best_moves(record, legal)),
            take(epd::avoid_moves(record, legal)),
            {},
            {},
            points_of(record, legal, problems)};
  const auto moves = record.mate_distance();
  if (moves == 0) {
    problems.emplace_back("dm 0: the side to move is not mated");
    return {};
  }
  if (moves) (*moves > 0 ? goal.mate : goal.mated) = static_cast<std::uint64_t>(std::abs(*moves));
  const bool names_moves = std::any_of(
      record.operations.begin(), record.operations.end(),
      [](const epd::Operation& one) { return one.opcode == "bm" && !epd::mate_in_bm(one); });
  if (goal.best.empty() && names_moves) return {.mate = goal.mate, .mated = goal.mated};
  return goal;
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
  if (goal.mated) text += fmt::format("{}dm -{}", text.empty() ? "" : ", ", *goal.mated);
  if (!text.empty() || goal.points.empty()) return text;
  text = "points";
  for (const MovePoints& one : goal.points)
    text += fmt::format(" {}={}", chess::san(position, one.move), one.points);
  return text;
}

}  // namespace plylab::suites::solve
