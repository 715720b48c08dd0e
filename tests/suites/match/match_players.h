// Players that do as they are told.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/notation.h"
#include "suites/play/player.h"

namespace plylab::testing {

/// A player whose every reply is what a function makes of the turn.
class Scripted : public suites::play::Player {
 public:
  using Script = std::function<suites::play::Reply(const suites::play::Turn&)>;

  explicit Scripted(Script script, std::string name = "scripted")
      : script_(std::move(script)), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  void new_game() override { ++games; }
  suites::play::Reply play(const suites::play::Turn& turn) override {
    turns.push_back(turn);
    return script_(turn);
  }

  int games = 0;
  std::vector<suites::play::Turn> turns;

 private:
  Script script_;
  std::string name_;
};

/// A reply that plays the move which the text names after the turn's moves, with a score.
inline suites::play::Reply reply(const suites::play::Turn& turn, const std::string& text,
                                 int centipawns = 0) {
  chess::Mailbox board(turn.start);
  for (const chess::Move move : turn.moves) board.make(move);
  suites::play::Reply result{.move = chess::parse_move(board, text), .depth = 1};
  result.history = {{1, *result.move, centipawns}};
  return result;
}

/// Plays the moves of a line by both sides, whoever is asked.
inline Scripted::Script follow(std::vector<std::string> line, std::size_t from = 0) {
  return [line = std::move(line), from](const suites::play::Turn& turn) {
    return reply(turn, line.at(turn.moves.size() - from));
  };
}

}  // namespace plylab::testing
