#include "perft/external/perft_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "perft/external/perft_answer.h"

namespace plylab::perft::external {
namespace {

using namespace std::chrono_literals;
using engines::FaultKind;
using engines::from_now;
using engines::printable;
using engines::Seconds;
using Clock = engines::EngineSession::Clock;

constexpr Seconds first_pong = 10s;  // it may have tables to load; or it knows no ping
constexpr Seconds first_optional_pong = 1s;
constexpr Seconds silence = 500ms;
constexpr Seconds settling = 100ms;
constexpr double longer_than_pauses = 4;

/// The ping behind a question: still to be replied to, replied to after something of the answer, or
/// of no use.
enum class Fence { ahead, passed, none };

/// When an answer without a total is over, from the lines that come and their times.
class EndOfAnswer {
 public:
  EndOfAnswer(bool has_ping, Clock::time_point start)
      : fence_(has_ping ? Fence::ahead : Fence::none), last_(start), quiet_since_(start) {}

  /// A part of the answer has come; `complete` if what came so far is an answer.
  void take_part(bool complete, Clock::time_point now) {
    found_ = complete;
    if (fence_ == Fence::passed) fence_ = Fence::none;
    longest_pause_ = std::max<Seconds>(longest_pause_, now - last_);
    last_ = quiet_since_ = now;
  }

  /// The reply to a ping has come; `in_step` if it was the last that was due.
  void take_pong(bool in_step, Clock::time_point now) {
    fence_ = found_ && in_step ? Fence::passed : Fence::none;
    quiet_since_ = now;
  }

  /// Until when nothing may come for the answer to be over; `never` if silence does not end it.
  Clock::time_point silent_until(Clock::time_point never) const {
    if (!found_ || fence_ == Fence::ahead) return never;
    const Seconds wait =
        fence_ == Fence::passed ? settling : std::max(silence, longest_pause_ * longer_than_pauses);
    return std::min(never, quiet_since_ + std::chrono::duration_cast<Clock::duration>(wait));
  }

  /// When its last part came.
  Clock::time_point last() const { return last_; }

 private:
  Fence fence_;
  bool found_ = false;
  Seconds longest_pause_{};
  Clock::time_point last_, quiet_since_;
};

}  // namespace

PerftSession::PerftSession(const PerftProtocol& protocol, const std::vector<std::string>& command,
                           Seconds timeout, const std::atomic<bool>& stop)
    : protocol_(protocol),
      session_(command, protocol.handshake, {timeout, timeout, timeout, most_lines}, stop) {
  if (session_.offers(protocol_.move_offer)) protocol_.move = protocol_.offered_move;
  for (const std::string& line : protocol_.opening) session_.send(line);
  session_.try_ping(protocol.handshake.must_greet ? first_pong : first_optional_pong);
}

bool PerftSession::knows_chess960() const {
  return protocol_.chess960 == Chess960::always ||
         (protocol_.chess960 == Chess960::offered && session_.offers(protocol_.chess960_offer));
}

PerftAnswer PerftSession::ask(const Filling& filling, const std::vector<std::string>& moves,
                              bool chess960) {
  const std::vector<std::string> sent = set_up(filling, moves, chess960);
  // It may still have to load something, which is no part of the counting.
  session_.synchronise([&](const std::string& line) {
    const bool illegal = line.starts_with("Illegal ") || line.starts_with("tellusererror Illegal ");
    if (illegal || engines::refuses_position(line, sent)) session_.fail_set_up(line);
  });
  return read_answer(filling);
}

/// Gives the texts whose refusal would mean that it counts another position.
std::vector<std::string> PerftSession::set_up(const Filling& filling,
                                              const std::vector<std::string>& moves,
                                              bool chess960) {
  if (chess960 != in_chess960_)
    for (const std::string& line : chess960 ? protocol_.chess960_on : protocol_.chess960_off)
      session_.send(line);
  in_chess960_ = chess960;
  std::vector<std::string> sent = moves;
  for (const std::string& line : protocol_.setup) {
    session_.send(fill(line, filling));
    sent.push_back(line.substr(0, line.find(' ')));
  }
  if (protocol_.move.empty()) return sent;
  Filling with_move = filling;
  for (const std::string& text : moves) {
    with_move.move = text;
    session_.send(fill(protocol_.move, with_move));
  }
  return sent;
}

PerftAnswer PerftSession::read_answer(const Filling& filling) {
  const std::string question = fill(protocol_.question, filling);
  PerftAnswerReader reader(protocol_, filling.depth);
  const auto complete = [&] {
    try {
      return reader.complete();
    } catch (const std::overflow_error&) {
      session_.fail(FaultKind::malformed,
                    fmt::format("answers {} with a sum beyond 128 bits", question));
    }
  };
  session_.send(question);
  const Seconds timeout = session_.limits().timeout;
  const auto start = Clock::now(), deadline = from_now(timeout);
  if (session_.has_ping()) session_.send_ping();
  session_.begin_answer(question);
  EndOfAnswer end(session_.has_ping(), start);
  const auto finish = [&](Clock::time_point last) {
    PerftAnswer answer = reader.answer();
    answer.seconds = Seconds(last - start).count();
    return answer;
  };

  for (std::string line;;) {
    const auto quiet = tells_total_ ? deadline : end.silent_until(deadline);
    if (!session_.read(line, deadline, quiet)) {
      if (quiet == deadline || Clock::now() >= deadline) session_.fail_silent(question, timeout);
      return finish(end.last());
    }
    const auto now = Clock::now();
    if (session_.is_pong(line)) {
      end.take_pong(session_.in_step(), now);
      continue;
    }
    switch (reader.read(line)) {
      case LineKind::other:
        continue;
      case LineKind::end:
        if (complete()) return finish(now);
        [[fallthrough]];
      case LineKind::refusal:
      case LineKind::malformed:
        session_.fail(FaultKind::malformed,
                      fmt::format("answers '{}' to {}", printable(line), question));
      case LineKind::total:
        tells_total_ = true;
        if (protocol_.end.empty()) return finish(now);
        [[fallthrough]];
      case LineKind::part:
        end.take_part(complete() && protocol_.end.empty(), now);
    }
  }
}

}  // namespace plylab::perft::external
