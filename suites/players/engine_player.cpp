#include "suites/players/engine_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/registry.h"

namespace plylab::suites::players {
namespace {

/// The text for "ENGINE:" that refers to an engine.
const std::string& label(const engines::EngineSpec& engine) {
  return engine.name.empty() ? engine.command : engine.name;
}

/// Calls visit(engine, rest) for the engine that "ENGINE:" names, or visit(engine, text) for all.
template <class Visit>
void visit_addressed(std::vector<engines::EngineSpec>& engines, std::string_view text,
                     Visit visit) {
  for (engines::EngineSpec& engine : engines)
    if (text.starts_with(label(engine) + ':'))
      return visit(engine, text.substr(label(engine).size() + 1));
  for (engines::EngineSpec& engine : engines) visit(engine, text);
}

engines::MoveQuestion question_of(const MoveRequest& request) {
  engines::MoveQuestion question(request.start.as<chess::Chess>());
  for (const std::string& text : request.moves) {
    const auto move = chess::move_from_text(question.board, text);
    if (!move) throw InputError(fmt::format("'{}' is not a legal move", text));
    question.play(*move);
  }
  const search::Limits &limits = request.limits, none;
  if (limits.depth != none.depth) question.depth = limits.depth;
  if (limits.nodes != none.nodes) question.nodes = limits.nodes;
  if (std::isfinite(limits.seconds)) question.seconds = limits.seconds;
  question.mate = request.mate;
  if (const auto& clocks = request.clocks)
    question.clocks = {clocks->left, clocks->increment, clocks->moves_to_control, clocks->period};
  return question;
}

}  // namespace

EnginePlayer::EnginePlayer(engines::EngineSpec spec, const std::atomic<bool>& stop)
    : spec_(std::move(spec)),
      session_([this, &stop] {
        used_ = false;
        return start_session(spec_, stop);
      }),
      own_name_(session_.get()->name()),
      name_(spec_.name.empty() ? own_name_ : spec_.name) {
  spec_.protocol = session_.get()->protocol();
  if (name_.empty()) name_ = spec_.command;
}

void EnginePlayer::new_game() {
  engines::MoveSession* session = session_.get();
  if (session && used_ && (spec_.restart || !session->reusable())) {
    session_.end();
  } else if (session) {
    try {
      session->new_game();
    } catch (const engines::EngineFault&) {  // the next request starts another one
      session_.end();
    }
  }
}

void EnginePlayer::check(const search::Limits& limits) const {
  if (protocol() == engines::Protocol::xboard && limits.nodes != search::Limits().nodes)
    throw InputError(fmt::format("--engine '{}': xboard has no limit of nodes; use time or depth",
                                 spec_.command));
}

engines::Reply EnginePlayer::play(const MoveRequest& request) {
  check(request.limits);
  engines::Reply reply;
  const engines::MoveQuestion question = question_of(request);
  if (question.board.count() == 0) {
    reply.missing = "it is not asked where no move is legal";
    return reply;
  }
  try {
    session_.with([&](engines::MoveSession& session) {
      used_ = true;
      session.play(question, reply);
    });
  } catch (const engines::EngineFault& error) {
    reply.move.reset();
    reply.fault = error;
  }
  return reply;
}

std::unique_ptr<EnginePlayer> start_engine(const engines::EngineSpec& spec,
                                           const std::atomic<bool>& stop) {
  try {
    return std::make_unique<EnginePlayer>(spec, stop);
  } catch (const engines::EngineFault& error) {
    if (error.kind() == engines::FaultKind::stopped) throw;
    throw InputError(fmt::format("--engine '{}' {}", spec.command, error.what()));
  }
}

std::vector<std::unique_ptr<EnginePlayer>> start_engines(engines::EngineSpec& spec,
                                                         std::size_t number,
                                                         const search::Limits& limits,
                                                         const std::atomic<bool>& stop) {
  std::vector<std::unique_ptr<EnginePlayer>> players;
  while (players.size() < number) {
    players.push_back(start_engine(spec, stop));
    players.back()->check(limits);
    spec.protocol = players.back()->protocol();  // need not be detected again
  }
  return players;
}

engines::EngineSpec parse_engine(std::string_view text) {
  engines::EngineSpec engine;
  const std::size_t sign = text.find('=');
  const std::string_view before = text.substr(0, sign);
  const bool named = sign != text.npos && sign > 0 && !before.starts_with('-') &&
                     before.find_first_of("\t/\"") == before.npos &&
                     before.find(" -") == before.npos;
  if (named) engine.name = text.substr(0, sign);
  engine.command = named ? text.substr(sign + 1) : text;
  if (engines::command_words(engine.command).empty())
    throw InputError(fmt::format("--engine '{}': no program named", text));
  return engine;
}

void give_option(std::vector<engines::EngineSpec>& engines, std::string_view text) {
  if (engines.empty()) throw InputError("--option requires --engine");
  visit_addressed(engines, text, [&](engines::EngineSpec& engine, std::string_view rest) {
    const std::size_t sign = rest.find('=');
    engines::EngineOption option{std::string(rest.substr(0, sign))};
    if (sign != rest.npos) option.value = rest.substr(sign + 1);
    if (option.name.empty()) throw InputError(fmt::format("--option '{}': no name", text));
    engine.options.push_back(std::move(option));
  });
}

void give_protocol(std::vector<engines::EngineSpec>& engines, std::string_view text) {
  visit_addressed(engines, text, [&](engines::EngineSpec& engine, std::string_view rest) {
    engine.protocol = engines::find_play_protocol(rest);
  });
}

void EngineOptions::add_to(cli::Command whole) {
  const cli::Command command = whole.group("Engines");
  const cli::Option engine = command.add_option(
      "--engine CMD", engines,
      "An engine that speaks UCI or xboard: NAME=COMMAND or COMMAND; may be repeated");
  command
      .add_option("--option", options,
                  "Set an option of all engines (OPTION=VALUE) or of one (ENGINE:OPTION=VALUE)")
      .needs(engine);
  command
      .add_option("--protocol NAME|FILE", protocols,
                  "The protocol: auto, uci or xboard; for one engine: ENGINE:uci (default: auto)")
      .needs(engine);
  command.add_flag("--restart", restart, "Start a new engine process for each position or game")
      .needs(engine);
  command
      .add_option("--timeout SECONDS", timeout,
                  "Seconds to wait for an engine's answer without a time limit")
      .positive()
      .needs(engine)
      .show_default();
  command.add_option("--log FILE", log, engines::log_help).needs(engine);
}

std::vector<engines::EngineSpec> EngineOptions::specs(int hash) const {
  std::vector<engines::EngineSpec> list;
  const auto lines = engines::begin_log(log);
  for (const std::string& text : engines) {
    engines::EngineSpec spec = parse_engine(text);
    if (hash > 0) spec.hash = hash;
    spec.log = lines;
    spec.restart = restart;
    spec.timeout = engines::Seconds(timeout);
    spec.grace_period = std::min(spec.grace_period, spec.timeout);
    list.push_back(std::move(spec));
  }
  for (const std::string& text : protocols) give_protocol(list, text);
  for (const std::string& text : options) give_option(list, text);
  return list;
}

}  // namespace plylab::suites::players
