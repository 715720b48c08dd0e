// Who of several takes which of many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace plylab::perft::cluster {

/// Hands out the numbers from 0 to a size, each once: to each taker a range of its own in order, so
/// that it has neighbours, and when that is done the second half of the longest one left.
class Shares {
 public:
  Shares(std::size_t size, std::size_t takers) : ranges_(takers) {
    for (std::size_t i = 0; i < takers; ++i)
      ranges_[i] = {size * i / takers, size * (i + 1) / takers};
  }

  /// None if all are given.
  std::optional<std::size_t> next(std::size_t taker) {
    Range& own = ranges_[taker];
    if (own.length() == 0) {
      Range& longest =
          *std::max_element(ranges_.begin(), ranges_.end(),
                            [](const Range& a, const Range& b) { return a.length() < b.length(); });
      const std::size_t middle = longest.from + longest.length() / 2;
      own = {middle, std::exchange(longest.to, middle)};
      if (own.length() == 0) return std::nullopt;
    }
    return own.from++;
  }

 private:
  struct Range {
    std::size_t from = 0, to = 0;
    std::size_t length() const { return to - from; }
  };
  std::vector<Range> ranges_;
};

}  // namespace plylab::perft::cluster
