#include "perft/cluster/coordinator.h"

#include <algorithm>
#include <utility>

#include "reports/formats/stored_json.h"

namespace plylab::perft::cluster {

Dispenser::Dispenser(std::vector<std::size_t> units, std::size_t takers,
                     const std::atomic<bool>* stop, std::function<Bytes(std::size_t unit)> work,
                     TakeUnit finished)
    : units_(std::move(units)),
      stop_(stop),
      work_(std::move(work)),
      finished_(std::move(finished)) {
  for (std::size_t i = 0; i < takers; ++i) ranges_.push_back(share_of(units_.size(), i, takers));
}

std::optional<UnitWork> Dispenser::next(std::size_t taker) {
  const std::lock_guard lock(mutex_);
  if (failure_ || (stop_ && *stop_)) return std::nullopt;
  Range& own = ranges_[taker];
  if (own.size() == 0) {
    Range& longest = *std::ranges::max_element(ranges_, {}, &Range::size);
    const std::size_t middle = longest.from + longest.size() / 2;
    own = {middle, std::exchange(longest.to, middle)};
    if (own.size() == 0) return std::nullopt;
  }
  const std::size_t unit = units_[own.from++];
  try {
    return UnitWork{unit, work_(unit)};
  } catch (...) {
    failure_ = std::current_exception();
    return std::nullopt;
  }
}

void Dispenser::take(Unit unit, const Origin& origin) {
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  try {
    ++done_;
    finished_(std::move(unit), origin);
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void Dispenser::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
}

void Dispenser::check() const {
  if (failure_) std::rethrow_exception(failure_);
}

// ---- rank 0 and the others ----

namespace {

using reports::Json;
using namespace std::chrono_literals;

/// A worker's question, except Ranks::last_question. The answer is a list of up to that many units;
/// an empty one ends the work. All messages are CBOR.
struct Question {
  std::size_t wanted = 0;
  std::vector<FinishedUnit> finished = {};

  static constexpr Fields<&Question::wanted, &Question::finished> fields = {};
};

/// A worker requests the units for this time in advance. It is long compared with a message, and
/// short compared with the remaining work when other workers run out of units.
constexpr std::chrono::duration<double> ahead = 100ms;

constexpr std::size_t max_at_once = 1024;

/// The object in a message. As characters, because nlohmann-json reads other bytes with
/// std::char_traits of their type, which libc++ does not have.
template <class T>
T received(const Bytes& message) {
  const auto* const bytes = reinterpret_cast<const char*>(message.data());
  return Json::from_cbor(bytes, bytes + message.size()).get<T>();
}

}  // namespace

Coordinator::~Coordinator() {
  if (ranks_ && !started_) ranks_->broadcast({});
}

void Coordinator::start(const Plan& plan) {
  started_ = true;
  if (!ranks_) return;
  ranks_->broadcast(Json::to_cbor(plan));
}

std::size_t Coordinator::size() const {
  return ranks_ ? static_cast<std::size_t>(ranks_->size()) : std::size_t{1};
}

int Coordinator::neighbours() const { return ranks_ ? ranks_->neighbours() : 1; }

void Coordinator::serve(Dispenser& dispenser) {
  if (!ranks_) return;
  ranks_->serve([&](int rank, const Bytes& message) -> Bytes {
    if (message.empty()) return {};
    const auto question = received<Question>(message);
    for (const FinishedUnit& one : question.finished) dispenser.take(one.unit, one.origin);
    Json answer = Json::array();
    while (answer.size() < question.wanted) {
      const auto work = dispenser.next(static_cast<std::size_t>(rank));
      if (!work) break;
      answer.push_back(*work);
    }
    return Json::to_cbor(answer);
  });
}

Worker::Worker(Ranks& ranks) : ranks_(ranks) {
  const Bytes plan = ranks.broadcast({});
  if (plan.empty()) return;
  plan_ = received<Plan>(plan);
}

Worker::~Worker() {
  if (!plan_) return;
  {
    const std::lock_guard lock(mutex_);
    leaves_ = true;
  }
  few_left_.notify_one();
  if (messenger_.joinable()) messenger_.join();
  ranks_.ask(Ranks::last_question);
}

std::optional<UnitWork> Worker::next() {
  std::unique_lock lock(mutex_);
  if (!messenger_.joinable()) {
    begin_ = std::chrono::steady_clock::now();
    messenger_ = std::jthread([this] { ask_for_units(); });
  }
  ++waiting_;
  if (wanted() > 0) few_left_.notify_one();
  arrived_.wait(lock, [&] { return !units_.empty() || is_over_; });
  --waiting_;
  if (failure_) std::rethrow_exception(failure_);
  if (units_.empty()) return std::nullopt;
  UnitWork work = std::move(units_.front());
  units_.pop_front();
  return work;
}

void Worker::take(const Unit& unit, const Origin& origin) {
  const std::lock_guard lock(mutex_);
  finished_.push_back({unit, origin});
  ++taken_;
}

/// The number of units to request now.
std::size_t Worker::wanted() const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  const double in_advance = static_cast<double>(taken_) * (ahead / std::max(passed, ahead));
  const std::size_t right = waiting_ + std::min(static_cast<std::size_t>(in_advance), max_at_once);
  return units_.size() < (right + 1) / 2 ? right - units_.size() : 0;
}

/// The messenger thread: runs until no units are left and all finished ones have been sent.
void Worker::ask_for_units() {
  std::unique_lock lock(mutex_);
  try {
    for (;;) {
      std::size_t number = 0;
      few_left_.wait(lock, [&] {
        number = is_over_ || leaves_ ? 0 : wanted();
        return number > 0 || leaves_;
      });
      if (number == 0 && finished_.empty()) break;
      const Question question{number, std::exchange(finished_, {})};
      lock.unlock();
      const auto work = received<std::vector<UnitWork>>(ranks_.ask(Json::to_cbor(question)));
      lock.lock();
      units_.insert(units_.end(), work.begin(), work.end());
      is_over_ = is_over_ || work.empty();
      arrived_.notify_all();
    }
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    failure_ = std::current_exception();
    is_over_ = true;
    arrived_.notify_all();
  }
}

}  // namespace plylab::perft::cluster
