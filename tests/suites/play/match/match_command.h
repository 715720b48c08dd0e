// How the tests of plylab match call it.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/fake_engines.h"
#include "tests/support/process.h"

namespace plylab {

/// plylab match, by two searches or others.
class MatchCommand : public testing::FakeEngines {
 protected:
  const std::vector<std::string> searches_ = {"--search", "one=pvs with table=1", "--search",
                                              "two=alphabeta eval material"};

  /// A match of these players.
  static testing::Finished run(std::vector<std::string> players,
                               const std::vector<std::string>& options) {
    players.insert(players.begin(), "match");
    players.insert(players.end(), options.begin(), options.end());
    return testing::plylab(players, {{"SOURCE_DATE_EPOCH", "1000000000"}});
  }

  /// The two searches; the report in JSON.
  nlohmann::json report(std::vector<std::string> options, int status = 0) const {
    options.insert(options.end(), {"--format", "json"});
    const testing::Finished finished = run(searches_, options);
    EXPECT_EQ(finished.status, status) << finished.err;
    return nlohmann::json::parse(finished.out);
  }
};

}  // namespace plylab
