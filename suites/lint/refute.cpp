#include "suites/lint/refute.h"

#include <fmt/format.h>

#include "gen/chess/line.h"
#include "gen/chess/mailbox.h"
#include "gen/chess/rulebook.h"
#include "search/run.h"

namespace plylab::suites::lint {
namespace {

constexpr std::uint64_t most_moves = 2;
constexpr std::uint64_t most_nodes = 1'000'000;  // far more than three plies take

/// The value at this depth; empty if it took too many nodes.
std::optional<search::Value> value_at(const chess::Fen& fen, int depth) {
  search::Job job;
  job.limits.depth = depth;
  job.limits.nodes = most_nodes;
  const auto result = search::run(chess::Setup(fen), job);
  const auto* last = result.last_complete();
  if (last == nullptr || last->depth != depth) return {};
  return last->value;
}

bool is_checkmate(const chess::Fen& fen) {
  const chess::Mailbox board{chess::Setup(fen)};
  return board.checkers() != 0 && board.count() == 0;
}

/// Whether the side to move is mated in at most so many moves; empty if that is not known.
std::optional<bool> is_mated_in(const chess::Fen& fen, int moves) {
  if (is_checkmate(fen)) return true;
  if (moves == 0) return false;
  const auto value = value_at(fen, 2 * moves);
  if (!value) return {};
  return search::is_mate(*value) && *value < 0 && -search::mate_in(*value) <= moves;
}

}  // namespace

std::optional<std::string> refuted_by_search(const Record& record) {
  const auto claimed = record.mate_distance();
  const chess::Setup position(record.fen);
  const auto legal = chess::Mailbox(position).generate();
  if (!claimed || *claimed == 0 || *claimed > most_moves || legal.empty()) return {};
  const int moves = static_cast<int>(*claimed);
  const auto value = value_at(position.fen(), 2 * moves - 1);
  if (!value) return {};
  if (!search::is_mate(*value) || *value < 0)
    return fmt::format("dm {}: there is no mate in {}", moves, moves);
  if (search::mate_in(*value) < moves)
    return fmt::format("dm {}: there is a mate in {}", moves, search::mate_in(*value));
  for (const chess::Move move : best_moves(record, legal).moves)
    if (is_mated_in(chess::after(position.fen(), move), moves - 1) == false)
      return fmt::format("dm {}: {} does not mate in {}", moves, chess::san(position, move), moves);
  return {};
}

}  // namespace plylab::suites::lint
