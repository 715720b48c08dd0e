#include "suites/match/game.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "gen/base/input_error.h"

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

Verdict verdict_of(const GameEnd& end, Side white) {
  const RuleEnding& ending = end.ending;
  std::string what(ending.words);
  if (end.winner) what = fmt::format("{} {}", name_of(*end.winner, white), ending.words);
  return {Ending::rules, end.winner, std::move(what), std::string(ending.name)};
}

/// A game under way.
class GameInProgress {
 public:
  GameInProgress(const GameInfo& game, const Opening& opening,
                 const std::array<PlayerSlot, 2>& slots, const Rules& rules)
      : slots_(slots),
        rules_(rules),
        referee_(game.referee(game.parse(opening.start))),
        white_(game.white),
        adjudicator_(rules.adjudication, game.white),
        limits_{slots[0].limits, slots[1].limits},
        clocks_{PlayerClock(slots[0].limits), PlayerClock(slots[1].limits)} {
    played_.opening = opening.name;
    played_.start = request_.start = game.parse(opening.start).text();
    played_.limits = limits_;
    for (const std::string& move : opening.moves) {
      const Side mover = referee_->side_to_move();
      if (!referee_->play(move))
        throw InputError(fmt::format("{}: '{}' is not a legal move", opening.name, move));
      record(mover, move, std::nullopt);
    }
  }

  std::optional<PlayedGame> play_on(const std::atomic<bool>& stop,
                                    const std::atomic<bool>& needless) {
    auto verdict = verdict_by_rules();
    while (!verdict) {
      if (needless) return std::nullopt;
      const Side mover = referee_->side_to_move();
      const auto side = index(mover);
      request_.limits = limits_of(limits_[side], stop);
      request_.clocks = shown(limits_, clocks_, mover);
      const play::Reply reply = slots_[side].player->play(request_);
      if (stop) return std::nullopt;
      verdict = after(mover, reply);
    }
    played_.verdict = std::move(*verdict);
    return std::move(played_);
  }

 private:
  void record(Side mover, const std::string& move, std::optional<MoveInfo> info) {
    played_.plies.push_back({move, mover, info});
    request_.moves.push_back(move);
  }

  std::optional<Verdict> verdict_by_rules() const {
    const auto end = referee_->end();
    return end ? std::optional(verdict_of(*end, white_)) : std::nullopt;
  }

  Verdict lost(Side loser, Ending ending, std::string_view what) const {
    return {ending, !loser, fmt::format("{} {}", name_of(loser, white_), what)};
  }

  /// Plays the answer if it can be played, and says whether the game is over.
  std::optional<Verdict> after(Side mover, const play::Reply& reply) {
    if (reply.fault) return lost(mover, ending_of(reply.fault->kind()), reply.fault->what());
    if (!reply.move) return lost(mover, Ending::no_move, "finds no move within its limits");
    const unsigned move_number = referee_->ply() / 2 + 1;
    if (!referee_->play(*reply.move))
      return lost(mover, Ending::illegal_move,
                  fmt::format("plays the illegal move {}", *reply.move));
    if (!clocks_[index(mover)].spend(reply.seconds, rules_.margin))
      return lost(mover, Ending::time, "loses on time");
    const MoveInfo info = info_of(reply);
    record(mover, *reply.move, info);
    if (auto verdict = verdict_by_rules()) return verdict;
    return adjudicator_.after(mover, move_number, score_of(info));
  }

  const std::array<PlayerSlot, 2>& slots_;
  const Rules& rules_;
  std::unique_ptr<Referee> referee_;
  Side white_;
  Adjudicator adjudicator_;
  std::array<PlayerLimits, 2> limits_;
  std::array<PlayerClock, 2> clocks_;
  play::MoveRequest request_;
  PlayedGame played_;
};

}  // namespace

std::string to_string(const Rules& rules) {
  const std::string adjudication = to_string(rules.adjudication);
  return fmt::format("{}{}margin {}", adjudication, adjudication.empty() ? "" : " ", rules.margin);
}

std::optional<PlayedGame> play_game(const GameInfo& game, const Opening& opening,
                                    const std::array<PlayerSlot, 2>& slots, const Rules& rules,
                                    const std::atomic<bool>& stop,
                                    const std::atomic<bool>& needless) {
  for (const PlayerSlot& slot : slots) slot.player->new_game();
  return GameInProgress(game, opening, slots, rules).play_on(stop, needless);
}

}  // namespace plylab::suites::match
