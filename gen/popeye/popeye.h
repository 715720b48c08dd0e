// Problems in the input language of Popeye, the solver of friends of chess problems.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/setup.h"

namespace plylab::popeye {

/// A position and what is demanded in it; in a problem with twins, one of them.
struct Diagram {
  std::string label = {};  ///< "a)", "b)", …; empty without twins
  chess::Squares squares{};
  std::string stipulation = {};   ///< as it was written
  std::size_t line = 1;           ///< where the stipulation stands
  std::size_t position_line = 1;  ///< where the last command that changed the board stands
};

/// The options that are understood.
struct Options {
  bool set_play = false;
  bool variations = false;
  bool tries = false;
  bool duplex = false;         ///< the other side, too
  bool half_duplex = false;    ///< the other side alone
  bool white_to_play = false;  ///< in help play: half a move less, so that White begins
  bool no_board = false;
  std::optional<std::size_t> most_refutations = {};
  std::optional<std::size_t> most_solutions = {};
  std::optional<double> most_seconds = {};
  std::vector<chess::Square> no_castling = {};  ///< kings and rooks that have moved
  chess::Square en_passant = chess::no_square;  ///< that a pawn has just passed
};

/// What stands between BeginProblem and EndProblem or NextProblem.
struct Problem {
  /// Why it cannot be solved, with file, line and word; then it has no diagrams. Empty if it can.
  std::string refused = {};
  std::string_view letters = {};  ///< of king, queen, rook, bishop and knight in its language
  std::size_t line = 1;
  std::vector<std::string> heading = {};  ///< authors, origins, titles, awards, in their order
  std::vector<Diagram> diagrams = {};
  Options options = {};
};

/// Reads problems of orthodox chess in English, German or French; keywords may be cut short as
/// Popeye allows. Protocol, the file that Popeye writes to, is passed over. A problem with anything
/// that is not understood is refused, and the ones after it are read: fairy conditions and pieces,
/// and options that would change what is found; so is what follows EndProblem, unless it begins a
/// problem. Throws InputError if the text does not begin with a problem or if the end of one is
/// missing. `path` only names the text.
std::vector<Problem> parse(std::string_view text, std::string path);

/// The same of a file; "-" is standard input.
std::vector<Problem> load(const std::string& path);

/// The board with what a twin changes, in Popeye's English, such as "move a1 b2 add white Qe8";
/// `stipulation` replaces the diagram's. Throws InputError.
Diagram twin_of(const Diagram& diagram, std::string_view text);

/// How the twin of that number, from 0, is called: "a)" to "z)", then "z1)" and so on.
std::string label_of(std::size_t number);

/// The position with castling as problems have it: allowed wherever king and rook stand at home,
/// unless one of them is said to have moved.
chess::Setup setup_of(const chess::Squares& squares, const std::vector<chess::Square>& no_castling);

}  // namespace plylab::popeye
