// The positions that a command works on: --fen, --suite, or the normal array.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/epd.h"

namespace CLI {
class App;
}

namespace plylab::suites {

/// The options --fen and --suite of a command.
struct PositionOptions {
  std::vector<std::string> fens = {};
  std::optional<std::string> suite = {};

  void add_to(CLI::App& command);

  /// The records named; a FEN becomes one with that FEN as id. What a suite's file has that cannot
  /// be read is printed on standard error, the rest is used. Throws InputError for a bad FEN or a
  /// suite without any usable record.
  std::vector<Record> load() const;
};

}  // namespace plylab::suites
