#include "perft/frontier/record_reader.h"

#include <algorithm>

namespace plylab::perft::cluster {

RecordReader::RecordReader(const TemporaryFile& file, std::uint64_t from, std::uint64_t to,
                           const RecordLayout& layout, std::size_t bytes)
    : file_(&file),
      next_(from),
      to_(to),
      layout_(layout),
      buffer_(std::max(bytes, 2 * layout.largest())),
      record_(buffer_.data()),
      end_(record_) {
  fill();
}

void RecordReader::advance() {
  record_ = end_of(record_, layout_);
  fill();
}

void RecordReader::fill() {
  if (next_ == to_ || static_cast<std::size_t>(end_ - record_) >= layout_.largest()) return;
  unsigned char* const begin = buffer_.data();
  unsigned char* const kept = std::copy(record_, end_, begin);
  const std::size_t room = buffer_.size() - static_cast<std::size_t>(kept - begin);
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(room, to_ - next_));
  next_ += file_->read(next_, {kept, wanted});
  record_ = begin;
  end_ = kept + wanted;
}

}  // namespace plylab::perft::cluster
