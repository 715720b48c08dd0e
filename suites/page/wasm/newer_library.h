// What the sources take from C++20's library and libc++ 14, with which Emscripten 3.1.6 compiles
// them, does not have yet. Included before every file of the WebAssembly build, and nowhere else.
#pragma once

#include <algorithm>
#include <atomic>
#include <compare>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

template <class Char, class Traits, class Allocator>
strong_ordering operator<=>(const basic_string<Char, Traits, Allocator>& a,
                            const basic_string<Char, Traits, Allocator>& b) noexcept {
  return a.compare(b) <=> 0;
}

/// For arrays only.
template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t size) {
  return unique_ptr<T>(new remove_extent_t<T>[size]);
}

/// Without stop tokens.
class jthread : public thread {
 public:
  using thread::thread;
  jthread(jthread&&) = default;
  jthread& operator=(jthread&&) = default;
  ~jthread() {
    if (joinable()) join();
  }
};

/// With one thread every access is atomic.
template <class T>
class atomic_ref {
 public:
  static constexpr bool is_always_lock_free = true;
  explicit atomic_ref(T& object) : object_(&object) {}
  T load(memory_order = memory_order_seq_cst) const { return *object_; }
  void store(T value, memory_order = memory_order_seq_cst) const { *object_ = value; }
  bool compare_exchange_strong(T& expected, T value, memory_order, memory_order) const {
    const bool is_expected = *object_ == expected;
    (is_expected ? *object_ : expected) = is_expected ? value : *object_;
    return is_expected;
  }

 private:
  T* object_;
};

namespace ranges {

// Each algorithm takes a range or two iterators, and a projection where the sources give one.

template <class Range, class Predicate, class Projection = identity>
constexpr auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(begin(range), end(range), [&](auto&& element) -> bool {
    return std::invoke(predicate, std::invoke(projection, element));
  });
}

template <class Iterator, class Predicate>
requires input_or_output_iterator<Iterator>
constexpr auto find_if(Iterator first, Iterator last, Predicate predicate) {
  return std::find_if(first, last,
                      [&](auto&& element) -> bool { return std::invoke(predicate, element); });
}

template <class Range, class Predicate, class Projection = identity>
constexpr auto find_if_not(Range&& range, Predicate predicate, Projection projection = {}) {
  return ranges::find_if(range, std::not_fn(std::move(predicate)), std::move(projection));
}

template <class Range, class Value, class Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
  return ranges::find_if(
      range, [&](auto&& element) { return element == value; }, std::move(projection));
}

template <class Range, class Predicate, class Projection = identity>
constexpr bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return ranges::find_if(range, std::move(predicate), std::move(projection)) != end(range);
}

template <class Range, class Predicate, class Projection = identity>
constexpr bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return !ranges::any_of(range, std::move(predicate), std::move(projection));
}

template <class Range, class Predicate, class Projection = identity>
constexpr bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return ranges::none_of(range, std::not_fn(std::move(predicate)), std::move(projection));
}

template <class Range, class Predicate, class Projection = identity>
constexpr auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::count_if(begin(range), end(range), [&](auto&& element) -> bool {
    return std::invoke(predicate, std::invoke(projection, element));
  });
}

template <class Range, class Value, class Projection = identity>
constexpr auto count(Range&& range, const Value& value, Projection projection = {}) {
  return ranges::count_if(
      range, [&](auto&& element) { return element == value; }, std::move(projection));
}

template <class Range, class Output>
constexpr auto move(Range&& range, Output output) {
  return std::move(begin(range), end(range), output);
}

template <class Range, class Output>
constexpr auto copy(Range&& range, Output output) {
  return std::copy(begin(range), end(range), output);
}

template <class Range>
constexpr void reverse(Range&& range) {
  std::reverse(begin(range), end(range));
}

template <class Range, class Value>
constexpr void replace(Range&& range, const Value& old, const Value& with) {
  std::replace(begin(range), end(range), old, with);
}

template <class Compare, class Projection>
constexpr auto by(Compare compare, Projection projection) {
  return [=](auto&& a, auto&& b) -> bool {
    return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
  };
}

template <class Range, class Compare = less, class Projection = identity>
constexpr void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::sort(begin(range), end(range), by(compare, projection));
}

template <class Range, class Compare = less, class Projection = identity>
constexpr void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::stable_sort(begin(range), end(range), by(compare, projection));
}

template <class Range, class Compare = less, class Projection = identity>
constexpr auto max_element(Range&& range, Compare compare = {}, Projection projection = {}) {
  return std::max_element(begin(range), end(range), by(compare, projection));
}

template <class Range, class Compare = less, class Projection = identity>
constexpr auto min_element(Range&& range, Compare compare = {}, Projection projection = {}) {
  return std::min_element(begin(range), end(range), by(compare, projection));
}

template <class Range>
constexpr auto max(Range&& range) {
  return *ranges::max_element(range);
}

template <class One, class Other, class Equal = equal_to, class OneProjection = identity,
          class OtherProjection = identity>
constexpr bool equal(One&& one, Other&& other, Equal equal = {}, OneProjection of_one = {},
                     OtherProjection of_other = {}) {
  return std::equal(begin(one), end(one), begin(other), end(other), [&](auto&& a, auto&& b) {
    return std::invoke(equal, std::invoke(of_one, a), std::invoke(of_other, b));
  });
}

template <class One, class Other>
constexpr bool includes(One&& one, Other&& other) {
  return std::includes(begin(one), end(one), begin(other), end(other));
}

template <class One, class Other>
constexpr auto mismatch(One&& one, Other&& other) {
  const auto [in1, in2] = std::mismatch(begin(one), end(one), begin(other), end(other));
  struct Result {
    iterator_t<One> in1;
    iterator_t<Other> in2;
  };
  return Result{in1, in2};
}

}  // namespace ranges
}  // namespace std
