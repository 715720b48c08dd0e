// The generators of a game side by side, in the same position.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/game/game.h"
#include "perft/soak/checks.h"

namespace plylab::perft::soak {

/// Thrown where a check fails.
struct Fault {
  Check check;
  std::string generator;
  std::string what;
};

/// A generator with its name, and the moves that it has made.
template <class B>
struct Contestant {
  using Board = B;
  std::string name;
  Board board;
  std::vector<std::pair<typename Board::Move, typename Board::Undo>> made = {};
};

/// Every generator and kernel of the game that this CPU runs.
template <Game G>
class Contestants {
 public:
  static constexpr bool is_chess = chess::ChessPosition<FirstBoard<G>>;
  using Move = MoveOf<G>;

  explicit Contestants(const typename G::Start& start) : all_(all_in(start, G::generators)) {}

  /// Calls visit(contestant) for each.
  void for_each(auto&& visit) {
    std::apply([&](auto&... one) { (visit_if_there(one, visit), ...); }, all_);
  }

  /// The registry's first, which every CPU must run.
  Contestant<FirstBoard<G>>& first() { return *std::get<0>(all_); }

  void make(Move move) {
    for_each([&](auto& one) { one.made.emplace_back(move, one.board.make(move)); });
  }

  /// Takes all moves back.
  void unmake_all() {
    for_each([&](auto& one) {
      for (; !one.made.empty(); one.made.pop_back())
        one.board.unmake(one.made.back().first, one.made.back().second);
    });
  }

 private:
  template <class Entry>
  static auto one_in(const typename G::Start& start, const Entry& entry) {
    using Board = typename Entry::Board;
    std::optional<Contestant<Board>> one;
    if (!entry.runs()) return one;
    std::string name(entry.name);
    if (!entry.kernel.empty()) name += " (" + std::string(entry.kernel) + ")";
    one.emplace(Contestant<Board>{std::move(name), Board(start)});
    return one;
  }
  template <class... Entries>
  static auto all_in(const typename G::Start& start, const std::tuple<Entries...>& generators) {
    return std::apply([&](const auto&... entry) { return std::tuple{one_in(start, entry)...}; },
                      generators);
  }
  static void visit_if_there(auto& one, auto& visit) {
    if (one) visit(*one);
  }

  using All = decltype(all_in(std::declval<typename G::Start>(), G::generators));
  All all_;
};

/// The names of those that take part.
template <Game G>
std::vector<std::string> names_of(Contestants<G>& contestants) {
  std::vector<std::string> names;
  contestants.for_each([&](const auto& one) { names.push_back(one.name); });
  return names;
}

}  // namespace plylab::perft::soak
