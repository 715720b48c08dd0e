// Sorted records, those of one position as one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "perft/frontier/record.h"

namespace plylab::perft::cluster {

/// Writes records that come in order. Of the paths of several records of one position the moves
/// that are kept are the least byte by byte, so that the bytes are the same in whatever way they
/// came together.
class RecordWriter {
 public:
  /// Takes bytes that follow on those that it has taken before.
  using Write = std::function<void(std::span<const unsigned char> bytes)>;

  /// There is a mark at every `interval`th record, the first one included.
  RecordWriter(const RecordLayout& layout, std::size_t interval, Write write)
      : layout_(layout), interval_(interval), write_(std::move(write)) {}

  /// The record must not be before the one added last.
  void add(const unsigned char* record);
  /// To be called once, at the end.
  void finish();

  std::uint64_t bytes() const { return written_ + buffer_.size(); }    ///< of all records
  std::vector<std::uint64_t> marks() && { return std::move(marks_); }  ///< bytes before each

 private:
  void write_pending();
  void write_buffer();

  RecordLayout layout_;
  std::size_t interval_;
  Write write_;
  Bytes pending_;              // label, moves, and paths while there was but one record of it
  std::vector<Paths> merged_;  // the pending record's paths once there was another one
  Bytes buffer_;
  std::uint64_t written_ = 0;  // before what the buffer holds
  std::uint64_t records_ = 0;
  std::vector<std::uint64_t> marks_;
};

}  // namespace plylab::perft::cluster
