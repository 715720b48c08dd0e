#include "suites/solve/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "search/lab/run_jobs.h"
#include "suites/players/engine_player.h"
#include "suites/players/environment.h"

namespace plylab::suites::solve {
namespace {

/// The reply as a judged solution.
Solution judged(const epd::Record& record, const Goal& goal, engines::Reply reply) {
  std::optional<Assessment> assessment;
  if (!reply.fault) assessment = assess(goal, chess::ValidSetup(record.setup), reply);
  return {std::move(reply), std::move(assessment)};
}

engines::Reply ask(const epd::Record& record, players::Player& player,
                   const search::Limits& limits) {
  const players::MoveRequest request{
      .start = AnyStart::of<chess::Chess>(chess::ValidSetup(record.setup)), .limits = limits};
  player.new_game();
  return player.play(request);
}

constexpr std::array<std::string_view, 5> analysis_opcodes = {"acd", "acn", "ce", "pm", "pv"};

/// The moves in SAN, up to the first that is not legal.
std::vector<epd::Operand> in_san(const epd::Record& record, const std::vector<std::string>& moves) {
  chess::Mailbox board{chess::ValidSetup(record.setup)};
  std::vector<epd::Operand> operands;
  for (const std::string& text : moves) {
    const auto move = chess::move_from_text(board, text);
    if (!move) break;
    operands.push_back({chess::to_san(board, *move)});
    board.make(*move);
  }
  return operands;
}

}  // namespace

Contestants::Contestants(const std::vector<players::SearchSpec>& searches,
                         const std::vector<engines::EngineSpec>& engines,
                         const search::Limits& limits, std::size_t threads,
                         const std::atomic<bool>& stop, bool identified)
    : teams_(threads) {
  const search::SearchableGame& chess = search::searchable_chess();
  for (players::SearchSpec search : searches) {
    players::give_known_values(search.job);
    if (search.job.generator.empty()) search.job.generator = chess.info.default_generator;
    add({search.name, search.job.generator, definition(search, chess)},
        fmt::format("--search '{}'", search.name), "--search NAME=…");
    for (auto& team : teams_) team.push_back(std::make_unique<players::BuiltIn>(search, chess));
  }
  for (const engines::EngineSpec& spec : engines) add_engine(spec, limits, stop, identified);
}

void Contestants::add_engine(engines::EngineSpec spec, const search::Limits& limits,
                             const std::atomic<bool>& stop, bool identified) {
  auto started = players::start_engines(spec, teams_.size(), limits, stop);
  const players::EnginePlayer& player = *started.front();
  add({player.name(), "", definition(spec, player.own_name()), identified ? fingerprint(spec) : ""},
      fmt::format("--engine '{}'", spec.command), "--engine NAME=COMMAND");
  for (std::size_t i = 0; i < teams_.size(); ++i) teams_[i].push_back(std::move(started[i]));
}

void Contestants::add(Contestant contestant, std::string_view given, std::string_view otherwise) {
  for (const Contestant& other : list_)
    if (other.search == contestant.search &&
        (other.generator == contestant.generator || contestant.generator.empty()))
      throw InputError(fmt::format("{}: there is a '{}' already; name it: {}", given,
                                   contestant.search, otherwise));
  list_.push_back(std::move(contestant));
}

Solution solve(const epd::Record& record, const Goal& goal, players::Player& player,
               const search::Limits& limits) {
  return judged(record, goal, ask(record, player, limits));
}

Solution solve(const epd::Record& record, const Goal& goal, const search::Job& job) {
  players::BuiltIn player({job.algorithm, job}, search::searchable_chess());
  return solve(record, goal, player, job.limits);
}

std::string played_san(const epd::Record& record, const engines::Reply& reply) {
  const chess::Mailbox board{chess::ValidSetup(record.setup)};
  return chess::to_san(board, chess::move_from_text(board, reply.move.value()).value());
}

void solve_all(const std::vector<Puzzle>& puzzles, Contestants& contestants,
               const search::Limits& limits, int threads, SolutionStore* store,
               const std::function<void(std::size_t done)>& finished,
               std::vector<Solutions>& solutions) {
  const auto& field = contestants.list();
  const auto record = [&](std::size_t job) -> const epd::Record& {
    return *puzzles[job / field.size()].record;
  };
  search::lab::JobSettings<engines::Reply> settings{
      .threads = threads, .stop = limits.stop, .progress = finished};
  if (store) {
    settings.find = [&](std::size_t job) {
      return store->find(field[job % field.size()], record(job));
    };
    settings.add = [&](std::size_t job, const engines::Reply& reply) {
      store->add(field[job % field.size()], record(job), reply);
    };
  }
  std::vector<std::optional<engines::Reply>> replies;
  const auto judge_all = [&] {
    solutions.assign(puzzles.size(), Solutions(field.size()));
    for (std::size_t job = 0; job < replies.size(); ++job)
      if (auto& reply = replies[job])
        solutions[job / field.size()][job % field.size()] =
            judged(record(job), puzzles[job / field.size()].goal, std::move(*reply));
  };
  try {
    search::lab::run_jobs<engines::Reply>(
        puzzles.size() * field.size(),
        [&](std::size_t job, std::size_t worker) -> std::optional<engines::Reply> {
          auto reply = ask(record(job), contestants.player(worker, job % field.size()), limits);
          return *limits.stop ? std::nullopt : std::optional(std::move(reply));
        },
        settings, replies);
  } catch (...) {
    judge_all();
    throw;
  }
  judge_all();
}

std::optional<int> centipawn_evaluation(const engines::EngineLine& line) {
  constexpr int mated = 32767, max = 32000;
  if (!line.mate)
    return line.centipawns ? std::optional(std::clamp(*line.centipawns, -max, max)) : std::nullopt;
  return *line.mate > 0 ? mated - (2 * *line.mate - 1) : -mated - 2 * *line.mate;
}

epd::Record with_analysis(epd::Record record, const engines::Reply& reply) {
  std::erase_if(record.operations, [](const epd::Operation& operation) {
    return std::find(analysis_opcodes.begin(), analysis_opcodes.end(), operation.opcode) !=
           analysis_opcodes.end();
  });
  const auto add = [&](const char* opcode, std::vector<epd::Operand> operands) {
    if (!operands.empty()) record.operations.push_back({opcode, std::move(operands)});
  };
  if (!reply.move) return record;
  if (reply.depth) add("acd", {{std::to_string(*reply.depth)}});
  if (reply.nodes) add("acn", {{std::to_string(*reply.nodes)}});
  const engines::EngineLine* const last = reply.finished_line();
  const bool has_line = last != nullptr && last->move == *reply.move;
  if (has_line)
    if (const auto score = centipawn_evaluation(*last)) add("ce", {{std::to_string(*score)}});
  add("pm", in_san(record, {*reply.move}));
  if (has_line) add("pv", in_san(record, last->pv));
  return record;
}

}  // namespace plylab::suites::solve
