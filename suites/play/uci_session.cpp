#include "suites/play/uci_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/engines/engine_command.h"
#include "suites/play/await_move.h"

namespace plylab::suites::play {
namespace {

using engines::FaultKind;
using engines::UciOption;

/// Milliseconds, at least one.
long milliseconds(double seconds) { return std::max(1L, std::lround(seconds * 1000)); }

/// The move in "bestmove e2e4 ponder e7e5"; nothing in another line.
std::optional<std::string> best_move_in(const std::string& line) {
  const auto words = words_of(line);
  if (words.empty() || words.front() != "bestmove") return {};
  return words.size() > 1 ? words[1] : "";
}

/// The line that asks for a move within the request's limits.
std::string go_line(const ChessRequest& request) {
  std::string line = "go";
  if (request.clocks) {
    const search::Clocks& clocks = *request.clocks;
    line += fmt::format(" wtime {} btime {} winc {:.0f} binc {:.0f}", milliseconds(clocks.left[0]),
                        milliseconds(clocks.left[1]), clocks.increment[0] * 1000,
                        clocks.increment[1] * 1000);
    if (clocks.moves_to_control) line += fmt::format(" movestogo {}", *clocks.moves_to_control);
  }
  if (const auto depth = request.depth_allowed()) line += fmt::format(" depth {}", *depth);
  if (const auto nodes = request.nodes_allowed()) line += fmt::format(" nodes {}", *nodes);
  if (std::isfinite(request.limits.seconds))
    line += fmt::format(" movetime {}", milliseconds(request.limits.seconds));
  return line == "go" ? "go infinite" : line;
}

}  // namespace

UciSession::UciSession(const EngineSpec& spec, engines::Seconds greeting,
                       const std::atomic<bool>& stop)
    : spec_(spec),
      session_(engines::command_words(spec.command), engines::uci_handshake(),
               {spec.timeout, spec.grace_period, greeting}, stop),
      options_(engines::read_uci_options(session_.reply())) {
  set_options();
  if (!session_.try_ping(spec_.timeout)) session_.fail_silent("isready", spec_.timeout);
}

const UciOption* UciSession::find_option(std::string_view name) const {
  const auto place = std::find_if(options_.begin(), options_.end(), [&](const UciOption& option) {
    return engines::same_name(option.name, name);
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
  session_.send(engines::setoption_line(option, value));
}

void UciSession::set_up(const ChessRequest& request) {
  const bool chess960 = chess::needs_chess960(request.start.setup());
  if (chess960 != in_chess960_) {
    const UciOption* option = find_option("UCI_Chess960");
    if (!option) session_.fail(FaultKind::no_answer, "does not play Chess960");
    set(*option, chess960 ? "true" : "false");
    in_chess960_ = chess960;
  }
  if (new_game_) session_.send("ucinewgame");
  new_game_ = false;
  std::string line = "position fen " + chess::to_string(request.start.setup());
  if (!request.moves.empty()) line += " moves";
  for (const chess::Move move : request.moves)
    line += ' ' + chess::to_uci(move, chess960 ? chess::CastlingText::takes_rook
                                               : chess::CastlingText::destination);
  session_.send(line);
  session_.synchronise([](const std::string&) {});  // a large table may have to be cleared
}

void UciSession::play(const ChessRequest& request, Reply& reply) {
  set_up(request);
  const MoveDialect dialect{.question = go_line(request),
                            .stop = "stop",
                            .leeway = engines::Seconds(0.2),
                            .read_info = read_info,
                            .read_move = best_move_in,
                            .ends_game = [](const std::string&) { return false; }};
  session_.begin_answer(dialect.question);
  session_.send(dialect.question);
  ReplyBuilder builder(request, reply);
  builder.play(
      legal_move(session_, request.board, await_move(session_, request, dialect, builder)));
}

}  // namespace plylab::suites::play
