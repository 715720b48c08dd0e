#include "gen/engines/perft_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "gen/engines/perft_answer.h"
#include "gen/text.h"

namespace plylab::engines {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_lines = 10'000;   // of one answer; more is no answer
constexpr std::size_t longest_offer = 4096;  // characters of a greeting's line that are kept
constexpr Seconds optional_reply = 2s;       // what xboard gives its engines for "protover 2"
constexpr Seconds first_pong = 10s;          // it may have tables to load; or it knows no ping
constexpr Seconds first_optional_pong = 1s;
constexpr Seconds silence = 500ms;
constexpr Seconds settling = 100ms;
constexpr Seconds short_silence = 50ms;
constexpr double longer_than_pauses = 4;

/// The ping behind a question: still to be replied to, replied to after something of the answer, or
/// of no use.
enum class Fence { ahead, passed, none };

/// What stands behind the label in a line: in quotes, or up to the end.
std::string labelled(const std::string& line, const std::string& label) {
  const std::size_t place = line.find(label);
  if (label.empty() || place == line.npos) return "";
  std::string text(trimmed(std::string_view(line).substr(place + label.size())));
  if (text.starts_with('"')) text = text.substr(1, text.find('"', 1) - 1);
  return text;
}

}  // namespace

PerftSession::PerftSession(const PerftProtocol& protocol, const std::vector<std::string>& command,
                           Seconds timeout, const std::atomic<bool>& stop)
    : protocol_(protocol), timeout_(timeout), process_(command, stop) {
  greet();
  for (const std::string& line : protocol_.opening) send(line);
  if (protocol_.ping.empty()) return;
  has_ping_ = true;
  has_ping_ = synchronise(protocol_.must_greet ? first_pong : first_optional_pong);
}

bool PerftSession::knows_chess960() const {
  return protocol_.chess960 == Chess960::always ||
         (protocol_.chess960 == Chess960::offered && offers(protocol_.chess960_offer));
}

bool PerftSession::offers(const std::string& text) const {
  return !text.empty() &&
         std::any_of(greeting_.begin(), greeting_.end(),
                     [&](const std::string& line) { return line.find(text) != line.npos; });
}

void PerftSession::greet() {
  for (const std::string& line : protocol_.greeting) send(line);
  const Seconds limit =
      protocol_.must_greet ? timeout_ : std::min<Seconds>(timeout_, optional_reply);
  const auto deadline = from_now(limit);
  std::string line;
  while (!protocol_.greeted.empty()) {
    const auto event = process_.read_line(line, deadline);
    if (event == Process::Event::quiet && !protocol_.must_greet) break;
    if (event != Process::Event::done) give_up(event);
    greeting_.push_back(line.substr(0, longest_offer));
    if (greeting_.size() > most_lines)
      fail(FaultKind::no_answer,
           fmt::format("has no '{}' among its first {} lines", protocol_.greeted, most_lines));
    if (std::string name = labelled(line, protocol_.name_label); !name.empty())
      name_ = printable(name);
    if (line.find(protocol_.greeted) != line.npos) break;
    if (!protocol_.must_greet && refuses_last(line)) break;
  }
  greeted_ = true;
  if (offers(protocol_.move_offer)) protocol_.move = protocol_.offered_move;
}

PerftAnswer PerftSession::ask(const Filling& filling, const std::vector<std::string>& moves,
                              bool chess960) {
  set_up(filling, moves, chess960);
  // It may still have to load something, which is no part of the counting.
  if (!has_ping_)
    wait_for_silence();
  else if (!synchronise(timeout_))
    give_up(Process::Event::quiet);
  return read_answer(filling);
}

void PerftSession::set_up(const Filling& filling, const std::vector<std::string>& moves,
                          bool chess960) {
  if (chess960 != in_chess960_)
    for (const std::string& line : chess960 ? protocol_.chess960_on : protocol_.chess960_off)
      send(line);
  in_chess960_ = chess960;
  for (const std::string& line : protocol_.setup) send(fill(line, filling));
  if (protocol_.move.empty()) return;
  Filling with_move = filling;
  for (const std::string& move : moves) {
    with_move.move = move;
    send(fill(protocol_.move, with_move));
  }
}

PerftAnswer PerftSession::read_answer(const Filling& filling) {
  PerftAnswerReader reader(protocol_, filling.depth);
  const auto complete = [&] {
    try {
      return reader.complete();
    } catch (const std::overflow_error&) {
      fail(FaultKind::malformed, fmt::format("answers {} with a sum beyond 128 bits", last_sent_));
    }
  };
  const std::string question = fill(protocol_.question, filling);
  send(question);
  const auto start = Clock::now(), deadline = from_now(timeout_);
  if (has_ping_) send_ping();
  last_sent_ = question;
  Fence fence = has_ping_ ? Fence::ahead : Fence::none;
  bool found = false;
  Seconds longest_pause{};
  auto last = start, quiet_since = start;
  const auto finish = [&](Clock::time_point end) {
    PerftAnswer answer = reader.answer();
    answer.seconds = Seconds(end - start).count();
    return answer;
  };

  std::string line;
  for (std::size_t lines = 0; lines < most_lines; ++lines) {
    auto limit = deadline;
    if (found && !tells_total_ && fence != Fence::ahead) {
      const Seconds wait =
          fence == Fence::passed ? settling : std::max(silence, longest_pause * longer_than_pauses);
      limit = std::min(limit, quiet_since + std::chrono::duration_cast<Clock::duration>(wait));
    }
    const auto event = process_.read_line(line, limit);
    if (event == Process::Event::quiet && limit < deadline) return finish(last);
    if (event != Process::Event::done) give_up(event);
    if (is_pong(line)) {
      fence = found && pings_ == pongs_ ? Fence::passed : Fence::none;
      quiet_since = Clock::now();
      continue;
    }
    const auto now = Clock::now();
    switch (reader.read(line)) {
      case LineKind::other:
        continue;
      case LineKind::end:
        if (complete()) return finish(now);
        [[fallthrough]];
      case LineKind::refusal:
      case LineKind::malformed:
        fail(FaultKind::malformed, fmt::format("answers '{}' to {}", printable(line), question));
      case LineKind::total:
        tells_total_ = true;
        if (protocol_.end.empty()) return finish(now);
        [[fallthrough]];
      case LineKind::part:
        found = complete() && protocol_.end.empty();
        if (fence == Fence::passed) fence = Fence::none;
        longest_pause = std::max<Seconds>(longest_pause, now - last);
        last = quiet_since = now;
    }
  }
  fail(FaultKind::no_answer,
       fmt::format("has no answer to {} among its first {} lines", question, most_lines));
}

/// Reads until all pings are replied to; false if they are not, within the limit, or are refused.
bool PerftSession::synchronise(Seconds limit) {
  send_ping();
  const auto deadline = from_now(std::min(limit, timeout_));
  std::string line;
  for (std::size_t lines = 0; pongs_ < pings_; ++lines) {
    const auto event = process_.read_line(line, deadline);
    if (event == Process::Event::quiet) return false;
    if (event != Process::Event::done) give_up(event);
    if (lines == most_lines)
      fail(FaultKind::no_answer,
           fmt::format("has no answer to {} among its first {} lines", last_sent_, most_lines));
    if (refuses_last(line)) return false;
    if (!is_pong(line)) expect_no_refusal(line);
  }
  return true;
}

/// Reads what comes without being asked for, from an engine without ping.
void PerftSession::wait_for_silence() {
  const auto deadline = from_now(timeout_);
  std::string line;
  for (std::size_t lines = 0; lines < most_lines && Clock::now() < deadline; ++lines) {
    const auto event = process_.read_line(line, from_now(short_silence));
    if (event == Process::Event::quiet) return;
    if (event != Process::Event::done) give_up(event);
    expect_no_refusal(line);
  }
  fail(FaultKind::no_answer, "writes on and on without being asked");
}

/// Whether it does not know the line that it was sent last, and says so.
bool PerftSession::refuses_last(const std::string& line) const {
  return (line.starts_with("Error (") || line.starts_with("Unknown command")) &&
         line.find(last_sent_) != line.npos;
}

/// A position or a move that it refuses would be followed by the count of another position.
void PerftSession::expect_no_refusal(const std::string& line) {
  if (line.starts_with("Illegal ") || line.starts_with("tellusererror Illegal "))
    fail(FaultKind::malformed, fmt::format("says '{}' when a position is set up", printable(line)));
}

void PerftSession::send_ping() { send(fill(protocol_.ping, {.ping = ++pings_})); }

bool PerftSession::is_pong(const std::string& line) {
  if (pongs_ == pings_ || trimmed(line) != fill(protocol_.pong, {.ping = pongs_ + 1})) return false;
  ++pongs_;
  return true;
}

void PerftSession::send(const std::string& line) {
  last_sent_ = line;
  const auto event = process_.write_line(line, from_now(timeout_));
  // What it wrote before it ended is read before that is told.
  if (event != Process::Event::done && event != Process::Event::ended) give_up(event);
}

void PerftSession::give_up(Process::Event event) {
  switch (event) {
    case Process::Event::stopped:
      fail(FaultKind::stopped, "was stopped");
    case Process::Event::endless:
      fail(FaultKind::malformed, fmt::format("writes a line of more than {} bytes without an end",
                                             Process::longest_line));
    case Process::Event::ended:
      fail(greeted_ ? FaultKind::died : FaultKind::cannot_start, process_.ending());
    default:
      fail(FaultKind::no_answer,
           fmt::format("gives no answer to {} within {} s", last_sent_, timeout_.count()));
  }
}

void PerftSession::fail(FaultKind kind, const std::string& what) {
  throw EngineFault(kind, what, process_.output());
}

}  // namespace plylab::engines
