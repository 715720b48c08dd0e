#include "suites/mate/engine_mates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "search/mate/solvers.h"

namespace plylab::suites::mate {
namespace {

using search::mate::MateAnswer;
using search::mate::MateStatus;

/// The last line with a score. Mates count in it only: a later score takes them back.
const engines::EngineLine* last_score(const engines::EngineLines& lines) {
  const auto found = std::find_if(lines.rbegin(), lines.rend(),
                                  [](const auto& line) { return line.mate || line.centipawns; });
  return found == lines.rend() ? nullptr : &*found;
}

std::vector<chess::Move> moves_of(const chess::ValidSetup& position,
                                  const std::vector<std::string>& texts) {
  chess::Mailbox board(position);
  std::vector<chess::Move> moves;
  for (const std::string& text : texts)
    board.make(moves.emplace_back(chess::move_from_text(board, text).value()));
  return moves;
}

}  // namespace

std::string_view name_of(Claim claim) {
  constexpr std::array<std::string_view, 4> names{"", "open", "proved", "refuted"};
  return names[static_cast<std::size_t>(claim)];
}

std::string_view fault_of_line(const MateAnswer& announced, const MateQuestion& question,
                               const chess::ValidSetup& position) {
  const int plies = 2 * announced.moves - (question.is_mated ? 0 : 1);
  const auto length = static_cast<int>(announced.line.size());
  if (length != plies) return length < plies ? "too short" : "too long";
  chess::Mailbox board(position);
  for (const chess::Move move : announced.line) board.make(move);
  return board.count() == 0 && board.checkers() != 0 ? "" : "no mate";
}

Claim examine(const MateAnswer& announced, const MateQuestion& question, const AskSolver& ask) {
  if (announced.moves == 0) return Claim::none;
  MateQuestion claimed = question;
  claimed.max_moves = std::abs(announced.moves);
  if (announced.moves < 0) claimed.is_mated = !claimed.is_mated;
  if (claimed.max_moves > search::mate::longest_mate) return Claim::open;
  for (const std::string_view solver : {"dfpn", "exhaustive"}) {
    const MateAnswer answer = ask(claimed, solver);
    if (answer.mates() && answer.status >= MateStatus::line_valid) return Claim::proved;
    if (answer.refuted >= claimed.max_moves) return Claim::refuted;
  }
  return Claim::open;
}

MateEngines::MateEngines(const Options& options, const std::atomic<bool>& stop)
    : plain_(options.plain), stop_(stop) {
  search::Limits limits;
  if (options.nodes > 0) limits.nodes = options.nodes;
  for (engines::EngineSpec& spec : options.engines.specs(static_cast<int>(options.hash))) {
    auto processes =
        players::start_engines(spec, static_cast<std::size_t>(options.jobs), limits, stop);
    const std::string name = processes.front()->name();
    if (std::ranges::find(engines_, name, &Engine::name) != engines_.end() ||
        std::ranges::find(options.solvers, name) != options.solvers.end())
      throw InputError(
          fmt::format("--engine '{}': there is a '{}' already; name it: --engine "
                      "NAME=COMMAND",
                      spec.command, name));
    const std::string settings =
        options.runs.empty()
            ? ""
            : fmt::format("{}, program {}{}", definition(spec, processes.front()->own_name()),
                          fingerprint(spec), plain_ ? ", plain" : "");
    engines_.push_back({name, settings, std::move(processes)});
  }
}

MateAnswer MateEngines::ask(std::size_t engine, std::size_t job, const MateQuestion& question,
                            const chess::ValidSetup& position) {
  players::EnginePlayer& process = *engines_[engine].processes[job];
  players::MoveRequest request{.start = AnyStart::of<chess::Chess>(position)};
  request.limits.nodes = question.limits.nodes;
  request.limits.seconds = question.limits.seconds;
  request.limits.stop = &stop_;
  // Engines disagree about whether "go mate 3" looks for the mate of the side to move, too.
  if (!plain_ && question.max_moves > 0 && !question.is_mated) request.mate = question.max_moves;
  process.new_game();
  const engines::Reply reply = process.play(request);
  if (reply.fault) throw engines::EngineFault(*reply.fault);
  MateAnswer answer{.nodes = reply.nodes.value_or(0), .seconds = reply.seconds};
  const engines::EngineLine* const line = last_score(reply.lines);
  if (line == nullptr || !line->mate) return answer;
  answer.moves = question.is_mated ? -*line->mate : *line->mate;
  answer.line = moves_of(position, line->pv);
  if (answer.moves > 0)
    answer.status = fault_of_line(answer, question, position).empty() ? MateStatus::found
                                                                      : MateStatus::announced;
  return answer;
}

}  // namespace plylab::suites::mate
