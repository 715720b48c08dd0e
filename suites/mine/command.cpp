#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "suites/mine/mates.h"
#include "suites/mine/suite_file.h"
#include "suites/mine/tactics.h"

namespace plylab::suites::mine {
namespace {

/// What both commands ask for.
struct Options {
  MiningRequest request;
  std::string play = "random";
  std::vector<std::string> without;
  std::string epd;

  void add_to(reports::Command command) {
    command.add_option("--epd FILE", epd, "The new file to write").required();
    command.add_option("--positions", request.problems, "How many problems")
        .positive()
        .show_default();
    command.add_option("--games", request.games, "Most games to play").positive().show_default();
    command.add_option("--seed", request.seed, "Of the games").show_default();
    command
        .add_option(
            "--play", play,
            "random: any moves; searched: a shallow search plays, with blunders; endings: any "
            "moves from few pieces")
        .show_default();
    command
        .add_option("--pieces", request.pieces,
                    "Most pieces beside the kings that a position is cut down to")
        .range(2, 30)
        .show_default();
    command.add_option("--nodes N", request.nodes, "Most work on the proof of a problem")
        .positive()
        .show_default();
    command
        .add_option("--without", without,
                    "Problems to be left out at the end, each by its game and ply as in 12.34")
        .delimiter(',');
    command.add_option("-j,--jobs N", request.threads, "Games at once")
        .range(1, 1024)
        .show_default();
  }

  /// Completes the request. Throws InputError.
  void check() {
    request.play = find_play_style(play, "--play");
    for (const std::string& problem : without) {
      const auto is_number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
      };
      std::string_view ply = problem;
      const std::string_view game = take_until(ply, ".");
      if (!is_number(game) || ply.empty() || !is_number(ply.substr(1)))
        throw InputError(fmt::format("--without: '{}' is no game and ply such as 12.34", problem));
      request.without.insert(problem);
    }
  }

  /// The options that decide about the result, for the suite's head.
  std::string text() const {
    std::string text = fmt::format(
        "--positions {} --seed {} --play {} --pieces {} --games {} --nodes {}", request.problems,
        request.seed, play, request.pieces, request.games, request.nodes);
    if (!without.empty()) text += fmt::format(" --without {}", fmt::join(without, ","));
    return text;
  }
};

/// Mines, writes the suite, and reports how many problems there are of each kind.
template <class Miner>
void run(const Miner& miner, const Options& options, const std::vector<std::string>& head,
         reports::Table table,
         const std::function<std::vector<reports::Cell>(const typename Miner::Group&)>& cells,
         reports::Session& session) {
  using Problems = std::vector<typename Miner::Problem>;
  SuiteFile file(options.epd, head);
  reports::Progress progress("mine", "problems");
  Problems problems;
  bool complete = session.attempt([&] {
    problems = collect(miner, options.request, session.stop(), [&](const Problems& found) {
      const auto number = static_cast<double>(found.size());
      progress.update(number / static_cast<double>(options.request.problems), number);
      problems = in_order(found, options.request);
      file.keep(problems);
    });
  });
  progress.finish();
  complete &= !session.stop();
  if (complete || !problems.empty()) {
    session.attempt([&] { reports::save_text(file.text(problems, complete), options.epd); });
    table.notes = {"written to " + options.epd};
  }

  std::map<typename Miner::Group, std::size_t> numbers;
  for (const auto& problem : problems) ++numbers[problem.group()];
  for (const auto& [group, number] : numbers) {
    auto row = cells(group);
    row.emplace_back(number);
    table.add(std::move(row));
  }
  session.publish({.complete = complete, .tables = {std::move(table)}}, options.request.threads);
}

struct MateOptions : Options {
  int shortest = 2, longest = 6;
};

void run_mates(MateOptions& options, reports::Session& session) {
  session.check_options();
  session.check_new_file("--epd", options.epd);
  options.check();
  const auto [shortest, longest] = std::pair(options.shortest, options.longest);
  if (shortest > longest)
    throw InputError(fmt::format("mine mates: --from {} is more than --to {}", shortest, longest));
  const std::vector<std::string> head{
      fmt::format("Mate problems made by plylab from positions of games ({}): the key is the only "
                  "one, the",
                  options.play),
      "mate (dm) is the shortest, and no piece can be taken off without changing either. Each",
      "states the game that it comes from, the ply, and how many of the pieces of then are left.",
      fmt::format("Made again by: plylab mine mates --from {} --to {} {}", shortest, longest,
                  options.text())};
  run(
      MateMiner(shortest, longest, options.request.nodes), options, head,
      {"mined", "Problems", {{"mate_in", "moves"}, {"problems"}}, {}, {}},
      [](int moves) { return std::vector<reports::Cell>{moves}; }, session);
}

struct TacticOptions : Options {
  int fewest = 3, most = 7;
};

void run_tactics(TacticOptions& options, reports::Session& session) {
  session.check_options();
  session.check_new_file("--epd", options.epd);
  options.check();
  if (options.fewest % 2 == 0 || options.most % 2 == 0)
    throw InputError("mine tactics: --from and --to are odd: the last ply is the winner's");
  if (options.fewest > options.most)
    throw InputError(
        fmt::format("mine tactics: --from {} is more than --to {}", options.fewest, options.most));
  const std::vector<std::string> head{
      fmt::format(
          "Gains of material made by plylab from positions of games ({}): the key alone wins",
          options.play),
      "what c1 states against every defence, and two plies deeper still; no piece can be taken off",
      "without changing that (suites/mine/gain.h says what is proved). pv is one of the lines; c0",
      "states the game, the ply, and how many of the pieces of then are left.",
      fmt::format("Made again by: plylab mine tactics --from {} --to {} {}", options.fewest,
                  options.most, options.text())};
  run(
      TacticMiner(options.fewest, options.most, options.request.nodes), options, head,
      {"mined", "Problems", {{"plies"}, {"gain"}, {"problems"}}, {}, {}},
      [](const Tactic::Group& group) {
        return std::vector<reports::Cell>{group.first, name_of(group.second)};
      },
      session);
}

void add_mates(reports::Command mine, reports::Session& session) {
  const auto options = std::make_shared<MateOptions>();
  const reports::Command mates =
      mine.add_subcommand("mates", "Mate problems with one key, minimized");
  options->add_to(mates);
  mates.add_option("--from", options->shortest, "Moves of the shortest mates")
      .range(1, 8)
      .show_default();
  mates.add_option("--to", options->longest, "Moves of the longest mates")
      .range(1, 8)
      .show_default();
  session.add_options(mates);
  mates.example("plylab mine mates --positions 20 --to 4 --epd mine.epd");
  mates.callback([options, &session] { run_mates(*options, session); });
}

void add_tactics(reports::Command mine, reports::Session& session) {
  const auto options = std::make_shared<TacticOptions>();
  const reports::Command tactics =
      mine.add_subcommand("tactics", "Proved gains of material with one key, minimized");
  options->request.nodes = 200'000;
  options->add_to(tactics);
  tactics.add_option("--from", options->fewest, "Plies of the shortest gains, odd")
      .range(3, 9)
      .show_default();
  tactics.add_option("--to", options->most, "Plies of the longest gains, odd")
      .range(3, 9)
      .show_default();
  session.add_options(tactics);
  tactics.example("plylab mine tactics --positions 20 --to 5 --epd mine.epd");
  tactics.callback([options, &session] { run_tactics(*options, session); });
}

}  // namespace

void add_mine_command(reports::Command app, reports::Session& session) {
  const reports::Command mine = app.add_subcommand("mine", "Make suites from positions of games");
  mine.example("plylab mine mates --positions 20 --to 4 --epd mine.epd");
  add_mates(mine, session);
  add_tactics(mine, session);
}

}  // namespace plylab::suites::mine
