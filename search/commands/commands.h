// The commands of this floor.
#pragma once

#include <memory>
#include <vector>

namespace plylab::perft {
struct OtherSubject;
}

namespace plylab::cli {
class Command;
class Session;
}  // namespace plylab::cli

namespace plylab::search {

struct Job;
struct SearchableGame;
namespace lab {
class OtherContestants;
}

/// Adds all commands of this floor to the program. The games must outlive it. Their searches have
/// endgame tables and an opening book by `give_known_values` (search/run/run.h).
/// `others` can take part in comparisons of searches; null: there are none.
void add_commands(cli::Command app, cli::Session& session, const std::vector<SearchableGame>& games,
                  void (*give_known_values)(Job&),
                  const std::shared_ptr<lab::OtherContestants>& others);

/// What the command verify of the floor below needs to verify searches. The games must outlive it.
perft::OtherSubject searches_to_verify(cli::Session& session,
                                       const std::vector<SearchableGame>& games);

}  // namespace plylab::search
