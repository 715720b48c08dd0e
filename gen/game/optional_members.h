// What a game has of what it may have: no compiler misses a member whose name is misspelt, or which
// takes something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gen/game/game.h"
#include "gen/game/read_position.h"

namespace plylab {

/// A member that is told of at the concept Game.
struct OptionalMember {
  std::string_view name, what;
  bool is_there;
};

/// All that there could be.
template <Game G>
std::vector<OptionalMember> optional_members() {
  using Start = const typename G::Start;
  using Board = const FirstBoard<G>;
  using Move = MoveOf<G>;
  using Text = std::string_view;
  std::vector<OptionalMember> all;
  const auto member = [&](std::string_view name, std::string_view what) -> bool& {
    all.push_back({name, what, false});
    return all.back().is_there;
  };
  member("default_generator", "the generator where none is named") = requires {
    G::default_generator;
  };
  member("evaluations", "static evaluations that it brings with it") = requires { G::evaluations; };
  member("MoveKinds", "what perft --stats counts") = requires { typename G::MoveKinds; };
  member("counts_early_leaves", "games that end before the depth are leaves") = requires {
    G::counts_early_leaves;
  };
  member("move_words", "moves as people write them") = requires(Board board, Move move) {
    G::move_words(board, move);
  };
  member("move_from_words", "such moves read") = requires(Board board, Text text) {
    G::move_from_words(board, text);
  };
  member("first_ply", "the plies before a start, for numbers of moves") = requires(Start start) {
    G::first_ply(start);
  };
  member("Family", "the game as whose searches its own are compiled") = requires {
    typename G::Family;
  };
  member("white", "the side that PGN calls White") = requires { G::white; };
  member("variant", "PGN's name of the game") = requires(Start start) { G::variant(start); };
  member("end", "how a game ended by the rules") = requires(Board board) { G::end(board); };
  member("endings", "all such ways") = requires { G::endings; };
  member("positions", "positions with a name") = requires { G::positions; };
  member("after", "the start that a move leads to") = takes_moves<G>;
  member("why_illegal", "why a move is not legal") = requires(Start start, Text text) {
    G::why_illegal(start, text);
  };
  member("longest", "the most plies left") = requires(Start start) { G::longest(start); };
  member("with_seed", "a position drawn anew") = requires(Start start, std::uint64_t seed) {
    G::with_seed(start, seed);
  };
  member("conventions", "the ways to tell moves apart") = requires { G::conventions; };
  member("convention_of", "a position's convention") = requires(Start start) {
    G::convention_of(start);
  };
  member("with_convention", "a position with another one") = requires(Start start, std::size_t i) {
    G::with_convention(start, i);
  };
  member("move_rank", "what the ordering ranked goes by") = requires(Board board, Move move) {
    move_rank(board, move);
  };
  return all;
}

}  // namespace plylab
