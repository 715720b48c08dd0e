#include "gen/engines/uci.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"

namespace plylab::engines {
namespace {

constexpr std::string_view option_label = "option ";

/// Reads a line that begins with "option". The text of each part goes on to the next key word.
UciOption read_uci_option(const std::string& line) {
  constexpr std::array<std::string_view, 6> keys = {"name", "type", "default", "min", "max", "var"};
  UciOption option{.line = line};
  std::string key, text;
  const auto store = [&] {
    if (key == "name") option.name = text;
    if (key == "type") option.type = text;
    if (key == "default") option.preset = text;
    if (key == "min") option.min = parse_number<long long>(text);
    if (key == "max") option.max = parse_number<long long>(text);
    if (key == "var") option.values.push_back(text);
    text.clear();
  };
  for (const std::string& word : words_of(std::string_view(line).substr(option_label.size()))) {
    // A name may contain a key word; the type comes after it.
    const bool begins =
        std::ranges::find(keys, word) != keys.end() && (key != "name" || word == "type");
    if (begins) {
      store();
      key = word;
    } else {
      text += (text.empty() ? "" : " ") + word;
    }
  }
  store();
  return option;
}

/// Milliseconds, at least one.
long milliseconds(double seconds) { return std::max(1L, std::lround(seconds * 1000)); }

/// The move in "bestmove e2e4 ponder e7e5"; none in another line.
std::optional<std::string> best_move_in(const std::string& line) {
  const auto words = words_of(line);
  if (words.empty() || words.front() != "bestmove") return {};
  return words.size() > 1 ? words[1] : "";
}

/// The line that asks for a move within the question's limits.
std::string go_line(const MoveQuestion& question) {
  std::string line = "go";
  if (question.clocks) {
    const GameClocks& clocks = *question.clocks;
    line += fmt::format(" wtime {} btime {} winc {:.0f} binc {:.0f}", milliseconds(clocks.left[0]),
                        milliseconds(clocks.left[1]), clocks.increment[0] * 1000,
                        clocks.increment[1] * 1000);
    if (clocks.moves_to_control) line += fmt::format(" movestogo {}", *clocks.moves_to_control);
  }
  if (question.mate) line += fmt::format(" mate {}", *question.mate);
  if (question.depth) line += fmt::format(" depth {}", *question.depth);
  if (question.nodes) line += fmt::format(" nodes {}", *question.nodes);
  if (question.seconds) line += fmt::format(" movetime {}", milliseconds(*question.seconds));
  return line == "go" ? "go infinite" : line;
}

}  // namespace

Handshake uci_handshake() {
  return {.greeting = {"uci"},
          .greeted = "uciok",
          .name_label = "id name ",
          .ping = "isready",
          .pong = "readyok"};
}

PerftProtocol uci_perft(const std::string& name, const std::string& question) {
  return {.name = name,
          .handshake = uci_handshake(),
          .setup = {"position fen {fen}[ moves {moves}]"},
          .question = question,
          .chess960 = Chess960::offered,
          .chess960_offer = "option name UCI_Chess960 ",
          .chess960_on = {"setoption name UCI_Chess960 value true"},
          .chess960_off = {"setoption name UCI_Chess960 value false"}};
}

std::vector<UciOption> read_uci_options(const std::vector<std::string>& lines) {
  std::vector<UciOption> options;
  for (const std::string& line : lines)
    if (const std::string text(trimmed(line)); text.starts_with(option_label))
      options.push_back(read_uci_option(text));
  return options;
}

std::string setoption_line(const UciOption& option, std::string_view value) {
  return option.type == "button" ? fmt::format("setoption name {}", option.name)
                                 : fmt::format("setoption name {} value {}", option.name, value);
}

bool same_name(std::string_view a, std::string_view b) { return lower_case(a) == lower_case(b); }

UciSession::UciSession(const EngineSpec& spec, Seconds greeting, const std::atomic<bool>& stop)
    : spec_(spec),
      session_(command_words(spec.command), uci_handshake(),
               {spec.timeout, spec.grace_period, greeting}, stop, spec.log),
      options_(read_uci_options(session_.reply())) {
  set_options();
  if (!session_.try_ping(spec_.timeout)) session_.fail_silent("isready", spec_.timeout);
}

const UciOption* UciSession::find_option(std::string_view name) const {
  const auto place = std::find_if(options_.begin(), options_.end(), [&](const UciOption& option) {
    return same_name(option.name, name);
  });
  return place == options_.end() ? nullptr : &*place;
}

void UciSession::set_options() {
  // The general settings come first, so that this engine's options override them.
  if (const UciOption* threads = find_option("Threads"))
    set(*threads, fmt::to_string(spec_.threads));
  if (const UciOption* hash = find_option("Hash"); hash && spec_.hash)
    set(*hash, fmt::to_string(*spec_.hash));
  if (spec_.ponder) {
    const UciOption* ponder = find_option("Ponder");
    if (ponder == nullptr)
      throw InputError(
          fmt::format("--engine '{}': does not ponder: it has no such option", spec_.command));
    set(*ponder, "true");
  }
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

void require_in_range(const EngineSpec& engine, const UciOption& option, std::string_view value) {
  if (option.type != "spin" || !option.min || !option.max) return;
  const auto number = parse_number<long long>(value);
  if (!number || *number < *option.min || *number > *option.max)
    throw InputError(fmt::format("--engine '{}': {} takes a number from {} to {}, not '{}'",
                                 engine.command, option.name, *option.min, *option.max, value));
}

void UciSession::set(const UciOption& option, const std::string& value) {
  require_in_range(spec_, option, value);
  session_.send(setoption_line(option, value));
}

void UciSession::set_up(const MoveQuestion& question) {
  const bool chess960 = chess::needs_chess960(question.start.setup());
  if (chess960 != in_chess960_) {
    const UciOption* option = find_option("UCI_Chess960");
    if (!option) session_.fail(FaultKind::no_answer, "does not play Chess960");
    set(*option, chess960 ? "true" : "false");
    in_chess960_ = chess960;
  }
  if (new_game_) session_.send("ucinewgame");
  new_game_ = false;
  send_position(question);
  session_.synchronise([](const std::string&) {});  // the engine may have to clear a large table
}

void UciSession::send_position(const MoveQuestion& question) {
  std::string line = "position fen " + chess::to_string(question.start.setup());
  if (!question.moves.empty()) line += " moves";
  for (const chess::Move move : question.moves)
    line += ' ' + chess::to_uci(move, in_chess960_ ? chess::CastlingText::takes_rook
                                                   : chess::CastlingText::destination);
  session_.send(line);
}

void UciSession::new_game() {
  stop_pondering();
  new_game_ = true;
}

void UciSession::play(const MoveQuestion& question, Reply& reply) {
  const bool hit = pondered_ && pondered_->start.setup() == question.start.setup() &&
                   pondered_->moves == question.moves;
  if (hit) {
    pondered_.reset();
  } else {
    stop_pondering();
    set_up(question);
  }
  const MoveDialect dialect{.question = hit ? "ponderhit" : go_line(question),
                            .stop = "stop",
                            .leeway = Seconds(0.2),
                            .read_info = read_info,
                            .read_move = best_move_in,
                            .ends_game = [](const std::string&) { return false; }};
  const chess::Move played = ask_for_move(session_, question, dialect, reply);
  if (spec_.ponder) ponder(question, played, reply);
}

/// The engine does not ponder where a new time control begins: its own clock is then unknown. The
/// opponent's clock is always unknown.
void UciSession::ponder(MoveQuestion question, chess::Move played, const Reply& reply) {
  if (auto& clocks = question.clocks) {
    if (clocks->moves_to_control && --*clocks->moves_to_control == 0) return;
    const auto mover = chess::index(question.board.side_to_move());
    clocks->left[mover] =
        std::max(clocks->left[mover] - reply.seconds, 0.0) + clocks->increment[mover];
  }
  const std::vector<std::string>& line = reply.lines.back().pv;
  if (line.size() < 2) return;
  question.play(played);
  const auto expected = chess::move_from_text(question.board, line[1]);
  if (!expected) return;
  question.play(*expected);
  if (question.board.count() == 0) return;
  send_position(question);
  session_.send("go ponder" + go_line(question).substr(2));
  pondered_ = std::move(question);
}

void UciSession::stop_pondering() {
  if (!std::exchange(pondered_, std::nullopt)) return;
  session_.send("stop");
  session_.begin_answer("stop");
  std::string line;
  do {
    if (!session_.read(line, from_now(spec_.grace_period)))
      session_.fail_silent("stop", spec_.grace_period);
  } while (!best_move_in(line));
}

// ---- static evaluations ----

std::optional<PrintedValue> read_static_value(std::string_view line) {
  std::string_view rest = line;
  const std::string_view kind = take_word(rest);
  const std::string_view what = take_word(rest);
  if ((kind != "Final" && kind != "Total") || (what != "evaluation" && what != "evaluation:"))
    return std::nullopt;
  std::string_view word = take_word(rest);
  if (word == "none") return PrintedValue{};
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto pawns = parse_number<double>(word);
  if (!pawns || std::abs(*pawns) > 1e6 || take_word(rest) != "(white") return std::nullopt;
  return PrintedValue{static_cast<int>(std::lround(100 * *pawns))};
}

StaticEvaluator::StaticEvaluator(const std::string& command, const std::atomic<bool>& stop)
    : session_(command_words(command), uci_handshake(), {}, stop) {
  if (!session_.try_ping(session_.limits().greeting))
    session_.fail_silent("isready", session_.limits().greeting);
}

std::optional<int> StaticEvaluator::value(const chess::ValidSetup& position) {
  session_.begin_answer("eval");
  session_.send("position fen " + to_string(position.setup()));
  session_.send("eval");
  std::optional<PrintedValue> found;
  session_.synchronise([&](const std::string& line) {
    if (const auto value = read_static_value(line)) found = value;
  });
  if (!found)
    session_.fail(FaultKind::malformed,
                  "prints no line \"Final evaluation … (white side)\" when it is told eval");
  if (!found->centipawns) return std::nullopt;
  return position.setup().side == chess::white ? *found->centipawns : -*found->centipawns;
}

}  // namespace plylab::engines
