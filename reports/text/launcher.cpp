#include "reports/text/launcher.h"

#include <fmt/format.h>

#include <optional>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::reports {
namespace {

std::optional<int> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? std::nullopt : parse_number<int>(text);
}

/// The environment variables in which launchers give the number of processes and this one's rank.
/// PMIx does not give the number, but Slurm does.
struct Launcher {
  const char *size, *rank;
};
constexpr Launcher launchers[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                  {"PMI_SIZE", "PMI_RANK"},
                                  {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}};

}  // namespace

bool refuse_mpi_ranks() {
  for (const Launcher& launcher : launchers) {
    const auto size = number_in(launcher.size), rank = number_in(launcher.rank);
    if (!size || !rank) continue;
    if (*size <= 1) return true;
    if (*rank > 0) return false;
    throw InputError(fmt::format(
        "{} ranks would all do the same work: only the command count shares its work among ranks",
        *size));
  }
  return true;
}

}  // namespace plylab::reports
