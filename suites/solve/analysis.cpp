#include "suites/solve/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::suites::solve {
namespace {

constexpr std::array<std::string_view, 5> told = {"acd", "acn", "ce", "pm", "pv"};

/// The moves in SAN, up to the first that is not legal.
std::vector<epd::Operand> in_san(const epd::Record& record, const std::vector<std::string>& moves) {
  chess::Mailbox board{chess::ValidSetup(record.setup)};
  std::vector<epd::Operand> operands;
  for (const std::string& text : moves) {
    const auto move = chess::move_from_text(board, text);
    if (!move) break;
    operands.push_back({chess::to_san(board, *move)});
    board.make(*move);
  }
  return operands;
}

}  // namespace

std::optional<int> centipawn_evaluation(const engines::EngineLine& line) {
  constexpr int mated = 32767, most = 32000;
  if (!line.mate)
    return line.centipawns ? std::optional(std::clamp(*line.centipawns, -most, most))
                           : std::nullopt;
  return *line.mate > 0 ? mated - (2 * *line.mate - 1) : -mated - 2 * *line.mate;
}

epd::Record with_analysis(epd::Record record, const engines::Reply& reply) {
  std::erase_if(record.operations, [](const epd::Operation& operation) {
    return std::find(told.begin(), told.end(), operation.opcode) != told.end();
  });
  const auto tell = [&](const char* opcode, std::vector<epd::Operand> operands) {
    if (!operands.empty()) record.operations.push_back({opcode, std::move(operands)});
  };
  if (!reply.move) return record;
  if (reply.depth) tell("acd", {{std::to_string(*reply.depth)}});
  tell("acn", {{std::to_string(reply.nodes)}});
  const bool has_line = !reply.lines.empty() && reply.lines.back().move == *reply.move;
  if (has_line)
    if (const auto score = centipawn_evaluation(reply.lines.back()))
      tell("ce", {{std::to_string(*score)}});
  tell("pm", in_san(record, {*reply.move}));
  if (has_line) tell("pv", in_san(record, reply.lines.back().pv));
  return record;
}

}  // namespace plylab::suites::solve
