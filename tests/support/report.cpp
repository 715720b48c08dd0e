#include "tests/support/report.h"

#include <gtest/gtest.h>

#include "tests/support/process.h"

namespace plylab::testing {

nlohmann::json report_of(std::vector<std::string> arguments, int status) {
  arguments.insert(arguments.end(), {"--format", "json"});
  const Finished run = plylab(arguments);
  EXPECT_EQ(run.status, status) << run.err;
  return nlohmann::json::parse(run.out);
}

nlohmann::json table_of(const nlohmann::json& report, const std::string& name) {
  for (const auto& table : report.at("tables"))
    if (table.at("name") == name) return table;
  ADD_FAILURE() << "no table '" << name << "'";
  return {};
}

nlohmann::json rows_of(const nlohmann::json& report, const std::string& name) {
  const auto table = table_of(report, name);
  return table.is_null() ? nlohmann::json() : table.at("rows");
}

nlohmann::json without_times(nlohmann::json tables) {
  for (auto& table : tables)
    for (const auto& column : table.at("columns"))
      if (column.at("unit") == "s")
        for (auto& row : table.at("rows")) row.erase(column.at("name").get<std::string>());
  return tables;
}

}  // namespace plylab::testing
