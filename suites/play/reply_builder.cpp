#include "suites/play/reply_builder.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "gen/chess/notation.h"
#include "suites/play/move_request.h"

namespace plylab::suites::play {
namespace {

/// A line with what it leads to.
struct Replayed {
  std::vector<chess::Move> moves;
  bool mates = false;
};

/// Nothing unless every move is legal.
std::optional<Replayed> replay(chess::Mailbox board, const std::vector<std::string>& texts) {
  Replayed line;
  try {
    for (const std::string& text : texts) {
      line.moves.push_back(chess::parse_move(board, text));
      board.make(line.moves.back());
    }
  } catch (const chess::MoveError&) {
    return {};
  }
  line.mates = board.checkers() != 0 && board.count() == 0;
  return line;
}

/// The mate in moves that a line shows, if the score is that of a mate for the same side.
std::optional<int> shown_mate(const Replayed& line, std::optional<int> centipawns) {
  constexpr int high = 9000;  // a queen's value or ten; mates are at 10000 or beyond everywhere
  if (!line.mates || !centipawns || std::abs(*centipawns) < high) return {};
  const auto plies = static_cast<int>(line.moves.size());
  if ((plies % 2 == 1) != (*centipawns > 0)) return {};
  return plies % 2 == 1 ? (plies + 1) / 2 : -plies / 2;
}

}  // namespace

double Scribe::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Scribe::hear(const Told& told) {
  const auto depth = depth_allowed(turn_);
  const auto nodes = nodes_allowed(turn_);
  if (depth && told.depth > *depth) return false;
  if (nodes && told.nodes.value_or(0) / 2 >= *nodes) return false;
  write(told);
  return true;
}

void Scribe::write(const Told& told) {
  reply_.nodes = std::max(reply_.nodes, told.nodes.value_or(0));
  if (told.line.empty()) return;
  auto line = replay(board_, told.line);
  if (!line) return;
  History& history = reply_.history;
  const chess::Move move = line->moves.front();
  if (told.bound && !history.empty() && history.back().move == move) return;
  Answer answer{told.depth.value_or(reply_.depth.value_or(0)), move};
  if (!told.bound) {
    answer.mate = told.mate ? told.mate : shown_mate(*line, told.centipawns);
    if (!answer.mate) answer.centipawns = told.centipawns;
    reply_.depth = std::max(reply_.depth.value_or(0), answer.depth);
  }
  answer.line = std::move(line->moves);
  answer.nodes = reply_.nodes;
  answer.seconds = seconds();
  history.push_back(std::move(answer));
}

void Scribe::play(chess::Move move) {
  reply_.move = move;
  History& history = reply_.history;
  if (!history.empty() && history.back().move == move) return;
  Answer answer{history.empty() ? 0 : history.back().depth, move};
  answer.nodes = reply_.nodes;
  answer.seconds = seconds();
  history.push_back(std::move(answer));
}

}  // namespace plylab::suites::play
