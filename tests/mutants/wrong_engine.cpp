// An engine whose move generator has a fault of one's choice, for trying out what finds faults.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/cli/command_line.h"
#include "tests/mutants/mutant.h"
#include "tests/mutants/walk.h"

namespace plylab::chess::mutants {
namespace {

// ---- what it knows and answers, whatever protocol it speaks ----

/// How root moves and totals are written.
enum class Dialect : std::uint8_t {
  colon,  ///< "e2e4: 20", then "Nodes searched: 400", as Stockfish does
  plain,  ///< "e2e4 20", then "400"
  total   ///< "1. e2e4 = 20", then "Total: 400"
};

/// A position with its moves, played and counted by the mutant itself, so that a fault in make()
/// accumulates as in a real engine.
class Game {
 public:
  explicit Game(Fault fault);

  Fault fault() const { return mutant_.fault(); }

  /// Sets a position up as it stands in the text. Throws InputError if that is no FEN.
  void set_up(std::string_view fen);
  /// Plays a move in UCI, or O-O or O-O-O. Throws InputError if the mutant does not list it.
  void play(std::string_view text);
  /// How castling is written and understood.
  void use(CastlingText castling) { castling_ = castling; }
  /// Forgets what is in the table.
  void forget();

  std::uint64_t perft(int depth) { return walker_.perft(mutant_, depth); }

  /// Root moves and total, one a line. The depth may be 0: then there are no root moves.
  std::string divide(int depth, Dialect dialect);

 private:
  Mutant mutant_;
  Walker walker_;
  Setup before_;  ///< the position set up last
  CastlingText castling_ = CastlingText::destination;
};

struct Format {
  std::string_view branch;
  std::string_view total;
};

/// By Dialect.
constexpr std::array<Format, 3> formats = {{
    {"{move}: {leaves}\n", "\nNodes searched: {}\n\n"},
    {"{move} {leaves}\n", "\n{}\n"},
    {"{number}. {move} = {leaves}\n", "Total: {}\n"},
}};

Game::Game(Fault fault) : mutant_(parse_fen(startpos_fen), fault), walker_(fault) {}

void Game::set_up(std::string_view fen) {
  before_ = set_up_after(before_, parse_fen(fen), mutant_.fault());
  mutant_ = Mutant(before_, mutant_.fault());
}

void Game::play(std::string_view text) {
  const auto named = [&](const Move& move) {
    const bool castles = move.deed == Deed::castling;
    if (castles && text == (castling_side_of(move) == CastlingSide::kingside ? "O-O" : "O-O-O"))
      return true;
    return to_text(move, castling_) == text;
  };
  const auto moves = mutant_.moves();
  const auto found = std::find_if(moves.begin(), moves.end(), named);
  if (found == moves.end()) throw InputError(fmt::format("there is no move '{}'", text));
  mutant_.make(*found);
}

void Game::forget() { walker_ = Walker(mutant_.fault()); }

std::string Game::divide(int depth, Dialect dialect) {
  const auto branches = depth < 1 ? std::vector<Branch>() : walker_.divide(mutant_, depth);
  const auto& [branch_format, total_format] = formats[static_cast<std::size_t>(dialect)];
  std::string text;
  int number = 0;
  for (const auto& [move, leaves] : branches)
    text += fmt::format(fmt::runtime(branch_format), fmt::arg("number", ++number),
                        fmt::arg("move", to_text(move, castling_)), fmt::arg("leaves", leaves));
  const std::uint64_t sum = depth < 1 ? perft(depth) : total(branches);
  return text + fmt::format(fmt::runtime(total_format), sum);
}

/// A depth from text. Throws InputError unless it is a whole number from 0 to 60.
int parse_depth(std::string_view text) {
  const auto depth = parse_number<int>(text);
  if (!depth || *depth < 0 || *depth > 60)
    throw InputError(fmt::format("the depth '{}' is no number from 0 to 60", text));
  return *depth;
}

// ---- UCI and xboard, with their dialects ----

/// The rest of the line without the blanks before it.
std::string rest_of(std::istringstream& line) {
  std::string rest;
  std::getline(line >> std::ws, rest);
  return rest;
}

/// "startpos" or "fen F", then perhaps "moves …".
void position(Game& game, std::istringstream& line) {
  std::string word, fen;
  line >> word;
  if (word == "startpos") {
    fen = word;
    line >> word;
  } else {
    while (line >> word && word != "moves") fen += word + ' ';
  }
  game.set_up(fen);
  while (line >> word)
    if (word != "moves") game.play(word);
}

std::string name(const Game& game) { return "Wrong engine: " + info(game.fault()).name; }

void uci_line(Game& game, const std::string& text, const std::string& question, Dialect dialect,
              std::ostream& out) {
  std::istringstream line(text);
  std::string word;
  line >> word;
  if (word == "uci") {
    out << "id name " << name(game) << "\nid author plylab\n"
        << "option name UCI_Chess960 type check default false\nuciok\n";
  } else if (word == "isready") {
    out << "readyok\n";
  } else if (word == "ucinewgame") {
    game.forget();
  } else if (word == "setoption") {
    if (const std::string option = rest_of(line); option.starts_with("name UCI_Chess960 value"))
      game.use(option.ends_with("true") ? CastlingText::takes_rook : CastlingText::destination);
  } else if (word == "position") {
    position(game, line);
  } else if (text.starts_with(question + ' ')) {
    const int depth = parse_depth(std::string_view(text).substr(question.size() + 1));
    if (question == "perft") {
      out << "perft(" << depth << ") = " << game.perft(depth) << '\n';
    } else {
      out << game.divide(depth, dialect);
    }
  } else {
    out << "info string unknown command: " << text << '\n';
  }
}

void xboard_line(Game& game, const std::string& text, Dialect dialect, std::ostream& out) {
  std::istringstream line(text);
  std::string word;
  line >> word;
  if (word == "protover") {
    out << "feature myname=\"" << name(game) << "\" setboard=1 usermove=1 ping=1 "
        << "variants=\"normal,fischerandom\" done=1\n";
  } else if (word == "ping") {
    out << "pong " << rest_of(line) << '\n';
  } else if (word == "new") {
    game.set_up("startpos");
    game.use(CastlingText::destination);
  } else if (word == "variant") {
    game.use(rest_of(line) == "fischerandom" ? CastlingText::takes_rook
                                             : CastlingText::destination);
  } else if (word == "setboard") {
    game.set_up(rest_of(line));
  } else if (word == "usermove") {
    game.play(rest_of(line));
  } else if (word == "perft") {
    const int depth = parse_depth(rest_of(line));
    out << "perft " << depth << ": " << game.perft(depth) << '\n';
  } else if (word == "divide") {
    out << game.divide(parse_depth(rest_of(line)), dialect);
  } else if (word != "xboard" && word != "force" && word != "accepted" && word != "rejected") {
    game.play(text);
  }
}

/// Speaks UCI until "quit" or the end of the input. `question` is the word that asks for a divide
/// ("go perft", "divide") or for a total ("perft").
void talk_uci(Game& game, const std::string& question, Dialect dialect, std::istream& in,
              std::ostream& out) {
  for (std::string line; std::getline(in, line) && line != "quit";) try {
      uci_line(game, line, question, dialect, out);
      out.flush();
    } catch (const InputError& error) {
      out << "info string " << error.what() << std::endl;
    }
}

/// Speaks xboard in the same way, and understands both "perft" and "divide".
void talk_xboard(Game& game, Dialect dialect, std::istream& in, std::ostream& out) {
  for (std::string line; std::getline(in, line) && line != "quit";) try {
      xboard_line(game, line, dialect, out);
      out.flush();
    } catch (const InputError& error) {
      out << "Error (" << error.what() << "): " << line << std::endl;
    }
}

// ---- the program ----

constexpr int wrong_use = 2;

struct Options {
  std::string fault = "none";
  std::string protocol = "uci";
  Dialect dialect = Dialect::colon;
  bool list = false;
  std::vector<std::string> arguments;
};

int list_faults() {
  for (const FaultInfo& row : all_faults()) fmt::print("{:<38} {}\n", row.name, row.sentence);
  return 0;
}

/// Sets the game up from a FEN, and says how castling is written in such a position.
void set_up(Game& game, const std::string& fen) {
  game.set_up(fen);
  if (needs_chess960(parse_fen(fen))) game.use(CastlingText::takes_rook);
}

/// The protocols of programs that are started for each question: DEPTH FEN [MOVES] for perftree,
/// FEN DEPTH for count.
int answer_once(Game& game, const Options& options) {
  const auto& arguments = options.arguments;
  const auto expect_arguments = [&](std::size_t min, std::size_t max, const char* names) {
    if (arguments.size() < min || arguments.size() > max)
      throw InputError(
          fmt::format("the protocol {} has the arguments {}", options.protocol, names));
  };
  if (options.protocol == "perftree") {
    expect_arguments(2, 3, "DEPTH FEN [MOVES]");
    set_up(game, arguments[1]);
    std::istringstream moves(arguments.size() > 2 ? arguments[2] : "");
    for (std::string move; moves >> move;) game.play(move);
    fmt::print("{}", game.divide(parse_depth(arguments[0]), Dialect::plain));
    return 0;
  }
  expect_arguments(2, 2, "FEN DEPTH");
  set_up(game, arguments[0]);
  fmt::print("{}\n", game.perft(parse_depth(arguments[1])));
  return 0;
}

int run(const Options& options) {
  if (options.list) return list_faults();
  Game game(find_fault(options.fault));
  const std::map<std::string, std::string> uci_questions = {
      {"uci", "go perft"}, {"uci-perft", "perft"}, {"uci-divide", "divide"}};
  if (const auto found = uci_questions.find(options.protocol); found != uci_questions.end()) {
    talk_uci(game, found->second, options.dialect, std::cin, std::cout);
    return 0;
  }
  if (options.protocol == "xboard") {
    talk_xboard(game, options.dialect, std::cin, std::cout);
    return 0;
  }
  return answer_once(game, options);
}

}  // namespace
}  // namespace plylab::chess::mutants

int main(int argc, char** argv) {
  using namespace plylab::chess::mutants;
  using plylab::InputError;
  Options options;
  std::string dialect = "colon";
  plylab::cli::CommandLine line("wrong_engine",
                                "A chess engine whose move generator has a planted fault");
  const plylab::cli::Command engine = line.program();
  engine.add_option("--fault NAME", options.fault, "Its fault; see --list").show_default();
  engine.add_option("--protocol NAME", options.protocol, "What it speaks")
      .one_of({"uci", "uci-perft", "uci-divide", "xboard", "perftree", "count"})
      .show_default();
  engine.add_option("--dialect NAME", dialect, "How it writes root moves and totals")
      .one_of({"colon", "plain", "total"})
      .show_default();
  engine.add_flag("--list", options.list, "Name all faults and say what is wrong");
  engine.add_option("arguments", options.arguments, "The question, for perftree and count");
  engine.example("wrong_engine --fault ep-rank-pin-ignored --protocol count startpos 4");
  int status = 0;
  engine.callback([&] {
    options.dialect = dialect == "plain"   ? Dialect::plain
                      : dialect == "total" ? Dialect::total
                                           : Dialect::colon;
    seed_chance(std::random_device()());
    status = run(options);
  });
  try {
    line.run(argc, argv);
    return status;
  } catch (const InputError& error) {
    fmt::print(stderr, "wrong_engine: {}\n", error.what());
    return wrong_use;
  }
}
