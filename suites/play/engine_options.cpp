#include "suites/play/engine_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace plylab::play {

void EngineOptions::add_to(CLI::App& command) {
  command
      .add_option("--engine", engines,
                  "An engine: \"COMMAND\" or \"NAME=COMMAND\", the program with its arguments; may "
                  "be repeated")
      ->allow_extra_args(false);
  command
      .add_option("--option", options,
                  "An option of all engines or of one: \"Ponder=false\", \"NAME:Skill Level=3\"; "
                  "may be repeated")
      ->allow_extra_args(false);
  command
      .add_option("--protocol", protocols,
                  "Of all engines or of one: uci, xboard, \"NAME:xboard\" (default: by trying)")
      ->allow_extra_args(false);
  command.add_option("--engine-hash", hash, "MiB of each engine's table (default: its own)")
      ->check(CLI::Range(1, 1 << 24));
  command.add_option("--threads", threads, "Threads of each engine")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--timeout", patience, "Seconds for an engine's answer without limit of time")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_flag("--fresh", fresh, "A new process for each game or position");
}

std::vector<EngineSpec> EngineOptions::specs() const {
  std::vector<EngineSpec> specs;
  for (const std::string& text : engines) {
    EngineSpec spec = parse_engine(text);
    if (hash > 0) spec.hash = hash;
    spec.threads = threads;
    spec.patience = suites::Seconds(patience);
    spec.grace = std::min(spec.grace, spec.patience);
    spec.fresh = fresh;
    specs.push_back(std::move(spec));
  }
  for (const std::string& text : protocols) give_language(specs, text);
  for (const std::string& text : options) give_option(specs, text);
  return specs;
}

}  // namespace plylab::play
