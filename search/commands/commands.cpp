#include "search/commands/commands.h"

#include "reports/cli/command_line.h"
#include "search/run/searchable_game.h"

namespace plylab::search {

// Each is defined in the file of that name: add_search_command() in search_command.cpp.
void add_eval_command(cli::Command, cli::Session&);
namespace prove {
void add_prove_command(cli::Command, cli::Session&, const SearchableGames&);
}
namespace lab {
using Others = std::shared_ptr<OtherContestants>;
void add_search_command(cli::Command, cli::Session&, const SearchableGames&, GiveKnownValues,
                        const Others&);
void add_experiment_command(cli::Command, cli::Session&, const SearchableGames&, GiveKnownValues,
                            const Others&);
void add_study_command(cli::Command, cli::Session&, const SearchableGames&);
}  // namespace lab

void add_commands(cli::Command app, cli::Session& session, const SearchableGames& games,
                  GiveKnownValues give_known_values, const lab::Others& others) {
  lab::add_search_command(app, session, games, give_known_values, others);
  if (has_chess(games)) add_eval_command(app, session);
  prove::add_prove_command(app, session, games);
  lab::add_experiment_command(app, session, games, give_known_values, others);
  if (has_chess(games)) lab::add_study_command(app, session, games);
}

}  // namespace plylab::search
