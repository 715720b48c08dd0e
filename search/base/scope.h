// Which games a switch, an ordering or an evaluation is for.
#pragma once

#include <cstdint>
#include <string_view>

#include "gen/chess/board/notation.h"
#include "gen/game/position.h"

namespace plylab::search {

enum class Scope : std::uint8_t {
  chess,         ///< chess alone
  chess_family,  ///< chess and its variants
  any_game
};

/// An evaluation or an ordering.
struct ScopedEntry {
  std::string_view name;
  std::string_view summary;
  Scope scope = Scope::any_game;
};

/// What is for this scope, or for a later one, is for the game of the position.
template <Position P>
constexpr Scope scope_of = chess::ChessPosition<P>      ? Scope::chess
                           : chess::AnyChessPosition<P> ? Scope::chess_family
                                                        : Scope::any_game;

}  // namespace plylab::search
