// How engines are named and set on the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "suites/players/engine_player.h"

namespace plylab::suites::players {
namespace {

using engines::EngineOption;
using engines::EngineSpec;
using engines::Protocol;
using ::testing::ElementsAre;

TEST(EngineSpecs, HaveANameOrNot) {
  EXPECT_EQ(parse_engine("toga=toga2 -x").name, "toga");
  EXPECT_EQ(parse_engine("GNU Chess=gnuchess --uci").name, "GNU Chess");
  EXPECT_EQ(parse_engine("toga=toga2 -x").command, "toga2 -x");
  for (const char* command : {"stockfish", "mine --hash=3", "/opt/a=b/mine", "\"a=b\" 3"}) {
    EXPECT_EQ(parse_engine(command).name, "");
    EXPECT_EQ(parse_engine(command).command, command);
  }
  for (const char* nothing : {"", " ", "toga=", "toga= "})
    EXPECT_THROW(parse_engine(nothing), InputError) << nothing;
}

TEST(EngineSpecs, AreGivenOptionsAndProtocols) {
  std::vector<EngineSpec> engines{parse_engine("a=one"), parse_engine("two")};
  give_option(engines, "Hash=64");
  give_option(engines, "a:Clear Hash");
  give_option(engines, "two:File=x=y:z");
  EXPECT_THAT(engines[0].options,
              ElementsAre(EngineOption{"Hash", "64"}, EngineOption{"Clear Hash", ""}));
  EXPECT_THAT(engines[1].options,
              ElementsAre(EngineOption{"Hash", "64"}, EngineOption{"File", "x=y:z"}));
  give_protocol(engines, "two:xboard");
  EXPECT_EQ(engines[0].protocol, Protocol::auto_detect);
  EXPECT_EQ(engines[1].protocol, Protocol::xboard);
  EXPECT_THROW(give_protocol(engines, "cecp"), InputError);
  EXPECT_THROW(give_option(engines, "=3"), InputError);
  std::vector<EngineSpec> none;
  EXPECT_THROW(give_option(none, "Hash=3"), InputError);
}

}  // namespace
}  // namespace plylab::suites::players
