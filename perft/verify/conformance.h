// The conformance suite for your own move generator, in your own GoogleTest program:
//
//   #include <perft/verify/conformance.h>
//   namespace plylab::perft::verify {
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, MoveGenerator, MyGenerator);
//   }
//
// where MyGenerator models plylab::perft::verify::GuestGenerator. Link with GTest::gtest_main.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/epd/epd.h"
#include "perft/verify/generator.h"
#include "perft/verify/random_positions.h"
#include "perft/verify/report.h"
#include "perft/verify/verification.h"

namespace plylab::perft::verify {

/// The fixture of the tests of a user's generator.
template <GuestGenerator G>
class MoveGenerator : public ::testing::Test {
 protected:
  /// Fails with the diagnosis of every fault that the tasks show.
  static void expect_agreement(const std::vector<Task>& tasks) {
    VerificationOptions verification;
    verification.start = [] { return std::make_unique<Guest<G>>("the generator"); };
    const VerificationResult result{.generator = "the generator",
                                    .tasks = tasks,
                                    .outcomes = verify(tasks, verification),
                                    .max_faults = verification.max_faults};
    std::string reported;
    for (const std::string& line : text_report(result)) reported += line + '\n';
    EXPECT_TRUE(reported.empty()) << '\n' << reported;
  }

  /// Positions of random games; of Chess960 only if the generator supports it.
  static std::vector<chess::Setup> games(std::size_t number) {
    auto positions = random_positions(number, 1, false);
    if (plays_chess960<G>())
      for (const chess::Setup& setup : random_positions(number, 2, true))
        positions.push_back(setup);
    return positions;
  }
};

TYPED_TEST_SUITE_P(MoveGenerator);

/// The counts of the shipped suite, whose positions cover every rule.
TYPED_TEST_P(MoveGenerator, CountsTheSuite) {
  this->expect_agreement(tasks_of(epd::find_suite("verify").records));
}

/// Perft at depth 1 and 2 of random positions.
TYPED_TEST_P(MoveGenerator, CountsRandomPositions) {
  std::vector<Task> tasks;
  for (const chess::Setup& setup : this->games(1'000))
    tasks.push_back({to_string(setup), setup, 2});
  this->expect_agreement(tasks);
}

/// For generators that can write a FEN: unmake restores what make changed.
TYPED_TEST_P(MoveGenerator, UnmakeRestoresTheFen) {
  if constexpr (requires(const TypeParam& position) { position.fen(); }) {
    for (const chess::Setup& setup : this->games(1'000)) {
      TypeParam position(to_string(setup));
      const std::string before = position.fen();
      for (const auto& move : position.moves()) {
        const std::string text = position.text(move);
        position.make(move);
        position.unmake(move);
        ASSERT_EQ(position.fen(), before) << "after " << text << " was made and unmade";
      }
    }
  } else {
    GTEST_SKIP() << "it has no fen()";
  }
}

/// For generators with keys: a key does not depend on the path to the position, and unmake restores
/// it.
TYPED_TEST_P(MoveGenerator, KeysAreThoseOfThePosition) {
  if constexpr (requires(const TypeParam& position) { position.key(); }) {
    for (const chess::Setup& setup : this->games(1'000)) {
      TypeParam position(to_string(setup));
      const auto before = position.key();
      const std::vector<chess::Move> legal = chess::legal_moves(setup);
      for (const auto& move : position.moves()) {
        const std::string text = position.text(move);
        const auto known = std::find_if(legal.begin(), legal.end(),
                                        [&](chess::Move m) { return move_text(setup, m) == text; });
        position.make(move);
        if (known != legal.end()) {
          ASSERT_EQ(position.key(), TypeParam(to_string(chess::after(setup, *known))).key())
              << "after " << text << " in " << to_string(setup);
        }
        position.unmake(move);
        ASSERT_EQ(position.key(), before)
            << "when " << text << " is unmade in " << to_string(setup);
      }
    }
  } else {
    GTEST_SKIP() << "it has no key()";
  }
}

REGISTER_TYPED_TEST_SUITE_P(MoveGenerator, CountsTheSuite, CountsRandomPositions,
                            UnmakeRestoresTheFen, KeysAreThoseOfThePosition);

}  // namespace plylab::perft::verify
