// Any number of records in order, with a bounded amount of memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "perft/frontier/record.h"
#include "perft/frontier/record_collector.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft::cluster {

/// Sorts records by merging (Knuth, The Art of Computer Programming 3, 5.4): what a thread's buffer
/// holds is sorted and written as a run, and in the end all runs are merged, by as many threads,
/// each of which takes the records between two labels. Records of one position are made one as
/// early as they meet.
class RecordSorter {
 public:
  /// Buffers for so many threads, which together take no more than so many bytes; at least
  /// smallest_buffer each. Throws InputError if they are not to be had.
  RecordSorter(const RecordLayout& layout, std::size_t threads, std::size_t bytes,
               const std::string& folder);

  static constexpr std::size_t smallest_buffer = std::size_t{1} << 16;

  /// Adds a record to a thread's buffer: its bytes in parts, of which the first is the whole label.
  /// Each thread has its own number.
  void add(std::size_t thread, std::initializer_list<std::span<const unsigned char>> parts);

  /// Gives all records in order, or some if `stop` goes up. `progress` is called now and then by
  /// any thread, with the share that is done. To be called once.
  void merge(const std::atomic<bool>* stop, const std::function<void(double share)>& progress,
             RecordCollector& out);

 private:
  struct Place {
    std::uint64_t prefix;  // of the label, or of its rest, to compare by
    std::size_t at;        // in the bytes
  };
  struct alignas(64) Buffer {
    Bytes bytes;
    std::vector<Place> places;
  };
  struct Run {
    std::uint64_t from, to;
    std::vector<std::uint64_t> marks;  // where some of its records begin, the first one included
  };

  void sort(std::span<Place> places, const unsigned char* bytes, std::size_t known) const;
  void write_run(Buffer& buffer);
  Bytes label_at(std::uint64_t place) const;
  std::vector<Bytes> labels_between(std::size_t pieces) const;
  std::uint64_t place_in(const Run& run, const Bytes& label) const;
  RecordPiece merge_between(const Bytes* lower, const Bytes* upper) const;

  RecordLayout layout_;
  std::size_t bytes_;  // of all buffers together
  std::vector<Buffer> buffers_;
  std::mutex mutex_;  // guards what follows
  TemporaryFile file_;
  std::vector<Run> runs_;
};

}  // namespace plylab::perft::cluster
