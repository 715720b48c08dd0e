#include "gen/engines/engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/engines/perft_answer.h"

namespace plylab::engines {
namespace {

using namespace std::chrono_literals;
using Clock = Process::Clock;

constexpr Seconds first_pong = 10s;  // the engine may load tables first, or not know pings
constexpr Seconds first_optional_pong = 1s;
constexpr Seconds silence = 500ms;
constexpr Seconds settling = 100ms;
constexpr double longer_than_pauses = 4;

/// The state of the ping sent after a question: no reply yet; a reply after part of the answer; or
/// useless.
enum class Fence { ahead, passed, none };

/// Decides from lines and their times when an answer without a total has ended.
class EndOfAnswer {
 public:
  EndOfAnswer(bool has_ping, Clock::time_point start)
      : fence_(has_ping ? Fence::ahead : Fence::none), last_(start), quiet_since_(start) {}

  /// A part of the answer has arrived; `complete` if the lines so far are an answer.
  void take_part(bool complete, Clock::time_point now) {
    found_ = complete;
    if (fence_ == Fence::passed) fence_ = Fence::none;
    longest_pause_ = std::max<Seconds>(longest_pause_, now - last_);
    last_ = quiet_since_ = now;
  }

  /// A reply to a ping has arrived; `in_step` if no other is outstanding.
  void take_pong(bool in_step, Clock::time_point now) {
    fence_ = found_ && in_step ? Fence::passed : Fence::none;
    quiet_since_ = now;
  }

  /// The answer has ended if no line comes before this time; `never` if silence does not end it.
  Clock::time_point silent_until(Clock::time_point never) const {
    if (!found_ || fence_ == Fence::ahead) return never;
    const Seconds wait =
        fence_ == Fence::passed ? settling : std::max(silence, longest_pause_ * longer_than_pauses);
    return std::min(never, quiet_since_ + std::chrono::duration_cast<Clock::duration>(wait));
  }

  /// When the last part of the answer arrived.
  Clock::time_point last() const { return last_; }

 private:
  Fence fence_;
  bool found_ = false;
  Seconds longest_pause_{};
  Clock::time_point last_, quiet_since_;
};

}  // namespace

/// A running engine that counts. It cannot be used after an EngineFault.
///
/// An answer ends with
/// - the line that names the total (LineKind::total), or the protocol's own `end`. An engine that
///   has named a total once must do so each time; otherwise
/// - the reply to a ping that was sent after the question, if a part of the answer came before it
///   and nothing follows (engines that count in a thread reply at once, before they count);
///   otherwise
/// - silence after a part of the answer, for half a second or four times the longest pause since
///   the question, whichever is longer.
///
/// The session ignores unsolicited output: before each question it discards lines until the reply
/// to a ping, or until a short silence from engines without pings.
class Engine::Session {
 public:
  /// Starts the engine and sends the greeting. Waits no longer than `timeout` for the reply and for
  /// each answer. Throws EngineFault.
  Session(const PerftProtocol& protocol, const std::vector<std::string>& command, Seconds timeout,
          const std::atomic<bool>& stop, const std::shared_ptr<LineLog>& log);

  /// The engine's own name, or empty.
  const std::string& name() const { return session_.name(); }
  /// Whether the engine accepts positions that need Chess960.
  bool knows_chess960() const;

  /// Throws EngineFault.
  PerftAnswer ask(const TextQuestion& question, bool chess960);

 private:
  std::vector<std::string> set_up(const TextQuestion& question, bool chess960);
  PerftAnswer read_answer(const TextQuestion& asked);

  PerftProtocol protocol_;
  EngineSession session_;
  bool in_chess960_ = false, tells_total_ = false;
};

Engine::Session::Session(const PerftProtocol& protocol, const std::vector<std::string>& command,
                         Seconds timeout, const std::atomic<bool>& stop,
                         const std::shared_ptr<LineLog>& log)
    : protocol_(protocol),
      session_(command, protocol.handshake, {timeout, timeout, timeout, max_lines}, stop, log) {
  if (session_.offers(protocol_.move_offer)) protocol_.move = protocol_.offered_move;
  for (const std::string& line : protocol_.opening) session_.send(line);
  session_.try_ping(protocol.handshake.must_greet ? first_pong : first_optional_pong);
}

bool Engine::Session::knows_chess960() const {
  return protocol_.chess960 == Chess960::always ||
         (protocol_.chess960 == Chess960::offered && session_.offers(protocol_.chess960_offer));
}

PerftAnswer Engine::Session::ask(const TextQuestion& question, bool chess960) {
  const std::vector<std::string> sent = set_up(question, chess960);
  // The engine may still load something; that time is not part of the counting.
  session_.synchronise([&](const std::string& line) {
    const bool illegal = line.starts_with("Illegal ") || line.starts_with("tellusererror Illegal ");
    if (illegal || refuses_position(line, sent)) session_.fail_set_up(line);
  });
  return read_answer(question);
}

/// Sends the position. Returns the texts that the engine must not refuse: otherwise it would count
/// another position.
std::vector<std::string> Engine::Session::set_up(const TextQuestion& question, bool chess960) {
  if (chess960 != in_chess960_)
    for (const std::string& line : chess960 ? protocol_.chess960_on : protocol_.chess960_off)
      session_.send(line);
  in_chess960_ = chess960;
  std::vector<std::string> sent = question.moves;
  for (const std::string& line : protocol_.setup) {
    session_.send(fill(line, question));
    sent.push_back(line.substr(0, line.find(' ')));
  }
  if (!protocol_.move.empty())
    for (const std::string& move : question.moves)
      session_.send(fill(protocol_.move, question, move));
  return sent;
}

PerftAnswer Engine::Session::read_answer(const TextQuestion& asked) {
  const std::string question = fill(protocol_.question, asked);
  PerftAnswerReader reader(protocol_, asked.depth, asked.legal);
  const auto complete = [&] {
    try {
      return reader.complete();
    } catch (const std::overflow_error&) {
      session_.fail(FaultKind::malformed,
                    fmt::format("answers {} with a sum beyond 128 bits", question));
    }
  };
  const Seconds timeout = session_.limits().timeout;
  const auto start = Clock::now(), deadline = from_now(timeout);
  session_.send(question);  // a quick engine may have answered before this returns
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
      if (quiet < deadline && Clock::now() < deadline) return finish(end.last());
      if (reader.answer().unread.empty()) session_.fail_silent(question, timeout);
      session_.fail(FaultKind::no_answer,
                    fmt::format("gives no answer that can be read to '{}' within {:g} s", question,
                                timeout.count()));
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

namespace {

/// Runs the command with the protocol's arguments and reads its answer. Throws EngineFault, also if
/// the program does not end within the timeout, or its exit status is not 0.
PerftAnswer call(const PerftProtocol& protocol, std::vector<std::string> command,
                 const TextQuestion& question, Seconds timeout, const std::atomic<bool>& stop,
                 const std::shared_ptr<LineLog>& log) {
  std::vector<std::string> arguments;
  for (const std::string& pattern : protocol.arguments)
    if (std::string argument = fill(pattern, question); !argument.empty())
      arguments.push_back(std::move(argument));
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto start = Clock::now(), deadline = from_now(timeout);
  EngineSession session(command, {}, {timeout, timeout, timeout, max_lines}, stop, log);
  session.end_input();
  session.begin_answer(fmt::format("perft({})", question.depth));
  PerftAnswerReader reader(protocol, question.depth, question.legal);
  const std::string asked = fmt::format("{}", fmt::join(arguments, " "));
  bool repeats = false;
  bool has_ended = false;  // the lines after the end are none of the answer's
  for (std::string line; session.read_until_exit(line, deadline);) {
    if (has_ended) continue;
    if (line == asked) {
      repeats = true;
      continue;
    }
    const LineKind kind = reader.read(line);
    if (kind == LineKind::malformed)
      session.fail(FaultKind::malformed,
                   fmt::format("answers '{}' at depth {}", printable(line), question.depth));
    has_ended = kind == LineKind::end;
  }
  const double seconds = Seconds(Clock::now() - start).count();
  try {
    PerftAnswer answer = reader.answer();
    answer.seconds = seconds;
    if (answer.total) return answer;
  } catch (const std::overflow_error&) {
    session.fail(FaultKind::malformed,
                 fmt::format("answers with a sum beyond 128 bits at depth {}", question.depth));
  }
  if (repeats) session.fail(FaultKind::malformed, "only repeats its arguments");
  session.fail(FaultKind::malformed, fmt::format("writes no count at depth {}", question.depth));
}

constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

std::string text_of(chess::Move move, CastlingStyle style) {
  using chess::CastlingText;
  if (!move.is_castle() || style == CastlingStyle::king_destination) return to_uci(move);
  if (style == CastlingStyle::king_takes_rook) return to_uci(move, CastlingText::takes_rook);
  return move.castling_side() == chess::CastlingSide::queenside ? "O-O-O" : "O-O";
}

}  // namespace

Engine::Engine(const std::string& command, const PerftProtocol& protocol, Seconds timeout,
               const std::atomic<bool>& stop, std::shared_ptr<LineLog> log)
    : protocol_(protocol),
      command_(command_words(command)),
      timeout_(timeout),
      stop_(stop),
      log_(std::move(log)),
      name_(command),
      knows_chess960_(protocol.chess960 == Chess960::always) {
  if (protocol_.launch == Launch::call) return;
  session_.emplace(
      [this] { return std::make_unique<Session>(protocol_, command_, timeout_, stop_, log_); });
  const Session& session = *session_->get();
  if (!session.name().empty()) name_ = session.name();
  knows_chess960_ = session.knows_chess960();
}

Engine::~Engine() = default;

void Engine::restart() {
  if (session_) session_->end();
}

Abilities Engine::abilities() const {
  return {.plays_moves = protocol_.plays_moves(),
          .divides = protocol_.divides,
          .chess960 = knows_chess960_,
          .remembers = protocol_.launch != Launch::call};
}

PerftAnswer Engine::ask(const PerftQuestion& question) {
  const bool chess960 = chess::needs_chess960(question.start);
  const CastlingStyle style = chess960 ? protocol_.chess960_castling : protocol_.castling;
  TextQuestion texts{chess::to_string(question.start), {}, question.depth};
  for (const chess::Move move : question.moves) texts.moves.push_back(text_of(move, style));
  return ask(texts, chess960);
}

PerftAnswer Engine::ask(const TextQuestion& question, bool chess960) {
  if (!question.moves.empty() && !protocol_.plays_moves())
    throw std::invalid_argument(protocol_.name + ": takes no moves");
  if (protocol_.launch == Launch::call)
    return call(protocol_, command_, question, timeout_, stop_, log_);
  return session_->with([&](Session& session) { return session.ask(question, chess960); });
}

Probes chess_probes() {
  return {{.position = std::string(chess::startpos_fen), .depth = 2},
          {.position = std::string(kiwipete), .depth = 1}};
}

std::unique_ptr<Engine> start_engine(const std::string& command, const std::string& protocol,
                                     Seconds timeout, const std::atomic<bool>& stop) {
  return std::make_unique<Engine>(
      command,
      protocol == "auto" ? detect_protocol(command, timeout, stop) : find_protocol(protocol),
      timeout, stop);
}

namespace {

/// The wait for an answer, and for the start, which takes seconds on a loaded machine if the engine
/// reads a neural network.
constexpr Seconds longest_wait(6);
/// Whether both answers can be counts. A tool that does not understand the question may print a
/// number that is no count, but it is then the same for both.
bool credible(const PerftProtocol& protocol, const PerftAnswer& first, const PerftAnswer& second) {
  return first.total && second.total &&
         (protocol.reading != Reading::any_number || first.total != second.total);
}

/// The result of trying a protocol.
struct Trial {
  bool fits = false;
  bool divides = false;
  bool started = false;  // it replied to the greeting, or runs once for each question
  EngineFault reason{FaultKind::malformed, "its counts do not depend on the position"};
};

Trial attempt(const std::string& command, const PerftProtocol& protocol, Seconds timeout,
              const std::atomic<bool>& stop, const Probes& probes,
              const std::shared_ptr<LineLog>& log) {
  Trial trial;
  try {
    Engine engine(command, protocol, std::min(timeout, longest_wait), stop, log);
    trial.started = true;
    const PerftAnswer first = engine.ask(probes.first), second = engine.ask(probes.second);
    trial.fits = credible(protocol, first, second);
    trial.divides = !first.branches.empty();
  } catch (const EngineFault& error) {
    if (error.kind() == FaultKind::stopped) throw;
    trial.reason = error;
  }
  return trial;
}

}  // namespace

PerftProtocol detect_protocol(const std::string& command, Seconds timeout,
                              const std::atomic<bool>& stop, const Probes& probes,
                              const std::shared_ptr<LineLog>& log) {
  const std::vector<std::string> words = command_words(command);
  static_cast<void>(program_to_start(words));
  std::string tried, slow;
  std::vector<std::string> output;
  std::vector<std::string> ignored;  // the greeting, if it did not reply
  bool is_silent = false;            // or may start slowly
  bool sessions = true;
  for (const PerftProtocol& protocol : protocols()) {
    const bool session = protocol.launch == Launch::session;
    if (session && (!sessions || (!ignored.empty() && protocol.handshake.greeting == ignored)))
      continue;
    const Trial trial = attempt(command, protocol, timeout, stop, probes, log);
    if (trial.fits) {
      PerftProtocol found = protocol;
      found.divides = trial.divides;
      return found;
    }
    if (session && trial.started && protocol.handshake.must_greet && slow.empty() &&
        trial.reason.kind() == FaultKind::no_answer)
      slow = fmt::format(
          "It replies '{}', but does not count in time: --protocol {} waits as long as --timeout "
          "says. ",
          protocol.handshake.greeted, protocol.name);
    if (session && (!trial.started || trial.reason.output().empty()))
      ignored = protocol.handshake.greeting;
    is_silent |=
        session && trial.reason.kind() == FaultKind::no_answer && trial.reason.output().empty();
    if (session && !trial.started) sessions = trial.reason.kind() != FaultKind::cannot_start;
    if (!trial.reason.output().empty()) output = trial.reason.output();
    tried +=
        fmt::format("{}{} ({})", tried.empty() ? "" : ", ", protocol.name, trial.reason.what());
  }
  if (slow.empty() && is_silent)
    slow =
        "If it starts slowly, name its protocol: --protocol uci waits as long as --timeout says. ";
  throw EngineFault(FaultKind::cannot_start,
                    fmt::format("answers by no known protocol; tried {}. {}{}", tried, slow,
                                describe_other_answers),
                    output);
}

}  // namespace plylab::engines
