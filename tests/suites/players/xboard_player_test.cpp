// Engines that play by the xboard protocol. No test looks at how fast anything is.
#include "gen/engines/process.h"
#include "tests/support/engine_players.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::Protocol;
using engines::Reply;
using engines::Seconds;
using suites::players::MoveRequest;
using testing::content;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view mate_fen = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1";

class XboardPlayers : public testing::EnginePlayers {
 protected:
  /// An engine that writes down what it hears. `cases` are what it does besides.
  std::string listening(const std::string& features, const std::string& cases) {
    return program("listens", R"(
while read -r line; do
  set -- $line
  echo "$line" >>")" + path("heard") +
                                  R"("
  case $line in
    protover*) echo 'feature )" + features +
                                  R"(' ;;
    ping*) echo "pong $2" ;;
    )" + cases + R"(
  esac
done)");
  }

  std::unique_ptr<suites::players::EnginePlayer> start_xboard(const std::string& command,
                                                              Seconds grace_period = Seconds(30)) {
    auto engine = spec(command, Protocol::xboard);
    engine.grace_period = grace_period;
    return start(engine);
  }

  Reply reply_to(const std::string& go, const MoveRequest& asked = request(),
                 Seconds grace_period = Seconds(30)) {
    return start_xboard(listening("ping=1 setboard=1 done=1", "go) " + go + " ;;"), grace_period)
        ->play(asked);
  }
};

TEST_F(XboardPlayers, AnswerInAllNotations) {
  const Reply reply = reply_to(R"(
      echo '1  20 0 20 Nf3'; echo ' 2 31 0 90  1. e4 e5 2. Ng1-f3'; echo 'move e2e4')");
  EXPECT_FALSE(reply.fault);
  EXPECT_EQ(text(reply.move), "e2e4");
  EXPECT_EQ(reply.depth, 2);
  EXPECT_EQ(reply.nodes, 90U);
  EXPECT_THAT(moves(reply.lines), ElementsAre("g1f3", "e2e4"));
  EXPECT_EQ(reply.lines[1].centipawns, 31);
  EXPECT_EQ(reply.lines[1].pv.size(), 3U);
  EXPECT_EQ(text(reply_to("echo '1. ... Nf3'; echo 'My move is : Nf3'").move), "g1f3");
}

TEST_F(XboardPlayers, AHighScoreWithALineThatMatesIsAMate) {
  const auto mate_of = [&](const std::string& line) {
    return reply_to("echo '" + line + "'; echo 'move Qd1'", request(mate_fen)).lines.front().mate;
  };
  EXPECT_EQ(mate_of("3 999994 0 795 Qd1+ Kxd1 Bg4+ Kc1 Rd1#"), 3);
  EXPECT_EQ(mate_of("3 +9995 0 795 Qd1+ Kxd1 Bg4+ Kc1 Rd1#"), 3);
  EXPECT_EQ(mate_of("3 100004 0 795 Qd1+ Kxd1 Bg4+ Kc1 Rd1#"), 4);
  EXPECT_EQ(mate_of("3 999994 0 795 Qd1+"), std::nullopt);
  EXPECT_EQ(mate_of("3 900 0 795 Qd1+ Kxd1 Bg4+ Kc1 Rd1#"), std::nullopt);
  EXPECT_EQ(mate_of("3 -999994 0 795 Qd1+ Kxd1 Bg4+ Kc1 Rd1#"), std::nullopt);
}

TEST_F(XboardPlayers, HearPositionMovesAndLimits) {
  const auto player = start_xboard(
      listening("ping=1 setboard=1 usermove=1 memory=1 smp=1 myname=\"Old Ears\" done=1",
                "go) echo 'move g8f6' ;;"));
  EXPECT_EQ(player->name(), "Old Ears");
  MoveRequest asked = request();
  asked.moves = {"e2e4"};
  asked.limits.seconds = 0.3;
  player->play(asked);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("\nnew\neasy\npost\nforce\nusermove e2e4\nst 1\nsd 9\nping 2\ngo\n"));
  EXPECT_THAT(content(path("heard")), HasSubstr("accepted usermove"));
  EXPECT_THAT(content(path("heard")), HasSubstr("cores 1"));
  player->play(request("4k3/8/8/8/8/8/8/6NK w - - 3 9"));
  EXPECT_THAT(content(path("heard")),
              HasSubstr("\nforce\nnew\neasy\npost\nforce\nsetboard 4k3/8/8/8/8/8/8/6NK w - - 3 "
                        "9\nst 86400\nsd 9\nping 3\ngo\n"));
}

TEST_F(XboardPlayers, InAGameHearOnlyTheNewMoves) {
  const auto player = start_xboard(listening(
      "ping=1 setboard=1 san=1 done=1",
      "go) if test -z \"$second\"; then echo 'move d4'; second=1; else echo 'move c4'; fi ;;"));
  MoveRequest asked = request();
  asked.limits = {};
  asked.clocks = search::Clocks{{300, 299}, {2, 2}};
  const Reply first = player->play(asked);
  asked.moves = {*first.move, "g8f6"};
  asked.clocks->left = {290.5, 289};
  EXPECT_EQ(text(player->play(asked).move), "c2c4");
  EXPECT_THAT(content(path("heard")),
              HasSubstr("force\nlevel 0 5:00 2\ntime 30000\notim 29900\nping 2\ngo\nforce\n"
                        "Nf6\ntime 29050\notim 28900\nping 3\ngo\n"));
  // Another game: everything anew.
  asked.moves = {"b2b3", "g8f6"};
  player->play(asked);
  EXPECT_THAT(content(path("heard")), HasSubstr("go\nforce\nnew\neasy\npost\nforce\nb3\nNf6\n"));
  // Another period of the time control.
  asked.moves.insert(asked.moves.end(), {"c2c4", "e7e6"});
  asked.clocks->left = {400, 399};
  asked.clocks->period = 1;
  player->play(asked);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("go\nforce\ne6\nlevel 0 6:40 2\ntime 40000\notim 39900\nping"));
}

TEST_F(XboardPlayers, WithoutSetboardAreSentEveryPiece) {
  const auto player = start_xboard(listening("ping=1 done=1", "go) echo 'move d8d1' ;;"));
  EXPECT_EQ(text(player->play(request("3rk3/8/8/8/8/8/8/K7 b - - 0 1")).move), "d8d1");
  EXPECT_THAT(content(path("heard")),
              HasSubstr("force\na2a3\nedit\n#\nKa1\nc\nRd8\nKe8\n.\nst 86400\nsd 9\nping 2\ngo\n"));
  expect_fault(player->play(request("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")), FaultKind::no_answer,
               "has no setboard, and edit mode has no e.p. square, and no castling rights but "
               "those of all kings and rooks on their original squares");
}

TEST_F(XboardPlayers, OfTheFirstVersionNeedNeitherFeaturesNorPing) {
  const auto player = start_xboard(program("old", R"(
while read -r line; do
  case $line in
    new) echo 'New game'; sleep 0.02; echo '9 500 1 1 e2e4' ;;
    go) echo '1 10 0 20 d2d4'; echo 'move d2d4' ;;
  esac
done)"));
  EXPECT_THAT(moves(player->play(request()).lines), ElementsAre("d2d4"));
}

TEST_F(XboardPlayers, AreSentMoveNowWhenALimitPasses) {
  const std::string obeys = "'?') echo 'move e2e4' ;; go) echo '9 5 0 9 e2e4'; ";
  // Depth 10 is beyond the limit: not all engines heed it.
  const auto deep =
      start_xboard(listening("ping=1 setboard=1 done=1", obeys + "echo '10 6 0 99 d2d4' ;;"));
  const Reply reply = deep->play(request());
  EXPECT_THAT(moves(reply.lines), ElementsAre("e2e4"));
  EXPECT_EQ(reply.depth, 9);
  MoveRequest timed = request();
  timed.limits = {};
  timed.limits.seconds = 0.05;
  EXPECT_EQ(text(deep->play(timed).move), "e2e4");
}

TEST_F(XboardPlayers, WhoPlaysOneGameOnlyIsStartedAnew) {
  const auto player =
      start_xboard(listening("ping=1 setboard=1 reuse=0 done=1", "go) echo 'move e2e4' ;;"));
  for (int i = 0; i < 2; ++i) {
    player->new_game();
    EXPECT_EQ(text(player->play(request()).move), "e2e4");
  }
  const std::string heard = content(path("heard"));
  EXPECT_NE(heard.find("protover"), heard.rfind("protover"));
}

TEST_F(XboardPlayers, HaveNoLimitOfNodes) {
  const auto player = start_xboard(listening("ping=1 setboard=1 done=1", "go) exit ;;"));
  MoveRequest asked = request();
  asked.limits.nodes = 1000;
  EXPECT_THAT(testing::input_error_of([&] { player->play(asked); }),
              HasSubstr("xboard has no limit of nodes; use time or depth"));
}

TEST_F(XboardPlayers, ReportFaults) {
  expect_fault(reply_to("echo 'move e2e5'"), FaultKind::illegal_move,
               "plays 'e2e5', which is not a legal move");
  expect_fault(reply_to("echo resign"), FaultKind::resigned, "does not move but says 'resign'");
  expect_fault(reply_to("echo '1/2-1/2 {Draw by repetition}'"), FaultKind::resigned,
               "does not move but says '1/2-1/2 {Draw by repetition}'");
  expect_fault(reply_to("exit 4"), FaultKind::died, "ended with exit status 4");
  MoveRequest timed = request();
  timed.limits = {};
  timed.limits.seconds = 0.1;
  expect_fault(reply_to("sleep 60", timed, Seconds(0.3)), FaultKind::no_answer,
               "gives no answer to 'go' within 0.4 s");
  const auto refuses = [&](const std::string& cases) {
    MoveRequest asked = request("4k3/8/8/8/8/8/8/6NK w - - 3 9");
    asked.moves = {"g1f3"};
    return start_xboard(listening("ping=1 setboard=1 done=1", cases))->play(asked);
  };
  expect_fault(refuses("setboard*) echo 'Illegal position' ;;"), FaultKind::malformed,
               "says 'Illegal position' when a position is set up");
  expect_fault(refuses("g1f3) echo 'Illegal move: g1f3' ;;"), FaultKind::malformed,
               "says 'Illegal move: g1f3' when a position is set up");
}

TEST_F(XboardPlayers, AreGivenTheirOptions) {
  auto with = spec(listening("ping=1 memory=1 option=\"Resign -check 0\" option=\"Clear -button\""
                             " done=1",
                             ""),
                   Protocol::xboard);
  with.options = {{"Hash", "32"}, {"resign", "1"}, {"Clear"}};
  start(with);
  EXPECT_THAT(content(path("heard")), HasSubstr("memory 32\noption Resign=1\noption Clear\n"));
  with.options = {{"Threads", "2"}};
  EXPECT_THAT(testing::input_error_of([&] { start(with); }),
              HasSubstr("no 'Threads'; there are Resign, Clear, Hash"));
}

TEST_F(XboardPlayers, AreFoundOutByTrying) {
  const auto player = start(
      spec(listening("ping=1 setboard=1 done=1", "uci) echo 'Error (unknown command): uci' ;;"),
           Protocol::auto_detect));
  EXPECT_EQ(player->protocol(), Protocol::xboard);
}

class RealXboardPlayers : public XboardPlayers,
                          public ::testing::WithParamInterface<const char*> {};

TEST_P(RealXboardPlayers, FindAMate) {
  if (!testing::find_program(engines::command_words(GetParam()).front()))
    GTEST_SKIP() << GetParam() << " is not installed";
  auto engine = spec(GetParam(), Protocol::xboard);
  engine.hash = 8;
  const auto player = start(engine);
  // Bratko-Kopec 1: 1... Qd1+ 2. Kxd1 Bg4+ 3. K~ Rd1#
  MoveRequest asked = request(mate_fen);
  asked.limits.depth = 11;
  for (int i = 0; i < 2; ++i) {
    player->new_game();
    const Reply reply = player->play(asked);
    EXPECT_FALSE(reply.fault) << reply.fault->what();
    EXPECT_EQ(text(reply.move), "d6d1");
    EXPECT_GT(reply.nodes, 100U);
    EXPECT_EQ(reply.lines.back().mate, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Debian, RealXboardPlayers,
                         ::testing::Values("fairy-stockfish", "fairymax", "phalanx", "sjeng"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

}  // namespace
}  // namespace plylab
