#include "suites/mine/mates.h"

#include <fmt/format.h>

#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "search/mate/dfpn.h"

namespace plylab::suites::mine {
namespace {

search::mate::MateProblem problem_of(const chess::Setup& setup, int most_moves,
                                     std::uint64_t nodes) {
  search::mate::MateProblem problem{chess::ValidSetup(setup)};
  problem.most_moves = most_moves;
  problem.limits.nodes = nodes;
  problem.table_bytes = std::size_t{16} << 20;
  return problem;
}

}  // namespace

MinedMate::Pattern MinedMate::pattern() const {
  const chess::Setup then = chess::after(setup, mate.key);
  return {mate.moves, material_of(setup), type_of(setup.squares[mate.key.from()]),
          mate.key.is_capture(), chess::in_check(then.squares, then.side)};
}

std::vector<int> MateMiner::groups() const {
  std::vector<int> lengths;
  for (int moves = shortest_; moves <= longest_; ++moves) lengths.push_back(moves);
  return lengths;
}

/// Whether proof numbers find a mate with little work: most positions have none, and to refute all
/// of them exhaustively would take most of the time.
bool MateMiner::may_mate(const chess::Setup& setup) const {
  constexpr std::uint64_t share = 200;
  return search::mate::solve_by_proof_numbers(problem_of(setup, longest_, nodes_ / share)).mates();
}

std::optional<search::mate::UniqueMate> MateMiner::solve(const chess::Setup& setup,
                                                         int most_moves) const {
  return search::mate::unique_mate(problem_of(setup, most_moves, nodes_));
}

std::optional<MinedMate> MateMiner::find(const chess::Setup& position,
                                         const std::map<int, bool>& wanted,
                                         std::uint64_t& seed) const {
  if (!may_mate(position)) return {};
  const auto mate = solve(position, longest_);
  if (!mate) return {};
  const auto group = wanted.find(mate->moves);
  if (group == wanted.end() || !group->second) return {};
  MinedMate problem{position, *mate};
  minimize(problem.setup, mate->key.from(), seed,
           [&](const chess::Setup& fewer) { return solve(fewer, mate->moves) == mate; });
  return problem;
}

std::string to_epd(const std::vector<MinedMate>& problems, const std::vector<std::string>& head) {
  std::vector<SuiteEntry> entries;
  for (const auto& [setup, mate, origin] : problems)
    entries.push_back({fmt::format("mates in {}", mate.moves),
                       fmt::format("mate {}", mate.moves),
                       setup,
                       {{"bm", {{chess::san(chess::ValidSetup(setup), mate.key), false}}},
                        {"dm", {{fmt::format("{}", mate.moves), false}}}},
                       origin});
  return to_epd(head, entries);
}

}  // namespace plylab::suites::mine
