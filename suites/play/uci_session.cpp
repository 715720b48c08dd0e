#include "suites/play/uci_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gen/chess/notation.h"
#include "gen/text.h"
#include "suites/play/move_request.h"

namespace plylab::suites::play {
namespace {

using engines::FaultKind;

std::optional<long> number_after(const std::vector<std::string>& words, std::string_view label) {
  const auto place = std::find(words.begin(), words.end(), label);
  return place == words.end() || place + 1 == words.end() ? std::nullopt
                                                          : parse_number<long>(*(place + 1));
}

/// Reads a line that offers an option; nothing if it does not.
std::optional<UciOption> read_option(const std::string& line) {
  constexpr std::string_view label = "option name ", type_label = " type ";
  if (!line.starts_with(label)) return {};
  const std::size_t type = line.find(type_label);
  UciOption option{.name = line.substr(label.size(), type - label.size())};
  if (type == line.npos) return option;
  const auto words = words_of(line.substr(type + type_label.size()));
  if (words.empty()) return option;
  option.type = words.front();
  if (option.type != "spin") return option;
  option.least = number_after(words, "min");
  option.most = number_after(words, "max");
  return option;
}

/// Milliseconds, at least one.
long milliseconds(double seconds) { return std::max(1L, std::lround(seconds * 1000)); }

/// The line that asks for a move within the request's limits.
std::string go_line(const MoveRequest& request) {
  std::string line = "go";
  if (request.clocks) {
    const search::Clocks& clocks = *request.clocks;
    line += fmt::format(" wtime {} btime {} winc {:.0f} binc {:.0f}", milliseconds(clocks.left[0]),
                        milliseconds(clocks.left[1]), clocks.increment[0] * 1000,
                        clocks.increment[1] * 1000);
    if (clocks.moves_to_control) line += fmt::format(" movestogo {}", *clocks.moves_to_control);
  }
  if (const auto depth = depth_allowed(request)) line += fmt::format(" depth {}", *depth);
  if (const auto nodes = nodes_allowed(request)) line += fmt::format(" nodes {}", *nodes);
  if (std::isfinite(request.limits.seconds))
    line += fmt::format(" movetime {}", milliseconds(request.limits.seconds));
  return line == "go" ? "go infinite" : line;
}

}  // namespace

UciSession::UciSession(const EngineSpec& spec, engines::Seconds timeout,
                       const std::atomic<bool>& stop)
    : spec_(spec), channel_(spec, stop) {
  greet(timeout);
  set_options();
  synchronise(spec_.timeout);
}

void UciSession::greet(engines::Seconds timeout) {
  channel_.send("uci");
  const auto deadline = from_now(timeout);
  for (std::string line; channel_.read(line, deadline);) {
    constexpr std::string_view label = "id name ";
    if (line.starts_with(label)) name_ = engines::printable(line.substr(label.size()));
    if (auto option = read_option(line)) options_.push_back(std::move(*option));
    if (line.starts_with("uciok")) return channel_.set_started();
    if (refuses(line, "uci"))
      channel_.fail(FaultKind::cannot_start,
                    fmt::format("answers '{}' to 'uci'", engines::printable(line)));
  }
  channel_.fail(FaultKind::cannot_start,
                fmt::format("gives no answer to 'uci' within {:g} s", timeout.count()));
}

const UciOption* UciSession::find_option(std::string_view name) const {
  const auto place = std::find_if(options_.begin(), options_.end(), [&](const UciOption& option) {
    return same_name(option.name, name);
  });
  return place == options_.end() ? nullptr : &*place;
}

void UciSession::set_options() {
  // First what all engines are given, so that an engine's own options overrule it.
  if (const UciOption* threads = find_option("Threads"))
    set(*threads, fmt::to_string(spec_.threads));
  if (const UciOption* hash = find_option("Hash"); hash && spec_.hash)
    set(*hash, fmt::to_string(*spec_.hash));
  for (const EngineOption& wish : spec_.options) {
    if (const UciOption* option = find_option(wish.name)) {
      set(*option, wish.value);
      continue;
    }
    std::vector<std::string> names;
    for (const UciOption& one : options_) names.push_back(one.name);
    refuse_option(spec_, wish.name, names);
  }
}

void UciSession::set(const UciOption& option, const std::string& value) {
  if (option.least && option.most) {
    const auto number = parse_number<long>(value);
    if (!number || *number < *option.least || *number > *option.most)
      throw InputError(fmt::format("--engine '{}': {} takes a number from {} to {}, not '{}'",
                                   spec_.command, option.name, *option.least, *option.most, value));
  }
  channel_.send(option.type == "button"
                    ? fmt::format("setoption name {}", option.name)
                    : fmt::format("setoption name {} value {}", option.name, value));
}

void UciSession::synchronise(engines::Seconds limit) {
  channel_.begin_answer();
  channel_.send("isready");
  const auto deadline = from_now(limit);
  for (std::string line; channel_.read(line, deadline);)
    if (words_of(line) == std::vector<std::string>{"readyok"}) return;
  channel_.fail_silent("isready", limit);
}

void UciSession::set_up(const MoveRequest& request) {
  const bool chess960 = chess::needs_chess960(request.start.setup());
  if (chess960 != in_chess960_) {
    const UciOption* option = find_option("UCI_Chess960");
    if (!option) channel_.fail(FaultKind::no_answer, "does not play Chess960");
    set(*option, chess960 ? "true" : "false");
    in_chess960_ = chess960;
  }
  if (new_game_) channel_.send("ucinewgame");
  new_game_ = false;
  std::string line = "position fen " + chess::to_string(request.start.setup());
  if (!request.moves.empty()) line += " moves";
  for (const chess::Move move : request.moves)
    line += ' ' + chess::to_uci(move, chess960 ? chess::CastlingText::takes_rook
                                               : chess::CastlingText::destination);
  channel_.send(line);
  synchronise(spec_.timeout);  // a large table may have to be cleared
}

void UciSession::play(const MoveRequest& request, Reply& reply) {
  set_up(request);
  const chess::Mailbox board = board_of(request);
  const std::string question = go_line(request);
  channel_.begin_answer();
  channel_.send(question);
  ReplyBuilder builder(request, board, reply);
  const std::string best = best_move(request, question, builder);
  builder.play(channel_.legal_move(board, best));
}

std::string UciSession::best_move(const MoveRequest& request, const std::string& question,
                                  ReplyBuilder& builder) {
  constexpr engines::Seconds on_its_own(0.2);  // to end by itself when its time is over
  const auto allowed = time_allowed(request);
  const engines::Seconds limit = allowed ? engines::Seconds(*allowed) + on_its_own : spec_.timeout;
  auto deadline = from_now(limit);
  bool stopped = false, late = false;
  const auto stop = [&] {
    channel_.send("stop");
    stopped = true;
    deadline = from_now(spec_.grace_period);
  };
  while (true) {
    std::string line;
    if (!channel_.read(line, deadline)) {
      if (stopped) channel_.fail_silent(question, limit + spec_.grace_period);
      late = true;
      stop();
      continue;
    }
    const auto info = read_info(line);
    if (info && !builder.hear(*info) && !stopped) stop();
    const auto words = words_of(line);
    if (words.empty() || words.front() != "bestmove") continue;
    if (late && !allowed) channel_.fail_silent(question, limit);
    return words.size() > 1 ? words[1] : "";
  }
}

}  // namespace plylab::suites::play
