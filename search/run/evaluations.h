// The evaluations of every game, by name.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/base/names.h"
#include "gen/chess/registry.h"
#include "gen/fairy/fairy.h"
#include "gen/game/game.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run/searchable_game.h"
#include "search/run/searches.h"

namespace plylab::search {

/// The evaluations of a game (gen/game/game.h), or else one that values every position at 0. They
/// are one type, so that each search is compiled once for a game; a well-predicted branch selects
/// the evaluation.
template <Game G>
class Evaluations {
 public:
  static std::vector<NamedEntry> entries() {
    if constexpr (has_own)
      return std::apply(
          [](const auto&... entry) {
            return std::vector{NamedEntry{std::string(entry.name), std::string(entry.summary)}...};
          },
          G::evaluations);
    else
      return {{"even", "every position is worth 0"}};
  }
  static std::string default_name(std::string_view) { return entries().front().name; }
  static void check(std::string_view where, const std::string& name) { place(where, name); }
  static Evaluations find(std::string_view where, const std::string& name,
                          const typename G::Start&) {
    Evaluations chosen;
    chosen.index_ = place(where, name);
    return chosen;
  }

  /// The value for the side to move.
  template <Position P>
  Value operator()(const P& position) const {
    if constexpr (has_own)
      return value(position, std::make_index_sequence<count>());
    else
      return 0;
  }

 private:
  static std::size_t place(std::string_view where, const std::string& name) {
    const auto known = names_in(entries());
    const std::size_t place = place_of(known, name);
    if (place == known.size()) refuse_evaluation(where, name, G::name, known);
    return place;
  }

  static constexpr bool has_own = requires { G::evaluations; };
  static constexpr std::size_t count = [] {
    if constexpr (has_own)
      return std::tuple_size_v<std::remove_cvref_t<decltype(G::evaluations)>>;
    else
      return std::size_t{1};
  }();

  template <Position P, std::size_t... I>
  Value value(const P& position, std::index_sequence<I...>) const {
    Value result = 0;
    static_cast<void>(
        ((I == index_ && (result = std::get<I>(G::evaluations).evaluate(position), true)) || ...));
    return result;
  }

  std::size_t index_ = 0;
};

/// The evaluations of chess for games of the scope, as text.
std::vector<NamedEntry> named_evaluations(Scope scope);

/// The evaluations of chess, and the default of each search.
template <>
class Evaluations<chess::Chess> {
 public:
  static std::vector<NamedEntry> entries() { return named_evaluations(Scope::chess); }
  static std::string default_name(std::string_view algorithm) {
    return std::string(preset_of(algorithm).evaluation);
  }
  static void check(std::string_view where, const std::string& name) {
    parse_evaluation(where, name);
  }
  static ChessEvaluation find(std::string_view where, const std::string& name,
                              const chess::ValidSetup&) {
    return parse_evaluation(where, name);
  }
};

/// The evaluations of the variants of chess: all except `positional`.
template <Game G>
requires std::derived_from<G, fairy::FairyChess>
class Evaluations<G> {
 public:
  static std::vector<NamedEntry> entries() { return named_evaluations(Scope::chess_family); }
  static std::string default_name(std::string_view algorithm) {
    return preset_of(algorithm).particular ? "pst" : "material";
  }
  static void check(std::string_view where, const std::string& name) {
    parse_evaluation(where, name, any_variant);
  }
  static ChessEvaluation find(std::string_view where, const std::string& name,
                              const chess::VariantSetup& start) {
    return parse_evaluation(where, name, start.variant());
  }

 private:
  static constexpr const chess::Variant& any_variant = chess::fairy_variants.front();
};

}  // namespace plylab::search
