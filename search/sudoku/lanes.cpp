#include "search/sudoku/lanes.h"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "gen/base/cpu_features.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/sudoku/node.h"

namespace plylab::search::sudoku {
namespace {

constexpr std::array all_kernels{
    KernelEntry{"avx512", &avx512, runs_avx512},
    KernelEntry{"avx2", &avx2, runs_avx2},
    KernelEntry{"generic", &generic, [] { return true; }},
};

class LaneSearch {
 public:
  LaneSearch(std::span<const Grid> puzzles, const Limits& limits, const Kernel& kernel)
      : puzzles_(puzzles), limits_(limits), kernel_(kernel) {
    results_.reserve(puzzles.size());
  }

  std::vector<Result> run() {
    for (std::size_t lane = 0; lane < kernel_.lanes; ++lane) refill(lane);
    while (busy_ != 0 && (limits_.stop == nullptr || !*limits_.stop)) {
      const Conclusions all = kernel_.conclude(places_.data());
      for (std::uint32_t left = busy_ & (all.dead | ~all.changed); left != 0; left &= left - 1)
        go_on(static_cast<std::size_t>(std::countr_zero(left)), all);
      if (!waiting_.empty()) fill_idle_lanes();
    }
    for (std::uint32_t left = busy_; left != 0; left &= left - 1)
      results_[lane_puzzle_[static_cast<std::size_t>(std::countr_zero(left))]].complete = false;
    for (const Waiting& waiting : waiting_) results_[waiting.puzzle].complete = false;
    return std::move(results_);
  }

 private:
  struct Waiting {
    Node node;
    std::size_t puzzle;
  };

  bool at_limit(std::size_t puzzle) const {
    return limits_.solutions != 0 && results_[puzzle].solutions == limits_.solutions;
  }

  /// Nothing more follows in the lane.
  void go_on(std::size_t lane, const Conclusions& all) {
    const std::size_t puzzle = lane_puzzle_[lane];
    Result& result = results_[puzzle];
    if (at_limit(puzzle)) return refill(lane);
    if ((all.dead >> lane & 1) != 0) {
      ++result.dead_ends;
      return refill(lane);
    }
    Node node = load(lane);
    if ((all.open >> lane & 1) == 0) {
      ++result.solutions;
      result.complete = !at_limit(puzzle);
      if (result.found.size() < limits_.kept) result.found.push_back(node.grid());
      return refill(lane);
    }
    result.tried += 2;
    waiting_.push_back({node.split(), puzzle});
    store(lane, node);
  }

  /// Gives the lane a node of the puzzle that came last, or the next puzzle.
  void refill(std::size_t lane) {
    busy_ |= 1U << lane;
    while (!waiting_.empty()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      if (!at_limit(next.puzzle)) {
        lane_puzzle_[lane] = next.puzzle;
        return store(lane, next.node);
      }
    }
    while (results_.size() < puzzles_.size()) {
      lane_puzzle_[lane] = results_.size();
      const Grid& puzzle = puzzles_[results_.size()];
      results_.emplace_back();
      if (!repeats_a_digit(puzzle)) return store(lane, Node::of(puzzle));
    }
    busy_ &= ~(1U << lane);
  }

  void fill_idle_lanes() {
    for (std::size_t lane = 0; lane < kernel_.lanes && !waiting_.empty(); ++lane)
      if ((busy_ >> lane & 1) == 0) refill(lane);
  }

  Node load(std::size_t lane) const {
    Node node;
    for (std::size_t i = 0; i < node.places.size(); ++i)
      node.places[i] = places_[i * kernel_.lanes + lane];
    return node;
  }
  void store(std::size_t lane, const Node& node) {
    for (std::size_t i = 0; i < node.places.size(); ++i)
      places_[i * kernel_.lanes + lane] = node.places[i];
  }

  std::span<const Grid> puzzles_;
  const Limits& limits_;
  const Kernel& kernel_;
  alignas(64) std::array<Places, digits * bands * most_lanes> places_{};
  std::uint32_t busy_ = 0;  // the lanes that hold a node
  std::array<std::size_t, most_lanes> lane_puzzle_{};
  std::vector<Waiting> waiting_;
  std::vector<Result> results_;  // of the puzzles that were begun
};

}  // namespace

std::span<const KernelEntry> kernels() { return all_kernels; }

const KernelEntry& find_kernel(std::string_view where, std::string_view name) {
  std::vector<std::string> names;
  for (const KernelEntry& entry : all_kernels) {
    if (name.empty() ? entry.runs() : entry.name == name) {
      if (entry.runs()) return entry;
      throw InputError(fmt::format("{}: this CPU cannot run the kernel '{}'", where, name));
    }
    names.emplace_back(entry.name);
  }
  refuse_name(where, name, names);
}

std::vector<Result> search_lanes(std::span<const Grid> puzzles, const Limits& limits,
                                 const Kernel& kernel) {
  return LaneSearch(puzzles, limits, kernel).run();
}

}  // namespace plylab::search::sudoku
