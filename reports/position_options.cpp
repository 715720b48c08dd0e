#include "reports/position_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/shipped_files.h"
#include "gen/chess/read_position.h"
#include "gen/epd/corrections.h"
#include "gen/epd/shipped.h"
#include "gen/game/read_position.h"
#include "reports/command_line/command_line.h"
#include "reports/text/terminal.h"

namespace plylab::reports {

Option add_moves_option(Command command, std::string& moves) {
  return command.add_option("--moves MOVES", moves,
                            "Moves that lead on from the position, such as \"e2e4 e7e5\"");
}

void PositionOptions::add_to(Command command, std::string_view otherwise) {
  command = command.group("Positions");
  const auto names = chess::position_names();
  command
      .add_option("--fen FEN", fens,
                  fmt::format("A position: a FEN or a name (see plylab list positions), and "
                              "\"moves …\" behind it; may be repeated (default: {})",
                              otherwise))
      .offers({names.begin(), names.end()});
  add_moves_option(command, moves);
  const Option from_suite =
      command.add_option("--suite FILE|NAME", suite, "An EPD file, or the name of a shipped suite")
          .offers(shipped_names(".epd"));
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

std::vector<epd::Record> PositionOptions::load_suite(std::vector<Source>* sources,
                                                     std::size_t* unread) const {
  if (!moves.empty()) throw InputError("--moves: leads on from positions, not from a suite");
  epd::Suite loaded = load_corrected(sources);
  for (const epd::Issue& issue : loaded.issues) tell(to_string(issue));
  if (loaded.records.empty()) throw InputError(fmt::format("{}: no usable position", loaded.path));
  if (unread != nullptr) {
    *unread = loaded.unreadable.size();
    for (const epd::Record& record : loaded.records) {
      const auto stated = std::ranges::count_if(record.operations, [](const auto& operation) {
        return epd::perft_depth(operation.opcode).has_value();
      });
      *unread += record.problems.size() + static_cast<std::size_t>(stated) -
                 epd::perft_counts(record).size();
    }
  }
  return std::move(loaded.records);
}

std::vector<std::string> PositionOptions::named() const {
  std::vector<std::string> texts;
  for (const std::string& fen : fens) texts.push_back(with_moves(fen, moves));
  if (fens.empty() && !moves.empty()) texts.push_back(with_moves("startpos", moves));
  return texts;
}

std::vector<epd::Record> PositionOptions::load_named() const {
  std::vector<epd::Record> records;
  for (const std::string& text : named()) {
    epd::Record record;
    record.setup = chess::read_setup(text);
    chess::ValidSetup{record.setup};
    record.operations.push_back({"id", {{text, true}}});
    records.push_back(record);
  }
  return records;
}

std::vector<epd::Record> PositionOptions::load(std::vector<Source>* sources) const {
  std::vector<epd::Record> records = load_named();
  if (suite) std::ranges::move(load_suite(sources), std::back_inserter(records));
  if (records.empty()) return PositionOptions{{"startpos"}}.load_named();
  return records;
}

}  // namespace plylab::reports
