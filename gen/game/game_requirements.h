// What a type lacks of a game, a line for each: a concept alone is refused in a hundred.
#pragma once

#include <concepts>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "gen/game/game.h"

namespace plylab {
namespace detail {

template <class Start, class... Boards>
constexpr bool begins_all(const std::tuple<Generator<Boards>...>*) {
  return (std::constructible_from<Boards, const Start&> && ...);
}

template <class Board, class... E>
constexpr bool evaluate_all(const std::tuple<NamedEvaluation<E>...>*) {
  return sizeof...(E) > 0 && (std::is_invocable_r_v<int, const E&, const Board&> && ...);
}
template <class Board>
constexpr bool evaluate_all(const void*) {
  return false;
}

/// Whether what is called default_generator, if anything, is the name of a generator.
template <Game G>
constexpr bool default_generator_exists() {
  if constexpr (requires { std::string_view(G::default_generator); })
    return std::apply(
        [](const auto&... entry) { return ((entry.name == G::default_generator) || ...); },
        G::generators);
  else
    return !requires { G::default_generator; };
}

/// Whether what is called evaluations, if anything, can evaluate the game's positions.
template <Game G>
constexpr bool evaluations_evaluate() {
  if constexpr (requires { G::evaluations; })
    return evaluate_all<FirstBoard<G>>(
        static_cast<const std::remove_cvref_t<decltype(G::evaluations)>*>(nullptr));
  else
    return true;
}

/// Whether what is called positions, if anything, are known positions.
template <Game G>
constexpr bool positions_are_known() {
  constexpr bool are_known = requires {
    { *std::begin(G::positions) } -> std::convertible_to<const KnownPosition&>;
    std::end(G::positions);
  };
  return are_known || !requires { G::positions; };
}

}  // namespace detail

/// Whether G models Game, each of its generators can be constructed from its Start, and some
/// optional members are what they must be. Says what is missing or wrong while it is compiled.
template <class G>
constexpr bool require_game() {
  using std::string_view;
  constexpr bool has_start = requires { typename G::Start; };
  static_assert(has_start, "a game needs a type Start, what a text stands for");
  static_assert(
      requires { string_view(G::name); }, "a game needs static constexpr std::string_view name");
  static_assert(
      requires { string_view(G::summary); },
      "a game needs static constexpr std::string_view summary, in a line");
  static_assert(
      requires { string_view(G::notation); },
      "a game needs static constexpr std::string_view notation, how positions are written");
  static_assert(
      requires { string_view(G::start); },
      "a game needs static constexpr std::string_view start, where games begin");
  constexpr bool has_generators = requires {
    std::tuple_size<std::remove_cvref_t<decltype(G::generators)>>::value;
  };
  static_assert(
      has_generators,
      "a game needs static constexpr std::tuple generators, of plylab::Generator, whose "
      "boards are each a plylab::Position");  // where one is none, an error says it before
  if constexpr (has_start) {
    using Start = typename G::Start;
    static_assert(
        requires(string_view text) {
          { G::parse(text) } -> std::same_as<Start>;
        },
        "a game needs static Start parse(std::string_view)");
    static_assert(
        requires(const Start start) {
          { G::to_string(start) } -> std::same_as<std::string>;
        },
        "a game needs static std::string to_string(const Start&)");
    if constexpr (has_generators) {
      constexpr bool begins = detail::begins_all<Start>(
          static_cast<const std::remove_cvref_t<decltype(G::generators)>*>(nullptr));
      static_assert(begins, "each generator's board must be constructible from the game's Start");
      if constexpr (Game<G>) {
        constexpr bool exists = detail::default_generator_exists<G>();
        static_assert(exists, "default_generator must be the name of one of the game's generators");
        constexpr bool evaluates = detail::evaluations_evaluate<G>();
        static_assert(
            evaluates,
            "evaluations must be a tuple of plylab::NamedEvaluation, each a callable that "
            "takes a board and gives an int");
        constexpr bool known = detail::positions_are_known<G>();
        static_assert(known, "positions must be an array of plylab::KnownPosition");
        return begins && exists && evaluates && known;
      }
    }
  }
  return false;
}

}  // namespace plylab
