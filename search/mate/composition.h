// Chess problems: the stipulation, the solution, the verdict, and all of them as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "search/mate/problem.h"

namespace plylab::search::mate {

/// Who reaches the goal, and whether the other side resists.
enum class Aim : std::uint8_t {
  direct,       ///< the side that begins reaches it against any defence
  self,         ///< the side that begins forces the other side to reach it
  reflex,       ///< as self, but either side must reach it at once when it can
  semi_reflex,  ///< as self, but the other side must reach it at once when it can
  help,         ///< both sides cooperate; in h#N the side that does not begin reaches it
  help_self     ///< both sides cooperate up to the last move, which is a selfmate in one
};

/// What the last move does to the side that is to move after it.
enum class Goal : std::uint8_t { mate, stalemate };

/// Aim, goal and length of a problem.
///
/// In series play one side makes N moves in a row, and only the last may give check. The last move
/// is the aim in one move: "ser-h#N" ends with an "h#1", whose last move is the other side's. In a
/// parry series, "pser-h#N", other moves may give check, too; then the other side makes one move,
/// which parries it.
struct Stipulation {
  Aim aim = Aim::direct;
  Goal goal = Goal::mate;
  bool series = false;
  bool parry = false;  ///< a series with parries; only of help play
  int moves = any;     ///< whole moves
  bool half = false;   ///< and half a move more, as in h#2.5: the other side begins

  static constexpr int any = -1;  ///< no length given: the shortest solution

  bool has_length() const { return moves != any; }

  bool is_direct_mate() const { return aim == Aim::direct && goal == Goal::mate && !series; }

  /// Whether the other reaches the same goal in the same way, maybe in another number of moves.
  bool is_kind_of(const Stipulation& other) const {
    return aim == other.aim && goal == other.goal && series == other.series && parry == other.parry;
  }

  /// Whether both sides cooperate.
  bool is_help() const { return aim == Aim::help || aim == Aim::help_self; }

  /// Whether all lines are solutions, as in help and series play, and not keys.
  bool has_lines() const { return series || is_help(); }

  /// The number of half-moves in a line of help play.
  int plies() const { return 2 * moves + (half ? 1 : 0); }

  /// The least number of whole moves.
  int min_moves() const { return half && aim == Aim::help ? 0 : 1; }

  /// Who begins: White, except in helpmates of whole moves and help-selfmates with half a move.
  chess::Color begins() const {
    return is_help() && half == (aim == Aim::help_self) ? chess::black : chess::white;
  }

  /// The side that is mated or stalemated at the end, if this one begins.
  chess::Color mated_side(chess::Color beginner) const {
    return aim == Aim::direct || half ? !beginner : beginner;
  }

  /// The same stipulation with another length.
  Stipulation in(int other_moves) const {
    Stipulation other = *this;
    other.moves = other_moves;
    return other;
  }

  friend bool operator==(const Stipulation&, const Stipulation&) = default;
};

/// Reads "ser-", "pser-" or nothing, then "s", "r", "semi-r", "h", "hs" or nothing, then "#" or
/// "=", then the number of moves, which is optional. Case does not matter. Throws InputError.
Stipulation parse_stipulation(std::string_view text);

/// As parse_stipulation() reads it: "h#2.5", or "h#" without a length.
std::string to_string(const Stipulation& stipulation);

struct Defence;

/// A move of the side that forces the goal, and every defence against it. Without defences the move
/// itself reaches the goal.
struct Attack {
  chess::Move move;
  std::vector<Defence> defences;
};

/// A defence, and the moves that reach the goal fastest after it: `answer` with its continuation,
/// and the others (duals) without. No answer: the defence itself reaches the goal, as in a
/// selfmate.
struct Defence {
  chess::Move move;
  std::optional<Attack> answer = {};
  std::vector<chess::Move> duals = {};
};

/// A first move and what follows: a key, or a try if there are refutations. The refutations are not
/// listed among the defences.
struct FirstMove {
  Attack attack;
  /// The fastest moves if the defender could pass; empty if he is in check or the goal is reached.
  std::vector<chess::Move> threats = {};
  bool zugzwang = false;  ///< if the defender could pass, he would hold out
  std::vector<chess::Move> refutations = {};
};

/// The play of a problem in which one side forces the goal, as far as it was requested.
struct ForcedTree {
  std::vector<FirstMove> keys = {};
  std::vector<FirstMove> tries = {};
  /// If the defender began: his moves after which the goal is reached in time.
  std::vector<Defence> set_play = {};
};

/// A problem to solve completely. The side to move begins, White or Black.
///
/// As in chess problems, repetitions and the fifty-move rule do not count. A king may be missing
/// where lines are sought, but not that of the side that is mated.
struct Composition {
  chess::ProblemSetup position;
  Stipulation stipulation;
  bool tree = false;                ///< find every defence against every key, not only a line
  bool set_play = false;            ///< find what would follow if the other side began
  bool tries = false;               ///< find tries: first moves that few defences refute
  std::size_t max_refutations = 1;  ///< the most defences that refute a try
  std::size_t max_solutions = std::numeric_limits<std::size_t>::max();
  MateLimits limits = {};
  std::size_t table_bytes = std::size_t{64} << 20;
};

using Line = std::vector<chess::Move>;

/// The solutions of one length.
struct ShortSolutions {
  Stipulation stipulation;
  std::vector<Line> lines = {};
};

/// All that solves a problem.
struct Solution {
  /// The stipulation with the length demanded, else with that of the shortest solution. It has no
  /// length if none was demanded and nothing was found.
  Stipulation stipulation;
  /// The solutions of just that length, in canonical order. Forced play: a line for each key, in
  /// which the defence holds out longest. Help and series play: all lines.
  std::vector<Line> lines = {};
  /// The solutions of each length below the one demanded, shortest first; a key stands where it
  /// solves first. A sound problem has none.
  std::vector<ShortSolutions> shorter = {};
  std::vector<Line> set_lines = {};         ///< set play of help and series play
  ForcedTree tree = {};                     ///< forced play
  std::optional<Stipulation> refuted = {};  ///< proved: no solution of that length or shorter
  bool complete = false;                    ///< no limit was reached
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// Solves the problem by full-width search. Throws InputError if the table cannot be allocated.
Solution solve(const Composition& composition);

/// The verdict on a problem.
enum class Soundness : std::uint8_t {
  sound,           ///< computer-tested: exactly the intended solutions
  several,         ///< several lines of help or series play, and no intended number is given
  no_solution,     ///< none of the length demanded or shorter
  short_solution,  ///< one shorter than demanded
  too_few,         ///< fewer than intended
  cooked,          ///< more than intended
  dual,            ///< as many first moves as intended, but a line branches
  unknown          ///< a limit was reached before anything was certain
};

/// "sound", "with several lines", "without solution", …
std::string_view name_of(Soundness soundness);

/// Judges the solution. `intended` is the author's number of keys or lines; without it forced play
/// must have one key.
Soundness judge(const Solution& solution, std::optional<std::size_t> intended = {});

/// "C+", "no solution", "short solution: h#2", "cooked: 3 keys", "unknown: at least 1 solution", …
std::string verdict(const Solution& solution, std::optional<std::size_t> intended = {});

/// A line in SAN, with = for stalemate. Moves are numbered as in problems, from 1 for the side that
/// begins: "1.Ka5 Rh8 2.Ka4 Ra8#" is a helpmate, in which Black begins. An extra half-move and set
/// play begin with "1...". In series play each move has a number: "1.Ka5 2.Ka4 Ra8#".
std::string problem_line(const Composition& composition, const Line& line, bool set_play = false);

/// The solution as lines of text: set play, keys or lines, shorter solutions, tries. If the problem
/// asks for a tree, each key is followed by its threat and variations (defences with the same
/// answer together, duals in brackets), and lines of help play do not repeat what the line before
/// begins with.
std::vector<std::string> to_lines(const Composition& composition, const Solution& solution);

}  // namespace plylab::search::mate
