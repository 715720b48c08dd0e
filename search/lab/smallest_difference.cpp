#include "search/lab/smallest_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/game/read_position.h"
#include "search/run/searches.h"

namespace plylab::search::lab {
namespace {

using MoveTexts =
    std::vector<std::string>;  // in the game's move notation, from the start of the runs

class DifferenceFinder {
 public:
  DifferenceFinder(const Run& run, const Run& other, const std::string& kernel,
                   const std::atomic<bool>& stop, const std::function<void()>& begins)
      : run_(run), other_(other), kernel_(kernel), stop_(stop), begins_(begins) {}

  std::optional<SmallestDifference> find() {
    MoveTexts played;
    auto found = first_difference(played, run_.depth());
    if (!found) return std::nullopt;
    while (found->depth > 1) {
      auto below = difference_below(played, found->depth - 1);
      if (!below) break;
      found = std::move(below);
    }
    found->position = text_of(played);
    found->minimax = minimax(played, found->depth);
    found->played = std::move(played);
    return found;
  }

 private:
  /// Most visits of all searches together.
  static constexpr std::uint64_t max_visits = 20'000'000;

  /// The shallowest iteration up to the depth in which the two differ.
  std::optional<SmallestDifference> first_difference(const MoveTexts& played, int depth) {
    const TextResult one = search(run_, played, depth), two = search(other_, played, depth);
    for (const auto& a : one.iterations)
      for (const auto& b : two.iterations)
        if (a.depth == b.depth && a.value != b.value)
          return SmallestDifference{{}, {}, a.depth, a.value, b.value, {}};
    return std::nullopt;
  }

  /// The same after one more move, which is appended to those played.
  std::optional<SmallestDifference> difference_below(MoveTexts& played, int depth) {
    const auto referee = run_.game->info.referee(run_.start.position);
    for (const std::string& move : played) referee->play(move);
    for (const std::string& move : referee->moves()) {
      played.push_back(move);
      if (auto found = first_difference(played, depth)) return found;
      played.pop_back();
    }
    return std::nullopt;
  }

  TextResult search(const Run& run, const MoveTexts& played, int depth) {
    if (visited_ >= max_visits || stop_) return {};
    Job job = run.job;
    job.kernel = run.game->info.kernel_of(job.generator, kernel_);
    job.limits = {.depth = depth, .nodes = max_visits - visited_, .stop = &stop_};
    job.distinct = job.minimal = job.census = false;
    if (begins_) begins_();
    TextResult result = run.game->run(run.start.position, played, job, MoveStyle::notation);
    visited_ += result.visited;
    return result;
  }

  std::optional<Value> minimax(const MoveTexts& played, int depth) {
    Run reference = run_;
    reference.job.algorithm = "minimax";
    if (!misfit(reference.job.algorithm, reference.job.switches).empty()) return std::nullopt;
    visited_ = 0;
    const TextResult result = search(reference, played, depth);
    const auto* const last = result.last_finished();
    return last != nullptr && last->depth == depth ? std::optional(last->value) : std::nullopt;
  }

  std::string text_of(const MoveTexts& played) const {
    if (played.empty()) return run_.start.text();
    std::string with = with_moves(run_.start.text(), fmt::format("{}", fmt::join(played, " ")));
    try {
      return run_.game->info.parse(with).text();
    } catch (const InputError&) {
      return with;  // the game does not write positions after moves
    }
  }

  const Run& run_;
  const Run& other_;
  const std::string& kernel_;
  const std::atomic<bool>& stop_;
  const std::function<void()>& begins_;
  std::uint64_t visited_ = 0;
};

}  // namespace

std::optional<SmallestDifference> smallest_difference(const Run& run, const Run& other,
                                                      const std::string& kernel,
                                                      const std::atomic<bool>& stop,
                                                      const std::function<void()>& begins) {
  return DifferenceFinder(run, other, kernel, stop, begins).find();
}

}  // namespace plylab::search::lab
