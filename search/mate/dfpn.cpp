// Depth-first proof-number search (Nagai 2002) for a mate in at most `max_moves`, or longest_mate.
//
// Graph history: whether a repeated position refutes a line depends on the way to it, so a value
// stored on one way may be wrong on another (Campbell 1985; Kishimoto and Müller 2004). Here a
// position counts as refuted where it is repeated: if there is a mate from it, then a shorter one
// from where it stood first. A proof never rests on that. A refutation that does is not stored as
// one, unless what is repeated is the position itself.
//
// The table keeps for certain within how many moves a position is mate, and within how many it is
// not. Proof and disproof numbers only guide the search: a position has one pair, however many
// moves are left. MATE.md compares that with numbers by position and moves left, which find fewer
// mates.
//
// The proof number of a defender's position not yet searched is the number of his replies, or an
// eighth of it, rounded up, if the attacker threatens mate in one (MATE.md measures the gain).
//
// A mate is extracted as a tree of all defences and replayed (line_valid); it need not be the
// shortest. To find that, proof numbers look for ever shorter mates, and exhaustive search refutes
// ever longer ones, in turns over one table, until they meet. Both tables together take at most
// table_bytes; the entry that cost the least work is replaced.
//
// Threads begin at the root together and share the tables. For each thread that is searching a
// position its number counts half as much again, so that others look elsewhere (Kaneko 2010). The
// increased number is what a node returns and stores: otherwise a thread would stay in the node,
// and try one move after the other, until the thread that searches the best of them comes back.
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "gen/base/parallel.h"
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
  std::uint16_t threads = 0;  ///< others that are searching it
  std::uint32_t visits = 0;   ///< SharedTables::visits() when its value was looked up
  Value value;
  Key key;
};
using Children = std::vector<Child>;

/// The refutation of the node at a ply by its children. It needs all children of the attacker and
/// one of the defender.
template <bool Attacker>
Value refuted_by(const Children& children, int ply) {
  int repeated = Attacker ? Value::never : 0;
  for (const Child& child : children)
    if (const Value& value = child.value; value.refuted())
      repeated = Attacker ? std::min(repeated, value.repeated) : std::max(repeated, value.repeated);
  return refuted(repeated < ply ? repeated : Value::never);
}

/// A position's proof and disproof number in the table, each in 24 bits: then an entry takes a
/// quarter of a bucket. Greater ones are stored as the greatest.
class Numbers {
 public:
  constexpr Numbers() = default;
  constexpr Numbers(ProofNumber proof, ProofNumber disproof)
      : low_{low(proof), low(disproof)}, high_{high(proof), high(disproof)} {}

  constexpr ProofNumber proof() const { return low_[0] | ProofNumber{high_[0]} << 16; }
  constexpr ProofNumber disproof() const { return low_[1] | ProofNumber{high_[1]} << 16; }

 private:
  static constexpr ProofNumber max = 0xffffff;
  static constexpr std::uint16_t low(ProofNumber number) {
    return static_cast<std::uint16_t>(std::min(number, max));
  }
  static constexpr std::uint8_t high(ProofNumber number) {
    return static_cast<std::uint8_t>(std::min(number, max) >> 16);
  }

  std::array<std::uint16_t, 2> low_;
  std::array<std::uint8_t, 2> high_;
};

/// The numbers of a position that is refuted on one way to it, and may be a mate on another.
constexpr Numbers refuted_here{10, 1};

/// What is known of positions, shared by the threads of a search.
class SharedTables {
 public:
  SharedTables(std::size_t bytes, int threads)
      : mates(bytes / 2), numbers(bytes / 2), visits_(threads == 1 ? 0 : places) {}

  bool has_threads() const { return !visits_.empty(); }

  /// Changes whenever a thread begins or ends a visit to the position (or to another one in the
  /// same place). The lower half is the number of threads there.
  std::uint32_t visits(const Key& key) const { return visits_[key.high % places]; }

  /// A thread's visit to a position.
  class Visit {
   public:
    Visit(SharedTables& tables, const Key& key)
        : visits_(tables.has_threads() ? &tables.visits_[key.high % places] : nullptr) {
      if (visits_) *visits_ += 1;
    }
    ~Visit() {
      if (visits_) *visits_ += 0x10000 - 1;
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    std::atomic<std::uint32_t>* visits_;
  };

  MateTable mates;                 ///< what is known for certain
  PositionTable<Numbers> numbers;  ///< what guides the search

 private:
  static constexpr std::size_t places = 1 << 16;

  std::vector<std::atomic<std::uint32_t>> visits_;
};

template <class Board>
class ProofNumbers {
 public:
  ProofNumbers(const Board& board, Budget& budget, SharedTables& tables)
      : board_(board), budget_(budget), tables_(tables) {}

  Board& board() { return board_; }
  /// Begins anew at the position, wherever a limit has ended the search.
  void begin(const Board& board) {
    board_ = board;
    way_.clear();
  }
  /// The side to move has n moves left to mate.
  Value attack(int n, Thresholds limit) { return search<true>(n, limit); }
  /// The other side has n moves left to mate.
  Value defend(int n, Thresholds limit) { return search<false>(n, limit); }

  /// A move that mates within n. Other threads have ended.
  Proof::Step step(int n) {
    auto entry = tables_.mates.find(board_.key());
    if (!entry || entry->mate_within == 0 || entry->mate_within > n) {
      if (first_look_at_attack(n).proved() || attack(n, {}).proved())
        entry = tables_.mates.find(board_.key());
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
    if (tables_.mates.find(key).value_or(MateEntry{}).none_within == 0) {
      const Move move = mate_at_once(board_);
      const bool mates = move != Move();
      tables_.mates.store(key, mates ? MateEntry{move, 1, 0} : MateEntry{move, 0, 1}, 0);
      if (mates) return proved_in(1);
      if (n == 1) return refuted();
    }
    tables_.numbers.store(key, {1, 1}, 0);
    return {{1, 1}};
  }

 private:
  /// Searches the attacker's node with n moves left, or the defender's after which n are left.
  template <bool Attacker>
  Value search(int n, Thresholds limit) {
    const std::uint64_t start = budget_.nodes();
    const int ply = static_cast<int>(way_.size());
    way_.push_back(board_.key());
    const SharedTables::Visit visit(tables_, way_.back());
    if (children_.size() == way_.size() - 1) children_.emplace_back();
    Children& children = children_[way_.size() - 1];
    children.clear();
    for (const Move move : board_.generate()) {
      const auto undo = board_.make(move);
      children.push_back({move, 0, 0, first_look<Attacker>(n), board_.key()});
      board_.unmake(move, undo);
    }
    Value value{search_children<Attacker>(
        children, limit,
        [&](Move move, Thresholds below) {
          budget_.spend();
          const auto undo = board_.make(move);
          const Value found = search<!Attacker>(Attacker ? n - 1 : n, below);
          board_.unmake(move, undo);
          return found;
        },
        [&](Children& all) {
          if (tables_.has_threads()) refresh(Attacker ? n - 1 : n, all);
        })};
    if (value.refuted()) value = refuted_by<Attacker>(children, ply);
    store<Attacker>(way_.back(), n, value, children, budget_.nodes() - start);
    way_.pop_back();
    return value;
  }

  /// What other threads have found out about children.
  void refresh(int n, Children& children) {
    for (Child& child : children) {
      const std::uint32_t visits = tables_.visits(child.key);
      if (child.value.decided() || visits == child.visits) continue;
      child.visits = visits;
      child.threads = static_cast<std::uint16_t>(visits);
      if (const auto known = look_up(child.key, n)) child.value = *known;
    }
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
    if (const auto entry = tables_.mates.find(key)) {
      if (entry->mate_within != 0 && entry->mate_within <= n) return proved_in(entry->mate_within);
      if (entry->none_within >= n) return refuted();
    }
    if (const auto numbers = tables_.numbers.find(key))
      return Value{{numbers->proof(), numbers->disproof()}};
    return std::nullopt;
  }

  template <bool Attacker>
  void store(const Key& key, int n, const Value& value, const Children& children,
             std::uint64_t work) {
    if (!value.decided() || value.repeated != Value::never) {
      tables_.numbers.store(
          key, value.decided() ? refuted_here : Numbers{value.proof, value.disproof}, work);
      return;
    }
    MateEntry entry = tables_.mates.find(key).value_or(MateEntry{});
    if (value.refuted()) {
      entry.none_within = std::max(entry.none_within, static_cast<std::uint8_t>(n));
    } else if (entry.mate_within == 0 || value.moves < entry.mate_within) {
      entry.mate_within = static_cast<std::uint8_t>(value.moves);
      for (const Child& child : children)
        if (Attacker && child.value.proved() && child.value.moves + 1 == value.moves)
          entry.move = child.move;
    }
    tables_.mates.store(key, entry, work);
  }

  Board board_;
  Budget& budget_;
  SharedTables& tables_;
  std::vector<Key> way_;           // the positions from the root on
  std::deque<Children> children_;  // of each of them, and those of longer lines before
};

/// A proved mate of at most so many moves, or a refutation.
template <class Board>
Value prove_mate(ProofNumbers<Board>& solver, int bound) {
  const Value known = solver.first_look_at_attack(bound);
  return known.decided() ? known : solver.attack(bound, {});
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

/// Proof numbers alone, by one thread or more.
template <class Start>
class ByProofNumbers {
 public:
  explicit ByProofNumbers(const MateProblemOf<Start>& problem)
      : problem_(problem),
        limits_(problem.limits),
        limits_of_others_(problem.limits),
        tables_(problem.table_bytes, problem.threads),
        board_(problem.position) {
    limits_of_others_.nodes /= static_cast<std::uint64_t>(problem.threads);
    limits_.nodes -= limits_of_others_.nodes * static_cast<std::uint64_t>(problem.threads - 1);
  }

  MateAnswer solve() {
    Budget budget(limits_, &decided_);
    if (problem_.threads == 1) {
      prove(budget);
    } else {
      const auto threads = static_cast<std::size_t>(problem_.threads);
      in_parallel(threads, problem_.threads, nullptr, [&](std::size_t i, std::size_t) {
        if (i == 0) return prove(budget);
        Budget own(limits_of_others_, &decided_);
        prove(own);
        nodes_of_others_ += own.nodes();
      });
    }
    MateAnswer answer;
    if (decided_.exchange(false))  // the first thread's budget is used on
      within_limits([&] {
        ProofNumbers solver(board_, budget, tables_);
        const Value value = prove_mate(solver, problem_.bound());  // in the table, as a rule
        if (value.refuted()) answer.refuted = problem_.bound();
        if (value.proved()) add_mate(answer, value.moves, solver, problem_);
      });
    complete(answer, budget);
    answer.nodes += nodes_of_others_;
    return answer;
  }

 private:
  /// Until this or another thread has decided the problem, or a limit is reached.
  void prove(Budget& budget) {
    const bool ended = within_limits([&] {
      ProofNumbers solver(board_, budget, tables_);
      prove_mate(solver, problem_.bound());
    });
    if (ended) decided_ = true;
  }

  const MateProblemOf<Start>& problem_;
  MateLimits limits_, limits_of_others_;  // of the first thread and of each other one
  SharedTables tables_;
  const BoardOf<Start> board_;
  std::atomic<bool> decided_ = false;
  std::atomic<std::uint64_t> nodes_of_others_ = 0;
};

/// Proof numbers from above and exhaustive search from below, in turns over one table.
template <class Start>
class BothSides {
 public:
  explicit BothSides(const MateProblemOf<Start>& problem)
      : problem_(problem),
        budget_(problem.limits),
        board_(problem.position),
        tables_(problem.table_bytes, 1),
        from_above_(board_, budget_, tables_) {}

  MateAnswer solve() {
    within_limits([&] { decide(); });
    if (answer_.status == MateStatus::line_valid && answer_.refuted == answer_.moves - 1)
      answer_.status = MateStatus::shortest;
    complete(answer_, budget_);
    return answer_;
  }

  /// The shortest mate with all its keys.
  ShortestMate solve_for_keys() {
    ShortestMate mate;
    mate.complete = within_limits([&] {
      decide();
      if (!answer_.mates()) return;
      mate.moves = answer_.moves;
      mate.keys = keys(mate.moves);
    });
    mate.refuted = answer_.refuted;
    return mate;
  }

 private:
  static constexpr std::uint64_t first_turn = 4096;  // nodes

  /// Until the shortest mate is known, or that there is none.
  void decide() {
    for (std::uint64_t turn = first_turn; !is_decided(); turn *= 2) {
      while (!is_decided() && look_from_above(turn)) {
      }
      if (!is_decided()) refute_from_below(turn);
    }
  }

  /// The longest mate that is still to be found or refuted.
  int longest() const { return answer_.mates() ? answer_.moves - 1 : problem_.bound(); }
  bool is_decided() const { return answer_.refuted >= longest(); }

  /// All moves that mate in at most n, in canonical order.
  std::vector<Move> keys(int n) {
    std::vector<Move> mating;
    for (const Move move : board_.generate()) {
      BoardOf<Start> after = board_;
      after.make(move);
      if (mates_after(after, n - 1)) mating.push_back(move);
    }
    std::sort(mating.begin(), mating.end());
    return mating;
  }

  /// Whether the side that is not to move mates in at most n: both decide that in turns, too.
  bool mates_after(const BoardOf<Start>& board, int n) {
    if (board.count() == 0) return board.checkers() != 0;
    if (n == 0) return false;
    for (std::uint64_t turn = first_turn;; turn *= 2) {
      Value value;
      bool mates = false;
      from_above_.begin(board);
      if (budget_.in_turn(turn, [&] { value = from_above_.defend(n, {}); })) return value.proved();
      ExhaustiveSearch search(board, budget_, tables_.mates);
      if (budget_.in_turn(turn, [&] { mates = search.defend(n); })) return mates;
    }
  }

  /// Looks for a mate, or for a shorter one. Returns whether the turn was long enough to decide.
  bool look_from_above(std::uint64_t nodes) {
    Value value;
    from_above_.begin(board_);
    const bool ended = budget_.in_turn(nodes, [&] { value = prove_mate(from_above_, longest()); });
    if (!ended) return false;
    if (value.refuted()) answer_.refuted = longest();
    if (value.proved()) add_mate(answer_, value.moves, from_above_, problem_);
    return true;
  }

  /// Refutes one number of moves after the other, or finds a mate.
  void refute_from_below(std::uint64_t nodes) {
    ExhaustiveSearch search(board_, budget_, tables_.mates);
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
  SharedTables tables_;
  ProofNumbers<BoardOf<Start>> from_above_;
};

}  // namespace

template <class Start>
MateAnswer solve_by_proof_numbers(const MateProblemOf<Start>& problem) {
  return ByProofNumbers<Start>(problem).solve();
}

template MateAnswer solve_by_proof_numbers(const MateProblemOf<chess::ValidSetup>&);
template MateAnswer solve_by_proof_numbers(const MateProblemOf<chess::VariantSetup>&);

template <class Start>
MateAnswer solve_from_both_sides(const MateProblemOf<Start>& problem) {
  return BothSides(problem).solve();
}

template MateAnswer solve_from_both_sides(const MateProblemOf<chess::ValidSetup>&);
template MateAnswer solve_from_both_sides(const MateProblemOf<chess::VariantSetup>&);

ShortestMate shortest_mate(const MateProblem& problem) {
  return BothSides(problem).solve_for_keys();
}

}  // namespace plylab::search::mate
