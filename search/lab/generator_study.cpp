#include "search/lab/generator_study.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <type_traits>

#include "gen/chess/board/move_parts.h"
#include "gen/chess/registry.h"
#include "search/core/budget.h"
#include "search/core/evaluation_state.h"
#include "search/core/move_picker.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run/run_body.h"

namespace plylab::search::lab {
namespace {

using chess::Move;
using chess::Moves;

/// A board on which moves are listed in one way. What a listing does not need is not compiled in.
template <chess::ListsParts Board, Listing listing>
class Study {
 public:
  Study(const chess::ValidSetup& start, const std::atomic<bool>& stop)
      : board_(start), evaluation_(ChessEvaluation("pst")), stop_(stop) {
    evaluation_.set_up(board_);
  }

  ListingCost count(int depth) {
    return timed([&] { cost_.leaves = walk(depth); });
  }

  ListingCost search(int depth) {
    return timed([&] { cost_.value = search(depth, 0, -infinity, infinity); });
  }

 private:
  ListingCost timed(auto&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    cost_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return cost_;
  }

  void visit() {
    if ((++cost_.nodes & 1023) == 0 && stop_) throw Stopped{};
  }

  /// Whether a move of a list may be made.
  bool is_legal(Move move) const {
    return listing != Listing::pseudo_legal || board_.is_legal(move);
  }

  Count walk(int depth) {
    visit();
    if constexpr (listing == Listing::staged) {
      if (board_.checkers() != 0) return walk(board_.evasions(), depth);
      const Count noisy = walk(board_.captures(), depth);
      return noisy + walk(board_.quiet_moves(), depth);
    } else {
      return walk(all_moves(), depth);
    }
  }

  Count walk(const Moves& moves, int depth) {
    cost_.generated += moves.size();
    Count leaves = 0;
    for (const Move move : moves) {
      if (!is_legal(move)) continue;
      ++cost_.used;
      if (depth == 1) {
        leaves += 1;
        continue;
      }
      const auto undo = board_.make(move);
      leaves += walk(depth - 1);
      board_.unmake(move, undo);
    }
    return leaves;
  }

  /// All moves, of which some may turn out to be illegal.
  Moves all_moves() const {
    if constexpr (listing == Listing::pseudo_legal)
      return board_.pseudo_legal();
    else
      return board_.generate();
  }

  Value search(int depth, int ply, Value alpha, Value beta) {
    if (depth == 0) return quiesce(ply, alpha, beta);
    visit();
    if (ply > 0 && board_.drawn_by_rule() && board_.count() > 0) return 0;
    const bool in_check = board_.checkers() != 0;
    Value best = -infinity;
    try_all(in_check, [&](Move move) {
      best = std::max(best, after(move, [&] {
                        return -search(depth - 1, ply + 1, -beta, -std::max(alpha, best));
                      }));
      return best >= beta;
    });
    return best > -infinity ? best : value_of(board_.terminal_outcome(), ply);
  }

  Value quiesce(int ply, Value alpha, Value beta) {
    visit();
    const bool in_check = board_.checkers() != 0;
    if (board_.drawn_by_rule() && board_.count() > 0) return 0;
    Value best = in_check ? -infinity : evaluation_.value(board_);
    if (best >= beta || ply >= max_ply) return best;
    const auto try_move = [&](Move move) {
      best = std::max(
          best, after(move, [&] { return -quiesce(ply + 1, -beta, -std::max(alpha, best)); }));
      return best >= beta;
    };
    if (in_check) {
      try_all(true, try_move);
      return best > -infinity ? best : value_of(Outcome::loss, ply);
    }
    MovePicker<Board> picker;
    picker.start_noisy(board_, listed(captures()));
    try_each(picker, 0, try_move);
    return best;
  }

  /// Captures and promotions: filtered from the full list unless the board has a list of them.
  Moves captures() {
    if constexpr (listing == Listing::staged) return board_.captures();
    const Moves all = all_moves();
    Moves captures;
    for (const Move move : all)
      if (!is_quiet(move)) captures.add(move);
    cost_.generated += all.size() - captures.size();
    return captures;
  }

  /// Tries the moves of the position, captures first, until try_move(move) says that one cuts.
  void try_all(bool in_check, auto&& try_move) {
    const Hints hints{Order("captures"), evaluation_.evaluation(), 0, 0};
    MovePicker<Board> picker;
    if (listing != Listing::staged || in_check) {
      picker.start(board_,
                   listed(in_check && listing == Listing::staged ? board_.evasions() : all_moves()),
                   hints);
      try_each(picker, 0, try_move);
      return;
    }
    picker.start_captures(board_, hints);
    const std::size_t captures = picker.size();
    cost_.generated += captures;
    if (try_each(picker, 0, try_move)) return;
    picker.add_quiet_moves(board_, hints);
    cost_.generated += picker.size() - captures;
    try_each(picker, captures, try_move);
  }

  bool try_each(MovePicker<Board>& picker, std::size_t place, auto&& try_move) {
    for (; place < picker.size(); ++place) {
      const Move move = picker.pick(place);
      if (!is_legal(move)) continue;
      ++cost_.used;
      if (try_move(move)) return true;
    }
    return false;
  }

  const Moves& listed(const Moves& moves) {
    cost_.generated += moves.size();
    return moves;
  }

  Value after(Move move, auto&& value) {
    const Value before = evaluation_.advance(board_, move);
    const auto undo = board_.make(move);
    const Value result = value();
    board_.unmake(move, undo);
    evaluation_.take_back(before);
    return result;
  }

  Board board_;
  EvaluationState<Board, ChessEvaluation> evaluation_;
  const std::atomic<bool>& stop_;
  ListingCost cost_;
};

/// Calls run(study) with a study of the start on the board and by the listing named.
ListingCost with_study(Listing listing, std::string_view generator, std::string_view kernel,
                       const chess::ValidSetup& start, const std::atomic<bool>& stop, auto&& run) {
  return with_generator<chess::Chess>(generator, kernel, [&](const auto& entry) {
    using Board = typename SearchedBoard<typename std::decay_t<decltype(entry)>::Board>::type;
    switch (listing) {
      case Listing::legal:
        return run(Study<Board, Listing::legal>(start, stop));
      case Listing::pseudo_legal:
        return run(Study<Board, Listing::pseudo_legal>(start, stop));
      default:
        return run(Study<Board, Listing::staged>(start, stop));
    }
  });
}

}  // namespace

ListingCost perft_by(Listing listing, std::string_view generator, std::string_view kernel,
                     const chess::ValidSetup& start, int depth, const std::atomic<bool>& stop) {
  return with_study(listing, generator, kernel, start, stop,
                    [&](auto study) { return study.count(depth); });
}

ListingCost search_by(Listing listing, std::string_view generator, std::string_view kernel,
                      const chess::ValidSetup& start, int depth, const std::atomic<bool>& stop) {
  return with_study(listing, generator, kernel, start, stop,
                    [&](auto study) { return study.search(depth); });
}

}  // namespace plylab::search::lab
