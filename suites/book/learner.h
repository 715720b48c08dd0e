// A player that consults the tree of games before it thinks.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "suites/book/game_tree.h"
#include "suites/play/player.h"

namespace plylab::suites::book {

/// Plays the tree's advice. Without advice another player thinks, if possible only about moves that
/// have not been tried (play::MoveRequest::avoid).
class Learner : public play::Player {
 public:
  /// The tree must outlive the player and not change while it plays.
  Learner(std::unique_ptr<play::Player> thinker, const GameTree& tree, std::size_t most_moves)
      : thinker_(std::move(thinker)), tree_(tree), most_moves_(most_moves) {}

  std::string name() const override { return thinker_->name(); }
  void new_game() override { thinker_->new_game(); }

  engines::Reply play(const play::MoveRequest& request) override {
    GameTree::Advice advice = tree_.advice(request.start.text(), request.moves, most_moves_);
    engines::Reply reply;
    if (!advice.move.empty()) {
      reply.move = std::move(advice.move);
      reply.from_book = true;
      return reply;
    }
    play::MoveRequest other = request;
    other.avoid = std::move(advice.tried);
    return thinker_->play(other);
  }

 private:
  std::unique_ptr<play::Player> thinker_;
  const GameTree& tree_;
  std::size_t most_moves_;
};

}  // namespace plylab::suites::book
