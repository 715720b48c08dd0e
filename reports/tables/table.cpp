#include "reports/tables/table.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace plylab::reports {

Cell::Cell(std::string text) : value_(std::move(text)) {}
Cell::Cell(std::string_view text) : value_(std::in_place_type<std::string>, text) {}
Cell::Cell(const char* text) : value_(std::in_place_type<std::string>, text) {}
Cell::Cell(const Cell&) = default;
Cell::Cell(Cell&&) noexcept = default;
Cell& Cell::operator=(const Cell&) = default;
Cell& Cell::operator=(Cell&&) noexcept = default;
Cell::~Cell() = default;

Column::Column(std::string_view name_given, std::string_view unit_given,
               std::string_view help_given, int precision_given, Role role_given)
    : name(name_given),
      unit(unit_given),
      help(help_given),
      precision(precision_given),
      role(role_given) {}
Column::Column(const Column&) = default;
Column::Column(Column&&) noexcept = default;
Column& Column::operator=(const Column&) = default;
Column& Column::operator=(Column&&) noexcept = default;
Column::~Column() = default;

Table::Table(Schema schema) : Schema(std::move(schema)) {}
Table::Table(std::string name_given, std::string title_given, std::vector<Column> columns_given,
             std::vector<std::vector<Cell>> rows_given, std::vector<std::string> notes_given)
    : Schema{std::move(name_given), std::move(title_given), std::move(columns_given)},
      rows(std::move(rows_given)),
      notes(std::move(notes_given)) {}

void Table::add(std::vector<Cell> row) {
  if (row.size() != columns.size())
    throw std::logic_error(fmt::format("table '{}' has {} columns, but a row of {} cells", name,
                                       columns.size(), row.size()));
  rows.push_back(std::move(row));
}

std::vector<Schema> schemas_of(const std::vector<PlannedTable>& plan) {
  std::vector<Schema> schemas;
  for (const PlannedTable& planned : plan) schemas.push_back(planned.schema);
  return schemas;
}

std::vector<Table> filled(const std::vector<PlannedTable>& plan) {
  std::vector<Table> tables;
  for (const PlannedTable& planned : plan) tables.push_back(planned.filled());
  return tables;
}

std::string program_of(const Provenance& provenance) {
  return fmt::format("plylab {} ({})", provenance.version, provenance.commit);
}

}  // namespace plylab::reports
