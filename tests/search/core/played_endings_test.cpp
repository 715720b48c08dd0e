// The selective search with endgame tables plays against itself: a win takes as many plies as the
// tables say.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "gen/chess/endgames/table.h"
#include "gen/chess/registry.h"
#include "search/run/run.h"
#include "suites/players/environment.h"
#include "tests/support/endgame_folder.h"

namespace plylab::search {
namespace {

/// Plies until mate; nothing if the game ends otherwise or takes more than `most`.
std::optional<unsigned> plies_to_mate(const chess::ValidSetup& start, unsigned max) {
  Job job;
  job.algorithm = "selective";
  job.switches = parse_switches("", "table=1,endgames=4");
  suites::players::give_known_values(job);
  job.limits.depth = 4;
  chess::Mailbox board(start);
  std::vector<chess::Move> played;
  for (unsigned plies = 0; plies <= max; ++plies) {
    if (board.count() == 0) return board.checkers() != 0 ? std::optional(plies) : std::nullopt;
    const auto result = run<chess::Chess>(start, job, {.played = played});
    played.push_back(*result.best_move());
    board.make(played.back());
  }
  return std::nullopt;
}

/// Every ten thousandth number of each ending of three and four men.
TEST(PlayedEndings, TakeAsManyPliesAsTheTablesSay) {
  testing::endgame_folder(4);
  for (const auto& [ending, table] : testing::endgame_tables().all())
    for (const Side side : {chess::white, chess::black})
      for (std::size_t slot = 0; slot < table->slots().size(); slot += 10'007) {
        const DistanceValue value = table->value(side, slot);
        if (!value.exists() || value.is_draw()) continue;
        const auto setup = setup_of(ending, table->slots().placement(slot), side);
        ASSERT_EQ(plies_to_mate(chess::ValidSetup(setup), value.plies()), value.plies())
            << to_string(setup) << ": " << to_string(value);
      }
}

}  // namespace
}  // namespace plylab::search
