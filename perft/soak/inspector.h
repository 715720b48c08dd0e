// Runs the generators of a game side by side, and checks their common position.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/game/game.h"
#include "gen/game/moves.h"
#include "perft/soak/soak.h"
#include "perft/walk/walk.h"

namespace plylab::perft::soak {

/// Thrown by a failed check.
struct Fault {
  Check check;
  std::string generator;
  std::string what;
};

/// A generator with its name, and the moves that it has made.
template <class B>
struct Contestant {
  using Board = B;
  std::string name;
  Board board;
  std::vector<std::pair<typename Board::Move, typename Board::Undo>> made = {};
};

/// Every generator and kernel of the game that this CPU runs.
template <Game G>
class Contestants {
 public:
  static constexpr bool is_chess = chess::ChessPosition<FirstBoard<G>>;
  using Move = MoveOf<G>;

  explicit Contestants(const typename G::Start& start) : all_(all_in(start, G::generators)) {}

  /// Calls visit(contestant) for each.
  void for_each(auto&& visit) {
    std::apply([&](auto&... one) { (visit_if_there(one, visit), ...); }, all_);
  }

  /// The registry's first generator, which every CPU must be able to run.
  Contestant<FirstBoard<G>>& first() { return *std::get<0>(all_); }

  std::vector<std::string> names() {
    std::vector<std::string> names;
    for_each([&](const auto& one) { names.push_back(one.name); });
    return names;
  }

  void make(Move move) {
    for_each([&](auto& one) { one.made.emplace_back(move, one.board.make(move)); });
  }

  /// Takes all moves back.
  void unmake_all() {
    for_each([&](auto& one) {
      for (; !one.made.empty(); one.made.pop_back())
        one.board.unmake(one.made.back().first, one.made.back().second);
    });
  }

  /// The text of a move, from the first generator that lists it.
  std::string text_of(const Move& move) {
    std::string text;
    for_each([&](const auto& one) {
      const auto moves = one.board.generate();
      if (text.empty() && std::find(moves.begin(), moves.end(), move) != moves.end())
        text = move_text(one.board, move);
    });
    return text;
  }

 private:
  template <class Entry>
  static auto one_in(const typename G::Start& start, const Entry& entry) {
    using Board = typename Entry::Board;
    std::optional<Contestant<Board>> one;
    if (!entry.runs()) return one;
    std::string name(entry.name);
    if (!entry.kernel.empty()) name += " (" + std::string(entry.kernel) + ")";
    one.emplace(Contestant<Board>{std::move(name), Board(start)});
    return one;
  }
  template <class... Entries>
  static auto all_in(const typename G::Start& start, const std::tuple<Entries...>& generators) {
    return std::apply([&](const auto&... entry) { return std::tuple{one_in(start, entry)...}; },
                      generators);
  }
  static void visit_if_there(auto& one, auto& visit) {
    if (one) visit(*one);
  }

  using All = decltype(all_in(std::declval<typename G::Start>(), G::generators));
  All all_;
};

/// The answers of several generators to one question.
template <class T>
class Agreement {
 public:
  void clear() { said_.clear(); }
  void add(T what) { said_.push_back(std::move(what)); }

  const T& operator[](std::size_t place) const { return said_[place]; }

  bool all_agree() const {
    return std::all_of(said_.begin(), said_.end(),
                       [&](const T& one) { return one == said_.front(); });
  }

  /// The index of the first answer that is not the usual one.
  std::size_t odd_one() const {
    const T& most = usual();
    return static_cast<std::size_t>(
        std::find_if(said_.begin(), said_.end(), [&](const T& one) { return !(one == most); }) -
        said_.begin());
  }
  /// The index of the usual answer.
  std::size_t usual_one() const { return static_cast<std::size_t>(&usual() - said_.data()); }

 private:
  /// The most frequent answer; the first of several.
  const T& usual() const {
    return *std::max_element(said_.begin(), said_.end(),
                             [&](const T& a, const T& b) { return votes(a) < votes(b); });
  }
  auto votes(const T& what) const { return std::count(said_.begin(), said_.end(), what); }

  std::vector<T> said_;
};

/// Sums over a position's moves in one generator; they do not depend on the order of moves.
struct MovesSummary {
  unsigned listed = 0, counted = 0;
  std::uint64_t sum = 0;

  friend bool operator==(const MovesSummary&, const MovesSummary&) = default;
};

template <Position P>
MovesSummary summary_of_moves(const P& position) {
  MovesSummary summary;
  for (const auto& move : position.generate()) {
    ++summary.listed;
    summary.sum += number_of(move);
  }
  summary.counted = position.count();
  return summary;
}

/// The same for the positions after the moves.
struct ChildrenSummary {
  std::uint64_t sum = 0;            ///< of hashes of their keys and numbers of moves
  std::uint64_t grandchildren = 0;  ///< total number
  std::uint64_t ended = 0;          ///< positions without a move
  bool restored = true;             ///< whether each unmake() restored the key

  friend bool operator==(const ChildrenSummary&, const ChildrenSummary&) = default;
};

template <Position P>
ChildrenSummary summary_of_children(P& position) {
  ChildrenSummary summary;
  const Key before = position.key();
  for (const auto move : position.generate()) {
    const auto undo = position.make(move);
    const unsigned moves = position.count();
    Key key = position.key();
    key.high += moves;
    summary.sum += mixed(key);
    summary.grandchildren += moves;
    summary.ended += moves == 0;
    position.unmake(move, undo);
    if (position.key() != before) {
      summary.restored = false;
      break;
    }
  }
  return summary;
}

/// Throws Fault if a check fails, and counts the positions that each check has examined.
template <Game G>
class Inspector {
 public:
  using Boards = Contestants<G>;
  using Move = MoveOf<G>;
  static constexpr bool is_chess = Boards::is_chess;

  /// Checks the position and its children. The cheapest checks come first, and no move is made
  /// before all generators have listed it.
  void inspect(Boards& boards) {
    check_state(boards);
    check_moves(boards);
    check_children(boards);
  }

  /// The more costly checks.
  void inspect_thoroughly(Boards& boards) {
    const auto& first = boards.first();
    for (const auto& one : verify::position_checks<G, FirstBoard<G>>()) {
      if (one.check != Check::moves && one.check != Check::unmake) count(one.check);
      if (std::string fault = one.fault(first.board); !fault.empty())
        throw Fault{one.check, first.name, std::move(fault)};
    }
    check_lists(boards);
    check_three_plies(boards);
    if constexpr (is_chess)
      boards.for_each([&](const auto& one) {
        if (std::string fault = verify::position_text_fault(one.board); !fault.empty())
          throw Fault{Check::position_text, one.name, std::move(fault)};
      });
  }

  /// Checks the start position after Boards::unmake_all().
  void check_start(Boards& boards, const typename G::Start& start) {
    count(Check::whole_game);
    boards.for_each([&](const auto& one) {
      using Board = std::decay_t<decltype(one.board)>;
      if (!(state_of(one.board) == state_of(Board(start))))
        throw Fault{Check::whole_game, one.name, "is not back at the start of the game"};
    });
  }

  /// verify::sum_of_moves() of the position inspected last.
  std::uint64_t sum_of_moves() const { return moves_[0].sum; }

  void count(Check check, std::uint64_t positions = 1) {
    checked_[static_cast<std::size_t>(check)] += positions;
  }
  const Checked& checked() const { return checked_; }
  std::uint64_t positions() const { return positions_; }

 private:
  void check_state(Boards& boards) {
    count(Check::state);
    ++positions_;
    states_.clear();
    boards.for_each([&](const auto& one) { states_.add(state_of(one.board)); });
    if (!states_.all_agree()) {
      const auto names = boards.names();
      throw Fault{Check::state, names[states_.odd_one()],
                  fmt::format("is in another position than {}, or has another key or packed form",
                              names[states_.usual_one()])};
    }
    if (!states_[0].is_consistent())
      throw Fault{Check::state, boards.first().name,
                  "does not have the key and the packed form of its board, nor has any other"};
  }

  void check_moves(Boards& boards) {
    count(Check::moves);
    moves_.clear();
    boards.for_each([&](const auto& one) { moves_.add(summary_of_moves(one.board)); });
    if (!moves_.all_agree()) report_moves(boards);
    if (moves_[0].listed != moves_[0].counted)
      throw Fault{Check::moves, boards.first().name,
                  fmt::format("lists {} moves and counts {}, as all others do", moves_[0].listed,
                              moves_[0].counted)};
  }

  void check_children(Boards& boards) {
    children_.clear();
    boards.for_each([&](auto& one) {
      const auto before = one.board;
      children_.add(summary_of_children(one.board));
      if (!(state_of(one.board) == states_[0]))
        throw Fault{Check::unmake, one.name, verify::unmake_fault(before)};
    });
    const unsigned children = moves_[0].listed;
    positions_ += children;
    count(Check::children, children);
    count(Check::unmake, children);
    if (!children_.all_agree()) report_children(boards);
    const ChildrenSummary& sums = children_[0];
    bool counts_at_once = false;
    boards.for_each([&](const auto& one) {
      using Board = std::decay_t<decltype(one.board)>;
      if constexpr (CountsGrandchildren<Board>) {
        counts_at_once = true;
        expect(Check::two_plies, one.name, "two plies", one.board.count_grandchildren(),
               sums.grandchildren);
      }
      if constexpr (CountsTwoPlies<Board>) {
        counts_at_once = true;
        const auto paths = one.board.two_plies();
        expect(Check::two_plies, one.name, "two plies", paths.full, sums.grandchildren);
        expect(Check::two_plies, one.name, "games that end after a ply", paths.early,
               children == 0 ? 1 : sums.ended);
      }
    });
    if (counts_at_once) count(Check::two_plies);
  }

  /// Compares the lists move by move, since equal sums may hide differences.
  void check_lists(Boards& boards) {
    const auto expected = sorted_moves(boards.first().board);
    boards.for_each([&](const auto& one) {
      if (const auto moves = sorted_moves(one.board); moves != expected)
        throw Fault{Check::moves, one.name, difference(boards, one.name, moves, expected)};
    });
  }

  void check_three_plies(Boards& boards) {
    bool counts_at_once = false;
    std::optional<std::uint64_t> right;
    const auto expected = [&] {
      if (!right) {
        right = 0;
        auto& board = boards.first().board;
        for (const auto move : board.generate()) {
          const auto undo = board.make(move);
          *right += summary_of_children(board).grandchildren;
          board.unmake(move, undo);
        }
      }
      return *right;
    };
    boards.for_each([&](const auto& one) {
      using Board = std::decay_t<decltype(one.board)>;
      if constexpr (CountsGreatGrandchildren<Board>) {
        counts_at_once = true;
        expect(Check::three_plies, one.name, "three plies", one.board.count_great_grandchildren(),
               expected());
      }
      if constexpr (CountsThreePlies<Board>) {
        counts_at_once = true;
        expect(Check::three_plies, one.name, "three plies", one.board.three_plies().full,
               expected());
      }
    });
    if (counts_at_once) count(Check::three_plies);
  }

  static void expect(Check check, const std::string& name, const char* what, std::uint64_t counted,
                     std::uint64_t right) {
    if (counted != right)
      throw Fault{check, name, fmt::format("{}: counts {}, one by one {}", what, counted, right)};
  }

  static std::string difference(Boards& boards, const std::string& name,
                                const std::vector<Move>& moves, const std::vector<Move>& others) {
    return verify::difference_text(name, moves, others,
                                   [&](const Move& move) { return boards.text_of(move); });
  }

  [[noreturn]] void report_moves(Boards& boards) {
    const std::size_t odd = moves_.odd_one(), usual = moves_.usual_one();
    const auto names = boards.names();
    std::vector<std::vector<Move>> lists;
    boards.for_each([&](const auto& one) { lists.push_back(sorted_moves(one.board)); });
    throw Fault{
        Check::moves, names[odd],
        lists[odd] == lists[usual]
            ? fmt::format("counts {} moves and lists {}", moves_[odd].counted, moves_[odd].listed)
            : difference(boards, names[odd], lists[odd], lists[usual])};
  }

  [[noreturn]] void report_children(Boards& boards) {
    const std::size_t odd = children_.odd_one(), usual = children_.usual_one();
    const auto moves = sorted_moves(boards.first().board);
    const auto names = boards.names();
    std::vector<std::vector<std::pair<unsigned, Key>>> children;
    boards.for_each([&](auto& one) {
      children.emplace_back();
      for (const Move& move : moves) {
        auto child = one.board;
        child.make(move);
        children.back().emplace_back(child.count(), child.key());
      }
    });
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto &wrong = children[odd][i], &right = children[usual][i];
      if (wrong == right) continue;
      const std::string text = boards.text_of(moves[i]);
      if (wrong.first != right.first)
        throw Fault{Check::children, names[odd],
                    fmt::format("after {}: {} moves, by {} {}", text, wrong.first, names[usual],
                                right.first)};
      throw Fault{Check::children, names[odd],
                  fmt::format("after {}: another key than by {}", text, names[usual])};
    }
    throw Fault{Check::unmake, names[odd], "does not take a move back correctly"};
  }

  Checked checked_{};
  std::uint64_t positions_ = 0;
  Agreement<decltype(state_of(std::declval<FirstBoard<G>>()))> states_;
  Agreement<MovesSummary> moves_;
  Agreement<ChildrenSummary> children_;
};

}  // namespace plylab::perft::soak
