#include "suites/uci/worker.h"

#include <utility>

namespace plylab::suites::uci {

void Work::begin(std::function<void(const Signals&)> work, bool held) {
  end();
  signals_.stop = false;
  signals_.held = held;
  thread_ = std::jthread([this, work = std::move(work)] { work(signals_); });
}

void Work::release() {
  signals_.held = false;
  signals_.held.notify_all();
}

void Work::stop() {
  signals_.stop = true;
  release();
}

void Work::end() {
  stop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace plylab::suites::uci
