#include <fmt/format.h>

#include <memory>
#include <string>

#include "gen/base/input_error.h"
#include "reports/cli/command_line.h"
#include "reports/cli/session.h"
#include "search/run/options.h"
#include "suites/play/gui/loops.h"
#include "suites/players/environment.h"

namespace plylab::suites::play::gui {
namespace {

/// The default search.
constexpr const char* usual_search = "selective";

struct Options {
  search::Options search;
  bool fresh_table = false;
  std::string log;
};

void run(const std::string& name, Session protocol, Options options, cli::Session& session) {
  const bool has_evaluation = options.search.evaluations.front() != search::default_choice;
  const bool has_ordering = options.search.orderings.front() != search::default_choice;
  options.search.check(search::searchable_chess());
  auto jobs = options.search.jobs(search::searchable_chess(),
                                  options.search.limits(search::Limits().depth, session.stop()));
  if (jobs.size() > 1) throw InputError(fmt::format("{}: takes a single --algo and --gen", name));
  search::Job& job = jobs.front();
  players::give_known_values(job);  // an error before the protocol begins
  if (!has_evaluation) job.evaluation = search::default_choice;
  if (!has_ordering) job.ordering = search::default_choice;
  const auto made_by = session.provenance(1);
  protocol(fmt::format("plylab {} ({})", made_by.version, made_by.commit), job,
           !options.fresh_table, engines::begin_log(options.log), session.stop());
}

cli::Command add_command(cli::Command app, cli::Session& session, Session protocol,
                         const std::string& name, const std::string& help) {
  const auto options = std::make_shared<Options>();
  options->search.algorithms = {usual_search};
  const cli::Command command = app.add_subcommand(name, help);
  options->search.add_to(command, true);
  for (const char* one : {"--gen", "--algo", "--eval", "--order", "--with", "--depth"})
    command.option(one).values(1, 1);
  command.option("--gen").help(
      "The generator (see plylab list generators; default: the game's usual one)");
  command.option("--algo").help("The search (see plylab list searches)").show_default();
  command.option("--depth").help("Depth in plies (default: no limit)");
  command.group("Search").add_flag("--fresh-table", options->fresh_table,
                                   "Clear the table before each search of a game");
  command.add_option("--log FILE", options->log,
                     "Write every line to and from the GUI with its time to this file, which must "
                     "be new or an earlier log");
  command.example(
      fmt::format("plylab {} --algo mtdf --with table=128,killers,history,quiescence", name));
  command.example(fmt::format("plylab {} --nodes 100000", name));
  command.guides({"gui"});
  command.callback([=, &session] { run(name, protocol, *options, session); });
  return command;
}

constexpr const char* notes =
    "The options set the defaults that the GUI sees; limits apply in addition to the "
    "GUI's. The searches of a game share their table unless --fresh-table is given.\n";

}  // namespace

void add_uci_command(cli::Command app, cli::Session& session) {
  const auto uci = add_command(app, session, run_uci, "uci",
                               "Play and analyse for a GUI or a match program, by UCI");
  uci.notes(std::string(notes) +
            "go mate N proves a mate. Commands beyond UCI: go perft N prints a divide as Stockfish "
            "does, d shows the board, eval shows the terms of the evaluation.");
}

void add_xboard_command(cli::Command app, cli::Session& session) {
  const auto xboard =
      add_command(app, session, run_xboard, "xboard",
                  "Play and analyse for a GUI or a match program, by xboard's protocol");
  xboard.notes(std::string(notes) +
               "Speaks version 2 of the protocol; variants normal and fischerandom.");
}

}  // namespace plylab::suites::play::gui
