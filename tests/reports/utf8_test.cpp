// Text in lines.
#include "reports/text/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plylab::reports {
namespace {

using ::testing::ElementsAre;

TEST(Wrap, BreaksBetweenWords) {
  EXPECT_THAT(wrapped("", 5), ElementsAre(""));
  EXPECT_THAT(wrapped("one two three", 0), ElementsAre("one two three"));
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one  two three", 7), ElementsAre("one", "two", "three"));
  EXPECT_THAT(wrapped("a/long/path and ä €", 7), ElementsAre("a/long/path", "and ä €"));
}

TEST(Wrap, BreaksWordsInColumns) {
  EXPECT_THAT(wrapped_tightly("abcdefgh ij", 5), ElementsAre("abcde", "fgh", "ij"));
  EXPECT_THAT(wrapped_tightly("abc/def,gh", 5), ElementsAre("abc/", "def,", "gh"));
  EXPECT_THAT(wrapped_tightly("äöüäöü", 4), ElementsAre("äöüä", "öü"));
  EXPECT_THAT(wrapped_tightly("some text", 0), ElementsAre("some text"));
}

TEST(Wrap, KeepsCommandsFitForAShell) {
  EXPECT_THAT(wrapped_command("plylab list", 0), ElementsAre("plylab list"));
  EXPECT_THAT(wrapped_command("plylab list games", 13), ElementsAre("plylab list \\", "games"));
  EXPECT_THAT(wrapped_command("echo 'it'\\''s a b' c", 10),
              ElementsAre("echo \\", "'it'\\''s a b' \\", "c"));
}

}  // namespace
}  // namespace plylab::reports
