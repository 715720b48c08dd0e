// The lab's own searches as players.
#pragma once

#include <string>
#include <utility>

#include "search/run/searchable_game.h"
#include "suites/play/player.h"

namespace plylab::suites::play {

/// A search's lines: each root change as it was found, with its pv if an iteration ended with
/// it, and each iteration's last line.
EngineLines lines_of(const search::TextResult& result);

/// A built-in search, in any game. It learns nothing from one request for the next.
class BuiltIn : public Player {
 public:
  /// The limits of the job are replaced by those of the request. The game must outlive the player.
  BuiltIn(std::string name, const search::SearchableGame& game, search::Job job)
      : name_(std::move(name)), game_(game), job_(std::move(job)) {}

  std::string name() const override { return name_; }
  void new_game() override {}
  /// Throws InputError as SearchableGame::run does.
  Reply play(const MoveRequest& request) override;

 private:
  std::string name_;
  const search::SearchableGame& game_;
  search::Job job_;
};

}  // namespace plylab::suites::play
