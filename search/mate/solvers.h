// All mate solvers, by name. To add one, declare its function and add its line to mate_solvers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/mate/problem.h"

namespace plylab::search::mate {

/// Full-width AND/OR search by iterative deepening (exhaustive.cpp). It refutes each number of
/// moves before it tries the next: a mate is the shortest, and "none within" is proved. Throws
/// InputError if the table cannot be allocated.
template <class Start>
MateAnswer solve_exhaustively(const MateProblemOf<Start>& problem);

/// Depth-first proof-number search (dfpn.cpp) for a mate in at most `max_moves`. A mate is proved,
/// but need not be the shortest. Throws InputError if the tables cannot be allocated.
template <class Start>
MateAnswer solve_by_proof_numbers(const MateProblemOf<Start>& problem);

/// Both (dfpn.cpp): proof numbers find a mate in at most `max_moves` and then shorter ones, while
/// exhaustive search refutes one number of moves after the other. Both know what the other has
/// proved. They take turns, of 4096 nodes and then twice as many each time, until the shortest mate
/// is proved. Throws InputError if the tables cannot be allocated.
template <class Start>
MateAnswer solve_from_both_sides(const MateProblemOf<Start>& problem);

/// Dabbaba's search for long sequences of checks (checks.cpp). A mate is proved, but need not be
/// the shortest; a mate with a quiet move is not found, and nothing is ever refuted. Uses no table.
MateAnswer solve_by_checks(const MateProblem& problem);

/// An entry of the registry.
struct MateSolver {
  std::string_view name;
  std::string_view summary;
  MateAnswer (*solve)(const MateProblem&);
  /// The same for variants of chess; nullptr if the solver knows chess only.
  MateAnswer (*solve_variant)(const MateProblemOf<chess::VariantSetup>&) = nullptr;
};

inline constexpr std::array mate_solvers{
    MateSolver{"exhaustive",
               "full width, move by move: shortest mates, and proofs that there is none",
               solve_exhaustively, solve_exhaustively},
    MateSolver{"dfpn", "depth-first proof-number search: mates far beyond full width",
               solve_by_proof_numbers, solve_by_proof_numbers},
    MateSolver{"shortest",
               "dfpn for a mate and for shorter ones, exhaustive for proofs that there is none, in "
               "turns",
               solve_from_both_sides, solve_from_both_sides},
    MateSolver{"checks", "Dabbaba's: sequences of checks, narrow lines deepest", solve_by_checks},
};

/// Looks for a mate by the other side in at most `max_moves` moves, which is not 0: the solver is
/// asked after each of the moves of the side to move, until one leads to no mate. All its answers
/// share the limits. The line begins with the reply that holds out longest, as far as the solver
/// knows; `refuted`: after some reply there is no mate in that many moves. The game is not over.
MateAnswer solve_mated(const MateSolver& solver, const MateProblem& problem);

/// The names of all solvers, or of those that solve variants, in the registry's order.
std::vector<std::string> mate_solver_names(bool in_variants = false);

/// The solver of that name. Throws InputError, which lists the solvers.
const MateSolver& find_mate_solver(std::string_view name);

/// The variants of chess that solvers know, by their names as games.
std::vector<std::string> variant_names();

/// A position of a variant, in the form that read_position() of gen/game/read_position.h takes.
/// Throws InputError if there is no variant of that name, or if the text is no position of it.
chess::VariantSetup read_variant(std::string_view game, std::string_view text);

/// The shortest mate of a position, and all its keys.
struct ShortestMate {
  int moves = 0;                       ///< length of the mate; 0: none is known
  int refuted = 0;                     ///< proved: there is no mate in that many moves or fewer
  std::vector<chess::Move> keys = {};  ///< all first moves of such a mate, in canonical order
  bool complete = false;               ///< no limit was reached
};

/// The shortest mate within the problem's moves and limits, as solve_from_both_sides() finds it;
/// then both solvers decide in turns which other first moves mate in as many moves (dfpn.cpp).
ShortestMate shortest_mate(const MateProblem& problem);

}  // namespace plylab::search::mate
