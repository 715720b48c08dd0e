// plylab's conformance suite, instantiated for a generator of a guest's own; and what it says about
// one with a bug.
#include <perft/verify/conformance.h>

#include "generator.h"

namespace plylab::perft::verify {

INSTANTIATE_TYPED_TEST_SUITE_P(Mine, MoveGenerator, guest::Generator);

TEST(BuggyGenerator, IsDiagnosed) {
  const std::vector<std::string> report =
      report_on(chess::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), 1,
                [] { return std::make_unique<Guest<guest::BuggyGenerator>>("buggy"); });
  EXPECT_TRUE(std::ranges::any_of(report, [](const std::string& line) {
    return line.starts_with("  missing   e1c1    O-O-O is legal");
  }));
}

}  // namespace plylab::perft::verify
