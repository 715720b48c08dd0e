// Stipulations as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/input_error.h"
#include "search/mate/composition.h"
#include "tests/support/input_error_of.h"

namespace plylab::search::mate {
namespace {

TEST(Stipulation, ComesBackAsItWasWritten) {
  for (const char* text :
       {"#",       "#1",       "#100",    "=2",       "s#3",    "s=3",    "r#2",
        "r=2",     "semi-r#2", "h#",      "h#2",      "h#0.5",  "hs#3",   "hs=2",
        "hs#1.5",  "hs#",      "h#2.5",   "h=2",      "ser-#5", "ser-=5", "ser-h#17",
        "ser-h=4", "ser-s#3",  "ser-r#3", "pser-h#5", "pser-h="})
    EXPECT_EQ(to_string(parse_stipulation(text)), text);
  EXPECT_EQ(to_string(parse_stipulation("SER-H#5")), "ser-h#5");
}

TEST(Stipulation, KnowsAimGoalAndLength) {
  const Stipulation help = parse_stipulation("h=2.5");
  EXPECT_EQ(help.aim, Aim::help);
  EXPECT_EQ(help.goal, Goal::stalemate);
  EXPECT_EQ(help.plies(), 5);
  EXPECT_FALSE(help.series);
  EXPECT_TRUE(parse_stipulation("ser-s#2").series);
  EXPECT_FALSE(parse_stipulation("s#").has_length());
}

TEST(Stipulation, KnowsWhoBegins) {
  for (const char* text : {"h#2", "h#", "ser-h#5", "h=3", "hs#2.5"})
    EXPECT_EQ(parse_stipulation(text).begins(), chess::black) << text;
  for (const char* text : {"#2", "s#2", "r#2", "h#2.5", "hs#2", "ser-#5", "ser-s#2", "=1"})
    EXPECT_EQ(parse_stipulation(text).begins(), chess::white) << text;
}

TEST(Stipulation, RefusesWhatIsNone) {
  for (const char* text :
       {"",         "3",      "mate",    "x#3",       "#0",         "#-1",     "#101", "#2.5",
        "s#1.5",    "h#2.4",  "h#.5",    "ser-h#2.5", "h##2",       "#2 ",     "ser-", "hr#2",
        "ser-hs#2", "hs#0.5", "pser-#3", "pser-s#2",  "pser-h#2.5", "reci-h#3"})
    EXPECT_THROW(parse_stipulation(text), InputError) << text;
  EXPECT_EQ(testing::input_error_of([] { parse_stipulation("x#3"); }),
            "stipulation 'x#3': unknown kind of play 'x'; examples: #3, =2, s#3, r#2, "
            "semi-r#2, h#2.5, hs#3, ser-h#5, pser-h#5");
}

}  // namespace
}  // namespace plylab::search::mate
