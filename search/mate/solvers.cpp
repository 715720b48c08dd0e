#include "search/mate/solvers.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "gen/base/names.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/game/read_position.h"
#include "gen/games.h"
#include "search/mate/proof.h"

namespace plylab::search::mate {
namespace {

/// Calls visit.operator()<G>() for each game that is a variant of chess.
void for_each_variant(auto&& visit) {
  const auto visit_variant = [&]<class G>(std::type_identity<G>) {
    if constexpr (std::is_same_v<typename G::Start, chess::VariantSetup>)
      visit.template operator()<G>();
  };
  [&]<class... G>(std::type_identity<std::tuple<G...>>) {
    (visit_variant(std::type_identity<G>()), ...);
  }(std::type_identity<Games>());
}

}  // namespace

std::string_view name_of(MateStatus status) {
  constexpr std::string_view names[] = {"unknown", "none within", "announced",
                                        "found",   "line valid",  "shortest"};
  return names[static_cast<std::size_t>(status)];
}

std::vector<std::string> mate_solver_names(bool in_variants) {
  std::vector<std::string> names;
  for (const MateSolver& solver : mate_solvers)
    if (!in_variants || solver.solve_variant != nullptr) names.emplace_back(solver.name);
  return names;
}

const MateSolver& find_mate_solver(std::string_view name) {
  return find_entry(mate_solvers, name, "mate solver");
}

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for_each_variant([&]<class G>() { names.emplace_back(G::name); });
  return names;
}

MateAnswer solve_mated(const MateSolver& solver, const MateProblem& problem) {
  assert(problem.max_moves > 0);
  chess::Mailbox board(problem.position);
  MateAnswer answer{.status = MateStatus::shortest};
  Proof proof;
  for (const chess::Move reply : board.generate()) {
    const auto undo = board.make(reply);
    MateProblem after = problem;
    after.position = chess::ValidSetup(board.setup());
    board.unmake(reply, undo);
    after.limits.nodes -= answer.nodes;
    after.limits.seconds -= answer.seconds;
    MateAnswer one =
        after.limits.nodes > 0 && after.limits.seconds > 0 ? solver.solve(after) : MateAnswer{};
    answer.nodes += one.nodes;
    answer.seconds += one.seconds;
    answer.refuted = std::max(answer.refuted, one.refuted);
    if (!one.mates())
      return {.status = answer.refuted > 0 ? MateStatus::none_within : MateStatus::unknown,
              .refuted = answer.refuted,
              .nodes = answer.nodes,
              .seconds = answer.seconds};
    answer.status = std::min(answer.status, one.status);
    if (one.proof) proof.merge(*one.proof);
    if (one.moves <= answer.moves) continue;
    answer.moves = one.moves;
    answer.round = one.round;
    answer.line = std::move(one.line);
    answer.line.insert(answer.line.begin(), reply);
  }
  if (problem.keep_proof && answer.status >= MateStatus::line_valid)
    answer.proof = std::make_shared<Proof>(std::move(proof));
  return answer;
}

chess::VariantSetup read_variant(std::string_view game, std::string_view text) {
  std::optional<chess::VariantSetup> position;
  for_each_variant([&]<class G>() {
    if (G::name == game) position = read_position<G>(text).end;
  });
  if (!position) refuse_name("--game", game, variant_names());
  return *position;
}

}  // namespace plylab::search::mate
