// The faults that `verify` can name: each is one entry in a table of fault_models.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/game/position.h"

namespace plylab::perft::verify {

/// What kind of mistake a generator makes.
enum class Fault : std::uint8_t {
  generation,       ///< the moves of a position are wrong, however it was reached
  make,             ///< right when the position is set by FEN, wrong when it is reached by moves
  draw,             ///< a draw by rule is treated as the end of the game
  early_leaves,     ///< checkmates or stalemates before the depth are counted
  unmake,           ///< wrong only within a longer walk, as if a move were not taken back correctly
  table,            ///< wrong only within a longer walk, as if a table of counts were faulty
  walk,             ///< wrong only within a longer walk: unmake or a table of counts
  sum,              ///< the total is not the sum of the branches
  history,          ///< right after a fresh start: the answer depends on earlier questions
  nondeterministic  ///< answers to the same questions differ
};

/// "move_generation", "make", "draw", "early_leaves", "unmake", "table", "unmake_or_table", "sum",
/// "history", "nondeterministic".
std::string_view name_of(Fault fault);

/// How many of the wrong counts of a walk a fault of unmake must predict. One or two correct
/// predictions may be chance.
enum class Evidence : std::uint8_t {
  some,  ///< two wrong counts, if there are as many: captured pieces are lost one after the other
  half,
  all  ///< all wrong counts, at least two, and the right ones among them
};

/// The parts of a position's state. Of two that explain the same counts the first is reported: the
/// pieces could explain almost anything.
namespace part {
inline constexpr std::string_view castling_rights = "castling_rights",
                                  en_passant_square = "en_passant_square",
                                  side_to_move = "side_to_move", pieces = "pieces";
inline constexpr std::string_view in_order[] = {castling_rights, en_passant_square, side_to_move,
                                                pieces};
}  // namespace part

/// A fault that a simulated generator can have (simulation.h). A hook that is not set behaves
/// correctly.
struct FaultModel {
  std::string_view part = {};   ///< what is wrong, in snake case, as the table of faults names it
  std::string_view says = {};   ///< the fault in words; of unmake with names in braces
  std::string_view cause = {};  ///< where such a fault usually comes from
  Evidence evidence = Evidence::all;  ///< of a fault of unmake

  /// Changes the position that making a move leads to.
  void (*make)(const chess::Setup& before, chess::Move move, chess::Setup& made) = nullptr;
  /// Changes the position that taking a move back leads to, `back`, which is `before` at first.
  void (*unmake)(const chess::Setup& before, chess::Move move, const chess::Setup& made,
                 chess::Setup& back) = nullptr;
  /// Whether a position is drawn by a rule, though it has moves.
  bool (*drawn)(const chess::Setup& setup, unsigned clock, std::size_t occurred_before) = nullptr;
  /// Changes a position as little as possible into one that this rule does not end when it is set
  /// up; false if there is none.
  bool (*undraw)(chess::Setup& setup, bool has_path) = nullptr;
  /// Whether a position without moves is counted as a path, though the depth is not reached.
  bool (*counts_end)(bool in_check) = nullptr;
  /// Removes from a position what a table's key leaves out.
  void (*hide)(chess::Setup& setup) = nullptr;
  /// What making a move fails to change in a table's key.
  Key (*key_error)(const chess::Setup& before, chess::Move move) = nullptr;
  bool restores_key = true;  ///< when a move is taken back
  /// Whether a count of one depth is taken for that of another.
  bool (*takes)(int depth, int wanted) = nullptr;
};

/// A generator without faults.
inline constexpr FaultModel no_fault{};

/// The models of Fault::make, draw, early_leaves, unmake or table, those to be tried first in
/// front.
std::span<const FaultModel> fault_models(Fault fault);

/// A fault of unmake in a sentence: "when Kh1xh2 is taken back, the black rook on h2 is not put
/// back".
std::string unmake_sentence(const FaultModel& model, const chess::Setup& before, chess::Move move);

/// A board with what a fault of unmake leaves on it if each move is made and taken back, as some
/// generators do to test whether it is legal.
struct TestedBoard {
  chess::Setup setup;
  std::string sentence;  ///< about the first move that changed the board; empty if none did
};
TestedBoard after_legality_tests(const FaultModel& model, const chess::Setup& setup);

/// Where a fault that TestedBoard shows usually comes from.
inline constexpr std::string_view legality_test_cause =
    "a move that is made to test whether it is legal must be taken back completely too";

/// A move of a path with the positions around it.
struct Step {
  chess::Setup before;
  chess::Move move;
  chess::Setup after;
};

/// The end of a path, about which a generator may be mistaken.
struct PathEnd {
  chess::Setup start;
  std::vector<Step> steps;
  chess::Setup position;
};

/// Is given a position that a generator may take for the one at the end of a path, and a sentence
/// about the mistake, which is made when it is needed. Returns whether to stop here.
using TryState =
    std::function<bool(const chess::Setup& believed, const std::function<std::string()>& sentence)>;

/// Wrong positions that a generator may believe in after making the moves of a path.
struct StateModel {
  std::string_view part;
  std::string_view cause;
  bool needs_moves;  ///< asks for a path and a list of moves: of a mere number it explains too much
  bool (*each)(const PathEnd& path, const TryState& try_state);  ///< whether it was stopped
  bool is_guess = false;  ///< other faults would have the same moves as well
};

/// Those to be tried first in front.
std::span<const StateModel> state_models();

}  // namespace plylab::perft::verify
