#include "perft/frontier/record_writer.h"

#include <algorithm>

namespace plylab::perft::cluster {

void RecordWriter::add(const unsigned char* record) {
  if (pending_.empty() || compare(pending_.data(), record, layout_) != 0) {
    write_pending();
    pending_.assign(record, end_of(record, layout_));
    return;
  }
  if (merged_.empty()) merged_ = paths_of(pending_.data(), layout_);
  merge_paths(merged_, paths_of(record, layout_));
  const unsigned char* const moves = record + layout_.label;
  unsigned char* const kept = pending_.data() + layout_.label;
  if (std::memcmp(moves, kept, layout_.moves) < 0) std::copy_n(moves, layout_.moves, kept);
}

void RecordWriter::finish() {
  write_pending();
  write_buffer();
}

void RecordWriter::write_pending() {
  if (pending_.empty()) return;
  if (!merged_.empty()) {
    pending_.resize(layout_.label + layout_.moves);
    append_paths(pending_, merged_);
    merged_.clear();
  }
  if (records_++ % interval_ == 0) marks_.push_back(bytes());
  buffer_.insert(buffer_.end(), pending_.begin(), pending_.end());
  pending_.clear();
  if (buffer_.size() >= std::size_t{1} << 20) write_buffer();
}

void RecordWriter::write_buffer() {
  write_(buffer_);
  written_ += buffer_.size();
  buffer_.clear();
}

}  // namespace plylab::perft::cluster
