// Engines that print static values.
#include <gmock/gmock.h>

#include "gen/engines/uci.h"
#include "tests/support/fake_engines.h"

namespace plylab::engines {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(StaticValue, IsReadFromItsLine) {
  const auto value = [](std::string_view line) {
    const auto read = read_static_value(line);
    return read ? read->centipawns : std::optional(-99999);
  };
  EXPECT_EQ(value("Final evaluation       +0.37 (white side) [with scaled NNUE, hybrid, ...]"), 37);
  EXPECT_EQ(value("Final evaluation       -12.00 (white side)"), -1200);
  EXPECT_EQ(value("Total evaluation: 1.00 (white side)"), 100);
  EXPECT_EQ(value("Final evaluation: none (in check)"), std::nullopt);
  for (const char* other :
       {"Classical evaluation   +28.28 (white side)", "NNUE evaluation +0.38 (white side)", "",
        "Final evaluation x (white side)", "Final evaluation 1.0", "Final evaluation"})
    EXPECT_EQ(value(other), -99999) << other;
}

using StaticValueOfEngines = testing::FakeEngines;

TEST_F(StaticValueOfEngines, IsForTheSideToMove) {
  const std::atomic<bool> stop = false;
  const auto script = [](const std::string& reply) {
    return "while read -r word rest; do case $word in uci) echo 'id name Plain'; echo uciok ;; "
           "isready) echo readyok ;; eval) " +
           reply + " ;; esac; done";
  };
  StaticEvaluator engine(program("plain", script("echo 'Total evaluation: 1.50 (white side)'")),
                         stop);
  EXPECT_EQ(engine.name(), "Plain");
  EXPECT_EQ(engine.value(chess::ValidSetup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), 150);
  EXPECT_EQ(engine.value(chess::ValidSetup("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")), -150);
  StaticEvaluator silent(program("silent", script("echo unknown")), stop);
  EXPECT_THAT([&] { silent.value(chess::ValidSetup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")); },
              ThrowsMessage<EngineFault>(HasSubstr("Final evaluation")));
  StaticEvaluator dies(program("dies", script("exit 3")), stop);
  EXPECT_THAT([&] { dies.value(chess::ValidSetup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")); },
              ThrowsMessage<EngineFault>(HasSubstr("ended with exit status 3")));
}

}  // namespace
}  // namespace plylab::engines
