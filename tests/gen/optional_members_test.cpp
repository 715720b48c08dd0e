#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/game/game_members.h"
#include "tests/guest/connect4.h"

namespace plylab {
namespace {

using ::testing::ElementsAre;

template <Game G>
std::vector<std::string> found() {
  std::vector<std::string> names;
  for (const OptionalMember& member : optional_members<G>())
    if (member.is_there) names.emplace_back(member.name);
  return names;
}

/// Its longest() takes no start.
struct WrongArguments : guest::Connect4 {
  static int longest() { return 42; }
};

TEST(OptionalMembers, AreThoseThatAreFoundAndCanBeCalled) {
  EXPECT_THAT(found<guest::Connect4>(),
              ElementsAre("evaluations", "MoveKinds", "longest", "move_rank"));
  EXPECT_THAT(found<WrongArguments>(), ElementsAre("evaluations", "MoveKinds", "move_rank"));
}

}  // namespace
}  // namespace plylab
