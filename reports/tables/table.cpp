#include "reports/tables/table.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace plylab::reports {

namespace {

struct NamedRole {
  std::string_view name;
  Role role;
};
constexpr NamedRole roles[] = {
    {"group", Role::group},
    {"position", Role::position},
    {"start", Role::position},
    {"depth", Role::depth},
    {"switches", Role::contestant},
    {"evaluation", Role::contestant},
    {"ordering", Role::contestant},
    {"generator", Role::contestant},
    {"search", Role::contestant},
    {"variant", Role::contestant},
    {"contestant", Role::contestant},
    {"player", Role::contestant},
    {"against", Role::against},
    {"measure", Role::measure},
    {"nodes", Role::cost},
    {"last_nodes", Role::cost},
    {"visited", Role::cost},
    {"found_visited", Role::cost},
    {"solved_visited", Role::cost},
    {"leaves", Role::cost},
    {"interior", Role::cost},
    {"quiescence", Role::cost},
    {"probes", Role::cost},
};

}  // namespace

Role role_of(std::string_view column) {
  for (const auto& [name, role] : roles)
    if (name == column) return role;
  return Role::value;
}

Cell::Cell(std::string text) : value_(std::move(text)) {}
Cell::Cell(std::string_view text) : value_(std::in_place_type<std::string>, text) {}
Cell::Cell(const char* text) : value_(std::in_place_type<std::string>, text) {}
Cell::Cell(const Cell&) = default;
Cell::Cell(Cell&&) noexcept = default;
Cell& Cell::operator=(const Cell&) = default;
Cell& Cell::operator=(Cell&&) noexcept = default;
Cell::~Cell() = default;

Column::Column(std::string_view name_given, std::string_view unit_given,
               std::string_view help_given, int precision_given)
    : name(name_given),
      unit(unit_given),
      help(help_given),
      precision(precision_given),
      role(role_of(name_given)) {}
Column::Column(const Column&) = default;
Column::Column(Column&&) noexcept = default;
Column& Column::operator=(const Column&) = default;
Column& Column::operator=(Column&&) noexcept = default;
Column::~Column() = default;

void Table::add(std::vector<Cell> row) {
  if (row.size() != columns.size())
    throw std::logic_error(fmt::format("table '{}' has {} columns, but a row of {} cells", name,
                                       columns.size(), row.size()));
  rows.push_back(std::move(row));
}

std::string program_of(const Provenance& provenance) {
  return fmt::format("plylab {} ({})", provenance.version, provenance.commit);
}

}  // namespace plylab::reports
