#include "suites/match/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/chess/names.h"
#include "gen/chess/notation.h"

namespace plylab::suites::match {
namespace {

constexpr int mate_score = 32000;  // beyond all scores in centipawns

Ending ending_of(engines::FaultKind kind) {
  switch (kind) {
    case engines::FaultKind::no_answer:
      return Ending::hang;
    case engines::FaultKind::malformed:
      return Ending::malformed;
    case engines::FaultKind::illegal_move:
      return Ending::illegal_move;
    case engines::FaultKind::resigned:
      return Ending::resigned;
    default:
      return Ending::crash;
  }
}

/// The last thing that the player said about the move that it plays.
MoveInfo info_of(const play::Reply& reply) {
  MoveInfo info{.depth = reply.depth, .seconds = reply.seconds, .nodes = reply.nodes};
  for (const play::EngineLine& line : reply.lines) {
    if (line.move != reply.move || !(line.centipawns || line.mate)) continue;
    info.centipawns = line.centipawns;
    info.mate = line.mate;
  }
  return info;
}

std::optional<int> score_of(const MoveInfo& info) {
  if (info.mate) return *info.mate > 0 ? mate_score : -mate_score;
  return info.centipawns;
}

search::Limits limits_of(const PlayerLimits& limits, const std::atomic<bool>& stop) {
  search::Limits result;
  if (limits.depth) result.depth = *limits.depth;
  if (limits.nodes) result.nodes = *limits.nodes;
  if (limits.seconds) result.seconds = *limits.seconds;
  result.stop = &stop;
  return result;
}

/// A game under way.
class GameInProgress {
 public:
  GameInProgress(const Opening& opening, const std::array<PlayerSlot, 2>& slots, const Rules& rules)
      : slots_(slots),
        rules_(rules),
        judge_(opening.start),
        adjudicator_(rules.adjudication),
        limits_{slots[0].limits, slots[1].limits},
        clocks_{PlayerClock(slots[0].limits), PlayerClock(slots[1].limits)},
        request_{opening.start} {
    game_.opening = opening.name;
    game_.start = opening.start;
    game_.limits = limits_;
    for (const chess::Move move : opening.moves) play(move, std::nullopt);
  }

  std::optional<PlayedGame> play_on(const std::atomic<bool>& stop) {
    auto verdict = judge_.verdict();
    while (!verdict) {
      const auto mover = judge_.position().side_to_move();
      request_.limits = limits_of(limits_[chess::index(mover)], stop);
      request_.clocks = shown(limits_, clocks_, mover);
      const play::Reply reply = slots_[chess::index(mover)].player->play(request_);
      if (stop) return std::nullopt;
      verdict = after(mover, reply);
    }
    game_.verdict = std::move(*verdict);
    return std::move(game_);
  }

 private:
  void play(chess::Move move, const std::optional<MoveInfo>& info) {
    game_.plies.push_back({move, info});
    request_.moves.push_back(move);
    judge_.play(move);
  }

  static Verdict lost(chess::Color loser, Ending ending, std::string_view what) {
    return {ending, !loser, fmt::format("{} {}", chess::name(loser), what)};
  }

  /// Plays the answer if it can be played, and says whether the game is over.
  std::optional<Verdict> after(chess::Color mover, const play::Reply& reply) {
    if (reply.fault) return lost(mover, ending_of(reply.fault->kind()), reply.fault->what());
    if (!reply.move) return lost(mover, Ending::no_move, "finds no move within its limits");
    const auto legal = judge_.position().generate();
    if (std::find(legal.begin(), legal.end(), *reply.move) == legal.end())
      return lost(mover, Ending::illegal_move,
                  fmt::format("plays the illegal move {}", chess::to_uci(*reply.move)));
    if (!clocks_[chess::index(mover)].spend(reply.seconds, rules_.margin))
      return lost(mover, Ending::time, "loses on time");
    const MoveInfo info = info_of(reply);
    const unsigned moves_played = judge_.position().setup().fullmove;
    play(*reply.move, info);
    if (auto verdict = judge_.verdict()) return verdict;
    return adjudicator_.after(mover, moves_played, score_of(info));
  }

  const std::array<PlayerSlot, 2>& slots_;
  const Rules& rules_;
  Judge judge_;
  Adjudicator adjudicator_;
  std::array<PlayerLimits, 2> limits_;
  std::array<PlayerClock, 2> clocks_;
  play::MoveRequest request_;
  PlayedGame game_;
};

}  // namespace

std::optional<PlayedGame> play_game(const Opening& opening, const std::array<PlayerSlot, 2>& slots,
                                    const Rules& rules, const std::atomic<bool>& stop) {
  for (const PlayerSlot& slot : slots) slot.player->new_game();
  return GameInProgress(opening, slots, rules).play_on(stop);
}

}  // namespace plylab::suites::match
