// Who is the odd one out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace plylab::perft::soak {

/// What each of several generators says about one thing.
template <class T>
class Agreement {
 public:
  void clear() { said_.clear(); }
  void add(T what) { said_.push_back(std::move(what)); }

  const T& operator[](std::size_t place) const { return said_[place]; }

  bool all_agree() const {
    return std::all_of(said_.begin(), said_.end(),
                       [&](const T& one) { return one == said_.front(); });
  }

  /// What most say, or the first of those that as many say.
  const T& usual() const {
    return *std::max_element(said_.begin(), said_.end(),
                             [&](const T& a, const T& b) { return votes(a) < votes(b); });
  }

  /// The place of the first that says something else.
  std::size_t odd_one() const {
    const T& most = usual();
    return static_cast<std::size_t>(
        std::find_if(said_.begin(), said_.end(), [&](const T& one) { return !(one == most); }) -
        said_.begin());
  }
  /// And of one that does not.
  std::size_t usual_one() const { return static_cast<std::size_t>(&usual() - said_.data()); }

 private:
  auto votes(const T& what) const { return std::count(said_.begin(), said_.end(), what); }

  std::vector<T> said_;
};

}  // namespace plylab::perft::soak
