// All searches, evaluations and orderings, by name. Adding a search: include its header and add its
// line here.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "search/alpha_beta.h"
#include "search/evaluation.h"
#include "search/minimax.h"
#include "search/negascout.h"
#include "search/ordering.h"
#include "search/pvs.h"

namespace plylab::search {

/// A registry entry for a search algorithm.
template <class A>
struct Algorithm {
  using Search = A;
  std::string_view name;
  std::string_view source;
};

inline constexpr std::tuple algorithms{
    Algorithm<Minimax>{"minimax", "full tree, Shannon 1950"},
    Algorithm<AlphaBeta>{"alphabeta", "F2 of Knuth and Moore 1975"},
    Algorithm<Pvs>{"pvs", "two windows, Marsland and Campbell 1982, fail-soft"},
    Algorithm<NegaScout>{"negascout", "Reinefeld's listing of 1989, leaves never re-searched"},
};

/// A registry entry for a static evaluation.
struct EvaluationEntry {
  std::string_view name;
  const PieceSquareTable* table;
  std::string_view summary;
};

inline constexpr std::array evaluations{
    EvaluationEntry{"material", &material_table, "P 100, N 320, B 330, R 500, Q 900"},
    EvaluationEntry{"pst", &piece_square_table, "material and piece-square values"},
};

/// A registry entry for a move ordering.
struct OrderingEntry {
  std::string_view name;
  ChessOrder::Kind kind;
  std::string_view summary;
};

inline constexpr std::array orderings{
    OrderingEntry{"generation", ChessOrder::Kind::generation, "as the generator lists the moves"},
    OrderingEntry{"canonical", ChessOrder::Kind::canonical, "by origin, target and kind"},
    OrderingEntry{"captures", ChessOrder::Kind::captures,
                  "captures by victim and attacker, then canonical"},
    OrderingEntry{"hash", ChessOrder::Kind::hash,
                  "best move of the last iteration first, then as captures"},
};

/// The names in a registry, in its order.
template <class... Entries>
std::vector<std::string> names_in(const std::tuple<Entries...>& registry) {
  return std::apply([](const auto&... entry) { return std::vector{std::string(entry.name)...}; },
                    registry);
}
template <class Entry, std::size_t N>
std::vector<std::string> names_in(const std::array<Entry, N>& registry) {
  std::vector<std::string> names;
  for (const Entry& entry : registry) names.emplace_back(entry.name);
  return names;
}

}  // namespace plylab::search
