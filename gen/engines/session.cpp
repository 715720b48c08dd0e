#include "gen/engines/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "gen/base/text.h"

namespace plylab::engines {
namespace {

using Event = Process::Event;

constexpr std::size_t longest_reply = 4096;  // characters kept of each line of the reply
constexpr Seconds soon(0.5);
constexpr Seconds repeat_time(0.2);
constexpr Seconds short_silence(0.05);

/// The xboard features that plylab uses.
constexpr std::array known_features{"ping",   "setboard", "usermove", "san",     "colors",
                                    "time",   "done",     "memory",   "smp",     "option",
                                    "myname", "variants", "sigint",   "sigterm", "reuse"};

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

/// The text after the label in a line: in quotes, or up to the end.
std::string_view labelled(std::string_view line, std::string_view label) {
  const std::size_t place = line.find(label);
  if (label.empty() || place == line.npos) return "";
  const std::string_view text = trimmed(line.substr(place + label.size()));
  if (text.starts_with('"')) return text.substr(1, text.find('"', 1) - 1);
  // Other features may follow one without quotes, as myname= of Fairy-Stockfish.
  return label.ends_with('=') ? text.substr(0, text.find(' ')) : text;
}

}  // namespace

std::vector<Feature> read_features(std::string_view line) {
  constexpr std::string_view label = "feature ";
  // A prompt may stand before it, as in "White (1) : feature ping=1".
  const std::size_t start = line.find(label);
  if (start == line.npos || (start > 0 && line[start - 1] != ' ')) return {};
  std::string_view rest = line.substr(start + label.size());
  std::vector<Feature> features;
  while (true) {
    skip(rest);
    const std::size_t sign = rest.find('=');
    if (sign == rest.npos) return features;
    const std::string name(rest.substr(0, sign));
    rest.remove_prefix(sign + 1);
    const bool quoted = rest.starts_with('"');
    if (quoted) rest.remove_prefix(1);
    features.emplace_back(name, take_until(rest, quoted ? "\"" : " \t"));
    rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  }
}

void Features::take(const Feature& feature) {
  // "Hash -spin 16 1 1024": the name ends before the type.
  if (feature.first == "option")
    options_.push_back(feature.second.substr(0, feature.second.find(" -")));
  else
    told_.push_back(feature);
}

bool Features::plays(std::string_view variant) const {
  const std::string variants = ',' + value("variants") + ',';
  return variants.find(',' + std::string(variant) + ',') != variants.npos;
}

std::string Features::value(std::string_view name) const {
  const auto place = std::find_if(told_.rbegin(), told_.rend(),
                                  [&](const Feature& feature) { return feature.first == name; });
  return place == told_.rend() ? "" : place->second;
}

bool Features::on(std::string_view name, bool otherwise) const {
  const std::string text = value(name);
  return text.empty() ? otherwise : text != "0";
}

bool refuses(std::string_view line, std::string_view quoted) {
  if (line.find(quoted) == line.npos) return false;
  const std::string small = lower_case(line);
  for (const char* word : {"error", "illegal", "invalid", "unknown", "unrecognized"})
    if (small.find(word) != small.npos) return true;
  return false;
}

bool refuses_position(std::string_view line, const std::vector<std::string>& sent) {
  return line.find("llegal position") != line.npos ||
         std::any_of(sent.begin(), sent.end(),
                     [&](const std::string& text) { return refuses(line, text); });
}

EngineSession::EngineSession(const std::vector<std::string>& command, const Handshake& handshake,
                             const SessionLimits& limits, const std::atomic<bool>& stop,
                             std::shared_ptr<LineLog> log)
    : limits_(limits),
      stop_(stop),
      process_(command, stop),
      log_(std::move(log)),
      process_number_(log_ ? log_->next_process() : 0),
      ping_(handshake.ping),
      pong_(handshake.pong),
      has_prompt_(handshake.has_features) {
  note(LineLog::Way::start, fmt::format("{}", fmt::join(command, " ")));
  greet(handshake);
  greeted_ = true;
}

bool EngineSession::offers(std::string_view text) const {
  return !text.empty() && std::any_of(reply_.begin(), reply_.end(), [&](const std::string& line) {
    return line.find(text) != line.npos;
  });
}

void EngineSession::greet(const Handshake& handshake) {
  for (const std::string& line : handshake.greeting) send(line);
  if (handshake.greeted.empty()) return;
  const std::string question = handshake.greeting.empty() ? "" : handshake.greeting.back();
  begin_answer(question);
  const Seconds limit =
      handshake.must_greet ? limits_.greeting : std::min(limits_.greeting, optional_reply);
  auto deadline = from_now(limit);
  // One more line after half a second: GNU Chess sends its features only then, and a program that
  // only repeats lines, such as cat, repeats this one, too.
  const std::string nudge_line = handshake.ping.empty() ? question : numbered(handshake.ping, 0);
  std::vector<std::string> sent = handshake.greeting;
  bool nudged = false;
  auto nudge = from_now(soon);
  while (true) {
    std::string line;
    if (!read(line, deadline, nudge)) {
      const bool repeats = !sent.empty() && reply_ == sent;
      if (Clock::now() < deadline) {
        if (nudged && repeats) fail(FaultKind::cannot_start, "only repeats what it is sent");
        if (!nudged && (repeats || handshake.has_features)) {
          send(nudge_line);
          sent.push_back(nudge_line);
          nudge = from_now(repeat_time);
        } else {
          nudge = deadline;
        }
        nudged = true;
        continue;
      }
      if (handshake.must_greet) fail_silent(question, limit);
      return;
    }
    reply_.push_back(line.substr(0, longest_reply));
    if (const auto name = labelled(line, handshake.name_label); !name.empty())
      name_ = printable(name);
    if (handshake.has_features)
      for (const Feature& feature : read_features(line)) {
        take(feature);
        if (feature != Feature{"done", "0"}) continue;
        nudged = true;  // the engine asks for more time
        nudge = deadline = from_now(limits_.timeout);
      }
    if (line.find(handshake.greeted) != line.npos) return;
    if (!refuses(line, first_word(question))) continue;
    if (!handshake.must_greet) return;
    fail(FaultKind::malformed, fmt::format("answers '{}' to '{}'", printable(line), question));
  }
}

void EngineSession::take(const Feature& feature) {
  features_.take(feature);
  const bool known = std::find(known_features.begin(), known_features.end(), feature.first) !=
                     known_features.end();
  send(fmt::format("{} {}", known ? "accepted" : "rejected", feature.first));
}

void EngineSession::note(LineLog::Way way, std::string_view line) {
  if (log_) log_->write(process_number_, way, line);
}

void EngineSession::send(const std::string& line) {
  note(LineLog::Way::to_engine, line);
  switch (process_.write_line(line, from_now(limits_.grace_period))) {
    case Event::done:
    case Event::ended:  // reported after all its output has been read
      return;
    case Event::stopped:
      fail(FaultKind::stopped, "was stopped");
    default:
      fail(FaultKind::no_answer,
           fmt::format("does not read '{}' within {:g} s", line, limits_.grace_period.count()));
  }
}

void EngineSession::begin_answer(const std::string& question) {
  question_ = question;
  lines_ = 0;
}

/// Reads a line and counts it: done, quiet or ended.
Event EngineSession::next_line(std::string& line, Clock::time_point deadline) {
  if (lines_ == limits_.max_lines)
    fail(FaultKind::no_answer, fmt::format("has no answer to '{}' among its first {} lines",
                                           question_, limits_.max_lines));
  const Event event = process_.read_line(line, deadline);
  if (event == Event::done || (event == Event::ended && !line.empty()))
    note(LineLog::Way::from_engine, line);
  if (event == Event::done) ++lines_;
  if (event == Event::stopped) fail(FaultKind::stopped, "was stopped");
  if (event == Event::endless)
    fail(FaultKind::malformed,
         fmt::format("writes a line of more than {} bytes without an end", Process::longest_line));
  return event;
}

bool EngineSession::read(std::string& line, Clock::time_point deadline, Clock::time_point quiet) {
  if (lines_ < limits_.max_lines && Clock::now() >= deadline) return false;
  const Event event = next_line(line, std::min(deadline, quiet));
  if (event == Event::ended)
    fail(greeted_ ? FaultKind::died : FaultKind::cannot_start, process_.ending());
  return event == Event::done;
}

bool EngineSession::read_until_exit(std::string& line, Clock::time_point deadline) {
  const Event event = next_line(line, deadline);
  if (event == Event::done) return true;
  if (event == Event::quiet)
    fail(FaultKind::no_answer, fmt::format("does not end within {} s", limits_.timeout.count()));
  const auto status = process_.exit_status(deadline);
  if (!status && stop_) fail(FaultKind::stopped, "was stopped");
  if (status != 0) fail(FaultKind::died, process_.ending());
  return !line.empty();  // the last line, if it has no line end
}

bool EngineSession::try_ping(Seconds limit) {
  if (ping_.empty() || (features_.tells("ping") && !features_.ping())) return false;
  send_ping();
  return has_ping_ = await_pongs(limit, [](const std::string&) {});
}

void EngineSession::synchronise(const TakeLine& take) {
  if (has_ping_) {
    send_ping();
    if (!await_pongs(limits_.timeout, take)) fail_silent(question_, limits_.timeout);
    return;
  }
  begin_answer("");
  const auto deadline = from_now(limits_.timeout);
  for (std::string line; read(line, deadline, from_now(short_silence));) take(line);
  if (Clock::now() >= deadline) fail(FaultKind::no_answer, "keeps writing without being asked");
}

/// Reads until every ping has a reply; false if that takes longer than the limit, or if the engine
/// refuses the first ping.
bool EngineSession::await_pongs(Seconds limit, const TakeLine& take) {
  begin_answer(numbered(ping_, pings_));
  const auto deadline = from_now(std::min(limit, limits_.timeout));
  for (std::string line; !in_step();) {
    if (!read(line, deadline)) return false;
    if (is_pong(line)) continue;
    if (!has_ping_ && refuses(line, first_word(ping_))) return false;
    take(line);
  }
  return true;
}

void EngineSession::send_ping() { send(numbered(ping_, ++pings_)); }

bool EngineSession::is_pong(std::string_view line) {
  if (in_step()) return false;
  const std::string pong = numbered(pong_, pongs_ + 1);
  const std::string_view text = trimmed(line);
  // A prompt may stand before it, as in "White (1) : pong 2".
  if (text != pong && !(has_prompt_ && text.ends_with(' ' + pong))) return false;
  ++pongs_;
  return true;
}

/// The line with the number of the ping filled in.
std::string EngineSession::numbered(std::string_view pattern, int number) {
  constexpr std::string_view place = "{ping}";
  std::string line(pattern);
  if (const auto at = line.find(place); at != line.npos)
    line.replace(at, place.size(), fmt::to_string(number));
  return line;
}

void EngineSession::fail_silent(std::string_view question, Seconds time) {
  fail(FaultKind::no_answer,
       fmt::format("gives no answer to '{}' within {:g} s", question, time.count()));
}

void EngineSession::fail_set_up(std::string_view line) {
  fail(FaultKind::malformed, fmt::format("says '{}' when a position is set up", printable(line)));
}

void EngineSession::fail(FaultKind kind, const std::string& what) {
  throw EngineFault(kind, what, process_.output());
}

}  // namespace plylab::engines
