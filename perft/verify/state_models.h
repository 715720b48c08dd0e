// Wrong positions that a generator may have after the moves of a path: each is one entry in a
// table.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::perft::verify {

/// A move of a path with the positions around it.
struct Step {
  chess::Setup before;
  chess::Move move;
  chess::Setup after;
};

/// The end of a path, where a generator may have a wrong state.
struct PathEnd {
  chess::Setup start;
  std::vector<Step> steps;
  chess::Setup position;
  bool only_counted = false;  ///< the answer is a total, which unlikely positions fit by chance
};

/// Receives a position that a generator may have at the end of a path, and a function that makes
/// the sentence about the mistake. Returns whether to stop.
using TryState =
    std::function<bool(const chess::Setup& believed, const std::function<std::string()>& sentence)>;

/// Wrong positions that a generator may have after making the moves of a path.
struct StateModel {
  std::string_view part;
  std::string_view cause;
  bool needs_moves;  ///< requires a path and a list of moves; a count alone would fit too easily
  bool (*each)(const PathEnd& path, const TryState& try_state);  ///< returns whether it was stopped
  bool follows_any_move = false;                                 ///< not only those of the path
  bool has_alternatives = false;  ///< several of its positions may explain the moves
  /// Tried only if no other model explains the moves; even then, other faults would do so, too.
  bool is_last_resort = false;
};

/// How many castling rights differ.
int number_of_wrong_rights(const chess::Setup& believed, const chess::Setup& right);

/// In the order in which to try them.
std::span<const StateModel> state_models();

}  // namespace plylab::perft::verify
