#include "perft/verify/reference_divide.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>

#include "gen/chess/registry.h"
#include "perft/count/walk.h"

namespace plylab::perft::verify {
namespace {

std::vector<CountedMove> divide_by(const std::string& generator, const chess::ValidSetup& start,
                                   int depth) {
  return with_generator<chess::Chess>(generator, "", [&]<class Entry>(const Entry&) {
    typename Entry::Board board(start);
    std::vector<CountedMove> moves;
    for (const chess::Move move : board.generate()) {
      const auto undo = board.make(move);
      moves.push_back({move, perft::perft(board, depth - 1)});
      board.unmake(move, undo);
    }
    std::sort(moves.begin(), moves.end(), [](auto& a, auto& b) { return a.move < b.move; });
    return moves;
  });
}

}  // namespace

std::vector<CountedMove> reference_divide(const chess::Setup& position, int depth) {
  assert(depth >= 1);
  const chess::ValidSetup start(position);
  std::vector<std::vector<CountedMove>> votes;
  for (const std::string& generator : generator_names<chess::Chess>()) {
    votes.push_back(divide_by(generator, start, depth));
    if (std::count(votes.begin(), votes.end(), votes.back()) == 2) return votes.back();
  }
  throw std::logic_error(fmt::format("no two of plylab's own generators agree on depth {} of {}",
                                     depth, to_string(position)));
}

Count total_of(const std::vector<CountedMove>& moves) {
  Count total;
  for (const CountedMove& counted : moves) total += counted.leaves;
  return total;
}

}  // namespace plylab::perft::verify
