// Sorts any number of records with bounded memory.
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

/// Consecutive records in order.
struct RecordPiece {
  Bytes bytes;
  std::vector<std::uint64_t> marks;  ///< offset of each record
  Count paths;                       ///< of all records
};

/// All records in order, in a file.
struct CollectedRecords {
  TemporaryFile file;
  std::vector<std::uint64_t> marks = {};  ///< offsets of blocks
  std::uint64_t records = 0;
  Count paths = {};  ///< of all records
};

/// Joins pieces to a file that does not depend on how the records were divided.
class RecordCollector {
 public:
  /// The number of records between two marks; the last block may have fewer.
  static constexpr std::size_t block = 64;

  explicit RecordCollector(const std::string& folder) : all_{TemporaryFile(folder)} {}

  /// Appends a piece, after waiting for those with lower numbers; numbers start at 0. Any thread
  /// may call it. Does nothing after abandon().
  void add(std::size_t number, const RecordPiece& piece);

  /// Called by a thread that cannot deliver its piece, so that the others no longer wait for it.
  void abandon();

  /// Must be called once, after all pieces have been added.
  CollectedRecords take() { return std::move(all_); }

 private:
  std::mutex mutex_;  // guards the members below
  std::condition_variable turn_;
  std::size_t next_ = 0;  // number of the next piece
  bool is_abandoned_ = false;
  CollectedRecords all_;
};

/// Sorts records by external merging (Knuth, The Art of Computer Programming 3, 5.4): each thread
/// sorts its buffer and writes it as a run; in the end the threads merge all runs, each the records
/// between two labels. Records of one position are merged as soon as they meet.
class RecordSorter {
 public:
  /// Makes one buffer for each of `threads` threads, together of `bytes`, but each of at least
  /// smallest_buffer bytes. Throws InputError if they cannot be allocated.
  RecordSorter(const RecordLayout& layout, std::size_t threads, std::size_t bytes,
               const std::string& folder);

  static constexpr std::size_t smallest_buffer = std::size_t{1} << 16;

  /// Adds a record to the buffer of a thread: its bytes in parts, the first of which is the whole
  /// label. Each thread uses its own number.
  void add(std::size_t thread, std::initializer_list<std::span<const unsigned char>> parts);

  /// Passes all records in order to the collector, or only some if `stop` is set. Any thread
  /// occasionally calls `progress` with the share of the work done. Must be called once.
  void merge(const std::atomic<bool>* stop, const std::function<void(double share)>& progress,
             RecordCollector& out);

 private:
  struct Place {
    std::uint64_t prefix;  // the next word of the label, to compare first
    std::size_t at;        // offset in the bytes
  };
  struct alignas(64) Buffer {
    Bytes bytes;
    std::vector<Place> places;
  };
  struct Run {
    std::uint64_t from, to;
    std::vector<std::uint64_t> marks;  // offsets of some records, including the first
  };

  void sort(std::span<Place> places, const unsigned char* bytes, std::size_t known) const;
  void write_run(Buffer& buffer);
  Bytes label_at(std::uint64_t place) const;
  std::vector<Bytes> labels_between(std::size_t pieces) const;
  std::uint64_t place_in(const Run& run, const Bytes& label) const;
  RecordPiece merge_between(const Bytes* lower, const Bytes* upper) const;

  RecordLayout layout_;
  std::size_t bytes_;  // size of all buffers together
  std::vector<Buffer> buffers_;
  std::mutex mutex_;  // guards the members below
  TemporaryFile file_;
  std::vector<Run> runs_;
};

}  // namespace plylab::perft
