#include "suites/match/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/chess/notation.h"
#include "gen/chess/piece_names.h"

namespace plylab::suites::match {
namespace {

constexpr int mate_score = 32000;  // beyond all scores in centipawns

Ending ending_of(engines::Failure failure) {
  switch (failure) {
    case engines::Failure::no_answer:
      return Ending::hang;
    case engines::Failure::rubbish:
      return Ending::rubbish;
    case engines::Failure::illegal_move:
      return Ending::illegal_move;
    case engines::Failure::gave_up:
      return Ending::gave_up;
    default:
      return Ending::crash;
  }
}

/// The last thing that the player said about the move that it plays.
Thought thought_of(const play::Reply& reply) {
  Thought thought{.depth = reply.depth, .seconds = reply.seconds, .nodes = reply.nodes};
  for (const play::Answer& answer : reply.history) {
    if (answer.move != reply.move || !(answer.centipawns || answer.mate)) continue;
    thought.centipawns = answer.centipawns;
    thought.mate = answer.mate;
  }
  return thought;
}

std::optional<int> score_of(const Thought& thought) {
  if (thought.mate) return *thought.mate > 0 ? mate_score : -mate_score;
  return thought.centipawns;
}

search::Limits limits_of(const Limits& limits, const std::atomic<bool>& stop) {
  search::Limits result;
  if (limits.depth) result.depth = *limits.depth;
  if (limits.nodes) result.nodes = *limits.nodes;
  if (limits.seconds) result.seconds = *limits.seconds;
  result.stop = &stop;
  return result;
}

/// A game under way.
class Table {
 public:
  Table(const Opening& opening, const std::array<Seat, 2>& seats, const Rules& rules)
      : seats_(seats),
        rules_(rules),
        judge_(opening.start),
        adjudicator_(rules.adjudication),
        limits_{seats[0].limits, seats[1].limits},
        clocks_{Clock(seats[0].limits), Clock(seats[1].limits)},
        turn_{opening.start} {
    game_.opening = opening.name;
    game_.start = opening.start;
    game_.limits = limits_;
    for (const chess::Move move : opening.moves) play(move, std::nullopt);
  }

  std::optional<Game> play_on(const std::atomic<bool>& stop) {
    auto verdict = judge_.verdict();
    while (!verdict) {
      const auto mover = judge_.position().side_to_move();
      turn_.limits = limits_of(limits_[chess::index(mover)], stop);
      turn_.clocks = shown(limits_, clocks_, mover);
      const play::Reply reply = seats_[chess::index(mover)].player->play(turn_);
      if (stop) return std::nullopt;
      verdict = after(mover, reply);
    }
    game_.verdict = std::move(*verdict);
    return std::move(game_);
  }

 private:
  void play(chess::Move move, std::optional<Thought> thought) {
    game_.plies.push_back({move, std::move(thought)});
    turn_.moves.push_back(move);
    judge_.play(move);
  }

  static Verdict lost(chess::Color loser, Ending ending, std::string_view what) {
    return {ending, !loser, fmt::format("{} {}", chess::name(loser), what)};
  }

  /// Plays the answer if it can be played, and says whether the game is over.
  std::optional<Verdict> after(chess::Color mover, const play::Reply& reply) {
    if (reply.trouble) return lost(mover, ending_of(reply.trouble->failure), reply.trouble->what);
    if (!reply.move) return lost(mover, Ending::no_move, "finds no move within its limits");
    const auto legal = judge_.position().generate();
    if (std::find(legal.begin(), legal.end(), *reply.move) == legal.end())
      return lost(mover, Ending::illegal_move,
                  fmt::format("plays the illegal move {}", chess::to_uci(*reply.move)));
    if (!clocks_[chess::index(mover)].spend(reply.seconds, rules_.margin))
      return lost(mover, Ending::time, "loses on time");
    const Thought thought = thought_of(reply);
    const unsigned moves_played = judge_.position().fen().fullmove;
    play(*reply.move, thought);
    if (auto verdict = judge_.verdict()) return verdict;
    return adjudicator_.after(mover, moves_played, score_of(thought));
  }

  const std::array<Seat, 2>& seats_;
  const Rules& rules_;
  Judge judge_;
  Adjudicator adjudicator_;
  std::array<Limits, 2> limits_;
  std::array<Clock, 2> clocks_;
  play::Turn turn_;
  Game game_;
};

}  // namespace

std::optional<Game> play_game(const Opening& opening, const std::array<Seat, 2>& seats,
                              const Rules& rules, const std::atomic<bool>& stop) {
  for (const Seat& seat : seats) seat.player->new_game();
  return Table(opening, seats, rules).play_on(stop);
}

}  // namespace plylab::suites::match
