// Any number of records in order, with a bounded amount of memory.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "perft/frontier/record.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft {

/// Some records in order.
struct RecordPiece {
  Bytes bytes;
  std::vector<std::uint64_t> marks;  ///< where each record begins
  Count paths;                       ///< of all
};

/// All of them together.
struct CollectedRecords {
  TemporaryFile file;
  std::vector<std::uint64_t> marks = {};  ///< where blocks begin
  std::uint64_t records = 0;
  Count paths = {};  ///< of all
};

/// Joins pieces to a file, which does not depend on how it was cut into pieces.
class RecordCollector {
 public:
  /// The records between two marks; the last block may have fewer.
  static constexpr std::size_t block = 64;

  explicit RecordCollector(const std::string& folder) : all_{TemporaryFile(folder)} {}

  /// Appends a piece, once those of all lower numbers have come, the first of which is 0; until
  /// then it waits. Any thread may call it. Does nothing after abandon().
  void add(std::size_t number, const RecordPiece& piece);

  /// For a thread that cannot deliver its piece: the other threads no longer wait for it.
  void abandon();

  /// To be called once, when all pieces are there.
  CollectedRecords take() { return std::move(all_); }

 private:
  std::mutex mutex_;  // guards what follows
  std::condition_variable turn_;
  std::size_t next_ = 0;  // piece
  bool is_abandoned_ = false;
  CollectedRecords all_;
};

/// Sorts records by merging (Knuth, The Art of Computer Programming 3, 5.4): what a thread's buffer
/// holds is sorted and written as a run, and in the end all runs are merged, by as many threads,
/// each of which takes the records between two labels. Records of one position are merged as soon
/// as they meet.
class RecordSorter {
 public:
  /// One buffer for each of `threads` threads, at least smallest_buffer each, together no more than
  /// the given number of bytes. Throws InputError if they cannot be allocated.
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

}  // namespace plylab::perft
