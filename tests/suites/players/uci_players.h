// Engines that play by UCI, for the tests of this folder.
#pragma once

#include <string>

#include "tests/support/engine_players.h"

namespace plylab::testing {

/// Makes them of shell script and starts them.
class UciPlayers : public EnginePlayers {
 protected:
  /// What comes of a turn with an engine that thinks by these commands.
  engines::Reply reply_to(const std::string& go,
                          const suites::players::MoveRequest& asked = request(),
                          engines::Seconds limit = engines::Seconds(30)) {
    auto fake = spec(engine("Fake", go));
    fake.timeout = limit;
    fake.grace_period = engines::Seconds(0.3);
    return start(fake)->play(asked);
  }

  /// An engine with options, which writes down what it hears.
  std::string listening() {
    return program("listens", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") +
                                  R"("
  case $line in
    uci) echo 'id name Listens'; echo 'option name Hash type spin default 16 min 1 max 64'
         echo 'option name Threads type spin default 2 min 1 max 8'
         echo 'option name Clear Hash type button'
         echo 'option name UCI_Chess960 type check default false'
         echo 'option name Style type combo default Solid var Solid var Wild'; echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'bestmove e1g1' ;;
  esac
done)");
  }
};

}  // namespace plylab::testing
