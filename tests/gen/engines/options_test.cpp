// What engines say that they can do and can be told: features of xboard, options of UCI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "gen/engines/session.h"
#include "gen/engines/uci.h"

namespace plylab::engines {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Features, AreReadWithAndWithoutQuotes) {
  EXPECT_THAT(read_features(R"(feature ping=1 myname="Crafty 23.4" variants="normal,crazyhouse")"),
              ElementsAre(Feature{"ping", "1"}, Feature{"myname", "Crafty 23.4"},
                          Feature{"variants", "normal,crazyhouse"}));
  EXPECT_THAT(read_features("White (1) : feature done=0"), ElementsAre(Feature{"done", "0"}));
  EXPECT_THAT(read_features("the feature"), IsEmpty());
  EXPECT_THAT(read_features("feature myname=\"unfinished"),
              ElementsAre(Feature{"myname", "unfinished"}));
}

TEST(Features, AreAsTheProtocolSaysUntilTheyAreTold) {
  Features features;
  EXPECT_FALSE(features.ping());
  EXPECT_TRUE(features.reuse());
  for (
      const auto& one : read_features(
          R"(feature ping=0 ping=1 reuse=0 option="Multi PV -spin 1 1 9" variants="normal,fischerandom")"))
    features.take(one);
  EXPECT_TRUE(features.ping());
  EXPECT_FALSE(features.reuse());
  EXPECT_TRUE(features.plays("fischerandom"));
  EXPECT_FALSE(features.plays("fischer"));
  EXPECT_THAT(features.options(), ElementsAre("Multi PV"));
}

TEST(UciOptions, AreReadWithTheirRanges) {
  const auto options = read_uci_options(
      {"id name X", "option name Hash type spin default 16 min 1 max 64",
       "option name Clear Hash type button", "option name Empty type spin default min 2 max 3",
       "option name Bare", "option name UCI_Chess960 type check default false",
       "option name Style var of play type combo default Very solid var Very solid var Wild",
       "uciok"});
  ASSERT_EQ(options.size(), 6U);
  EXPECT_EQ(options[0].name, "Hash");
  EXPECT_EQ(options[0].type, "spin");
  EXPECT_EQ(options[0].preset, "16");
  EXPECT_EQ(options[0].min, 1);
  EXPECT_EQ(options[0].max, 64);
  EXPECT_EQ(options[1].name, "Clear Hash");
  EXPECT_EQ(options[1].type, "button");
  EXPECT_EQ(options[1].min, std::nullopt);
  EXPECT_EQ(options[2].preset, "");
  EXPECT_EQ(options[2].min, 2);
  EXPECT_EQ(options[2].max, 3);
  EXPECT_EQ(options[3].name, "Bare");
  EXPECT_EQ(options[3].type, "");
  EXPECT_EQ(options[4].max, std::nullopt);
  EXPECT_EQ(options[5].name, "Style var of play");
  EXPECT_EQ(options[5].preset, "Very solid");
  EXPECT_THAT(options[5].values, ElementsAre("Very solid", "Wild"));
}

TEST(UciOptions, AreSetByTheirNames) {
  EXPECT_EQ(setoption_line({"Clear Hash", "button"}, "x"), "setoption name Clear Hash");
  EXPECT_EQ(setoption_line({"Hash", "spin"}, "8"), "setoption name Hash value 8");
  EXPECT_TRUE(same_name("Clear Hash", "clear HASH"));
  EXPECT_FALSE(same_name("Hash", "Hashes"));
}

}  // namespace
}  // namespace plylab::engines
