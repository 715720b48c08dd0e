#include "suites/commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "gen/input_error.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "suites/mate/mine.h"

namespace plylab::mate {
namespace {

struct Options {
  Claim claim;
  std::string epd;
  int jobs = 1;
};

std::vector<std::string> head_of(const Claim& claim) {
  return {
      "Mate problems made by plylab from positions of random games: the key is the only one, the",
      "mate (dm) is the shortest, and no man can be taken off without changing either. Each",
      "states the game that it comes from, the ply, and how many of the men of then are left.",
      fmt::format("Made again by: plylab mine mates --positions {} --from {} --to {} --seed {} "
                  "--games {} --nodes {}",
                  claim.problems, claim.shortest, claim.longest, claim.seed, claim.games,
                  claim.nodes)};
}

void run_mine(const Options& options, reports::Session& session) {
  session.check_options();
  const Claim& claim = options.claim;
  if (claim.shortest > claim.longest)
    throw InputError(
        fmt::format("mine mates: --from {} is more than --to {}", claim.shortest, claim.longest));
  std::ofstream file(options.epd);
  if (!file) throw InputError(fmt::format("--epd: cannot write {}", options.epd));

  reports::Progress progress("mine mates", "problems");
  const auto problems = mine(claim, options.jobs, session.stop(), [&](std::size_t found) {
    const auto number = static_cast<double>(found);
    progress.update(number / static_cast<double>(claim.problems), number);
  });
  progress.finish();
  file << to_epd(problems, head_of(claim));
  if (!file.flush()) throw InputError(fmt::format("--epd: cannot write {}", options.epd));

  std::map<int, std::size_t> by_length;
  for (const Mined& mined : problems) ++by_length[mined.mate.moves];
  reports::Table table{
      "mined", "Problems", {{"mate_in", "moves"}, {"problems"}}, {}, {"written to " + options.epd}};
  for (const auto& [moves, number] : by_length) table.add({moves, number});
  session.publish({.complete = !session.stop(), .tables = {std::move(table)}}, options.jobs);
}

}  // namespace

void add_mine_mates_command(CLI::App& mine, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  CLI::App* mates = mine.add_subcommand("mates", "Mate problems with one key, pared down");
  mates->add_option("--epd", options->epd, "The file to write")->required();
  mates->add_option("--positions", options->claim.problems, "How many problems")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  mates->add_option("--from", options->claim.shortest, "Moves of the shortest mates")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  mates->add_option("--to", options->claim.longest, "Moves of the longest mates")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  mates->add_option("--games", options->claim.games, "Most games to play")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  mates->add_option("--seed", options->claim.seed, "Of the games")->capture_default_str();
  mates->add_option("--nodes", options->claim.nodes, "Most work on the solution of a problem")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  mates->add_option("--jobs", options->jobs, "Games at once")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  session.add_options(*mates);
  mates->footer("Example: plylab mine mates --positions 20 --to 4 --epd mine.epd");
  mates->callback([options, &session] { run_mine(*options, session); });
}

}  // namespace plylab::mate
