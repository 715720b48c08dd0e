#include "suites/python/python_game.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/game/moves.h"
#include "perft/verify/position_checks.h"
#include "perft/walk/job.h"
#include "perft/walk/walk.h"
#include "search/run/run_on.h"
#include "suites/python/python_search.h"
#include "suites/python/users_code.h"

namespace plylab::suites::python {
namespace {

/// Lets Python react to Ctrl-C, and other threads run, even if the called code is not written in
/// Python.
void let_others_run() {
  static unsigned calls = 0;
  if (++calls % 1024 == 0) {
    const py::gil_scoped_release unlocked;
  }
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

/// Data shared by all positions of one task: the moves seen so far, identified by text, and the
/// optional methods of the class.
struct PythonGame {
  explicit PythonGame(const py::object& position)
      : has_outcome(py::hasattr(position, "outcome")), has_drawn(py::hasattr(position, "drawn")) {}

  std::uint32_t number_of(const py::handle& move) {
    std::string text = py::str(move);
    const auto [known, is_new] =
        numbers.try_emplace(text, static_cast<std::uint32_t>(moves.size()));
    if (is_new) {
      moves.push_back(py::reinterpret_borrow<py::object>(move));
      texts.push_back(std::move(text));
    }
    return known->second;
  }

  bool has_outcome, has_drawn;
  std::vector<py::object> moves;
  std::vector<std::string> texts;
  std::unordered_map<std::string, std::uint32_t> numbers;
};

/// A position of a Python class as a Position (gen/game/position.h). Its packed form is the SHA-256
/// of its text; the sides alternate.
class PythonBoard {
 public:
  struct Move {
    std::uint32_t number;
    friend auto operator<=>(const Move&, const Move&) = default;
  };
  using MoveList = plylab::MoveList<Move, 512>;
  using Packed = std::array<char, 64>;
  struct Undo {};

  PythonBoard(const py::object& position, std::shared_ptr<PythonGame> game)
      : position_(copied(position)), game_(std::move(game)) {}
  PythonBoard(const PythonBoard& other)
      : position_(copied(other.position_)), game_(other.game_), side_(other.side_) {}
  PythonBoard& operator=(const PythonBoard& other) { return *this = PythonBoard(other); }
  PythonBoard(PythonBoard&&) = default;
  PythonBoard& operator=(PythonBoard&&) = default;

  const py::object& position() const { return position_; }
  std::string text() const { return py::str(position_); }
  const PythonGame& game() const { return *game_; }

  Side side_to_move() const { return side_; }
  MoveList generate() const {
    let_others_run();
    MoveList moves;
    for (const py::handle move : position_.attr("moves")()) {
      if (moves.size() == MoveList::capacity)
        throw InputError(fmt::format("moves() gave more than {} moves", MoveList::capacity));
      moves.add({game_->number_of(move)});
    }
    return moves;
  }
  unsigned count() const {
    return static_cast<unsigned>(py::len(py::list(position_.attr("moves")())));
  }
  Undo make(Move move) {
    position_.attr("make")(game_->moves[move.number]);
    side_ = !side_;
    return {};
  }
  void unmake(Move move, Undo) {
    position_.attr("unmake")(game_->moves[move.number]);
    side_ = !side_;
  }
  Key key() const {
    const Packed digits = packed();
    Key key;
    std::from_chars(digits.data(), digits.data() + 16, key.high, 16);
    std::from_chars(digits.data() + 16, digits.data() + 32, key.low, 16);
    return key;
  }
  Packed packed() const {
    const std::string digits = sha256(text());
    Packed packed;
    std::copy(digits.begin(), digits.end(), packed.begin());
    return packed;
  }
  Outcome terminal_outcome() const {
    if (!game_->has_outcome) return Outcome::loss;
    const py::object outcome = position_.attr("outcome")();
    const std::string text = py::str(outcome);
    if (text == "loss") return Outcome::loss;
    if (text == "draw") return Outcome::draw;
    if (text == "win") return Outcome::win;
    throw InputError(fmt::format(
        "outcome() returned {}, not 'loss', 'draw' or 'win', in a position without moves",
        std::string(py::repr(outcome))));
  }
  /// What drawn() returns counts as Python's `if` takes it.
  bool drawn_by_rule() const { return game_->has_drawn && py::bool_(position_.attr("drawn")()); }

 private:
  static py::object copied(const py::object& position) {
    return py::module_::import("copy").attr("deepcopy")(position);
  }

  py::object position_;
  std::shared_ptr<PythonGame> game_;
  Side side_ = Side::first;
};

std::string move_text(const PythonBoard& board, PythonBoard::Move move) {
  return board.game().texts[move.number];
}

/// Part of what a Position must have; Python's games are searched without it.
[[maybe_unused]] std::optional<PythonBoard::Move> move_from_text(const PythonBoard& board,
                                                                 std::string_view text) {
  for (const PythonBoard::Move move : board.generate())
    if (move_text(board, move) == text) return move;
  return std::nullopt;
}

PythonBoard board_of(const py::object& position) {
  return {position, std::make_shared<PythonGame>(position)};
}

/// The evaluation of a Python game.
struct GameEvaluation {
  py::object function;

  search::Value operator()(const PythonBoard& board) const {
    if (!function.is_none())
      return int_of(function(board.position()), name_of(function), max_evaluation);
    if (!py::hasattr(board.position(), "evaluate")) return 0;
    return int_of(board.position().attr("evaluate")(), "evaluate()", max_evaluation);
  }
};

/// The iterations of a result with the moves as texts.
template <Position P>
search::ResultOf<std::string> in_texts(P board, const search::ResultOf<typename P::Move>& result) {
  const auto texts_of = [&board](const std::vector<typename P::Move>& line) {
    std::vector<std::string> texts;
    std::vector<std::pair<typename P::Move, typename P::Undo>> made;
    for (const auto move : line) {
      texts.push_back(move_text(board, move));
      made.emplace_back(move, board.make(move));
    }
    for (; !made.empty(); made.pop_back()) board.unmake(made.back().first, made.back().second);
    return texts;
  };
  search::ResultOf<std::string> texts;
  for (const auto& one : result.iterations)
    texts.iterations.push_back({one, one.value, texts_of(one.line)});
  if (const auto& one = result.unfinished)
    texts.unfinished = {*one, texts_of(one->best), one->obstacle};
  return texts;
}

}  // namespace

py::int_ game_perft(const py::object& position, int depth) {
  const RunningTask running;
  const UsersCode code;
  perft::validate({.depth = depth});
  return py::int_(py::str(to_string(perft::perft(board_of(position), depth))));
}

search::ResultOf<std::string> game_search(const py::object& position, const search::Job& job,
                                          const py::object& evaluate) {
  const SearchingTask running;
  const UsersCode code;
  const PythonBoard root = board_of(position);
  add_searches<search::Searcher<PythonBoard, GameEvaluation>>();
  return in_texts(root, search::run_on(root, GameEvaluation{evaluate}, job));
}

std::vector<std::string> check_game(const py::object& start, int games, std::uint64_t seed) {
  const RunningTask running;
  const UsersCode code;
  constexpr int longest = 300;
  constexpr std::size_t enough = 10;
  std::vector<std::string> faults;
  for (int game = 0; game < games && faults.size() < enough; ++game) {
    PythonBoard board = board_of(start);
    std::string played;
    for (int ply = 0; ply <= longest; ++ply) {
      using namespace perft::verify;
      for (const auto fault_in :
           {&moves_fault<PythonBoard>, &unmake_fault<PythonBoard>, &ending_fault<PythonBoard>})
        if (std::string fault = fault_in(board); !fault.empty()) {
          fault += played.empty() ? "" : ", after the moves" + played;
          if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(std::move(fault));
        }
      const auto moves = board.generate();
      if (!faults.empty() || moves.empty() || board.drawn_by_rule()) break;
      const auto move = moves.begin()[splitmix64(seed) % moves.size()];
      played += ' ' + move_text(board, move);
      board.make(move);
    }
  }
  return faults;
}

}  // namespace plylab::suites::python
