// xboard: what engines tell plylab by that protocol, the counts that they print by any, and the
// time that GUIs give.
#include <cmath>

#include "gen/base/names.h"
#include "gen/engines/engine_info.h"
#include "gen/engines/perft_answer.h"
#include "gen/engines/perft_protocol.h"
#include "gen/engines/session.h"
#include "suites/play/gui/xboard_clock.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {

void run(std::string_view text) {
  const auto lines = lines_of(text);
  engines::Features features;
  suites::play::gui::XboardClock clock;
  for (const std::string& line : lines) {
    for (const engines::Feature& feature : engines::read_features(line)) features.take(feature);
    engines::read_thinking(line);
    attempt([&] { clock.set_level(line); });
    attempt([&] { clock.set_seconds(line); });
    attempt([&] { clock.set_left(line); });
    require(clock.seconds(false) >= 0 && std::isfinite(clock.seconds(true)), "a time to think");
    clock.restart();
  }
  features.plays("fischerandom");
  features.reuse();
  for (const char* protocol : {"xboard", "xboard-divide", "perftree", "count"}) {
    engines::PerftAnswerReader reader(engines::find_protocol(protocol), 2);
    for (const std::string& line : lines) reader.read(line);
    if (reader.complete()) {
      try {
        reader.answer();
      } catch (const std::overflow_error&) {  // the sum of its root moves
      }
    }
  }
}

std::vector<std::string> seeds() {
  return {
      "feature ping=1 setboard=1 myname=\"Crafty 23.4\" variants=\"normal,fischerandom\"\n"
      "feature option=\"Hash -spin 16 1 1024\" done=1\npong 1\n",
      "9 31 120 40000 e2e4 e7e5 {a remark} [more]\n12. +100003 7 9 Nf3+ O-O\n3& -5 1 2 0-0-0\n",
      "move e2e4\nError (unknown command): perft\nIllegal move: e7e5\n1-0 {White mates}\n",
      "40 5 0\n0 2 12\n40 0:30 0.5\n0 5+3 0\n30\n-100\n",
      "e2e4: 20\nd2d4 - 20\nNodes searched: 4,865,609\nperft(2) = 400 (1.5 s)\n",
      "a7a8q 1\nmoves = 20, nodes = 400\n197281\n20 nodes\nperft: 400\ntotal 4_865_609\n"};
}

}  // namespace plylab::fuzz
