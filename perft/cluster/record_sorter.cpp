#include "perft/cluster/record_sorter.h"

#include <algorithm>
#include <cstring>
#include <queue>

#include "perft/cluster/record_reader.h"

namespace plylab::perft::cluster {
namespace {

/// The first bytes of a label as a number that is ordered as they are.
std::uint64_t prefix_of(std::span<const unsigned char> label) {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < 8; ++i) prefix = prefix << 8 | (i < label.size() ? label[i] : 0);
  return prefix;
}

}  // namespace

RecordSorter::RecordSorter(const RecordLayout& layout, std::size_t threads, std::size_t bytes,
                           const std::string& folder)
    : layout_(layout), bytes_(bytes), buffers_(threads), file_(folder) {
  const std::size_t each = std::max(bytes / threads, smallest_buffer);
  for (Buffer& buffer : buffers_) {  // untouched memory costs nothing
    buffer.bytes.reserve(each / 4 * 3 + layout.largest());
    buffer.places.reserve(each / 4 / sizeof(Place));
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

void RecordSorter::write_run(Buffer& buffer) {
  const unsigned char* const bytes = buffer.bytes.data();
  std::sort(buffer.places.begin(), buffer.places.end(), [&](const Place& a, const Place& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    return compare(bytes + a.at, bytes + b.at, layout_) < 0;
  });
  {
    const std::lock_guard lock(mutex_);
    const std::uint64_t from = file_.size();
    RecordWriter run(layout_, file_);
    for (const Place& place : buffer.places) run.add(bytes + place.at);
    run.finish();
    runs_.emplace_back(from, file_.size());
  }
  buffer.bytes.clear();
  buffer.places.clear();
}

void RecordSorter::merge(RecordWriter& out) {
  for (Buffer& buffer : buffers_) {
    if (!buffer.places.empty()) write_run(buffer);
    buffer = {};
  }
  const std::size_t each =
      std::clamp(bytes_ / (runs_.size() + 1), std::size_t{1} << 14, std::size_t{1} << 20);
  std::vector<RecordReader> readers;
  readers.reserve(runs_.size());
  for (const auto& [from, to] : runs_) readers.emplace_back(file_, from, to, layout_, each);
  const auto is_behind = [&](std::size_t a, std::size_t b) {
    return compare(readers[a].record(), readers[b].record(), layout_) > 0;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(is_behind)> next(is_behind);
  for (std::size_t i = 0; i < readers.size(); ++i) next.push(i);
  while (!next.empty()) {
    const std::size_t first = next.top();
    next.pop();
    out.add(readers[first].record());
    readers[first].advance();
    if (!readers[first].at_end()) next.push(first);
  }
  out.finish();
}

}  // namespace plylab::perft::cluster
