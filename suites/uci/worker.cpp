#include "suites/uci/worker.h"

#include <chrono>
#include <utility>

namespace plylab::suites::uci {

void Worker::begin(std::function<void(const Signals&)> work, bool held) {
  end();
  signals_.stop = false;
  signals_.held = held;
  working_ = true;
  thread_ = std::jthread([this, work = std::move(work)] {
    work(signals_);
    working_ = false;
  });
}

void Worker::release() {
  signals_.held = false;
  signals_.held.notify_all();
}

void Worker::stop() {
  signals_.stop = true;
  release();
}

void Worker::wait(const std::atomic<bool>& stop) const {
  using namespace std::chrono_literals;
  while (working_ && !stop) std::this_thread::sleep_for(1ms);
}

void Worker::end() {
  stop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace plylab::suites::uci
