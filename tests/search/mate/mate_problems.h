// Problems to try the mate solvers on.
#pragma once

#include <algorithm>
#include <string>

#include "gen/chess/text.h"
#include "search/mate/composition.h"
#include "search/mate/problem.h"
#include "tests/search/mate/mate_reference.h"

namespace plylab::testing {

/// The three examples of Nielsen's description of Dabbaba.
inline constexpr const char* dabbaba_1 =
    "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - -";
inline constexpr const char* dabbaba_2 = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - -";
inline constexpr const char* dabbaba_3 = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - -";

/// Morphy's mate in two, and an attack that can check for ever, but not mate.
inline constexpr const char* morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
inline constexpr const char* perpetual = "6k1/5p1p/5Q2/8/8/8/qr6/7K w - -";

inline search::mate::MateProblem problem(const chess::Setup& setup, int max_moves) {
  search::mate::MateProblem problem{chess::ValidSetup(setup)};
  problem.max_moves = max_moves;
  problem.table_bytes = 1 << 20;
  return problem;
}

inline search::mate::MateProblem problem(const char* fen, int max_moves = 0) {
  return problem(chess::parse_fen(fen), max_moves);
}

/// A problem with its stipulation, such as "h#2".
inline search::mate::Composition composition(const chess::Setup& setup,
                                             const std::string& stipulation) {
  search::mate::Composition asked{chess::ProblemSetup(setup),
                                  search::mate::parse_stipulation(stipulation)};
  asked.table_bytes = 1 << 20;
  return asked;
}

inline std::string line_of(const search::mate::MateProblem& problem,
                           const search::mate::MateAnswer& answer) {
  return chess::san_line(problem.position, answer.line);
}

/// Whether the line is legal and ends in a mate after as many moves as the answer says.
inline bool replays_to_mate(const search::mate::MateProblem& problem,
                            const search::mate::MateAnswer& answer) {
  chess::Setup setup = problem.position.setup();
  for (const chess::Move move : answer.line) {
    const auto legal = chess::legal_moves(setup);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
    setup = chess::after(setup, move);
  }
  return is_mated(setup) && static_cast<int>(answer.line.size()) == 2 * answer.moves - 1;
}

}  // namespace plylab::testing
