// The origin of figures: program, machine, files and positions.
#pragma once

#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "gen/game/game_info.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// The provenance of this process. The environment variable SOURCE_DATE_EPOCH can set the date, so
/// that outputs can be compared byte for byte.
Provenance collect_provenance(int argc, const char* const* argv, int threads);

/// A file as it was read.
struct Source {
  std::string file;
  std::string sha256;
  std::size_t records = 0;
};

/// The suite as a source.
Source source_of(const epd::Suite& suite);

/// The table "suites": file, records, and SHA-256 of the content.
TableOf<Source> sources_table();

/// A position by its name, and its game.
struct NamedStart {
  const GameInfo* game;
  std::string name;
  AnyStart start;
};

/// The table "starts", for programs and for the boards of pages.
TableOf<NamedStart> starts_table();

/// The starts, each name with the same position once.
std::vector<NamedStart> without_repeats(std::vector<NamedStart> starts);

}  // namespace plylab::reports
