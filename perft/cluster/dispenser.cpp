#include "perft/cluster/dispenser.h"

#include <algorithm>
#include <utility>

namespace plylab::perft::cluster {

Dispenser::Dispenser(std::vector<std::size_t> units, std::size_t takers,
                     const std::atomic<bool>* stop, std::function<Bytes(std::size_t unit)> work,
                     TakeUnit finished)
    : units_(std::move(units)),
      stop_(stop),
      work_(std::move(work)),
      finished_(std::move(finished)) {
  for (std::size_t i = 0; i < takers; ++i) ranges_.push_back(share_of(units_.size(), i, takers));
}

std::optional<UnitWork> Dispenser::next(std::size_t taker) {
  const std::lock_guard lock(mutex_);
  if (failure_ || (stop_ && *stop_)) return std::nullopt;
  Range& own = ranges_[taker];
  if (own.size() == 0) {
    Range& longest = *std::ranges::max_element(ranges_, {}, &Range::size);
    const std::size_t middle = longest.from + longest.size() / 2;
    own = {middle, std::exchange(longest.to, middle)};
    if (own.size() == 0) return std::nullopt;
  }
  const std::size_t unit = units_[own.from++];
  return UnitWork{unit, work_(unit)};
}

void Dispenser::take(Unit unit, const Origin& origin) {
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  try {
    ++done_;
    finished_(std::move(unit), origin);
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void Dispenser::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
}

void Dispenser::check() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace plylab::perft::cluster
