// The engine's side of the protocol of xboard and WinBoard.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/engines/process.h"
#include "suites/play/gui/channel.h"
#include "suites/play/gui/game.h"
#include "suites/play/gui/loops.h"
#include "suites/play/gui/settings.h"
#include "suites/play/gui/thinker.h"
#include "suites/play/gui/xboard_clock.h"
#include "suites/players/environment.h"

namespace plylab::suites::play::gui {
namespace {

constexpr const char* too_early = "command not legal now";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A whole number from a line of the GUI; throws InputError.
int whole_number(std::string_view word, int min) {
  const auto value = parse_number<int>(word);
  if (!value || *value < min) throw InputError(fmt::format("needs a number from {} on", min));
  return *value;
}

/// The declaration of an option in a feature line: "Hash -spin 64 0 1048576".
std::string feature_of(const Option& option) {
  if (option.type == Option::Type::check)
    return fmt::format("{} -check {}", option.name, option.usual == "true" ? 1 : 0);
  if (option.type == Option::Type::spin)
    return fmt::format("{} -spin {} {} {}", option.name, option.usual, option.min, option.max);
  std::vector<std::string> values = option.values;
  for (std::string& value : values)
    if (value == option.usual) value.insert(0, "*");
  return fmt::format("{} -combo {}", option.name, fmt::join(values, " /// "));
}

/// "100003" for a mate in three moves, "-100002" for being mated in two.
int xboard_score(const Thought& thought) {
  constexpr int mate = 100'000;
  if (!thought.mate) return thought.value;
  return *thought.mate > 0 ? mate + *thought.mate : *thought.mate - mate;
}

/// Whether the text can only be meant as a move, legal or not: "e2e4", "e7e8q", "O-O".
bool looks_like_move(std::string_view text) {
  if (text == "O-O" || text == "O-O-O") return true;
  return (text.size() == 4 || text.size() == 5) &&
         chess::parse_square(text.substr(0, 2)) != chess::no_square &&
         chess::parse_square(text.substr(2, 2)) != chess::no_square;
}

/// A session in the Chess Engine Communication Protocol (Mann and Muller, 2009), version 2 with the
/// commands of version 1 that are still in use, over standard input and output. The answer to an
/// error is a line "Error (…): …" or "Illegal move: …", and nothing changes. The exception is an
/// invalid position: until the next valid one, every move is illegal.
class XboardLoop {
 public:
  /// `name` is the engine's name for the GUI; the job and `keeps_table` give the defaults of the
  /// options.
  XboardLoop(std::string name, search::Job job, bool keeps_table, const Log& log)
      : name_(std::move(name)), settings_(std::move(job), keeps_table), input_(log), output_(log) {}

  /// Runs until "quit", the end of the input, or until `stop` is set. Throws reports::BrokenPipe or
  /// InputError if the output cannot be written.
  void run(const std::atomic<bool>& stop) {
    std::string line;
    while (!quit_ && !stop) {
      const auto event = input_.read(line, thinker_.time_to_next_check());
      answer();
      if (event == Input::Event::end) break;
      if (event == Input::Event::line) dispatch(line);
      thinker_.watch_clock();
      output_.check();
    }
    if (!quit_ && !stop && thinking_) {  // as if the GUI had asked for the move
      thinker_.stop();
      thinker_.wait_or(stop);
      answer();
    }
    thinker_.end();
    output_.check();
  }

 private:
  /// A command: its first word, and the function that handles the rest of the line.
  struct Command {
    std::string_view name;
    void (*run)(XboardLoop& loop, std::string_view rest);
  };

  /// How the engine responds to a move: not at all, by a reply, or by further analysis.
  enum class Mode : std::uint8_t { force, play, analyse };

  /// Commands without effect here are accepted and ignored.
  static const std::vector<Command>& commands() {
    using Loop = XboardLoop;
    using Rest = std::string_view;
    constexpr auto ignore = [](Loop&, Rest) {};
    static const std::vector<Command> all = {
        {"xboard", ignore},
        {"protover", [](Loop& loop, Rest) { loop.introduce(); }},
        {"accepted", ignore},
        {"rejected", ignore},
        {"new", [](Loop& loop, Rest) { loop.new_game(); }},
        {"variant", [](Loop& loop, Rest rest) { loop.set_variant(rest); }},
        {"quit", [](Loop& loop, Rest) { loop.quit_ = true; }},
        {"random", ignore},
        {"force", [](Loop& loop, Rest) { loop.change_mode(Mode::force); }},
        {"go", [](Loop& loop, Rest) { loop.go(); }},
        {"playother", [](Loop& loop, Rest) { loop.change_mode(Mode::play); }},
        {"white", ignore},  // sent before "go" to engines of version 1
        {"black", ignore},
        {"level", [](Loop& loop, Rest rest) { loop.clock_.set_level(rest); }},
        {"st", [](Loop& loop, Rest rest) { loop.clock_.set_seconds(rest); }},
        {"sd", [](Loop& loop, Rest rest) { loop.depth_ = whole_number(rest, 1); }},
        {"time", [](Loop& loop, Rest rest) { loop.clock_.set_left(rest); }},
        {"otim", ignore},
        {"usermove", [](Loop& loop, Rest rest) { loop.user_move(rest, true); }},
        {"?",
         [](Loop& loop, Rest) {
           if (loop.thinking_) loop.thinker_.stop();
         }},
        {"ping", [](Loop& loop, Rest rest) { loop.ping(rest); }},
        {"draw", ignore},  // declined
        {"result", [](Loop& loop, Rest) { loop.change_mode(Mode::force); }},
        {"setboard", [](Loop& loop, Rest rest) { loop.set_position(rest); }},
        {"hint", [](Loop& loop, Rest) { loop.hint(); }},
        {"bk", [](Loop& loop, Rest) { loop.show_book(); }},
        {"undo", [](Loop& loop, Rest) { loop.take_back(1); }},
        {"remove", [](Loop& loop, Rest) { loop.take_back(2); }},
        {"hard", [](Loop& loop, Rest) { loop.ponders_ = true; }},
        {"easy",
         [](Loop& loop, Rest) {
           loop.ponders_ = false;
           if (loop.pondering_) loop.stop_thinking();
         }},
        {"post", [](Loop& loop, Rest) { loop.posts_ = true; }},
        {"nopost", [](Loop& loop, Rest) { loop.posts_ = false; }},
        {"analyze", [](Loop& loop, Rest) { loop.change_mode(Mode::analyse); }},
        {"exit",
         [](Loop& loop, Rest) {
           if (loop.mode_ != Mode::analyse) throw InputError(too_early);
           loop.change_mode(Mode::force);
         }},
        {".", [](Loop& loop, Rest) { loop.tell_status(); }},
        {"name", ignore},
        {"rating", ignore},
        {"ics", ignore},
        {"computer", ignore},
        {"memory", [](Loop& loop, Rest rest) { loop.set_table(rest); }},
        {"cores", [](Loop& loop, Rest rest) { loop.settings_.set("Threads", std::string(rest)); }},
        {"option", [](Loop& loop, Rest rest) { loop.set_option(rest); }},
    };
    return all;
  }

  void dispatch(const std::string& line) {
    try {
      std::string_view rest = line;
      skip(rest);
      const std::string_view word = take_word(rest);
      skip(rest);
      while (!rest.empty() && white_space.find(rest.back()) != white_space.npos)
        rest.remove_suffix(1);
      const auto command = std::find_if(commands().begin(), commands().end(),
                                        [&](const Command& one) { return one.name == word; });
      if (command != commands().end())
        command->run(*this, rest);
      else if (!word.empty() && !user_move(word, false))
        throw InputError("unknown command");
    } catch (const InputError& error) {
      output_.write(fmt::format("Error ({}): {}", error.what(), printable(line)));
    }
  }

  void introduce() {
    std::string lines =
        "feature done=0\n"
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0\n"
        "feature reuse=1 analyze=1 colors=0 name=1 nps=0 memory=1 smp=1\n"
        "feature variants=\"normal,fischerandom\"\n";
    lines += fmt::format("feature myname=\"{}\"\n", name_);
    for (const Option& option : settings_.options())
      if (option.name != table_option && option.name != "Threads")  // the commands memory and cores
        lines += fmt::format("feature option=\"{}\"\n", feature_of(option));
    output_.write(lines + "feature done=1");
  }

  void set_option(std::string_view text) {
    const std::size_t sign = text.find('=');
    const std::string_view name = text.substr(0, sign);
    std::string value(sign == text.npos ? "" : text.substr(sign + 1));
    const Option* const option = settings_.find(name);
    if (option != nullptr && option->type == Option::Type::check)
      value = value == "1" ? "true" : value == "0" ? "false" : value;
    settings_.set(name, value);
  }

  void set_table(std::string_view mib) {
    settings_.set(table_option, std::string(mib));
    thinker_.prepare_table(settings_.job());
  }

  // ---- the board ----

  const GuiGame& game() const {
    if (!game_) throw InputError("no position");
    return *game_;
  }

  std::string text(const GuiGame& game, chess::Move move) const {
    if (move.is_castle() && (chess960_ || game.needs_chess960()))
      return move.castling_side() == chess::CastlingSide::queenside ? "O-O-O" : "O-O";
    return to_uci(move);
  }

  void new_game() {
    thinker_.clear_table();
    chess960_ = false;
    depth_.reset();
    clock_.restart();
    if (mode_ == Mode::force) mode_ = Mode::play;
    stop_thinking();
    prepare_table();
    set_up(GuiGame());
  }

  /// Makes the table ready, which a move would do on its clock. Not before the first "new",
  /// "ping" or "memory": who asks nothing needs no table.
  void prepare_table() {
    try {
      thinker_.prepare_table(settings_.job());
    } catch (const InputError& error) {
      output_.write(fmt::format("telluser {}", error.what()));
    }
  }

  void set_variant(std::string_view name) {
    if (name != "normal" && name != "fischerandom") throw InputError("unknown variant");
    chess960_ = name == "fischerandom";
  }

  /// Puts another game on the board, or none after an invalid position.
  void set_up(std::optional<GuiGame> game) {
    stop_thinking();
    expected_.reset();
    game_ = std::move(game);
    analyse_again();
  }

  void set_position(std::string_view fen) {
    try {
      set_up(GuiGame(chess::ValidSetup(fen)));
    } catch (const InputError& error) {
      set_up(std::nullopt);
      output_.write(fmt::format("tellusererror Illegal position: {}", error.what()));
    }
  }

  /// Plays a move of the opponent, or of either side in force and analyze mode; false if the text
  /// is not a move.
  bool user_move(std::string_view text, bool must_be_move) {
    std::optional<chess::Move> move;
    try {
      if (game_) move = chess::parse_move(game_->board(), text);
    } catch (const chess::MoveError&) {
    }
    if (!move) {
      if (!must_be_move && !looks_like_move(text)) return false;
      output_.write(fmt::format("Illegal move: {}", printable(text)));
      return true;
    }
    if (thinking_) throw InputError(too_early);
    const bool hit = pondering_ == move && mode_ == Mode::play;
    if (!hit) stop_thinking();
    game_->play(*move);
    expected_.reset();
    analyse_again();
    if (mode_ != Mode::play || claim_end()) return true;
    if (!hit) {
      think();
      return true;
    }
    pondering_.reset();
    thinking_ = true;
    started_ = Clock::now();
    thinker_.stop_at(engines::from_now(engines::Seconds(clock_.seconds(ponders_))));
    answer();
    return true;
  }

  void take_back(std::size_t plies) {
    if (thinking_ || game().moves().size() < plies) throw InputError(too_early);
    stop_thinking();
    expected_.reset();
    game_->take_back(plies);
    analyse_again();
  }

  // ---- the game ----

  /// Stops thinking, and responds to moves in another way.
  void change_mode(Mode mode) {
    stop_thinking();
    mode_ = mode;
    analyse_again();
  }

  void go() {
    if (thinking_) throw InputError(too_early);
    static_cast<void>(game());
    change_mode(Mode::play);
    if (!claim_end()) think();
  }

  void ping(std::string_view number) {
    if (thinking_) {
      pings_.emplace_back(number);
    } else {
      prepare_table();
      output_.write(fmt::format("pong {}", printable(number)));
    }
  }

  /// Claims the result if the game is over.
  bool claim_end() {
    const auto end = game_->end();
    if (!end) return false;
    if (end->winner)
      output_.write(fmt::format("{} {{{} {}}}", *end->winner == chess::white ? "1-0" : "0-1",
                                chess::name(*end->winner), end->ending.words));
    else
      output_.write(fmt::format("1/2-1/2 {{{}}}", end->ending.words));
    return true;
  }

  // ---- thinking ----

  void ask(const GuiGame& game, const search::Limits& limits) {
    search::Job job = settings_.job();
    job.limits.depth = std::min(job.limits.depth, limits.depth);
    job.limits.seconds = std::min(job.limits.seconds, limits.seconds);
    job.limits.until_mate = limits.until_mate;
    {
      const std::lock_guard lock(mutex_);
      last_ = {};
    }
    started_ = Clock::now();
    thinker_.begin({.game = game, .job = job, .keeps_table = settings_.keeps_table()},
                   {[this, game](const Thought& thought) { write_thought(thought, game); },
                    [this](const std::string& text) { output_.write("telluser " + text); }});
  }

  /// Begins to think about the engine's move, to ponder, or to analyse.
  void think() {
    thinking_ = true;
    search::Limits limits{.seconds = clock_.seconds(ponders_), .until_mate = true};
    if (depth_) limits.depth = *depth_;
    ask(*game_, limits);
  }

  void ponder(chess::Move expected) {
    GuiGame next = *game_;
    next.play(expected);
    if (next.end()) return;
    if (posts_) output_.write("Hint: " + text(*game_, expected));
    search::Limits limits{.until_mate = true};
    if (depth_) limits.depth = *depth_;
    ask(next, limits);
    pondering_ = expected;
  }

  /// After a change of the board: continues analysis with the new position.
  void analyse_again() {
    if (mode_ == Mode::analyse && game_) ask(*game_, {});
  }

  void stop_thinking() {
    thinker_.end();
    thinking_ = false;
    pondering_.reset();
    for (const std::string& number : std::exchange(pings_, {})) ping(number);
  }

  /// Plays the search's move, if it is ready and due.
  void answer() {
    if (!thinking_) return;  // pondering or analysis, which plays no move
    const auto found = thinker_.take();
    if (!found) return;
    thinking_ = false;
    if (found->best) {  // none only if the game is over
      clock_.spend(seconds_since(started_));
      output_.write("move " + text(*game_, *found->best));
      game_->play(*found->best);
      expected_ = found->expected;
    }
    const bool over = claim_end();
    for (const std::string& number : std::exchange(pings_, {})) ping(number);
    if (!over && ponders_ && expected_) ponder(*expected_);
  }

  void write_thought(const Thought& thought, const GuiGame& game) {
    {
      const std::lock_guard lock(mutex_);
      last_ = thought;
    }
    if (!posts_ || thought.line.empty()) return;
    std::string moves;
    for (const chess::Move move : thought.line) moves += ' ' + text(game, move);
    output_.write(fmt::format("{} {} {:.0f} {}{}", thought.depth, xboard_score(thought),
                              thought.seconds * 100, thought.nodes, moves));
  }

  // ---- requests of the user ----

  void hint() {
    if (expected_) output_.write("Hint: " + text(game(), *expected_));
  }

  /// The moves of the book that the switch `book` uses.
  void show_book() {
    if (settings_.job().switches["book"] == 0)
      return output_.write(" no book: set the option book, and PLYLAB_BOOK\n");
    const chess::Mailbox& board = game().board();
    const chess::Setup setup = board.setup();
    std::string lines;
    for (const chess::BookMove& one : players::opening_book().find(chess::polyglot_key(setup)))
      if (const auto move = chess::find_polyglot_move(board.generate(), one.move))
        lines += one.games() > 0
                     ? fmt::format(" {} {:.0f} % of {} games\n", chess::to_san(board, *move),
                                   100 * one.score(), one.games())
                     : fmt::format(" {} weight {}\n", chess::to_san(board, *move), one.weight());
    output_.write(lines.empty() ? " not in the book\n" : lines);
  }

  /// Sends "stat01" for the last reported iteration, with 0 moves left to search.
  void tell_status() {
    if (mode_ != Mode::analyse || !game_) return;
    Thought last;
    {
      const std::lock_guard lock(mutex_);
      last = last_;
    }
    output_.write(fmt::format("stat01: {:.0f} {} {} 0 {}", seconds_since(started_) * 100,
                              last.nodes, last.depth, game_->board().count()));
  }

  std::string name_;
  Settings settings_;
  std::optional<GuiGame> game_ = GuiGame();  // none after an invalid position
  std::atomic<bool> chess960_ = false;       // the variant is fischerandom
  Mode mode_ = Mode::play;
  XboardClock clock_;
  std::optional<int> depth_;  // after "sd"
  std::atomic<bool> posts_ = false;
  bool ponders_ = false;
  bool thinking_ = false;                 // searching for the engine's move
  std::optional<chess::Move> pondering_;  // the opponent's expected move
  std::optional<chess::Move> expected_;   // the same, as a hint, even without pondering
  Clock::time_point started_;             // start of thinking or analysing
  std::vector<std::string> pings_;        // to answer after the move
  std::mutex mutex_;
  Thought last_;  // guarded by mutex_: of the present analysis
  Input input_;
  Output output_;
  bool quit_ = false;
  Thinker thinker_{[this] { input_.wake(); }};  // destroyed first, since it uses the rest
};

}  // namespace

void run_xboard(const std::string& name, const search::Job& job, bool keeps_table, const Log& log,
                const std::atomic<bool>& stop) {
  XboardLoop(name, job, keeps_table, log).run(stop);
}

}  // namespace plylab::suites::play::gui
