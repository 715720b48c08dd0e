// What --position stands for in a game.
#include "reports/game_options.h"

#include <gtest/gtest.h>

#include "gen/base/input_error.h"
#include "tests/support/input_error_of.h"

namespace plylab::reports {
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

}  // namespace
}  // namespace plylab::reports
