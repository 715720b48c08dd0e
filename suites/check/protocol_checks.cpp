// Whether an engine keeps to UCI. Each check sends what a GUI may send, and holds the engine to the
// protocol's text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "gen/base/random.h"
#include "gen/base/text.h"
#include "suites/check/check.h"

namespace plylab::suites::check {
namespace {

using chess::CastlingText;
using engines::UciOption;

constexpr std::string_view mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
constexpr std::string_view mate_in_two = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
constexpr std::string_view one_legal_move = "8/8/8/8/6k1/1r6/r7/7K w - - 0 1";
constexpr std::string_view mated = "8/8/8/8/8/6k1/8/r5K1 w - - 0 1";
constexpr std::string_view stalemated = "7k/5Q2/8/8/8/8/8/6K1 b - - 0 1";
constexpr std::string_view mate_by_promotion = "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1";
constexpr std::string_view mate_by_castling = "4R3/8/8/8/8/1P1k4/1P6/R3K3 w Q - 0 1";
/// After castling, Black has a single move.
constexpr std::string_view check_by_castling = "4R3/8/8/8/8/3k4/1P6/R3K3 w Q - 0 1";
constexpr std::string_view middle_game =
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

bool is_best_move(std::string_view line) { return take_word(line) == "bestmove"; }

/// Fails if the engine moves within a moment.
void expect_no_move(Client& client, std::string_view when) {
  for (const std::string& line : client.listen(moment))
    if (is_best_move(line)) throw Broken(fmt::format("'{}' {}", printable(line), when));
}

/// Fails unless exactly so many lines "readyok" come.
void expect_ready(Client& client, int times) {
  int ready = 0;
  const auto deadline = engines::from_now(client.grace_period());
  while (ready < times) {
    const auto line = client.read(deadline - engines::Process::Clock::now());
    if (!line) break;
    ready += trimmed(*line) == "readyok";
  }
  for (const std::string& line : client.listen(Seconds(0.05))) ready += trimmed(line) == "readyok";
  if (ready != times) throw Broken(fmt::format("{} times readyok, not {}", ready, times));
}

/// Fails unless the move of a search is a legal one, written as UCI writes it.
void expect_legal(const Search& search) {
  if (exact_move(search.asked.board, search.best, search.asked.castling)) return;
  throw Broken("bestmove " + fault_of_move(search.asked.board, search.best, search.asked.castling));
}

Search legal_search(Client& client, const Question& asked) {
  Search search = client.search(asked);
  expect_legal(search);
  return search;
}

/// Fails unless the engine plays one of these moves.
void expect_move(Client& client, const Question& asked, std::initializer_list<const char*> moves) {
  const Search search = legal_search(client, asked);
  if (std::ranges::find(moves, search.best) == moves.end())
    throw Broken(fmt::format("bestmove {}, not {}", search.best, fmt::join(moves, " or ")));
}

/// Searches, and fails if that takes longer than it may.
Search timed_search(Client& client, const Question& asked, double allowed) {
  client.begin(asked);
  Search search = client.finish(asked, Seconds(allowed) + margin);
  expect_legal(search);
  return search;
}

/// Ends a search that waits for "stop".
void stop(Client& client, const Question& asked) {
  client.send("stop");
  expect_legal(client.finish(asked, client.grace_period()));
}

// ---- the handshake and the options ----

void check_id(Examination& exam) {
  for (const char* id : {"id name ", "id author "}) {
    const auto has = [&](const std::string& line) {
      const std::string_view text = trimmed(line);
      return text.starts_with(id) && text.size() > std::string_view(id).size();
    };
    if (std::ranges::none_of(exam.client.greeting(), has))
      throw Broken(fmt::format("no line '{}…' before uciok", id), "uci");
  }
}

void check_uciok(Examination& exam) {
  for (const std::string& line : exam.client.after_greeting())
    if (line.starts_with("option ") || line.starts_with("id ") || trimmed(line) == "uciok")
      throw Broken(fmt::format("'{}' after uciok", printable(line)), "uci; isready");
}

const std::vector<UciOption>& declared_options(const Client& client) {
  if (client.options().empty()) throw NotApplicable("the engine declares no options");
  return client.options();
}

[[noreturn]] void refuse(const UciOption& option, const std::string& why) {
  throw Broken(fmt::format("{}: '{}'", why, printable(option.line)), "uci");
}

void check_option_types(Examination& exam) {
  for (const UciOption& one : declared_options(exam.client)) {
    if (one.name.empty()) refuse(one, "no name");
    if (one.type != "spin" && one.type != "check" && one.type != "combo" && one.type != "button" &&
        one.type != "string")
      refuse(one, fmt::format("no such type as '{}'", printable(one.type)));
  }
}

void check_option_defaults(Examination& exam) {
  for (const UciOption& one : declared_options(exam.client)) {
    if (one.type == "check" && one.preset != "true" && one.preset != "false")
      refuse(one, "the default of a check is neither true nor false");
    if (one.type == "combo" &&
        std::ranges::find(one.values, one.preset.value_or("")) == one.values.end())
      refuse(one, "the default is none of the values");
    if (one.type != "spin") continue;
    const auto preset = parse_number<long long>(one.preset.value_or(""));
    if (!preset || !one.min || !one.max) refuse(one, "default, min or max is not a whole number");
    if (*preset < *one.min || *preset > *one.max)
      refuse(one, "the default is not between min and max");
  }
}

void check_option_names(Examination& exam) {
  std::set<std::string> names;
  for (const UciOption& one : declared_options(exam.client))
    if (!names.insert(lower_case(one.name)).second)
      refuse(one, "a second option of this name, if case does not matter");
}

void check_setoption(Examination& exam) {
  Client& client = exam.client;
  for (const UciOption& one : declared_options(client)) {
    // What names a file may be looked for, and buttons do something.
    if (one.type != "spin" && one.type != "check" && one.type != "combo") continue;
    client.send(
        fmt::format("setoption name {} value {}", lower_case(one.name), one.preset.value_or("")));
    client.synchronise();
  }
  legal_search(client, question("startpos", "go depth 2"));
}

void check_setoption_hash(Examination& exam) {
  Client& client = exam.client;
  const UciOption& hash = client.need_option("Hash");
  const long long least = std::max(1LL, hash.min.value_or(1));
  for (const long long size : {least, std::min(32LL, hash.max.value_or(32)), least}) {
    client.set("Hash", fmt::to_string(size));
    legal_search(client, question(middle_game, "go depth 3"));
  }
}

// ---- isready, stop and the way in which a search ends ----

void check_isready(Examination& exam) {
  Client& client = exam.client;
  for (int i = 0; i < 3; ++i) client.send("isready");
  expect_ready(client, 3);
}

void check_isready_in_search(Examination& exam) {
  Client& client = exam.client;
  const Question asked = question(middle_game, "go infinite");
  client.begin(asked);
  client.send("isready");
  const auto deadline = engines::from_now(client.grace_period());
  while (true) {
    const auto line = client.read(deadline - engines::Process::Clock::now());
    if (!line) throw Broken(fmt::format("no readyok within {:g} s", client.grace_period().count()));
    if (is_best_move(*line)) throw Broken(fmt::format("'{}' before stop", printable(*line)));
    if (trimmed(*line) == "readyok") break;
  }
  expect_no_move(client, "after isready: the search has to go on");
  stop(client, asked);
}

void check_infinite(Examination& exam) {
  for (const std::string_view fen : {mate_in_one, one_legal_move}) {
    const Question asked = question(fen, "go infinite");
    exam.client.begin(asked);
    expect_no_move(exam.client, "before stop");
    stop(exam.client, asked);
  }
}

void check_stop(Examination& exam) {
  const Question asked = question(middle_game, "go infinite");
  exam.client.begin(asked);
  stop(exam.client, asked);  // at once: perhaps before the first iteration has ended
  exam.client.begin(asked);
  expect_no_move(exam.client, "before stop");
  stop(exam.client, asked);
}

void check_stop_when_idle(Examination& exam) {
  Client& client = exam.client;
  for (const char* line : {"stop", "ponderhit"}) {
    client.send(line);
    expect_no_move(client, "without a search");
    client.synchronise();
  }
  legal_search(client, question("startpos", "go depth 2"));
}

void check_one_best_move(Examination& exam) {
  Client& client = exam.client;
  for (const char* go : {"go depth 1", "go depth 3", "go movetime 50"}) {
    legal_search(client, question(middle_game, go));
    client.send("stop");
    std::vector<std::string> lines = client.synchronise();
    for (const std::string& line : client.listen(Seconds(0.05))) lines.push_back(line);
    for (const std::string& line : lines)
      if (is_best_move(line)) throw Broken(fmt::format("a second '{}'", printable(line)));
  }
}

// ---- the limits of a search ----

void check_depth(Examination& exam) {
  for (const int depth : {1, 4}) {
    const Search search =
        legal_search(exam.client, question(middle_game, fmt::format("go depth {}", depth)));
    int reached = 0;
    for (const Info& line : search.lines) reached = std::max(reached, line.depth.value_or(0));
    if (reached > depth) throw Broken(fmt::format("searches to depth {}", reached), search.sent());
    if (reached == 0) throw NotApplicable("the engine tells no depth");
    if (reached < depth) throw Broken(fmt::format("stops at depth {}", reached), search.sent());
  }
}

void check_nodes(Examination& exam) {
  constexpr std::uint64_t limit = 20'000;
  const Search search =
      legal_search(exam.client, question(middle_game, fmt::format("go nodes {}", limit)));
  if (search.nodes() == 0) throw NotApplicable("the engine tells no nodes");
  if (search.nodes() > 2 * limit) throw Broken(fmt::format("visits {} nodes", search.nodes()));
}

void check_movetime(Examination& exam) {
  for (const int milliseconds : {50, 400})
    timed_search(exam.client, question(middle_game, fmt::format("go movetime {}", milliseconds)),
                 milliseconds / 1000.0);
}

void check_mate(Examination& exam) {
  const Search search = legal_search(exam.client, question(mate_in_two, "go mate 2"));
  const Info* const line = search.last_exact();
  if (line == nullptr || !line->mate) throw NotApplicable("the engine tells no mate");
  if (*line->mate > 2)
    throw Broken(fmt::format("tells mate {} where there is a mate in 2", *line->mate));
}

void check_searchmoves(Examination& exam) {
  expect_move(exam.client, question(middle_game, "go depth 3 searchmoves h2h3"), {"h2h3"});
  expect_move(exam.client, question(mate_in_one, "go depth 3 searchmoves g1f1 a1b1"),
              {"g1f1", "a1b1"});
  expect_move(exam.client, question(middle_game, "go depth 3 searchmoves a2a3 a2a4"),
              {"a2a3", "a2a4"});
}

void check_clock(Examination& exam) {
  timed_search(exam.client, question(middle_game, "go wtime 1000 btime 1000 movestogo 1"), 1);
  timed_search(exam.client, question(middle_game, "go wtime 500 btime 500 winc 0 binc 0"), 0.5);
  timed_search(exam.client, question(middle_game, "go wtime 600 btime 600000 winc 0 binc 10000"),
               0.6);
  timed_search(exam.client,
               question(middle_game, "go wtime 600000 btime 600 winc 10000 binc 0", "c1g5"), 0.6);
}

void check_low_clock(Examination& exam) {
  for (const char* go : {"go wtime 20 btime 20", "go wtime 1 btime 1 winc 1 binc 1",
                         "go wtime 10 btime 10 movestogo 1"})
    timed_search(exam.client, question(middle_game, go), 0.02);
}

// ---- pondering ----

void need_pondering(Client& client) {
  if (!client.option("Ponder")) throw NotApplicable("the engine has no option Ponder");
  client.set("Ponder", "true");
}

void check_ponderhit(Examination& exam) {
  need_pondering(exam.client);
  const Question asked =
      question(middle_game, "go ponder wtime 2000 btime 2000 movestogo 10", "c1g5 h7h6");
  exam.client.begin(asked);
  expect_no_move(exam.client, "before ponderhit");
  exam.client.send("ponderhit");
  expect_legal(exam.client.finish(asked, Seconds(2) + margin));
}

void check_ponder_end(Examination& exam) {
  need_pondering(exam.client);
  for (const std::string_view fen : {one_legal_move, mate_in_one}) {
    const Question asked = question(fen, "go ponder wtime 100 btime 100");
    exam.client.begin(asked);
    expect_no_move(exam.client, "before ponderhit or stop");
    stop(exam.client, asked);
  }
}

// ---- positions ----

void check_one_legal_move(Examination& exam) {
  for (const char* go : {"go depth 3", "go movetime 100", "go wtime 1000 btime 1000"})
    expect_move(exam.client, question(one_legal_move, go), {"h1g1"});
}

void check_game_over(Client& client, std::string_view fen, const char* what) {
  for (const char* go : {"go depth 3", "go movetime 100"}) {
    const Search search = client.search(question(fen, go));
    if (search.best != "(none)" && search.best != "0000" && search.best != "none" &&
        lower_case(search.best) != "null" && !search.best.empty())
      throw Broken(
          fmt::format("bestmove {} in a position that is {}", printable(search.best), what));
  }
  legal_search(client, question("startpos", "go depth 2"));
}

void check_mated(Examination& exam) { check_game_over(exam.client, mated, "mate"); }
void check_stalemated(Examination& exam) { check_game_over(exam.client, stalemated, "stalemate"); }

void check_position(Examination& exam) {
  Client& client = exam.client;
  expect_move(client, question(one_legal_move, "go depth 2"), {"h1g1"});
  // The same position, by moves.
  expect_move(client, question("8/8/8/8/6k1/1r6/r6P/7K w - - 0 1", "go depth 2", "h2h3 g4h3"),
              {"h1g1"});
  expect_move(client, question("startpos", "go depth 2", "f2f3 e7e5 g2g4"), {"d8h4"});
  legal_search(client, question("startpos", "go depth 1", "e2e4 a7a6 e4e5 d7d5 e5d6"));
  expect_move(client, question("k7/2P5/2K5/8/8/8/8/8 w - - 0 1", "go depth 2", "c7c8n"), {"a8b8"});
}

/// A game of that many plies without end, by moves that keep as much on the board as they can.
std::string long_game(std::size_t plies) {
  std::uint64_t seed = 2006;
  std::string moves;
  chess::Mailbox board{chess::ValidSetup(chess::startpos_fen)};
  for (std::size_t ply = 0; ply < plies; ++ply) {
    std::vector<chess::Move> quiet, other;
    for (const chess::Move move : board.generate()) {
      chess::Mailbox next = board;
      next.make(move);
      if (next.count() == 0 || next.insufficient_material()) continue;
      const bool stays = !move.is_capture() && !move.is_promotion() &&
                         type_of(board.piece_on(move.from())) != chess::pawn;
      (stays && board.halfmove_clock() < 40 ? quiet : other).push_back(move);
    }
    auto& list = quiet.empty() ? other : quiet;
    const chess::Move move = list[splitmix64(seed) % list.size()];
    moves += (moves.empty() ? "" : " ") + chess::to_uci(move);
    board.make(move);
  }
  return moves;
}

void check_long_game(Examination& exam) {
  legal_search(exam.client, question("startpos", "go depth 2", long_game(600)));
}

void check_ucinewgame(Examination& exam) {
  Client& client = exam.client;
  for (int game = 0; game < 2; ++game) {
    client.send("ucinewgame");
    client.synchronise();
    legal_search(client, question(game == 0 ? "startpos" : middle_game, "go depth 3"));
  }
}

void check_promotion(Examination& exam) {
  expect_move(exam.client, question(mate_by_promotion, "go depth 3"), {"e7e8q", "e7e8r"});
}

void check_castling(Examination& exam) {
  expect_move(exam.client, question(mate_by_castling, "go depth 3"), {"e1c1"});
  expect_move(exam.client, question(check_by_castling, "go depth 3", "e1c1"), {"d3c4"});
}

void check_chess960(Examination& exam) {
  Client& client = exam.client;
  client.need_option("UCI_Chess960");
  constexpr auto style = CastlingText::takes_rook;
  const auto in_chess960 = [&] {
    client.set("UCI_Chess960", "true");
    expect_move(client, question(mate_by_castling, "go depth 3", "", style), {"e1a1"});
    expect_move(client, question(check_by_castling, "go depth 3", "e1a1", style), {"d3c4"});
    legal_search(client, question("chess960:0", "go depth 3", "", style));
    client.set("UCI_Chess960", "false");
  };
  in_chess960();
  expect_move(client, question(mate_by_castling, "go depth 3"), {"e1c1"});
}

// ---- odd lines, and the end ----

void check_unknown(Examination& exam) {
  Client& client = exam.client;
  for (const char* line : {"xyzzy", "", "   ", "debug on", "debug off", "go-on 3"}) {
    client.send(line);
    for (const std::string& reply : client.synchronise())
      if (is_best_move(reply)) throw Broken(fmt::format("'{}'", printable(reply)));
  }
  legal_search(client, question("startpos", "go depth 2"));
}

void check_spacing(Examination& exam) {
  Client& client = exam.client;
  Question asked = question("startpos", "  go \t depth   2  ", "f2f3 e7e5 g2g4");
  asked.position = " position   startpos \t moves  f2f3\te7e5   g2g4  ";
  expect_move(client, asked, {"d8h4"});
  asked = question(one_legal_move, "\tgo depth\t2");
  asked.position = "position  fen   8/8/8/8/6k1/1r6/r7/7K   w  -  -  0  1 ";
  expect_move(client, asked, {"h1g1"});
  client.send("\t isready  \t");
  expect_ready(client, 1);
}

void check_line_ends(Examination& exam) {
  Client& client = exam.client;
  Question asked = question("startpos", "go depth 2\r", "f2f3 e7e5 g2g4");
  asked.position += '\r';
  expect_move(client, asked, {"d8h4"});
  client.send("isready\r");
  expect_ready(client, 1);
}

void check_quit(Examination& exam) {
  exam.client.send("quit");
  exam.client.await_end();
}

void check_quit_in_search(Examination& exam) {
  exam.client.begin(question(middle_game, "go infinite"));
  exam.client.send("quit");
  exam.client.await_end();
}

void check_end_of_input(Examination& exam) {
  exam.client.begin(question(middle_game, "go infinite"));
  exam.client.end_input();
  exam.client.await_end();
}

constexpr std::array protocol_rules{
    CheckRule{"protocol", "id", "the reply to uci has id name and id author, with texts", uci_text,
              check_id},
    CheckRule{"protocol", "uciok",
              "uciok ends the reply to uci: options and id come before it, and it comes once",
              uci_text, check_uciok},
    CheckRule{"protocol", "option-types",
              "an option has a name and one of the types check, spin, combo, button, string",
              uci_text, check_option_types},
    CheckRule{"protocol", "option-defaults",
              "a check is true or false by default, a spin has min, max and a default between "
              "them, the default of a combo is one of its vars",
              uci_text, check_option_defaults},
    CheckRule{"protocol", "option-names",
              "the names of options are not case sensitive, so no two may differ by case alone",
              uci_text, check_option_names},
    CheckRule{"protocol", "setoption",
              "a check, spin or combo takes its default, whatever the case of its name, while the "
              "engine waits",
              uci_text, check_setoption},
    CheckRule{"protocol", "setoption-hash", "Hash may change between two searches, down to its min",
              uci_text, check_setoption_hash},
    CheckRule{"protocol", "isready", "each isready is answered by one readyok", uci_text,
              check_isready},
    CheckRule{"protocol", "isready-in-search",
              "isready is answered at once also during a search, which goes on", uci_text,
              check_isready_in_search},
    CheckRule{"protocol", "infinite",
              "after go infinite the engine moves only when it is told stop, even if it is mate",
              uci_text, check_infinite},
    CheckRule{"protocol", "stop", "stop ends a search as soon as possible, with a bestmove",
              uci_text, check_stop},
    CheckRule{"protocol", "stop-when-idle",
              "a command that is not expected, such as stop without a search, is ignored", uci_text,
              check_stop_when_idle},
    CheckRule{"protocol", "one-bestmove", "each go is answered by one bestmove", uci_text,
              check_one_best_move},
    CheckRule{"protocol", "depth", "go depth N searches N plies only", uci_text, check_depth},
    CheckRule{"protocol", "nodes", "go nodes N searches N nodes only (here: at most twice as many)",
              uci_text, check_nodes},
    CheckRule{"protocol", "movetime", "go movetime N searches N ms (here: at most 1.5 s more)",
              uci_text, check_movetime},
    CheckRule{"protocol", "mate", "go mate N looks for a mate in N moves, and then moves", uci_text,
              check_mate},
    CheckRule{"protocol", "searchmoves", "go searchmoves M… searches these moves only", uci_text,
              check_searchmoves},
    CheckRule{"protocol", "clock",
              "wtime and btime are what is left on the clocks: the move comes before that of the "
              "side to move has run down (here: at most 1.5 s later)",
              uci_text, check_clock},
    CheckRule{"protocol", "low-clock",
              "with a few milliseconds left the engine moves at once (here: within 1.5 s)",
              uci_text, check_low_clock},
    CheckRule{"protocol", "ponderhit",
              "after go ponder the engine moves only after ponderhit, by its clock", uci_text,
              check_ponderhit},
    CheckRule{"protocol", "ponder-end",
              "a pondering engine goes on even if it is mate, and answers stop with a bestmove",
              uci_text, check_ponder_end},
    CheckRule{"protocol", "one-legal-move", "the only legal move is played, by every limit",
              chess_rules, check_one_legal_move},
    CheckRule{"protocol", "mated",
              "each go needs a bestmove: without a legal move (none) or 0000, and no move",
              uci_text, check_mated},
    CheckRule{"protocol", "stalemated",
              "each go needs a bestmove: without a legal move (none) or 0000, and no move",
              uci_text, check_stalemated},
    CheckRule{"protocol", "position",
              "position sets up startpos or a FEN and plays the moves, if there are any", uci_text,
              check_position},
    CheckRule{"protocol", "long-game", "position takes a game of 300 moves of each side", practice,
              check_long_game},
    CheckRule{"protocol", "ucinewgame",
              "ucinewgame says that another game begins; the engine is then ready again", uci_text,
              check_ucinewgame},
    CheckRule{"protocol", "promotion",
              "a move is written e2e4, a promotion with the small letter of its piece: e7e8q",
              uci_text, check_promotion},
    CheckRule{"protocol", "castling", "castling is written, and read, as the king's move: e1c1",
              uci_text, check_castling},
    CheckRule{"protocol", "chess960",
              "with UCI_Chess960 castling is written, and read, as the king taking its rook: e1a1",
              uci_text, check_chess960},
    CheckRule{"protocol", "unknown", "what the engine does not know is ignored", uci_text,
              check_unknown},
    CheckRule{"protocol", "spacing",
              "any white space may stand between words, before them and after them", uci_text,
              check_spacing},
    CheckRule{"protocol", "line-ends", "a line may end with CR LF", uci_text, check_line_ends},
    CheckRule{"protocol", "quit",
              "quit ends the program as soon as possible (with exit status 0, which scripts read)",
              uci_text, check_quit},
    CheckRule{"protocol", "quit-in-search",
              "quit ends the program, with exit status 0, also during a search", uci_text,
              check_quit_in_search},
    CheckRule{"protocol", "end-of-input",
              "the program ends, with exit status 0, when its GUI has ended, and its input with it",
              practice, check_end_of_input},
};

}  // namespace

std::vector<CheckRule> protocol_checks() { return {protocol_rules.begin(), protocol_rules.end()}; }

}  // namespace plylab::suites::check
