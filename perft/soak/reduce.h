// A difference made small: the fewest moves, from a late position; in chess the fewest pieces, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "gen/game/read_position.h"
#include "perft/soak/inspector.h"
#include "perft/soak/soak.h"
#include "perft/verify/counterexample.h"
#include "perft/verify/generator.h"

namespace plylab::perft::soak {

/// How a game of the family reads its positions.
template <Game G>
using Parse = typename G::Start (*)(std::string_view);

/// The fault at the end of these moves; none if all is well there.
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

/// The fault at the end of these moves, as it is reported.
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

  /// Ends it where a fault is seen first: the checks that cost most were made now and then only.
  /// False if none is seen, since it takes other games to see it.
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

  /// Begins it as late as the same fault allows, if its positions can be written down.
  void begin_late() {
    if constexpr (takes_moves<G>) {
      Start next = start_;
      const Moves all = moves_;
      try {
        for (auto move = all.begin(); move != all.end(); ++move) {
          next = parse_(G::to_string(plylab::detail::after<G>(next, *move)));
          take_if_same(next, {move + 1, all.end()});
        }
      } catch (const InputError&) {  // no position follows
      }
    }
  }

  /// Leaves out moves without which it can go on to the same fault: one, or two of both sides.
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

/// Removes all moves without which the same check fails.
template <Game G>
void reduce(Difference& difference, const typename G::Start& start,
            const std::vector<MoveOf<G>>& moves, Parse<G> parse) {
  detail::FaultyGame<G> game(start, moves, parse);
  if (!game.end_early()) return;
  game.begin_late();
  game.drop_moves();
  difference = game.difference();
}

namespace detail {

/// A generator of plylab as one that verify can ask.
template <class Board>
class AsGuest {
 public:
  static constexpr bool chess960 = true;

  explicit AsGuest(const std::string& fen) : board_(chess::ValidSetup(fen)) {}

  chess::Moves moves() const { return board_.generate(); }
  std::string text(chess::Move move) const { return move_text(board_, move); }
  void make(chess::Move move) { undos_.push_back(board_.make(move)); }
  void unmake(chess::Move move) {
    board_.unmake(move, undos_.back());
    undos_.pop_back();
  }

 private:
  Board board_;
  std::vector<typename Board::Undo> undos_;
};

/// To the first child that is at fault itself and not its children again, if there is one.
template <Game G>
void go_to_child(chess::Setup& setup, std::optional<Fault>& fault) {
  for (const chess::Move move : chess::legal_moves(setup)) {
    const chess::Setup child = chess::after(setup, move);
    if (auto found = fault_at<G>(chess::ValidSetup(child), {});
        found && found->check != Check::children) {
      fault = std::move(found);
      setup = child;
      return;
    }
  }
}

}  // namespace detail

/// Begins the game as late as the fault allows. If the position alone shows it, removes all pieces
/// that are not needed, and has verify say what is wrong.
template <Game G>
void reduce_chess(Difference& difference, const chess::ValidSetup& start,
                  const std::vector<chess::Move>& moves) {
  if (difference.check == Check::engine) {
    difference.start = to_string(chess::play(start.setup(), moves));
    difference.moves.clear();
    return;
  }
  chess::Setup setup = start.setup();
  std::vector<chess::Setup> setups{setup};
  for (const chess::Move move : moves) setups.push_back(setup = chess::after(setup, move));
  for (std::size_t left = 0; left <= moves.size(); ++left) {
    const chess::Setup& here = setups[moves.size() - left];
    const std::vector<chess::Move> rest(moves.end() - static_cast<std::ptrdiff_t>(left),
                                        moves.end());
    auto fault = fault_at<G>(chess::ValidSetup(here), rest);
    if (!fault) continue;
    chess::Setup fewest = here;
    if (rest.empty()) {
      if (fault->check == Check::children) detail::go_to_child<G>(fewest, fault);
      const auto same = [&](const chess::Setup& one) {
        const auto found = fault_at<G>(chess::ValidSetup(one), {});
        return found && found->check == fault->check && found->generator == fault->generator;
      };
      fewest = verify::shrink(fewest, same);
      fault = fault_at<G>(chess::ValidSetup(fewest), {});
    }
    difference = difference_of<G>(*fault, chess::ValidSetup(fewest), rest);
    Contestants<G> boards{chess::ValidSetup(fewest)};
    boards.for_each([&](const auto& one) {
      using Board = std::decay_t<decltype(one.board)>;
      if (one.name == difference.generator)
        difference.text_report = verify::report_on(fewest, 3, [&] {
          return std::make_unique<verify::Guest<detail::AsGuest<Board>>>(one.name);
        });
    });
    return;
  }
}

}  // namespace plylab::perft::soak
