// Gains of material: against the slow rules, and what the miner makes of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "gen/chess/legality/legality.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"
#include "suites/mine/problems.h"
#include "tests/search/mate/mate_reference.h"
#include "tests/suites/mine/gain_reference.h"
#include "tests/support/random_games.h"

namespace plylab::suites::mine {
namespace {

using chess::Move;

constexpr search::mate::MateLimits unlimited = {};

// The sanitizers make every step several times as slow.
#ifdef PLYLAB_SANITIZED
constexpr int share = 10;
#else
constexpr int share = 1;
#endif

std::optional<int> outcome_of(const char* fen, int plies) {
  return outcome(chess::ValidSetup(fen), plies, unlimited);
}

void expect_same_outcome(const chess::Setup& setup, int plies, std::map<bool, int>& seen) {
  const int expected = testing::slow_outcome(setup, plies, setup.side);
  ASSERT_EQ(outcome(chess::ValidSetup(setup), plies, unlimited), expected)
      << chess::to_string(setup) << " in " << plies;
  ++seen[expected > testing::slow_balance(setup, setup.side)];
}

TEST(Gain, OutcomeAgreesWithTheSlowRules) {
  std::map<bool, int> gains;
  std::uint64_t seed = 1;
  for (int i = 0; i < 300 / share; ++i) {
    const chess::Setup setup = testing::draw_few_pieces(4, seed);
    if (chess::legal_moves(setup).empty()) continue;
    expect_same_outcome(setup, 1, gains);
    if (i < 40 / share) expect_same_outcome(setup, 3, gains);
  }
  testing::random_positions(200 / share, 60, [&](const chess::Setup& setup, const auto&, auto) {
    chess::Setup without_clocks = setup;
    without_clocks.halfmove_clock = 0;
    expect_same_outcome(without_clocks, 1, gains);
  });
  EXPECT_GT(gains[true], 100 / share);
  EXPECT_GT(gains[false], 100 / share);
}

TEST(Gain, OutcomeOfPawnEndingsAgreesFivePliesDeep) {
  std::map<bool, int> gains;
  for (const char* fen : {"8/8/8/1k6/3p4/8/1K2P3/8 w - -", "8/8/8/8/k1p5/8/1P6/K7 w - -",
                          "8/P7/8/8/8/6k1/p7/7K w - -", "7k/5K2/8/6P1/8/8/8/8 w - -"})
    expect_same_outcome(chess::parse_fen(fen), 5, gains);
  EXPECT_GT(gains[true], 0);
}

TEST(Gain, OutcomeOfWhatCanBeSaidByHand) {
  // The fork wins the rook for the knight's safe retreat.
  EXPECT_EQ(outcome_of("r3k3/8/8/3N4/8/8/5P2/4K3 w - -", 1), 4 - 5);
  EXPECT_EQ(outcome_of("r3k3/8/8/3N4/8/8/5P2/4K3 w - -", 3), 4);
  // Without the pawn, what is left cannot mate.
  EXPECT_LT(outcome_of("r3k3/8/8/3N4/8/8/8/4K3 w - -", 3), 0);
  // A mate counts as such, no move as nothing.
  EXPECT_EQ(outcome_of("6k1/5ppp/8/8/8/8/8/R3K3 w - -", 1), mated);
  EXPECT_EQ(outcome_of("8/8/8/8/8/k7/p7/K7 w - -", 1), no_gain);
  // The pawn on d5 is protected: taking it loses the queen.
  EXPECT_EQ(outcome_of("4k3/8/4p3/3p4/8/8/3Q4/3K4 w - -", 1), 9 - 2);
}

TEST(Gain, NothingIsSaidAtTheLimit) {
  EXPECT_EQ(outcome(chess::ValidSetup(chess::startpos_fen), 7, {.nodes = 1000}), std::nullopt);
  EXPECT_EQ(unique_gain(chess::ValidSetup("r3k3/8/8/3N4/8/5P2/8/4K3 w - -"), 3, {.nodes = 10})
                .has_value(),
            false);
}

struct Expected {
  const char* why;
  const char* fen;
  const char* line;  // "" for none
};

TEST(Gain, UniqueGains) {
  const Expected cases[] = {
      {"a fork", "r3k3/8/8/3N4/8/8/5P2/4K3 w - - 0 1", "1. Nc7+ Kd7 2. Nxa8"},
      {"after the capture no pawn is left, and a knight does not win",
       "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", ""},
      {"two forks", "r3k2r/8/8/3N4/8/8/5P2/4K3 w - - 0 1", ""},
      {"the rook hangs", "r3k3/8/8/8/8/8/R4P2/4K3 w - - 0 1", ""},
      {"ahead already", "r3k3/8/8/3N4/8/8/5PPP/R3K2R w - - 0 1", ""},
      {"a pawn that just runs", "8/8/P7/8/6k1/8/8/6K1 w - - 0 1", ""},
  };
  for (const auto& [why, fen, line] : cases) {
    const chess::ValidSetup position(fen);
    const auto gain = unique_gain(position, 5, unlimited);
    EXPECT_EQ(gain ? chess::san_line(position, gain->line) : "", line) << why;
  }
}

/// What a record states.
Gain stated_gain(const epd::Record& record) {
  Gain gain;
  std::istringstream text(record.text("c1").value());
  std::string word;
  text >> word >> gain.pawns >> word >> gain.plies;
  gain.pawns /= 100;
  gain.key = epd::best_moves(record, chess::Mailbox(chess::ValidSetup(record.setup)).generate())
                 .moves.at(0);
  return gain;
}

TEST(Gain, TheSlowRulesSayWhatUniqueGainSays) {
  int tried = 0;
  for (const epd::Record& record : testing::shipped_suite("tactics")) {
    const Gain gain = stated_gain(record);
    if (gain.plies != 3 || piece_count(record.setup) > 5 || tried++ % share != 0) continue;
    if (tried > 8) break;
    const int goal = testing::slow_balance(record.setup, record.setup.side) + gain.pawns;
    for (const Move move : chess::legal_moves(record.setup)) {
      const int value =
          testing::slow_outcome(chess::after(record.setup, move), 2, record.setup.side);
      if (move == gain.key)
        EXPECT_EQ(value, goal) << record.id().value();
      else
        EXPECT_LE(value, goal - margin(gain.pawns)) << record.id().value();
    }
  }
  EXPECT_GE(tried, 8);
}

TEST(ShippedTactics, AreProvedAgain) {
  const auto suite = testing::shipped_suite("tactics");
  ASSERT_GE(suite.size(), 500U);
  std::map<std::pair<int, GainClass>, int> groups;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const epd::Record& record = suite[i];
    const Gain stated = stated_gain(record);
    ++groups[{stated.plies, gain_class_of(stated.pawns)}];
    if (i % share != 0) continue;
    const auto gain = unique_gain(chess::ValidSetup(record.setup), stated.plies, unlimited);
    ASSERT_TRUE(gain.has_value()) << record.id().value();
    EXPECT_TRUE(gain->same_as(stated)) << record.id().value();
    EXPECT_TRUE(chess::examine(record.setup).empty()) << record.id().value();
    if (i % (20 * share) == 0 && stated.plies < 7) {
      EXPECT_TRUE(holds_deeper(chess::ValidSetup(record.setup), *gain, unlimited))
          << record.id().value();
    }
  }
  EXPECT_EQ(groups.size(), 12U);
}

TEST(ShippedTactics, NeedEveryPiece) {
  const auto suite = testing::shipped_suite("tactics");
  for (std::size_t i = 0; i < suite.size(); i += 5 * share) {
    const epd::Record& record = suite[i];
    const Gain stated = stated_gain(record);
    if (stated.plies > 5) continue;
    std::uint64_t seed = 0;
    chess::Setup fewest = record.setup;
    minimize(fewest, stated.key.from(), seed, [&](const chess::Setup& fewer) {
      const auto gain = unique_gain(chess::ValidSetup(fewer), stated.plies, unlimited);
      return gain && gain->same_as(stated);
    });
    EXPECT_EQ(fewest, record.setup) << record.id().value();
  }
}

Tactic tactic_of(const char* fen) {
  Tactic tactic{chess::parse_fen(fen), {}};
  tactic.gain = unique_gain(chess::ValidSetup(fen), 5, unlimited).value();
  return tactic;
}

TEST(Tactic, PatternIsThatOfMirroredAndShiftedTwins) {
  const auto fork = tactic_of("r3k3/8/8/3N4/8/8/5P2/4K3 w - -").pattern();
  EXPECT_EQ(tactic_of("3k3r/8/8/4N3/8/8/2P5/3K4 w - -").pattern(), fork) << "mirrored";
  EXPECT_EQ(tactic_of("4k3/2p5/8/8/4n3/8/8/3K3R b - -").pattern(), fork) << "other colours";
  EXPECT_EQ(tactic_of("1r3k2/8/8/4N3/8/8/6P1/5K2 w - -").pattern(), fork) << "shifted";
  EXPECT_NE(tactic_of("r3k2b/8/8/3N4/8/8/5P1B/4K3 w - -").pattern(), fork) << "other pieces";
}

TEST(TacticMiner, MakesTheSameOnAnyNumberOfThreads) {
  const std::atomic<bool> stop = false;
  const TacticMiner miner(3, 5, 20'000);
  const auto mined = [&](int threads, PlayStyle play) {
    MiningRequest request{.problems = 16, .games = 32, .play = play, .threads = threads};
    return to_epd(collect(miner, request, stop, [](const auto&) {}), {"head"});
  };
  for (const PlayStyle play : {PlayStyle::random, PlayStyle::searched}) {
    const std::string text = mined(1, play);
    EXPECT_EQ(text, mined(2, play));
    const auto suite = epd::parse_suite(text, "mined");
    EXPECT_TRUE(suite.issues.empty());
    EXPECT_GE(suite.records.size(), 3U);
    for (const epd::Record& record : suite.records)
      EXPECT_TRUE(unique_gain(chess::ValidSetup(record.setup), 5, unlimited)
                      .value()
                      .same_as(stated_gain(record)));
  }
}

TEST(TacticMiner, LeavesOutWhatIsNamed) {
  const std::atomic<bool> stop = false;
  const TacticMiner miner(3, 3, 20'000);
  MiningRequest request{.problems = 4, .games = 16};
  const auto all = collect(miner, request, stop, [](const auto&) {});
  ASSERT_GE(all.size(), 2U);
  const Origin& origin = all[1].origin;
  request.without = {std::to_string(origin.game) + '.' + std::to_string(origin.ply)};
  const auto fewer = collect(miner, request, stop, [](const auto&) {});
  EXPECT_EQ(fewer.size(), all.size() - 1);
  for (const Tactic& tactic : fewer) EXPECT_NE(tactic.setup, all[1].setup);
}

}  // namespace
}  // namespace plylab::suites::mine
