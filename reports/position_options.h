// The positions that a command works on: --fen, --suite, or the normal array.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "reports/command_line.h"
#include "reports/sources.h"

namespace plylab::reports {

/// The options --fen, --suite and --corrections of a command.
struct PositionOptions {
  std::vector<std::string> fens = {};
  std::optional<std::string> suite = {};
  std::optional<std::string> corrections = {};  ///< a file to be laid over the suite

  void add_to(Command command);

  /// The records named; a FEN becomes one with that FEN as id. What a suite's file has that cannot
  /// be read is printed on standard error, the rest is used. Throws InputError for a bad FEN or a
  /// suite without any usable record. The files read are added to `sources` if it is given.
  std::vector<epd::Record> load(std::vector<Source>* sources = nullptr) const;

 private:
  epd::Suite load_corrected(std::vector<Source>* sources) const;
};

}  // namespace plylab::reports
