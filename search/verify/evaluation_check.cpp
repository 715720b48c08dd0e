#include "search/verify/evaluation_check.h"

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "search/core/evaluation_state.h"
#include "search/run/added_searches.h"

namespace plylab::search::verify {
namespace {

constexpr int plies_of_game = 40;

/// Values enough to know that an evaluation is from White's view.
constexpr std::size_t enough_values = 10;

/// Positions with moves that are rare in random games: captures e.p. by both colours, on the edge
/// and with a discovered check, and promotions.
constexpr const char* rare_moves[] = {
    "8/8/8/pP6/8/k7/8/K7 w - a6 0 1",        "8/8/8/6Pp/8/k7/8/K7 w - h6 0 1",
    "8/8/8/3pP3/8/k7/8/K7 w - d6 0 1",       "k7/8/K7/8/Pp6/8/8/8 b - a3 0 1",
    "k7/8/K7/8/6pP/8/8/8 b - h3 0 1",        "k7/8/K7/8/3Pp3/8/8/8 b - d3 0 1",
    "7k/8/8/3pP3/8/2B5/8/K7 w - d6 0 1",     "k7/8/2b5/8/3pP3/8/8/7K b - e3 0 1",
    "1n1k4/P6P/8/8/8/8/p6p/1N1K4 w - - 0 1", "1n1k4/P6P/8/8/8/8/p6p/1N1K4 b - - 0 1"};

/// A random game on a board, and the values after its moves.
template <class Board>
class CheckedGame {
 public:
  CheckedGame(const ChessEvaluation& evaluation, std::string_view generator,
              const chess::ValidSetup& start, EvaluationVerdict& verdict)
      : followed_(evaluation),
        moved_(evaluation),
        afresh_(evaluation),
        generator_(generator),
        start_(start),
        board_(start_),
        verdict_(verdict) {
    followed_.set_up(board_);
  }

  /// Compares all moves of the position, and then plays one of them. False if there is none, or if
  /// there is a fault.
  bool go_on(std::uint64_t& seed) {
    const auto moves = board_.generate();
    if (moves.size() == 0) return false;
    exchange_colors();
    for (const chess::Move move : moves) {
      Board after = board_;
      moved_.set_up(board_);
      moved_.advance(board_, move);
      after.make(move);
      if (!agrees(moved_, after, board_, {}, move)) return false;
    }
    const chess::Move move = *(moves.begin() + splitmix64(seed) % moves.size());
    Board after = board_;
    followed_.advance(board_, move);
    after.make(move);
    if (!agrees(followed_, after, start_, played_, move)) return false;
    played_.push_back(chess::move_text(board_, move));
    board_ = after;
    return true;
  }

 private:
  using State = EvaluationState<Board, ChessEvaluation>;

  Value value_afresh(const Board& board) {
    afresh_.set_up(board);
    return afresh_.value(board);
  }

  /// Compares the position's value with that of its image.
  void exchange_colors() {
    const chess::Setup setup = board_.setup();
    const Value value = value_afresh(board_);
    const Value exchanged =
        value_afresh(Board(chess::ValidSetup(chess::with_colors_exchanged(setup))));
    verdict_.valued += value != 0;
    verdict_.negated += value != 0 && exchanged == -value;
    verdict_.opposed += (value > 0 && exchanged < 0) || (value < 0 && exchanged > 0);
    if (value != exchanged && !verdict_.unequal)
      verdict_.unequal = {to_string(setup), value, exchanged};
  }

  /// Whether the state gives the value that is right after the move. It was new in the position
  /// `from`, before `played` and the move. Positions without a legal move are left out.
  bool agrees(const State& state, const Board& after, const Board& from,
              const std::vector<std::string>& played, chess::Move move) {
    if (after.count() == 0) return true;
    ++verdict_.moves;
    const Value by_moves = state.value(after), right = value_afresh(after);
    if (by_moves == right) return true;
    verdict_.fault = {
        generator_, to_string(from.setup()), chess::move_text(board_, move), played, by_moves,
        right};
    return false;
  }

  State followed_, moved_, afresh_;  // through the game; by one move; for one position
  std::string generator_;
  Board start_, board_;
  std::vector<std::string> played_;
  EvaluationVerdict& verdict_;
};

}  // namespace

std::optional<bool> EvaluationVerdict::values_for_white() const {
  if (valued < enough_values) return std::nullopt;
  return negated == valued;
}

bool EvaluationVerdict::seems_from_whites_view() const {
  return valued >= enough_values && 10 * opposed >= 9 * valued;
}

EvaluationVerdict verify_evaluation(const std::string& evaluation,
                                    const std::vector<AnyStart>& positions,
                                    const std::atomic<bool>& stop) {
  const ChessEvaluation parsed = parse_evaluation("--eval", evaluation);
  EvaluationVerdict verdict{.evaluation = evaluation};
  for_each_generator<chess::Chess>([&](const auto& entry) {
    using Board = typename std::decay_t<decltype(entry)>::Board;
    if constexpr (std::is_same_v<Board, typename SearchedBoard<Board>::type>) {
      if (!entry.runs()) return;
      std::uint64_t seed = 1;
      std::vector<chess::ValidSetup> starts;
      for (const AnyStart& position : positions) starts.push_back(position.as<chess::Chess>());
      for (const char* fen : rare_moves) starts.emplace_back(std::string_view(fen));
      for (const chess::ValidSetup& start : starts) {
        CheckedGame<Board> game(parsed, entry.name, start, verdict);
        for (int ply = 0; ply < plies_of_game && !verdict.fault && !stop; ++ply)
          if (!game.go_on(seed)) break;
        if (verdict.fault || stop) return;
      }
    }
  });
  verdict.is_stopped = stop;
  return verdict;
}

}  // namespace plylab::search::verify
