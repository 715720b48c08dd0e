#include "suites/uci/think.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/registry.h"
#include "perft/count/run.h"
#include "search/mate/solvers.h"

namespace plylab::suites::uci {
namespace {

using SearchInfo = search::SearchInfo<chess::Move>;

/// Visits of the search that chooses a move where no mate was found and nothing else is limited.
constexpr std::uint64_t nodes_without_mate = 100'000;

std::string score_of(search::Value value) {
  return search::is_mate(value) ? fmt::format("mate {}", search::mate_in(value))
                                : fmt::format("cp {}", value);
}

/// One question on its way to the answer.
class Thinker {
 public:
  Thinker(const GoRequest& request, Output& output, const Worker::Signals& signals)
      : request_(request), output_(output), signals_(signals), job_(request.job) {}

  /// Chooses a move, and tells it when that is wanted.
  void choose() {
    const chess::Moves legal = request_.game.board().generate();
    if (legal.empty()) {
      const bool mated = request_.game.board().checkers() != 0;
      write(fmt::format("info depth 0 score {}", mated ? "mate 0" : "cp 0"));
    } else {
      best_ = request_.go.root_moves.empty() ? legal[0] : request_.go.root_moves.front();
      attempt([&] { find_move(); });
    }
    if (!told_) tell_move();
  }

  /// Counts paths, root move by root move.
  void count() {
    attempt([&] { count_paths(); });
  }

 private:
  void attempt(auto&& work) {
    try {
      work();
    } catch (const std::exception& error) {  // which must not leave the thread
      write(fmt::format("info string {}", error.what()));
    }
  }

  void count_paths() {
    perft::Job job{.generator = request_.job.generator,
                   .kernel = request_.job.kernel,
                   .depth = *request_.go.perft,
                   .stop = &signals_.stop};
    const auto result = perft::run<chess::Chess>(here(), job);
    if (!result.complete)
      return write(fmt::format("info string perft {}: stopped before the end", job.depth));
    std::string lines;
    for (const perft::RootMove& branch : result.branches)
      lines +=
          fmt::format("{}: {}\n", text(request_.game.move(branch.move)), to_string(branch.leaves));
    write(fmt::format("{}\nNodes searched: {}\n", lines, to_string(result.leaves)));
  }

  void write(const std::string& lines) { output_.write(lines); }

  chess::ValidSetup here() const { return chess::ValidSetup(request_.game.board().setup()); }

  std::string text(chess::Move move) const {
    return to_uci(move, request_.game.castling(request_.chess960));
  }

  /// There was memory for the table when it was set, but that may have changed.
  void find_move() {
    try {
      prove_or_search();
    } catch (const InputError& error) {
      write(fmt::format("info string {}; the table gets 1 MiB", error.what()));
      job_.switches.table = 1;
      prove_or_search();
    }
  }

  void prove_or_search() {
    if (!request_.go.mate || !mate()) search();
  }

  void search() {
    search::Job job = job_;
    job.limits = limits();
    job.limits.seconds -= seconds_for_mate_;
    if (mate_failed_ && is_unlimited(job.limits)) job.limits.nodes = nodes_without_mate;
    search::RootContext<chess::Move> context{request_.game.moves(), request_.go.root_moves};
    context.observer.info = [&](const SearchInfo& info) { tell(info); };
    context.observer.ended = [&](const search::RootChange<chess::Move>* last) {
      // One that ended within its first iteration has found nothing before.
      if (last != nullptr && (line_.empty() || last->move != *best_))
        tell({last->depth, last->value, {last->move}, last->nodes, last->seconds});
      tell_move();
    };
    search::run<chess::Chess>(request_.game.start(), job, context);
  }

  /// Those of the command line and of the question together.
  search::Limits limits() const {
    const Go& go = request_.go;
    search::Limits limits = request_.job.limits;
    limits.depth = std::min(limits.depth, go.limits.depth);
    limits.nodes = std::min(limits.nodes, go.limits.nodes);
    if (!go.ponder && !go.infinite)
      limits.seconds = std::min(limits.seconds, go.seconds(request_.game.board().side_to_move()));
    limits.until_mate = go.clocks.has_value() && !go.infinite;
    limits.stop = &signals_.stop;
    return limits;
  }

  static bool is_unlimited(const search::Limits& limits) {
    const search::Limits none;
    return limits.depth == none.depth && limits.nodes == none.nodes &&
           limits.seconds == none.seconds;
  }

  /// Looks for a proved mate; false if there is none, or none was found.
  bool mate() {
    search::mate::MateProblem problem{here(), *request_.go.mate};
    problem.limits = {limits().nodes, limits().seconds, &signals_.stop};
    if (job_.switches.table > 0)
      problem.table_bytes = static_cast<std::size_t>(job_.switches.table) << 20;
    const search::mate::MateAnswer found =
        search::mate::find_mate_solver(request_.mate_solver).solve(problem);
    const bool proved = found.mates() && found.status >= search::mate::MateStatus::line_valid;
    if (proved && may_play(found.line.front())) {
      tell(static_cast<int>(found.line.size()), fmt::format("mate {}", found.moves), found.nodes,
           found.seconds, found.line);
      return true;
    }
    mate_failed_ = true;
    seconds_for_mate_ = found.seconds;
    const int moves = found.mates() ? found.moves : found.refuted;
    write(fmt::format("info string mate {}: {}{}{}, {} nodes", problem.most_moves,
                      name_of(found.status), moves > 0 ? fmt::format(" {}", moves) : "",
                      proved ? ", but not by searchmoves" : "", found.nodes));
    return false;
  }

  bool may_play(chess::Move move) const {
    const auto& only = request_.go.root_moves;
    return only.empty() || std::find(only.begin(), only.end(), move) != only.end();
  }

  void tell(const SearchInfo& info) {
    if (info.line.empty()) return;
    tell(info.depth, score_of(info.value), info.nodes, info.seconds, info.line);
  }

  void tell(int depth, const std::string& score, std::uint64_t nodes, double seconds,
            const std::vector<chess::Move>& line) {
    best_ = line.front();
    line_ = line;
    std::string moves;
    for (const chess::Move move : line) moves += ' ' + text(move);
    const double rate = static_cast<double>(nodes) / std::max(seconds, 1e-6);
    write(fmt::format("info depth {} score {} nodes {} nps {:.0f} time {:.0f} pv{}", depth, score,
                      nodes, rate, seconds * 1000, moves));
  }

  /// Waits until the move is wanted.
  void tell_move() {
    signals_.held.wait(true);
    told_ = true;
    write(best_ ? fmt::format("bestmove {}{}", text(*best_), expected_reply()) : "bestmove (none)");
  }

  /// The second move of the line, for a GUI that lets us think on in the opponent's time.
  std::string expected_reply() const {
    return line_.size() < 2 ? "" : fmt::format(" ponder {}", text(line_[1]));
  }

  const GoRequest& request_;
  Output& output_;
  const Worker::Signals& signals_;
  search::Job job_;
  std::optional<chess::Move> best_;
  std::vector<chess::Move> line_;  // the last one told
  bool told_ = false;              // the move
  bool mate_failed_ = false;
  double seconds_for_mate_ = 0;
};

}  // namespace

void answer(const GoRequest& request, Output& output, const Worker::Signals& signals) {
  Thinker thinker(request, output, signals);
  request.go.perft ? thinker.count() : thinker.choose();
}

}  // namespace plylab::suites::uci
