// The body of run(), compiled once for each game.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "search/run/chess_boards.h"
#include "search/run/evaluations.h"
#include "search/run/run.h"
#include "search/run/run_on.h"

namespace plylab::search {

/// The board on which searches run for a generator. The vector kernels of bitboard differ from pext
/// only in counting children, which searches do not use (search/CMakeLists.txt leaves them out).
template <class Board>
struct SearchedBoard {
  using type = typename WalkedBoard<Board>::type;
};
template <>
struct SearchedBoard<chess::Bitboard<chess::Avx512>> {
  using type = chess::Bitboard<chess::Pext>;
};
template <>
struct SearchedBoard<chess::Bitboard<chess::Avx2>> {
  using type = chess::Bitboard<chess::Pext>;
};

/// Runs the job on a board of this type; the job's generator does not matter.
template <Game G, class Board>
Result<G> run_on_board(const typename G::Start& start, const Job& job,
                       const RootContext<MoveOf<G>>& context) {
  Board root(start);
  std::vector<Key> game;
  for (const auto move : context.played) {
    game.push_back(root.key());
    root.make(move);
  }
  const std::string evaluation = job.evaluation == default_choice
                                     ? Evaluations<G>::default_name(job.algorithm)
                                     : job.evaluation;
  return run_on(root, Evaluations<G>::find("evaluation", evaluation, start), job, context, game);
}

template <Game G>
Result<G> run(const typename G::Start& start, const Job& job,
              const RootContext<MoveOf<G>>& context) {
  return with_generator<G>(job.generator, job.kernel, [&](const auto& generator) {
    using Board = typename SearchedBoard<typename std::decay_t<decltype(generator)>::Board>::type;
    using Family = typename FamilyOf<G>::type;
    if constexpr (searched_by_board<Family>)
      return run_on_chess_board<Family, Board>(start, job, context);
    else
      return run_on_board<Family, Board>(start, job, context);
  });
}

}  // namespace plylab::search
