// How the moves that two boards list differ.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace plylab::perft::soak {

/// The text of a move by the first of the boards that knows it.
template <class Boards, class Move>
std::string text_of(Boards& boards, const Move& move) {
  std::string text;
  boards.for_each([&](const auto& one) {
    const auto moves = one.board.generate();
    if (text.empty() && std::find(moves.begin(), moves.end(), move) != moves.end())
      text = move_text(one.board, move);
  });
  return text;
}

/// "lists 21 moves and not 20, x88 alone has e5d6": of sorted moves and those of the others.
template <class Boards, class Move>
std::string difference_text(Boards& boards, const std::string& name, const std::vector<Move>& moves,
                            const std::vector<Move>& others) {
  const auto texts = [&](const char* has, const std::vector<Move>& from,
                         const std::vector<Move>& without) {
    std::vector<Move> more;
    std::set_difference(from.begin(), from.end(), without.begin(), without.end(),
                        std::back_inserter(more));
    if (more.empty()) return std::string();
    std::string text = fmt::format(", {} alone {}", name, has);
    for (const Move& move : more) text += ' ' + text_of(boards, move);
    return text;
  };
  return fmt::format("lists {} moves and not {}{}{}", moves.size(), others.size(),
                     texts("has", moves, others), texts("has not", others, moves));
}

}  // namespace plylab::perft::soak
