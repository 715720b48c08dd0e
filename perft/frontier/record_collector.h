// All records in order, from pieces that many threads make.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "perft/frontier/record.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft::cluster {

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

/// Puts pieces together to a file, which is the same in whatever pieces it comes.
class RecordCollector {
 public:
  /// The records between two marks; the last block may have fewer.
  static constexpr std::size_t block = 64;

  explicit RecordCollector(const std::string& folder) : all_{TemporaryFile(folder)} {}

  /// Appends a piece, once those of all lower numbers have come, the first of which is 0; until
  /// then it waits. Any thread may call it. Does nothing after abandon().
  void add(std::size_t number, const RecordPiece& piece);

  /// For a thread whose piece does not come: lets nobody wait for it.
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

}  // namespace plylab::perft::cluster
