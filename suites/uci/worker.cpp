#include "suites/uci/worker.h"

#include <utility>

namespace plylab::suites::uci {

void Worker::begin(std::function<void(const Signals&)> work, bool held) {
  end();
  signals_.stop = false;
  signals_.held = held;
  thread_ = std::jthread([this, work = std::move(work)] { work(signals_); });
}

void Worker::release() {
  signals_.held = false;
  signals_.held.notify_all();
}

void Worker::stop() {
  signals_.stop = true;
  release();
}

void Worker::end() {
  stop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace plylab::suites::uci
