// Stored structs, by their lists of fields: what is written is read again, in each form in which
// the struct is stored, and each field counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perft/cluster/database.h"
#include "perft/cluster/plan.h"
#include "search/lab/comparison.h"
#include "search/lab/run_json.h"
#include "search/lab/run_record.h"
#include "suites/solve/solution_store.h"
#include "tests/support/input_error_of.h"
#include "tests/support/temporary_folder.h"

namespace plylab {
namespace {

using reports::Json;

// Changes a value into another one that can be stored.
void change(bool& value) { value = !value; }
void change(std::string& value) { value += "x"; }
void change(Count& value) { value += 1; }
void change(double& value) { value = std::isfinite(value) ? value + 0.5 : 7; }
template <std::integral T>
void change(T& value) {
  ++value;
}
void change(search::Counters& counts) {
  counts.interiors += 3;
  counts.reach(counts.deepest + 1);
  counts.cutoff(counts.cutoffs + 2);
  counts.cutoff_by(search::MoveClass::killer);
  for (std::size_t i = 0; i < counts.events.size(); ++i) counts.events[i] += i;
}
void change(search::lab::Factor& factor) {
  factor = factor == search::lab::Factor::depth ? search::lab::Factor::ordering
                                                : search::lab::Factor::depth;
}
void change(std::map<search::lab::Factor, search::lab::Level>& levels) {
  if (!levels.emplace(search::lab::Factor::depth, 3).second)
    levels.emplace(search::lab::Factor::switches, search::parse_switches("", "killers"));
}
void change(std::optional<engines::EngineFault>& fault) {
  fault.emplace(engines::FaultKind::died, fault ? "died again" : "died",
                std::vector<std::string>{"the last line"});
}
template <class T>
void change(std::optional<T>& value);
template <class T>
void change(std::vector<T>& values);
template <Described T>
void change(T& value) {
  for_each_field(value, [](std::string_view, auto& member) { change(member); });
}
template <class T>
void change(std::optional<T>& value) {
  if (!value) value.emplace();
  change(*value);
}
template <class T>
void change(std::vector<T>& values) {
  change(values.emplace_back());
}

/// A struct all of whose fields have other values than in a new one.
template <class T>
T sample() {
  T value{};
  change(value);
  return value;
}

/// Calls use(name, other) for each field, with a struct in which that field alone is another one.
template <class T>
void for_each_change(const T& value, auto&& use) {
  std::size_t fields = 0;
  for_each_field(value, [&](std::string_view name, const auto&) {
    T other = value;
    std::size_t i = 0;
    for_each_field(other, [&](std::string_view, auto& member) {
      if (i++ == fields) change(member);
    });
    ++fields;
    use(std::string(name), other);
  });
}

template <class T>
class StoredAsJson : public ::testing::Test {};
using JsonStructs =
    ::testing::Types<reports::Provenance, engines::EngineLine, engines::Reply, search::Limits,
                     search::Minimal, search::TableCensus, search::lab::RunLimits,
                     search::lab::Experiment, search::IterationCosts, search::lab::RunIteration,
                     search::lab::UnfinishedRunIteration, search::lab::RunRecord,
                     search::lab::Claim, search::lab::ComparisonSpec, perft::cluster::Plan,
                     perft::cluster::Part, perft::cluster::Origin, perft::Unit>;
TYPED_TEST_SUITE(StoredAsJson, JsonStructs);

TYPED_TEST(StoredAsJson, IsReadAsItWasWritten) {
  const auto expect_same = [](const TypeParam& value) {
    const Json written = value;
    EXPECT_EQ(Json(reports::parse_json(written.dump()).template get<TypeParam>()), written);
  };
  expect_same({});
  expect_same(sample<TypeParam>());
  for_each_change(sample<TypeParam>(),
                  [&](const std::string&, const TypeParam& other) { expect_same(other); });
}

TYPED_TEST(StoredAsJson, DiffersByEveryField) {
  const auto value = sample<TypeParam>();
  EXPECT_FALSE(reports::difference(value, value));
  for_each_change(value, [&](const std::string& name, const TypeParam& other) {
    const auto found = reports::difference(value, other);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->field.substr(0, found->field.find_first_of(".[")), name);
    EXPECT_NE(text_of(found->first), text_of(found->second)) << name;
  });
}

TYPED_TEST(StoredAsJson, IsRefusedWithoutAFieldOrWithAnother) {
  const Json whole = sample<TypeParam>();
  const auto refusal = [](const Json& stored) {
    return testing::input_error_of(
        [&] { reports::reading("x:7", [&] { return stored.get<TypeParam>(); }); });
  };
  for (const auto& [name, value] : whole.items()) {
    Json other = whole;
    other.erase(name);
    EXPECT_EQ(refusal(other), "x:7: it has no '" + name + "'");
    other = whole;
    other[name] = Json::parse("[[[]]]");
    EXPECT_THAT(refusal(other), ::testing::StartsWith("x:7: " + name + ": "));
  }
}

template <class T>
class StoredAsARow : public testing::WithFolder {};
using Rows = ::testing::Types<perft::cluster::Plan, perft::cluster::Part, perft::cluster::Origin,
                              perft::Unit>;
TYPED_TEST_SUITE(StoredAsARow, Rows);

TYPED_TEST(StoredAsARow, IsReadAsItWasWritten) {
  perft::cluster::Database database(this->path("rows"));
  database.begin();
  const Json example = TypeParam();
  const std::string columns = perft::cluster::columns_of(example);
  database.run("CREATE TABLE rows(" + columns + ")");
  const auto expect_same = [&](const Json& row) {
    perft::cluster::insert(database, "rows", row);
    perft::cluster::Statement rows(database,
                                   "SELECT " + columns + " FROM rows ORDER BY rowid DESC");
    ASSERT_TRUE(rows.step());
    EXPECT_EQ(Json(rows.row(example).template get<TypeParam>()), row);
  };
  expect_same(TypeParam());
  for_each_change(sample<TypeParam>(),
                  [&](const std::string&, const TypeParam& other) { expect_same(other); });
}

}  // namespace
}  // namespace plylab
