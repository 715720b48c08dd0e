// Depth-first proof-number search (Nagai 2002) for a mate in at most `max_moves`.
//
// Graph history: whether a repeated position refutes a line depends on the way to it, so a value
// stored on one way may be wrong on another (Campbell 1985; Kishimoto and Müller 2004). Here a
// position counts as refuted where it is repeated: if there is a mate from it, then a shorter one
// from where it stood first. A proof never rests on that. A refutation that does is not stored as
// one, unless what is repeated is the position itself.
//
// The table keeps for certain within how many moves a position is mate, and within how many it is
// not. Proof and disproof numbers only guide the search: a position has one pair, however many
// moves are left. Numbers by position and moves left find 38 mates of the 132 of every 50th of
// matetrack where one pair finds 96 (100,000 nodes, no length given).
//
// The proof number of a position not yet searched is the number of the defender's replies, and an
// eighth of it if the attacker threatens mate in one (MATE.md measures what that brings).
//
// A mate is extracted as a tree of all defences and replayed (line_valid); it need not be the
// shortest. To find that, proof numbers look for ever shorter mates, and exhaustive search refutes
// ever longer ones, in turns over one table, until they meet. Both tables together take at most
// table_bytes; the entry that cost the least work is replaced.
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/base/proof_numbers.h"
#include "search/mate/exhaustive.h"
#include "search/mate/proof.h"
#include "search/mate/solver_base.h"
#include "search/mate/solvers.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

/// The numbers of a node; its moves are those to the mate.
struct Value : NodeNumbers {
  static constexpr int never = 1000;  // ply

  /// Of a refuted node: the ply of the first position whose repetition the refutation needs.
  int repeated = never;
};
constexpr Value proved_in(int moves) { return {proved_node(moves)}; }
constexpr Value refuted(int repeated = Value::never) { return {refuted_node, repeated}; }

struct Child {
  Move move;
  Value value;
};
using Children = MoveList<Child, 416>;

/// The refutation of the node at a ply by its children. It needs all children of the attacker and
/// one of the defender.
template <bool Attacker>
Value refuted_by(const Children& children, int ply) {
  int repeated = Attacker ? Value::never : 0;
  for (const auto& [move, value] : children)
    if (value.refuted())
      repeated = Attacker ? std::min(repeated, value.repeated) : std::max(repeated, value.repeated);
  return refuted(repeated < ply ? repeated : Value::never);
}

/// A position's proof and disproof number in the table.
struct Numbers {
  ProofNumber proof, disproof;
};

/// The numbers of a position that is refuted on one way to it, and may be a mate on another.
constexpr Numbers refuted_here{10, 1};

template <class Board>
class ProofNumbers {
 public:
  ProofNumbers(const Board& board, Budget& budget, std::size_t bytes)
      : board_(board), budget_(budget), table_(bytes / 2), numbers_(bytes / 2) {}

  Board& board() { return board_; }
  /// Begins anew at the position, wherever a limit has ended the search.
  void begin(const Board& board) {
    board_ = board;
    way_.clear();
  }
  /// What is known for certain.
  MateTable& table() { return table_; }

  /// The side to move has n moves left to mate.
  Value attack(int n, Thresholds limit) { return search<true>(n, limit); }

  Proof::Step step(int n) {
    const MateEntry* entry = table_.find(board_.key());
    if (!entry || entry->mate_within == 0 || entry->mate_within > n) {
      if (first_look_at_attack(n).proved() || attack(n, {}).proved())
        entry = table_.find(board_.key());
      else
        throw LimitReached();  // the table is too small to hold the whole proof
    }
    return {entry->move, entry->mate_within};
  }

  /// The known numbers of the attacker's position. Counts as a visit.
  Value first_look_at_attack(int n) {
    const Key key = board_.key();
    if (const auto known = look_up(key, n)) return *known;
    budget_.spend();
    const MateEntry* entry = table_.find(key);
    if (!entry || entry->none_within == 0) {
      const Move move = mate_at_once(board_);
      const bool mates = move != Move();
      table_.store(key, mates ? MateEntry{move, 1, 0} : MateEntry{move, 0, 1}, 0);
      if (mates) return proved_in(1);
      if (n == 1) return refuted();
    }
    numbers_.store(key, {1, 1}, 0);
    return {{1, 1}};
  }

 private:
  /// Searches the attacker's node with n moves left, or the defender's after which n are left.
  template <bool Attacker>
  Value search(int n, Thresholds limit) {
    const std::uint64_t start = budget_.nodes();
    const int ply = static_cast<int>(way_.size());
    way_.push_back(board_.key());
    Children children;
    for (const Move move : board_.generate())
      children.add({move, visit(move, [&] { return first_look<Attacker>(n); })});
    Value value{search_children<Attacker>(children, limit, [&](Move move, Thresholds below) {
      budget_.spend();
      return visit(move, [&] { return search<!Attacker>(Attacker ? n - 1 : n, below); });
    })};
    if (value.refuted()) value = refuted_by<Attacker>(children, ply);
    store<Attacker>(way_.back(), n, value, children, budget_.nodes() - start);
    way_.pop_back();
    return value;
  }

  Value visit(Move move, auto&& look) {
    const auto undo = board_.make(move);
    const Value value = look();
    board_.unmake(move, undo);
    return value;
  }

  template <bool Attacker>
  Value first_look(int n) {
    const auto same = std::find(way_.begin(), way_.end(), board_.key());
    if (same != way_.end()) return refuted(static_cast<int>(same - way_.begin()));
    return Attacker ? first_look_at_defence(n - 1) : first_look_at_attack(n);
  }

  /// The known numbers of the defender's position with n moves left to the attacker.
  Value first_look_at_defence(int n) {
    const unsigned replies = board_.count();
    if (replies == 0) return board_.checkers() != 0 ? proved_in(0) : refuted();
    if (n == 0) return refuted();
    if (const auto known = look_up(board_.key(), n)) return *known;
    constexpr ProofNumber replies_to_threat = 8;  // that count as one
    return {{threatens_mate() ? (replies - 1) / replies_to_threat + 1 : replies, 1}};
  }

  /// Whether the side that is not to move would mate in one.
  bool threatens_mate() {
    if (board_.checkers() != 0) return false;
    const auto undo = board_.make_null();
    const bool mates = mate_at_once(board_) != Move();
    board_.unmake_null(undo);
    return mates;
  }

  std::optional<Value> look_up(const Key& key, int n) const {
    if (const MateEntry* entry = table_.find(key)) {
      if (entry->mate_within != 0 && entry->mate_within <= n) return proved_in(entry->mate_within);
      if (entry->none_within >= n) return refuted();
    }
    if (const Numbers* numbers = numbers_.find(key))
      return Value{{numbers->proof, numbers->disproof}};
    return std::nullopt;
  }

  template <bool Attacker>
  void store(const Key& key, int n, const Value& value, const Children& children,
             std::uint64_t work) {
    if (!value.decided() || value.repeated != Value::never) {
      numbers_.store(key, value.decided() ? refuted_here : Numbers{value.proof, value.disproof},
                     work);
      return;
    }
    MateEntry entry{};
    if (const MateEntry* known = table_.find(key)) entry = *known;
    if (value.refuted()) {
      entry.none_within = std::max(entry.none_within, static_cast<std::uint8_t>(n));
    } else {
      entry.mate_within = static_cast<std::uint8_t>(value.moves);
      for (const Child& child : children)
        if (Attacker && child.value.proved() && child.value.moves + 1 == value.moves)
          entry.move = child.move;
    }
    table_.store(key, entry, work);
  }

  Board board_;
  Budget& budget_;
  std::vector<Key> way_;  // the positions from the root on
  MateTable table_;
  PositionTable<Numbers> numbers_;
};

/// A proved mate of at most so many moves, or a refutation; 0: of any number.
template <class Board>
Value prove_mate(ProofNumbers<Board>& solver, int max_moves, int& refuted) {
  assert(max_moves >= 0 && max_moves <= longest_mate);
  const int bound = max_moves == 0 ? longest_mate : max_moves;
  const Value known = solver.first_look_at_attack(bound);
  const Value value = known.decided() ? known : solver.attack(bound, {});
  if (value.refuted()) refuted = bound;
  return value;
}

/// Gives the answer a mate of at most so many moves that the solver has proved, shorter than any
/// that it has: until the proof is complete, the answer keeps one that it has.
template <class Start>
void add_mate(MateAnswer& answer, int moves, ProofNumbers<BoardOf<Start>>& solver,
              const MateProblemOf<Start>& problem) {
  const auto set = [&](MateStatus status, int length, std::vector<Move> line) {
    answer.status = status;
    answer.moves = length;
    answer.line = std::move(line);
  };
  if (!answer.mates()) set(MateStatus::found, moves, {solver.step(moves).move});
  Proof proof;
  collect_proof(solver, moves, proof);
  if (auto line = replay(problem.position, proof)) {
    const int length = static_cast<int>(line->size() + 1) / 2;
    set(MateStatus::line_valid, length, std::move(*line));
    if (problem.keep_proof) answer.proof = std::make_shared<Proof>(std::move(proof));
  }
}

/// Proof numbers from above and exhaustive search from below, in turns over one table.
template <class Start>
class BothSides {
 public:
  explicit BothSides(const MateProblemOf<Start>& problem)
      : problem_(problem),
        budget_(problem.limits),
        board_(problem.position),
        from_above_(board_, budget_, problem.table_bytes) {}

  MateAnswer solve() {
    constexpr std::uint64_t first_turn = 4096;  // nodes
    within_limits([&] {
      for (std::uint64_t turn = first_turn; !is_decided(); turn *= 2) {
        while (!is_decided() && look_from_above(turn)) {
        }
        if (!is_decided()) refute_from_below(turn);
      }
    });
    if (answer_.status == MateStatus::line_valid && answer_.refuted == answer_.moves - 1)
      answer_.status = MateStatus::shortest;
    complete(answer_, budget_);
    return answer_;
  }

 private:
  /// The longest mate that is still to be found or refuted.
  int longest() const { return answer_.mates() ? answer_.moves - 1 : problem_.bound(); }
  bool is_decided() const { return answer_.refuted >= longest(); }

  /// Looks for a mate, or for a shorter one. Returns whether the turn was long enough to decide.
  bool look_from_above(std::uint64_t nodes) {
    Value value;
    from_above_.begin(board_);
    const bool ended = budget_.in_turn(nodes, [&] {
      value = prove_mate(from_above_, answer_.mates() ? longest() : problem_.max_moves,
                         answer_.refuted);
    });
    if (ended && value.proved()) add_mate(answer_, value.moves, from_above_, problem_);
    return ended;
  }

  /// Refutes one number of moves after the other, or finds a mate.
  void refute_from_below(std::uint64_t nodes) {
    ExhaustiveSearch search(board_, budget_, from_above_.table());
    bool mates = false;
    const bool ended = budget_.in_turn(nodes, [&] {
      while (!is_decided() && !(mates = search.attack(answer_.refuted + 1))) ++answer_.refuted;
    });
    if (!ended || !mates) return;
    from_above_.begin(board_);
    add_mate(answer_, answer_.refuted + 1, from_above_, problem_);
  }

  const MateProblemOf<Start>& problem_;
  MateAnswer answer_;
  Budget budget_;
  BoardOf<Start> board_;
  ProofNumbers<BoardOf<Start>> from_above_;
};

}  // namespace

template <class Start>
MateAnswer solve_by_proof_numbers(const MateProblemOf<Start>& problem) {
  MateAnswer answer;
  Budget budget(problem.limits);
  within_limits([&] {
    ProofNumbers solver(BoardOf<Start>(problem.position), budget, problem.table_bytes);
    const Value value = prove_mate(solver, problem.max_moves, answer.refuted);
    if (value.proved()) add_mate(answer, value.moves, solver, problem);
  });
  complete(answer, budget);
  return answer;
}

template MateAnswer solve_by_proof_numbers(const MateProblemOf<chess::ValidSetup>&);
template MateAnswer solve_by_proof_numbers(const MateProblemOf<chess::VariantSetup>&);

template <class Start>
MateAnswer solve_from_both_sides(const MateProblemOf<Start>& problem) {
  return BothSides(problem).solve();
}

template MateAnswer solve_from_both_sides(const MateProblemOf<chess::ValidSetup>&);
template MateAnswer solve_from_both_sides(const MateProblemOf<chess::VariantSetup>&);

}  // namespace plylab::search::mate
