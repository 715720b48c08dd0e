// Positions as users write them: in the game's notation or by name, optionally followed by moves.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/game/game.h"

namespace plylab {

/// Splits a position's text at the word "moves"; the second part is empty if there is none.
std::pair<std::string_view, std::string_view> cut_at_moves(std::string_view text);

/// The text of a position with moves appended to any that it already has.
std::string with_moves(std::string_view position, std::string_view moves);

/// A position with the moves that lead to it.
template <Game G>
struct PlayedPosition {
  typename G::Start start;
  std::vector<MoveOf<G>> moves;
  typename G::Start end;
};

/// Whether the game has after(), which gives the start that a move leads to.
template <Game G>
inline constexpr bool has_after = requires(const typename G::Start start, MoveOf<G> move) {
  { G::after(start, move) } -> std::same_as<typename G::Start>;
};

/// Whether users can give positions of the game by moves.
template <Game G>
inline constexpr bool takes_moves =
    std::is_same_v<typename G::Start, FirstBoard<G>> || has_after<G>;

namespace detail {

/// Throws InputError, which says why the word is not a move in the position, and whether it may be
/// several moves written without blanks. `is_move` tells whether another word is a move there.
[[noreturn]] void refuse_move(std::string_view word, std::string_view why,
                              const std::string& position,
                              const std::function<bool(std::string_view)>& is_move);
/// Throws InputError: positions of the game cannot be given by moves.
[[noreturn]] void refuse_moves(std::string_view game);
/// Throws InputError with a suggestion if the text is close to one of these names.
void suggest_position(std::string_view text, const std::vector<std::string>& names);

template <Game G>
MoveOf<G> read_move(const typename G::Start& start, std::string_view text) {
  const FirstBoard<G> board(start);
  try {
    return move_from_words<G>(board, text);
  } catch (const InputError& error) {
    std::string why;
    if constexpr (requires { G::why_illegal(start, text); }) why = G::why_illegal(start, text);
    refuse_move(text, why.empty() ? error.what() : why, G::to_string(start),
                [&](std::string_view word) {
                  try {
                    move_from_words<G>(board, word);
                    return true;
                  } catch (const InputError&) {
                    return false;
                  }
                });
  }
}

template <Game G>
typename G::Start after(const typename G::Start& start, MoveOf<G> move) {
  if constexpr (std::is_same_v<typename G::Start, FirstBoard<G>>) {
    typename G::Start next = start;
    next.make(move);
    return next;
  } else {
    return G::after(start, move);
  }
}

}  // namespace detail

/// The text of the game's known position of that name, or the argument itself if there is none.
template <Game G>
std::string_view known_text(std::string_view name) {
  if constexpr (requires { G::positions; })
    for (const KnownPosition& known : G::positions)
      if (known.name == name) return known.text;
  return name;
}

namespace detail {

template <Game G>
typename G::Start parse(std::string_view text) {
  try {
    return G::parse(text);
  } catch (const InputError&) {
    if constexpr (requires { G::positions; }) suggest_position(text, names_in(G::positions));
    throw;
  }
}

}  // namespace detail

/// Reads "POSITION", "POSITION moves e2e4 e7e5" or "moves e2e4", where POSITION is a name among the
/// game's `positions` or in its notation; without it the moves start from the initial position.
/// Throws InputError for anything else, for moves that are not legal, and for moves in a game whose
/// notation cannot express the position after them.
template <Game G>
PlayedPosition<G> read_position(std::string_view text) {
  const auto [position, moves] = cut_at_moves(text);
  const bool from_start = position.empty() && !moves.empty();
  const auto start = detail::parse<G>(from_start ? G::start : known_text<G>(position));
  PlayedPosition<G> read{start, {}, start};
  std::string_view rest = moves;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if constexpr (takes_moves<G>) {
      read.moves.push_back(detail::read_move<G>(read.end, word));
      read.end = detail::after<G>(read.end, read.moves.back());
    } else {
      detail::refuse_moves(G::name);
    }
  }
  return read;
}

}  // namespace plylab
