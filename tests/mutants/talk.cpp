#include "tests/mutants/talk.h"

#include <istream>
#include <ostream>
#include <sstream>

#include "gen/base/input_error.h"

namespace plylab::chess::mutants {
namespace {

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

}  // namespace

void talk_uci(Game& game, const std::string& question, Dialect dialect, std::istream& in,
              std::ostream& out) {
  for (std::string line; std::getline(in, line) && line != "quit";) try {
      uci_line(game, line, question, dialect, out);
      out.flush();
    } catch (const InputError& error) {
      out << "info string " << error.what() << std::endl;
    }
}

void talk_xboard(Game& game, Dialect dialect, std::istream& in, std::ostream& out) {
  for (std::string line; std::getline(in, line) && line != "quit";) try {
      xboard_line(game, line, dialect, out);
      out.flush();
    } catch (const InputError& error) {
      out << "Error (" << error.what() << "): " << line << std::endl;
    }
}

}  // namespace plylab::chess::mutants
