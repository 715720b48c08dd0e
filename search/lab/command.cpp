#include <memory>
#include <string>

#include "reports/command_line.h"
#include "reports/session.h"
#include "search/commands.h"
#include "search/lab/experiment_file.h"
#include "search/lab/run_command.h"

namespace plylab::search::lab {
namespace {

struct Options {
  std::string file;
  SharedOptions shared;
};

void run_experiment(const Options& options, reports::Session& session) {
  session.check_options();
  ExperimentFile file = load_experiment(options.file);
  options.shared.overrule(file.comparison, file.experiment);
  run_command(file.experiment, file.comparison,
              options.shared.runs.empty() ? file.runs : options.shared.runs, options.shared.threads,
              session);
}

}  // namespace

void add_experiment_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  const reports::Command command = app.add_subcommand(
      "experiment", "Run the experiment that a TOML file describes, and compare what it cost");
  command.add_option("file", options->file, "The file, or the name of a shipped one").required();
  options->shared.add_to(command);
  session.add_options(command);
  command.footer("Example: plylab experiment classical --runs classical.jsonl --jobs 2");
  command.callback([options, &session] { run_experiment(*options, session); });
}

}  // namespace plylab::search::lab
