// Debian's engines, where they are installed.
#include <string>

#include "tests/gen/engines/external_engines.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::PerftAnswer;
using engines::PerftQuestion;
using engines::ReportedBranch;
using testing::chess960_question;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::kiwipete;
using testing::startpos;

class RealEngines : public testing::ExternalEngines,
                    public ::testing::WithParamInterface<const char*> {};

TEST_P(RealEngines, AreUnderstood) {
  if (!testing::find_program(GetParam()))
    GTEST_SKIP() << GetParam() << " is not installed; ./lab test installs it";
  const auto running = start(GetParam(), "auto");
  EXPECT_THAT(running->name(), HasSubstr("tockfish"));
  EXPECT_TRUE(running->abilities().chess960);
  const PerftAnswer answer = running->ask(kiwipete(3));
  EXPECT_EQ(answer.total, Count(97862));
  EXPECT_EQ(answer.branches.size(), 48U);
  // Both castling moves of a Chess960 position, then standard chess again.
  const PerftQuestion question = chess960_question();
  const PerftAnswer with_castling = running->ask(question);
  EXPECT_EQ(with_castling.total, Count(26));
  EXPECT_THAT(with_castling.branches, Contains(ReportedBranch{"e1b1", Count(1)}));
  EXPECT_THAT(with_castling.branches, Contains(ReportedBranch{"e1g1", Count(1)}));
  const PerftAnswer standard = running->ask(kiwipete(1));
  EXPECT_THAT(standard.branches, Contains(ReportedBranch{"e1c1", Count(1)}));
}

INSTANTIATE_TEST_SUITE_P(Debian, RealEngines, ::testing::Values("stockfish", "fairy-stockfish"),
                         [](const auto& tested) {
                           return std::string(tested.param) == "stockfish" ? "Stockfish"
                                                                           : "FairyStockfish";
                         });

using RealXboardEngines = testing::ExternalEngines;

TEST_F(RealXboardEngines, FairyStockfishSpeaksXboardToo) {
  if (!testing::find_program("fairy-stockfish"))
    GTEST_SKIP() << "fairy-stockfish is not installed; ./lab test installs it";
  const auto running = start("fairy-stockfish", "xboard");
  EXPECT_THAT(running->name(), HasSubstr("Fairy-Stockfish"));
  PerftQuestion question = startpos(3);
  question.moves = {{chess::e2, chess::e4}};
  EXPECT_EQ(running->ask(question).total, Count(13160));
  EXPECT_EQ(running->ask(kiwipete(2)).total, Count(2039));
  EXPECT_EQ(running->ask(chess960_question()).total, Count(26));
  EXPECT_EQ(running->ask(kiwipete(2)).total, Count(2039));
}

}  // namespace
}  // namespace plylab
