#include "perft/cluster/slurm_script.h"

#include <fmt/format.h>

#include <filesystem>

#include "reports/text/shell_quoted.h"

namespace plylab::perft::cluster {
namespace {

/// MiB for the program itself, and for what the system keeps of files that it reads and writes.
constexpr std::size_t rest_mib = 512;

}  // namespace

std::string slurm_script(const CountCall& count, const std::string& program_path,
                         std::size_t parts) {
  const std::string program = reports::shell_quoted(program_path);
  std::string call = program + " count";
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty()) call += " " + option + " " + reports::shell_quoted(value);
  };
  const auto add_number = [&](const std::string& option, std::size_t value) {
    if (value > 0) call += fmt::format(" {} {}", option, value);
  };
  const reports::GameOptions& positions = count.positions;
  add("--game", positions.game);
  for (const std::string& position : positions.positions) add("--position", position);
  for (const std::string& fen : positions.chess.fens) add("--fen", fen);
  add("--moves", positions.chess.moves);
  for (const std::string& seed : positions.seeds) add("--seeds", seed);
  add("--convention", positions.convention);
  add_number("--depth", static_cast<std::size_t>(count.plan.depth));
  add_number("--frontier", static_cast<std::size_t>(count.plan.ply));
  if (count.plan.statistics) call += " --stats";
  add("--higher", count.higher);
  add("--gen", count.work.generator);
  add("--kernel", count.work.kernel);
  add_number("--hash", count.work.hash_mib);
  if (count.work.exact) call += " --exact";
  add_number("--memory", count.work.memory_mib);
  add("--temporary", count.work.folder);
  const std::string manifest = reports::shell_quoted(count.manifest);
  // Named so that the manifests' names with a * do not mean them, too.
  const std::filesystem::path path(count.manifest);
  const std::string report =
      reports::shell_quoted((path.parent_path() / ("report." + path.filename().string())).string());
  // Slurm signals the script itself only by B:.
  return fmt::format(R"(#!/bin/bash
#SBATCH --job-name=plylab
#SBATCH --array=1-{0}
#SBATCH --cpus-per-task={4}
#SBATCH --mem={6}M
#SBATCH --signal=B:TERM@30
# --mem is for --hash and --memory. Where TMPDIR is in memory, add the size of the temporary files.
# Submit it by sbatch, and again for jobs that did not come to their end. Then
#   {5} count --manifest {1} {1}.*
exec {2} \
  --part "$SLURM_ARRAY_TASK_ID/{0}" --manifest {1}."$SLURM_ARRAY_TASK_ID" \
  --threads "$SLURM_CPUS_PER_TASK" --out {3}."$SLURM_ARRAY_TASK_ID".txt
)",
                     parts, manifest, call, report, count.work.threads, program,
                     count.work.hash_mib + count.work.memory_mib + rest_mib);
}

}  // namespace plylab::perft::cluster
