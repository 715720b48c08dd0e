#include "perft/frontier/record.h"

#include <algorithm>

#include "gen/base/files.h"

namespace plylab::perft {
namespace {

Uint128 take_number(const unsigned char*& at) {
  Uint128 number = 0;
  for (unsigned shift = 0;; shift += 7) {
    number |= Uint128{static_cast<unsigned char>(*at & 127)} << shift;
    if (*at++ < 128) return number;
  }
}

}  // namespace

void append_number(Bytes& bytes, Uint128 number) {
  for (; number > 127; number >>= 7)
    bytes.push_back(static_cast<unsigned char>((number & 127) | 128));
  bytes.push_back(static_cast<unsigned char>(number));
}

std::string sha256_of(const Bytes& records) {
  return sha256({reinterpret_cast<const char*>(records.data()), records.size()});
}

const unsigned char* end_of(const unsigned char* record, const RecordLayout& layout) {
  const unsigned char* at = record + layout.label + layout.moves;
  for (Uint128 numbers = 2 * take_number(at); numbers > 0; --numbers)
    while (*at++ > 127) continue;
  return at;
}

std::vector<Paths> paths_of(const unsigned char* record, const RecordLayout& layout) {
  const unsigned char* at = record + layout.label + layout.moves;
  std::vector<Paths> paths(static_cast<std::size_t>(take_number(at)));
  for (Paths& some : paths) {
    some.branch = static_cast<std::size_t>(take_number(at));
    some.count = Count::from_value(take_number(at));
  }
  return paths;
}

Count path_count(const unsigned char* record, const RecordLayout& layout) {
  const unsigned char* at = record + layout.label + layout.moves;
  Count sum;
  for (Uint128 branches = take_number(at); branches > 0; --branches) {
    take_number(at);
    sum += Count::from_value(take_number(at));
  }
  return sum;
}

void append_paths(Bytes& record, const std::vector<Paths>& paths) {
  append_number(record, paths.size());
  for (const Paths& some : paths) {
    append_number(record, some.branch);
    append_number(record, some.count.value());
  }
}

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

}  // namespace plylab::perft
