// The checks of one position, by all generators.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/reference/reference_movegen.h"
#include "gen/game/sorted_moves.h"
#include "perft/count/walk.h"
#include "perft/soak/agreement.h"
#include "perft/soak/contestants.h"
#include "perft/soak/move_lists.h"
#include "perft/soak/soak.h"
#include "perft/soak/summary.h"

namespace plylab::perft::soak {

/// Throws Fault where a check fails, and counts the positions that each check has looked at.
template <Game G>
class Inspector {
 public:
  using Boards = Contestants<G>;
  using Move = MoveOf<G>;
  static constexpr bool is_chess = Boards::is_chess;

  /// Also of the position's children. What is wrong is found by the cheapest check that can, and no
  /// move is made before all have listed it.
  void inspect(Boards& boards) {
    check_state(boards);
    check_moves(boards);
    check_children(boards);
  }

  /// The checks that cost more.
  void inspect_thoroughly(Boards& boards) {
    check_lists(boards);
    check_three_plies(boards);
    if constexpr (is_chess) check_chess(boards);
    check_move_texts(boards);
  }

  /// After Boards::unmake_all().
  void check_start(Boards& boards, const typename G::Start& start) {
    count(Check::whole_game);
    boards.for_each([&](const auto& one) {
      using Board = std::decay_t<decltype(one.board)>;
      if (!(state_of(one.board) == state_of(Board(start))))
        throw Fault{Check::whole_game, one.name, "is not back at the start of the game"};
    });
  }

  void count(Check check, std::uint64_t positions = 1) {
    checked_[static_cast<std::size_t>(check)] += positions;
  }
  const std::array<std::uint64_t, checks.size()>& checked() const { return checked_; }
  std::uint64_t positions() const { return positions_; }

 private:
  void check_state(Boards& boards) {
    count(Check::state);
    ++positions_;
    states_.clear();
    boards.for_each([&](const auto& one) { states_.add(state_of(one.board)); });
    if (!states_.all_agree()) {
      const auto names = names_of(boards);
      throw Fault{Check::state, names[states_.odd_one()],
                  fmt::format("is in another position than {}, or has another key or packed form",
                              names[states_.usual_one()])};
    }
    if (!states_[0].is_consistent())
      throw Fault{Check::state, boards.first().name,
                  "has not the key or the packed form of its board, nor has any other"};
  }

  void check_moves(Boards& boards) {
    count(Check::moves);
    moves_.clear();
    boards.for_each([&](const auto& one) { moves_.add(summary_of_moves(one.board)); });
    if (!moves_.all_agree()) report_moves(boards);
    if (moves_[0].listed != moves_[0].counted)
      throw Fault{Check::moves, boards.first().name,
                  fmt::format("lists {} moves and counts {}, as do all", moves_[0].listed,
                              moves_[0].counted)};
  }

  void check_children(Boards& boards) {
    children_.clear();
    boards.for_each([&](auto& one) {
      const auto before = one.board;
      children_.add(summary_of_children(one.board));
      if (!(state_of(one.board) == states_[0]))
        throw Fault{Check::unmake, one.name,
                    fmt::format("is not back in the position after {} was made and taken back",
                                not_taken_back(before))};
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

  /// The first of the moves after which a board is not back.
  template <class Board>
  static std::string not_taken_back(Board board) {
    const Board before = board;
    std::string text;
    for (const auto& move : before.generate()) {
      text = move_text(before, move);
      board.unmake(move, board.make(move));
      if (!(state_of(board) == state_of(before))) break;
    }
    return text;
  }

  /// Move by move, none twice: sums may hide what cancels out.
  void check_lists(Boards& boards) {
    const auto expected = sorted_moves(boards.first().board);
    boards.for_each([&](const auto& one) {
      const auto moves = sorted_moves(one.board);
      if (const auto twice = std::adjacent_find(moves.begin(), moves.end()); twice != moves.end())
        throw Fault{Check::moves, one.name,
                    fmt::format("lists {} twice", move_text(one.board, *twice))};
      if (moves != expected)
        throw Fault{Check::moves, one.name, difference_text(boards, one.name, moves, expected)};
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

  void check_chess(Boards& boards) requires is_chess {
    const auto& [name, board, made] = boards.first();
    const chess::Setup setup = board.setup();
    count(Check::rules);
    auto legal = chess::legal_moves(setup);
    std::sort(legal.begin(), legal.end());
    if (const auto moves = sorted_moves(board); moves != legal)
      throw Fault{Check::rules, name, difference_text(boards, "it", moves, legal)};

    count(Check::packed);
    chess::Setup unpacked = chess::unpack(board.packed());
    unpacked.halfmove_clock = setup.halfmove_clock;
    unpacked.fullmove = setup.fullmove;
    if (unpacked != setup)
      throw Fault{Check::packed, name, "has a packed form that stands for another position"};

    count(Check::position_text);
    for (const std::string& fen : {chess::to_string(setup), chess::shredder_fen(setup)}) {
      const chess::ValidSetup start(fen);
      if (start.setup() != setup)
        throw Fault{Check::position_text, name, fmt::format("is not in the position of '{}'", fen)};
      boards.for_each([&](const auto& one) {
        using Board = std::decay_t<decltype(one.board)>;
        if (!(state_of(Board(start)) == state_of(one.board)))
          throw Fault{Check::position_text, one.name,
                      fmt::format("starts from '{}' in another state", fen)};
      });
    }
  }

  void check_move_texts(Boards& boards) {
    count(Check::move_text);
    const auto& [name, board, made] = boards.first();
    for (const auto& move : board.generate()) {
      const std::string text = move_text(board, move);
      const auto found = move_from_text(board, text);
      if (!found || !(*found == move))
        throw Fault{Check::move_text, name, fmt::format("does not find '{}' again", text)};
      const std::string words = move_words<G>(board, move);
      if (!(move_from_words<G>(board, words) == move))
        throw Fault{Check::move_text, name, fmt::format("does not find '{}' again", words)};
    }
  }

  static void expect(Check check, const std::string& name, const char* what, std::uint64_t counted,
                     std::uint64_t right) {
    if (counted != right)
      throw Fault{check, name, fmt::format("{}: counts {}, one by one {}", what, counted, right)};
  }

  [[noreturn]] void report_moves(Boards& boards) {
    const std::size_t odd = moves_.odd_one(), usual = moves_.usual_one();
    const auto names = names_of(boards);
    std::vector<std::vector<Move>> lists;
    boards.for_each([&](const auto& one) { lists.push_back(sorted_moves(one.board)); });
    throw Fault{
        Check::moves, names[odd],
        lists[odd] == lists[usual]
            ? fmt::format("counts {} moves and lists {}", moves_[odd].counted, moves_[odd].listed)
            : difference_text(boards, names[odd], lists[odd], lists[usual])};
  }

  [[noreturn]] void report_children(Boards& boards) {
    const std::size_t odd = children_.odd_one(), usual = children_.usual_one();
    const auto moves = sorted_moves(boards.first().board);
    std::vector<std::string> names;
    std::vector<std::vector<std::pair<unsigned, Key>>> children;
    boards.for_each([&](auto& one) {
      names.push_back(one.name);
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
      const std::string text = text_of(boards, moves[i]);
      if (wrong.first != right.first)
        throw Fault{Check::children, names[odd],
                    fmt::format("after {}: {} moves, by {} {}", text, wrong.first, names[usual],
                                right.first)};
      throw Fault{Check::children, names[odd],
                  fmt::format("after {}: another key than by {}", text, names[usual])};
    }
    throw Fault{Check::unmake, names[odd], "does not take a move back rightly"};
  }

  std::array<std::uint64_t, checks.size()> checked_{};
  std::uint64_t positions_ = 0;
  Agreement<decltype(state_of(std::declval<FirstBoard<G>>()))> states_;
  Agreement<MovesSummary> moves_;
  Agreement<ChildrenSummary> children_;
};

}  // namespace plylab::perft::soak
