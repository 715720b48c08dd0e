// Attacks that a generator misjudges, and the moves that it lists therefore.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "perft/verify/fault_models.h"

namespace plylab::perft::verify {

/// For which moves a generator asks the attacks that it misjudges. Many have code of their own for
/// pins, and for the king.
enum class AttackUse : std::uint8_t {
  all,
  all_but_pins,
  king,               ///< for its steps and for castling
  king_but_castling,  ///< for its steps
  pins,
  answers,      ///< to checks, but for those by the king
  out_of_check  ///< for all but the king, if there is no check
};

/// A way to misjudge attacks.
struct AttackFault {
  /// Whether the piece on `from` is taken to attack the target. `left` is the square that the king
  /// of the other side has just left; no_square if it has not moved.
  bool (*attacks)(const chess::Squares& squares, chess::Square from, chess::Square target,
                  chess::Square left);
  AttackUse use = AttackUse::all;
  /// Adds the moves that the same mistake makes, such as jumps round the edge of the board.
  void (*add_moves)(const chess::Setup& setup, std::vector<chess::Move>& moves) = nullptr;
  std::optional<chess::Color> by = {};  ///< whose attacks and moves; none: both sides'
};

/// What does not depend on the fault: the moves of a position and what really attacks its king. For
/// many faults in one position it is computed once.
struct AttackFacts;
std::shared_ptr<const AttackFacts> attack_facts_of(const chess::Setup& setup);

/// The moves that a generator with the fault lists, in canonical order.
std::vector<chess::Move> listed_moves(const AttackFault& fault, const AttackFacts& facts);

/// Each fault in general, then for some uses only, then with the attacks of one colour only.
std::span<const FaultModel> attack_faults();

}  // namespace plylab::perft::verify
