// A proof of a mate that can be checked: the attacker's answer to every defence.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/game/position.h"

namespace plylab::search::mate {

/// The attacker's move in each position that the defender can reach. All generators share their
/// keys, so a proof found on one board can be replayed on another.
class Proof {
 public:
  /// A move, and the number of moves, itself included, within which it mates.
  struct Step {
    chess::Move move;
    int moves = 0;
  };

  void add(const Key& position, Step step) { steps_[position] = step; }

  /// Adds the steps of another proof; of two in one position, the one that mates sooner stays.
  void merge(const Proof& other) {
    for (const auto& [position, step] : other.steps_) {
      const auto [known, is_new] = steps_.try_emplace(position, step);
      if (!is_new && step.moves < known->second.moves) known->second = step;
    }
  }

  /// The step in a position, or nullptr.
  const Step* find(const Key& position) const {
    const auto found = steps_.find(position);
    return found == steps_.end() ? nullptr : &found->second;
  }

  /// The number of positions with an answer.
  std::size_t size() const { return steps_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.low; }
  };

  std::unordered_map<Key, Step, Hash> steps_;
};

/// Replays the proof on the mailbox generator, which no solver uses: every answer must be legal,
/// every defence must have an answer that mates sooner, and every end must be a mate. Returns the
/// line in which the defender holds out longest, or nothing if the proof is incomplete.
template <class Start>
std::optional<std::vector<chess::Move>> replay(const Start& position, const Proof& proof);

/// Adds the answers from here on to the proof. solver.step(n) returns a step of at most n moves for
/// the solver's own board.
template <class Solver>
void collect_proof(Solver& solver, int max_moves, Proof& proof) {
  auto& board = solver.board();
  const Key key = board.key();
  const Proof::Step* known = proof.find(key);
  if (known && known->moves <= max_moves) return;
  const Proof::Step step = solver.step(max_moves);
  proof.add(key, step);
  const auto undo = board.make(step.move);
  for (const chess::Move reply : board.generate()) {
    const auto undo_reply = board.make(reply);
    collect_proof(solver, step.moves - 1, proof);
    board.unmake(reply, undo_reply);
  }
  board.unmake(step.move, undo);
}

}  // namespace plylab::search::mate
