// Pictures of what searches visited: --tree FILE.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/lab/experiment.h"

namespace plylab::cli {
class Session;
}

namespace plylab::search::lab {

/// The picture that the options ask for.
struct TreePicture {
  std::string path = {};  ///< .svg, or .dot for Graphviz; empty: none
  int plies = 0;          ///< that are drawn below the root; 0: all
};

/// A picture has no more trees, so that it can be read.
inline constexpr std::size_t max_trees = 4;

/// The run's search up to so many visits, with all of them.
TextResult recorded_visits(const Run& run, const std::string& kernel, std::uint64_t max_visits,
                           const std::atomic<bool>& stop);

/// Called before the work: throws InputError for a file of another kind or of others, and if the
/// runs are too many for a picture or have several starts.
void check_tree_picture(const TreePicture& picture, const std::vector<Run>& runs,
                        cli::Session& session);

/// Searches again with all visits recorded, and returns the content of the file: the visits of the
/// last iteration, which only a limit of the run may have broken off. Throws InputError if there
/// are too many, or if a search tells nothing of its visits.
std::string drawn_tree(const TreePicture& picture, const std::vector<Run>& runs,
                       const std::string& kernel, const cli::Session& session);

}  // namespace plylab::search::lab
