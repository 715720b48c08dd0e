// A learning book: the tree of all games, with minimax values, and a player that consults it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/epd/epd.h"
#include "gen/game/game_info.h"
#include "suites/players/player.h"

namespace plylab::suites::play::book {

/// The result of best play with known moves, for the side to move.
struct Prospect {
  double points = 0.5;    ///< 1, 0, or between
  std::size_t plies = 0;  ///< to the end of that game

  friend bool operator==(const Prospect&, const Prospect&) = default;
};

/// The tree of games as the program Hossa keeps it (Steffen Jakob, "Hossa": book learning): each
/// game is a line of moves, its end has its result, and all other positions have the value of their
/// best known move. Games are added one by one, and only the line of the new one is evaluated
/// again.
class GameTree {
 public:
  /// Adds a game from a position, in the game's notation, with the points of the side to move
  /// there.
  void add(const std::string& start, const std::vector<std::string>& moves, double points);

  /// The tree's advice on the move to play.
  struct Advice {
    std::string move;                ///< empty: none
    std::vector<std::string> tried;  ///< all known moves, good or bad
  };

  /// The advice after these moves. A known move is active unless it loses in the known games. The
  /// advice is the best active move, so that won lines are repeated. If no move is active, a new
  /// move is wanted, until `max_moves` are known (the number that the program RDChess stores for a
  /// position); then the advice is the line that loses latest.
  Advice advice(const std::string& start, const std::vector<std::string>& moves,
                std::size_t max_moves) const;

  std::size_t games() const { return games_; }

 private:
  struct Node {
    std::map<std::string, Node> children;  ///< by move
    double points = 0;                     ///< of the games that ended here, for the side to move
    double ended = 0;                      ///< their number
    Prospect prospect = {};
  };

  static Prospect evaluate(const Node& node);

  std::map<std::string, Node> starts_;
  std::size_t games_ = 0;
};

/// Adds the finished games of a PGN file; the names say which file it is. Returns the issues of
/// those that cannot be read.
std::vector<epd::Issue> add_games(std::string_view text, const std::string& path,
                                  const GameInfo& game, GameTree& tree);

/// Plays the tree's advice. Without advice another player thinks, if possible only about moves that
/// have not been tried (players::MoveRequest::avoid).
class Learner : public players::Player {
 public:
  /// The tree must outlive the player and not change while it plays.
  Learner(std::unique_ptr<players::Player> thinker, const GameTree& tree, std::size_t max_moves)
      : thinker_(std::move(thinker)), tree_(tree), max_moves_(max_moves) {}

  std::string name() const override { return thinker_->name(); }
  void new_game() override { thinker_->new_game(); }

  engines::Reply play(const players::MoveRequest& request) override {
    GameTree::Advice advice = tree_.advice(request.start.text(), request.moves, max_moves_);
    engines::Reply reply;
    if (!advice.move.empty()) {
      reply.move = std::move(advice.move);
      reply.from_book = true;
      return reply;
    }
    players::MoveRequest other = request;
    other.avoid = std::move(advice.tried);
    return thinker_->play(other);
  }

 private:
  std::unique_ptr<players::Player> thinker_;
  const GameTree& tree_;
  std::size_t max_moves_;
};

}  // namespace plylab::suites::play::book
