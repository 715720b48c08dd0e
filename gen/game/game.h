// The concept of a game: what plylab must know to count, search and play it.
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

/// For generators that run on every CPU.
inline bool runs_anywhere() { return true; }

/// A registry entry for a generator of a game. Entries with the same name are kernels of one
/// generator: plylab uses the first whose runs_well() is true, unless the user names another.
template <class P>
struct Generator {
  using Board = P;
  std::string_view name;
  std::string_view summary;
  std::string_view kernel = {};         ///< empty where there is only one
  std::string_view needs = {};          ///< instruction sets beyond the baseline
  bool (*runs)() = runs_anywhere;       ///< this CPU can run it
  bool (*runs_well)() = runs_anywhere;  ///< this CPU runs it fast
};

/// The type for which walks and searches on a generator's board are compiled: the board's member
/// type Walked, or the board itself. Kernels that differ only in data share one such type, to which
/// their boards are converted.
template <class Board>
struct WalkedBoard {
  using type = Board;
};
template <class Board>
requires requires { typename Board::Walked; }
struct WalkedBoard<Board> {
  using type = typename Board::Walked;
};

/// The game for which the searches of G are compiled: its member type Family, or G itself. The two
/// must have the same Start, generators and evaluations.
template <class G>
struct FamilyOf {
  using type = G;
};
template <class G>
requires requires { typename G::Family; }
struct FamilyOf<G> {
  using type = typename G::Family;
};

/// A registry entry for a static evaluation: a callable that returns an int, from the point of view
/// of the side to move.
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

/// A game, as a struct of static members. A Start is a checked position read from text; every
/// generator is constructed from it. Optional members are
/// - `default_generator`, the name of the generator used where none is named; otherwise the first,
/// - `evaluations`, a tuple of NamedEvaluation; otherwise a search values every position at 0,
/// - `MoveKinds`, what perft statistics count (gen/game/move_kinds.h),
/// - `counts_early_leaves`, true if perft usually counts a game that ends before the depth as a
///   leaf,
/// - `move_words(position, move)` and `move_from_words(position, text)`, a move as players write
///   it, and the inverse, which throws InputError; otherwise move_text() and move_from_text() do
///   that,
/// - `first_ply(start)`, the number of plies before a start; lines of moves are then numbered,
/// - `Family`, a game with the same Start, generators and evaluations, whose compiled searches this
///   game uses,
/// - `white`, the side that game records call White; otherwise Side::first,
/// - `variant(start)`, the value of PGN's tag Variant; otherwise the game's name,
/// - `end(position)`, a std::optional<GameEnd> (gen/game/referee.h), how the game has ended by its
///   rules, and `endings`, an array of all the ways; otherwise outcome() decides,
/// - `positions`, an array of KnownPosition, whose names can be given in place of a position,
/// - `after(start, move)`, the Start after a legal move, so that users can give positions by moves;
///   not needed where Start is a board,
/// - `why_illegal(start, text)`, a sentence that says why a text is no legal move, or "",
/// - `longest(start)`, the maximum number of plies from there,
/// - `with_seed(start, seed)`, for games that are generated at random,
/// - `conventions`, where counts differ in which moves are distinct: an array of Convention
///   (gen/game/move_kinds.h), the usual one first, with `convention_of(start)`, an index into it,
///   and `with_convention(start, index)`,
/// and a free function `move_rank(position, move)`, an int: the ordering `ranked` puts the largest
/// first.
template <class G>
concept Game = requires(std::string_view text, const typename G::Start start) {
  { G::name } -> std::convertible_to<std::string_view>;
  { G::summary } -> std::convertible_to<std::string_view>;   // one line
  { G::notation } -> std::convertible_to<std::string_view>;  // how positions are written, one line
  { G::start } -> std::convertible_to<std::string_view>;     // where games begin, in that notation
  { G::parse(text) } -> std::same_as<typename G::Start>;     // throws InputError
  { G::to_string(start) } -> std::same_as<std::string>;      // the canonical text
  requires detail::generate_positions<std::remove_cvref_t<decltype(G::generators)>>;
};

/// A game's first generator, and the Move type that all its generators share.
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

/// Whether perft usually counts games that end before the depth as leaves.
template <Game G>
constexpr bool counts_early_leaves() {
  if constexpr (requires { G::counts_early_leaves; })
    return G::counts_early_leaves;
  else
    return false;
}

namespace detail {

/// Throws InputError: unknown generator; the message lists the known ones.
[[noreturn]] void no_generator(std::string_view game, std::string_view name,
                               const std::vector<std::string>& known);
/// Throws InputError: the text names no legal move.
[[noreturn]] void no_move(std::string_view text);
/// Throws InputError: the kernel is unknown, or this CPU cannot run it.
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

/// Calls visit(entry) for the generator of that name, or the default one if `name` is empty, and
/// returns its result. `kernel` chooses a kernel of that generator, or the fastest on this CPU if
/// it is empty; generators without kernels ignore it. Throws InputError for names that do not
/// exist, and for a kernel that this CPU cannot run.
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

/// A legal move as players write it.
template <Game G>
std::string move_words(const FirstBoard<G>& position, MoveOf<G> move) {
  if constexpr (requires { G::move_words(position, move); })
    return G::move_words(position, move);
  else
    return move_text(position, move);
}

/// The legal move that a text names as players write it. Throws InputError if there is none.
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

/// The number of plies before a start: even if Side::first is to move.
template <Game G>
unsigned first_ply(const typename G::Start& start) {
  if constexpr (requires { G::first_ply(start); })
    return G::first_ply(start);
  else
    return FirstBoard<G>(start).side_to_move() == Side::first ? 0 : 1;
}

/// A line of moves as players write it, one text for each move: "a1", "b2", or, where moves are
/// numbered, "1. e4", "e5", "2. Nf3". Each must be legal after the ones before.
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
