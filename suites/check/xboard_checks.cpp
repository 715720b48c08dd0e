// Whether an engine keeps to the protocol of xboard. Each check sends what xboard may send, and
// holds the engine to the protocol's text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>

#include "gen/base/text.h"
#include "suites/check/check.h"

namespace plylab::suites::check {
namespace xboard {
namespace {

constexpr const char* mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
constexpr const char* mate_by_promotion = "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1";
constexpr const char* mate_by_castling = "4R3/8/8/8/8/1P1k4/1P6/R3K3 w Q - 0 1";
constexpr const char* one_legal_move = "8/8/8/8/6k1/1r6/r7/7K w - - 0 1";
constexpr const char* no_kings = "8/8/8/8/8/8/8/8 w - - 0 1";

bool is_move(std::string_view line) { return line.starts_with("move "); }
bool is_thinking(std::string_view line) { return engines::read_thinking(line).has_value(); }

/// A game with the engine.
class Game {
 public:
  /// Sets up a position in force mode; the initial one if there is no FEN.
  explicit Game(Client& client, const char* fen = nullptr)
      : client_(client), board_(chess::ValidSetup(fen ? fen : chess::startpos_fen)) {
    client.send("new");
    client.send("easy");
    client.send("post");
    client.send("force");
    if (fen != nullptr) {
      if (!client.features().setboard()) throw NotApplicable("the engine has no setboard");
      client.send(fmt::format("setboard {}", fen));
    }
    client.synchronise();  // what it says of these lines belongs to other checks
  }

  const chess::Mailbox& board() const { return board_; }
  const std::vector<std::string>& lines() const { return lines_; }

  /// Sends a move.
  void send(const std::string& move) {
    client_.send((client_.features().usermove() ? "usermove " : "") + move);
  }
  /// Sends a legal move and makes it.
  void play(const std::string& move) {
    send(move);
    board_.make(chess::parse_move(board_, move));
  }

  /// Sends "go" with limits for a small search.
  void go() {
    client_.send("st 1");
    client_.send("sd 3");
    client_.send("go");
  }

  /// Reads the engine's move, which must be legal, and makes it; its lines are kept.
  void reply(Seconds limit) {
    lines_.clear();
    const auto deadline = engines::from_now(limit);
    while (const auto line = client_.read(deadline - engines::Process::Clock::now())) {
      lines_.push_back(*line);
      if (!is_move(*line)) continue;
      const std::string text(trimmed(line->substr(5)));
      const auto move = read(text);
      if (!move)
        throw Broken(fmt::format("'{}': {}", printable(*line),
                                 fault_of_move(board_, text, chess::CastlingText::destination)));
      board_.make(*move);
      return;
    }
    throw Broken(fmt::format("no move within {:g} s", limit.count()));
  }
  void reply() { reply(client_.patience()); }

 private:
  /// The legal move that a text names exactly, in SAN if the engine wants that.
  std::optional<chess::Move> read(const std::string& text) const {
    if (!client_.features().san())
      return exact_move(board_, text, chess::CastlingText::destination);
    for (const chess::Move move : board_.generate())
      if (chess::to_san(board_, move) == text) return move;
    return std::nullopt;
  }

  Client& client_;
  chess::Mailbox board_;
  std::vector<std::string> lines_;
};

/// Fails if the engine moves within a moment.
void expect_no_move(Client& client, std::string_view when) {
  for (const std::string& line : client.listen(moment))
    if (is_move(line)) throw Broken(fmt::format("'{}' {}", printable(line), when));
}

/// The first of the lines that begins so; fails if there is none.
std::string expect_line(const std::vector<std::string>& lines, std::string_view beginning) {
  for (const std::string& line : lines)
    if (line.starts_with(beginning)) return line;
  throw Broken(fmt::format("no line '{}…'", beginning));
}

// ---- the handshake ----

void check_features(Examination& exam) {
  std::size_t features = 0;
  bool is_done = false;
  for (const std::string& line : exam.client.greeting())
    for (const auto& [name, value] : engines::read_features(line)) {
      ++features;
      is_done |= name == "done" && value == "1";
    }
  if (features == 0) throw NotApplicable("the engine has no features: it is of version 1");
  if (!is_done) throw Broken("no done=1 within 2 s", "xboard; protover 2");
}

/// Whether a value is a whole number or a text in quotation marks.
bool is_value(std::string_view text) {
  if (text.size() >= 2 && text.front() == text.back() && (text[0] == '"' || text[0] == '\''))
    return true;
  return parse_number<long>(text).has_value();
}

void check_feature_values(Examination& exam) {
  for (const std::string& line : exam.client.greeting()) {
    if (!line.starts_with("feature ")) continue;
    std::string_view rest = std::string_view(line).substr(8);
    while (!(rest = trimmed(rest)).empty()) {
      const std::size_t equals = rest.find('=');
      const std::string_view name = rest.substr(0, equals);
      if (equals == rest.npos || name.empty() || name.find(' ') != name.npos)
        throw Broken(
            fmt::format("'{}' is not name=value in '{}'", printable(rest), printable(line)),
            "xboard; protover 2");
      rest.remove_prefix(equals + 1);
      const bool is_quoted = !rest.empty() && rest[0] == '"';
      const std::size_t end = is_quoted ? rest.find('"', 1) : rest.find(' ');
      const std::string_view value = rest.substr(0, end == rest.npos ? end : end + is_quoted);
      if (!is_value(value))
        throw Broken(fmt::format("the value of {} is neither a number nor in quotation marks: '{}'",
                                 printable(name), printable(line)),
                     "xboard; protover 2");
      rest.remove_prefix(value.size());
    }
  }
}

void check_ping(Examination& exam) {
  Client& client = exam.client;
  if (!client.features().ping()) throw NotApplicable("the engine has no ping");
  for (const char* number : {"101", "7", "102"}) client.send(fmt::format("ping {}", number));
  std::vector<std::string> pongs;
  const auto deadline = engines::from_now(client.grace_period());
  while (pongs.size() < 3) {
    const auto line = client.read(deadline - engines::Process::Clock::now());
    if (!line) break;
    if (line->starts_with("pong")) pongs.emplace_back(trimmed(*line));
  }
  if (pongs != std::vector<std::string>{"pong 101", "pong 7", "pong 102"})
    throw Broken(pongs.empty() ? "no pong" : fmt::format("{}", fmt::join(pongs, "; ")));
}

// ---- games ----

void check_go(Examination& exam) {
  Game game(exam.client);
  game.go();
  game.reply();
  game.play(chess::to_uci(*game.board().generate().begin()));
  game.reply();
}

/// Begins a new game in which the engine has Black.
void give_black(Client& client) {
  client.send("new");
  client.send("st 1");
  client.send("sd 3");
}

void check_new(Examination& exam) {
  Client& client = exam.client;
  if (client.features().setboard()) Game(client, one_legal_move);
  Game game(client);
  give_black(client);
  game.play("e2e4");
  game.reply();
}

void check_force(Examination& exam) {
  Game game(exam.client);
  game.play("e2e4");
  expect_no_move(exam.client, "in force mode");
  game.play("e7e5");
  expect_no_move(exam.client, "in force mode");
  game.go();
  game.reply();
}

void check_illegal_move(Examination& exam) {
  Game game(exam.client);
  game.play("e2e4");
  for (const char* move : {"e2e4", "e7e4", "e8e6"}) {
    game.send(move);
    const std::string line = expect_line(exam.client.synchronise(), "Illegal move");
    if (!line.ends_with(move))
      throw Broken(fmt::format("'{}' does not name {}", printable(line), move));
  }
  game.go();
  game.reply();
}

void check_unknown(Examination& exam) {
  Client& client = exam.client;
  client.send("force");
  client.send("xyzzy");
  expect_line(client.synchronise(), "Error");
  Game game(client);
  game.go();
  game.reply();
}

void check_setboard(Examination& exam) {
  Game game(exam.client, one_legal_move);
  game.go();
  game.reply();
  Game black(exam.client, "7k/8/8/8/8/8/6q1/K7 b - - 0 1");
  black.go();
  black.reply();
}

void check_illegal_position(Examination& exam) {
  Client& client = exam.client;
  if (!client.features().setboard()) throw NotApplicable("the engine has no setboard");
  client.send("new");
  client.send("force");
  client.send(fmt::format("setboard {}", no_kings));
  expect_line(client.synchronise(), "tellusererror Illegal position");
  Game game(client);
  game.go();
  game.reply();
}

/// Fails if the engine refuses a move that is legal.
void expect_accepted(Client& client) {
  for (const std::string& line : client.synchronise())
    if (line.starts_with("Illegal move") || line.starts_with("Error"))
      throw Broken(fmt::format("'{}', though all that was sent is legal", printable(line)));
}

void check_undo(Examination& exam) {
  Client& client = exam.client;
  Game game(client);
  game.send("e2e4");
  game.send("e7e5");
  client.send("undo");
  client.send("undo");
  game.play("e2e4");
  expect_accepted(client);
  game.play("c7c5");
  expect_accepted(client);
  game.go();
  game.reply();
}

void check_remove(Examination& exam) {
  Client& client = exam.client;
  Game game(client);
  give_black(client);
  game.play("e2e4");
  game.reply();
  client.send("remove");
  client.send("force");
  game.send("e2e4");
  expect_accepted(client);
}

void check_castling(Examination& exam) {
  Game game(exam.client, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  game.play("e1g1");
  game.play("e8c8");
  expect_accepted(exam.client);
  game.play("f1f8");  // only a rook that has castled can do that
  expect_accepted(exam.client);
  Game own(exam.client, mate_by_castling);
  own.go();
  own.reply();
}

void check_promotion(Examination& exam) {
  Game game(exam.client, "8/P6k/8/8/8/8/7p/1K6 w - - 0 1");
  game.play("a7a8n");
  game.play("h2h1q");
  expect_accepted(exam.client);
  Game own(exam.client, mate_by_promotion);
  own.go();
  own.reply();
}

// ---- limits ----

void check_depth(Examination& exam) {
  Client& client = exam.client;
  Game game(client);
  client.send("sd 2");
  client.send("go");
  game.reply();
  for (const std::string& line : game.lines())
    if (const auto info = engines::read_thinking(line); info && info->depth.value_or(0) > 2)
      throw Broken(fmt::format("'{}' after sd 2", printable(line)));
}

void check_seconds(Examination& exam) {
  Game game(exam.client);
  exam.client.send("st 1");
  exam.client.send("go");
  game.reply(Seconds(1) + margin);
}

void check_clock(Examination& exam) {
  Client& client = exam.client;
  Game game(client);
  client.send("level 0 1 0");
  client.send("time 200");
  client.send("otim 200");
  client.send("go");
  game.reply(Seconds(2) + margin);
}

/// Sends "go" with an hour for a single move.
void go_for_an_hour(Client& client) {
  client.send("level 1 60 0");
  client.send("time 360000");
  client.send("otim 360000");
  client.send("go");
}

void check_move_now(Examination& exam) {
  Client& client = exam.client;
  Game game(client);
  go_for_an_hour(client);
  if (std::ranges::any_of(client.listen(moment), is_move))
    throw NotApplicable("the engine moves at once");
  client.send("?");
  game.reply(client.grace_period());
}

// ---- ends of games ----

void check_result(Examination& exam) {
  Game game(exam.client, mate_in_one);
  game.play("a1a8");
  exam.client.send("go");
  const auto lines = exam.client.synchronise();
  if (std::ranges::any_of(lines, is_move)) throw Broken("a move in a position that is mate");
  expect_line(lines, "1-0");
}

void check_own_mate(Examination& exam) {
  Game game(exam.client, mate_in_one);
  game.go();
  game.reply();
  if (game.board().count() > 0 || game.board().checkers() == 0)
    throw NotApplicable("the engine does not mate in one move");
  expect_line(exam.client.synchronise(), "1-0");
}

// ---- thinking ----

void check_post(Examination& exam) {
  Client& client = exam.client;
  Game game(client);
  game.go();
  game.reply();
  if (std::ranges::none_of(game.lines(), is_thinking))
    throw NotApplicable("the engine posts no thinking");
  Game silent(client);
  client.send("nopost");
  silent.go();
  silent.reply();
  for (const std::string& line : silent.lines())
    if (is_thinking(line)) throw Broken(fmt::format("'{}' after nopost", printable(line)));
}

void check_lines(Examination& exam) {
  Game game(exam.client);
  const chess::Mailbox start = game.board();
  game.go();
  game.reply();
  std::size_t lines = 0;
  for (const std::string& line : game.lines()) {
    const auto info = engines::read_thinking(line);
    if (!info || info->pv.empty()) continue;
    ++lines;
    chess::Mailbox board = start;
    for (const std::string& text : info->pv) try {
        board.make(chess::parse_move(board, text));
      } catch (const chess::MoveError&) {
        throw Broken(
            fmt::format("'{}' is not legal there: '{}'", printable(text), printable(line)));
      }
  }
  if (lines == 0) throw NotApplicable("the engine posts no moves");
}

void check_analyze(Examination& exam) {
  Client& client = exam.client;
  if (!client.features().analyze()) throw NotApplicable("the engine does not analyze");
  Game game(client);
  client.send("analyze");
  expect_no_move(client, "in analysis");
  game.play("e2e4");
  expect_no_move(client, "in analysis");
  client.send("exit");
  expect_no_move(client, "after exit");
  Game after(client);
  after.go();
  after.reply();
}

// ---- the end ----

void check_quit(Examination& exam) {
  exam.client.send("quit");
  exam.client.await_end();
}
void check_quit_in_search(Examination& exam) {
  const Game game(exam.client);
  go_for_an_hour(exam.client);
  exam.client.send("quit");
  exam.client.await_end();
}
void check_end_of_input(Examination& exam) {
  const Game game(exam.client);
  go_for_an_hour(exam.client);
  exam.client.end_input();
  exam.client.await_end();
}

constexpr std::array rules{
    CheckRule{"protocol", "features",
              "the reply to protover 2 is lines of features, of which the last has done=1",
              xboard_text, check_features},
    CheckRule{"protocol", "feature-values",
              "a feature is name=value; the value is a whole number or in quotation marks",
              xboard_text, check_feature_values},
    CheckRule{"protocol", "ping", "each ping N is answered by pong N, in order", xboard_text,
              check_ping},
    CheckRule{"protocol", "go",
              "after go the engine plays the side to move, and then the answer to each move",
              xboard_text, check_go},
    CheckRule{"protocol", "new", "new sets the pieces up, and gives the engine Black", xboard_text,
              check_new},
    CheckRule{"protocol", "force", "in force mode the engine takes moves and makes none",
              xboard_text, check_force},
    CheckRule{"protocol", "illegal-move",
              "a move that is not legal is answered by 'Illegal move: MOVE', and changes nothing",
              xboard_text, check_illegal_move},
    CheckRule{"protocol", "unknown",
              "a line that the engine does not know is answered by 'Error (unknown command): LINE'",
              xboard_text, check_unknown},
    CheckRule{"protocol", "setboard",
              "setboard sets up the position of a FEN, with its side to move", xboard_text,
              check_setboard},
    CheckRule{"protocol", "illegal-position",
              "an illegal FEN is answered by 'tellusererror Illegal position'", xboard_text,
              check_illegal_position},
    CheckRule{"protocol", "undo", "undo takes back the last move", xboard_text, check_undo},
    CheckRule{"protocol", "remove", "remove takes back the last two moves", xboard_text,
              check_remove},
    CheckRule{"protocol", "castling", "castling is the king's move: e1g1, e8c8", xboard_text,
              check_castling},
    CheckRule{"protocol", "promotion", "a promotion ends with the piece's letter: a7a8n, h2h1q",
              xboard_text, check_promotion},
    CheckRule{"protocol", "depth", "sd N limits the search to N plies", xboard_text, check_depth},
    CheckRule{"protocol", "seconds", "st N limits each move to N seconds (1.5 s more are allowed)",
              xboard_text, check_seconds},
    CheckRule{"protocol", "clock",
              "the engine moves before its clock, told by level and time, has run out (1.5 s more "
              "are allowed)",
              xboard_text, check_clock},
    CheckRule{"protocol", "move-now", "? makes a thinking engine move at once", xboard_text,
              check_move_now},
    CheckRule{
        "protocol", "mated",
        "an engine that is mated says the result, such as 1-0 {White mates}, and does not move",
        xboard_text, check_result},
    CheckRule{"protocol", "mates", "an engine that mates says the result after its move",
              xboard_text, check_own_mate},
    CheckRule{"protocol", "nopost", "after nopost no thinking is printed", xboard_text, check_post},
    CheckRule{"protocol", "analyze",
              "in analysis the engine takes moves and makes none, until exit", xboard_text,
              check_analyze},
    CheckRule{"protocol", "quit", "quit ends the program with exit status 0", xboard_text,
              check_quit},
    CheckRule{"protocol", "quit-in-search", "quit ends the program during a search, too",
              xboard_text, check_quit_in_search},
    CheckRule{"protocol", "end-of-input", "the program ends when its input ends", practice,
              check_end_of_input},
    CheckRule{"lines", "thinking-moves",
              "the moves of a line of thinking are legal, one after the other", chess_rules,
              check_lines},
};

}  // namespace
}  // namespace xboard

std::vector<CheckRule> xboard_checks() { return {xboard::rules.begin(), xboard::rules.end()}; }

}  // namespace plylab::suites::check
