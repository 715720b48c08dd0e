// Engines and tools by each protocol.
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/gen/engines/external_engines.h"

namespace plylab {
namespace {

using engines::PerftAnswer;
using engines::PerftQuestion;
using engines::ReportedBranch;
using testing::chess960_question;
using testing::content;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using testing::startpos;

using Protocols = testing::ExternalEngines;

TEST_F(Protocols, UciHearsPositionMovesAndQuestion) {
  const std::string script = file("divides", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    uci) echo "id name $1"; echo uciok ;;
    isready) echo readyok ;;
    go*) printf 'info string x: 7\ne7e8q: 5\na2a3: 12\nP@e4: 1\r\n\nNodes searched: 18\n' ;;
  esac
done
)");
  const auto running = start("/bin/sh " + script + " \"Two words\"");
  EXPECT_EQ(running->name(), "Two words");
  EXPECT_TRUE(running->abilities().plays_moves);
  EXPECT_TRUE(running->abilities().divides);
  EXPECT_FALSE(running->abilities().chess960);
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}, {chess::e7, chess::e5}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(18));
  EXPECT_THAT(answer.branches,
              ElementsAre(ReportedBranch{"e7e8q", Count(5)}, ReportedBranch{"a2a3", Count(12)},
                          ReportedBranch{"P@e4", Count(1)}));
  EXPECT_GT(answer.seconds, 0);
  const std::string position = "position fen " + std::string(chess::startpos_fen);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("uci\nisready\n" + position + " moves e2e4 e7e5\nisready\ngo perft 2\n"));
  running->ask(startpos(1));
  EXPECT_THAT(content(path("heard")), HasSubstr("isready\n" + position + "\nisready\ngo perft 1"));
}

TEST_F(Protocols, XboardFeaturesAreHeeded) {
  const std::string script = program("xb", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    protover*) echo 'feature ping=1 usermove=1 setboard=1 myname="Boards 2.0" done=1' ;;
    ping*) echo "pong ${line#ping }" ;;
    perft*) echo 'Nf3 20'; echo '# 99' ;;
  esac
done)");
  const auto running = start(script, "xboard");
  EXPECT_EQ(running->name(), "Boards 2.0");
  EXPECT_FALSE(running->abilities().chess960);
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(20));
  EXPECT_THAT(answer.branches, ElementsAre(ReportedBranch{"Nf3", Count(20)}));
  const std::string heard = content(path("heard"));
  EXPECT_THAT(heard,
              HasSubstr("xboard\nprotover 2\naccepted ping\naccepted usermove\naccepted setboard\n"
                        "accepted myname\naccepted done\nnew\nforce\nping 1\n"));
  EXPECT_THAT(heard, HasSubstr("\nusermove e2e4\nping 2\nperft 2\n"));
}

TEST_F(Protocols, AnOldXboardEngineNeedsNeitherFeaturesNorPing) {
  const std::string script = program("old", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    setboard*|new|force|e2e4) ;;
    divide*) echo 'e7e5 1'; echo 'e7e6 1' ;;
    *) echo "Error (unknown command): $line" ;;
  esac
done)");
  const auto running = start(script, "xboard-divide");
  EXPECT_EQ(running->name(), script);
  PerftQuestion question = startpos(1);
  question.moves = {{chess::e2, chess::e4}};
  EXPECT_EQ(running->ask(question).total, Count(2));
  EXPECT_THAT(content(path("heard")), HasSubstr("\ne2e4\ndivide 1\n"));
}

TEST_F(Protocols, PerftreeScriptsAreCalled) {
  const std::string script = program("tree", R"(
for argument in "$@"; do echo "$argument" >>")" + path("heard") +
                                                 R"("; done
echo 'a7a6 20'; echo 'b7b6 21'; echo; printf 41)");
  const auto running = start(script, "perftree");
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(41));
  EXPECT_THAT(answer.branches, SizeIs(2));
  running->ask(startpos(1));
  const std::string fen(chess::startpos_fen);
  EXPECT_EQ(content(path("heard")), "2\n" + fen + "\ne2e4\n1\n" + fen + "\n");
}

TEST_F(Protocols, CountersAreCalled) {
  const auto counter =
      start(program("counter", "echo \"After $2 plies there are 8902.\""), "count");
  EXPECT_EQ(counter->ask(startpos(3)).total, Count(8902));
  EXPECT_FALSE(counter->abilities().plays_moves);
  EXPECT_FALSE(counter->abilities().divides);
}

TEST_F(Protocols, Chess960IsTurnedOnAndOff) {
  const std::string script = program("frc", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    uci) echo 'option name UCI_Chess960 type check default false'; echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'Nodes searched: 3' ;;
  esac
done)");
  const auto running = start(script);
  EXPECT_TRUE(running->abilities().chess960);
  PerftQuestion question = chess960_question();
  question.moves = {{chess::e1, chess::g1, chess::MoveKind::castle_kingside}};
  running->ask(question);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("setoption name UCI_Chess960 value true\nposition fen "));
  EXPECT_THAT(content(path("heard")), HasSubstr(" moves e1g1\n"));
  PerftQuestion standard{.start = chess::parse_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")};
  standard.moves = {{chess::e1, chess::h1, chess::MoveKind::castle_kingside}};
  running->ask(standard);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("setoption name UCI_Chess960 value false\nposition fen "
                        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1\n"));
}

}  // namespace
}  // namespace plylab
