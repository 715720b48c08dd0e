// Records from a part of a file, one after another.
#pragma once

#include <cstdint>

#include "perft/frontier/record.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft::cluster {

/// Stands on a record, the first one at the beginning.
class RecordReader {
 public:
  /// The records that lie between two places of the file, read so many bytes at a time.
  RecordReader(const TemporaryFile& file, std::uint64_t from, std::uint64_t to,
               const RecordLayout& layout, std::size_t bytes);

  bool at_end() const { return record_ == end_ && next_ == to_; }
  const unsigned char* record() const { return record_; }
  void advance();

 private:
  /// Has a whole record in the buffer.
  void fill();

  const TemporaryFile* file_;
  std::uint64_t next_, to_;  // what has not been read yet
  RecordLayout layout_;
  Bytes buffer_;
  const unsigned char *record_, *end_;  // what has been read and is still ahead
};

}  // namespace plylab::perft::cluster
