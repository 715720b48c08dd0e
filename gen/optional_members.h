// What a game has of what it may have: no compiler misses a member whose name is misspelt, or which
// takes something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gen/game.h"
#include "gen/read_position.h"

namespace plylab {

/// A member that is told of at the concept Game.
struct OptionalMember {
  std::string_view name;
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
  const auto member = [&](std::string_view name) -> bool& {
    all.push_back({name, false});
    return all.back().is_there;
  };
  member("default_generator") = requires { G::default_generator; };
  member("evaluations") = requires { G::evaluations; };
  member("MoveKinds") = requires { typename G::MoveKinds; };
  member("counts_higher_leaves") = requires { G::counts_higher_leaves; };
  member("move_words") = requires(Board board, Move move) { G::move_words(board, move); };
  member("move_from_words") = requires(Board board, Text text) { G::move_from_words(board, text); };
  member("first_ply") = requires(Start start) { G::first_ply(start); };
  member("Family") = requires { typename G::Family; };
  member("white") = requires { G::white; };
  member("variant") = requires(Start start) { G::variant(start); };
  member("end") = requires(Board board) { G::end(board); };
  member("endings") = requires { G::endings; };
  member("positions") = requires { G::positions; };
  member("after") = takes_moves<G>;
  member("why_illegal") = requires(Start start, Text text) { G::why_illegal(start, text); };
  member("longest") = requires(Start start) { G::longest(start); };
  member("with_seed") = requires(Start start, std::uint64_t seed) { G::with_seed(start, seed); };
  member("conventions") = requires { G::conventions; };
  member("convention_of") = requires(Start start) { G::convention_of(start); };
  member("with_convention") = requires(Start start, std::size_t i) {
    G::with_convention(start, i);
  };
  member("move_rank") = requires(Board board, Move move) { move_rank(board, move); };
  return all;
}

}  // namespace plylab
