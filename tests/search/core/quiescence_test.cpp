// The quiescence search beside a slow reference: the same values and the same number of positions.
#include "search/core/quiescence.h"

#include <gtest/gtest.h>

#include "search/core/searcher.h"
#include "tests/search/core/quiescence_reference.h"
#include "tests/support/cases.h"
#include "tests/support/random_games.h"

namespace plylab::search {
namespace {

using testing::SlowQuiescence;

const int positions = testing::cases(4'000);

/// Compares both in some windows; gives how many positions they visited.
std::uint64_t compare(const chess::Setup& fen, const char* with) {
  const ChessEvaluation pst("pst");
  const chess::Mailbox board{chess::ValidSetup(fen)};
  Settings settings;
  settings.switches = parse_switches("with", with);
  std::uint64_t visited = 0;
  const Value middle = pst(board);
  for (const auto& [alpha, beta] : {std::pair{-infinity, infinity}, std::pair{middle - 1, middle},
                                    std::pair{middle + 100, middle + 200}}) {
    Searcher<chess::Mailbox, ChessEvaluation> searcher(board, pst, settings);
    SlowQuiescence slow{pst, settings.switches};
    const Value expected = slow.value(fen, 1, alpha, beta);
    EXPECT_EQ(quiesce(searcher, 1, alpha, beta), expected)
        << to_string(fen) << " with " << with << " in (" << alpha << ", " << beta << ')';
    EXPECT_EQ(searcher.stats[Event::quiescence], slow.visited) << to_string(fen);
    EXPECT_EQ(searcher.position.packed(), board.packed());
    visited += slow.visited;
  }
  return visited;
}

TEST(Quiescence, AgreesWithASlowReference) {
  for (const char* with :
       {"quiescence", "quiescence,sound-captures", "quiescence,sound-captures,quiet-checks"}) {
    std::uint64_t visited = 0;
    int number = 0;
    testing::random_positions(positions, 60, [&](const chess::Setup& fen, const auto&, auto) {
      if (++number % 7 == 0) visited += compare(fen, with);
    });
    EXPECT_GT(visited, static_cast<std::uint64_t>(positions)) << with;
  }
}

TEST(Quiescence, SeesMatesStalematesAndDraws) {
  const ChessEvaluation pst("pst");
  const auto value_of_fen = [&](const char* fen) {
    Settings settings;
    settings.switches = parse_switches("with", "quiescence");
    Searcher<chess::Mailbox, ChessEvaluation> searcher(chess::Mailbox(chess::ValidSetup(fen)), pst,
                                                       settings);
    return quiesce(searcher, 3, -infinity, infinity);
  };
  EXPECT_EQ(value_of_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), -mate_value + 3);
  EXPECT_EQ(value_of_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0);
  EXPECT_EQ(value_of_fen("4k3/8/8/8/8/8/8/3BK3 w - - 0 1"), 0);
  EXPECT_EQ(value_of_fen("4k3/8/8/8/8/8/8/3QK3 w - - 100 90"), 0);
  // A capture that mates is seen as mate.
  EXPECT_EQ(value_of_fen("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), mate_value - 4);
}

}  // namespace
}  // namespace plylab::search
