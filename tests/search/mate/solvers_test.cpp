// The three mate solvers: against the slow rules, against each other, and on known problems.
#include "search/mate/solvers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/chess/line.h"
#include "gen/chess/mailbox/mailbox.h"
#include "search/mate/proof.h"
#include "search/mate/unique.h"
#include "tests/search/mate/mate_reference.h"
#include "tests/support/random_games.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using ::testing::StartsWith;

constexpr const char* dabbaba_1 = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - -";
constexpr const char* dabbaba_2 = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - -";
constexpr const char* dabbaba_3 = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - -";
constexpr const char* morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
constexpr const char* perpetual = "6k1/5p1p/5Q2/8/8/8/qr6/7K w - -";

// The sanitizers make every step several times as slow.
#ifdef PLYLAB_SANITIZED
constexpr int share = 10;
#else
constexpr int share = 1;
#endif

MateProblem problem(const chess::Setup& setup, int most_moves) {
  MateProblem problem{chess::ValidSetup(setup)};
  problem.most_moves = most_moves;
  problem.table_bytes = 1 << 20;
  return problem;
}

MateProblem problem(const char* fen, int most_moves = 0) {
  return problem(chess::parse_fen(fen), most_moves);
}

std::string line_of(const MateProblem& problem, const MateAnswer& answer) {
  return chess::san_line(problem.position, answer.line);
}

/// Whether the line is legal and ends in a mate after as many moves as the answer says.
bool replays_to_mate(const MateProblem& problem, const MateAnswer& answer) {
  chess::Setup setup = problem.position.setup();
  for (const Move move : answer.line) {
    const auto legal = chess::legal_moves(setup);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
    setup = chess::after(setup, move);
  }
  return testing::is_mated(setup) && static_cast<int>(answer.line.size()) == 2 * answer.moves - 1;
}

/// Positions with few pieces in which mates of up to so many moves are looked for.
void expect_agreement(int positions, int pieces, int most_moves) {
  int mates = 0;
  std::uint64_t seed = static_cast<std::uint64_t>(pieces);
  for (int i = 0; i < positions; ++i) {
    const chess::Setup setup = testing::draw_few_pieces(pieces, seed);
    const MateProblem asked = problem(setup, most_moves);
    const MateAnswer answer = solve_exhaustively(asked);
    const int right = testing::shortest_mate(setup, most_moves);
    if (right == 0) {
      ASSERT_EQ(answer.status, MateStatus::none_within) << to_string(setup);
      ASSERT_EQ(answer.moves, most_moves);
      continue;
    }
    ++mates;
    ASSERT_EQ(answer.status, MateStatus::shortest) << to_string(setup);
    ASSERT_EQ(answer.moves, right) << to_string(setup);
    ASSERT_TRUE(replays_to_mate(asked, answer)) << to_string(setup);
    ASSERT_TRUE(testing::mates_by(setup, answer.line.front(), right)) << to_string(setup);
  }
  EXPECT_GT(mates, positions / 10);
  EXPECT_LT(mates, positions);
}

TEST(Exhaustive, AgreesWithTheSlowRulesInOneMove) { expect_agreement(2'000, 5, 1); }
TEST(Exhaustive, AgreesWithTheSlowRulesInTwoMoves) { expect_agreement(1'000, 4, 2); }
TEST(Exhaustive, AgreesWithTheSlowRulesInThreeMoves) { expect_agreement(400, 2, 3); }

/// Promotions, e.p. captures and castling mate too.
TEST(Exhaustive, AgreesWithTheSlowRulesOnFullBoards) {
  int mates = 0;
  const auto compare = [&](const chess::Setup& setup, const auto&, Move) {
    const bool right = testing::mates_within(setup, 1);
    mates += right;
    EXPECT_EQ(solve_exhaustively(problem(setup, 1)).mates(), right) << to_string(setup);
  };
  testing::random_positions(4'000, 60, compare);
  testing::random_chess960_positions(4'000, compare);
  EXPECT_GT(mates, 100);
}

TEST(Exhaustive, SolvesKnownProblems) {
  struct Known {
    const char* fen;
    int moves;
    const char* key;
  };
  for (const auto& [fen, moves, key] : {
           // Morphy
           Known{morphy, 2, "1. Ra6"},
           // Réti-Tartakower, Vienna 1910
           Known{"rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq -", 3, "1. Qd8+"},
           // Anderssen-Dufresne, Berlin 1852
           Known{"1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - -", 4, "1. Qxd7+"},
           // Loyd's Excelsior, 1861
           Known{"n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -", 5, "1. b4"},
       }) {
    const MateProblem asked = problem(fen);
    const MateAnswer answer = solve_exhaustively(asked);
    EXPECT_EQ(answer.status, MateStatus::shortest) << fen;
    EXPECT_EQ(answer.moves, moves) << fen;
    EXPECT_EQ(answer.refuted, moves - 1) << fen;
    EXPECT_THAT(line_of(asked, answer), StartsWith(key));
    EXPECT_TRUE(replays_to_mate(asked, answer)) << fen;
    EXPECT_TRUE(unique_mate(asked).has_value()) << fen;
  }
}

TEST(Exhaustive, GivesTheSameAnswerWithoutRoomForATable) {
  MateProblem asked = problem("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -", 4);
  asked.table_bytes = 1;
  EXPECT_EQ(solve_exhaustively(asked).status, MateStatus::none_within);
  asked = problem("1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - -");
  asked.table_bytes = 1;
  EXPECT_EQ(solve_exhaustively(asked).status, MateStatus::shortest);
}

TEST(Exhaustive, SaysHowFarItCame) {
  MateProblem asked = problem(dabbaba_1);
  asked.limits.nodes = 200'000;
  const MateAnswer answer = solve_exhaustively(asked);
  EXPECT_EQ(answer.status, MateStatus::none_within);
  EXPECT_EQ(answer.moves, 4);
  EXPECT_EQ(answer.nodes, 200'000U);
  EXPECT_EQ(solve_exhaustively(asked).moves, 4);

  asked.limits.nodes = 1;
  EXPECT_EQ(solve_exhaustively(asked).moves, 1);
  EXPECT_EQ(solve_exhaustively(asked).status, MateStatus::none_within);
}

TEST(Exhaustive, IgnoresTheFiftyMoveRule) {
  EXPECT_EQ(solve_exhaustively(problem("kbK5/pp6/1P6/8/8/8/8/R7 w - - 99 80")).moves, 2);
}

/// Asks both about the same bound; they must not contradict each other. Counts the mates.
void expect_no_contradiction(const chess::Setup& setup, int most_moves, int& mates) {
  MateProblem asked = problem(setup, most_moves);
  const MateAnswer truth = solve_exhaustively(asked);
  asked.limits.nodes = 3000;
  const MateAnswer claimed = solve_by_proof_numbers(asked);
  if (claimed.status == MateStatus::unknown) return;
  ASSERT_EQ(claimed.mates(), truth.mates()) << to_string(setup) << ", " << most_moves;
  if (!claimed.mates()) return;
  ++mates;
  ASSERT_EQ(claimed.status, MateStatus::line_valid) << to_string(setup);
  ASSERT_GE(claimed.moves, truth.moves) << to_string(setup);
  ASSERT_TRUE(replays_to_mate(asked, claimed)) << to_string(setup);
}

TEST(ProofNumbers, NeverClaimWhatExhaustiveSearchRefutes) {
  int mates = 0;
  std::uint64_t seed = 1;
  for (int i = 0; i < 14'000 / share && !::testing::Test::HasFatalFailure(); ++i)
    expect_no_contradiction(testing::draw_few_pieces(2 + i % 6, seed), 2 + i % 2, mates);
  testing::random_positions(6'000 / share, 60, [&](const chess::Setup& setup, const auto&, Move) {
    if (!::testing::Test::HasFatalFailure()) expect_no_contradiction(setup, 2, mates);
  });
  EXPECT_GT(mates, 3'000 / share);
}

TEST(ProofNumbers, FindMatesFarBeyondFullWidth) {
  for (const auto& [fen, moves] : {std::pair(dabbaba_1, 10), std::pair(dabbaba_2, 12)}) {
    const MateProblem asked = problem(fen, moves);
    const MateAnswer answer = solve_by_proof_numbers(asked);
    EXPECT_EQ(answer.status, MateStatus::line_valid);
    EXPECT_LE(answer.moves, moves);
    EXPECT_TRUE(replays_to_mate(asked, answer));
  }
}

TEST(ProofNumbers, FindTheMateInEightThatQuietMovesAllow) {
  const MateProblem asked = problem(dabbaba_1, 8);
  const MateAnswer answer = solve_by_proof_numbers(asked);
  EXPECT_EQ(answer.status, MateStatus::line_valid);
  EXPECT_EQ(answer.moves, 8);
  EXPECT_THAT(line_of(asked, answer), StartsWith("1... Qxh2+"));
  EXPECT_TRUE(replays_to_mate(asked, answer));
}

TEST(ProofNumbers, RaiseTheirBoundThemselves) {
  const MateAnswer answer = solve_by_proof_numbers(problem(dabbaba_2));
  EXPECT_EQ(answer.status, MateStatus::line_valid);
  EXPECT_EQ(answer.moves, 12);
}

// White can check for ever, but not mate: each line repeats until its moves run out.
TEST(ProofNumbers, AreNotFooledByRepetition) {
  MateProblem asked = problem(perpetual, 4);
  asked.limits.nodes = 3'000'000;
  for (const MateSolver& solver : {find_mate_solver("dfpn"), find_mate_solver("exhaustive")}) {
    const MateAnswer answer = solver.solve(asked);
    EXPECT_EQ(answer.status, MateStatus::none_within) << solver.name;
    EXPECT_EQ(answer.moves, 4) << solver.name;
  }
}

TEST(ProofNumbers, FindTheSameMatesInASmallTable) {
  MateProblem asked = problem(dabbaba_1, 8);
  asked.table_bytes = 1 << 14;
  asked.limits.nodes = 3'000'000;
  EXPECT_EQ(solve_by_proof_numbers(asked).status, MateStatus::line_valid);
}

TEST(Checks, SolveDabbabasMates) {
  for (const auto& [fen, moves, key] : {std::tuple(dabbaba_1, 10, "1... Qxh2+ 2. Kxh2 Rh5+"),
                                        std::tuple(dabbaba_2, 12, "1. Ng5+ Kg8 2. Nh6+")}) {
    const MateProblem asked = problem(fen);
    const MateAnswer answer = solve_by_checks(asked);
    EXPECT_EQ(answer.status, MateStatus::line_valid);
    EXPECT_EQ(answer.moves, moves);
    EXPECT_THAT(line_of(asked, answer), StartsWith(key));
    EXPECT_TRUE(replays_to_mate(asked, answer));
    EXPECT_LT(answer.nodes, 20'000U);
  }
}

TEST(Checks, WinDabbabasQueenByQuietCapturesOnly) {
  MateProblem asked = problem(dabbaba_3);
  EXPECT_EQ(solve_by_checks(asked).status, MateStatus::unknown);
  asked.quiet_captures = true;
  const MateAnswer answer = solve_by_checks(asked);
  EXPECT_EQ(answer.status, MateStatus::found);
  EXPECT_FALSE(answer.mates());
  EXPECT_EQ(answer.gain, 8);  // the queen for a pawn
  EXPECT_THAT(line_of(asked, answer), StartsWith("1. g4+ Kg6 2. f5+ Kg5 3. Be3+ Kf6 4. e5+"));
  EXPECT_THAT(line_of(asked, answer), ::testing::EndsWith("7. Nxa8"));
}

TEST(Checks, FindNoMateThatNeedsAQuietMove) {
  EXPECT_EQ(solve_by_checks(problem(morphy)).status, MateStatus::unknown);
}

TEST(Checks, KeepToTheMovesAskedFor) {
  EXPECT_EQ(solve_by_checks(problem(dabbaba_1, 9)).status, MateStatus::unknown);
  EXPECT_EQ(solve_by_checks(problem(dabbaba_1, 10)).status, MateStatus::line_valid);
}

TEST(Checks, NeverClaimWhatExhaustiveSearchRefutes) {
  int mates = 0;
  std::uint64_t seed = 2;
  for (int i = 0; i < 2'000; ++i) {
    const MateProblem asked = problem(testing::draw_few_pieces(3 + i % 4, seed), 3);
    const MateAnswer claimed = solve_by_checks(asked);
    if (!claimed.mates()) continue;
    ++mates;
    const MateAnswer truth = solve_exhaustively(asked);
    ASSERT_EQ(claimed.status, MateStatus::line_valid);
    ASSERT_LE(claimed.moves, 3);
    ASSERT_TRUE(truth.mates()) << to_string(asked.position.setup());
    ASSERT_GE(claimed.moves, truth.moves);
  }
  EXPECT_GT(mates, 300);
}

TEST(Solvers, RefuteMatesInEndedGames) {
  for (const char* fen : {"7k/5Q2/6K1/8/8/8/8/8 b - -",     // stalemate
                          "7k/6Q1/6K1/8/8/8/8/8 b - -"}) {  // mate
    EXPECT_EQ(solve_exhaustively(problem(fen, 2)).status, MateStatus::none_within) << fen;
    EXPECT_EQ(solve_by_proof_numbers(problem(fen, 2)).status, MateStatus::none_within) << fen;
    EXPECT_EQ(solve_by_checks(problem(fen, 2)).status, MateStatus::unknown) << fen;
  }
}

TEST(Solvers, StopWhenTold) {
  const std::atomic<bool> stop = true;
  for (const MateSolver& solver : mate_solvers) {
    MateProblem asked = problem(perpetual);
    asked.limits.stop = &stop;
    EXPECT_LE(solver.solve(asked).nodes, 400'000U) << solver.name;
  }
}

Key key_of(const chess::Setup& setup) { return chess::Mailbox(chess::ValidSetup(setup)).key(); }

/// Morphy's problem, with answers as given to 1...bxa6 and to the moves of the bishop.
Proof morphys_proof(const char* after_pawn, const char* after_bishop) {
  chess::Setup setup = chess::parse_fen(morphy);
  const auto move_of = [](const chess::Setup& in, const char* text) {
    return parse_move(chess::Mailbox(chess::ValidSetup(in)), text);
  };
  Proof proof;
  proof.add(key_of(setup), {move_of(setup, "Ra6"), 2});
  setup = chess::after(setup, move_of(setup, "Ra6"));
  for (const Move reply : chess::legal_moves(setup)) {
    const chess::Setup then = chess::after(setup, reply);
    const char* answer = reply.is_capture() ? after_pawn : after_bishop;
    if (*answer != 0) proof.add(key_of(then), {move_of(then, answer), 1});
  }
  return proof;
}

TEST(Proofs, AreReplayedMoveByMove) {
  const chess::ValidSetup position{morphy};
  const auto line = replay(position, morphys_proof("b7#", "Rxa7#"));
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(line->size(), 3U);
}

TEST(Proofs, WithAHoleAreNone) {
  const chess::ValidSetup position{morphy};
  EXPECT_FALSE(replay(position, {}).has_value());
  EXPECT_FALSE(replay(position, morphys_proof("b7#", "")).has_value());  // an answer is missing
  EXPECT_FALSE(replay(position, morphys_proof("Kd8", "Rxa7#")).has_value());  // or does not mate
  Proof illegal = morphys_proof("b7#", "Rxa7#");
  illegal.add(key_of(position.setup()), {Move(chess::a1, chess::b2), 2});
  EXPECT_FALSE(replay(position, illegal).has_value());
  Proof endless = morphys_proof("b7#", "Rxa7#");
  endless.add(key_of(position.setup()), {Move(chess::a1, chess::a6), 1});  // fewer than it takes
  EXPECT_FALSE(replay(position, endless).has_value());
}

}  // namespace
}  // namespace plylab::search::mate
