#include "perft/frontier/record_sorter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <queue>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"

namespace plylab::perft {
namespace {

/// The number of records between two marks of a run.
constexpr std::size_t run_interval = 256;

/// The number of labels sampled for each piece, to choose where pieces end.
constexpr std::size_t labels_of_piece = 32;

/// The bytes of a label that are compared at once, as a big-endian number.
constexpr std::size_t word_size = sizeof(std::uint64_t);
std::uint64_t prefix_of(std::span<const unsigned char> label) {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < word_size; ++i)
    prefix = (prefix << 8) | (i < label.size() ? label[i] : 0);
  return prefix;
}

}  // namespace

RecordSorter::RecordSorter(const RecordLayout& layout, std::size_t threads, std::size_t bytes,
                           const std::string& folder)
    : layout_(layout), bytes_(bytes), buffers_(threads), file_(folder) {
  const std::size_t each = std::max(bytes / threads, smallest_buffer);
  try {
    for (Buffer& buffer : buffers_) {  // untouched memory takes no pages
      buffer.bytes.reserve(each / 4 * 3 + layout.largest());
      buffer.places.reserve(each / 4 / sizeof(Place));
    }
  } catch (const std::bad_alloc&) {
    throw InputError(
        fmt::format("--memory: {} MiB to find the frontier cannot be allocated", bytes >> 20),
        InputErrorKind::memory);
  }
}

void RecordSorter::add(std::size_t thread,
                       std::initializer_list<std::span<const unsigned char>> parts) {
  Buffer& buffer = buffers_[thread];
  if (buffer.places.size() == buffer.places.capacity() ||
      buffer.bytes.size() + layout_.largest() > buffer.bytes.capacity())
    write_run(buffer);
  buffer.places.push_back({prefix_of(*parts.begin()), buffer.bytes.size()});
  for (const auto part : parts) buffer.bytes.insert(buffer.bytes.end(), part.begin(), part.end());
}

/// Sorts places by their labels. Each prefix holds the word that ends at byte `known`; all bytes
/// before that word are equal. It sorts word by word, because neighbouring positions begin with the
/// same bytes, and comparing the labels in memory would be slow (Bentley and Sedgewick, Fast
/// Algorithms for Sorting and Searching Strings, SODA 1997).
void RecordSorter::sort(std::span<Place> places, const unsigned char* bytes,
                        std::size_t known) const {
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.prefix < b.prefix; });
  if (known >= layout_.label) return;
  for (std::size_t from = 0, to = 0; from < places.size(); from = to) {
    while (to < places.size() && places[to].prefix == places[from].prefix) ++to;
    if (to - from == 1) continue;
    const std::span equal = places.subspan(from, to - from);
    for (Place& place : equal)
      place.prefix = prefix_of({bytes + place.at + known, layout_.label - known});
    sort(equal, bytes, known + word_size);
  }
}

void RecordSorter::write_run(Buffer& buffer) {
  const unsigned char* const bytes = buffer.bytes.data();
  sort(buffer.places, bytes, word_size);
  const std::uint64_t from = [&] {
    const std::lock_guard lock(mutex_);
    return file_.reserve(buffer.bytes.size());  // merging never makes records longer
  }();
  std::uint64_t to = from;
  RecordWriter writer(layout_, run_interval, [&](std::span<const unsigned char> written) {
    file_.write(to, written);
    to += written.size();
  });
  for (std::size_t i = 0; i < buffer.places.size(); ++i) {
    // Sorted places point to scattered records: prefetches those needed soon.
    constexpr std::size_t ahead = 8;
    if (i + ahead < buffer.places.size()) __builtin_prefetch(bytes + buffer.places[i + ahead].at);
    writer.add(bytes + buffer.places[i].at);
  }
  writer.finish();
  buffer.bytes.clear();
  buffer.places.clear();
  Run run{from, to, std::move(writer).marks()};
  for (std::uint64_t& mark : run.marks) mark += from;
  const std::lock_guard lock(mutex_);
  runs_.push_back(std::move(run));
}

Bytes RecordSorter::label_at(std::uint64_t place) const {
  Bytes label(layout_.label);
  file_.read(place, label);
  return label;
}

/// Labels that divide all records into about that many pieces of similar size: quantiles of a
/// sample.
std::vector<Bytes> RecordSorter::labels_between(std::size_t pieces) const {
  std::size_t marks = 0;
  for (const Run& run : runs_) marks += run.marks.size();
  const std::size_t step = marks / (pieces * labels_of_piece) + 1;
  std::vector<Bytes> sample;
  for (const Run& run : runs_)
    for (std::size_t i = step / 2; i < run.marks.size(); i += step)
      sample.push_back(label_at(run.marks[i]));
  std::sort(sample.begin(), sample.end(), [&](const Bytes& a, const Bytes& b) {
    return compare(a.data(), b.data(), layout_) < 0;
  });
  std::vector<Bytes> labels;
  for (std::size_t piece = 1; piece < pieces && !sample.empty(); ++piece)
    labels.push_back(sample[piece * sample.size() / pieces]);
  return labels;
}

/// The offset of the first record that is not less than the label.
std::uint64_t RecordSorter::place_in(const Run& run, const Bytes& label) const {
  const auto mark =
      std::partition_point(run.marks.begin(), run.marks.end(), [&](std::uint64_t place) {
        return compare(label_at(place).data(), label.data(), layout_) < 0;
      });
  if (mark == run.marks.begin()) return run.from;
  const std::uint64_t from = *(mark - 1), to = mark == run.marks.end() ? run.to : *mark;
  Bytes records(static_cast<std::size_t>(to - from));
  file_.read(from, records);
  const unsigned char *at = records.data(), *const end = at + records.size();
  while (at != end && compare(at, label.data(), layout_) < 0) at = end_of(at, layout_);
  return to - static_cast<std::uint64_t>(end - at);
}

/// Merges all records from the lower label up to, but excluding, the upper one; null means from the
/// first or to the last.
RecordPiece RecordSorter::merge_between(const Bytes* lower, const Bytes* upper) const {
  const std::size_t buffer = std::clamp(bytes_ / buffers_.size() / 4 / (runs_.size() + 1),
                                        std::size_t{1} << 14, std::size_t{1} << 20);
  std::vector<RecordReader> readers;
  readers.reserve(runs_.size());
  std::uint64_t bytes = 0;
  for (const Run& run : runs_) {
    const std::uint64_t from = lower ? place_in(run, *lower) : run.from;
    const std::uint64_t to = upper ? place_in(run, *upper) : run.to;
    if (from == to) continue;
    readers.emplace_back(file_, from, to, layout_, std::min<std::uint64_t>(buffer, to - from));
    bytes += to - from;
  }
  struct Next {
    std::uint64_t prefix;
    std::size_t reader;
  };
  const auto is_behind = [&](const Next& a, const Next& b) {
    if (a.prefix != b.prefix) return a.prefix > b.prefix;
    return compare(readers[a.reader].record(), readers[b.reader].record(), layout_) > 0;
  };
  std::priority_queue<Next, std::vector<Next>, decltype(is_behind)> next(is_behind);
  const auto put = [&](std::size_t reader) {
    next.push({prefix_of({readers[reader].record(), layout_.label}), reader});
  };
  for (std::size_t i = 0; i < readers.size(); ++i) put(i);

  RecordPiece piece;
  piece.bytes.reserve(static_cast<std::size_t>(bytes));
  RecordWriter writer(layout_, 1, [&](std::span<const unsigned char> written) {
    piece.bytes.insert(piece.bytes.end(), written.begin(), written.end());
  });
  while (!next.empty()) {
    const std::size_t first = next.top().reader;
    next.pop();
    writer.add(readers[first].record());
    readers[first].advance();
    if (!readers[first].at_end()) put(first);
  }
  writer.finish();
  piece.marks = std::move(writer).marks();
  for (const std::uint64_t mark : piece.marks)
    piece.paths += path_count(piece.bytes.data() + mark, layout_);
  return piece;
}

void RecordSorter::merge(const std::atomic<bool>* stop,
                         const std::function<void(double share)>& progress, RecordCollector& out) {
  const auto threads = buffers_.size();
  in_parallel(threads, static_cast<int>(threads), nullptr, [&](std::size_t i, std::size_t) {
    if (!buffers_[i].places.empty()) write_run(buffers_[i]);
    buffers_[i] = {};
  });
  // A quarter of a thread's memory is for its piece, a quarter for the input of the merge, and some
  // for the marks; the rest is for pieces that turn out larger than average.
  const std::size_t of_piece = std::max(bytes_ / threads / 4, smallest_buffer);
  const std::size_t size = static_cast<std::size_t>(file_.size());
  const std::size_t min = std::min(4 * threads, size / smallest_buffer);
  const std::vector<Bytes> labels = labels_between(std::max(size / of_piece, min) + 1);
  const std::size_t pieces = labels.size() + 1;
  std::atomic<std::size_t> done = 0;
  in_parallel(pieces, static_cast<int>(threads), stop, [&](std::size_t i, std::size_t) {
    try {
      out.add(i, merge_between(i > 0 ? &labels[i - 1] : nullptr,
                               i < labels.size() ? &labels[i] : nullptr));
      progress(static_cast<double>(++done) / static_cast<double>(pieces));
    } catch (...) {
      out.abandon();
      throw;
    }
  });
}

void RecordCollector::add(std::size_t number, const RecordPiece& piece) {
  std::unique_lock lock(mutex_);
  turn_.wait(lock, [&] { return next_ == number || is_abandoned_; });
  if (is_abandoned_) return;
  const std::uint64_t at = all_.file.reserve(piece.bytes.size());
  for (std::size_t i = (block - all_.records % block) % block; i < piece.marks.size(); i += block)
    all_.marks.push_back(at + piece.marks[i]);
  all_.records += piece.marks.size();
  all_.paths += piece.paths;
  ++next_;
  lock.unlock();
  turn_.notify_all();
  all_.file.write(at, piece.bytes);
}

void RecordCollector::abandon() {
  {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
  }
  turn_.notify_all();
}

}  // namespace plylab::perft
