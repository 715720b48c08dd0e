// What --position stands for in a game.
#include "reports/cli/game_options.h"

#include <gtest/gtest.h>

#include "gen/base/input_error.h"
#include "tests/support/input_error_of.h"
#include "tests/support/temporary_file.h"

namespace plylab::cli {
namespace {

TEST(GameOptions, NamesAPositionOfTheGameThatCannotBeRead) {
  GameInfo info;
  info.name = "toy";
  info.positions = {{"good", "1", ""}, {"bad", "99", ""}};
  info.parse = [](std::string_view text) {
    if (text == "99") throw InputError("there is no 9");
    return AnyStart();
  };
  const auto load = [&](const std::string& text) {
    GameOptions options;
    options.positions = {text};
    return options.load(info);
  };
  EXPECT_EQ(load("good").front().given, "good");
  for (const char* text : {"bad", "bad moves 1"})
    EXPECT_EQ(testing::input_error_of([&] { load(text); }),
              "the position 'bad' of toy, which is '99': there is no 9");
  EXPECT_EQ(testing::input_error_of([&] { load("99"); }), "there is no 9");
}

TEST(PositionOptions, TakeSeveralSuites) {
  const testing::TemporaryFile one("4k3/8/8/8/8/8/8/4K2R w K - id \"first\"; D1 x;\n", "one"),
      two("4k3/8/8/8/8/8/8/R3K3 w Q - id \"second\"; D1 15;\n", "two");
  PositionOptions options;
  options.suites = {one.path(), two.path()};
  std::vector<reports::Source> sources;
  std::vector<epd::Issue> unread;
  const auto records = options.load_suites(&sources, &unread);
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].id(), "first");
  EXPECT_EQ(records[1].id(), "second");
  EXPECT_EQ(epd::perft_counts(records[1]).at(0).paths, 15U);
  EXPECT_EQ(sources.size(), 2U);
  ASSERT_EQ(unread.size(), 1U);
  EXPECT_EQ(to_string(unread[0]), one.path() + ":1: D1: no count");
  options.moves = "e2e4";
  EXPECT_EQ(testing::input_error_of([&] { options.load_suites(); }),
            "--moves cannot be combined with --suite");
}

}  // namespace
}  // namespace plylab::cli
