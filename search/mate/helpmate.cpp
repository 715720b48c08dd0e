#include <algorithm>

#include "search/mate/selfmate_helpmate_search.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

class Helpmate {
 public:
  Helpmate(const Board& board, Budget& budget, MateTable& table)
      : board_(board), budget_(budget), table_(table) {}

  void solve(MateSolutions& solutions, int most_moves) {
    const int half = board_.side_to_move() == chess::white ? 1 : 0;
    for (int n = 1; n <= most_moves && solutions.lines.empty(); ++n) {
      solutions.moves = n;
      help(2 * n - half, solutions.lines);
      if (solutions.lines.empty()) solutions.refuted = n;
    }
    if (solutions.lines.empty()) solutions.moves = 0;
    std::sort(solutions.lines.begin(), solutions.lines.end());
  }

 private:
  /// Adds the lines of exactly so many plies that end in Black being mated; whether there are any.
  bool help(int plies, std::vector<std::vector<Move>>& lines) {
    budget_.spend();
    if (plies == 1) return mate(lines);
    const Key key = board_.key() ^ Key { 0, static_cast<std::uint64_t>(plies) };
    if (table_.find(key)) return false;
    const std::uint64_t start = budget_.nodes();
    bool any = false;
    for (const Move move : board_.generate()) {
      const auto undo = board_.make(move);
      line_.push_back(move);
      any |= help(plies - 1, lines);
      line_.pop_back();
      board_.unmake(move, undo);
    }
    if (!any) table_.store(key, {}, budget_.nodes() - start);  // only what has no line is stored
    return any;
  }

  bool mate(std::vector<std::vector<Move>>& lines) {
    bool any = false;
    for (const Move move : board_.checks()) {
      if (!is_mate_after(board_, move)) continue;
      lines.push_back(line_);
      lines.back().push_back(move);
      any = true;
    }
    return any;
  }

  Board board_;
  Budget& budget_;
  MateTable& table_;
  std::vector<Move> line_;
};

}  // namespace

MateSolutions solve_helpmate(const MateProblem& problem) { return solve_all<Helpmate>(problem); }

}  // namespace plylab::search::mate
