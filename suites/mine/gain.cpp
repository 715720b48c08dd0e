#include "suites/mine/gain.h"

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "search/core/see.h"
#include "search/mate/solver_base.h"
#include "search/run/run.h"

namespace plylab::suites::mine {
namespace {

using chess::Move;
using search::mate::Board;
using search::mate::Budget;
using search::mate::immediate_gain;
using search::mate::LimitReached;
using search::mate::mate_at_once;
using search::mate::MateLimits;
using search::mate::material_balance;
using search::mate::numbered_key;
using search::mate::RankedMoves;
using search::mate::SuccessCounts;
using search::mate::value_in_pawns;

/// Whether the outcome in n plies (see gain.h) reaches a goal: a full-width AND/OR search. All
/// searches of one object share a table of bounds. Every function may throw LimitReached.
class GainSearch {
 public:
  GainSearch(const Board& board, Budget& budget);

  /// The material of the side to move less the other's at the start, in pawns.
  int balance() const { return start_; }

  /// Whether the outcome is at least the goal.
  bool reaches(int plies, int goal) { return attack(plies, start_, goal); }

  /// All first moves that reach the goal, in canonical order.
  std::vector<Move> keys(int plies, int goal);

  /// The exact outcome.
  int outcome(int plies);

  /// The exact outcome if it is at least `value` and no mate.
  int exact_from(int plies, int value);

  /// A line that leads to the exact outcome, which must not be a mate.
  std::vector<Move> line(int plies, int outcome);

 private:
  /// What is known of a position with a number of plies to go.
  struct Bounds {
    Move move;  // that reaches at_least
    std::int8_t at_least, at_most;
  };

  bool attack(int n, int balance, int goal);
  bool attacks_by(Move move, int n, int balance, int goal);
  bool defend(int n, int balance, int goal);
  bool settles(int balance, int goal);
  Move find(int n, int balance, int goal, Move first);
  Move last_move(int balance, int goal);
  std::uint16_t rank_of(Move move, const SuccessCounts& history) const;
  Move table_move(int n) const;
  Move holding_reply(int n, int balance, int outcome);
  int play(Move move);

  static constexpr std::size_t table_bytes = std::size_t{32} << 20;

  Board board_;
  Budget& budget_;
  int start_;
  search::mate::PositionTable<Bounds> table_{table_bytes};
  SuccessCounts attacks_, defences_;
};

GainSearch::GainSearch(const Board& board, Budget& budget)
    : board_(board), budget_(budget), start_(material_balance(board, board.side_to_move())) {}

std::vector<Move> GainSearch::keys(int plies, int goal) {
  std::vector<Move> keys;
  for (const Move move : board_.generate())
    if (attacks_by(move, plies, start_, goal)) keys.push_back(move);
  std::sort(keys.begin(), keys.end());
  return keys;
}

int GainSearch::outcome(int plies) {
  assert(plies % 2 == 1);
  if (reaches(plies, mated)) return mated;
  if (!reaches(plies, no_gain + 1)) return no_gain;
  int value = start_;
  while (!reaches(plies, value)) --value;
  return exact_from(plies, value);
}

int GainSearch::exact_from(int plies, int value) {
  while (reaches(plies, value + 1)) ++value;
  return value;
}

std::vector<Move> GainSearch::line(int plies, int outcome) {
  const Board root = board_;
  std::vector<Move> line;
  int balance = start_;
  while (plies > 0) {
    line.push_back(find(plies, balance, outcome, table_move(plies)));
    balance += play(line.back());
    if (--plies == 0) break;
    line.push_back(holding_reply(plies, balance, outcome));
    balance -= play(line.back());
    --plies;
  }
  board_ = root;
  return line;
}

bool GainSearch::attack(int n, int balance, int goal) {
  budget_.spend();
  if (n == 1) return last_move(balance, goal) != Move();
  const Key key = numbered_key(board_.key(), n);
  Bounds bounds{Move(), no_gain, mated};
  if (const Bounds* known = table_.find(key)) bounds = *known;
  if (bounds.at_least >= goal) return true;
  if (bounds.at_most < goal) return false;

  const std::uint64_t start = budget_.nodes();
  const Move move = find(n, balance, goal, bounds.move);
  if (move != Move()) {
    bounds.move = move;
    bounds.at_least = static_cast<std::int8_t>(goal);
  } else {
    bounds.at_most = static_cast<std::int8_t>(goal - 1);
  }
  table_.store(key, bounds, budget_.nodes() - start);
  return move != Move();
}

bool GainSearch::attacks_by(Move move, int n, int balance, int goal) {
  const int after = balance + immediate_gain(board_, move);
  const auto undo = board_.make(move);
  const bool reached = n == 1 ? settles(after, goal) : defend(n - 1, after, goal);
  board_.unmake(move, undo);
  return reached;
}

/// The opponent to move, n even: whether the goal is reached against every reply.
bool GainSearch::defend(int n, int balance, int goal) {
  budget_.spend();
  if (board_.drawn_by_rule()) return false;
  const auto replies = board_.generate();
  if (replies.empty()) return board_.checkers() != 0;
  RankedMoves candidates;
  for (const Move reply : replies) candidates.add({reply, rank_of(reply, defences_)});
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Move reply = next(candidates, i);
    const int after = balance - immediate_gain(board_, reply);
    const auto undo = board_.make(reply);
    const bool reached = attack(n - 1, after, goal);
    board_.unmake(reply, undo);
    if (!reached) {
      defences_.note(reply);
      return false;
    }
  }
  return true;
}

/// Whether the quiescent balance, the opponent to move, is at least the goal.
bool GainSearch::settles(int balance, int goal) {
  budget_.spend();
  if (board_.drawn_by_rule()) return false;
  const auto replies = board_.generate();
  if (replies.empty()) return board_.checkers() != 0;
  return balance >= goal && std::none_of(replies.begin(), replies.end(), [&](Move reply) {
           return balance - immediate_gain(board_, reply) < goal &&
                  balance - search::see<value_in_pawns>(board_, reply) < goal;
         });
}

/// A move that reaches the goal in n plies, or Move(). `first` is tried first.
Move GainSearch::find(int n, int balance, int goal, Move first) {
  if (n == 1) return last_move(balance, goal);
  RankedMoves candidates;
  for (const Move move : board_.generate())
    candidates.add({move, move == first ? std::uint16_t{0} : rank_of(move, attacks_)});
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Move move = next(candidates, i);
    if (!attacks_by(move, n, balance, goal)) continue;
    attacks_.note(move);
    return move;
  }
  return {};
}

/// The same for n = 1: unless it mates, the move must win enough at once.
Move GainSearch::last_move(int balance, int goal) {
  if (board_.drawn_by_rule()) return {};
  for (const Move move : board_.generate())
    if (balance + immediate_gain(board_, move) >= goal && attacks_by(move, 1, balance, goal))
      return move;
  return mate_at_once(board_);
}

/// Moves that win more at once come first, of equals those that have succeeded more often.
std::uint16_t GainSearch::rank_of(Move move, const SuccessCounts& history) const {
  constexpr int most_won = 17;  // a queen by a pawn that becomes one
  constexpr int step = 0xffff / (most_won + 1);
  const int served = history[move] / (SuccessCounts::most / step + 1);
  return static_cast<std::uint16_t>(0xffff - immediate_gain(board_, move) * step - served);
}

/// The move that reaches the most, as far as the table knows.
Move GainSearch::table_move(int n) const {
  const Bounds* known = table_.find(numbered_key(board_.key(), n));
  return known ? known->move : Move();
}

/// A reply after which the outcome is no better for the attacker.
Move GainSearch::holding_reply(int n, int balance, int outcome) {
  const auto replies = board_.generate();
  return *std::find_if(replies.begin(), replies.end(), [&](Move reply) {
    const int after = balance - immediate_gain(board_, reply);
    const auto undo = board_.make(reply);
    const bool holds = !attack(n - 1, after, outcome + 1);
    board_.unmake(reply, undo);
    return holds;
  });
}

/// Makes the move. Returns what it wins at once.
int GainSearch::play(Move move) {
  const int won = immediate_gain(board_, move);
  board_.make(move);
  return won;
}

/// Returns visit(search) for a search on the position with its clock at 0; empty if a limit is
/// reached.
template <class F>
auto search_gain(const chess::ValidSetup& position, const MateLimits& limits, F&& visit)
    -> std::invoke_result_t<F, GainSearch&> {
  chess::Setup setup = position.setup();
  setup.halfmove_clock = 0;
  Budget budget(limits);
  try {
    GainSearch search(Board(chess::ValidSetup(setup)), budget);
    return visit(search);
  } catch (const LimitReached&) {
    return {};
  }
}

/// Whether some move wins material by static exchange.
bool wins_at_once(const chess::ValidSetup& position) {
  const chess::Mailbox board(position);
  const auto moves = board.generate();
  return std::any_of(moves.begin(), moves.end(), [&](chess::Move move) {
    return search::see<value_in_pawns>(board, move) > 0;
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

/// Whether the gain may turn a game that is not won into a win.
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

/// Whether the key, and no other first move, reaches the gain in two more plies.
bool is_only_key_deeper(const chess::ValidSetup& position, const Gain& gain,
                        const MateLimits& limits) {
  return search_gain(position, limits, [&](GainSearch& search) {
    const int plies = gain.plies + 2, goal = search.balance() + gain.pawns;
    return search.keys(plies, goal) == std::vector{gain.key};
  });
}

/// The value of a search with quiescence if it chooses the key, else nothing.
std::optional<search::Value> value_if_chosen(const chess::ValidSetup& position, const Gain& gain,
                                             const MateLimits& limits, const char* evaluation) {
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

/// Whether that search chooses the key with both evaluations, and finds the gain by material.
bool is_searched_best(const chess::ValidSetup& position, const Gain& gain,
                      const MateLimits& limits) {
  constexpr int half_a_pawn = 50;
  const chess::Mailbox board(position);
  const int goal = material_balance(board, board.side_to_move()) + gain.pawns;
  const auto value = value_if_chosen(position, gain, limits, "material");
  return value && *value >= 100 * goal - half_a_pawn &&
         value_if_chosen(position, gain, limits, "pst");
}

}  // namespace

std::optional<int> outcome(const chess::ValidSetup& position, int plies, const MateLimits& limits) {
  return search_gain(position, limits, [&](GainSearch& search) -> std::optional<int> {
    return search.outcome(plies);
  });
}

std::optional<Gain> unique_gain(const chess::ValidSetup& position, int most_plies,
                                const MateLimits& limits) {
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

bool holds_deeper(const chess::ValidSetup& position, const Gain& gain, const MateLimits& limits) {
  return is_searched_best(position, gain, limits) && is_only_key_deeper(position, gain, limits);
}

}  // namespace plylab::suites::mine
