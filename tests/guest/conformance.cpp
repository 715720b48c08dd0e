// plylab's conformance suite, instantiated for a generator of a guest's own; and what it says about
// one with a bug.
#include <perft/verify/conformance.h>

#include "generator.h"

namespace plylab::perft::verify {

INSTANTIATE_TYPED_TEST_SUITE_P(Mine, MoveGenerator, guest::Generator);

TEST(BuggyGenerator, IsDiagnosed) {
  Guest<guest::BuggyGenerator> buggy("buggy");
  const auto diagnosis =
      diagnose(buggy, chess::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), 1);
  ASSERT_EQ(diagnosis.moves.size(), 1U);
  EXPECT_EQ(diagnosis.moves.front().wrong, Wrong::missing);
  EXPECT_EQ(diagnosis.moves.front().text, "e1c1");
}

}  // namespace plylab::perft::verify
