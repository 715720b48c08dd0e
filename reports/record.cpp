#include "reports/record.h"

#include <fmt/format.h>

#include <stdexcept>

namespace plylab::reports {

void Table::add(std::vector<Cell> row) {
  if (row.size() != columns.size())
    throw std::logic_error(fmt::format("table '{}' has {} columns, but a row of {} cells", name,
                                       columns.size(), row.size()));
  rows.push_back(std::move(row));
}

}  // namespace plylab::reports
