// Hands out a node's moves one by one, best first.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "gen/chess/board/move_parts.h"
#include "gen/chess/board/notation.h"
#include "search/core/history.h"
#include "search/core/move_facts.h"
#include "search/core/see.h"
#include "search/core/settings.h"
#include "search/core/square_safety.h"
#include "search/evaluation/men.h"

namespace plylab::search {

/// A position whose game ranks its moves (gen/game/game.h).
template <class P>
concept RanksMoves = requires(const P position, const typename P::Move move) {
  { move_rank(position, move) } -> std::convertible_to<int>;
};

/// Whether the ordering applies to a game's positions.
template <Position P>
constexpr bool can_order(Order order) {
  return order == Order("ranked") ? RanksMoves<P> : scope_of<P> <= order->scope;
}

/// The orderings of a guest on a board of chess, by their numbers: the moves of the greatest rank
/// come first.
template <chess::ChessPosition P>
std::vector<std::function<int(const P& position, chess::Move move)>>& added_ranks() {
  static std::vector<std::function<int(const P&, chess::Move)>> ranks;
  return ranks;
}

/// The moves of games other than chess: the best known move first, the others as generated, in
/// canonical order, or by the game's own ranking.
template <Position P>
class MovePicker {
 public:
  using Move = typename P::Move;
  static constexpr bool in_stages = false;

  void start(const P& position, const typename P::MoveList& moves, Order order, const Move* best) {
    moves_ = moves;
    if (order != Order("generation")) sort_moves(moves_);
    if constexpr (RanksMoves<P>)
      if (order == Order("ranked"))
        std::sort(moves_.begin(), moves_.end(), [&](const Move& a, const Move& b) {
          const int rank_a = move_rank(position, a), rank_b = move_rank(position, b);
          return rank_a != rank_b ? rank_a > rank_b : a < b;
        });
    if (best == nullptr) return;
    const auto known = std::find(moves_.begin(), moves_.end(), *best);
    if (known != moves_.end()) std::rotate(moves_.begin(), known, known + 1);
  }

  std::size_t size() const { return static_cast<std::size_t>(moves_.end() - moves_.begin()); }

  /// The move at a place. Call it for the places 0, 1, … in turn.
  Move pick(std::size_t place) { return picked(place); }
  Move picked(std::size_t place) const {
    return moves_.begin()[static_cast<std::ptrdiff_t>(place)];
  }

 private:
  typename P::MoveList moves_;
};

/// What determines the order of the moves of a chess position.
template <class E>
struct Hints {
  Order order;
  const E& evaluation;
  int depth;
  int ply;
  const chess::Move* best = nullptr;  ///< the best known move, if any
  const Killers* killers = nullptr;
  const ButterflyHistory* history = nullptr;
  const QuietHistory* quiet_history = nullptr;
  PreviousMoves previous = {};
  chess::Move before = {};  ///< the previous move, if recaptures come first
};
template <class E>
Hints(Order, const E&, int, int) -> Hints<E>;  // needed by clang before version 17

/// The moves of chess. Each has one number as its key: from the top, its class and score, the tie
/// break, and its index in the list. Each call of pick() selects the move with the greatest key,
/// because most nodes need only one move.
template <chess::AnyChessPosition P>
class MovePicker<P> {
 public:
  using Move = chess::Move;
  /// Whether the board lists captures without the other moves.
  static constexpr bool in_stages = chess::ListsParts<P>;

  MovePicker() {}  // not defaulted: value-initialisation must not clear the arrays

  /// Takes all moves of the position. Always inlined, so that quiescence, whose order is fixed,
  /// does not ask for it at each move.
  template <class E>
  [[gnu::always_inline]] void start(const P& position, const chess::Moves& moves,
                                    const Hints<E>& hints) {
    moves_ = moves;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const Move move = moves_[i];
      const int score = hints.best != nullptr && move == *hints.best
                            ? best_known
                            : score_of(position, move, hints);
      const auto tie = hints.order == Order("generation") ? i : move.bits();
      keys_[i] = (static_cast<std::uint64_t>(score) << 32) | ((0xffff - tie) << 16) | i;
    }
    size_ = moves_.size();
  }

  /// Takes only captures and promotions. The caller must then call add_quiet_moves() before it
  /// searches a move that is not promising(), and when no capture is left.
  template <class E>
  void start_captures(const P& position, const Hints<E>& hints) requires in_stages {
    for (const Move move : position.captures())
      add(move, hints.best != nullptr && move == *hints.best ? best_known
                                                             : score_of(position, move, hints));
    size_ = moves_.size();
    is_complete_ = false;
  }
  template <class E>
  void add_quiet_moves(const P& position, const Hints<E>& hints) requires in_stages {
    for (const Move move : position.quiet_moves()) add(move, quiet_score_of(position, move, hints));
    size_ = moves_.size();
    is_complete_ = true;
  }

  /// Whether all moves have been listed.
  bool is_complete() const { return is_complete_; }

  /// As start(), but recaptures come first.
  template <class E>
  [[gnu::noinline]] void start_by_recaptures(const P& position, const chess::Moves& moves,
                                             const Hints<E>& hints) {
    take(moves, hints, [&](Move move) {
      return is_recapture(hints.before, move) ? noisy + first + mvv_lva(position, move)
                                              : score_of(position, move, hints);
    });
  }

  /// As start(), in RDChess's classes.
  template <class E>
  [[gnu::noinline]] void start_by_classes(const P& position, const chess::Moves& moves,
                                          const Hints<E>& hints) {
    const SquareSafety safety(position);
    take(moves, hints, [&](Move move) { return score_by_class(position, move, hints, safety); });
  }

  /// As start(), but quiet moves without killers or history are ordered by their direction.
  template <class E>
  [[gnu::noinline]] void start_by_direction(const P& position, const chess::Moves& moves,
                                            const Hints<E>& hints) {
    const chess::Color us = position.side_to_move();
    const chess::Square king = planes_of(position).king(!us);
    take(moves, hints, [&](Move move) {
      const int score = score_of(position, move, hints);
      return is_quiet(move) && score < killer ? score + progress(move, us, king) : score;
    });
  }

  /// As start(), but by the rank that `rank(position, move)` gives each move, the greatest first.
  template <class E>
  [[gnu::noinline]] void start_by_rank(const P& position, const chess::Moves& moves,
                                       const Hints<E>& hints, const auto& rank) {
    take(moves, hints, [&](Move move) {
      return noisy + first + std::clamp(rank(position, move), -first, first - 1);
    });
  }

  /// Takes these captures and promotions, ordered by MVV/LVA as with `captures`.
  void start_noisy(const P& position, const chess::Moves& captures) {
    for (const Move move : captures) add(move, mvv_lva(position, move));
    size_ = moves_.size();
  }

  std::size_t size() const { return size_; }

  /// Whether the move picked at the place is the best known one.
  bool is_best_known(std::size_t place) const { return keys_[place] >> 32 == best_known; }

  /// Whether the move picked at the place is the best known one, or a capture or promotion that
  /// does not lose material as far as the ordering sees.
  bool promising(std::size_t place) const { return keys_[place] >> 32 >= noisy; }

  /// The QuietHistory score of the quiet move picked at the place; the maximum for a killer or the
  /// best known move, which are ordered by more than history.
  int quiet_score(std::size_t place) const {
    const auto score = static_cast<int>(keys_[place] >> 32);
    return score >= killer ? HistoryEntry::limit
                           : (score - quiet) % class_of_quiet - QuietHistory::limit;
  }

  /// Removes the moves from the place on of which `is_dropped` is true.
  void drop(std::size_t place, const auto& is_dropped) {
    const auto begin = keys_.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(size_);
    const auto kept = std::remove_if(begin + static_cast<std::ptrdiff_t>(place), end,
                                     [&](auto key) { return is_dropped(moves_[key & 0xffff]); });
    size_ = static_cast<std::size_t>(kept - begin);
  }

  /// A move that has been picked.
  Move picked(std::size_t place) const { return moves_[keys_[place] & 0xffff]; }

  /// The move at a place. Call it for the places 0, 1, … in turn.
  Move pick(std::size_t place) {
    std::size_t best = place;
    for (std::size_t i = place + 1; i < size_; ++i)
      if (keys_[i] > keys_[best]) best = i;
    std::swap(keys_[place], keys_[best]);
    return moves_[keys_[place] & 0xffff];
  }

 private:
  // The classes of scores, from the bottom: losing captures, quiet moves, killers, other captures,
  // the best known move. Within its class a move's score is below 2^20.
  static constexpr int quiet = 1 << 20;
  static constexpr int killer = 2 << 20;
  static constexpr int noisy = 3 << 20;
  static constexpr int best_known = 4 << 20;
  // Within the class noisy: moves that come before all others of it.
  static constexpr int first = 1 << 19;
  // Within the class quiet: the size of one of RDChess's classes, with room for a QuietHistory
  // score.
  static constexpr int class_of_quiet = 1 << 16;
  static_assert(class_of_quiet > 2 * QuietHistory::limit);

  void add(Move move, int score) {
    keys_[moves_.size()] = static_cast<std::uint64_t>(score) << 32 |
                           (std::uint64_t{0xffffu - move.bits()} << 16) | moves_.size();
    moves_.add(move);
  }

  /// The loop of start() with another score. start() repeats it because nearly all nodes use it,
  /// and calling a function in the loop costs a third more.
  template <class E>
  void take(const chess::Moves& moves, const Hints<E>& hints, auto&& score_of_move) {
    moves_ = moves;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const Move move = moves_[i];
      const bool known = hints.best != nullptr && move == *hints.best;
      const int score = known ? best_known : score_of_move(move);
      const auto tie = hints.order == Order("generation") ? i : move.bits();
      keys_[i] = (static_cast<std::uint64_t>(score) << 32) | ((0xffff - tie) << 16) | i;
    }
    size_ = moves_.size();
  }

  /// Always inlined, for the sake of start(); GCC would not do it, because there are other callers.
  template <class E>
  [[gnu::always_inline]] static int score_of(const P& position, Move move, const Hints<E>& hints) {
    if (hints.order == Order("gain")) return noisy + first + hints.evaluation.gain(position, move);
    if (hints.order != Order("generation") && hints.order != Order("canonical"))
      if (const int gain = mvv_lva(position, move))
        return loses(position, move, hints) ? gain : noisy + gain;
    return quiet_score_of(position, move, hints);
  }

  template <class E>
  [[gnu::always_inline]] static int quiet_score_of(const P& position, Move move,
                                                   const Hints<E>& hints) {
    if (hints.killers != nullptr)
      if (const int rank = hints.killers->rank(hints.ply, move)) return killer + rank;
    if (hints.quiet_history != nullptr)
      return quiet + QuietHistory::limit +
             hints.quiet_history->score(position.side_to_move(), move, piece_target(position, move),
                                        hints.previous);
    return quiet +
           (hints.history == nullptr ? 0 : hints.history->score(position.side_to_move(), move));
  }

  /// How far a move goes forward and towards the opponent's king, ranks forward counting double; at
  /// least 0. RDChess generates its moves in such an order.
  static int progress(Move move, chess::Color us, chess::Square king) {
    return 21 + 2 * (rank_for(us, move.to()) - rank_for(us, move.from())) +
           king_distance(move.from(), king) - king_distance(move.to(), king);
  }

  /// RDChess's order after the best known move and the null move: recaptures, killers, captures
  /// that win by static exchange, quiet moves from danger to safety, other quiet moves to safety,
  /// other pawn moves, captures that lose, the rest. Within the classes of quiet moves the history
  /// decides, if one is switched on.
  template <class E>
  static int score_by_class(const P& position, Move move, const Hints<E>& hints,
                            const SquareSafety& safety) {
    if (is_recapture(hints.before, move)) return noisy + first + mvv_lva(position, move);
    if (!is_quiet(move)) {
      const Value gain = see(position, move);
      return gain >= 0 ? noisy + gain : quiet + 2 * class_of_quiet + std::max(gain + 4000, 0);
    }
    if (hints.killers != nullptr)
      if (const int rank = hints.killers->rank(hints.ply, move)) return noisy + first / 2 + rank;
    const bool of_pawn = chess::type_of(position.piece_on(move.from())) == chess::pawn;
    const int place = !safety.is_safe(move.to())      ? (of_pawn ? 3 : 1)
                      : safety.in_danger(move.from()) ? 5
                                                      : 4;
    return quiet + place * class_of_quiet +
           std::min(score_of(position, move, hints) - quiet, class_of_quiet - 1);
  }

  /// Whether the ordering takes the capture for one that loses material. At depth 1 none does:
  /// nobody can recapture.
  template <class E>
  static bool loses(const P& position, Move move, const Hints<E>& hints) {
    return hints.order == Order("see") && hints.depth > 1 && see_below_zero(position, move);
  }

  chess::Moves moves_;
  std::size_t size_ = 0;  // how many can be picked
  bool is_complete_ = true;
  std::array<std::uint64_t, chess::Moves::capacity> keys_;
};

}  // namespace plylab::search
