// Divide, move by move, against an engine that everybody trusts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "gen/chess/chess960.h"
#include "gen/chess/registry.h"
#include "perft/run.h"
#include "tests/support/process.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

using Branches = std::map<std::string, std::string>;

struct Question {
  std::string fen;
  int depth;
};

/// Stockfish's divides, all asked in one run.
std::vector<Branches> ask_stockfish(const std::string& program,
                                    const std::vector<Question>& questions) {
  std::string input;
  for (const auto& [fen, depth] : questions)
    input += fmt::format("setoption name UCI_Chess960 value {}\nposition fen {}\ngo perft {}\n",
                         chess::needs_chess960(chess::parse_fen(fen)), fen, depth);
  const auto finished = testing::run_process(program, {}, input + "quit\n");
  std::vector<Branches> answers(1);
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

/// Asks Stockfish and every generator and compares the answers.
void expect_same_divides(const std::vector<Question>& questions) {
  const auto program = testing::find_program("stockfish");
  if (!program) GTEST_SKIP() << "stockfish is not installed; ./lab test installs it";
  const auto answers = ask_stockfish(*program, questions);
  ASSERT_EQ(answers.size(), questions.size());

  for (const std::string& generator : generator_names<chess::Chess>())
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto& [fen, depth] = questions[i];
      Branches ours;
      for (const perft::RootMove& branch :
           perft::run<chess::Chess>(chess::ValidSetup(std::string_view(fen)),
                                    {.generator = generator, .depth = depth})
               .branches)
        ours[branch.move] = to_string(branch.leaves);
      ASSERT_EQ(ours, answers[i]) << generator << " depth " << depth << ' ' << fen;
    }
}

TEST(Stockfish, DividesAsEveryGeneratorDoes) {
  std::vector<Question> questions;
  for (const auto& record : testing::shipped_suite("perft"))
    questions.push_back({to_string(record.setup), 3});
  testing::random_positions(40'000, 100, [&](const auto& setup, const auto&, auto) {
    if (setup.fullmove % 10 == 7) questions.push_back({to_string(setup), 2});
  });
  expect_same_divides(questions);
}

TEST(Stockfish, DividesChess960AsEveryGeneratorDoes) {
  std::vector<Question> questions;
  testing::random_chess960_positions(20'000, [&](const auto& setup, const auto&, auto) {
    if (setup.fullmove % 10 == 3) questions.push_back({to_string(setup), 2});
  });
  expect_same_divides(questions);
}

TEST(Stockfish, DividesTheStartingArraysOfChess960) {
  std::vector<Question> questions;
  for (unsigned number = 0; number < chess::chess960_starts; ++number)
    questions.push_back({shredder_fen(chess::chess960_start(number)), 3});
  expect_same_divides(questions);
}

}  // namespace
}  // namespace plylab
