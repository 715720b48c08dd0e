#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/columns.h"
#include "search/prove/question.h"
#include "search/run/searchable_game.h"

namespace plylab::search::prove {
namespace {

using reports::Cell;

/// More would need more stack than a thread has: depth-first solvers call themselves for each ply.
constexpr int max_plies = 255;

struct ProveOptions {
  cli::GameOptions start;
  std::vector<std::string> solvers = {"all"};
  std::vector<std::string> goals = {"win", "draw"};
  int plies = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  int hash = 64;
};

/// The answer of a solver.
struct Row {
  std::string position, goal;
  int plies;
  std::string solver;
  Answer answer;
};

reports::TableOf<Row> answers_table() {
  return {
      "answers",
      "What the side to move can force, by solver",
      {{reports::columns::position, &Row::position},
       {{"goal", "", "win, or draw: that the other side does not win", 0,
         reports::Role::about_position},
        &Row::goal},
       {{"within", "plies", "the goal counts as missed by longer lines, a draw as reached", 0,
         reports::Role::about_position},
        &Row::plies},
       {{"solver", "", "", 1, reports::Role::contestant}, &Row::solver},
       {{"answer", "", "yes and no are proved; open: a limit was reached, or memory was full"},
        [](const Row& row) {
          return std::string(!row.answer.proved ? "open" : *row.answer.proved ? "yes" : "no");
        }},
       {{"move", "", "the first move of the proof"},
        [](const Row& row) { return row.answer.move.empty() ? Cell() : Cell(row.answer.move); }},
       {{"nodes", "", "positions looked at, each time anew", 0, reports::Role::cost},
        [](const Row& row) { return row.answer.nodes; }},
       {{"kept", "", "the most positions in memory at one time", 0},
        [](const Row& row) { return row.answer.kept; }},
       {reports::columns::time, [](const Row& row) { return row.answer.seconds; }}}};
}

/// The questions about a position.
std::vector<Question> questions_of(const ProveOptions& options, const SearchableGame& game,
                                   const cli::NamedPosition& position,
                                   const std::atomic<bool>& stop) {
  const int plies = options.plies > 0 ? options.plies : game.info.longest(position.start);
  if (plies == 0 && game.info.longest(game.info.parse(game.info.start)) == 0)
    throw InputError(
        fmt::format("prove: the greatest length of games of {} is not known: give --depth, the "
                    "plies to the end",
                    game.info.name));
  if (plies > max_plies)
    throw InputError(fmt::format("prove: games of {} may have {} plies: give --depth, at most {}",
                                 game.info.name, plies, max_plies));
  std::vector<Question> questions;
  for (const std::string& name : options.goals) {
    Question question{
        find_entry(goals, name).goal, plies, {}, static_cast<std::size_t>(options.hash) << 20};
    if (options.nodes > 0) question.limits.nodes = options.nodes;
    if (options.seconds > 0) question.limits.seconds = options.seconds;
    question.limits.stop = &stop;
    questions.push_back(question);
  }
  return questions;
}

/// "a: win: dfpn says yes, pn no", for the rows of one question if their answers contradict.
std::optional<std::string> contradiction(const std::vector<Row>& rows) {
  const Row *proved = nullptr, *refuted = nullptr;
  for (const Row& row : rows)
    if (row.answer.proved) (*row.answer.proved ? proved : refuted) = &row;
  if (proved == nullptr || refuted == nullptr) return std::nullopt;
  return fmt::format("{}: {}: {} says yes, {} no", proved->position, proved->goal, proved->solver,
                     refuted->solver);
}

void run_prove(ProveOptions options, const SearchableGames& games, cli::Session& session) {
  session.check_options();
  session.declare({answers_table()});
  const SearchableGame& game = find_game(games, options.start.game, "--game");
  options.solvers = select_names("--solver", options.solvers, names_in(solvers));
  options.goals = select_names("--goal", options.goals, names_in(goals));
  plylab::require_memory(static_cast<std::size_t>(options.hash) << 20);
  const std::vector<cli::NamedPosition> positions = options.start.load(game.info);
  for (const cli::NamedPosition& position : positions)
    questions_of(options, game, position, session.stop());  // before the work

  std::vector<Row> rows;
  std::vector<std::string> contradictions, full;
  cli::Progress progress("prove", "answers", session.share());
  const double total =
      static_cast<double>(positions.size() * options.goals.size() * options.solvers.size());
  const auto ask_all = [&] {
    for (const cli::NamedPosition& position : positions) {
      const auto questions = questions_of(options, game, position, session.stop());
      for (std::size_t i = 0; i < questions.size(); ++i) {
        std::vector<Row> answers;
        for (const std::string& solver : options.solvers) {
          if (session.stop()) return;
          answers.push_back({position.name, options.goals[i], questions[i].plies, solver,
                             game.prove(position.start, questions[i], solver)});
          const auto done = static_cast<double>(rows.size() + answers.size());
          progress.update(done / total, done);
        }
        if (const auto line = contradiction(answers)) contradictions.push_back(*line);
        for (Row& row : answers) {
          if (row.answer.memory_full) full.push_back(row.solver);
          rows.push_back(std::move(row));
        }
      }
    }
  };
  const bool complete = session.attempt(ask_all);
  progress.finish();

  reports::Table table = answers_table().with(rows);
  std::ranges::sort(full);
  full.erase(std::unique(full.begin(), full.end()), full.end());
  if (!full.empty())
    table.notes.push_back(fmt::format("memory was full: {}; --hash gives more than {} MiB",
                                      fmt::join(full, ", "), options.hash));
  for (const std::string& line : contradictions) table.notes.push_back(line);
  if (!contradictions.empty()) session.note_difference();
  session.publish({.complete = complete && !session.stop(), .tables = {std::move(table)}}, 1);
}

}  // namespace

void add_prove_command(cli::Command app, cli::Session& session, const SearchableGames& games) {
  const auto options = std::make_shared<ProveOptions>();
  const cli::Command prove = app.add_subcommand(
      "prove",
      "Prove by AND/OR search what the side to move can force. Exit status: 1 if solvers "
      "contradict each other");
  options->start.add_to(prove, game_names(games));
  prove
      .add_option("--solver NAME", options->solvers,
                  "exhaustive, pn (proof-number search), pn2, dfpn, or all")
      .offers(names_in(solvers))
      .delimiter(',')
      .show_default();
  prove.add_option("--goal NAME", options->goals, "win, or draw: not to lose")
      .offers(names_in(goals))
      .delimiter(',')
      .show_default();
  prove
      .add_option("-d,--depth N", options->plies,
                  "The plies within which the game must end (default: the game's greatest length)")
      .range(1, max_plies);
  prove.add_option("--nodes N", options->nodes, "Most positions to look at (default: no limit)")
      .positive();
  prove
      .add_option("--time SECONDS", options->seconds,
                  "Most seconds for each answer (default: no limit)")
      .positive();
  prove
      .add_option("--hash MIB", options->hash,
                  "Memory of each solver in MiB: the table, or the tree of pn and pn2")
      .range(1, 1 << 20)
      .show_default();
  session.add_options(prove);
  prove.example("plylab prove --game tictactoe");
  prove.example("plylab prove --game synthetic-tree --seeds 1..9 --solver pn,pn2");
  prove.guides({"search"});
  prove.callback([options, &games, &session] { run_prove(*options, games, session); });
}

}  // namespace plylab::search::prove
