// Reduces a difference to few moves from a late position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/game/read_position.h"
#include "perft/soak/inspector.h"
#include "perft/soak/soak.h"

namespace plylab::perft::soak {

/// The function by which a game of the family reads its positions.
template <Game G>
using Parse = typename G::Start (*)(std::string_view);

/// The fault at the end of these moves, if any.
template <Game G>
std::optional<Fault> fault_at(const typename G::Start& start, const std::vector<MoveOf<G>>& moves) {
  try {
    Contestants<G> boards{start};
    for (const auto move : moves) boards.make(move);
    Inspector<G> inspector;
    inspector.inspect(boards);
    inspector.inspect_thoroughly(boards);
    boards.unmake_all();
    inspector.check_start(boards, start);
    return std::nullopt;
  } catch (const Fault& fault) {
    return fault;
  }
}

/// The fault at the end of these moves, as reported to users.
template <Game G>
Difference difference_of(const Fault& fault, const typename G::Start& start,
                         const std::vector<MoveOf<G>>& moves) {
  Difference difference{fault.check, fault.generator, fault.what, G::to_string(start), {}};
  FirstBoard<G> board(start);
  for (const auto move : moves) {
    difference.moves.push_back(move_text(board, move));
    board.make(move);
  }
  return difference;
}

namespace detail {

/// A game with a fault at its end.
template <Game G>
class FaultyGame {
 public:
  using Start = typename G::Start;
  using Moves = std::vector<MoveOf<G>>;

  FaultyGame(Start start, Moves moves, Parse<G> parse)
      : start_(std::move(start)), moves_(std::move(moves)), parse_(parse) {}

  /// Ends the game at the first position with a fault, because soak makes the costly checks only in
  /// some positions. False if there is no fault, because it depends on earlier games.
  bool end_early() {
    for (std::ptrdiff_t ply = 0; ply <= std::ssize(moves_); ++ply) {
      const Moves played(moves_.begin(), moves_.begin() + ply);
      fault_ = fault_at<G>(start_, played);
      if (!fault_) continue;
      moves_ = played;
      return true;
    }
    return false;
  }

  /// Begins the game as late as possible with the same fault, if the game's notation can express
  /// its positions.
  void begin_late() {
    if constexpr (takes_moves<G>) {
      Start next = start_;
      const Moves all = moves_;
      try {
        for (auto move = all.begin(); move != all.end(); ++move) {
          next = parse_(G::to_string(plylab::detail::after<G>(next, *move)));
          take_if_same(next, {move + 1, all.end()});
        }
      } catch (const InputError&) {  // the notation cannot express the position
      }
    }
  }

  /// Moves on to a child position that has the fault itself, if the present position only has it
  /// because of that child.
  void go_to_child() {
    if constexpr (takes_moves<G>) {
      if (!moves_.empty() || fault_->check != Check::children) return;
      try {
        for (const auto move : FirstBoard<G>(start_).generate()) {
          const Start child = parse_(G::to_string(plylab::detail::after<G>(start_, move)));
          auto fault = fault_at<G>(child, {});
          if (!fault || fault->check == Check::children) continue;
          start_ = child;
          fault_ = std::move(fault);
          return;
        }
      } catch (const InputError&) {  // as in begin_late()
      }
    }
  }

  /// Drops moves that are not needed for the same fault: one, or two of both sides.
  void drop_moves() {
    for (auto at = std::ssize(moves_); at-- > 0;)
      for (const std::ptrdiff_t number : {1, 2}) {
        if (at + number > std::ssize(moves_)) break;
        Moves fewer = moves_;
        fewer.erase(fewer.begin() + at, fewer.begin() + at + number);
        if (is_legal(fewer) && take_if_same(start_, fewer)) break;
      }
  }

  Difference difference() const { return difference_of<G>(*fault_, start_, moves_); }

 private:
  bool take_if_same(const Start& start, const Moves& moves) {
    auto fault = fault_at<G>(start, moves);
    if (!fault || fault->check != fault_->check || fault->generator != fault_->generator)
      return false;
    start_ = start;
    moves_ = moves;
    fault_ = std::move(fault);
    return true;
  }

  bool is_legal(const Moves& moves) const {
    FirstBoard<G> board(start_);
    for (const auto move : moves) {
      const auto legal = board.generate();
      if (outcome(board) != Outcome::ongoing ||
          std::find(legal.begin(), legal.end(), move) == legal.end())
        return false;
      board.make(move);
    }
    return true;
  }

  Start start_;
  Moves moves_;
  Parse<G> parse_;
  std::optional<Fault> fault_;
};

}  // namespace detail

/// The difference without moves that are not needed for the same check to fail.
template <Game G>
Difference reduced(const Fault& fault, const typename G::Start& start,
                   const std::vector<MoveOf<G>>& moves, Parse<G> parse) {
  detail::FaultyGame<G> game(start, moves, parse);
  if (!game.end_early()) return difference_of<G>(fault, start, moves);
  game.begin_late();
  game.drop_moves();
  game.go_to_child();
  return game.difference();
}

}  // namespace plylab::perft::soak
