// Positions by their keys: whether one key stands for two.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "gen/base/random.h"
#include "gen/game/game.h"
#include "gen/game/moves.h"

namespace plylab::perft::verify {

/// The positions of a game that were met, by whatever generator. Each is held against them, and
/// what is wrong with its key or its packed form is told in a sentence; "" if nothing is.
template <Game G>
class KnownPositions {
 public:
  /// Of a position, of those after its moves, and now and then of those in a tree from there.
  template <class Board>
  std::string look_around(const Board& board) {
    if (std::string fault = look(board); !fault.empty()) return fault;
    if (std::string fault = look_at_children(board); !fault.empty()) return fault;
    return met_++ % positions_a_tree == 0 && trees_ < most_trees ? look_at_tree(board)
                                                                 : std::string();
  }

 private:
  using Packed = typename FirstBoard<G>::Packed;
  using Move = MoveOf<G>;
  struct Known {
    Packed packed;
    Side side_to_move;
    std::vector<Move> moves;
    const std::type_info& board;  // that listed them
  };
  static constexpr std::size_t enough = 50'000;  // positions, to look at all children
  static constexpr int positions_a_tree = 31, most_trees = 100;
  static constexpr int width = 3, plies = 7;  // of a tree

  template <class Board>
  std::string look(const Board& board) {
    const auto moves = sorted_moves(board);
    const Known& known = by_key_
                             .try_emplace(board.key(), Known{board.packed(), board.side_to_move(),
                                                             moves, typeid(board)})
                             .first->second;
    if (!(known.packed == board.packed()))
      return known.side_to_move == board.side_to_move()
                 ? "another position with other moves or men has its key"
                 : "another position with the other side to move has its key";
    if (known.moves != moves)
      return known.board == typeid(board)
                 ? "another position with other moves has its key and its packed form"
                 : "another generator lists other moves here";
    if constexpr (std::totally_ordered<Packed>) {
      if (by_packed_.try_emplace(board.packed(), board.key()).first->second != board.key())
        return "another position with another key has its packed form";
    }
    return {};
  }

  template <class Board>
  std::string look_at_children(const Board& board) {
    std::vector<std::pair<Key, Packed>> children;
    for (const auto move : board.generate()) {
      auto child = board;
      child.make(move);
      if (by_key_.size() < enough)
        if (std::string fault = look(child); !fault.empty())
          return fault + ", after " + move_text(board, move);
      children.emplace_back(child.key(), child.packed());
    }
    for (const auto& a : children)
      for (const auto& b : children)
        if ((a.first == b.first) != (a.second == b.second))
          return "two moves from here lead to one packed form, but to two keys, or to one key, but "
                 "to two packed forms";
    return {};
  }

  /// A narrow one: in each position those moves that come first in an order drawn for the whole
  /// tree. The same moves in other orders, and the same way by more moves or fewer, bring about
  /// positions that differ in little, such as in the side to move alone. Random games seldom do.
  template <class Board>
  std::string look_at_tree(const Board& root) {
    struct Node {
      Board board;
      std::string played;
    };
    ++trees_;
    const std::uint64_t order = splitmix64(random_);
    std::set<Key> seen{root.key()};
    std::vector<Node> level{{root, ""}};
    for (int ply = 0; ply < plies; ++ply) {
      std::vector<Node> next;
      for (const Node& node : level)
        for (const Move& move : first_moves(node.board, order)) {
          Node child{node.board, node.played + ' ' + move_text(node.board, move)};
          child.board.make(move);
          if (std::string fault = look(child.board); !fault.empty())
            return fault + ", after" + child.played;
          if (seen.insert(child.board.key()).second) next.push_back(std::move(child));
        }
      level = std::move(next);
    }
    return {};
  }

  /// Up to `width` moves, those that an order puts first.
  template <class Board>
  static std::vector<Move> first_moves(const Board& board, std::uint64_t order) {
    const auto place = [&](const Move& move) {
      std::uint64_t number = number_of(move) ^ order;
      return splitmix64(number);
    };
    auto moves = sorted_moves(board);
    std::stable_sort(moves.begin(), moves.end(),
                     [&](const Move& a, const Move& b) { return place(a) < place(b); });
    if (moves.size() > width) moves.resize(width);
    return moves;
  }

  std::map<Key, Known> by_key_;
  std::conditional_t<std::totally_ordered<Packed>, std::map<Packed, Key>, int> by_packed_{};
  int met_ = 0, trees_ = 0;
  std::uint64_t random_ = 1;
};

}  // namespace plylab::perft::verify
