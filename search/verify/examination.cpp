#include "search/verify/examination.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "search/lab/smallest_difference.h"
#include "search/run/searches.h"

namespace plylab::search::verify {
namespace {

/// Most visits in one iteration whose calls are examined: texts are slow.
constexpr std::uint64_t max_traced = 60'000;

/// Most nodes of a tree that is evidence beside the smallest one.
constexpr std::size_t max_told = 4000;

using Path = std::vector<std::string>;

TextResult search(const Case& the_case, Job job, int depth, bool visits,
                  const std::atomic<bool>& stop) {
  job.kernel = the_case.game->info.kernel_of(job.generator, "");
  job.limits = {.depth = depth, .nodes = 4 * max_traced, .stop = &stop};
  job.visits = visits;
  return the_case.game->run(the_case.start, the_case.played, job, MoveStyle::notation);
}

/// The tree of minimax's visits.
class Tree {
 public:
  explicit Tree(const std::vector<Visit<std::string>>& visits) {
    for (const auto& visit : visits) {
      const std::size_t index = nodes.size();
      if (!visit.path.empty())
        if (const auto parent = find({visit.path.begin(), visit.path.end() - 1})) {
          nodes[*parent].moves.push_back(visit.path.back());
          nodes[*parent].children.push_back(index);
        }
      nodes.push_back({visit.value, visit.depth, visit.ply});
      places_.emplace(visit.path, index);
    }
    for (Reference& node : nodes) node.is_over = node.depth > 0 && node.moves.empty();
  }

  std::optional<std::size_t> find(const Path& path) const {
    const auto found = places_.find(path);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Takes the static values from a shallower tree, whose leaves are inner nodes here.
  void take_evaluations(const std::vector<Visit<std::string>>& visits) {
    for (const auto& visit : visits)
      if (const auto place = find(visit.path); place && visit.depth == 0) {
        nodes[*place].evaluation = visit.value;
        nodes[*place].has_evaluation = true;
      }
  }

  std::vector<Reference> nodes;

 private:
  std::map<Path, std::size_t> places_;
};

/// The visits as calls, each with its parent and its node in the tree. A search of a node within
/// itself, such as internal iterative deepening, is left out with all that it visits: it is no
/// search of a move, and only the node that makes it knows what to do with its value.
std::vector<Call> calls_of(const Iteration<std::string>& iteration, const Tree& tree) {
  std::vector<Call> calls;
  std::vector<std::optional<std::size_t>> places;  // of the visits among the calls
  for (const auto& visit : iteration.visits) {
    const auto parent = visit.parent ? places[*visit.parent] : std::nullopt;
    const bool is_left_out = visit.aside || (visit.parent && !parent);
    places.push_back(is_left_out ? std::nullopt : std::optional(calls.size()));
    if (is_left_out) continue;
    Call call{visit, visit.path};
    call.parent = parent;
    call.plies_left = visit.depth >= 0 ? visit.depth : iteration.depth - visit.ply;
    if (parent) {
      std::vector<std::size_t>& siblings = calls[*parent].children;
      call.is_again = !siblings.empty() && !call.lost && calls[siblings.back()].path == call.path;
      siblings.push_back(calls.size());
    }
    if (!call.lost) call.reference = tree.find(call.path);
    calls.push_back(std::move(call));
  }
  return calls;
}

/// Whether minimax's value contradicts what a call returned: outside its window that is a bound.
bool contradicts(const Call& call, Value right) {
  if (call.given_alpha >= call.given_beta) return false;  // no window: its caller is to blame
  if (call.value <= call.given_alpha) return right > call.value;
  if (call.value >= call.given_beta) return right < call.value;
  return right != call.value;
}

void judge(Case& the_case) {
  std::vector<Call>& calls = the_case.calls;
  for (Call& call : calls) {
    const Reference* const reference = the_case.reference_of(call);
    if (reference != nullptr && call.finished) call.is_wrong = contradicts(call, reference->value);
    if (call.lost) continue;
    const bool is_at_wrong_depth =
        reference == nullptr || (call.depth >= 0 && call.depth != reference->depth);
    const Call* const parent = call.parent ? &calls[*call.parent] : nullptr;
    const Reference* const above = parent ? the_case.reference_of(*parent) : nullptr;
    const bool parent_is_right =
        parent == nullptr ||
        (above != nullptr && (parent->depth < 0 || parent->depth == above->depth));
    call.has_wrong_depth = is_at_wrong_depth && parent_is_right;
  }
  // A wrong value taken from a table is to be blamed on the call that stored it.
  const auto repeats = [&](const Call& call) {
    for (const Call& other : calls) {
      if (&other == &call) return false;
      if (other.is_wrong && other.key == call.key && other.ply == call.ply &&
          other.value == call.value)
        return true;
    }
    return false;
  };
  const auto is_to_blame = [&](const Call& call) {
    return call.children.empty() ? !repeats(call)
                                 : std::ranges::none_of(call.children, [&](std::size_t child) {
                                     return calls[child].is_wrong;
                                   });
  };
  for (Call& call : calls) call.goes_wrong = call.is_wrong && is_to_blame(call);
}

/// Whether calls are within the call that made them, as in a recursive search that is watched.
bool is_nested(const std::vector<Visit<std::string>>& visits) {
  return !visits.empty() && visits.front().ply == 0 &&
         std::ranges::all_of(visits, [](const auto& visit) {
           return visit.finished && (visit.parent || visit.ply == 0);
         });
}

Case case_of(const lab::Run& run, std::vector<std::string> played, std::string position,
             int depth) {
  return {.game = run.game,
          .start = run.start.position,
          .played = std::move(played),
          .position = std::move(position),
          .switches = run.job.switches,
          .depth = depth,
          .value = 0,
          .right = 0};
}

/// Searches the case's position by minimax and by the job, as far as the limits allow, and notes
/// all that they do.
void watch(Case& found, const Job& job, const std::atomic<bool>& stop,
           const std::function<void()>& begins) {
  const int depth = found.depth;
  if (begins) begins();
  const TextResult right = search(found, minimax_job(job), depth + 1, true, stop);
  const auto finished = static_cast<int>(right.iterations.size());
  const auto iteration = [&](int number) -> const auto& {
    return right.iterations[static_cast<std::size_t>(number - 1)];
  };
  if (finished > depth) {
    found.deeper = iteration(depth + 1).value;
    found.has_deeper = true;
  }
  if (finished >= depth && depth > 1) {
    found.shallower = iteration(depth - 1).value;
    found.has_shallower = true;
  }
  found.is_too_large = true;
  if (finished < depth) return;
  found.right = iteration(depth).value;
  Tree tree(iteration(depth).visits);
  for (int shallow = 1; shallow <= depth; ++shallow)
    tree.take_evaluations(iteration(shallow).visits);

  if (begins) begins();
  const TextResult seen = search(found, job, depth, true, stop);
  if (seen.iterations.empty() || seen.iterations.back().depth != depth) {
    found.tree = std::move(tree.nodes);
    return;
  }
  const auto& last = seen.iterations.back();
  found.is_too_large = false;
  found.value = last.value;
  found.is_traced = is_nested(last.visits);
  if (found.is_traced) {
    found.calls = calls_of(last, tree);
    for (const auto& earlier : seen.iterations)
      if (&earlier != &last)
        for (Call& call : calls_of(earlier, tree)) found.earlier.push_back(std::move(call));
  }
  found.tree = std::move(tree.nodes);
  if (found.is_traced) judge(found);
}

}  // namespace

Job minimax_job(Job job) {
  job.algorithm = "minimax";
  job.checks_moves = false;
  for (const char* one : {"table", "exact", "exact-values", "entries", "etc"})
    job.switches[Switch::find(one)] = 0;
  job.switches["mate-search"] = 0;
  job.switches["deepening"] = 1;
  return job;
}

Job quick_minimax_job(Job job) {
  job = minimax_job(std::move(job));
  const std::string_view alphabeta = exact_name("alphabeta");
  if (!prunes(job.switches) && misfit(alphabeta, job.switches).empty()) job.algorithm = alphabeta;
  return job;
}

const Call* Case::first_wrong() const {
  const Call* first = nullptr;
  const auto look = [&](auto&& self, std::size_t place) -> void {
    for (const std::size_t child : calls[place].children) self(self, child);
    if (first == nullptr && calls[place].goes_wrong) first = &calls[place];
  };
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (!calls[i].parent) look(look, i);
  for (const Call& call : calls)
    if (call.has_wrong_depth) return call.parent ? &calls[*call.parent] : &call;
  return first;
}

bool Case::first_to_move(const std::vector<std::string>& path) const {
  const auto referee = game->info.referee(start);
  for (const std::string& move : played) referee->play(move);
  for (const std::string& move : path) referee->play(move);
  return referee->side_to_move() == Side::first;
}

std::vector<Case> examine(const lab::Run& run, int full_depth, const std::atomic<bool>& stop,
                          const std::function<void()>& begins) {
  lab::Run subject = run;
  subject.job.generator = traced_generator(*run.game);
  lab::Run reference = subject;
  reference.job = quick_minimax_job(subject.job);
  const auto difference = lab::smallest_difference(subject, reference, "", stop, begins);
  if (!difference) return {};

  Case smallest = case_of(subject, difference->played, difference->position, difference->depth);
  smallest.value = difference->value;
  smallest.right = difference->other;
  watch(smallest, subject.job, stop, begins);
  std::vector<Case> cases{std::move(smallest)};
  for (const int depth : {difference->depth + 1, full_depth}) {
    if (depth == cases.back().depth) break;
    Case whole = case_of(subject, {}, run.start.text(), depth);
    watch(whole, subject.job, stop, begins);
    if (!whole.is_too_large && whole.tree.size() <= max_told) cases.push_back(std::move(whole));
  }
  return cases;
}

}  // namespace plylab::search::verify
