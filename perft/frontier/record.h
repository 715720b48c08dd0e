// The positions of a frontier as bytes: records, and reading and writing files of them.
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
#include "perft/frontier/temporary_file.h"
#include "perft/walk/paths.h"

namespace plylab::perft {

/// The bytes of a record: the packed form, by which records are sorted, the moves of one path from
/// the root, and the number of paths through each root move.
///
/// The paths are LEB128 numbers (seven bits a byte, the lowest first; all but a number's last byte
/// are above 127): the number of branches, then each branch and its count.
struct RecordLayout {
  std::size_t label;     ///< bytes of the packed form
  std::size_t moves;     ///< bytes of the moves
  std::size_t branches;  ///< number of root moves

  /// The maximum number of bytes of a record.
  std::size_t largest() const {
    constexpr std::size_t small = 3, large = 19;  // bytes of 21 and of 133 bits
    return label + moves + small + branches * (small + large);
  }
};

using Bytes = std::vector<unsigned char>;

/// Appends a number as LEB128.
void append_number(Bytes& bytes, Uint128 number);

/// The end of the record that begins there.
const unsigned char* end_of(const unsigned char* record, const RecordLayout& layout);

/// SHA-256 of records, as 64 hexadecimal digits.
std::string sha256_of(const Bytes& records);

/// A record's paths, by branch.
std::vector<Paths> paths_of(const unsigned char* record, const RecordLayout& layout);

/// The number of all its paths.
Count path_count(const unsigned char* record, const RecordLayout& layout);

/// Appends paths to a record that has none yet.
void append_paths(Bytes& record, const std::vector<Paths>& paths);

/// Negative, 0 or positive if the first record's label is less than, equal to or greater than the
/// second's.
inline int compare(const unsigned char* a, const unsigned char* b, const RecordLayout& layout) {
  return std::memcmp(a, b, layout.label);
}

/// Reads records one by one, starting at the first.
class RecordReader {
 public:
  /// Reads the records between two offsets in the file, with a buffer of that many bytes.
  RecordReader(const TemporaryFile& file, std::uint64_t from, std::uint64_t to,
               const RecordLayout& layout, std::size_t bytes);

  bool at_end() const { return record_ == end_ && next_ == to_; }
  const unsigned char* record() const { return record_; }
  void advance();

 private:
  /// Ensures that the buffer has a whole record.
  void fill();

  const TemporaryFile* file_;
  std::uint64_t next_, to_;  // the range of the file not yet read
  RecordLayout layout_;
  Bytes buffer_;
  const unsigned char *record_, *end_;  // the rest of the buffer
};

/// Writes records that arrive in order, and merges those of one position. It keeps the moves that
/// are first in byte order, so that the file does not depend on the order of merging.
class RecordWriter {
 public:
  /// Receives consecutive bytes of the output.
  using Write = std::function<void(std::span<const unsigned char> bytes)>;

  /// Sets a mark at every `interval`th record, including the first.
  RecordWriter(const RecordLayout& layout, std::size_t interval, Write write)
      : layout_(layout), interval_(interval), write_(std::move(write)) {}

  /// The record must not be less than the one added before.
  void add(const unsigned char* record);
  /// Must be called once, at the end.
  void finish();

  std::uint64_t bytes() const { return written_ + buffer_.size(); }    ///< size of all records
  std::vector<std::uint64_t> marks() && { return std::move(marks_); }  ///< offset of each mark

 private:
  void write_pending();
  void write_buffer();

  RecordLayout layout_;
  std::size_t interval_;
  Write write_;
  Bytes pending_;              // label and moves; also paths, of a single record
  std::vector<Paths> merged_;  // the pending paths, if records were merged
  Bytes buffer_;
  std::uint64_t written_ = 0;  // bytes already written
  std::uint64_t records_ = 0;
  std::vector<std::uint64_t> marks_;
};

}  // namespace plylab::perft
