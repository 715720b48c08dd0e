// What optional members must be, and which are found. What a game and its board must have,
// tests/guest/incomplete.cpp and incomplete_board.cpp leave out.
#include "gen/game/game_members.h"

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "tests/guest/connect4.h"

namespace plylab::detail {
namespace {

using guest::Connect4;

struct Misspelt : Connect4 {
  static constexpr std::string_view default_generator = "bitts";
};
struct Named : Connect4 {
  static constexpr std::string_view default_generator = "bits";
};
struct Numbered : Connect4 {
  static constexpr int default_generator = 1;
};

TEST(GameRequirements, HaveADefaultGeneratorAmongTheGenerators) {
  EXPECT_TRUE(default_generator_exists<Connect4>());
  EXPECT_TRUE(default_generator_exists<Named>());
  EXPECT_FALSE(default_generator_exists<Misspelt>());
  EXPECT_FALSE(default_generator_exists<Numbered>());
}

struct EvaluatedByANumber : Connect4 {
  static constexpr int evaluations = 3;
};
struct EvaluatedWithoutNames : Connect4 {
  static constexpr std::tuple evaluations{guest::Middle{}};
};
struct EvaluatedElsewhere : Connect4 {
  struct OfNumbers {
    int operator()(int number) const { return number; }
  };
  static constexpr std::tuple evaluations{NamedEvaluation<OfNumbers>{"numbers", "", {}}};
};

TEST(GameRequirements, HaveEvaluationsOfTheBoard) {
  EXPECT_TRUE(evaluations_evaluate<Connect4>());
  EXPECT_FALSE(evaluations_evaluate<EvaluatedByANumber>());
  EXPECT_FALSE(evaluations_evaluate<EvaluatedWithoutNames>());
  EXPECT_FALSE(evaluations_evaluate<EvaluatedElsewhere>());
}

struct WithKnown : Connect4 {
  static constexpr std::array<KnownPosition, 1> positions{{{"middle", "4", "one disc"}}};
};
struct WithNumbers : Connect4 {
  static constexpr std::array positions{1, 2};
};
struct WithOne : Connect4 {
  static constexpr KnownPosition positions{"middle", "4", "one disc"};
};

TEST(GameRequirements, HaveKnownPositions) {
  EXPECT_TRUE(positions_are_known<Connect4>());
  EXPECT_TRUE(positions_are_known<WithKnown>());
  EXPECT_FALSE(positions_are_known<WithNumbers>());
  EXPECT_FALSE(positions_are_known<WithOne>());
}

using ::testing::ElementsAre;

template <Game G>
std::vector<std::string> found() {
  std::vector<std::string> names;
  for (const OptionalMember& member : optional_members<G>())
    if (member.is_there) names.emplace_back(member.name);
  return names;
}

/// Its longest() takes no start.
struct WrongArguments : Connect4 {
  static int longest() { return 42; }
};

TEST(OptionalMembers, AreThoseThatAreFoundAndCanBeCalled) {
  EXPECT_THAT(found<Connect4>(), ElementsAre("evaluations", "MoveKinds", "longest", "move_rank"));
  EXPECT_THAT(found<WrongArguments>(), ElementsAre("evaluations", "MoveKinds", "move_rank"));
}

}  // namespace
}  // namespace plylab::detail
