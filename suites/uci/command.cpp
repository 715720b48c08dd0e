#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/registry.h"
#include "gen/engines/process.h"
#include "perft/count/run.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/session.h"
#include "search/evaluation/terms.h"
#include "search/mate/solvers.h"
#include "search/run/options.h"
#include "suites/uci/go.h"
#include "suites/uci/settings.h"

namespace plylab::suites::uci {
namespace {

// ---- input and output ----

/// Standard input, line by line, without ever waiting for long.
class Input {
 public:
  using Clock = std::chrono::steady_clock;

  /// The outcome of waiting.
  enum class Event : std::uint8_t {
    line,  ///< a line was read
    time,  ///< no line came in time, or a signal came
    end    ///< the input has ended
  };

  static constexpr std::size_t longest_line = 1 << 20;  ///< bytes; a game has some thousands

  /// Waits no longer than this for the next line, without its end (LF or CRLF). Text after the last
  /// line end is a line, too. Throws InputError if a line is too long.
  Event read(std::string& line, Clock::duration timeout);

 private:
  std::string received_;  // read, but not yet taken line by line
  bool ended_ = false;
};

Input::Event Input::read(std::string& line, Clock::duration timeout) {
  const auto deadline = Clock::now() + timeout;
  while (true) {
    const std::size_t end = received_.find('\n');
    if (end != received_.npos || (ended_ && !received_.empty())) {
      line = received_.substr(0, end);
      received_.erase(0, end == received_.npos ? end : end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return Event::line;
    }
    if (ended_) return Event::end;
    if (received_.size() > longest_line)
      throw InputError("standard input: a line is longer than 1 MiB");

    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd ready{STDIN_FILENO, POLLIN, 0};
    const int milliseconds = static_cast<int>(std::max<decltype(left)>(left, {}).count());
    if (::poll(&ready, 1, milliseconds) <= 0) return Event::time;
    char buffer[4096];
    const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (size > 0)
      received_.append(buffer, static_cast<std::size_t>(size));
    else if (size == 0 || errno != EINTR)
      ended_ = true;
  }
}

/// Standard output in whole lines for several threads.
class Output {
 public:
  /// Writes one or more lines at once and adds the last line end. Does nothing after a failure.
  void write(std::string_view lines);

  /// Throws what a failed write() threw: reports::BrokenPipe or InputError.
  void check();

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

void Output::write(std::string_view lines) {
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  try {
    reports::write_text(std::string(lines) + '\n', "");
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void Output::check() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

// ---- answers ----

/// One piece of work at a time on a thread of its own, so that the GUI can talk meanwhile. All
/// functions are called from the thread that owns this object.
class Worker {
 public:
  ~Worker() { end(); }

  /// Signals to the work.
  struct Signals {
    std::atomic<bool> stop = false;  ///< end soon
    std::atomic<bool> held = false;  ///< keep the answer until this is false
  };

  /// Begins a piece of work, and ends the one before. The work must not throw, and has to end soon
  /// after `stop` is set. `held`: its answer has to wait for release().
  void begin(std::function<void(const Signals&)> work, bool held);

  /// The answer may come as soon as the work is done.
  void release();

  /// Asks for the answer now.
  void stop();

  /// The same, and waits for the end of the work.
  void end();

  /// Waits until the work has ended by itself, or `stop` is set.
  void wait(const std::atomic<bool>& stop) const;

 private:
  Signals signals_;
  std::atomic<bool> working_ = false;
  std::jthread thread_;
};

void Worker::begin(std::function<void(const Signals&)> work, bool held) {
  end();
  signals_.stop = false;
  signals_.held = held;
  working_ = true;
  thread_ = std::jthread([this, work = std::move(work)] {
    work(signals_);
    working_ = false;
  });
}

void Worker::release() {
  signals_.held = false;
  signals_.held.notify_all();
}

void Worker::stop() {
  signals_.stop = true;
  release();
}

void Worker::wait(const std::atomic<bool>& stop) const {
  using namespace std::chrono_literals;
  while (working_ && !stop) std::this_thread::sleep_for(1ms);
}

void Worker::end() {
  stop();
  if (thread_.joinable()) thread_.join();
}

/// All that an answer depends on: a copy, so that the GUI can talk meanwhile.
struct GoRequest {
  GuiGame game;
  Go go;
  search::Job job;  ///< how to search; its limits hold besides those of `go`
  std::string mate_solver;
  bool chess960 = false;  ///< see Settings::chess960
};

using SearchInfo = search::SearchInfo<chess::Move>;

/// Visits of the search that chooses a move if no mate was found and there is no other limit.
constexpr std::uint64_t nodes_without_mate = 100'000;

std::string score_of(search::Value value) {
  return search::is_mate(value) ? fmt::format("mate {}", search::mate_in(value))
                                : fmt::format("cp {}", value);
}

/// Answers one "go".
class Thinker {
 public:
  Thinker(const GoRequest& request, Output& output, const Worker::Signals& signals)
      : request_(request), output_(output), signals_(signals), job_(request.job) {}

  /// Chooses a move, and writes it when the GUI wants it.
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

  /// Counts paths for each root move.
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

  /// There was memory for the table when the option was set, but that may have changed.
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
      // A search that ends within its first iteration has written nothing before.
      if (last != nullptr && (line_.empty() || last->move != *best_))
        tell({last->depth, last->value, {last->move}, last->nodes, last->seconds});
      tell_move();
    };
    search::run<chess::Chess>(request_.game.start(), job, context);
  }

  /// The limits of the command line and of the question together.
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

  /// Looks for a proved mate; false if none was found.
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

  /// Writes the move when the GUI wants it.
  void tell_move() {
    signals_.held.wait(true);
    told_ = true;
    write(best_ ? fmt::format("bestmove {}{}", text(*best_), expected_reply()) : "bestmove (none)");
  }

  /// The second move of the line, for a GUI that lets us ponder.
  std::string expected_reply() const {
    return line_.size() < 2 ? "" : fmt::format(" ponder {}", text(line_[1]));
  }

  const GoRequest& request_;
  Output& output_;
  const Worker::Signals& signals_;
  search::Job job_;
  std::optional<chess::Move> best_;
  std::vector<chess::Move> line_;  // the last one written
  bool told_ = false;              // whether the move was written
  bool mate_failed_ = false;
  double seconds_for_mate_ = 0;
};

void answer(const GoRequest& request, Output& output, const Worker::Signals& signals) {
  Thinker thinker(request, output, signals);
  request.go.perft ? thinker.count() : thinker.choose();
}

// ---- the loop ----

/// The talk with a GUI or a match program by the Universal Chess Interface (Huber and Meyer-Kahlen,
/// 2000; the text of 2006), over standard input and output. The answer to an error is one line
/// "info string …", and nothing changes. The exception is an invalid position: after it there is no
/// position, and no move is played, until the next valid one.
class UciLoop {
 public:
  /// `name` is written after "id name"; the job gives the defaults of the options.
  UciLoop(std::string name, search::Job job) : name_(std::move(name)), settings_(std::move(job)) {}

  /// Talks until "quit", the end of the input, or until `stop` is set. That ends a search; a count
  /// is finished first. Throws reports::BrokenPipe or InputError if the output cannot be written.
  void run(const std::atomic<bool>& stop);

 private:
  void dispatch(std::string_view line, const std::atomic<bool>& stop);
  void introduce();
  void set_position(Tokens tokens);
  void draw();
  void evaluate();
  void go(Tokens tokens, const std::atomic<bool>& stop);
  /// Answers a "go" without a position: with no move, when a move would be due.
  void go_nowhere(Tokens tokens);
  void hit();
  Input::Clock::duration wait_time() const;

  std::string name_;
  Settings settings_;
  std::optional<GuiGame> game_ = GuiGame();  // none after an invalid one
  Input input_;
  Output output_;
  bool quit_ = false;
  bool counting_ = false;  // the work is or was a count of paths
  /// Seconds to think after "ponderhit"; none if we are not pondering.
  std::optional<double> seconds_after_hit_;
  std::optional<Input::Clock::time_point> deadline_;  // of the work after "ponderhit"
  Worker worker_;                                     // destroyed first, since it uses the rest
};

using namespace std::chrono_literals;
using Clock = Input::Clock;

constexpr const char* no_position = "there is no position: the last one was invalid";
constexpr Clock::duration glance = 50ms;  // between two looks at Ctrl-C and at the output

void UciLoop::run(const std::atomic<bool>& stop) {
  std::string line;
  while (!quit_ && !stop) {
    const auto event = input_.read(line, wait_time());
    if (event == Input::Event::end) break;
    if (event == Input::Event::line) dispatch(line, stop);
    if (deadline_ && Clock::now() >= *deadline_) {
      worker_.stop();
      deadline_.reset();
    }
    output_.check();
  }
  if (counting_) worker_.wait(stop);
  worker_.end();
  output_.check();
}

Clock::duration UciLoop::wait_time() const {
  return deadline_ ? std::clamp<Clock::duration>(*deadline_ - Clock::now(), 0ms, glance) : glance;
}

void UciLoop::dispatch(std::string_view line, const std::atomic<bool>& stop) {
  Tokens tokens(line);
  const std::string_view command = tokens.take();
  try {
    if (command == "uci")
      introduce();
    else if (command == "isready")
      output_.write("readyok");
    else if (command == "setoption")
      settings_.set(tokens);
    else if (command == "position")
      set_position(tokens);
    else if (command == "go")
      go(tokens, stop);
    else if (command == "stop")
      worker_.stop();
    else if (command == "ponderhit")
      hit();
    else if (command == "d")
      draw();
    else if (command == "eval")
      evaluate();
    else if (command == "quit")
      quit_ = true;
    else if (!command.empty() && command != "ucinewgame" && command != "debug")
      output_.write(fmt::format("info string unknown command '{}'", engines::printable(command)));
  } catch (const InputError& error) {
    output_.write(fmt::format("info string {}: {}", command, error.what()));
  }
}

void UciLoop::introduce() {
  output_.write(fmt::format("id name {}\nid author the plylab authors\n{}\nuciok", name_,
                            settings_.declarations()));
}

void UciLoop::set_position(Tokens tokens) {
  game_.reset();
  game_ = GuiGame(tokens);
}

void UciLoop::draw() {
  if (!game_) throw InputError(no_position);
  output_.write(game_->picture());
}

/// The terms of the evaluation that the search would use, and their sum, for the side to move.
void UciLoop::evaluate() {
  if (!game_) throw InputError(no_position);
  const search::Job job = settings_.job();
  const std::string name = job.evaluation == search::default_choice
                               ? std::string(search::preset_of(job.algorithm).evaluation)
                               : job.evaluation;
  std::string text;
  search::Value sum = 0;
  const auto add = [&](std::string_view term, search::Value value) {
    text += fmt::format("{:<14}{:>7}\n", term, value);
  };
  for (const auto& term : search::evaluation_terms(search::parse_evaluation("Evaluation", name),
                                                   chess::ValidSetup(game_->board().setup()))) {
    sum += term.value;
    add(term.name, term.value);
  }
  output_.write(fmt::format("{}{:<14}{:>7} centipawns for the side to move", text, name, sum));
}

void UciLoop::go(Tokens tokens, const std::atomic<bool>& stop) {
  if (counting_) worker_.wait(stop);
  if (!game_) return go_nowhere(tokens);
  GoRequest request{*game_, parse_go(tokens, *game_), settings_.job(), settings_.mate_solver(),
                    settings_.chess960()};
  counting_ = request.go.perft.has_value();
  for (const std::string& complaint : request.go.complaints)
    output_.write(fmt::format("info string go: {}", complaint));
  const bool held = request.go.ponder || request.go.infinite;
  deadline_.reset();
  seconds_after_hit_.reset();
  if (request.go.ponder && !request.go.infinite)
    seconds_after_hit_ = request.go.seconds(game_->board().side_to_move());
  worker_.begin([this, request = std::move(request)](
                    const Worker::Signals& signals) { answer(request, output_, signals); },
                held);
}

void UciLoop::go_nowhere(Tokens tokens) {
  bool ponder = false, infinite = false;
  while (!tokens.empty()) {
    const std::string_view word = tokens.take();
    ponder |= word == "ponder";
    infinite |= word == "infinite";
  }
  counting_ = false;
  deadline_.reset();
  seconds_after_hit_.reset();
  if (ponder && !infinite) seconds_after_hit_ = 0;
  worker_.begin(
      [this](const Worker::Signals& signals) {
        output_.write(fmt::format("info string go: {}", no_position));
        signals.held.wait(true);
        output_.write("bestmove (none)");
      },
      ponder || infinite);
}

void UciLoop::hit() {
  if (!seconds_after_hit_) return;
  if (std::isfinite(*seconds_after_hit_))
    deadline_ = engines::from_now(engines::Seconds(*seconds_after_hit_));
  seconds_after_hit_.reset();
  worker_.release();
}

/// The default search.
constexpr const char* usual = "selective";

void run_uci(search::Options options, reports::Session& session) {
  options.check(search::searchable_chess());
  const auto jobs = options.jobs(search::searchable_chess(),
                                 options.limits(search::Limits().depth, session.stop()));
  if (jobs.size() > 1) throw InputError("uci: takes a single --algo and --gen");
  const auto made_by = session.provenance(1);
  UciLoop loop(fmt::format("plylab {} ({})", made_by.version, made_by.commit), jobs.front());
  loop.run(session.stop());
}

}  // namespace

void add_uci_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<search::Options>();
  options->algorithms = {usual};
  const reports::Command uci =
      app.add_subcommand("uci", "Play and analyse for a GUI or a match program, by UCI");
  options->add_to(uci, true);
  uci.example("plylab uci --algo mtdf --with table=128,killers,history,quiescence");
  uci.example("plylab uci --nodes 100000");
  uci.notes(
      "The options are the defaults that the GUI sees; limits hold in addition to those of the "
      "GUI. Each search starts with an empty table and runs on one thread.\n"
      "Besides UCI: go perft N counts as Stockfish does, go mate N proves a mate, d shows the "
      "board, eval the terms of the evaluation.");
  uci.guides({"uci"});
  uci.callback([options, &session] { run_uci(*options, session); });
}

}  // namespace plylab::suites::uci
