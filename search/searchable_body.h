// The body of searchable_game(), compiled once for each game.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "gen/input_error.h"
#include "search/registry.h"
#include "search/run_body.h"
#include "search/searchable_game.h"

namespace plylab::search {
namespace detail {

/// Where a search began: a start, and the moves played from there.
template <Game G>
struct Played {
  typename G::Start start;
  std::vector<MoveOf<G>> moves = {};

  /// A line of moves from there, in words.
  std::vector<std::string> words(const std::vector<MoveOf<G>>& line) const {
    std::vector<MoveOf<G>> all = moves;
    all.insert(all.end(), line.begin(), line.end());
    auto texts = plylab::words<G>(start, all);
    texts.erase(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(moves.size()));
    return texts;
  }
};

/// The counters as they are.
template <Game G>
Counters stats_in_words(const Played<G>&, const Counters& stats) {
  return stats;
}
/// And the paths of the visits in words.
template <Game G>
VisitTrace<std::string> stats_in_words(const Played<G>& root, const VisitTrace<MoveOf<G>>& stats) {
  VisitTrace<std::string> texts;
  static_cast<Counters&>(texts) = stats;
  for (const auto& visit : stats.visits)
    texts.visits.push_back(
        {root.words(visit.path), visit.alpha, visit.beta, visit.value, visit.cutoff});
  return texts;
}

/// The result with its moves as texts.
template <Game G, class Stats>
auto in_words(const Played<G>& root, const ResultOf<MoveOf<G>, Stats>& result) {
  using TextStats = decltype(stats_in_words<G>(root, std::declval<const Stats&>()));
  ResultOf<std::string, TextStats> texts;
  for (const auto& it : result.iterations)
    texts.iterations.push_back({it.depth, it.value, root.words(it.line),
                                stats_in_words<G>(root, it.stats), it.distinct, it.seconds,
                                it.complete, it.obstacle});
  for (const auto& change : result.changes)
    texts.changes.push_back({change.depth, root.words({change.move}).front(), change.value,
                             change.nodes, change.seconds});
  for (const auto& search : result.root_searches)
    texts.root_searches.push_back({search.depth, search.alpha, search.beta, search.value,
                                   search.nodes, search.seconds, root.words(search.line)});
  texts.switches = result.switches;
  texts.minimal = result.minimal;
  texts.visited = result.visited;
  texts.seconds = result.seconds;
  return texts;
}

}  // namespace detail

template <Game G>
SearchableGame searchable_game() {
  constexpr bool is_chess = chess::ChessPosition<FirstBoard<G>>;
  SearchableGame game{
      info_of<G>(), Evaluations<G>::entries(), {},       Evaluations<G>::default_name,
      nullptr,      Evaluations<G>::check,     is_chess, nullptr,
      nullptr};
  for (const OrderingEntry& ordering : orderings)
    if (can_order<FirstBoard<G>>(ordering))
      game.orderings.push_back({std::string(ordering.name), std::string(ordering.summary)});
  game.default_ordering = [](std::string_view algorithm) {
    return is_chess ? std::string(preset_of(algorithm).ordering) : std::string("generation");
  };
  game.run = [](std::string_view position, const std::vector<std::string>& played, const Job& job) {
    detail::Played<G> root{G::parse(position)};
    FirstBoard<G> board(root.start);
    for (const std::string& text : played) {
      const auto move = move_from_text(board, text);
      if (!move) throw InputError(fmt::format("{}: '{}' is no legal move", G::name, text));
      board.make(*move);
      root.moves.push_back(*move);
    }
    return detail::in_words<G>(root, search::run<G>(root.start, job, {.played = root.moves}));
  };
  if constexpr (!is_chess)
    game.visits = [](std::string_view position, const Job& job) {
      const detail::Played<G> root{G::parse(position)};
      return detail::in_words<G>(root, run_with_stats<G, VisitTrace<MoveOf<G>>>(root.start, job));
    };
  return game;
}

}  // namespace plylab::search
