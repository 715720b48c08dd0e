// Simulates a generator with one fault: what would it count?
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/base/count.h"
#include "perft/verify/attack_faults.h"
#include "perft/verify/comparison.h"
#include "perft/verify/fault_models.h"

namespace plylab::perft::verify {

/// The positions of a walk, each with its moves, shared by all simulations of it, so that many
/// faults can be tried quickly.
class Positions {
 public:
  using MovesOf = std::function<std::vector<chess::Move>(const chess::Setup&)>;

  /// A position without its clocks.
  struct Node {
    chess::Setup setup;
    Key key;
    std::optional<std::vector<chess::Move>> moves = {};  ///< computed on demand
    std::vector<chess::Rule> rules = {};                 ///< why the moves are legal, on demand
    std::optional<std::vector<JudgedMove>> nearly_legal = {};  ///< on demand
    std::shared_ptr<const AttackFacts> attack_facts = {};      ///< on demand
    std::map<chess::Move, Node*> children = {};                ///< by correct moves, made on demand
  };

  explicit Positions(MovesOf moves_of) : moves_of_(std::move(moves_of)) {}

  Node& at(const chess::Setup& setup);
  const std::vector<chess::Move>& moves(Node& node);
  /// The rules that make these moves legal, in the same order.
  const std::vector<chess::Rule>& rules(Node& node);
  const std::vector<JudgedMove>& nearly_legal(Node& node);
  const AttackFacts& attack_facts(Node& node);
  /// The position after a move made correctly.
  Node& child(Node& node, chess::Move move);
  std::size_t size() const { return nodes_.size(); }

 private:
  MovesOf moves_of_;
  std::map<std::tuple<Key, chess::Square>, Node> nodes_;  // wrong e.p. squares may share a file
};

/// How a generator's table stores counts.
struct TableShape {
  int min_depth = 1;               ///< of the counts stored
  bool remembers = true;           ///< keeps counts from questions of smaller depth
  bool every_double_step = false;  ///< its key has the e.p. file even if no capture is possible
  bool entry_per_depth = false;    ///< stores a position's counts for several depths
  bool holds_root = false;         ///< stores the root, too
};

/// The position after a move by a generator with the model's fault of making moves; `right` is the
/// position after the move.
chess::Setup made_by(const FaultModel& model, const chess::Setup& before, chess::Move move,
                     const chess::Setup& right);

/// The position at the end of the path by a generator with the model's fault, which sets up the
/// start by FEN; none if a move of the path has no piece there.
std::optional<chess::Setup> position_by(const FaultModel& model, const chess::Setup& start,
                                        const std::vector<chess::Move>& path);

/// The moves that a generator with the model's fault lists in a position that is set up by FEN,
/// each with one leaf.
std::vector<CountedMove> listed_by(Positions& positions, const FaultModel& model,
                                   const chess::Setup& setup);

/// What a generator finds that tests each move by making it on its board and taking it back.
struct TestedMoves {
  std::vector<chess::Move> legal;  ///< in the order in which they were tested
  chess::Setup left;               ///< the board after all tests
  std::string sentence;  ///< about the first move that changed the board; empty if none did
};

/// The result of such tests by a generator with the model's fault of unmake. Leaves out moves of
/// pieces that an earlier test has taken off their squares.
TestedMoves test_moves(const FaultModel& model, const chess::Setup& setup,
                       const std::vector<chess::Move>& order);

/// perft by a generator that is correct except for a fault model. One simulation answers several
/// questions; its table keeps its contents.
class Simulation {
 public:
  Simulation(Positions& positions, const FaultModel& model, std::size_t max_visits = 50'000)
      : positions_(positions), model_(model), max_visits_(max_visits) {}

  void use_table(const TableShape& shape) { table_ = shape; }
  /// The moves of the last ply are counted by code that has the fault, all others listed by code
  /// that has not.
  void only_last_ply(bool is_so) { only_last_ply_ = is_so; }
  /// Sets the path to the position of further questions, for repetitions.
  void play(const chess::Setup& start, const std::vector<chess::Move>& path);

  /// The counts below the root's moves, in this order unless it is empty. A drawn root still has
  /// moves.
  std::vector<CountedMove> divide(const chess::Setup& root, int depth,
                                  const std::vector<chess::Move>& order = {});
  /// The sum of divide(), the table's entry for the root, or the count for an ended game.
  Count count(const chess::Setup& root, int depth, const std::vector<chess::Move>& order = {});
  bool is_drawn(const chess::Setup& setup) { return is_drawn(positions_.at(setup), clock_); }

  /// Whether all counts are invalid: there were too many positions, one without a king or, if
  /// rights are exchanged, a castling without its rook.
  bool gave_up() const { return gave_up_; }

  /// The first move after which the fault of make changed the position.
  const std::optional<std::pair<chess::Setup, chess::Move>>& wrong_make() const {
    return wrong_make_;
  }

  /// A position, and another one whose count the table returned for it.
  struct Confusion {
    std::vector<chess::Move> met, counted;
    int met_depth, counted_depth;
  };
  /// The first one since the last question.
  const std::optional<Confusion>& confusion() const { return confusion_; }

 private:
  using Node = Positions::Node;
  struct Entry {
    int depth;
    Count count;
    std::vector<chess::Move> path;
    const Node* node;
  };

  void begin(const Node& root, const std::vector<chess::Move>& order);
  const std::vector<chess::Move>& moves(Node& node, int depth);
  std::vector<chess::Move> moves_with_fault(Node& node);
  Count visit(Node& node, int depth, Key passed);
  Count expand(Node& node, int depth, Key passed);
  Count count_below(Node& node, chess::Move move, int depth, Key passed);
  bool is_drawn(const Node& node, unsigned clock) const;
  Node& make(Node& node, chess::Move move);
  Key key_of(const Node& node) const;
  Key passed_by(const chess::Setup& made, chess::Move move) const;

  Positions& positions_;
  const FaultModel& model_;
  std::size_t max_visits_, visits_ = 0;
  std::optional<TableShape> table_;
  bool only_last_ply_ = false, gave_up_ = false;
  std::vector<chess::Move> order_;                                 // order of the root's moves
  std::map<const Node*, std::vector<chess::Move>> changed_moves_;  // by the fault
  std::vector<chess::Move> path_;                                  // from the root
  std::vector<Key> before_;  // the positions that led to this one
  unsigned clock_ = 0;       // plies since the last capture or pawn move
  Key key_;                  // as the simulated generator computes it
  std::map<std::pair<Key, int>, Entry> entries_;
  std::optional<std::pair<chess::Setup, chess::Move>> wrong_make_;
  std::optional<Confusion> confusion_;
};

}  // namespace plylab::perft::verify
