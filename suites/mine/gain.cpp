#include "suites/mine/gain.h"

#include <algorithm>
#include <type_traits>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "search/core/see.h"
#include "search/mate/material.h"
#include "search/run/run.h"
#include "suites/mine/gain_search.h"

namespace plylab::suites::mine {
namespace {

/// Calls visit(search) with a search on the position, its clock at 0; empty if a limit is reached.
template <class F>
auto search_gain(const chess::ValidSetup& position, const search::mate::MateLimits& limits,
                 F&& visit) -> std::invoke_result_t<F, GainSearch&> {
  chess::Setup setup = position.setup();
  setup.halfmove_clock = 0;
  search::mate::Budget budget(limits);
  try {
    GainSearch search(search::mate::Board(chess::ValidSetup(setup)), budget);
    return visit(search);
  } catch (const search::mate::LimitReached&) {
    return {};
  }
}

/// Whether some move wins material by static exchange.
bool wins_at_once(const chess::ValidSetup& position) {
  const chess::Mailbox board(position);
  const auto moves = board.generate();
  return std::any_of(moves.begin(), moves.end(), [&](chess::Move move) {
    return search::see<search::mate::value_in_pawns>(board, move) > 0;
  });
}

/// Whether all the attacker does until he promotes is to push that pawn.
bool is_pawn_run(const std::vector<chess::Move>& line) {
  for (std::size_t i = 0; i < line.size(); i += 2) {
    if (line[i].is_capture() || (i > 0 && line[i].from() != line[i - 2].to())) return false;
    if (line[i].is_promotion()) return true;
  }
  return false;
}

/// Whether so much more than the balance may make a win of none.
bool may_matter(int balance, int pawns) {
  constexpr int most_before = 1, least_after = 2;
  return balance <= most_before && balance + pawns >= least_after;
}

/// Whether the side to move can still win with its lead after the line.
bool can_win(const chess::ValidSetup& position, const std::vector<chess::Move>& line, int lead) {
  constexpr int wins_without_pawns = 4;
  chess::Mailbox board(position);
  const chess::Color attacker = board.side_to_move();
  for (const chess::Move move : line) board.make(move);
  bool has_pawn = false;
  board.for_each_piece([&](chess::Piece piece, chess::Square) {
    has_pawn |= piece == make_piece(attacker, chess::pawn);
  });
  return has_pawn || lead >= wins_without_pawns;
}

/// Whether the key, and no other first move, reaches the gain in two plies more.
bool is_only_key_deeper(const chess::ValidSetup& position, const Gain& gain,
                        const search::mate::MateLimits& limits) {
  return search_gain(position, limits, [&](GainSearch& search) {
    const int plies = gain.plies + 2, goal = search.balance() + gain.pawns;
    return search.keys(plies, goal) == std::vector{gain.key};
  });
}

/// Whether a search with quiescence chooses the key, and the value that it gives; empty if not.
std::optional<search::Value> value_if_chosen(const chess::ValidSetup& position, const Gain& gain,
                                             const search::mate::MateLimits& limits,
                                             const char* evaluation) {
  constexpr int deeper = 3;
  search::Job job;
  job.algorithm = "pvs";
  job.evaluation = evaluation;
  job.ordering = "see";
  job.switches = {.table = 16, .killers = 1, .history = 1, .quiescence = 1};
  job.limits = {.depth = gain.plies + deeper, .nodes = limits.nodes, .stop = limits.stop};
  const auto result = search::run<chess::Chess>(position, job);
  const auto* last = result.last_complete();
  if (!last || last->depth < job.limits.depth || last->line.front() != gain.key) return {};
  return last->value;
}

/// Whether that search chooses the key by both evaluations, and sees the gain by material.
bool is_searched_best(const chess::ValidSetup& position, const Gain& gain,
                      const search::mate::MateLimits& limits) {
  constexpr int half_a_pawn = 50;
  const chess::Mailbox board(position);
  const int goal = search::mate::material_balance(board, board.side_to_move()) + gain.pawns;
  const auto value = value_if_chosen(position, gain, limits, "material");
  return value && *value >= 100 * goal - half_a_pawn &&
         value_if_chosen(position, gain, limits, "pst");
}

}  // namespace

std::optional<int> outcome(const chess::ValidSetup& position, int plies,
                           const search::mate::MateLimits& limits) {
  return search_gain(position, limits, [&](GainSearch& search) -> std::optional<int> {
    return search.outcome(plies);
  });
}

std::optional<Gain> unique_gain(const chess::ValidSetup& position, int most_plies,
                                const search::mate::MateLimits& limits) {
  if (wins_at_once(position)) return {};
  return search_gain(position, limits, [&](GainSearch& search) -> std::optional<Gain> {
    const int balance = search.balance();
    if (!may_matter(balance, mated)) return {};
    int best = balance;  // or the outcome in fewer plies, where that is more
    for (int plies = 1; plies <= most_plies; plies += 2) {
      if (!search.reaches(plies, best + 1)) continue;
      if (search.reaches(plies, mated)) return {};
      best = search.exact_from(plies, best + 1);
      const int pawns = best - balance;
      if (!may_matter(balance, pawns)) continue;
      const auto keys = search.keys(plies, best - margin(pawns) + 1);
      if (keys.size() != 1) continue;
      Gain gain{keys.front(), plies, pawns, search.line(plies, best)};
      if (!is_pawn_run(gain.line) && can_win(position, gain.line, best)) return gain;
    }
    return {};
  });
}

bool holds_deeper(const chess::ValidSetup& position, const Gain& gain,
                  const search::mate::MateLimits& limits) {
  return is_searched_best(position, gain, limits) && is_only_key_deeper(position, gain, limits);
}

}  // namespace plylab::suites::mine
