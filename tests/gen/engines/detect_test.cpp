// Which protocol is it?
#include <string>

#include "gen/engines/engine.h"
#include "tests/gen/engines/external_engines.h"

namespace plylab {
namespace {

using engines::EngineFault;
using engines::FaultKind;
using testing::expect_fault;

using Detection = testing::ExternalEngines;

TEST_F(Detection, TheProtocolIsFoundOutByTrying) {
  const auto found = [&](const std::string& command) {
    return engines::detect_protocol(command, engines::Seconds(10), stop_).name;
  };
  EXPECT_EQ(found(honest()), "uci");
  EXPECT_EQ(found(engine("Wrong", "echo 'Nodes searched: 7'")), "uci");

  const auto talker = [&](const std::string& name, const std::string& cases) {
    return program(name, "while read -r line; do case $line in " + cases + " esac; done");
  };
  const std::string uci = "uci) echo uciok ;; isready) echo readyok ;; ";
  EXPECT_EQ(found(talker("p", uci + "perft*) echo 'total 5' ;; go*) echo 'bestmove e2e4' ;;")),
            "uci-perft");
  EXPECT_EQ(found(talker("d", uci + "divide*) echo 'e2e4 5' ;; go*|perft*) echo 'Unknown command' "
                                    ";;")),
            "uci-divide");
  EXPECT_EQ(found(talker("x",
                         "protover*) echo 'feature ping=1 done=1' ;; ping*) echo \"pong "
                         "${line#ping }\" ;; perft*) echo 'Nodes: 5' ;;")),
            "xboard");
  EXPECT_EQ(found(program("tree",
                          "test $# = 2 || exit 2; test $1 -lt 9 || exit 2; echo 'e2e4 5'; "
                          "echo; echo 5")),
            "perftree");
  EXPECT_EQ(found(program("count", "case $1 in */*) echo \"answer ${#1}\" ;; *) exit 2 ;; esac")),
            "count");
}

TEST_F(Detection, NoAnswerIsWaitedForLongerThanIsSaid) {
  const std::string mute = program("mute", "while read -r line; do :; done");
  try {
    engines::detect_protocol(mute, engines::Seconds(0.2), stop_);
    FAIL();
  } catch (const EngineFault& fault) {
    EXPECT_THAT(fault.what(), ::testing::HasSubstr("uci (gives no answer to 'uci' within 0.2 s)"));
  }
}

TEST_F(Detection, ListsAllProtocolsTriedIfNoneIsSpoken) {
  const EngineFault error = start_failure(program("usage", "echo 'code 7'"), "auto");
  expect_fault(
      error, FaultKind::cannot_start,
      "answers by no known protocol; tried uci (ended with exit status 0), perftree (writes no "
      "count at depth 2), count (its counts do not depend on the position). A file describes "
      "answers in another form: --protocol FILE.json (see plylab help protocols)");
  expect_fault(start_failure("/no/such/engine", "auto"), FaultKind::cannot_start,
               "cannot be started: no such program");
}

}  // namespace
}  // namespace plylab
