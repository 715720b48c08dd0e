// The faults that `verify` can name: each is one entry in a table of fault_models.cpp,
// make_faults.cpp or attack_faults.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
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
                                  checks = "checks", attacks = "attacks";
inline constexpr std::string_view in_order[] = {castling_rights, en_passant_square, side_to_move,
                                                pieces};
}  // namespace part

/// Where wrong states after moves usually come from.
namespace cause {
inline constexpr std::string_view rights =
    "both squares of a move can end castling rights: a king or rook leaves, or a rook is "
    "captured";
inline constexpr std::string_view toggled =
    "the right is toggled and not cleared: exclusive or in place of and";
inline constexpr std::string_view en_passant =
    "every move must clear the e.p. square; only a double step sets it again";
inline constexpr std::string_view side =
    "one kind of move returns before the side to move is changed";
inline constexpr std::string_view other_piece =
    "the e.p. square is compared with a move's target square, but not the piece that moves";
inline constexpr std::string_view other_target =
    "a pawn's capture is taken for one e.p. because there is an e.p. square: its target must be "
    "that square";
inline constexpr std::string_view other_move =
    "there is an e.p. square, but the move is no pawn's move to it: only that takes the pawn";
inline constexpr std::string_view corner =
    "no e.p. square is stored as the number of this corner, 0 or 63: take one that is no square";
inline constexpr std::string_view beside =
    "the captured pawn's square is computed from the captor's: take the e.p. square's file";
inline constexpr std::string_view captor =
    "what stands on the e.p. square is taken off the board: the captured pawn stands behind it";
inline constexpr std::string_view captured =
    "the captured piece is not taken from its list or set before another one comes";
inline constexpr std::string_view pieces =
    "one of several boards (by square, piece or colour) is not updated for this move";
inline constexpr std::string_view tests =
    "a move that is made to test whether it is legal must be taken back completely too";
}  // namespace cause

/// How a generator that ends games at draws counts them.
enum class DrawCount : std::uint8_t {
  no_moves,  ///< as a position without moves
  one_leaf,  ///< as one leaf at any depth
  nothing    ///< not at all, not even at depth 0
};

struct AttackFault;  // attack_faults.h

/// A fault that a simulated generator can have (simulation.h). A null hook means correct behaviour.
struct FaultModel {
  std::string_view part = {};   ///< what is wrong, in snake case, as the table of faults names it
  std::string_view says = {};   ///< the fault in words; for unmake with names in braces
  std::string_view cause = {};  ///< where such a fault usually comes from
  Evidence evidence = Evidence::all;  ///< needed for a fault of unmake

  /// To follow `says` if only some of the moves have the fault: " in a promotion".
  std::string_view form = {};
  /// Which moves have the fault of `make`, or of `unmake` in tests; null: all.
  bool (*applies)(const chess::Setup& before, chess::Move move) = nullptr;
  /// Changes the position that a FEN sets up.
  void (*reads)(chess::Setup& setup) = nullptr;
  /// Whether every double step sets the e.p. square, even if no pawn can capture there.
  bool sets_every_passed_square = false;
  /// Changes a position into the one whose moves the generator lists.
  void (*sees)(chess::Setup& setup) = nullptr;
  /// Whether the generator does not list a legal move.
  bool (*omits)(const chess::Setup& setup, chess::Move move) = nullptr;
  /// Attacks that it misjudges, and with them the legality of moves.
  const AttackFault* attacks = nullptr;
  /// Whether a move is found legal by being made, with the fault of `make`, or by being made and
  /// taken back on the board of the position, with the fault of `unmake`.
  bool tests_by_making = false;
  /// Moves that it omits, repeats or adds, as `wrong` says.
  std::optional<MoveClass> moves = {};
  Wrong wrong = Wrong::missing;

  /// Whether `make` both keeps and ends castling rights. Rights that only stay, or only go, have
  /// simpler reasons.
  bool exchanges_rights = false;

  /// Changes the position `made` after a move.
  void (*make)(const chess::Setup& before, chess::Move move, chess::Setup& made) = nullptr;
  /// Changes the position `back` after a move is taken back; it equals `before` at first.
  void (*unmake)(const chess::Setup& before, chess::Move move, const chess::Setup& made,
                 chess::Setup& back) = nullptr;
  /// Whether `unmake` does the same after every move: then the first one shows it.
  bool follows_any_move = false;
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

/// The faults of unmake that change the board if moves are made and taken back to test whether they
/// are legal: first those of moves that most programs take back by code of their own.
std::span<const FaultModel> faults_of_tests();

/// A fault of unmake in a sentence: "when Kh1xh2 is taken back, the black rook on h2 is not put
/// back"; "when a move is taken back, …" if it follows any move.
std::string unmake_sentence(const FaultModel& model, const chess::Setup& before, chess::Move move);

}  // namespace plylab::perft::verify
