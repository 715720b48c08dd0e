// Endgame tables for tests that only look positions up.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gen/chess/endgames/builder.h"

namespace plylab::testing {

/// A folder with the tables of three men, or of as many as the first call says, built once and gone
/// when the test program ends. It is PLYLAB_ENDGAMES of the environment, too.
inline const std::string& endgame_folder(unsigned men = 3) {
  static const struct Folder {
    std::string path =
        std::filesystem::temp_directory_path() / ("plylab_endgames_of_" + std::to_string(getpid()));
    explicit Folder(unsigned men) {
      std::filesystem::create_directories(path);
      chess::EndgameTables tables;
      for (const chess::Ending& ending : chess::with_successors(chess::endings_of(men))) {
        auto table = chess::build_table(ending, tables, 2, nullptr, "test");
        table->write(path + '/' + chess::file_name(ending), 2);
        tables.add(std::move(table));
      }
      setenv("PLYLAB_ENDGAMES", path.c_str(), 1);
    }
    ~Folder() { std::filesystem::remove_all(path); }
  } folder(men);
  return folder.path;
}

/// The tables of that folder.
inline const chess::EndgameTables& endgame_tables() {
  static const chess::EndgameTables tables(endgame_folder());
  return tables;
}

}  // namespace plylab::testing
