// The body of searchable_game(), compiled once for each game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/game/referee.h"
#include "search/prove/solve.h"
#include "search/run/registry.h"
#include "search/run/run_body.h"
#include "search/run/searchable_game.h"

namespace plylab::search {
namespace detail {

/// The root of a search: a start, and the moves played from there.
template <Game G>
struct Played {
  typename G::Start start;
  MoveStyle style = MoveStyle::words;
  FirstBoard<G> board = FirstBoard<G>(start);  // after the moves
  std::vector<MoveOf<G>> moves = {};

  /// The texts of a line of moves from the root, in the style.
  std::vector<std::string> texts(const std::vector<MoveOf<G>>& line) const {
    std::vector<std::string> texts;
    if (style == MoveStyle::notation) {
      FirstBoard<G> after = board;
      for (const auto& move : line) {
        texts.push_back(move_text(after, move));
        after.make(move);
      }
      return texts;
    }
    std::vector<MoveOf<G>> all = moves;
    all.insert(all.end(), line.begin(), line.end());
    texts = words<G>(start, all);
    texts.erase(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(moves.size()));
    return texts;
  }

  /// The moves of a path up to the first that is not legal. All are legal, unless a search of one's
  /// own does not tell all of its nodes.
  std::vector<MoveOf<G>> legal_part(const std::vector<MoveOf<G>>& path) const {
    FirstBoard<G> after = board;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const auto legal = after.generate();
      if (std::find(legal.begin(), legal.end(), path[i]) == legal.end())
        return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(i)};
      after.make(path[i]);
    }
    return path;
  }

  /// The facts about such a line. The game may be over before the line ends.
  LineFacts facts(const std::vector<MoveOf<G>>& line) const {
    LineFacts facts;
    if (!line.empty()) facts.move = move_words<G>(board, line.front());
    GameHistory<FirstBoard<G>> game{FirstBoard<G>(start)};
    for (const auto& move : moves) game.play(move);
    for (const auto& move : line) {
      if (has_ended(game)) return facts;
      game.play(move);
    }
    const auto end = prove::end_in<G>(game.position());
    facts.drawn = end ? !end->winner : game.occurrences() >= 3;
    return facts;
  }

  static bool has_ended(const GameHistory<FirstBoard<G>>& game) {
    return prove::end_in<G>(game.position()) || game.occurrences() >= 3;
  }
};

/// The result with its moves as texts.
template <Game G>
TextResult as_texts(const Played<G>& root, const Result<G>& result) {
  TextResult texts;
  const auto in_texts = [&](const auto& all) {
    std::vector<Visit<std::string>> visits;
    for (const auto& visit : all)
      visits.push_back({visit, root.texts(root.legal_part(visit.path))});
    return visits;
  };
  for (const auto& it : result.iterations)
    texts.iterations.push_back({it, it.value, root.texts(it.line), in_texts(it.visits), it.types});
  if (const auto& it = result.unfinished)
    texts.unfinished = {*it, root.texts(it->best), it->obstacle, in_texts(it->visits)};
  texts.ended_by_mate = result.ended_by_mate;
  for (const auto& change : result.changes)
    texts.changes.push_back({change.depth, root.texts({change.move}).front(), change.value,
                             change.nodes, change.seconds});
  for (const auto& search : result.root_searches)
    texts.root_searches.push_back({search.depth, search.place, search.alpha, search.beta,
                                   search.value, search.nodes, search.seconds,
                                   root.texts(search.line)});
  for (const auto& listed : result.order)
    texts.order.push_back({move_words<G>(root.board, listed.move), listed.generated, listed.kind});
  texts.table = result.table;
  texts.switches = result.switches;
  texts.minimal = result.minimal;
  texts.minimal_visits = in_texts(result.minimal_visits);
  texts.visited = result.visited;
  texts.seconds = result.seconds;
  return texts;
}

}  // namespace detail

template <Game G>
SearchableGame searchable_game() {
  constexpr Scope scope = scope_of<FirstBoard<G>>;
  SearchableGame game{info_of<G>(),
                      Evaluations<G>::entries(),
                      {},
                      Evaluations<G>::default_name,
                      nullptr,
                      Evaluations<G>::check,
                      scope == Scope::chess,
                      scope,
                      nullptr,
                      nullptr};
  for (const Order one : Order::every())
    if (can_order<FirstBoard<G>>(one))
      game.orderings.push_back({std::string(one->name), std::string(one->summary)});
  game.default_ordering = [](std::string_view algorithm) {
    const Preset preset = preset_of(algorithm);
    return std::string(scope == Scope::chess || (scope == Scope::chess_family && preset.particular)
                           ? preset.ordering
                           : ordering_outside_chess);
  };
  game.run = [](const AnyStart& position, const std::vector<std::string>& played, const Job& job,
                MoveStyle style) {
    detail::Played<G> root{position.as<G>(), style};
    for (const std::string& text : played) {
      const auto move = move_from_text(root.board, text);
      if (!move) throw InputError(fmt::format("{}: '{}' is not a legal move", G::name, text));
      root.board.make(*move);
      root.moves.push_back(*move);
    }
    std::vector<MoveOf<G>> root_moves;
    if (!job.avoid.empty())
      for (const auto& move : root.board.generate())
        if (std::ranges::find(job.avoid, move_text(root.board, move)) == job.avoid.end())
          root_moves.push_back(move);
    auto found = search::run<G>(root.start, job, {.played = root.moves, .root_moves = root_moves});
    if (!job.trace) found.root_searches.clear();  // their lines would be many texts
    TextResult result{detail::as_texts<G>(root, found)};
    if (style == MoveStyle::words)
      for (const auto& iteration : found.iterations)
        result.lines.push_back(root.facts(iteration.line));
    return result;
  };
  game.prove = [](const AnyStart& position, const prove::Question& question,
                  std::string_view solver) {
    return prove::solve<G>(position.as<G>(), question, solver);
  };
  return game;
}

}  // namespace plylab::search
