// Any number of records in order, with a bounded amount of memory.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "perft/cluster/record.h"
#include "perft/cluster/record_writer.h"
#include "perft/cluster/temporary_file.h"

namespace plylab::perft::cluster {

/// Sorts records by merging (Knuth, The Art of Computer Programming 3, 5.4): what a thread's buffer
/// holds is sorted and written as a run, and all runs are merged in the end. Records of one
/// position are made one as early as they meet.
class RecordSorter {
 public:
  /// Buffers for so many threads, which together take no more than so many bytes; at least
  /// smallest_buffer each.
  RecordSorter(const RecordLayout& layout, std::size_t threads, std::size_t bytes,
               const std::string& folder);

  static constexpr std::size_t smallest_buffer = std::size_t{1} << 16;

  /// Adds a record to a thread's buffer: its bytes in parts, of which the first is the whole label.
  /// Each thread has its own number.
  void add(std::size_t thread, std::initializer_list<std::span<const unsigned char>> parts);

  /// Writes all records in order; to be called once, by one thread.
  void merge(RecordWriter& out);

 private:
  struct Place {
    std::uint64_t prefix;  // of the label, to compare by
    std::size_t at;        // in the bytes
  };
  struct alignas(64) Buffer {
    Bytes bytes;
    std::vector<Place> places;
  };
  using Run = std::pair<std::uint64_t, std::uint64_t>;  // from, to

  void write_run(Buffer& buffer);

  RecordLayout layout_;
  std::size_t bytes_;  // for all runs' buffers
  std::vector<Buffer> buffers_;
  std::mutex mutex_;  // guards what follows
  TemporaryFile file_;
  std::vector<Run> runs_;
};

}  // namespace plylab::perft::cluster
