#include "suites/match/adjudication.h"

#include <fmt/format.h>

#include <cstdlib>

namespace plylab::suites::match {

std::string to_string(const Adjudication& rules) {
  std::string text;
  const auto add = [&](std::string_view part) {
    if (!text.empty()) text += ' ';
    text += part;
  };
  if (rules.resign) add(fmt::format("resign {},{}", rules.resign->centipawns, rules.resign->moves));
  if (rules.draw)
    add(fmt::format("draw {},{},{}", rules.draw->centipawns, rules.draw->moves, rules.draw_from));
  if (rules.longest > 0) add(fmt::format("max-moves {}", rules.longest));
  return text;
}

std::optional<Verdict> Adjudicator::after(Side mover, unsigned move_number,
                                          std::optional<int> score) {
  if (rules_.resign) {
    int& losing_moves = losing_moves_[index(mover)];
    losing_moves = score && *score <= -rules_.resign->centipawns ? losing_moves + 1 : 0;
    if (losing_moves >= rules_.resign->moves)
      return Verdict{Ending::adjudicated_loss, !mover,
                     fmt::format("{} wins by adjudication", name_of(!mover, white_))};
  }
  if (rules_.draw) {
    level_plies_ = score && std::abs(*score) <= rules_.draw->centipawns ? level_plies_ + 1 : 0;
    if (level_plies_ >= 2 * rules_.draw->moves &&
        move_number >= static_cast<unsigned>(rules_.draw_from))
      return Verdict{Ending::adjudicated_draw, std::nullopt, "Draw by adjudication"};
  }
  if (rules_.longest > 0 && mover == Side::second &&
      move_number >= static_cast<unsigned>(rules_.longest))
    return Verdict{Ending::length, std::nullopt,
                   fmt::format("Draw by adjudication: {} moves", move_number)};
  return std::nullopt;
}

}  // namespace plylab::suites::match
