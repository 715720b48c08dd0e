// Divide, move by move, against engines that everybody trusts: Stockfish and its descendants.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "gen/chess/board/setup.h"
#include "gen/game/game.h"
#include "perft/walk/run.h"
#include "tests/support/process.h"

namespace plylab::testing {

/// A position and how deep to count.
struct DivideQuestion {
  std::string fen;
  int depth;
};

/// Leaves by move.
using Divide = std::map<std::string, std::string>;

/// The engine's divides, all asked in one run. `options` are lines for it to begin with.
inline std::vector<Divide> divides_of(const std::string& program, const std::string& options,
                                      const std::vector<DivideQuestion>& questions) {
  std::string input = options;
  for (const auto& [fen, depth] : questions)
    input += fmt::format("setoption name UCI_Chess960 value {}\nposition fen {}\ngo perft {}\n",
                         chess::needs_chess960(chess::parse_fen(fen)), fen, depth);
  const auto finished = run_process(program, {}, input + "quit\n");
  std::vector<Divide> answers(1);
  std::istringstream lines(finished.out);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (colon == std::string::npos) continue;
    if (line.starts_with("Nodes searched")) {
      answers.emplace_back();
    } else if (colon == 4 || colon == 5) {
      answers.back()[line.substr(0, colon)] = line.substr(colon + 2);
    }
  }
  answers.pop_back();
  return answers;
}

/// Asks the engine and every generator of the game and compares the answers; skips the test if the
/// engine is not installed.
template <Game G>
void expect_same_divides(const std::string& engine, const std::string& options,
                         const std::vector<DivideQuestion>& questions) {
  const auto program = find_program(engine);
  if (!program) GTEST_SKIP() << engine << " is not installed; ./lab test installs it";
  const auto answers = divides_of(*program, options, questions);
  ASSERT_EQ(answers.size(), questions.size());

  for (const std::string& generator : generator_names<G>())
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto& [fen, depth] = questions[i];
      Divide ours;
      for (const perft::RootMove& branch :
           perft::run<G>(G::parse(fen), {.generator = generator, .depth = depth}).branches)
        ours[branch.move] = to_string(branch.leaves);
      ASSERT_EQ(ours, answers[i]) << generator << " depth " << depth << ' ' << fen;
    }
}

}  // namespace plylab::testing
