// Helpmates and series: all lines of one length.
#pragma once

#include <vector>

#include "search/mate/composition.h"
#include "search/mate/forced_search.h"

namespace plylab::search::mate {

/// Lists the lines that meet a stipulation of help or series play in exactly its length. A table
/// keeps the positions from which there is none.
class LineSearch {
 public:
  LineSearch(const Board& board, const Stipulation& stipulation, Budget& budget, MateTable& table)
      : board_(board),
        stipulation_(stipulation),
        rules_(stipulation.aim, stipulation.goal),
        budget_(budget),
        table_(table) {}

  /// Adds the lines to the others, which may not become more than so many. Throws LimitReached.
  void add_lines(const Stipulation& of_length, std::size_t most, std::vector<Line>& lines);

  /// The same for the set play: the other side begins and makes what is left without the first
  /// half-move, in a series the last one alone. Nothing if the side to move is in check.
  void add_set_play(const Stipulation& of_length, std::size_t most, std::vector<Line>& lines);

 private:
  bool help(int plies);
  bool series(int moves);
  bool last_move();
  bool end_by(chess::Move move);
  void keep_line();

  Board board_;
  const Stipulation stipulation_;
  ForcedRules rules_;
  Budget& budget_;
  MateTable& table_;
  Line line_;
  std::vector<Line>* lines_ = nullptr;
  std::size_t most_ = 0;
};

}  // namespace plylab::search::mate
