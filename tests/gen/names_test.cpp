#include "gen/base/names.h"

#include <gmock/gmock.h>

#include <array>

#include "gen/base/input_error.h"
#include "tests/support/input_error_of.h"

namespace plylab {
namespace {

using ::testing::ElementsAre;
using testing::input_error_of;

struct Fruit {
  std::string_view name;
  int weight;
};
constexpr std::array fruits = {Fruit{"apple", 180}, Fruit{"pear", 200}, Fruit{"plum", 40}};
constexpr std::array<std::string_view, 2> colours = {"red", "green"};

TEST(FindEntry, FindsStructsAndTextsByTheirName) {
  EXPECT_EQ(&find_entry(fruits, "pear"), &fruits[1]);
  EXPECT_EQ(&find_entry(colours, "green"), &colours[1]);
  EXPECT_THAT(names_in(fruits), ElementsAre("apple", "pear", "plum"));
  EXPECT_THAT(names_in(colours), ElementsAre("red", "green"));
  EXPECT_THAT(names_in(std::tuple{fruits[0], fruits[2]}), ElementsAre("apple", "plum"));
}

TEST(FindEntry, ListsTheNamesThatThereAre) {
  EXPECT_EQ(input_error_of([] { find_entry(fruits, "fig"); }),
            "no 'fig'; there are apple, pear, plum");
  EXPECT_EQ(input_error_of([] { find_entry(colours, "", "--colour"); }),
            "--colour: no ''; there are red, green");
  EXPECT_EQ(input_error_of([] { refuse_name("x", "a", {"b"}); }), "x: no 'a'; there is b");
  EXPECT_EQ(input_error_of([] { refuse_name("", "a", {}); }), "no 'a'; there is none");
}

TEST(SelectNames, TakesEachOnceAndAllForAll) {
  const std::vector<std::string> known = {"a", "b", "c"};
  EXPECT_THAT(select_names("--x", {"c", "a", "c"}, known), ElementsAre("c", "a"));
  EXPECT_THAT(select_names("--x", {"b", "all"}, known), ElementsAre("b", "a", "c"));
  EXPECT_EQ(input_error_of([&] {
              select_names("--x", {"a", "d"}, known);
            }),
            "--x: no 'd'; there are a, b, c");
  EXPECT_EQ(input_error_of([&] { select_names("--x", {}, known); }),
            "--x: none given; there are a, b, c");
}

TEST(EditDistance, CountsSingleEditsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);  // Levenshtein's textbook example
  EXPECT_EQ(edit_distance("perft", "pefrt"), 1U);     // a swap
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // by this definition, 2 by the unrestricted one
}

TEST(ClosestName, IsWhatWasMistyped) {
  const std::vector<std::string> names{"perft", "divide", "match", "mate", "mine", "man"};
  EXPECT_EQ(closest_name("pefrt", names), "perft");
  EXPECT_EQ(closest_name("divde", names), "divide");
  EXPECT_EQ(closest_name("mtach", names), "match");
  EXPECT_EQ(closest_name("div", names), "divide");  // the only one that begins so
  EXPECT_EQ(closest_name("DIV", names), "divide");
  EXPECT_EQ(closest_name("Perft", names), "perft");
  EXPECT_EQ(closest_name("MATE", names), "mate");
  EXPECT_EQ(closest_name("mna", names), "man");
  EXPECT_EQ(closest_name("ma", names), std::nullopt);
  EXPECT_EQ(closest_name("search", names), std::nullopt);
  EXPECT_EQ(closest_name("", names), std::nullopt);
  EXPECT_EQ(closest_name("perft", {}), std::nullopt);
  const std::vector<std::string> options = {"--depth", "--gen", "--game", "--quiet", "-d"};
  EXPECT_EQ(closest_name("--depht", options), "--depth");
  EXPECT_EQ(closest_name("--gane", options), "--game");
  EXPECT_EQ(closest_name("--Depth", options), "--depth");
  EXPECT_EQ(closest_name("--dpeth", options), "--depth");
  for (const char* far : {"--suite", "--fen", "--time", "-x"})
    EXPECT_EQ(closest_name(far, options), std::nullopt) << far;
}

}  // namespace
}  // namespace plylab
