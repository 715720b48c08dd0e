#include "reports/formats/stored_json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace plylab::reports {
namespace {

/// What is wrong with a number as a T; empty if nothing is.
template <class T>
std::string complaint(const std::string& number) {
  try {
    (void)parse_json(number).get<T>();
    return "";
  } catch (const Json::exception& error) {
    return what_is_wrong(error);
  }
}

TEST(StoredJson, HasWholeNumbersWhereTheyAreWholeAndFit) {
  EXPECT_EQ(parse_json("-7").get<int>(), -7);
  EXPECT_EQ(parse_json("18446744073709551615").get<std::uint64_t>(), ~std::uint64_t{0});
  EXPECT_EQ(parse_json("-128").get<std::int8_t>(), -128);
  for (const char* number : {"1.5", "2.0", "1e300", "-0.5", "18446744073709551616"})
    EXPECT_EQ(complaint<int>(number), "it has a number where a whole number belongs") << number;
  EXPECT_EQ(complaint<int>("2147483648"), "it has a number where a smaller number belongs");
  EXPECT_EQ(complaint<unsigned>("-1"), "it has a number where a number nearer to zero belongs");
  EXPECT_EQ(complaint<int>("true"), "it has true or false where a whole number belongs");
  EXPECT_EQ(complaint<bool>("1"), "it has a number where true or false belongs");
  EXPECT_EQ(parse_json(R"({"a":[1,2]})").at("a").get<std::vector<int>>(), (std::vector{1, 2}));
  EXPECT_EQ(parse_json("3").get<double>(), 3);
}

TEST(StoredJson, GivesProvenanceBack) {
  const Provenance made{.version = "0.2.0",
                        .commit = "abc",
                        .cpu = "Z80",
                        .cpu_features = {"avx2", "bmi2"},
                        .threads = 3,
                        .command = "plylab \xff"};
  const Json json = json_of(made);
  EXPECT_EQ(json["threads"], 3);
  EXPECT_TRUE(json["cpu_features"].is_array());
  EXPECT_TRUE(json["compiler"].is_null());
  const Provenance read = provenance_in(parse_json(json.dump()));
  EXPECT_EQ(read.cpu_features, made.cpu_features);
  EXPECT_EQ(read.threads, 3);
  EXPECT_EQ(read.compiler, "");
  EXPECT_EQ(read.command, "plylab \xef\xbf\xbd");
}

}  // namespace
}  // namespace plylab::reports
