// Proof and disproof numbers, and the step of depth-first proof-number search that all games share.
#pragma once

#include <algorithm>
#include <cstdint>

namespace plylab::search {

/// A proof or disproof number: the least number of leaves that must be decided (Allis, van der
/// Meulen and van den Herik, "Proof-number search", Artificial Intelligence 66, 1994).
using ProofNumber = std::uint32_t;
inline constexpr ProofNumber infinite_number = 1'000'000'000;

/// The largest number of an undecided node.
inline constexpr ProofNumber undecided_number = infinite_number - 1;

constexpr ProofNumber sum(ProofNumber a, ProofNumber b) {
  return a == infinite_number || b == infinite_number ? infinite_number
                                                      : std::min(a + b, undecided_number);
}

/// The numbers of a node of an AND/OR tree. At an OR node the prover is to move: one child must be
/// proved. At an AND node the opponent is: all must.
struct NodeNumbers {
  ProofNumber proof = 1, disproof = 1;
  int moves =
      0;  ///< of a proved node: the most moves of the prover to the goal, where they are told

  constexpr bool proved() const { return proof == 0; }
  constexpr bool refuted() const { return disproof == 0; }
  constexpr bool decided() const { return proved() || refuted(); }
};

inline constexpr NodeNumbers refuted_node{infinite_number, 0, 0};
constexpr NodeNumbers proved_node(int moves) { return {0, infinite_number, moves}; }

/// Nagai's φ: the proof number where the prover is to move, else the disproof number. For each
/// other thread that is searching the child it counts half as much again, so that threads spread
/// (Kaneko, "Parallel depth first proof number search", AAAI 2010).
template <bool Prover>
constexpr ProofNumber phi(const auto& child) {
  const ProofNumber number = Prover ? child.value.proof : child.value.disproof;
  if constexpr (requires { child.threads; })
    if (child.threads != 0 && number < undecided_number)
      return static_cast<ProofNumber>(std::min(number + std::uint64_t{number} * child.threads / 2,
                                               std::uint64_t{undecided_number}));
  return number;
}

/// The numbers of an OR node (`Prover`) or AND node by those of its children, each with a member
/// `value`.
template <bool Prover>
constexpr NodeNumbers combine(const auto& children) {
  NodeNumbers value = Prover ? refuted_node : proved_node(0);
  for (const auto& child : children) {
    if (Prover) {
      if (child.value.proved() && (!value.proved() || child.value.moves + 1 < value.moves))
        value.moves = child.value.moves + 1;
      value.proof = std::min(value.proof, phi<Prover>(child));
      value.disproof = sum(value.disproof, child.value.disproof);
    } else {
      value.moves = std::max(value.moves, child.value.moves);
      value.proof = sum(value.proof, child.value.proof);
      value.disproof = std::min(value.disproof, phi<Prover>(child));
    }
  }
  return value;
}

/// The first child of the least φ: the one to search.
template <bool Prover>
auto& most_promising(auto& children) {
  return *std::min_element(children.begin(), children.end(), [](const auto& a, const auto& b) {
    return phi<Prover>(a) < phi<Prover>(b);
  });
}

/// A node returns to its parent when either number reaches its threshold.
struct Thresholds {
  ProofNumber proof = infinite_number, disproof = infinite_number;
};

/// The child is searched while it stays the best and its parent is within its own thresholds. A
/// margin of a quarter keeps the search from alternating between equal children (Pawlewicz and Lew
/// 2007).
template <bool Prover>
Thresholds thresholds(Thresholds limit, const NodeNumbers& value, const auto& child,
                      const auto& children) {
  ProofNumber second = infinite_number;
  for (const auto& other : children)
    if (&other != &child) second = std::min(second, phi<Prover>(other));
  const auto at_most = [](ProofNumber number) { return std::min(number, infinite_number); };
  const ProofNumber stays_best = at_most(second + second / 4 + 1);
  if (Prover)
    return {std::min(limit.proof, stays_best),
            at_most(limit.disproof - value.disproof + child.value.disproof)};
  return {at_most(limit.proof - value.proof + child.value.proof),
          std::min(limit.disproof, stays_best)};
}

/// A node of df-pn (Nagai 2002): `search(move, thresholds)` searches the most promising child,
/// again and again, until a number of the node reaches its threshold. `refresh(children)` is called
/// each time before.
template <bool Prover>
NodeNumbers search_children(auto& children, Thresholds limit, auto&& search, auto&& refresh) {
  while (true) {
    refresh(children);
    const NodeNumbers value = combine<Prover>(children);
    if (value.proof >= limit.proof || value.disproof >= limit.disproof) return value;
    auto& child = most_promising<Prover>(children);
    child.value = search(child.move, thresholds<Prover>(limit, value, child, children));
  }
}

/// The same where nobody else searches the children.
template <bool Prover>
NodeNumbers search_children(auto& children, Thresholds limit, auto&& search) {
  return search_children<Prover>(children, limit, search, [](auto&) {});
}

}  // namespace plylab::search
