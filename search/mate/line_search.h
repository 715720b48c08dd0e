// Helpmates and series: all lines of one length.
#pragma once

#include <algorithm>
#include <vector>

#include "search/mate/composition.h"
#include "search/mate/forced_search.h"
#include "search/mate/mating_nets.h"

namespace plylab::search::mate {

/// Lists the lines of help or series play that meet a stipulation in exactly its length. A table
/// keeps the positions without any. `Board` is that of all solvers, or a KinglessBoard.
template <class Board>
class LineSearch {
  using Move = chess::Move;

 public:
  LineSearch(const Board& board, const Stipulation& stipulation, Budget& budget, MateTable& table)
      : board_(board),
        stipulation_(stipulation),
        rules_(stipulation.aim, stipulation.goal),
        budget_(budget),
        table_(table),
        nets_(!stipulation.mated_side(board.side_to_move())) {}

  /// Adds the lines, in the order in which they are found. Throws LimitReached, also when there
  /// would be more than `max`.
  void add_lines(const Stipulation& of_length, std::size_t max, std::vector<Line>& lines) {
    lines_ = &lines;
    max_ = max;
    if (of_length.series)
      series(of_length.moves);
    else
      help(of_length.plies());
  }

  /// Adds the lines of set play: the other side begins, and the first half-move is left out (in a
  /// series, all but the last). None if the side to move is in check, or if it makes all moves.
  void add_set_play(const Stipulation& of_length, std::size_t max, std::vector<Line>& lines) {
    if (board_.checkers() != 0 || (of_length.series && of_length.aim == Aim::direct)) return;
    lines_ = &lines;
    max_ = max;
    const auto undo = board_.make_null();
    if (const int plies = of_length.series ? 1 : of_length.plies() - 1; plies > 0) help(plies);
    board_.unmake_null(undo);
  }

 private:
  /// Adds the lines of exactly `plies` half-moves. Returns whether there are any.
  bool help(int plies) {
    if (plies == 2 && stipulation_.aim == Aim::help_self) return forced_end();
    budget_.spend();
    if (plies == 1) {
      const chess::Moves finals = rules_.finals(board_);
      for (const Move move : finals) {
        line_.push_back(move);
        keep_line();
        line_.pop_back();
      }
      return !finals.empty();
    }
    const Key key = numbered_key(board_.key(), plies);
    if (table_.find(key) || !may_mate((plies + 1) / 2, plies / 2)) return false;
    const std::uint64_t start = budget_.nodes();
    bool any = false;
    for (const Move move : board_.generate()) {
      const auto undo = board_.make(move);
      line_.push_back(move);
      any |= help(plies - 1);
      line_.pop_back();
      board_.unmake(move, undo);
    }
    if (!any) table_.store(key, {}, budget_.nodes() - start);
    return any;
  }

  /// Adds the lines of exactly `moves` moves in a row. Returns whether there are any. Before the
  /// last move, a check is not allowed unless it may be parried, nor in a reflexmate a move after
  /// which the other side could mate: they would have to be answered.
  bool series(int moves) {
    if (moves == 1) return last_move();
    budget_.spend();
    const Key key = numbered_key(board_.key(), -moves);
    if (table_.find(key) || !may_mate_in_series(moves)) return false;
    const std::uint64_t start = budget_.nodes();
    bool any = false;
    for (const Move move : rules_.attacks(board_)) {
      const auto undo = board_.make(move);
      line_.push_back(move);
      if (board_.checkers() != 0) {
        any |= stipulation_.parry && parried(moves - 1);
      } else if (rules_.forced_finals(board_).empty()) {
        const auto undo_pass = board_.make_null();
        any |= series(moves - 1);
        board_.unmake_null(undo_pass);
      }
      line_.pop_back();
      board_.unmake(move, undo);
    }
    if (!any) table_.store(key, {}, budget_.nodes() - start);
    return any;
  }

  /// The other side parries a check; so many moves are left.
  bool parried(int moves) {
    bool any = false;
    for (const Move parry : board_.generate()) {
      const auto undo = board_.make(parry);
      line_.push_back(parry);
      any |= series(moves);
      line_.pop_back();
      board_.unmake(parry, undo);
    }
    return any;
  }

  /// Whether a line may end in mate after so many moves of the mating and of the other side; false
  /// is certain.
  bool may_mate(int moves, int other_moves) {
    const bool mates = stipulation_.goal == Goal::mate &&
                       (stipulation_.aim == Aim::direct || stipulation_.aim == Aim::help);
    return !mates || board_.castling_rooks() != 0 ||
           nets_.may_mate(board_.planes(), moves, other_moves);
  }

  bool may_mate_in_series(int moves) {
    if (stipulation_.aim == Aim::direct) return may_mate(moves, 0);
    return may_mate(stipulation_.parry ? moves : 1, moves);
  }

  /// The end of a series: the aim in one move.
  bool last_move() {
    if (stipulation_.aim == Aim::help) return help(2);
    if (stipulation_.aim == Aim::direct) return help(1);
    return forced_end();
  }

  /// The last move forces the other side to reach the goal at once.
  bool forced_end() {
    budget_.spend();
    bool any = false;
    for (const Move move : rules_.attacks(board_)) any |= end_by(move);
    return any;
  }

  /// If every defence to the move reaches the goal, adds the line with the first of them.
  bool end_by(Move move) {
    const auto undo = board_.make(move);
    const chess::Moves defences = rules_.defences(board_);
    const bool ends = !defences.empty() &&
                      std::all_of(defences.begin(), defences.end(),
                                  [&](Move defence) { return rules_.reaches(board_, defence); });
    if (ends) {
      line_.insert(line_.end(), {move, *defences.begin()});
      keep_line();
      line_.resize(line_.size() - 2);
    }
    board_.unmake(move, undo);
    return ends;
  }

  void keep_line() {
    if (lines_->size() == max_) throw LimitReached();
    lines_->push_back(line_);
  }

  Board board_;
  const Stipulation stipulation_;
  ForcedRules rules_;
  Budget& budget_;
  MateTable& table_;
  MatingNets nets_;
  Line line_;
  std::vector<Line>* lines_ = nullptr;
  std::size_t max_ = 0;
};

}  // namespace plylab::search::mate
