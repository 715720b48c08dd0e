// The faults that `verify` can name: each is one entry in a table of fault_models.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/game/position.h"
#include "perft/verify/comparison.h"
#include "perft/verify/move_class.h"

namespace plylab::perft::verify {

/// What kind of mistake a generator makes.
enum class Fault : std::uint8_t {
  generation,       ///< the moves of a position are wrong, however it was reached
  fen,              ///< wrong if the position is set up by FEN, right if it is reached by moves
  make,             ///< right if the position is set up by FEN, wrong if it is reached by moves
  draw,             ///< a draw by rule is treated as the end of the game
  early_leaves,     ///< checkmates or stalemates before the depth are counted
  unmake,           ///< wrong only within a longer walk, as if unmake were faulty
  table,            ///< wrong only within a longer walk, as if a table of counts were faulty
  walk,             ///< wrong only within a longer walk: make, unmake or a table of counts
  sum,              ///< the total is not the sum of the branches
  history,          ///< right after a restart: the answer depends on earlier questions
  nondeterministic  ///< answers to the same questions differ
};

/// "move_generation", "fen", "make", "draw", "early_leaves", "unmake", "table", "walk", "sum",
/// "history", "nondeterministic".
std::string_view name_of(Fault fault);

/// How many of the wrong counts of a walk a fault of unmake must predict. One or two correct
/// predictions may be chance.
enum class Evidence : std::uint8_t {
  some,  ///< two wrong counts, if there are two: captured pieces are lost one after the other
  half,
  all  ///< all wrong counts, at least two, and the right ones between them
};

/// The parts of a position's state. If two parts explain the same counts, the first is reported:
/// pieces come last, since they can explain almost anything.
namespace part {
inline constexpr std::string_view castling_rights = "castling_rights",
                                  en_passant_square = "en_passant_square",
                                  side_to_move = "side_to_move", pieces = "pieces", moves = "moves",
                                  checks = "checks";
inline constexpr std::string_view in_order[] = {castling_rights, en_passant_square, side_to_move,
                                                pieces};
}  // namespace part

/// How a generator that ends games at draws counts them.
enum class DrawCount : std::uint8_t {
  no_moves,  ///< as a position without moves
  one_leaf,  ///< as one leaf at any depth
  nothing    ///< not at all, not even at depth 0
};

/// A fault that a simulated generator can have (simulation.h). A null hook means correct behaviour.
struct FaultModel {
  std::string_view part = {};   ///< what is wrong, in snake case, as the table of faults names it
  std::string_view says = {};   ///< the fault in words; for unmake with names in braces
  std::string_view cause = {};  ///< where such a fault usually comes from
  Evidence evidence = Evidence::all;  ///< needed for a fault of unmake

  /// To follow `says` if only some of the moves have the fault: " in a promotion".
  std::string_view form = {};
  /// Which moves have the fault of `make`; null: all.
  bool (*applies)(const chess::Setup& before, chess::Move move) = nullptr;
  /// Whether every double step sets the e.p. square, even if no pawn can capture there.
  bool sets_every_passed_square = false;
  /// Changes a position into the one whose moves the generator lists.
  void (*sees)(chess::Setup& setup) = nullptr;
  /// Whether the generator does not list a legal move.
  bool (*omits)(const chess::Setup& setup, chess::Move move) = nullptr;
  /// Moves that it omits, repeats or adds, as `wrong` says.
  std::optional<MoveClass> moves = {};
  Wrong wrong = Wrong::missing;

  /// Changes the position `made` after a move.
  void (*make)(const chess::Setup& before, chess::Move move, chess::Setup& made) = nullptr;
  /// Changes the position `back` after a move is taken back; it equals `before` at first.
  void (*unmake)(const chess::Setup& before, chess::Move move, const chess::Setup& made,
                 chess::Setup& back) = nullptr;
  /// Whether a position is drawn by a rule, though it has moves.
  bool (*drawn)(const chess::Setup& setup, unsigned clock, std::size_t occurred_before) = nullptr;
  /// Changes a position as little as possible, so that this rule does not end the game when the
  /// position is set up; false if that is impossible.
  bool (*undraw)(chess::Setup& setup, bool has_path) = nullptr;
  DrawCount draws = DrawCount::no_moves;
  /// Whether a position without moves above the depth counts as a path.
  bool (*counts_end)(bool in_check) = nullptr;
  int ends_from = 1;  ///< the smallest remaining depth at which it does
  /// Removes from a position the parts that the table's key leaves out.
  void (*hide)(chess::Setup& setup) = nullptr;
  /// The part of the table's key that making a move fails to change.
  Key (*key_error)(const chess::Setup& before, chess::Move move) = nullptr;
  bool restores_key = true;  ///< when a move is taken back
  /// Whether the table uses a count of one depth for another.
  bool (*takes)(int depth, int wanted) = nullptr;

  friend bool operator==(const FaultModel&, const FaultModel&) = default;
};

/// A generator without faults.
inline constexpr FaultModel no_fault{};

/// The fault in words, with its form.
std::string full_name(const FaultModel& model);

/// The models of Fault::generation, make, draw, early_leaves, unmake or table, in the order in
/// which to try them: a fault in general before its forms.
std::span<const FaultModel> fault_models(Fault fault);

/// A fault of unmake in a sentence: "when Kh1xh2 is taken back, the black rook on h2 is not put
/// back".
std::string unmake_sentence(const FaultModel& model, const chess::Setup& before, chess::Move move);

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

/// In the order in which to try them.
std::span<const StateModel> state_models();

}  // namespace plylab::perft::verify
