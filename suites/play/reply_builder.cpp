#include "suites/play/reply_builder.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "gen/chess/board/notation.h"

namespace plylab::suites::play {
namespace {

/// A line with what it leads to.
struct Replayed {
  std::vector<std::string> moves;
  bool mates = false;
};

/// Nothing unless every move is legal.
std::optional<Replayed> replay(chess::Mailbox board, const std::vector<std::string>& texts) {
  Replayed line;
  try {
    for (const std::string& text : texts) {
      const chess::Move move = chess::parse_move(board, text);
      line.moves.push_back(chess::move_text(board, move));
      board.make(move);
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

double ReplyBuilder::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool ReplyBuilder::hear(const EngineInfo& info) {
  const auto depth = request_.depth_allowed();
  const auto nodes = request_.nodes_allowed();
  if (depth && info.depth > *depth) return false;
  if (nodes && info.nodes.value_or(0) / 2 >= *nodes) return false;
  write(info);
  return true;
}

void ReplyBuilder::write(const EngineInfo& info) {
  reply_.nodes = std::max(reply_.nodes, info.nodes.value_or(0));
  if (info.pv.empty()) return;
  auto replayed = replay(request_.board, info.pv);
  if (!replayed) return;
  EngineLines& lines = reply_.lines;
  const std::string& move = replayed->moves.front();
  if (info.bound && !lines.empty() && lines.back().move == move) return;
  EngineLine line{info.depth.value_or(reply_.depth.value_or(0)), move};
  if (!info.bound) {
    line.mate = info.mate ? info.mate : shown_mate(*replayed, info.centipawns);
    if (!line.mate) line.centipawns = info.centipawns;
    reply_.depth = std::max(reply_.depth.value_or(0), line.depth);
  }
  line.pv = std::move(replayed->moves);
  line.nodes = reply_.nodes;
  line.seconds = seconds();
  lines.push_back(std::move(line));
}

void ReplyBuilder::play(chess::Move move) {
  reply_.move = chess::move_text(request_.board, move);
  EngineLines& lines = reply_.lines;
  if (!lines.empty() && lines.back().move == *reply_.move) return;
  EngineLine line{lines.empty() ? 0 : lines.back().depth, *reply_.move};
  line.nodes = reply_.nodes;
  line.seconds = seconds();
  lines.push_back(std::move(line));
}

}  // namespace plylab::suites::play
