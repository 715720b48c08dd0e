// A difference in chess, made as small as it can be told.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "perft/soak/reduce.h"
#include "perft/verify/generator.h"
#include "perft/verify/run.h"
#include "perft/verify/shrink.h"
#include "perft/verify/text_report.h"

namespace plylab::perft::soak {
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

/// What verify says about a generator in a position; nothing if it finds nothing.
template <class Board>
std::vector<std::string> text_report_of(const std::string& name, const chess::Setup& setup) {
  verify::VerificationOptions options;
  options.start = [&] { return std::make_unique<verify::Guest<AsGuest<Board>>>(name); };
  verify::VerificationResult result{name, {{to_string(setup), setup, 3}}, {}, {}};
  result.outcomes = verify::verify(result.tasks, options);
  return text_report(result);
}

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

/// Begins the game as late as the fault allows. If the position alone shows it, takes all away that
/// is not needed, and lets verify say what is wrong.
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
        difference.text_report = detail::text_report_of<Board>(one.name, fewest);
    });
    return;
  }
}

}  // namespace plylab::perft::soak
