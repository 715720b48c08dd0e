// Sessions with engines: the handshake of UCI and of xboard, pings, silence, faults.
#include "gen/engines/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "gen/engines/uci.h"
#include "gen/engines/xboard.h"
#include "tests/support/fake_engines.h"

namespace plylab::engines {
namespace {

using testing::content;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Sessions : public testing::FakeEngines {
 protected:
  std::unique_ptr<EngineSession> start(const std::string& command, const Handshake& handshake) {
    return std::make_unique<EngineSession>(command_words(command), handshake, limits_, stop_);
  }

  /// An engine that writes down what it hears and does these `cases` of shell besides.
  std::string listening(const std::string& cases) {
    return program("listens", "while read -r line; do echo \"$line\" >>'" + path("heard") +
                                  "'; case $line in " + cases + " esac; done");
  }
  std::string heard() const { return content(path("heard")); }

  EngineFault fault_of(const std::string& command, const Handshake& handshake) {
    return fault_of([&] { start(command, handshake); });
  }
  template <class Action>
  static EngineFault fault_of(Action action) {
    try {
      action();
    } catch (const EngineFault& fault) {
      return fault;
    }
    ADD_FAILURE() << "nothing goes wrong";
    return {FaultKind::stopped, ""};
  }

  static void expect(const EngineFault& fault, FaultKind kind, const std::string& what) {
    EXPECT_EQ(fault.kind(), kind) << fault.what();
    EXPECT_EQ(fault.what(), what);
  }

  /// What an engine writes until it is silent for long enough.
  static std::vector<std::string> lines_of(EngineSession& session) {
    std::vector<std::string> lines;
    session.synchronise([&](const std::string& line) { lines.push_back(line); });
    return lines;
  }

  SessionLimits limits_{Seconds(60), Seconds(60), Seconds(60), 1000};
  std::atomic<bool> stop_ = false;
};

TEST_F(Sessions, UciTellsNameAndOptions) {
  const auto session = start(
      listening("uci) echo hello; echo 'id name Two Words'; echo 'option name Hash type spin';"
                " echo uciok; echo later ;;"),
      uci_handshake());
  EXPECT_EQ(session->name(), "Two Words");
  EXPECT_THAT(session->reply(),
              ElementsAre("hello", "id name Two Words", "option name Hash type spin", "uciok"));
  EXPECT_TRUE(session->offers("option name Hash"));
  EXPECT_FALSE(session->offers("later"));
  EXPECT_FALSE(session->offers(""));
  EXPECT_TRUE(session->features().empty());
}

TEST_F(Sessions, WhoDoesNotKnowTheGreetingIsNotWaitedFor) {
  expect(fault_of(listening("uci) echo 'Error (unknown command): uci' ;;"), uci_handshake()),
         FaultKind::malformed, "answers 'Error (unknown command): uci' to 'uci'");
}

TEST_F(Sessions, SilenceAndAnEarlyEndAreToldApart) {
  limits_.greeting = Seconds(0.2);
  expect(fault_of("/bin/sleep 1000", uci_handshake()), FaultKind::no_answer,
         "gives no answer to 'uci' within 0.2 s");
  limits_.greeting = Seconds(60);
  expect(fault_of(program("ends", "exit 4"), uci_handshake()), FaultKind::cannot_start,
         "ended with exit status 4");
  const auto session = start(listening("uci) echo uciok ;; go) exit 5 ;;"), uci_handshake());
  session->send("go");
  expect(fault_of([&] { lines_of(*session); }), FaultKind::died, "ended with exit status 5");
}

TEST_F(Sessions, FeaturesOfXboardAreAcceptedOrRejected) {
  const auto session = start(
      listening("protover*) echo 'feature ping=1 myname=\"Old Ears\" egt=\"syzygy\" done=1' ;;"),
      xboard_handshake());
  EXPECT_EQ(session->name(), "Old Ears");
  EXPECT_TRUE(session->features().ping());
  session->send("end");
  lines_of(*session);
  EXPECT_EQ(heard(),
            "xboard\nprotover 2\naccepted ping\naccepted myname\nrejected egt\n"
            "accepted done\nend\n");
}

TEST_F(Sessions, WhoAsksForMoreTimeGetsIt) {
  const auto session =
      start(listening("protover*) echo 'feature done=0'; sleep 3; echo 'feature san=1 done=1' ;;"),
            xboard_handshake());
  EXPECT_TRUE(session->features().san());
  EXPECT_THAT(heard(), Not(HasSubstr("ping 0")));
}

TEST_F(Sessions, WhoTellsFeaturesAtTheThirdLineIsSentOne) {
  const auto session =
      start(listening("ping*) echo 'feature setboard=1 done=1' ;;"), xboard_handshake());
  EXPECT_TRUE(session->features().setboard());
  EXPECT_THAT(heard(), HasSubstr("protover 2\nping 0\n"));
}

TEST_F(Sessions, XboardEnginesOfTheFirstVersionTellNothing) {
  for (const char* cases : {"", "*) echo \"Error (unknown command): $line\" ;;"})
    EXPECT_TRUE(start(listening(cases), xboard_handshake())->features().empty()) << cases;
}

TEST_F(Sessions, KeepInStepByPings) {
  const auto session =
      start(listening("uci) echo uciok; echo stale ;; isready) echo readyok ;; go) echo answer ;;"),
            uci_handshake());
  EXPECT_FALSE(session->has_ping());
  EXPECT_TRUE(session->try_ping(Seconds(60)));
  EXPECT_TRUE(session->has_ping());
  session->send("go");
  EXPECT_THAT(lines_of(*session), ElementsAre("answer"));
  EXPECT_TRUE(session->in_step());
  session->send_ping();
  EXPECT_FALSE(session->in_step());
  EXPECT_FALSE(session->is_pong("readyok?"));
  EXPECT_TRUE(session->is_pong(" readyok "));
  EXPECT_FALSE(session->is_pong("readyok")) << "no ping is waiting for it";
}

TEST_F(Sessions, APromptMayStandBeforeAPong) {
  const auto session = start(
      listening("protover*) echo 'feature done=1' ;; ping*) echo \"White (1) : po${line#pi}\" ;;"),
      xboard_handshake());
  EXPECT_TRUE(session->try_ping(Seconds(60)));
}

TEST_F(Sessions, WhoKnowsNoPingIsWaitedForUntilItIsSilent) {
  const auto refuses = start(
      listening("uci) echo uciok ;; isready) echo 'Unknown command: isready' ;; go) echo a; echo b"
                " ;;"),
      uci_handshake());
  EXPECT_FALSE(refuses->try_ping(Seconds(60)));
  refuses->send("go");
  EXPECT_THAT(lines_of(*refuses), ElementsAre("a", "b"));

  const auto deaf = start(listening("uci) echo uciok ;;"), uci_handshake());
  EXPECT_FALSE(deaf->try_ping(Seconds(0.1)));

  // It says that it knows none, and is not asked.
  const auto honest =
      start(listening("protover*) echo 'feature ping=0 done=1' ;;"), xboard_handshake());
  EXPECT_FALSE(honest->try_ping(Seconds(60)));
  EXPECT_THAT(lines_of(*honest), IsEmpty());
}

TEST_F(Sessions, WhoNeverFallsSilentIsNotWaitedForForEver) {
  const auto session = start(
      listening("uci) echo uciok ;; go) while sleep 0.01; do echo info; done ;;"), uci_handshake());
  session->send("go");
  limits_.timeout = Seconds(0.3);
  const auto brief = start(
      listening("uci) echo uciok ;; go) while sleep 0.01; do echo info; done ;;"), uci_handshake());
  brief->send("go");
  expect(fault_of([&] { lines_of(*brief); }), FaultKind::no_answer,
         "keeps writing without being asked");
}

TEST_F(Sessions, AFloodEndsAtTheDeadlineOrAtTheLimitOfLines) {
  const std::string floods = listening("uci) echo uciok ;; go) yes ;;");
  auto session = start(floods, uci_handshake());
  session->begin_answer("go");
  session->send("go");
  std::string line;
  expect(fault_of([&] {
           while (session->read(line, from_now(Seconds(60)))) continue;
         }),
         FaultKind::no_answer, "has no answer to 'go' among its first 1000 lines");
  limits_.max_lines = 1'000'000'000;
  session = start(floods, uci_handshake());
  session->send("go");
  const auto deadline = from_now(Seconds(0.2));
  while (session->read(line, deadline)) continue;
  EXPECT_GE(EngineSession::Clock::now(), deadline);
}

TEST_F(Sessions, WhoDoesNotReadIsNotWaitedForForEver) {
  limits_.grace_period = Seconds(0.2);
  const auto session =
      start(program("deaf", "read -r line; echo uciok; sleep 1000"), uci_handshake());
  const std::string line(1000, 'x');
  expect(fault_of([&] {
           for (int i = 0; i < 1000; ++i) session->send(line);
         }),
         FaultKind::no_answer, "does not read '" + line + "' within 0.2 s");
}

TEST_F(Sessions, RefusalsQuoteWhatTheyRefuse) {
  EXPECT_TRUE(refuses("Error (unknown command): sd 4", "sd 4"));
  EXPECT_TRUE(refuses("Illegal move: e2e5", "e2e5"));
  EXPECT_FALSE(refuses("Illegal move: e2e5", "e2e4"));
  EXPECT_FALSE(refuses("e2e5", "e2e5"));
  EXPECT_TRUE(refuses_position("tellusererror Illegal position", {}));
  EXPECT_TRUE(refuses_position("Unrecognized: setboard 8/8", {"e2e4", "setboard"}));
  EXPECT_FALSE(refuses_position("Error (unknown command): post", {"e2e4", "setboard"}));
}

TEST_F(Sessions, AreStartedAgainAfterAFault) {
  int starts = 0;
  RestartingSession<EngineSession> session([&] {
    ++starts;
    return start(listening("uci) echo uciok ;;"), uci_handshake());
  });
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(session.with([](EngineSession& running) { return running.reply().size(); }), 1U);
  EXPECT_EQ(starts, 1);
  const auto fail = [](EngineSession& running) { running.fail(FaultKind::malformed, "gone"); };
  EXPECT_THROW(session.with(fail), EngineFault);
  EXPECT_EQ(session.get(), nullptr);
  EXPECT_EQ(session.with([](EngineSession& running) { return running.reply().size(); }), 1U);
  EXPECT_EQ(starts, 2);
  session.end();
  session.with([](EngineSession&) {});
  EXPECT_EQ(starts, 3);
}

}  // namespace
}  // namespace plylab::engines
