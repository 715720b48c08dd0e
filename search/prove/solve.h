// One question to one solver.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "search/prove/and_or_tree.h"
#include "search/prove/depth_first.h"
#include "search/prove/proof_number_search.h"

namespace plylab::search::prove {

namespace detail {

/// Asks one solver about a node that the rules leave open.
template <class Tree>
void ask(Tree& tree, std::string_view solver, const Question& question, Answer& answer) {
  const auto finish = [&](const auto& search, std::optional<bool> proved) {
    answer.proved = proved;
    answer.kept = search.kept();
  };
  const auto keep_move = [&](std::optional<typename Tree::Move> move) {
    if (move && answer.proved == true)
      answer.move = move_words<typename Tree::Played>(tree.board(), *move);
  };
  const auto by_table = [&](auto search) {
    try {
      finish(search, search.search());
      keep_move(search.proving_move());
    } catch (const Stopped&) {
      finish(search, std::nullopt);
    }
  };
  const auto by_tree = [&]<bool Squared>(std::bool_constant<Squared>) {
    using Search = ProofNumberSearch<Tree, Squared>;
    Search search(tree, std::max<std::size_t>(2, question.bytes / sizeof(typename Search::Node)));
    try {
      const NodeNumbers value = search.search();
      answer.memory_full = !value.decided();
      finish(search, value.decided() ? std::optional(value.proved()) : std::nullopt);
      for (const auto& child : search.children())
        if (child.value.proved()) return keep_move(child.move);
    } catch (const Stopped&) {
      finish(search, std::nullopt);
    }
  };
  if (solver == "exhaustive") return by_table(Exhaustive<Tree>(tree, question.bytes));
  if (solver == "dfpn") return by_table(DepthFirstProofNumbers<Tree>(tree, question.bytes));
  if (solver == "pn") return by_tree(std::false_type{});
  by_tree(std::true_type{});
}

}  // namespace detail

/// The answer of a solver, whose name must be one of `solvers`. Throws InputError if its table
/// cannot be allocated.
template <Game G>
Answer solve(const typename G::Start& start, const Question& question, std::string_view solver) {
  AndOrTree<G> tree(start, question);
  Answer answer;
  try {
    answer.proved = tree.look();
  } catch (const Stopped&) {
    return answer;
  }
  if (!answer.proved) detail::ask(tree, solver, question, answer);
  answer.nodes = tree.budget().visited();
  answer.seconds = tree.budget().seconds();
  return answer;
}

}  // namespace plylab::search::prove
