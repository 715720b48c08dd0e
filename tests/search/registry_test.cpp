// Names of searches and of what they search with: an unknown one is refused with those that exist.
#include "search/run/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/games.h"
#include "search/run/run.h"
#include "search/run/searchable_game.h"
#include "tests/support/input_error_of.h"

namespace plylab::search {
namespace {

using ::testing::HasSubstr;
using testing::input_error_of;
using ::testing::StartsWith;

TEST(Names, OfSearchesAreListedWhereOneIsUnknown) {
  const std::string refusal = "search: no 'nosuch'; there are minimax, alphabeta-hard, ";
  EXPECT_THAT(input_error_of([] { preset_of("nosuch"); }), StartsWith(refusal));
  EXPECT_THAT(input_error_of([] { is_exact("nosuch"); }), StartsWith(refusal));
  EXPECT_THAT(input_error_of([] { find_search(""); }),
              StartsWith("search: no ''; there are minimax"));
  EXPECT_THAT(input_error_of([] {
                run<chess::Chess>(chess::ValidSetup("startpos"), {.algorithm = "nosuch"});
              }),
              StartsWith(refusal));
  EXPECT_EQ(preset_of("pvs").ordering, preset_of("pvs-soft").ordering);
  EXPECT_TRUE(preset_of("selective").particular);
}

TEST(Names, OfOrderingsAreListedWhereOneIsUnknown) {
  EXPECT_THAT(input_error_of([] { Order::find("nosuch", "ordering"); }),
              StartsWith("ordering: no 'nosuch'; there are generation, canonical, "));
  for (const SearchableGame& game : searchable_games()) {
    EXPECT_THAT(input_error_of([&] { game.check_ordering("--order", "nosuch"); }),
                StartsWith("--order: no 'nosuch'; there are generation, "));
    EXPECT_THAT(input_error_of([&] { game.check_ordering("--order", "all"); }),
                HasSubstr("no 'all'"));
    game.check_ordering("--order", std::string(default_choice));
  }
}

TEST(Names, OfAGuestMustBeNewWords) {
  const auto add_search_named = [](std::string_view name) {
    return input_error_of([&] { add_search(search_entry<Minimax>(name, "")); });
  };
  for (const char* name : {"pvs", "pvs-soft", "minimal", "selective"})
    EXPECT_EQ(add_search_named(name), "search '" + std::string(name) + "': the name is taken");
  for (const char* name : {"all", "default"})
    EXPECT_THAT(add_search_named(name), HasSubstr("options give this name another meaning"));
  for (const char* name : {"", "my search", "a,b", "a:1", "a=b"})
    EXPECT_THAT(add_search_named(name), HasSubstr("must be one word"));
  EXPECT_EQ(input_error_of([] {
              Order::add("ordering", {"hash", ""});
            }),
            "ordering 'hash': the name is taken");
  EXPECT_EQ(input_error_of([] {
              EvaluationKind::add("evaluation", {"pst", ""});
            }),
            "evaluation 'pst': the name is taken");
}

/// What registry.h lists as exact, says so itself, and no other search does.
TEST(Searches, AreExactAsTheirListsSay) {
  std::vector<std::string> exact;
  for (const SearchEntry& search : every_search())
    if (search.exact) exact.emplace_back(search.name);
  EXPECT_EQ(exact, names_in(algorithms));
}

TEST(Names, OfEvaluationsAreListedWhereOneIsUnknown) {
  for (const SearchableGame& game : searchable_games())
    for (const char* name : {"nosuch", "all", ""})
      EXPECT_THAT(input_error_of([&] { game.check_evaluation("--eval", name); }),
                  StartsWith(std::string("--eval: no '") + name + "'; there "));
  EXPECT_THAT(input_error_of([] {
                run<tictactoe::TicTacToe>({}, {.evaluation = "all", .limits = {.depth = 1}});
              }),
              HasSubstr("no 'all'; there is even"));
}

}  // namespace
}  // namespace plylab::search
