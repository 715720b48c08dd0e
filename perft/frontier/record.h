// The positions of a frontier as bytes: records, and how files of them are read and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/count.h"
#include "perft/count/paths.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft {

/// The bytes of a record: the packed form, by which records are sorted, the moves of one path from
/// the root, and the number of paths through each root move.
///
/// The paths are numbers of seven bits a byte, the lowest first, all but a number's last byte above
/// 127 (LEB128): how many branches there are, then each branch and its count.
struct RecordLayout {
  std::size_t label;     ///< bytes of the packed form
  std::size_t moves;     ///< bytes of the moves
  std::size_t branches;  ///< how many root moves there are

  /// No record has more bytes.
  std::size_t largest() const {
    constexpr std::size_t small = 3, large = 19;  // bytes of 21 and of 133 bits
    return label + moves + small + branches * (small + large);
  }
};

using Bytes = std::vector<unsigned char>;

/// Appends a number as LEB128.
void append_number(Bytes& bytes, Uint128 number);

/// Where the record that begins there ends.
const unsigned char* end_of(const unsigned char* record, const RecordLayout& layout);

/// SHA-256 of records, as 64 hexadecimal digits.
std::string sha256_of(const Bytes& records);

/// A record's paths, by branch.
std::vector<Paths> paths_of(const unsigned char* record, const RecordLayout& layout);

/// The number of all its paths.
Count path_count(const unsigned char* record, const RecordLayout& layout);

/// Appends paths to a record that has none yet.
void append_paths(Bytes& record, const std::vector<Paths>& paths);

/// Below, at or above 0 if the first record comes before, with or after the second.
inline int compare(const unsigned char* a, const unsigned char* b, const RecordLayout& layout) {
  return std::memcmp(a, b, layout.label);
}

/// Stands on a record, the first one at the beginning.
class RecordReader {
 public:
  /// The records that lie between two places of the file, read that many bytes at a time.
  RecordReader(const TemporaryFile& file, std::uint64_t from, std::uint64_t to,
               const RecordLayout& layout, std::size_t bytes);

  bool at_end() const { return record_ == end_ && next_ == to_; }
  const unsigned char* record() const { return record_; }
  void advance();

 private:
  /// Makes sure that the buffer has a whole record.
  void fill();

  const TemporaryFile* file_;
  std::uint64_t next_, to_;  // what has not been read yet
  RecordLayout layout_;
  Bytes buffer_;
  const unsigned char *record_, *end_;  // what has been read and is still ahead
};

/// Writes records that come in order. Records of one position are merged. Of their moves it keeps
/// those that come first in byte order, so that the file does not depend on the order of merging.
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
  Bytes pending_;              // label, moves, and paths while there was only one record of it
  std::vector<Paths> merged_;  // the pending record's paths once there was another one
  Bytes buffer_;
  std::uint64_t written_ = 0;  // before what the buffer holds
  std::uint64_t records_ = 0;
  std::vector<std::uint64_t> marks_;
};

}  // namespace plylab::perft
