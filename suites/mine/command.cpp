#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "suites/mine/problems.h"

namespace plylab::suites::mine {
namespace {

/// The options of both commands.
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
        .add_option("--play", play,
                    "How the games are played. random: random moves; searched: a shallow search "
                    "with random "
                    "moves now and then; endings: random moves from few pieces")
        .show_default();
    command
        .add_option("--pieces", request.pieces,
                    "Most pieces besides the kings that a position is cut down to")
        .range(2, 30)
        .show_default();
    command
        .add_option("--nodes N", request.nodes,
                    "Most positions to search for the proof of a problem")
        .positive()
        .show_default();
    command
        .add_option("--without", without,
                    "Problems to leave out at the end, each as GAME.PLY, such as 12.34")
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
        throw InputError(fmt::format("--without: '{}' is not GAME.PLY, such as 12.34", problem));
      request.without.insert(problem);
    }
  }

  /// The options that determine the result, for the suite's head.
  std::string text() const {
    std::string text = fmt::format(
        "--positions {} --seed {} --play {} --pieces {} --games {} --nodes {}", request.problems,
        request.seed, play, request.pieces, request.games, request.nodes);
    if (!without.empty()) text += fmt::format(" --without {}", fmt::join(without, ","));
    return text;
  }
};

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
  template <class Problem>
  std::string text(const std::vector<Problem>& problems, bool complete) const {
    std::vector<std::string> head = head_;
    if (!complete) head.insert(head.begin(), "Incomplete: mining was stopped early.");
    return to_epd(problems, head);
  }

  /// Writes the problems found so far, at most once a second. Throws InputError.
  template <class Problem>
  void keep(const std::vector<Problem>& problems) {
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

/// A group of problems and its size.
template <class Miner>
using GroupSize = std::pair<typename Miner::Group, std::size_t>;

/// Mines, writes the suite, and reports the number of problems in each group.
template <class Miner>
void run(const Miner& miner, const Options& options, const std::vector<std::string>& head,
         const reports::ColumnsOf<GroupSize<Miner>>& columns, reports::Session& session) {
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
  bool written = false;
  if (complete || !problems.empty()) {
    session.attempt([&] { reports::save_text(file.text(problems, complete), options.epd); });
    written = true;
  }

  std::map<typename Miner::Group, std::size_t> sizes;
  for (const auto& problem : problems) ++sizes[problem.group()];
  auto table = reports::table_of("mined", "Problems", columns,
                                 std::vector<GroupSize<Miner>>(sizes.begin(), sizes.end()));
  if (written) table.notes = {"written to " + options.epd};
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
  run(MateMiner(shortest, longest, options.request.nodes), options, head,
      {{{"mate_in", "moves"}, [](const auto& one) { return one.first; }},
       {{"problems"}, [](const auto& one) { return one.second; }}},
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
  mates.guides({"suites"});
  mates.callback([options, &session] { run_mates(*options, session); });
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
  run(TacticMiner(options.fewest, options.most, options.request.nodes), options, head,
      {{{"plies"}, [](const auto& one) { return one.first.first; }},
       {{"gain"}, [](const auto& one) { return name_of(one.first.second); }},
       {{"problems"}, [](const auto& one) { return one.second; }}},
      session);
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
  tactics.guides({"suites"});
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
