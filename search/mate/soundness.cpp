#include "search/mate/soundness.h"

#include <fmt/format.h>

#include <set>

namespace plylab::search::mate {
namespace {

bool has_lines(const Stipulation& stipulation) {
  return stipulation.series || stipulation.aim == Aim::help;
}

std::size_t first_moves(const Solution& solution) {
  std::set<chess::Move> moves;
  for (const Line& line : solution.lines) moves.insert(line.front());
  return moves.size();
}

/// "1 key", "3 solutions".
std::string counted(const Solution& solution) {
  const std::size_t number = solution.lines.size();
  return fmt::format("{} {}{}", number, has_lines(solution.stipulation) ? "solution" : "key",
                     number == 1 ? "" : "s");
}

}  // namespace

std::string_view name_of(Soundness soundness) {
  constexpr std::string_view names[] = {
      "sound",  "with several lines", "without solution", "short", "with too few", "cooked", "dual",
      "unknown"};
  return names[static_cast<std::size_t>(soundness)];
}

Soundness judge(const Solution& solution, std::optional<std::size_t> meant) {
  const std::size_t found = solution.lines.size();
  if (!meant && !has_lines(solution.stipulation)) meant = 1;
  if (!solution.short_lines.empty()) return Soundness::short_solution;
  if (meant && found > *meant) {
    const bool dual = has_lines(solution.stipulation) && first_moves(solution) <= *meant;
    return dual && solution.complete ? Soundness::dual : Soundness::cooked;
  }
  if (!solution.complete) return Soundness::unknown;
  if (found == 0) return Soundness::no_solution;
  if (meant && found < *meant) return Soundness::too_few;
  return meant || found == 1 ? Soundness::sound : Soundness::several;
}

std::string verdict(const Solution& solution, std::optional<std::size_t> meant) {
  switch (judge(solution, meant)) {
    case Soundness::sound:
      return "C+";
    case Soundness::several:
      return counted(solution);
    case Soundness::no_solution:
      return "no solution";
    case Soundness::short_solution:
      return "short solution: " + to_string(*solution.short_stipulation);
    case Soundness::too_few:
      return fmt::format("{} of {}", counted(solution), *meant);
    case Soundness::cooked:
      return "cooked: " + counted(solution);
    case Soundness::dual:
      return "dual: " + counted(solution);
    case Soundness::unknown:
      return solution.lines.empty() ? "unknown" : "unknown: at least " + counted(solution);
  }
  return {};
}

}  // namespace plylab::search::mate
