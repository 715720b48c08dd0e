#include "search/mate/tree.h"

#include "search/mate/exhaustive_search.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

class TreeBuilder {
 public:
  TreeBuilder(const Board& board, Budget& budget, MateTable& table)
      : search_(board, budget, table), budget_(budget), table_(table) {}

  void build(SolutionTree& tree, int most_moves) {
    int n = 1;
    while (!search_.attack(n))
      if (++n > most_moves) {
        tree.complete = true;
        return;
      }
    tree.moves = n;
    tree.cooks = search_.mating_moves(n);
    tree.key.move = tree.cooks.front();
    tree.cooks.erase(tree.cooks.begin());
    tree.key = attack_with(tree.key.move, n);
    tree.threats = threats_after(tree.key.move, n - 1);
    tree.tries = tries(n);
    tree.complete = true;
  }

 private:
  /// Everything after a move that mates in at most n moves.
  Attack attack_with(Move move, int n) {
    Attack attack{move, {}};
    Board& board = search_.board();
    const auto undo = board.make(move);
    for (const Move reply : board.generate()) {
      const auto undo_reply = board.make(reply);
      attack.defences.push_back(defence(reply, n - 1));
      board.unmake(reply, undo_reply);
    }
    board.unmake(move, undo);
    return attack;
  }

  /// What follows a defence that has just been made.
  Defence defence(Move reply, int n) {
    const int fastest = search_.step(n).moves;
    auto answers = search_.mating_moves(fastest);
    Defence defence{reply, attack_with(answers.front(), fastest)};
    defence.duals.assign(answers.begin() + 1, answers.end());
    return defence;
  }

  /// The moves that mate fastest, in at most n moves, if the defender passes after the key. To pass
  /// in check has no meaning.
  std::vector<Move> threats_after(Move key, int n) {
    Board board = search_.board();
    board.make(key);
    if (n == 0 || board.checkers() != 0) return {};
    chess::Setup setup = board.setup();
    setup.side = !setup.side;
    setup.en_passant = chess::no_square;
    ExhaustiveSearch threat(Board(chess::ValidSetup(setup)), budget_, table_);
    for (int moves = 1; moves <= n; ++moves)
      if (threat.attack(moves)) return threat.mating_moves(moves);
    return {};
  }

  std::vector<Try> tries(int n) {
    std::vector<Try> found;
    Board& board = search_.board();
    for (const Move move : board.generate()) {
      const auto undo = board.make(move);
      const auto refutations = refutations_within(n - 1, 2);
      board.unmake(move, undo);
      if (refutations.size() == 1) found.push_back({move, refutations.front()});
    }
    return found;
  }

  /// The replies after which there is no mate in n moves; at most so many.
  std::vector<Move> refutations_within(int n, std::size_t most) {
    std::vector<Move> refutations;
    Board& board = search_.board();
    for (const Move reply : board.generate()) {
      if (refutations.size() == most) break;
      const auto undo = board.make(reply);
      if (n == 0 || !search_.attack(n)) refutations.push_back(reply);
      board.unmake(reply, undo);
    }
    return refutations;
  }

  ExhaustiveSearch search_;
  Budget& budget_;
  MateTable& table_;
};

}  // namespace

SolutionTree solution_tree(const MateProblem& problem) {
  SolutionTree tree;
  Budget budget(problem.limits);
  MateTable table(problem.table_bytes);
  within_limits(
      [&] { TreeBuilder(Board(problem.position), budget, table).build(tree, problem.bound()); });
  return tree;
}

}  // namespace plylab::search::mate
