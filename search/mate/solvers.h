// All mate solvers, by name. Adding one: include its header and add its line here.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "search/mate/checks.h"
#include "search/mate/dfpn.h"
#include "search/mate/exhaustive.h"
#include "search/mate/problem.h"

namespace plylab::search::mate {

/// A registry entry.
struct MateSolver {
  std::string_view name;
  std::string_view summary;
  MateAnswer (*solve)(const MateProblem&);
  /// The same in variants of chess; nullptr: not by this solver.
  MateAnswer (*solve_variant)(const MateProblemOf<chess::VariantSetup>&) = nullptr;
};

inline constexpr std::array mate_solvers{
    MateSolver{"exhaustive",
               "full width, move by move: shortest mates, and proofs that there is none",
               solve_exhaustively, solve_exhaustively},
    MateSolver{"dfpn", "depth-first proof-number search: mates far beyond full width",
               solve_by_proof_numbers, solve_by_proof_numbers},
    MateSolver{"checks", "Dabbaba's: sequences of checks, narrow lines deepest", solve_by_checks},
};

/// The names in the registry's order, or of those alone that solve variants.
std::vector<std::string> mate_solver_names(bool in_variants = false);

/// The entry of that name. Throws InputError with the list of those that there are.
const MateSolver& find_mate_solver(std::string_view name);

}  // namespace plylab::search::mate
