#include "suites/epd/positions.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "gen/input_error.h"
#include "suites/epd/corrections.h"
#include "suites/epd/shipped.h"

namespace plylab::suites {

void PositionOptions::add_to(CLI::App& command) {
  command.add_option("--fen", fens, "A position; may be repeated (default: startpos)");
  command.add_option("--suite", suite, "An EPD file, or the name of a shipped suite");
  command
      .add_option("--corrections", corrections,
                  "An EPD file whose operations replace the suite's, by id or position")
      ->needs("--suite");
}

Suite PositionOptions::load_corrected(std::vector<Source>* sources) const {
  Suite loaded = find_suite(*suite);
  if (sources != nullptr) sources->push_back(source_of(loaded));
  if (!corrections) return loaded;
  const Suite correcting = find_suite(*corrections);
  if (sources != nullptr) sources->push_back(source_of(correcting, "corrections"));
  for (Issue& issue : apply(correcting, loaded)) loaded.issues.push_back(std::move(issue));
  return loaded;
}

std::vector<Record> PositionOptions::load(std::vector<Source>* sources) const {
  std::vector<Record> records;
  for (const std::string& text : fens) {
    Record record;
    record.fen = chess::parse_fen(text);
    chess::Setup{record.fen};
    record.operations.push_back({"id", {{text, true}}});
    records.push_back(record);
  }
  if (suite) {
    const Suite loaded = load_corrected(sources);
    for (const Issue& issue : loaded.issues) fmt::print(stderr, "{}\n", to_string(issue));
    if (loaded.records.empty())
      throw InputError(fmt::format("{}: no usable position", loaded.path));
    records.insert(records.end(), loaded.records.begin(), loaded.records.end());
  }
  if (records.empty()) return PositionOptions{{"startpos"}}.load();
  return records;
}

}  // namespace plylab::suites
