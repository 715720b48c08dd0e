#include "search/lab/tree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/session.h"
#include "reports/figures/figure.h"
#include "reports/figures/tree_figure.h"
#include "reports/formats/figure_file.h"
#include "search/lab/tree_figure.h"

namespace plylab::search::lab {
namespace {

/// A file's extension, and the first bytes of plylab's.
struct TreeForm {
  std::string_view name, mark;
  std::string (*draw)(const reports::TreeFigure& figure);
};
constexpr std::array tree_forms = {TreeForm{"svg", reports::svg_beginning, reports::svg_tree},
                                   TreeForm{"dot", reports::dot_beginning, reports::dot_tree}};

const TreeForm& form_of(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension.empty())
    throw InputError(fmt::format("--tree: '{}' should end with .svg or .dot", path));
  return find_entry(tree_forms, extension.substr(1), "--tree: extension");
}

}  // namespace

TextResult recorded_visits(const Run& run, const std::string& kernel, std::uint64_t max_visits,
                           const std::atomic<bool>& stop) {
  Job job = run.job;
  job.kernel = run.game->info.kernel_of(job.generator, kernel);
  job.limits.nodes = std::min(job.limits.nodes, max_visits);
  job.limits.stop = &stop;
  job.visits = true;
  return run.game->run(run.start.position, {}, job, MoveStyle::words);
}

void check_tree_picture(const TreePicture& picture, const std::vector<Run>& runs,
                        cli::Session& session) {
  const TreeForm& form = form_of(picture.path);
  session.check_output("--tree", picture.path);
  reports::check_picture_file("--tree", picture.path, form.mark);
  if (runs.size() > max_trees)
    throw InputError(fmt::format(
        "--tree: this call has {} searches, and a picture shows at most {}, of one position",
        runs.size(), max_trees));
  for (const Run& run : runs)
    if (run.start != runs.front().start)
      throw InputError("--tree: a picture shows one position, and this call has several");
}

std::string drawn_tree(const TreePicture& picture, const std::vector<Run>& runs,
                       const std::string& kernel, const cli::Session& session) try {
  std::vector<VisitedTree> trees;
  for (const Run& run : runs) {
    const bool has_smaller_limit = run.job.limits.nodes <= max_recorded_visits;
    const TextResult result = recorded_visits(run, kernel, max_recorded_visits, session.stop());
    trees.push_back(last_tree(run.name, run.start.name, result, has_smaller_limit));
  }
  reports::TreeFigure figure = tree_figure(trees, picture.plies);
  figure.source = session.picture_source();
  return form_of(picture.path).draw(figure);
} catch (const InputError& error) {
  throw InputError(fmt::format("--tree: {}", error.what()));
}

}  // namespace plylab::search::lab
