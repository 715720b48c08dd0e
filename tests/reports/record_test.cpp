// Tables and cells.
#include "reports/tables/table.h"
#include "tests/reports/samples.h"

namespace plylab::reports {
namespace {

TEST(ReportsRecord, CellsAreMadeFromEverything) {
  EXPECT_TRUE(std::holds_alternative<std::monostate>(Cell().value()));
  EXPECT_TRUE(std::holds_alternative<bool>(Cell(true).value()));
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(Cell(-1).value()));
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(Cell(1LL).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(1u).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(std::size_t{1}).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(std::uint8_t{1}).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(beyond_64_bits).value()));
  EXPECT_TRUE(std::holds_alternative<double>(Cell(1.0f).value()));
  EXPECT_EQ(Cell("a"), Cell(std::string("a")));
  EXPECT_EQ(Cell("a"), Cell(std::string_view("a")));
  EXPECT_EQ(Cell(std::optional<unsigned>()), Cell());
  EXPECT_EQ(Cell(std::optional<unsigned>(3)), Cell(3u));
}

TEST(ReportsRecord, RowsFitTheirTable) {
  Table table;
  table.columns = {{"a"}, {"b"}};
  table.add({"x", "y"});
  EXPECT_THROW(table.add({1}), std::logic_error);
  EXPECT_THROW(table.add({1, 2, 3}), std::logic_error);
  EXPECT_EQ(table.rows.size(), 1u);
}

}  // namespace
}  // namespace plylab::reports
