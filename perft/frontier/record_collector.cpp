#include "perft/frontier/record_collector.h"

namespace plylab::perft::cluster {

void RecordCollector::add(std::size_t number, const RecordPiece& piece) {
  std::unique_lock lock(mutex_);
  turn_.wait(lock, [&] { return next_ == number || is_abandoned_; });
  if (is_abandoned_) return;
  const std::uint64_t at = all_.file.reserve(piece.bytes.size());
  for (std::size_t i = (block - all_.records % block) % block; i < piece.marks.size(); i += block)
    all_.marks.push_back(at + piece.marks[i]);
  all_.records += piece.marks.size();
  all_.paths += piece.paths;
  ++next_;
  lock.unlock();
  turn_.notify_all();
  all_.file.write(at, piece.bytes);
}

void RecordCollector::abandon() {
  {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
  }
  turn_.notify_all();
}

}  // namespace plylab::perft::cluster
