#include "search/run.h"

#include <type_traits>

#include "search/boards.h"

namespace plylab::search {

/// Of the bitboard's kernels only the two that look sliders up one position at a time are compiled:
/// the vector kernels differ from pext in nothing but counting children, which no search does.
template <class Board>
struct SearchedBoard {
  using type = Board;
};
template <>
struct SearchedBoard<chess::Bitboard<chess::Avx512>> {
  using type = chess::Bitboard<chess::Pext>;
};
template <>
struct SearchedBoard<chess::Bitboard<chess::Avx2>> {
  using type = chess::Bitboard<chess::Pext>;
};

Result run(const chess::ValidSetup& position, const Job& job) {
  return chess::with_generator(job.generator, [&](const auto& generator) {
    using Board = typename std::decay_t<decltype(generator)>::Board;
    return run_on_board<typename SearchedBoard<Board>::type>(position, job);
  });
}

}  // namespace plylab::search
