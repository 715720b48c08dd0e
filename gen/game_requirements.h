// What a type lacks of a game, a line for each: a concept alone is refused in a hundred.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "gen/game.h"

namespace plylab {
namespace detail {

template <class Start, class... Boards>
constexpr bool begins_all(const std::tuple<Generator<Boards>...>*) {
  return (std::constructible_from<Boards, const Start&> && ...);
}

}  // namespace detail

/// Whether G models Game and each of its generators can be constructed from its Start. Says what is
/// missing while it is compiled.
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
      return Game<G> && begins;
    }
  }
  return false;
}

}  // namespace plylab
