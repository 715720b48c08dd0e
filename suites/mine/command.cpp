#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "suites/mine/mates.h"

namespace plylab::suites::mine {
namespace {

struct Options {
  MiningRequest request;
  std::string play = "random";
  std::string epd;
};

/// The comments at the head of the suite: its problems, and the command that reproduces them.
std::vector<std::string> head_of(const Options& options) {
  const MiningRequest& request = options.request;
  return {
      fmt::format("Mate problems made by plylab from positions of games ({}): the key is the only "
                  "one, the",
                  options.play),
      "mate (dm) is the shortest, and no piece can be taken off without changing either. Each",
      "states the game that it comes from, the ply, and how many of the pieces of then are left.",
      fmt::format("Made again by: plylab mine --from {} --to {} --positions {} --seed {} "
                  "--play {} --pieces {} --games {} --nodes {}",
                  request.shortest, request.longest, request.problems, request.seed, options.play,
                  request.pieces, request.games, request.nodes)};
}

/// The suite file. It is written once a second while the suite grows, so that an interruption loses
/// only the games under way.
class SuiteFile {
 public:
  /// `head`: comments before the problems. A terminal or a pipe gets the finished suite only.
  SuiteFile(std::string path, std::vector<std::string> head)
      : path_(std::move(path)), head_(std::move(head)) {
    std::error_code error;
    is_file_ =
        !reports::is_standard_output(path_) &&
        (!std::filesystem::exists(path_, error) || std::filesystem::is_regular_file(path_, error));
  }

  /// The content of the file; an incomplete one says so.
  std::string text(const std::vector<MinedMate>& problems, bool complete) const {
    std::vector<std::string> head = head_;
    if (!complete) head.insert(head.begin(), "Incomplete: mining was stopped early.");
    return to_epd(problems, head);
  }

  /// Writes the problems found so far, at most once a second. Throws InputError.
  void keep(const std::vector<MinedMate>& problems) {
    if (!is_file_ || problems.empty() || Clock::now() - kept_ < std::chrono::seconds(1)) return;
    reports::write_text(text(problems, false), path_);
    kept_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_;
  std::vector<std::string> head_;
  bool is_file_;
  Clock::time_point kept_{};
};

/// The number of problems of each length.
reports::Table mined_table(const std::vector<MinedMate>& problems) {
  std::map<int, std::size_t> sizes;
  for (const MinedMate& problem : problems) ++sizes[problem.moves];
  using Size = std::pair<int, std::size_t>;
  return reports::table_of<Size>("mined", "Problems",
                                 {{{"mate_in", "moves"}, [](const Size& one) { return one.first; }},
                                  {{"problems"}, [](const Size& one) { return one.second; }}},
                                 std::vector<Size>(sizes.begin(), sizes.end()));
}

/// Mines, writes the suite, and reports the number of problems of each length.
void run_mine(Options& options, reports::Session& session) {
  session.check_options();
  session.check_new_file("--epd", options.epd);
  MiningRequest& request = options.request;
  request.play = find_play_style(options.play, "--play");
  if (request.shortest > request.longest)
    throw InputError(
        fmt::format("mine: --from {} is more than --to {}", request.shortest, request.longest));
  session.require_tables({.tables = {mined_table({})}});

  SuiteFile file(options.epd, head_of(options));
  reports::Progress progress("mine", "problems");
  std::vector<MinedMate> problems;
  bool complete = session.attempt([&] {
    problems = mine_mates(request, session.stop(), [&](const std::vector<MinedMate>& found) {
      const auto number = static_cast<double>(found.size());
      progress.update(number / static_cast<double>(request.problems), number);
      problems = found;
      file.keep(found);
    });
  });
  progress.finish();
  complete &= !session.stop();
  const bool writes = complete || !problems.empty();
  if (writes)
    session.attempt(
        [&] { reports::save_text(file.text(problems, complete), options.epd, &session.stop()); });

  reports::Table table = mined_table(problems);
  if (writes) table.notes = {"written to " + options.epd};
  session.publish({.complete = complete, .tables = {std::move(table)}}, request.threads);
}

}  // namespace

void add_mine_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  const reports::Command mine = app.add_subcommand(
      "mine", "Make a suite of mates with a unique key, from positions of random games");
  MiningRequest& request = options->request;
  mine.add_option("--epd FILE", options->epd, "The suite to write; the file must not exist")
      .required();
  mine.add_option("--positions", request.problems, "Number of problems").positive().show_default();
  mine.add_option("--from", request.shortest, "Length of the shortest mates, in moves")
      .range(1, 8)
      .show_default();
  mine.add_option("--to", request.longest, "Length of the longest mates, in moves")
      .range(1, 8)
      .show_default();
  mine.add_option("--games", request.games, "Most games to play").positive().show_default();
  mine.add_option("--seed", request.seed, "Seed of the games").show_default();
  mine.add_option(
          "--play", options->play,
          "How games are played: random moves from the initial position (random), or from few "
          "pieces (endings)")
      .show_default();
  mine.add_option("--pieces", request.pieces,
                  "Reduce positions to at most this many pieces besides the kings")
      .range(2, 30)
      .show_default();
  mine.add_option("--nodes N", request.nodes, "Most nodes to visit for proving a problem")
      .positive()
      .show_default();
  mine.add_option("-j,--jobs N", request.threads, "Games to play in parallel")
      .range(1, 1024)
      .show_default();
  session.add_options(mine);
  mine.example("plylab mine --positions 20 --to 4 --epd mine.epd");
  mine.guides({"suites"});
  mine.callback([options, &session] { run_mine(*options, session); });
}

}  // namespace plylab::suites::mine
