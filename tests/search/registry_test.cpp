// Names of searches and of what they search with: an unknown one is refused with those that exist.
#include "search/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "gen/games.h"
#include "search/run.h"
#include "search/searchable_game.h"

namespace plylab::search {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What the InputError says.
std::string error_of(const std::function<void()>& function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST(Names, OfSearchesAreListedWhereOneIsUnknown) {
  const std::string refusal = "no 'nosuch'; there are minimax, alphabeta-hard, ";
  EXPECT_THAT(error_of([] { preset_of("nosuch"); }), StartsWith(refusal));
  EXPECT_THAT(error_of([] { is_exact("nosuch"); }), StartsWith(refusal));
  EXPECT_THAT(error_of([] { require_search(""); }), StartsWith("no ''; there are minimax"));
  EXPECT_THAT(
      error_of([] { run<chess::Chess>(chess::ValidSetup("startpos"), {.algorithm = "nosuch"}); }),
      StartsWith(refusal));
  EXPECT_EQ(preset_of("pvs").ordering, preset_of("pvs-soft").ordering);
  EXPECT_TRUE(preset_of("selective").particular);
}

TEST(Names, OfOrderingsAreListedWhereOneIsUnknown) {
  EXPECT_THAT(error_of([] { find_ordering("nosuch"); }),
              StartsWith("no 'nosuch'; there are generation, canonical, "));
  for (const SearchableGame& game : searchable_games()) {
    EXPECT_THAT(error_of([&] { game.check_ordering("--order", "nosuch"); }),
                StartsWith("--order: no 'nosuch'; there are generation, "));
    EXPECT_THAT(error_of([&] { game.check_ordering("--order", "all"); }), HasSubstr("no 'all'"));
    game.check_ordering("--order", std::string(default_choice));
  }
}

TEST(Names, OfEvaluationsAreListedWhereOneIsUnknown) {
  for (const SearchableGame& game : searchable_games())
    for (const char* name : {"nosuch", "all", ""})
      EXPECT_THAT(error_of([&] { game.check_evaluation("--eval", name); }),
                  StartsWith(std::string("--eval: no '") + name + "'; there "));
  EXPECT_THAT(error_of([] {
                run<tictactoe::TicTacToe>({}, {.evaluation = "all", .limits = {.depth = 1}});
              }),
              HasSubstr("no 'all'; there is even"));
}

}  // namespace
}  // namespace plylab::search
