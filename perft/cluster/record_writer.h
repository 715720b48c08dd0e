// Sorted records to a file, those of one position as one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "perft/cluster/record.h"
#include "perft/cluster/temporary_file.h"

namespace plylab::perft::cluster {

/// Writes records that come in order. Of the paths of several records of one position the moves
/// that are kept are the least byte by byte, so that the file is the same in whatever way they came
/// together.
class RecordWriter {
 public:
  /// The records between two marks; the last block may have fewer.
  static constexpr std::size_t block = 64;

  RecordWriter(const RecordLayout& layout, TemporaryFile& file) : layout_(layout), file_(file) {}

  /// The record must not be before the one added last.
  void add(const unsigned char* record);
  /// To be called once, at the end.
  void finish();

  std::uint64_t records() const { return records_; }                   ///< different ones
  Count paths() const { return paths_; }                               ///< of all
  std::vector<std::uint64_t> marks() && { return std::move(marks_); }  ///< where blocks begin

 private:
  void write_pending();
  void write_buffer();

  RecordLayout layout_;
  TemporaryFile& file_;
  Bytes pending_;              // label, moves, and paths while there was but one record of it
  std::vector<Paths> merged_;  // the pending record's paths once there was another one
  Bytes buffer_;
  std::uint64_t records_ = 0;
  Count paths_;
  std::vector<std::uint64_t> marks_;
};

}  // namespace plylab::perft::cluster
