// How the tests of problems call plylab mate.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab::testing {

/// The tables of the report.
inline nlohmann::json tables_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "mate");
  arguments.insert(arguments.end(), {"--format", "json"});
  return nlohmann::json::parse(plylab(arguments).out)["tables"];
}

/// The row of a single problem.
inline nlohmann::json row_of(const std::string& fen, const std::string& stipulation,
                             const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"--fen", fen, "--stipulation", stipulation};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return tables_of(arguments)[0]["rows"][0];
}

}  // namespace plylab::testing
