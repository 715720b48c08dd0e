// The engine's side of UCI, for GUIs and match programs.
#include "gen/engines/uci.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/registry.h"
#include "gen/engines/process.h"
#include "perft/walk/run.h"
#include "search/evaluation/terms.h"
#include "search/mate/solvers.h"
#include "search/run/searches.h"
#include "suites/play/gui/channel.h"
#include "suites/play/gui/go.h"
#include "suites/play/gui/loops.h"
#include "suites/play/gui/settings.h"
#include "suites/play/gui/thinker.h"

namespace plylab::suites::play::gui {
namespace {

constexpr const char* no_position = "there is no position: the last one was invalid";

/// "option name Hash type spin default 64 min 0 max 1048576".
std::string declaration(const Option& option) {
  const std::string start = fmt::format("option name {} type ", option.name);
  if (option.type == Option::Type::check)
    return fmt::format("{}check default {}", start, option.usual);
  if (option.type == Option::Type::spin)
    return fmt::format("{}spin default {} min {} max {}", start, option.usual, option.min,
                       option.max);
  return fmt::format("{}combo default {} var {}", start, option.usual,
                     fmt::join(option.values, " var "));
}

/// A session in the Universal Chess Interface (Huber and Meyer-Kahlen, 2000; the text of 2006),
/// over standard input and output. The answer to an error is one line "info string …", and nothing
/// changes. The exception is an invalid position: until the next valid one, there is no position
/// and no move is played.
class UciLoop {
 public:
  /// `name` is written after "id name"; the job and `keeps_table` give the defaults of the options.
  UciLoop(std::string name, search::Job job, bool keeps_table, const Log& log)
      : name_(std::move(name)), settings_(std::move(job), keeps_table), input_(log), output_(log) {
    settings_.add_combo("Mate Solver", mate_solver_, search::mate::mate_solver_names());
    settings_.add_check("Ponder", ponder_);
    settings_.add_check("UCI_Chess960", chess960_);
  }

  /// Runs until "quit", the end of the input, or until `stop` is set. These end a search, but a
  /// count is finished first. Throws reports::BrokenPipe or InputError if the output cannot be
  /// written.
  void run(const std::atomic<bool>& stop) {
    std::string line;
    while (!quit_ && !stop) {
      const auto event = input_.read(line, thinker_.time_to_next_check());
      answer();
      if (event == Input::Event::end) break;
      if (event == Input::Event::line) dispatch(line, stop);
      thinker_.watch_clock();
      output_.check();
    }
    if (counting_) thinker_.wait_or(stop);
    finish();
    output_.check();
  }

 private:
  void dispatch(std::string_view line, const std::atomic<bool>& stop) {
    Tokens tokens(line);
    const std::string_view command = tokens.take();
    try {
      if (command == "uci")
        introduce();
      else if (command == "isready")
        make_ready();
      else if (command == "setoption")
        set_option(tokens);
      else if (command == "ucinewgame")
        begin_game();
      else if (command == "position")
        set_position(tokens);
      else if (command == "go")
        go(tokens, stop);
      else if (command == "stop") {
        held_ = false;
        thinker_.stop();
        answer();
      } else if (command == "ponderhit")
        hit();
      else if (command == "d")
        draw();
      else if (command == "eval")
        evaluate();
      else if (command == "quit")
        quit_ = true;
      else if (!command.empty() && command != "debug")
        output_.write(fmt::format("info string unknown command '{}'", printable(command)));
    } catch (const InputError& error) {
      output_.write(fmt::format("info string {}: {}", command, error.what()));
    }
  }

  void introduce() {
    std::string lines = fmt::format("id name {}\nid author the plylab authors\n", name_);
    for (const Option& option : settings_.options()) lines += declaration(option) + '\n';
    output_.write(lines + "uciok");
  }

  void set_option(Tokens tokens) {
    if (const std::string_view word = tokens.take(); word != "name")
      throw InputError(fmt::format("needs name, not '{}'", printable(word)));
    const std::string name = tokens.take_until("value");
    tokens.take();
    settings_.set(name, tokens.take_until({}));
    if (engines::same_name(name, table_option)) thinker_.prepare_table(settings_.job());
  }

  /// The table is made ready here, at "ucinewgame", or when its size is set, because a "go" would
  /// do it on its clock. Not before the first of these: who asks nothing needs no table.
  void make_ready() {
    try {
      thinker_.prepare_table(settings_.job());
    } catch (const InputError& error) {
      output_.write(fmt::format("info string isready: {}", error.what()));
    }
    output_.write("readyok");
  }

  void begin_game() {
    thinker_.clear_table();
    thinker_.prepare_table(settings_.job());
  }

  void set_position(Tokens tokens) {
    game_.reset();
    game_ = parse_position(tokens);
  }

  void draw() {
    if (!game_) throw InputError(no_position);
    output_.write(game_->picture());
  }

  /// The terms of the evaluation that the search would use, and their sum, for the side to move.
  void evaluate() {
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
                                                     game_->position())) {
      sum += term.value;
      add(term.name, term.value);
    }
    output_.write(fmt::format("{}{:<14}{:>7} centipawns for the side to move", text, name, sum));
  }

  void go(Tokens tokens, const std::atomic<bool>& stop) {
    if (counting_) thinker_.wait_or(stop);
    finish();
    seconds_after_hit_.reset();
    if (!game_) return go_nowhere(tokens);
    const Go go = parse_go(tokens, *game_);
    for (const std::string& complaint : go.complaints)
      output_.write(fmt::format("info string go: {}", complaint));
    castling_ = chess960_ != 0 || game_->needs_chess960() ? chess::CastlingText::takes_rook
                                                          : chess::CastlingText::destination;
    search::Job job = settings_.job();
    if (go.perft) return count(*go.perft, job);

    // The limits of the command line apply, too.
    const double seconds = go.seconds(game_->board().side_to_move(), ponder_ != 0);
    search::Limits& limits = job.limits;
    limits.depth = std::min(limits.depth, go.limits.depth);
    limits.nodes = std::min(limits.nodes, go.limits.nodes);
    limits.until_mate = go.clocks.has_value() && !go.infinite;
    held_ = go.ponder || go.infinite;
    if (!held_) limits.seconds = std::min(limits.seconds, seconds);
    if (go.ponder && !go.infinite) seconds_after_hit_ = seconds;

    const auto tell = [this](const Thought& thought) {
      const std::string score = fmt::format("info depth {} score {}", thought.depth,
                                            thought.mate ? fmt::format("mate {}", *thought.mate)
                                                         : fmt::format("cp {}", thought.value));
      if (thought.line.empty()) return output_.write(score);
      std::string moves;
      for (const chess::Move move : thought.line) moves += ' ' + text(move);
      const double rate = static_cast<double>(thought.nodes) / std::max(thought.seconds, 1e-6);
      output_.write(fmt::format("{} nodes {} nps {:.0f} time {:.0f} pv{}", score, thought.nodes,
                                rate, thought.seconds * 1000, moves));
    };
    const auto remark = [this](const std::string& text) { output_.write("info string " + text); };
    thinker_.begin({.game = *game_,
                    .job = job,
                    .keeps_table = settings_.keeps_table(),
                    .root_moves = go.root_moves,
                    .mate = go.mate,
                    .mate_solver = mate_solver_},
                   {tell, remark});
  }

  /// Counts paths for each root move, in Stockfish's format.
  void count(int depth, const search::Job& settings) {
    counting_ = true;
    perft::Job job{.generator = settings.generator, .kernel = settings.kernel, .depth = depth};
    thinker_.begin([this, game = *game_, job](const std::atomic<bool>& stop,
                                              const Thinker::Tell& tell) mutable {
      job.stop = &stop;
      try {
        const auto result = perft::run<chess::Chess>(game.position(), job);
        std::string lines = fmt::format("info string perft {}: stopped before the end", job.depth);
        if (result.complete) {
          lines.clear();
          for (const perft::RootMove& branch : result.branches)
            lines +=
                fmt::format("{}: {}\n", text(game.move(branch.move)), to_string(branch.leaves));
          lines += fmt::format("\nNodes searched: {}\n", to_string(result.leaves));
        }
        output_.write(lines);
      } catch (const std::exception& error) {  // must not escape the thread
        output_.write(fmt::format("info string {}", error.what()));
      }
      tell({});
    });
  }

  /// Answers a "go" without a position: sends no move, at the time when a move would be due.
  void go_nowhere(Tokens tokens) {
    bool ponder = false, infinite = false;
    while (!tokens.empty()) {
      const std::string_view word = tokens.take();
      ponder |= word == "ponder";
      infinite |= word == "infinite";
    }
    held_ = ponder || infinite;
    if (ponder && !infinite) seconds_after_hit_ = 0;
    output_.write(fmt::format("info string go: {}", no_position));
    thinker_.begin([](const std::atomic<bool>&, const Thinker::Tell& tell) { tell({}); });
  }

  void hit() {
    if (!seconds_after_hit_) return;
    if (std::isfinite(*seconds_after_hit_))
      thinker_.stop_at(engines::from_now(engines::Seconds(*seconds_after_hit_)));
    seconds_after_hit_.reset();
    held_ = false;
    answer();
  }

  /// Writes the move if it is ready and the GUI expects it.
  void answer() {
    if (held_) return;
    if (const auto answer = thinker_.take()) write_move(*answer);
  }

  void write_move(const Answer& answer) {
    if (std::exchange(counting_, false)) return;
    std::string line = "bestmove ";
    line += answer.best ? text(*answer.best) : "(none)";
    if (answer.expected) line += " ponder " + text(*answer.expected);
    output_.write(line);
  }

  std::string text(chess::Move move) const { return to_uci(move, castling_); }

  /// Ends a running search, and writes its move.
  void finish() {
    if (!thinker_.busy()) return;
    held_ = false;
    thinker_.stop();
    write_move(thinker_.wait());
  }

  std::string name_;
  Settings settings_;
  int chess960_ = 0;  // whether castling is written as king takes rook even in standard chess
  int ponder_ = 0;    // whether the GUI allows pondering
  std::string mate_solver_ = "dfpn";
  std::optional<GuiGame> game_ = GuiGame();                          // none after an invalid one
  chess::CastlingText castling_ = chess::CastlingText::destination;  // of the last question
  Input input_;
  Output output_;
  bool quit_ = false;
  bool counting_ = false;  // the work is or was a count of paths
  bool held_ = false;      // the answer has to wait for "stop" or "ponderhit"
  /// Seconds to think after "ponderhit"; none if not pondering.
  std::optional<double> seconds_after_hit_;
  Thinker thinker_{[this] { input_.wake(); }};  // destroyed first, since it uses the rest
};

}  // namespace

void run_uci(const std::string& name, const search::Job& job, bool keeps_table, const Log& log,
             const std::atomic<bool>& stop) {
  UciLoop(name, job, keeps_table, log).run(stop);
}

}  // namespace plylab::suites::play::gui
