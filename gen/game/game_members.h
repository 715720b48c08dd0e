// Checks a game type at compile time: static_asserts name missing required members, and a list
// names the optional members.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gen/game/game.h"
#include "gen/game/read_position.h"

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

/// Whether the member default_generator, if there is one, is the name of a generator.
template <Game G>
constexpr bool default_generator_exists() {
  if constexpr (requires { std::string_view(G::default_generator); })
    return std::apply(
        [](const auto&... entry) { return ((entry.name == G::default_generator) || ...); },
        G::generators);
  else
    return !requires { G::default_generator; };
}

/// Whether the member evaluations, if there is one, can evaluate the game's positions.
template <Game G>
constexpr bool evaluations_evaluate() {
  if constexpr (requires { G::evaluations; })
    return evaluate_all<FirstBoard<G>>(
        static_cast<const std::remove_cvref_t<decltype(G::evaluations)>*>(nullptr));
  else
    return true;
}

/// Whether the member positions, if there is one, is an array of KnownPosition.
template <Game G>
constexpr bool positions_are_known() {
  constexpr bool are_known = requires {
    { *std::begin(G::positions) } -> std::convertible_to<const KnownPosition&>;
    std::end(G::positions);
  };
  return are_known || !requires { G::positions; };
}

/// Whether P models Position. Compile errors say what is missing or wrong.
template <class P>
constexpr bool require_position() {
  static_assert(std::copyable<P>, "a position must be copyable");
  constexpr bool has_types = requires {
    typename P::Move;
    typename P::MoveList;
    typename P::Packed;
    typename P::Undo;
  };
  static_assert(has_types, "a position needs the types Move, MoveList, Packed and Undo");
  if constexpr (has_types) {
    using Move = const typename P::Move;
    using Undo = const typename P::Undo;
    static_assert(std::totally_ordered<typename P::Move>, "a position's Move needs == and <=>");
    static_assert(std::equality_comparable<typename P::Packed>, "a position's Packed needs ==");
#define PLYLAB_NEEDS(expression, type, text)                         \
  static_assert(                                                     \
      requires(P p, const P c, Move m, Undo u, std::string_view t) { \
        { expression } -> std::same_as<type>;                        \
      },                                                             \
      "a position needs " text)
    PLYLAB_NEEDS(c.side_to_move(), Side, "plylab::Side side_to_move() const");
    PLYLAB_NEEDS(c.generate(), typename P::MoveList, "MoveList generate() const");
    PLYLAB_NEEDS(c.count(), unsigned, "unsigned count() const, the number of moves");
    PLYLAB_NEEDS(p.make(m), typename P::Undo, "Undo make(Move)");
    PLYLAB_NEEDS(p.unmake(m, u), void, "void unmake(Move, Undo)");
    PLYLAB_NEEDS(c.key(), Key, "plylab::Key key() const");
    PLYLAB_NEEDS(c.packed(), typename P::Packed, "Packed packed() const, the exact form");
    PLYLAB_NEEDS(c.terminal_outcome(), Outcome, "plylab::Outcome terminal_outcome() const");
    PLYLAB_NEEDS(c.drawn_by_rule(), bool, "bool drawn_by_rule() const");
    PLYLAB_NEEDS(move_text(c, m), std::string, "beside it std::string move_text(position, move)");
    PLYLAB_NEEDS(move_from_text(c, t), std::optional<typename P::Move>,
                 "beside it std::optional<Move> move_from_text(position, text)");
#undef PLYLAB_NEEDS
  }
  return Position<P>;
}

template <class... P>
constexpr bool require_positions(const std::tuple<Generator<P>...>*) {
  return (require_position<P>() && ...);
}

}  // namespace detail

/// Whether G models Game, each of its generators can be constructed from its Start, and the
/// optional members have the right types. Compile errors say what is missing or wrong.
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
  static_assert(has_generators,
                "a game needs static constexpr std::tuple generators, of plylab::Generator<Board>");
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
      detail::require_positions(
          static_cast<const std::remove_cvref_t<decltype(G::generators)>*>(nullptr));
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

/// An optional member of a game, as the concept Game describes it.
struct OptionalMember {
  std::string_view name, what;
  bool is_there;
};

/// All optional members.
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
  member("default_generator", "the generator used if none is named") = requires {
    G::default_generator;
  };
  member("evaluations", "static evaluations") = requires { G::evaluations; };
  member("MoveKinds", "what perft --stats counts") = requires { typename G::MoveKinds; };
  member("counts_early_leaves", "perft counts games that end before its depth") = requires {
    G::counts_early_leaves;
  };
  member("move_words", "moves as people write them") = requires(Board board, Move move) {
    G::move_words(board, move);
  };
  member("move_from_words", "reads such moves") = requires(Board board, Text text) {
    G::move_from_words(board, text);
  };
  member("first_ply", "the plies before a start, to number moves") = requires(Start start) {
    G::first_ply(start);
  };
  member("Family", "the game whose compiled searches it shares") = requires { typename G::Family; };
  member("white", "the side that PGN calls White") = requires { G::white; };
  member("variant", "PGN's name of the game") = requires(Start start) { G::variant(start); };
  member("end", "how a game has ended by the rules") = requires(Board board) { G::end(board); };
  member("endings", "all ways to end") = requires { G::endings; };
  member("positions", "positions with a name") = requires { G::positions; };
  member("after", "the start that a move leads to, if starts are not boards") = has_after<G>;
  member("why_illegal", "why a move is not legal") = requires(Start start, Text text) {
    G::why_illegal(start, text);
  };
  member("longest", "the most plies left") = requires(Start start) { G::longest(start); };
  member("with_seed", "the position of another random seed") =
      requires(Start start, std::uint64_t seed) {
    G::with_seed(start, seed);
  };
  member("conventions", "the ways to count different moves") = requires { G::conventions; };
  member("convention_of", "a position's convention") = requires(Start start) {
    G::convention_of(start);
  };
  member("with_convention", "the position with another one") =
      requires(Start start, std::size_t i) {
    G::with_convention(start, i);
  };
  member("move_rank", "the key of the ordering ranked") = requires(Board board, Move move) {
    move_rank(board, move);
  };
  return all;
}

}  // namespace plylab
