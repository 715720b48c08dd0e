// What a game is: all that the lab must know to count, search and play it.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/game/moves.h"
#include "gen/game/position.h"

namespace plylab {

/// For generators that every CPU executes.
inline bool runs_anywhere() { return true; }

/// A registry entry for a generator of a game. Entries of one name are kernels of one generator:
/// the first whose runs_well() holds is taken, unless another is asked for.
template <class P>
struct Generator {
  using Board = P;
  std::string_view name;
  std::string_view summary;
  std::string_view kernel = {};         ///< empty where there is only one
  std::string_view needs = {};          ///< instruction sets beyond the baseline
  bool (*runs)() = runs_anywhere;       ///< this CPU can execute it
  bool (*runs_well)() = runs_anywhere;  ///< and does so fast
};

/// The type for which walks and searches on a generator's board are compiled: what it names as its
/// Walked, or itself. Kernels that differ only in data are copied to one they have in common.
template <class Board>
struct WalkedBoard {
  using type = Board;
};
template <class Board>
requires requires { typename Board::Walked; }
struct WalkedBoard<Board> {
  using type = typename Board::Walked;
};

/// The game as whose searches those in a game are compiled: what it names as its Family, or itself.
/// Start, generators and evaluations of the two must be the same.
template <class G>
struct FamilyOf {
  using type = G;
};
template <class G>
requires requires { typename G::Family; }
struct FamilyOf<G> {
  using type = typename G::Family;
};

/// A registry entry for a static evaluation: a callable that gives an int for the side to move.
template <class E>
struct NamedEvaluation {
  std::string_view name;
  std::string_view summary;
  E evaluate;
};

/// A position with a well-known name.
struct KnownPosition {
  std::string_view name;
  std::string_view text;  ///< in the game's notation
  std::string_view summary;
};

namespace detail {

template <class Tuple>
inline constexpr bool generate_positions = false;
template <class... P>
inline constexpr bool generate_positions<std::tuple<Generator<P>...>> = (Position<P> && ...);

}  // namespace detail

/// A game, as a struct of static members. Start is what a text stands for once it has been checked;
/// every generator is constructed from it. Besides, a game may have
/// - `default_generator`, a name; otherwise the first is taken where none is asked for,
/// - `evaluations`, a tuple of NamedEvaluation; otherwise every position is worth 0 to a search,
/// - `MoveKinds`, what perft statistics count (gen/game/move_kinds.h),
/// - `counts_early_leaves`, true if a game that is over before the depth of a perft is reached is
///   usually counted as a leaf,
/// - `move_words(position, move)` and `move_from_words(position, text)`, a move as people write it,
///   and the inverse, which throws InputError; otherwise move_text() and move_from_text() do that,
/// - `first_ply(start)`, how many plies lie before a start; then lines of moves are numbered,
/// - `Family`, a game with the same Start, generators and evaluations, as whose searches those in
///   this one are compiled,
/// - `white`, the side whose pieces are called white, in records of games; otherwise Side::first,
/// - `variant(start)`, the value of PGN's tag Variant; otherwise the game's name,
/// - `end(position)`, how a game ends by its rules, as a std::optional<GameEnd>
/// (gen/game/referee.h),
///   and `endings`, an array of all the ways; otherwise outcome() says it,
/// - `positions`, an array of KnownPosition, whose names are understood where one is asked for,
/// - `after(start, move)`, the Start that a legal move leads to, so that positions can be given by
///   moves; not needed where Start is a board,
/// - `why_illegal(start, text)`, a sentence about a text that names no legal move, or "",
/// - `longest(start)`, the most plies that are left,
/// - `with_seed(start, seed)`, for games that are drawn at random,
/// - `conventions`, where it is not settled which moves are different: an array of Convention
///   (gen/game/move_kinds.h), the usual one first, with `convention_of(start)`, a place in it, and
///   `with_convention(start, place)`,
/// and as a function beside the position `move_rank(position, move)`, an int: the ordering `ranked`
/// puts the largest first.
template <class G>
concept Game = requires(std::string_view text, const typename G::Start start) {
  { G::name } -> std::convertible_to<std::string_view>;
  { G::summary } -> std::convertible_to<std::string_view>;   // in a line
  { G::notation } -> std::convertible_to<std::string_view>;  // how positions are written, in a line
  { G::start } -> std::convertible_to<std::string_view>;     // where games begin, in that notation
  { G::parse(text) } -> std::same_as<typename G::Start>;     // throws InputError
  { G::to_string(start) } -> std::same_as<std::string>;      // the form of which there is only one
  requires detail::generate_positions<std::remove_cvref_t<decltype(G::generators)>>;
};

/// A game's first generator, and the moves that all its generators share.
template <Game G>
using FirstBoard =
    typename std::tuple_element_t<0, std::remove_cvref_t<decltype(G::generators)>>::Board;
template <Game G>
using MoveOf = typename FirstBoard<G>::Move;

/// Calls visit(entry) for every generator and kernel in the registry.
template <Game G>
void for_each_generator(auto&& visit) {
  std::apply([&](const auto&... entry) { (visit(entry), ...); }, G::generators);
}

/// The default generator.
template <Game G>
constexpr std::string_view default_generator() {
  if constexpr (requires { G::default_generator; })
    return G::default_generator;
  else
    return std::get<0>(G::generators).name;
}

/// Whether perft usually counts the games that are over before its depth is reached.
template <Game G>
constexpr bool counts_early_leaves() {
  if constexpr (requires { G::counts_early_leaves; })
    return G::counts_early_leaves;
  else
    return false;
}

namespace detail {

/// Throws InputError: there is no such name, only these.
[[noreturn]] void no_generator(std::string_view game, std::string_view name,
                               const std::vector<std::string>& known);
/// Throws InputError: the text names no legal move.
[[noreturn]] void no_move(std::string_view text);
/// Throws InputError: no such kernel, or one that this CPU cannot run.
[[noreturn]] void no_kernel(std::string_view kernel, const std::vector<std::string>& known);

}  // namespace detail

/// The names of a game's generators, each once, in the registry's order.
template <Game G>
std::vector<std::string> generator_names() {
  std::vector<std::string> names;
  for_each_generator<G>([&](const auto& entry) {
    if (names.empty() || names.back() != entry.name) names.emplace_back(entry.name);
  });
  return names;
}

/// The names of the kernels of a game's generators.
template <Game G>
std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for_each_generator<G>([&](const auto& entry) {
    if (!entry.kernel.empty()) names.emplace_back(entry.kernel);
  });
  return names;
}

/// Calls visit(entry) for the generator of that name, empty for the default one, and returns what
/// it returns. A generator with several kernels takes the one named, or the fastest here if
/// `kernel` is empty; others ignore it. Throws InputError for names that do not exist, and for a
/// kernel that this CPU cannot run.
template <Game G, class F>
auto with_generator(std::string_view name, std::string_view kernel, F&& visit) {
  using First = std::tuple_element_t<0, std::remove_cvref_t<decltype(G::generators)>>;
  using Result = std::invoke_result_t<F, const First&>;
  if (name.empty()) name = default_generator<G>();
  bool named = false, has_kernel = kernel.empty();
  std::optional<Result> result;
  for_each_generator<G>([&](const auto& entry) {
    has_kernel |= entry.kernel == kernel;
    if (entry.name != name) return;
    named = true;
    const bool wanted = entry.kernel.empty() || kernel.empty()
                            ? entry.runs_well()
                            : entry.kernel == kernel && entry.runs();
    if (!result && wanted) result.emplace(visit(entry));
  });
  if (!named) detail::no_generator(G::name, name, generator_names<G>());
  if (!has_kernel || !result) detail::no_kernel(kernel, kernel_names<G>());
  return std::move(result).value();
}

/// A legal move as people write it.
template <Game G>
std::string move_words(const FirstBoard<G>& position, MoveOf<G> move) {
  if constexpr (requires { G::move_words(position, move); })
    return G::move_words(position, move);
  else
    return move_text(position, move);
}

/// The legal move that a text names as people write it. Throws InputError.
template <Game G>
MoveOf<G> move_from_words(const FirstBoard<G>& position, std::string_view text) {
  if constexpr (requires { G::move_from_words(position, text); }) {
    return G::move_from_words(position, text);
  } else {
    const auto move = move_from_text(position, text);
    if (!move) detail::no_move(text);
    return *move;
  }
}

/// The plies before a start; even where Side::first moves.
template <Game G>
unsigned first_ply(const typename G::Start& start) {
  if constexpr (requires { G::first_ply(start); })
    return G::first_ply(start);
  else
    return FirstBoard<G>(start).side_to_move() == Side::first ? 0 : 1;
}

/// A line of moves as people write it, a text for each move: "a1", "b2", or, where moves are
/// numbered, "1. e4", "e5", "2. Nf3". All must be legal in turn.
template <Game G>
std::vector<std::string> words(const typename G::Start& start, std::span<const MoveOf<G>> moves) {
  std::vector<std::string> texts;
  FirstBoard<G> board(start);
  unsigned ply = first_ply<G>(start);
  for (const auto& move : moves) {
    std::string number;
    if constexpr (requires { G::first_ply(start); })
      if (ply % 2 == 0 || texts.empty())
        number = std::to_string(ply / 2 + 1) + (ply % 2 == 0 ? ". " : "... ");
    texts.push_back(number + move_words<G>(board, move));
    board.make(move);
    ++ply;
  }
  return texts;
}

}  // namespace plylab
