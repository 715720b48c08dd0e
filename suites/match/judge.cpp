#include "suites/match/judge.h"

#include <fmt/format.h>

#include <cstdlib>

#include "gen/chess/names.h"
#include "gen/chess/reference/reference_attacks.h"

namespace plylab::suites::match {

std::optional<Verdict> Judge::verdict() const {
  const chess::Mailbox& board = game_.position();
  const auto drawn = [](Ending ending, std::string what) {
    return Verdict{ending, std::nullopt, std::move(what)};
  };
  if (board.count() == 0) {
    const chess::Color other = !board.side_to_move();
    if (board.terminal_outcome() == Outcome::loss)
      return Verdict{Ending::checkmate, other, fmt::format("{} mates", chess::name(other))};
    return drawn(Ending::stalemate, "Draw by stalemate");
  }
  if (chess::insufficient_material(board.setup().squares))
    return drawn(Ending::material, "Draw by insufficient material");
  if (game_.occurrences() >= 3) return drawn(Ending::repetition, "Draw by threefold repetition");
  if (board.halfmove_clock() >= 100) return drawn(Ending::fifty_moves, "Draw by fifty-move rule");
  return std::nullopt;
}

std::optional<Verdict> Adjudicator::after(chess::Color mover, unsigned moves_played,
                                          std::optional<int> score) {
  if (rules_.resign) {
    int& losing_moves = losing_moves_[chess::index(mover)];
    losing_moves = score && *score <= -rules_.resign->centipawns ? losing_moves + 1 : 0;
    if (losing_moves >= rules_.resign->moves)
      return Verdict{Ending::adjudicated_loss, !mover,
                     fmt::format("{} wins by adjudication", chess::name(!mover))};
  }
  if (rules_.draw) {
    level_plies_ = score && std::abs(*score) <= rules_.draw->centipawns ? level_plies_ + 1 : 0;
    if (level_plies_ >= 2 * rules_.draw->moves &&
        moves_played >= static_cast<unsigned>(rules_.draw_from))
      return Verdict{Ending::adjudicated_draw, std::nullopt, "Draw by adjudication"};
  }
  if (rules_.longest > 0 && mover == chess::black &&
      moves_played >= static_cast<unsigned>(rules_.longest))
    return Verdict{Ending::length, std::nullopt,
                   fmt::format("Draw by adjudication: {} moves", moves_played)};
  return std::nullopt;
}

}  // namespace plylab::suites::match
