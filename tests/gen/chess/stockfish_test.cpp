// Divide, move by move, against an engine that everybody trusts.
#include "tests/support/stockfish.h"

#include <gtest/gtest.h>

#include "gen/chess/board/setup.h"
#include "gen/chess/registry.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

using testing::DivideQuestion;

void expect_same_divides(const std::vector<DivideQuestion>& questions) {
  testing::expect_same_divides<chess::Chess>("stockfish", "", questions);
}

TEST(Stockfish, DividesAsEveryGeneratorDoes) {
  std::vector<DivideQuestion> questions;
  for (const auto& record : testing::shipped_suite("perft"))
    questions.push_back({to_string(record.setup), 3});
  testing::random_positions(40'000, 100, [&](const auto& setup, const auto&, auto) {
    if (setup.fullmove % 10 == 7) questions.push_back({to_string(setup), 2});
  });
  expect_same_divides(questions);
}

TEST(Stockfish, DividesChess960AsEveryGeneratorDoes) {
  std::vector<DivideQuestion> questions;
  testing::random_chess960_positions(20'000, [&](const auto& setup, const auto&, auto) {
    if (setup.fullmove % 10 == 3) questions.push_back({to_string(setup), 2});
  });
  expect_same_divides(questions);
}

TEST(Stockfish, DividesTheStartingArraysOfChess960) {
  std::vector<DivideQuestion> questions;
  for (unsigned number = 0; number < chess::chess960_starts; ++number)
    questions.push_back({shredder_fen(chess::chess960_start(number)), 3});
  expect_same_divides(questions);
}

}  // namespace
}  // namespace plylab
