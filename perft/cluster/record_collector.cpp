#include "perft/cluster/record_collector.h"

namespace plylab::perft::cluster {

void RecordCollector::add(std::size_t number, const RecordPiece& piece) {
  std::unique_lock lock(mutex_);
  turn_.wait(lock, [&] { return next_ == number || is_abandoned_; });
  if (is_abandoned_) return;
  const std::uint64_t at = file_.reserve(piece.bytes.size());
  for (std::size_t i = (block - records_ % block) % block; i < piece.marks.size(); i += block)
    marks_.push_back(at + piece.marks[i]);
  records_ += piece.marks.size();
  paths_ += piece.paths;
  ++next_;
  lock.unlock();
  turn_.notify_all();
  file_.write(at, piece.bytes);
}

void RecordCollector::abandon() {
  {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
  }
  turn_.notify_all();
}

}  // namespace plylab::perft::cluster
