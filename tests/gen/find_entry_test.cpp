#include <gmock/gmock.h>

#include <array>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
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

}  // namespace
}  // namespace plylab
