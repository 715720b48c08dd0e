// Players that do as they are told.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/run/searchable_game.h"
#include "suites/players/player.h"

namespace plylab::testing {

/// What stops nothing.
inline const std::atomic<bool> never = false;

inline const search::SearchableGame& chess_game = search::searchable_chess();

/// A player whose every reply is what a function makes of the request.
class Scripted : public suites::players::Player {
 public:
  using Script = std::function<engines::Reply(const suites::players::MoveRequest&)>;

  explicit Scripted(Script script, std::string name = "scripted")
      : script_(std::move(script)), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  void new_game() override { ++games; }
  engines::Reply play(const suites::players::MoveRequest& request) override {
    turns.push_back(request);
    return script_(request);
  }

  int games = 0;
  std::vector<suites::players::MoveRequest> turns;

 private:
  Script script_;
  std::string name_;
};

/// A reply in chess that plays the move which the text names after the request's moves, with a
/// score.
inline engines::Reply reply(const suites::players::MoveRequest& request, const std::string& text,
                            int centipawns = 0) {
  const GameInfo& chess = search::searchable_chess().info;
  const auto game = chess.referee(request.start);
  for (const std::string& move : request.moves) game->play(move);
  engines::Reply result{.move = game->play_words(text), .depth = 1};
  result.lines = {{1, *result.move, centipawns}};
  return result;
}

/// Plays the moves of a line by both sides, whoever is asked.
inline Scripted::Script follow(std::vector<std::string> line, std::size_t from = 0) {
  return [line = std::move(line), from](const suites::players::MoveRequest& request) {
    return reply(request, line.at(request.moves.size() - from));
  };
}

}  // namespace plylab::testing
