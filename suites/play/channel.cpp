#include "suites/play/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "gen/chess/notation.h"

namespace plylab::suites::play {

using Event = engines::Process::Event;
using engines::FaultKind;

bool refuses(const std::string& line, std::string_view quoted) {
  if (line.find(quoted) == line.npos) return false;
  std::string small = line;
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* word : {"error", "illegal", "invalid", "unknown", "unrecognized"})
    if (small.find(word) != small.npos) return true;
  return false;
}

Channel::Channel(const EngineSpec& spec, const std::atomic<bool>& stop)
    : grace_period_(spec.grace_period), process_(engines::command_words(spec.command), stop) {}

void Channel::send(const std::string& line) {
  switch (process_.write_line(line, from_now(grace_period_))) {
    case Event::done:
    case Event::ended:  // what it wrote before it ended is read before that is told
      return;
    case Event::stopped:
      fail(FaultKind::stopped, "was stopped");
    default:
      fail(FaultKind::no_answer,
           fmt::format("does not read '{}' within {:g} s", line, grace_period_.count()));
  }
}

bool Channel::read(std::string& line, Clock::time_point deadline) {
  constexpr std::size_t most_lines = 1'000'000;  // of one answer
  if (++lines_ > most_lines)
    fail(FaultKind::malformed, fmt::format("writes more than {} lines for one answer", most_lines));
  if (Clock::now() >= deadline) return false;
  switch (process_.read_line(line, deadline)) {
    case Event::done:
      return true;
    case Event::quiet:
      return false;
    case Event::stopped:
      fail(FaultKind::stopped, "was stopped");
    case Event::endless:
      fail(FaultKind::malformed, fmt::format("writes a line of more than {} bytes without an end",
                                             engines::Process::longest_line));
    case Event::ended:
      break;
  }
  fail(started_ ? FaultKind::died : FaultKind::cannot_start, process_.ending());
}

chess::Move Channel::legal_move(const chess::Mailbox& board, const std::string& text) {
  try {
    return chess::parse_move(board, text);
  } catch (const chess::MoveError&) {
    fail(FaultKind::illegal_move,
         fmt::format("plays '{}', which is no legal move", engines::printable(text)));
  }
}

void Channel::fail_silent(const std::string& question, engines::Seconds time) {
  fail(FaultKind::no_answer,
       fmt::format("gives no answer to '{}' within {:g} s", question, time.count()));
}

void Channel::fail(FaultKind kind, const std::string& what) {
  throw engines::EngineFault(kind, what, process_.output());
}

}  // namespace plylab::suites::play
