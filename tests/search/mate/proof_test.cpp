// Proofs of mates are replayed, and one with a hole is none.
#include "search/mate/proof.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/chess/board/reference.h"
#include "gen/chess/mailbox/mailbox.h"
#include "tests/search/mate/mate_problems.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using testing::morphy;
using testing::problem;

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
