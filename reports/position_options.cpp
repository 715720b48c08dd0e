#include "reports/position_options.h"

#include <fmt/format.h>

#include <cstdio>

#include "gen/epd/corrections.h"
#include "gen/epd/shipped.h"
#include "gen/input_error.h"
#include "reports/command_line.h"

namespace plylab::reports {

void PositionOptions::add_to(Command command) {
  command = command.group("Positions");
  command.add_option("--fen FEN", fens, "A position; may be repeated (default: startpos)");
  const Option from_suite =
      command.add_option("--suite FILE|NAME", suite, "An EPD file, or the name of a shipped suite");
  command
      .add_option("--corrections FILE", corrections,
                  "An EPD file whose operations replace the suite's, by id or position")
      .needs(from_suite);
}

epd::Suite PositionOptions::load_corrected(std::vector<Source>* sources) const {
  epd::Suite loaded = epd::find_suite(*suite);
  if (sources != nullptr) sources->push_back(source_of(loaded));
  if (!corrections) return loaded;
  const epd::Suite correcting = epd::find_suite(*corrections);
  if (sources != nullptr) sources->push_back(source_of(correcting, "corrections"));
  for (epd::Issue& issue : apply(correcting, loaded)) loaded.issues.push_back(std::move(issue));
  return loaded;
}

std::vector<epd::Record> PositionOptions::load(std::vector<Source>* sources) const {
  std::vector<epd::Record> records;
  for (const std::string& text : fens) {
    epd::Record record;
    record.setup = chess::parse_fen(text);
    chess::ValidSetup{record.setup};
    record.operations.push_back({"id", {{text, true}}});
    records.push_back(record);
  }
  if (suite) {
    const epd::Suite loaded = load_corrected(sources);
    for (const epd::Issue& issue : loaded.issues) fmt::print(stderr, "{}\n", to_string(issue));
    if (loaded.records.empty())
      throw InputError(fmt::format("{}: no usable position", loaded.path));
    records.insert(records.end(), loaded.records.begin(), loaded.records.end());
  }
  if (records.empty()) return PositionOptions{{"startpos"}}.load();
  return records;
}

}  // namespace plylab::reports
