#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "search/lab/experiment_file.h"
#include "search/lab/pipeline.h"
#include "search/lab/tables.h"

namespace plylab::search::lab {
namespace {

struct ExperimentOptions {
  std::string file;
  SharedOptions shared;
  std::string kernel;
  std::vector<std::string> groups;
  std::vector<int> depths;
  std::size_t starts = 0;  // of each group; 0: all
};

/// Removes the parts of the experiment that were not asked for. Throws InputError if a list becomes
/// empty.
void cut_down(const ExperimentOptions& options, ExperimentFile& file) {
  auto& groups = file.experiment.groups;
  for (const std::string& name : options.groups) find_entry(groups, name, "--group");
  std::erase_if(groups, [&](const Group& group) {
    return !options.groups.empty() && std::find(options.groups.begin(), options.groups.end(),
                                                group.name) == options.groups.end();
  });
  for (Group& group : groups) {
    if (options.starts > 0 && options.starts < group.starts.size())
      group.starts.resize(options.starts);
    if (options.depths.empty()) continue;
    auto& depths = group.levels[Factor::depth];
    const std::string before =
        fmt::format("{}", fmt::join(group.levels.texts(Factor::depth), ", "));
    std::erase_if(depths, [&](const Level& depth) {
      return std::find(options.depths.begin(), options.depths.end(), std::get<int>(depth)) ==
             options.depths.end();
    });
    if (depths.empty())
      throw InputError(fmt::format("--depth: the group '{}' has only {}; --group leaves out others",
                                   group.name, before));
  }
}

/// The kernel asked for, which some generator of the experiment must have; the others use their
/// fastest. Throws InputError if none has it.
std::string kernel_for(const Experiment& experiment, const std::string& asked) {
  GameInfo all;
  all.name = experiment.name;
  for (const Group& group : experiment.groups) {
    const auto generators = group.levels.texts(Factor::generator);
    for (const KernelInfo& kernel : group.game->info.kernels) {
      const auto names = all.kernel_names();
      if (std::find(generators.begin(), generators.end(), kernel.generator) != generators.end() &&
          std::find(names.begin(), names.end(), kernel.name) == names.end())
        all.kernels.push_back(kernel);
    }
  }
  return cli::chosen_kernel(all, asked);
}

void run_file(ExperimentOptions options, const SearchableGames& games,
              GiveKnownValues give_known_values, cli::Session& session) {
  session.check_options();
  ExperimentFile file = load_experiment(options.file, games);
  cut_down(options, file);
  options.shared.overrule(file.comparison, file.experiment);
  if (options.shared.runs.empty()) options.shared.runs = file.runs;
  run_experiment(file.experiment, file.comparison, options.shared,
                 kernel_for(file.experiment, options.kernel), games, give_known_values, session);
}

}  // namespace

void add_experiment_command(cli::Command app, cli::Session& session, const SearchableGames& games,
                            GiveKnownValues give_known_values,
                            const std::shared_ptr<OtherContestants>& others) {
  const auto options = std::make_shared<ExperimentOptions>();
  options->shared.others = others;
  const cli::Command command = app.add_subcommand(
      "experiment", "Run an experiment described in a TOML file, and compare costs");
  const bool has_chess = search::has_chess(games);  // the shipped experiment's game
  if (has_chess)
    command
        .add_option("FILE FILE|NAME", options->file, "A file, or the name of a shipped experiment")
        .offers(shipped_names(".toml"))
        .required();
  else
    command.add_option("FILE", options->file, "The file").required();
  const cli::Command part = command.group("Selection");
  part.add_option("--group NAME", options->groups, "Run only these groups (default: all)")
      .delimiter(',');
  part.add_option("--depth N", options->depths,
                  "Run only these of its depths, in plies (default: all)")
      .delimiter(',');
  part.add_option("--starts N", options->starts,
                  "Use only the first N starts of each group (default: all)")
      .positive();
  options->shared.add_to(command);
  cli::add_kernel_option(command, options->kernel).offers(cli::kernel_names(games));
  session.add_options(command);
  session.add_figure_option(command, {growth_picture, branching_picture, ratio_picture,
                                      profile_picture, scatter_picture, time_to_depth_picture});
  session.add_paper_option(command);
  const std::string name = has_chess ? "classical" : "mine",
                    file = has_chess ? name : name + ".toml";
  command.example(fmt::format("plylab experiment {} --runs {}.jsonl --jobs 2", file, name));
  command.example(fmt::format("plylab experiment {} --report paper --jobs 2", file));
  if (has_chess)
    command.example("plylab experiment classical --group chess --depth 4,5 --starts 12");
  command.notes(fmt::format(
      "Exit status: 1 if searches that must find the same value do not, or if one visits different "
      "numbers of nodes with two generators{}; 2 for wrong usage; otherwise 0",
      has_chess ? ", or if an engine fails" : ""));
  command.guides({"experiments"});
  command.callback([options, &games, give_known_values, &session] {
    run_file(*options, games, give_known_values, session);
  });
}

}  // namespace plylab::search::lab
