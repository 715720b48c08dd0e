// What the program reports, read from its JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plylab::testing {

/// The report of plylab called with these arguments, which must end with that status.
nlohmann::json report_of(std::vector<std::string> arguments, int status = 0);

/// A report's table of that name; the test fails without it.
nlohmann::json table_of(const nlohmann::json& report, const std::string& name);

/// The rows of that table.
nlohmann::json rows_of(const nlohmann::json& report, const std::string& name);

/// The report's tables without the columns of times, which differ from run to run.
nlohmann::json without_times(nlohmann::json tables);

}  // namespace plylab::testing
