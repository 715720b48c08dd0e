#include "suites/gui/xboard.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/book/book_file.h"
#include "gen/engines/process.h"

namespace plylab::suites::gui {

/// A command: its first word, and the function that handles the rest of the line.
struct XboardLoop::Command {
  std::string_view name;
  void (*run)(XboardLoop& loop, std::string_view rest);
};

namespace {

constexpr const char* too_early = "command not legal now";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A whole number from a line of the GUI; throws InputError.
int whole_number(std::string_view word, int least) {
  const auto value = parse_number<int>(word);
  if (!value || *value < least) throw InputError(fmt::format("needs a number from {} on", least));
  return *value;
}

/// The declaration of an option in a feature line: "Hash -spin 64 0 1048576".
std::string feature_of(const Option& option) {
  if (option.type == Option::Type::check)
    return fmt::format("{} -check {}", option.name, option.usual == "true" ? 1 : 0);
  if (option.type == Option::Type::spin)
    return fmt::format("{} -spin {} {} {}", option.name, option.usual, option.least, option.most);
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

/// The castling rights after edit mode: those of kings and rooks on their original squares; in
/// Chess960 of kings and outermost rooks on the back rank.
chess::CastlingRooks rights_of_edited(const chess::Squares& squares, bool chess960) {
  chess::CastlingRooks rights = chess::no_castling;
  for (const chess::Color color : {chess::white, chess::black}) {
    const int rank = color == chess::white ? 0 : 7;
    const auto stands = [&](chess::PieceType type, int file) {
      return squares[chess::make_square(file, rank)] == chess::make_piece(color, type);
    };
    int king = 0;
    while (king < 8 && !stands(chess::king, king)) ++king;
    if (king == 8 || (!chess960 && king != 4)) continue;
    const auto grant = [&](chess::CastlingSide side, int from, int step) {
      for (int file = from; file != king; file += step) {
        if (stands(chess::rook, file)) {
          rights[chess::index(color)][index(side)] = chess::make_square(file, rank);
          return;
        }
        if (!chess960) return;
      }
    };
    grant(chess::CastlingSide::queenside, 0, 1);
    grant(chess::CastlingSide::kingside, 7, -1);
  }
  return rights;
}

}  // namespace

// ---- lines ----

/// Commands without effect here are accepted and ignored.
const std::vector<XboardLoop::Command>& XboardLoop::commands() {
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
      {"force", [](Loop& loop, Rest) { loop.force(); }},
      {"go", [](Loop& loop, Rest) { loop.go(); }},
      {"playother", [](Loop& loop, Rest) { loop.play_other(); }},
      {"white", ignore},  // sent before "go" to engines of version 1
      {"black", ignore},
      {"level", [](Loop& loop, Rest rest) { loop.clock_.set_level(rest); }},
      {"st", [](Loop& loop, Rest rest) { loop.clock_.set_seconds(rest); }},
      {"sd", [](Loop& loop, Rest rest) { loop.depth_ = whole_number(rest, 1); }},
      {"time", [](Loop& loop, Rest rest) { loop.clock_.set_left(rest); }},
      {"otim", ignore},
      {"usermove", [](Loop& loop, Rest rest) { loop.user_move(rest, true); }},
      {"?", [](Loop& loop, Rest) { loop.move_now(); }},
      {"ping", [](Loop& loop, Rest rest) { loop.ping(rest); }},
      {"draw", ignore},  // declined
      {"result", [](Loop& loop, Rest) { loop.force(); }},
      {"setboard", [](Loop& loop, Rest rest) { loop.set_position(rest); }},
      {"edit", [](Loop& loop, Rest) { loop.edit({}); }},
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
      {"analyze", [](Loop& loop, Rest) { loop.analyse(); }},
      {"exit",
       [](Loop& loop, Rest) {
         if (loop.mode_ != Mode::analyse) throw InputError(too_early);
         loop.force();
       }},
      {".", [](Loop& loop, Rest) { loop.tell_status(); }},
      {"name", ignore},
      {"rating", ignore},
      {"ics", ignore},
      {"computer", ignore},
      {"memory", [](Loop& loop, Rest rest) { loop.settings_.set("Hash", std::string(rest)); }},
      {"cores", [](Loop& loop, Rest rest) { loop.settings_.set("Threads", std::string(rest)); }},
      {"option", [](Loop& loop, Rest rest) { loop.set_option(rest); }},
  };
  return all;
}

XboardLoop::XboardLoop(std::string name, search::Job job, bool keeps_table)
    : name_(std::move(name)), settings_(std::move(job), keeps_table) {}

void XboardLoop::run(const std::atomic<bool>& stop) {
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

void XboardLoop::dispatch(const std::string& line) {
  try {
    std::string_view rest = line;
    skip(rest);
    if (edit_ && rest != "quit") return edit(rest);
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
    output_.write(fmt::format("Error ({}): {}", error.what(), engines::printable(line)));
  }
}

void XboardLoop::introduce() {
  std::string lines =
      "feature done=0\n"
      "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0\n"
      "feature reuse=1 analyze=1 colors=0 name=1 nps=0 memory=1 smp=1\n"
      "feature variants=\"normal,fischerandom\"\n";
  lines += fmt::format("feature myname=\"{}\"\n", name_);
  for (const Option& option : settings_.options())
    if (option.name != "Hash" && option.name != "Threads")  // the commands memory and cores
      lines += fmt::format("feature option=\"{}\"\n", feature_of(option));
  output_.write(lines + "feature done=1");
}

void XboardLoop::set_option(std::string_view text) {
  const std::size_t sign = text.find('=');
  const std::string_view name = text.substr(0, sign);
  std::string value(sign == text.npos ? "" : text.substr(sign + 1));
  const Option* const option = settings_.find(name);
  if (option != nullptr && option->type == Option::Type::check)
    value = value == "1" ? "true" : value == "0" ? "false" : value;
  settings_.set(name, value);
}

// ---- the board ----

const GuiGame& XboardLoop::game() const {
  if (!game_) throw InputError("no position");
  return *game_;
}

std::string XboardLoop::text(const GuiGame& game, chess::Move move) const {
  if (move.is_castle() && (chess960_ || game.needs_chess960()))
    return move.castling_side() == chess::CastlingSide::queenside ? "O-O-O" : "O-O";
  return to_uci(move);
}

void XboardLoop::new_game() {
  thinker_.clear_table();
  chess960_ = false;
  depth_.reset();
  clock_.restart();
  if (mode_ == Mode::force) mode_ = Mode::play;
  set_up(GuiGame());
}

void XboardLoop::set_variant(std::string_view name) {
  if (name != "normal" && name != "fischerandom") throw InputError("unknown variant");
  chess960_ = name == "fischerandom";
}

void XboardLoop::set_up(std::optional<GuiGame> game) {
  stop_thinking();
  expected_.reset();
  game_ = std::move(game);
  analyse_again();
}

void XboardLoop::set_position(std::string_view fen) {
  try {
    set_up(GuiGame(chess::ValidSetup(fen)));
  } catch (const InputError& error) {
    set_up(std::nullopt);
    output_.write(fmt::format("tellusererror Illegal position: {}", error.what()));
  }
}

void XboardLoop::edit(std::string_view line) {
  if (!edit_) {
    stop_thinking();
    const chess::Setup setup = game_ ? game_->board().setup() : chess::Setup();
    edit_ = {setup.squares, setup.side};
    return;
  }
  const std::string_view word = take_word(line);
  if (word == ".") return end_edit();
  if (word == "c") {
    edit_->color = !edit_->color;
  } else if (word == "#") {
    edit_->squares = {};
  } else if (word.size() == 3 && chess::parse_square(word.substr(1)) != chess::no_square) {
    const chess::Piece piece = chess::piece_of_letter(word[0]);
    const bool is_piece = piece != chess::no_piece && chess::color_of(piece) == chess::white;
    if (!is_piece && word[0] != 'x') throw InputError("no piece");
    edit_->squares[chess::parse_square(word.substr(1))] =
        is_piece ? chess::make_piece(edit_->color, chess::type_of(piece)) : chess::no_piece;
  } else if (!word.empty()) {
    throw InputError("unknown command in edit mode");
  }
}

void XboardLoop::end_edit() {
  const Edit edited = *std::exchange(edit_, std::nullopt);
  chess::Setup setup{.squares = edited.squares, .side = edited.side};
  setup.castling = rights_of_edited(edited.squares, chess960_);
  set_position(chess::to_string(setup));
}

bool XboardLoop::user_move(std::string_view text, bool must_be_move) {
  std::optional<chess::Move> move;
  try {
    if (game_) move = chess::parse_move(game_->board(), text);
  } catch (const chess::MoveError&) {
  }
  if (!move) {
    if (!must_be_move && !looks_like_move(text)) return false;
    output_.write(fmt::format("Illegal move: {}", engines::printable(text)));
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

void XboardLoop::take_back(std::size_t plies) {
  if (thinking_ || game().moves().size() < plies) throw InputError(too_early);
  stop_thinking();
  expected_.reset();
  game_->take_back(plies);
  analyse_again();
}

// ---- the game ----

void XboardLoop::force() {
  stop_thinking();
  mode_ = Mode::force;
}

void XboardLoop::go() {
  if (thinking_) throw InputError(too_early);
  static_cast<void>(game());
  stop_thinking();
  mode_ = Mode::play;
  if (!claim_end()) think();
}

void XboardLoop::play_other() {
  stop_thinking();
  mode_ = Mode::play;
}

void XboardLoop::move_now() {
  if (thinking_) thinker_.stop();
}

void XboardLoop::ping(std::string_view number) {
  if (thinking_)
    pings_.emplace_back(number);
  else
    output_.write(fmt::format("pong {}", engines::printable(number)));
}

bool XboardLoop::claim_end() {
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

void XboardLoop::ask(const GuiGame& game, const search::Limits& limits) {
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

void XboardLoop::think() {
  thinking_ = true;
  search::Limits limits{.seconds = clock_.seconds(ponders_), .until_mate = true};
  if (depth_) limits.depth = *depth_;
  ask(*game_, limits);
}

void XboardLoop::ponder(chess::Move expected) {
  GuiGame next = *game_;
  next.play(expected);
  if (next.end()) return;
  if (posts_) output_.write("Hint: " + text(*game_, expected));
  search::Limits limits{.until_mate = true};
  if (depth_) limits.depth = *depth_;
  ask(next, limits);
  pondering_ = expected;
}

void XboardLoop::analyse() {
  stop_thinking();
  mode_ = Mode::analyse;
  analyse_again();
}

void XboardLoop::analyse_again() {
  if (mode_ == Mode::analyse && game_) ask(*game_, {});
}

void XboardLoop::stop_thinking() {
  thinker_.end();
  thinking_ = false;
  pondering_.reset();
  for (const std::string& number : std::exchange(pings_, {})) ping(number);
}

void XboardLoop::answer() {
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

void XboardLoop::write_thought(const Thought& thought, const GuiGame& game) {
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

void XboardLoop::hint() {
  if (expected_) output_.write("Hint: " + text(game(), *expected_));
}

/// The moves of the book that the switch `book` uses.
void XboardLoop::show_book() {
  if (settings_.job().switches.book == 0)
    return output_.write(" no book: set the option book, and PLYLAB_BOOK\n");
  const chess::Mailbox& board = game().board();
  const chess::Setup setup = board.setup();
  std::string lines;
  for (const chess::BookMove& one : chess::search_book().find(chess::polyglot_key(setup)))
    if (const auto move = chess::find_polyglot_move(board.generate(), one.move))
      lines += one.games() > 0
                   ? fmt::format(" {} {:.0f} % of {} games\n", chess::to_san(board, *move),
                                 100 * one.score(), one.games())
                   : fmt::format(" {} weight {}\n", chess::to_san(board, *move), one.weight());
  output_.write(lines.empty() ? " not in the book\n" : lines);
}

/// Sends "stat01" for the last reported iteration, with 0 moves left to search.
void XboardLoop::tell_status() {
  if (mode_ != Mode::analyse || !game_) return;
  Thought last;
  {
    const std::lock_guard lock(mutex_);
    last = last_;
  }
  output_.write(fmt::format("stat01: {:.0f} {} {} 0 {}", seconds_since(started_) * 100, last.nodes,
                            last.depth, game_->board().count()));
}

}  // namespace plylab::suites::gui
