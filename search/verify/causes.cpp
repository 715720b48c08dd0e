#include "search/verify/causes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

namespace plylab::search::verify {
namespace {

/// What a theory says of a call or a case.
enum class Says : std::uint8_t { nothing, explains, contradicts };

constexpr Says explains_if(bool explains) { return explains ? Says::explains : Says::contradicts; }

// ---- what a call did ----

/// A call of a child, from the view of its caller.
struct Answer {
  const Call* call;
  Value low, high;             ///< the window that the child was given
  Value value;                 ///< what the child returned
  std::optional<Value> right;  ///< by minimax
  Value best_before;           ///< the best value of the moves before it
};

/// A call, and what its children answered.
struct Seen {
  const Case& in;
  const Call& call;
  const Reference& node;
  std::vector<Answer> answers = {};
  std::vector<Answer> last = {};  ///< for each move the last answer
  Value best = -infinity;         ///< of those

  Value alpha() const { return call.alpha; }
  Value beta() const { return call.beta; }
  /// The result is this value, or its nearest in a window that the call knew (fail-hard).
  bool returns(Value value) const {
    return call.value == value || call.value == within(call.given_alpha, call.given_beta, value) ||
           call.value == within(call.alpha, call.beta, value);
  }
  /// What was known to be reached before a move was searched.
  Value reached_before(const Answer& one) const { return std::max(call.alpha, one.best_before); }
  bool is_right_combination() const { return returns(best); }
  bool is_leaf() const { return node.depth == 0 || node.is_over; }
  bool is_unsearched() const { return !is_leaf() && call.children.empty(); }
  bool was_searched(const std::string& move) const {
    return std::ranges::any_of(last,
                               [&](const Answer& one) { return one.call->path.back() == move; });
  }
  bool leaves_out_moves() const {
    return !last.empty() && last.size() < node.moves.size() && best < call.given_beta;
  }

 private:
  static Value within(Value alpha, Value beta, Value value) {
    return alpha < beta ? std::clamp(value, alpha, beta) : value;
  }
};

/// None if some answer is not known.
std::optional<Seen> seen(const Case& in, const Call& call) {
  const Reference* const node = in.reference_of(call);
  if (node == nullptr || !call.finished) return std::nullopt;
  Seen result{in, call, *node};
  for (const std::size_t place : call.children) {
    const Call& child = in.calls[place];
    if (child.lost || !child.finished || child.is_wrong) return std::nullopt;
    const Reference* const reference = in.reference_of(child);
    if (child.is_again && !result.last.empty()) result.last.pop_back();
    Value before = -infinity;
    for (const Answer& other : result.last) before = std::max(before, other.value);
    const Answer answer{&child,
                        -child.given_beta,
                        -child.given_alpha,
                        -child.value,
                        reference ? std::optional(-reference->value) : std::nullopt,
                        before};
    result.answers.push_back(answer);
    result.last.push_back(answer);
  }
  for (const Answer& one : result.last) result.best = std::max(result.best, one.value);
  return result;
}

// ---- the result, from what the children answered ----

/// Judges a rule for the result: `value` gives it from a call with answers. A call that returns the
/// best of its answers is wrong for another reason.
Says by_rule(const Seen& seen, auto&& value) {
  if (seen.answers.empty()) return seen.call.goes_wrong ? Says::contradicts : Says::nothing;
  if (seen.call.goes_wrong && seen.is_right_combination()) return Says::nothing;
  if (seen.returns(value(seen))) return seen.call.goes_wrong ? Says::explains : Says::nothing;
  const Value last = seen.last.back().value;
  const bool is_cutoff = last >= seen.call.given_beta && seen.returns(last);
  return is_cutoff && !seen.call.goes_wrong ? Says::nothing : Says::contradicts;
}

/// The greatest of some values of the answers.
Value greatest(const std::vector<Answer>& answers, auto&& value) {
  Value best = -infinity;
  for (const Answer& one : answers) best = std::max(best, value(one));
  return best;
}

Says child_not_negated(const Seen& seen) {
  return by_rule(seen, [](const Seen& it) {
    return greatest(it.last, [](const Answer& one) { return -one.value; });
  });
}
Says re_search_not_negated(const Seen& seen) {
  return by_rule(seen, [](const Seen& it) {
    return greatest(it.last,
                    [](const Answer& one) { return one.call->is_again ? -one.value : one.value; });
  });
}
Says re_search_ignored(const Seen& seen) {
  return by_rule(seen, [](const Seen& it) {
    return greatest(it.answers,
                    [](const Answer& one) { return one.call->is_again ? -infinity : one.value; });
  });
}
Says keeps_last(const Seen& seen) {
  return by_rule(seen, [](const Seen& it) { return it.last.back().value; });
}
Says keeps_first(const Seen& seen) {
  return by_rule(seen, [](const Seen& it) { return it.last.front().value; });
}
Says keeps_least(const Seen& seen) {
  return by_rule(seen, [](const Seen& it) {
    return -greatest(it.last, [](const Answer& one) { return -one.value; });
  });
}
Says result_negated(const Seen& seen) {
  return by_rule(seen, [](const Seen& it) { return -it.best; });
}
/// A best value of 0 also makes windows begin at 0, so that values below become bounds.
Says best_starts_at_zero(const Seen& seen) {
  const bool begins_at_zero = std::ranges::any_of(seen.answers, [&](const Answer& one) {
    return one.low == 0 && seen.reached_before(one) < 0;
  });
  if (seen.call.goes_wrong && seen.is_right_combination() && begins_at_zero && seen.returns(0))
    return Says::explains;
  return by_rule(seen, [](const Seen& it) { return std::max(0, it.best); });
}
/// Inside the window alpha is returned, the best value is not.
Says returns_alpha(const Seen& seen) {
  if (seen.answers.empty()) return seen.call.goes_wrong ? Says::contradicts : Says::nothing;
  const Value result = seen.call.value;
  const bool is_alpha = result == seen.call.given_alpha || result == seen.call.alpha;
  if (seen.best > seen.call.given_alpha && seen.best < seen.call.given_beta && !is_alpha)
    return Says::contradicts;
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(is_alpha && seen.best > result);
}
Says returns_beta(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(!seen.answers.empty() && seen.call.value == seen.call.given_beta &&
                     seen.best < seen.call.given_beta && seen.call.value != seen.call.given_alpha);
}
Says not_the_best(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(!seen.answers.empty() && !seen.is_right_combination());
}

// ---- windows ----

/// Judges the windows that children were given for the first time: `wrong(best, alpha, beta)` lists
/// the faulty ones, as the child sees them.
Says by_windows(const Seen& seen, auto&& wrong) {
  if (seen.answers.empty()) return seen.call.goes_wrong ? Says::contradicts : Says::nothing;
  using Window = std::pair<Value, Value>;
  bool is_wrong = false;
  for (const Answer& one : seen.answers) {
    if (one.call->is_again) continue;
    const Window given{one.call->given_alpha, one.call->given_beta};
    std::vector<Window> right, faulty;
    for (const auto& [alpha, beta] : {Window{seen.call.alpha, seen.call.beta},
                                      Window{seen.call.given_alpha, seen.call.given_beta}})
      for (const Value low : {alpha, std::max(alpha, one.best_before), one.best_before}) {
        right.insert(right.end(), {{-beta, -low},
                                   {-low - 1, -low},
                                   {-infinity, infinity},
                                   {-infinity, -low},
                                   {-beta, infinity}});
        for (const Window& window : wrong(low, beta)) faulty.push_back(window);
      }
    const auto is_in = [&](const std::vector<Window>& windows) {
      return std::ranges::find(windows, given) != windows.end();
    };
    if (is_in(right)) continue;
    if (!is_in(faulty)) return Says::contradicts;
    is_wrong = true;
  }
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(is_wrong);
}

using Windows = std::array<std::pair<Value, Value>, 2>;

Says window_not_negated(const Seen& seen) {
  return by_windows(seen, [](Value low, Value beta) {
    return Windows{{{low, beta}, {low, low + 1}}};
  });
}
Says window_not_swapped(const Seen& seen) {
  return by_windows(seen, [](Value low, Value beta) {
    return Windows{{{-low, -beta}, {-low, -low - 1}}};
  });
}
Says alpha_not_negated(const Seen& seen) {
  return by_windows(seen, [](Value low, Value beta) {
    return Windows{{{-beta, low}, {-low - 1, low}}};
  });
}
Says beta_not_negated(const Seen& seen) {
  return by_windows(seen, [](Value low, Value beta) {
    return Windows{{{beta, -low}, {low + 1, -low}}};
  });
}
/// The first search of a move begins above alpha and above what is known to be reached.
Says window_too_high(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  if (!seen.is_right_combination()) return Says::contradicts;
  return explains_if(std::ranges::any_of(seen.last,
                                         [&](const Answer& one) {
                                           return !one.call->is_again &&
                                                  one.low > seen.reached_before(one) &&
                                                  one.value <= one.low && one.right &&
                                                  *one.right > seen.call.value;
                                         }) ||
                     std::ranges::any_of(seen.last, [&](const Answer& one) {
                       return !one.call->is_again && one.low > seen.reached_before(one) &&
                              one.value <= one.low && one.right && *one.right < one.value &&
                              one.value == seen.call.value;
                     }));
}
/// A search has failed high below beta, and its bound became the result.
Says bound_as_value(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  if (!seen.is_right_combination()) return Says::contradicts;
  return explains_if(std::ranges::any_of(seen.last, [&](const Answer& one) {
    return !one.call->is_again && one.high < seen.call.given_beta && one.value >= one.high &&
           one.value < seen.call.given_beta && one.low <= seen.reached_before(one) &&
           one.high > seen.reached_before(one);
  }));
}
/// A search with a window below what is known to be reached has failed high, and its bound became
/// the result.
Says window_too_low(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  if (!seen.is_right_combination()) return Says::contradicts;
  return explains_if(std::ranges::any_of(seen.last, [&](const Answer& one) {
    return !one.call->is_again && one.value >= one.high && one.value == seen.best &&
           one.high <= seen.reached_before(one);
  }));
}
/// The second search of a move had a window that did not reach its value.
Says re_search_window(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  if (!seen.is_right_combination()) return Says::contradicts;
  return explains_if(std::ranges::any_of(seen.last, [&](const Answer& one) {
    return one.call->is_again && one.right && one.value != *one.right &&
           (one.value <= one.low || one.value >= one.high);
  }));
}

// ---- moves ----

/// Judges by which moves a call left out, unless a value reached beta.
Says by_moves(const Seen& seen, auto&& is_left_out) {
  if (seen.answers.empty() || seen.node.moves.size() < 2)
    return seen.call.goes_wrong ? Says::contradicts : Says::nothing;
  if (!seen.leaves_out_moves() && seen.best >= seen.call.given_beta && !seen.call.goes_wrong)
    return Says::nothing;
  for (std::size_t i = 0; i < seen.node.moves.size(); ++i)
    if (is_left_out(i) == seen.was_searched(seen.node.moves[i])) return Says::contradicts;
  return seen.call.goes_wrong ? explains_if(seen.is_right_combination()) : Says::nothing;
}
Says skips_first(const Seen& seen) {
  return by_moves(seen, [](std::size_t i) { return i == 0; });
}
Says skips_last(const Seen& seen) {
  return by_moves(seen, [&](std::size_t i) { return i + 1 == seen.node.moves.size(); });
}
/// It stops at the first value that `stops` is true of, though it is below beta.
Says by_stop(const Seen& seen, auto&& stops) {
  if (seen.answers.empty()) return seen.call.goes_wrong ? Says::contradicts : Says::nothing;
  for (std::size_t i = 0; i + 1 < seen.last.size(); ++i)
    if (stops(seen.last[i])) return Says::contradicts;
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(seen.leaves_out_moves() && stops(seen.last.back()));
}
Says cutoff_at_alpha(const Seen& seen) {
  return by_stop(seen, [&](const Answer& one) { return one.value > seen.call.alpha; });
}
Says stops_below_alpha(const Seen& seen) {
  return by_stop(seen, [&](const Answer& one) { return one.value <= seen.call.alpha; });
}
/// It says itself that a move reached beta, though the value does not.
Says cutoff_below_beta(const Seen& seen) {
  if (!seen.call.goes_wrong || seen.answers.empty()) return Says::nothing;
  return explains_if(seen.call.cutoff && seen.leaves_out_moves() && seen.is_right_combination() &&
                     seen.last.back().value < seen.call.beta);
}
Says skips_moves(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(seen.leaves_out_moves() && seen.is_right_combination() &&
                     cutoff_below_beta(seen) != Says::explains);
}

// ---- leaves, and games that are over ----

/// Judges by the values of leaves: `value` gives that of one, none where it does not say.
Says by_leaves(const Seen& seen, auto&& value) {
  if (!seen.is_leaf() || !seen.call.children.empty())
    return seen.call.goes_wrong ? Says::contradicts : Says::nothing;
  const std::optional<Value> said = value(seen);
  if (!said) return seen.call.goes_wrong ? Says::contradicts : Says::nothing;
  if (seen.call.value != *said) return Says::contradicts;
  return seen.call.goes_wrong ? Says::explains : Says::nothing;
}
bool is_over(const Seen& seen) { return seen.node.is_over || is_mate(seen.node.value); }

Says leaf_negated(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    return is_over(it) ? std::nullopt : std::optional(-it.node.value);
  });
}
Says leaf_of_one_side(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    if (is_over(it) || it.node.value == 0) return std::nullopt;
    return it.in.first_to_move(it.call.path) ? it.node.value : -it.node.value;
  });
}
Says leaf_of_the_root(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    if (is_over(it)) return std::nullopt;
    return it.call.ply % 2 == 0 ? it.node.value : -it.node.value;
  });
}
Says leaf_is_zero(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    return is_over(it) ? std::nullopt : std::optional(0);
  });
}
Says mate_without_distance(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    if (!is_mate(it.node.value)) return std::nullopt;
    return it.node.value < 0 ? -mate_value : mate_value;
  });
}
Says mate_distance_reversed(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    if (!is_mate(it.node.value)) return std::nullopt;
    const Value far = mate_value + it.call.ply;
    return it.node.value < 0 ? -far : far;
  });
}
Says mate_as_win(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    return is_mate(it.node.value) ? std::optional(-it.node.value) : std::nullopt;
  });
}
Says mate_as_draw(const Seen& seen) {
  return by_leaves(seen, [](const Seen& it) -> std::optional<Value> {
    return is_mate(it.node.value) ? std::optional(0) : std::nullopt;
  });
}
bool is_draw_as_mate(const Seen& seen) {
  return seen.is_leaf() && seen.node.value == 0 && is_mate(seen.call.value);
}
Says draw_as_loss(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(is_draw_as_mate(seen) && seen.call.value < 0);
}
Says draw_as_win(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(is_draw_as_mate(seen) && seen.call.value > 0);
}
Says own_evaluation(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(seen.is_leaf() && seen.call.children.empty());
}

// ---- values without a search: the table, pruning, repetitions ----

/// The calls of the same position that were finished before this one.
std::vector<const Call*> visits_before(const Seen& seen, bool of_same_position) {
  std::vector<const Call*> before;
  const auto add = [&](const Call& other) {
    if (other.finished && !other.lost && (other.key == seen.call.key) == of_same_position)
      before.push_back(&other);
  };
  for (const Call& other : seen.in.earlier) add(other);
  for (const Call& other : seen.in.calls) {
    if (&other == &seen.call) break;
    const bool is_above = other.ply < seen.call.ply &&
                          std::equal(other.path.begin(), other.path.end(), seen.call.path.begin());
    if (!is_above) add(other);
  }
  return before;
}

/// A value of a visit as another visit of the same position must see it: mates count from the root.
Value as_seen_at(const Call& other, int ply) {
  return at_ply(from_ply(other.value, other.ply), ply);
}

/// Judges a call that returned without a search, by an earlier visit of the same position.
Says by_visit_before(const Seen& seen, auto&& explains) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(seen.is_unsearched() &&
                     std::ranges::any_of(visits_before(seen, true),
                                         [&](const Call* other) { return explains(*other); }));
}

Says table_depth(const Seen& seen) {
  return by_visit_before(seen, [&](const Call& other) {
    return other.plies_left > 0 && other.plies_left != seen.node.depth &&
           seen.call.value == as_seen_at(other, seen.call.ply);
  });
}
bool has_depth(const Seen& seen, const Call& other) { return other.plies_left == seen.node.depth; }

Says table_lower_bound(const Seen& seen) {
  return by_visit_before(seen, [&](const Call& other) {
    return has_depth(seen, other) && other.value >= other.given_beta &&
           seen.call.value == as_seen_at(other, seen.call.ply);
  });
}
Says table_upper_bound(const Seen& seen) {
  return by_visit_before(seen, [&](const Call& other) {
    return has_depth(seen, other) && other.value <= other.given_alpha &&
           seen.call.value == as_seen_at(other, seen.call.ply);
  });
}
Says table_mate_distance(const Seen& seen) {
  return by_visit_before(seen, [&](const Call& other) {
    if (!is_mate(other.value) || !has_depth(seen, other)) return false;
    const Value right = as_seen_at(other, seen.call.ply);
    return seen.call.value != right &&
           (seen.call.value == other.value || seen.call.value == from_ply(other.value, other.ply) ||
            seen.call.value == at_ply(other.value, seen.call.ply) ||
            seen.call.value == from_ply(right, seen.call.ply));
  });
}
Says table_bound(const Seen& seen) {
  return by_visit_before(seen, [&](const Call& other) {
    return has_depth(seen, other) &&
           (other.value <= other.given_alpha || other.value >= other.given_beta) &&
           seen.call.value == as_seen_at(other, seen.call.ply);
  });
}
Says table_sign(const Seen& seen) {
  return by_visit_before(seen, [&](const Call& other) {
    return has_depth(seen, other) && seen.call.value == -as_seen_at(other, seen.call.ply);
  });
}
Says table_after_move(const Seen& seen) {
  return by_visit_before(seen, [&](const Call& other) {
    if (other.plies_left != seen.node.depth - 1) return false;
    return seen.call.value == -as_seen_at(other, seen.call.ply) ||
           seen.call.value == at_ply(from_ply(-other.value, other.ply - 1), seen.call.ply);
  });
}
Says table_other_position(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  if (!seen.is_unsearched()) return Says::contradicts;
  if (seen.call.value == 0) return Says::nothing;  // which may be by chance
  for (const Call* other : visits_before(seen, true))
    if (seen.call.value == as_seen_at(*other, seen.call.ply))
      return has_depth(seen, *other) ? Says::contradicts : Says::nothing;
  return explains_if(std::ranges::any_of(visits_before(seen, false), [&](const Call* other) {
    return std::abs(seen.call.value) == std::abs(as_seen_at(*other, seen.call.ply));
  }));
}
Says static_value(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  if (!seen.is_unsearched() || !seen.node.has_evaluation || seen.call.value != seen.node.evaluation)
    return Says::contradicts;
  return seen.call.value == 0 ? Says::nothing : Says::explains;  // 0 may be by chance
}
Says window_without_search(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(seen.is_unsearched() && (seen.call.value == seen.call.given_alpha ||
                                              seen.call.value == seen.call.given_beta));
}
Says settled(const Seen& seen) {
  if (!seen.call.goes_wrong) return Says::nothing;
  return explains_if(seen.is_unsearched());
}

// ---- whole cases ----

/// Judges by the first calls that have a wrong depth.
Says by_depths(const Case& in, auto&& fits) {
  bool found = false;
  for (const Call& call : in.calls) {
    if (!call.has_wrong_depth) continue;
    if (!fits(call)) return Says::contradicts;
    found = true;
  }
  return found ? Says::explains : Says::contradicts;
}
/// The node at which a call's path leaves minimax's tree; null if it does not, or if that is not
/// known.
const Reference* left_tree_at(const Case& in, const Call& call) {
  if (in.reference_of(call) != nullptr || !call.parent) return nullptr;
  return in.reference_of(in.calls[*call.parent]);
}
/// Plies left that are too many; 0 for a call that leaves the tree at a node with depth to spare.
int surplus(const Case& in, const Call& call) {
  if (const Reference* const node = in.reference_of(call)) return call.depth - node->depth;
  const Reference* const last = left_tree_at(in, call);
  return last != nullptr && last->depth == 0 ? 1 : 0;
}
/// Whether the call before a call, by the same caller, has the right depth.
bool is_later_sibling_of_right(const Case& in, const Call& call) {
  if (!call.parent) return false;
  const Call& parent = in.calls[*call.parent];
  return std::ranges::any_of(parent.children,
                             [&](std::size_t place) { return !in.calls[place].has_wrong_depth; });
}
Says move_not_taken_back(const Case& in) {
  return explains_if(std::ranges::any_of(in.calls, &Call::strayed) ||
                     std::ranges::any_of(in.earlier, &Call::strayed));
}
Says depth_too_small(const Case& in) {
  return by_depths(in, [&](const Call& call) {
    return surplus(in, call) < 0 && !is_later_sibling_of_right(in, call);
  });
}
Says depth_too_great(const Case& in) {
  return by_depths(in, [&](const Call& call) { return surplus(in, call) > 0; });
}
Says continues_after_end(const Case& in) {
  return by_depths(in, [&](const Call& call) {
    const Reference* const last = left_tree_at(in, call);
    return last != nullptr && last->is_over;
  });
}
Says illegal_move(const Case& in) {
  return by_depths(in, [&](const Call& call) {
    const Reference* const last = left_tree_at(in, call);
    return last != nullptr && last->depth > 0 && !last->is_over;
  });
}
Says reduced(const Case& in) {
  bool any = false;
  const Says says = by_depths(in, [&](const Call& call) {
    any = any || is_later_sibling_of_right(in, call);
    return surplus(in, call) < 0;
  });
  return says == Says::explains && !any ? Says::contradicts : says;
}

/// The last search of the root, if all calls are right though the value is not.
const Call* last_of_root(const Case& in) {
  const Call* last = nullptr;
  for (const Call& call : in.calls) {
    if (call.is_wrong || call.has_wrong_depth) return nullptr;
    if (!call.parent) last = &call;
  }
  return last;
}
bool is_bound(const Call& call) {
  return call.value <= call.given_alpha || call.value >= call.given_beta;
}
Says root_window(const Case& in) {
  const Call* const last = last_of_root(in);
  return explains_if(last != nullptr && is_bound(*last) && in.value == last->value &&
                     last->given_alpha + 1 < last->given_beta);
}
Says driver_stops_early(const Case& in) {
  const Call* const last = last_of_root(in);
  if (last == nullptr || !is_bound(*last) || std::abs(in.value - last->value) > 1 ||
      last->given_alpha + 1 != last->given_beta)
    return Says::contradicts;
  // Not if another null window has said the other bound at the same value.
  const auto meets = [&](const Call& call) {
    return !call.parent && &call != last && is_bound(call) && call.value == last->value &&
           (call.value >= call.given_beta) != (last->value >= last->given_beta);
  };
  return explains_if(std::ranges::none_of(in.calls, meets));
}
Says root_negated(const Case& in) {
  const Call* const last = last_of_root(in);
  return explains_if(last != nullptr && in.value == -last->value && in.value != 0);
}
Says earlier_root(const Case& in) {
  const Call* const last = last_of_root(in);
  if (last == nullptr || in.value == last->value) return Says::contradicts;
  const auto is_it = [&](const Call& call) { return !call.parent && call.value == in.value; };
  return explains_if(std::ranges::any_of(in.calls, is_it) ||
                     std::ranges::any_of(in.earlier, is_it));
}
Says other_than_root(const Case& in) {
  const Call* const last = last_of_root(in);
  return explains_if(last != nullptr && in.value != last->value);
}

/// A way to back values up in a tree, right as it stands here.
struct Backup {
  bool negates = true, takes_greatest = true, takes_last = false, counts_plies = true;
  bool mates_are_draws = false, draws_are_losses = false;
  Value start = -infinity;
  int leaf_sign = 1;
  bool leaves_of_root = false;  ///< valued for the side to move at the root
  bool skips_first = false, skips_last = false;
};

Value backed_up(const std::vector<Reference>& tree, std::size_t place, const Backup& by) {
  const Reference& node = tree[place];
  if (node.children.empty()) {
    const bool over = node.is_over || is_mate(node.value);
    if (is_mate(node.value)) {
      if (by.mates_are_draws) return 0;
      if (!by.counts_plies) return node.value < 0 ? -mate_value : mate_value;
      return node.value;
    }
    if (node.is_over && by.draws_are_losses) return -mate_value + node.plies;
    if (over) return node.value;
    return by.leaves_of_root && node.plies % 2 != 0 ? -node.value : by.leaf_sign * node.value;
  }
  std::optional<Value> best;
  if (by.start != -infinity) best = by.start;
  const std::size_t size = node.children.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (size > 1 && ((by.skips_first && i == 0) || (by.skips_last && i + 1 == size))) continue;
    const Value below = backed_up(tree, node.children[i], by);
    const Value value = by.negates ? -below : below;
    if (!best || by.takes_last)
      best = value;
    else
      best = by.takes_greatest ? std::max(*best, value) : std::min(*best, value);
  }
  return *best;
}

/// Judges by values alone: whether such a minimax would find the search's value.
Says by_values(const Case& in, const Backup& by) {
  if (in.is_traced || in.tree.empty()) return Says::contradicts;
  return explains_if(backed_up(in.tree, 0, by) == in.value);
}
Says value_negated(const Case& in) {
  return explains_if(!in.is_traced && in.value == -in.right && in.value != 0);
}
Says one_ply_less(const Case& in) {
  return explains_if(!in.is_traced && in.has_shallower && in.value == in.shallower);
}
Says one_ply_more(const Case& in) {
  return explains_if(!in.is_traced && in.has_deeper && in.value == in.deeper);
}

// ---- the theories ----

/// A fault, and what speaks for or against it.
struct Theory {
  Cause cause;
  int rank;  ///< of those that fit only the ones of the least rank count: the others follow from
             ///< them
  std::function<Says(const Seen&)> of_call = {};
  std::function<Says(const Case&)> of_case = {};
};

Theory by_call(std::string_view name, int rank, Says (*says)(const Seen&),
               std::string_view sentence) {
  return {{name, sentence}, rank, says, {}};
}
Theory by_case(std::string_view name, int rank, std::function<Says(const Case&)> says,
               std::string_view sentence) {
  return {{name, sentence}, rank, {}, std::move(says)};
}
Theory by_backup(std::string_view name, const Backup& by, std::string_view sentence) {
  return by_case(
      name, 1, [by](const Case& in) { return by_values(in, by); }, sentence);
}

const std::vector<Theory>& theories() {
  static const std::vector<Theory> all{
      by_case("move_not_taken_back", -1, move_not_taken_back,
              "does not take a move back: when it returns, the position is not the one that it was "
              "called for"),
      by_case(
          "depth_too_small", 0, depth_too_small,
          "searches moves a ply or more less deeply than it should: depth is decremented twice, "
          "or a leaf is reached too early"),
      by_case("depth_too_great", 0, depth_too_great,
              "searches moves more deeply than it should: depth is not decremented, or extended"),
      by_case("continues_after_end", 0, continues_after_end,
              "continues where the game is over: a rule may end it although there are moves"),
      by_case("illegal_move", 0, illegal_move, "searches a move that is not legal"),
      by_case("reduced", 0, reduced,
              "searches some moves less deeply than others, as with reductions"),

      by_call("child_not_negated", 1, child_not_negated,
              "does not negate the value of a child: the child's view is the opponent's"),
      by_call("re_search_not_negated", 1, re_search_not_negated,
              "does not negate the value of a second search"),
      by_call("re_search_ignored", 1, re_search_ignored,
              "searches a move a second time, but keeps the bound of the first search"),
      by_call("result_negated", 1, result_negated, "returns the best value with the wrong sign"),
      by_call(
          "best_starts_at_zero", 1, best_starts_at_zero,
          "begins with a best value of 0 in place of -infinity: if all moves lose, it returns 0"),
      by_call("keeps_last", 1, keeps_last,
              "keeps the value of the last move searched in place of the best"),
      by_call("keeps_first", 1, keeps_first,
              "keeps the value of the first move: the best value is not updated"),
      by_call("keeps_least", 1, keeps_least,
              "keeps the least value in place of the greatest: in negamax both sides maximise"),
      by_call("returns_alpha", 1, returns_alpha,
              "returns alpha as it was given, though a move is better: alpha or the best value is "
              "not updated"),
      by_call("returns_beta", 1, returns_beta, "returns beta, though no move reaches it"),

      by_call("window_not_negated", 1, window_not_negated,
              "gives children the window (alpha, beta): it must be (-beta, -alpha)"),
      by_call("window_not_swapped", 1, window_not_swapped,
              "gives children the window (-alpha, -beta): its ends are not swapped"),
      by_call("alpha_not_negated", 1, alpha_not_negated,
              "gives children alpha without its sign changed: (-beta, alpha)"),
      by_call("beta_not_negated", 1, beta_not_negated,
              "gives children beta without its sign changed: (beta, -alpha)"),
      by_call("window_too_high", 2, window_too_high,
              "searches a move with a window that begins above alpha and the best value: values "
              "between are lost"),
      by_call(
          "window_too_low", 2, window_too_low,
          "searches a move with a window below alpha or the best value, and takes the bound for "
          "a value"),
      by_call("bound_as_value", 2, bound_as_value,
              "takes a bound for a value: a search failed high below beta, and the move was not "
              "searched again"),
      by_call("re_search_window", 2, re_search_window,
              "searches a move again with a window that does not reach its value, and takes the "
              "bound for the value"),

      by_call("skips_first", 1, skips_first, "skips the first move of every node"),
      by_call("skips_last", 1, skips_last, "skips the last move of every node"),
      by_call("cutoff_at_alpha", 1, cutoff_at_alpha,
              "cuts off as soon as a value is above alpha: only a value that reaches beta may"),
      by_call("stops_below_alpha", 1, stops_below_alpha,
              "stops at the first value that is not above alpha"),
      by_call("cutoff_below_beta", 2, cutoff_below_beta,
              "cuts off a node at a value that does not reach beta"),
      by_call("skips_moves", 2, skips_moves, "leaves out moves that could be better"),
      by_call("not_the_best", 3, not_the_best,
              "returns another value than the best of what its children returned"),

      by_call("leaf_negated", 1, leaf_negated,
              "values leaves for the side that has just moved: the evaluation must be for the side "
              "to move"),
      by_call("leaf_of_one_side", 1, leaf_of_one_side,
              "values leaves always for the first player: the evaluation must be for the side to "
              "move"),
      by_call("leaf_of_the_root", 1, leaf_of_the_root,
              "values leaves for the side to move at the root: the evaluation must be for the side "
              "to move at the leaf"),
      by_call("leaf_is_zero", 1, leaf_is_zero, "values every leaf at 0"),
      by_call("mate_without_distance", 1, mate_without_distance,
              "gives every mate the same value: plies from the root must be taken off"),
      by_call("mate_distance_reversed", 1, mate_distance_reversed,
              "makes a mate greater the farther it is: plies from the root must be taken off"),
      by_call("mate_as_win", 1, mate_as_win, "counts a mate as a win for the side that is mated"),
      by_call("mate_as_draw", 1, mate_as_draw, "counts a lost game as a draw"),
      by_call("draw_as_loss", 1, draw_as_loss,
              "counts a drawn game as lost: stalemate is taken for mate"),
      by_call("draw_as_win", 1, draw_as_win, "counts a drawn game as a win for the side to move"),
      by_call("own_evaluation", 3, own_evaluation,
              "values a leaf, or a game that is over, in another way than the evaluation"),

      by_call("table_depth", 2, table_depth,
              "takes the value of an earlier visit at another depth: a table entry's depth must be "
              "the depth asked for"),
      by_call(
          "table_lower_bound", 1, table_lower_bound,
          "takes a lower bound for a value: an earlier visit failed high with it, and the table "
          "must say so"),
      by_call(
          "table_upper_bound", 1, table_upper_bound,
          "takes an upper bound for a value: an earlier visit failed low with it, and the table "
          "must say so"),
      by_call("table_mate_distance", 1, table_mate_distance,
              "takes a mate from an earlier visit without adjusting it by the ply: stored it must "
              "count from its position, read from the root"),
      by_call("table_sign", 1, table_sign,
              "takes the value of an earlier visit with the wrong sign: a table's value is for the "
              "side to move"),
      by_call(
          "table_bound", 2, table_bound,
          "takes a bound for a value: an earlier visit failed low or high with it, and the table "
          "must say so"),
      by_call(
          "table_after_move", 2, table_after_move,
          "takes the value of the move that led to the position for its own: it is stored before "
          "the move is taken back"),
      by_call(
          "table_other_position", 2, table_other_position,
          "takes the value of another position: a key is computed or stored before or after the "
          "move, lacks the side to move, or has too few bits"),
      by_call("static_value", 1, static_value,
              "returns the static value of a node in place of searching it"),
      by_call("window_without_search", 2, window_without_search,
              "returns alpha or beta of a node without searching it"),
      by_call("settled", 3, settled, "returns a wrong value without searching a move"),

      by_case("root_window", 1, root_window,
              "takes the result of a search of the root that failed low or high for the value: it "
              "must be searched again with a wider window"),
      by_case("driver_stops_early", 1, driver_stops_early,
              "stops while the last null window says only a bound: the bounds must meet"),
      by_case("root_negated", 1, root_negated, "returns the root's value with the wrong sign"),
      by_case("earlier_root", 1, earlier_root,
              "returns the value of another search of the root than the last"),
      by_case("other_than_root", 2, other_than_root,
              "returns another value than its search of the root found"),

      by_case("value_negated", 1, value_negated, "finds the value with the wrong sign"),
      by_case("one_ply_less", 1, one_ply_less, "finds the value of a search one ply less deep"),
      by_case("one_ply_more", 1, one_ply_more, "finds the value of a search one ply deeper"),
      by_backup("values_not_negated", {.negates = false}, "does not negate the values of children"),
      by_backup("values_least", {.takes_greatest = false},
                "takes the least value in place of the greatest"),
      by_backup("values_last", {.takes_last = true}, "takes the value of the last move"),
      by_backup("values_from_zero", {.start = 0},
                "begins with a best value of 0 in place of -infinity"),
      by_backup("values_leaf_negated", {.leaf_sign = -1},
                "values leaves for the side that has just moved"),
      by_backup("values_leaf_of_root", {.leaves_of_root = true},
                "values leaves for the side to move at the root"),
      by_backup("values_mate_distance", {.counts_plies = false}, "gives every mate the same value"),
      by_backup("values_mate_as_draw", {.mates_are_draws = true}, "counts a lost game as a draw"),
      by_backup("values_draw_as_loss", {.draws_are_losses = true},
                "counts a drawn game as lost: stalemate is taken for mate"),
      by_backup("values_skip_first", {.skips_first = true},
                "leaves out the first move of each node"),
      by_backup("values_skip_last", {.skips_last = true}, "leaves out the last move of each node"),
  };
  return all;
}

/// A case, and those of its calls that theories are judged by.
struct Evidence {
  const Case& in;
  std::vector<Seen> calls = {};

  explicit Evidence(const Case& of) : in(of) {
    // A search may have a function for null windows and another for open ones.
    const auto is_null = [](const Call& call) { return call.given_alpha + 1 == call.given_beta; };
    std::array<bool, 2> goes_wrong{};
    for (const Call& call : in.calls)
      if (call.goes_wrong) goes_wrong[is_null(call)] = true;
    for (const Call& call : in.calls)
      if (goes_wrong[is_null(call)] || in.is_right())
        if (auto one = seen(in, call)) calls.push_back(std::move(*one));
  }
};

/// The number of calls that the theory explains in a case; none if one contradicts it.
std::optional<std::size_t> explained_by(const Theory& theory, const Evidence& evidence) {
  const Case& in = evidence.in;
  if (theory.of_case) {
    if (in.is_right()) return 0;
    return theory.of_case(in) == Says::explains ? std::optional<std::size_t>(1) : std::nullopt;
  }
  if (std::ranges::any_of(in.calls, &Call::has_wrong_depth)) return std::nullopt;
  if (!in.is_right() && std::ranges::none_of(in.calls, &Call::goes_wrong)) return std::nullopt;
  std::size_t explained = 0;
  for (const Seen& call : evidence.calls) {
    const Says says = theory.of_call(call);
    if (says == Says::contradicts) return std::nullopt;
    explained += says == Says::explains;
  }
  return explained;
}

/// The theories that no case contradicts, of the least rank.
Diagnosis explain(const std::vector<Evidence>& cases, bool are_all) {
  Diagnosis result;
  int rank = 0;
  for (const Theory& theory : theories()) {
    std::size_t explained = 0;
    const bool fits = std::ranges::all_of(cases, [&](const Evidence& one) {
      const auto here = explained_by(theory, one);
      explained += here.value_or(0);
      return here.has_value();
    });
    if (!fits || explained == 0) continue;
    if (result.causes.empty() || theory.rank < rank) {
      result.causes.clear();
      rank = theory.rank;
    }
    if (theory.rank != rank) continue;
    Cause& cause = result.causes.emplace_back(theory.cause);
    cause.explained = explained;
    cause.is_of_calls = theory.of_call != nullptr;
  }
  constexpr int min_telling = 3;  // a rank that only says where, and not why
  constexpr std::size_t enough_values = 3;
  result.is_certain =
      are_all && result.causes.size() == 1 && rank < min_telling &&
      (cases.front().in.is_traced || result.causes.front().explained >= enough_values);
  return result;
}

}  // namespace

Diagnosis diagnose(const std::vector<Case>& cases) {
  if (cases.empty()) return {};
  std::vector<Evidence> all;
  for (const Case& one : cases) all.emplace_back(one);
  Diagnosis whole = explain(all, true);
  if (!whole.causes.empty() || all.size() == 1) return whole;
  std::vector<Evidence> smallest;
  smallest.emplace_back(cases.front());
  return explain(smallest, false);
}

}  // namespace plylab::search::verify
