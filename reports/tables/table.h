// Reports: tables of typed cells, and their provenance.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gen/base/count.h"
#include "gen/base/fields.h"
#include "reports/tables/check.h"

namespace plylab::reports {

/// An integer type other than bool and character types.
template <class T>
concept WholeNumber = std::same_as<T, Uint128> ||
    (std::integral<T> && sizeof(T) <= 8 && !std::same_as<T, bool> && !std::same_as<T, char>);

/// One value of a table. Converts implicitly from the types that it can hold, so that a row reads
/// as a list: table.add({"startpos", depth, leaves, seconds, {}}). An empty cell, from {} or an
/// empty optional, is a value that is unknown or does not apply.
class Cell {
 public:
  /// The types that a cell can hold.
  using Value = std::variant<std::monostate, bool, Uint128, std::int64_t, double, std::string>;

  Cell() = default;
  Cell(std::same_as<bool> auto value) : value_(std::in_place_type<bool>, value) {}
  /// Stores signed numbers as int64_t, unsigned ones as Uint128; both are displayed alike.
  template <WholeNumber T>
  Cell(T value) : value_(std::in_place_type<Kept<T>>, static_cast<Kept<T>>(value)) {}
  Cell(std::floating_point auto value)
      : value_(std::in_place_type<double>, static_cast<double>(value)) {}
  Cell(Count count) : Cell(count.value()) {}
  Cell(std::string text);
  Cell(std::string_view text);
  Cell(const char* text);
  Cell(std::nullptr_t) = delete;
  template <class T>
  Cell(const std::optional<T>& value) : Cell(value ? Cell(*value) : Cell()) {}

  // Not inline, so that files with many tables compile faster.
  Cell(const Cell&);
  Cell(Cell&&) noexcept;
  Cell& operator=(const Cell&);
  Cell& operator=(Cell&&) noexcept;
  ~Cell();

  /// The value, for std::visit.
  const Value& value() const { return value_; }

  friend bool operator==(const Cell&, const Cell&) = default;

 private:
  template <class T>
  using Kept = std::conditional_t<std::signed_integral<T>, std::int64_t, Uint128>;

  Value value_;
};

/// The role of a column in its row, for pictures and comparisons.
enum class Role : std::uint8_t {
  value,       ///< a result: the row's figures and texts
  cost,        ///< a count of work
  contestant,  ///< what was measured, alone or with other such columns
  group,       ///< rows of one group are compared with each other
  position,    ///< the position that was searched, counted or solved
  depth,       ///< in plies
  against,     ///< the contestant to compare with
  measure      ///< the cost that is compared
};

/// The role of columns of that name: a name has the same meaning in all tables.
Role role_of(std::string_view column);

/// A column of a table. Its role depends on its name.
struct Column {
  Column(std::string_view name, std::string_view unit = {}, std::string_view help = {},
         int precision = 1);

  // Not inline, so that files with many tables compile faster.
  Column(const Column&);
  Column(Column&&) noexcept;
  Column& operator=(const Column&);
  Column& operator=(Column&&) noexcept;
  ~Column();

  std::string name;  ///< snake_case and fixed: the key in JSON and the header in CSV
  std::string unit;  ///< "s", "M leaves/s", "ratio"; empty for none
  std::string help;  ///< what it means, in one sentence
  int precision;     ///< decimals of a double in text and Markdown; JSON and CSV have all
  Role role;
};

/// The readers of a table: some data is shown differently to people and to programs.
enum class Readers : std::uint8_t {
  all,
  people,   ///< in text and Markdown
  programs  ///< in JSON and CSV
};

/// Rows of cells under named columns.
struct Table {
  std::string name = {};   ///< snake_case and fixed
  std::string title = {};  ///< for people
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};
  std::vector<std::string> notes = {};  ///< what readers must know to understand the figures
  Readers readers = Readers::all;

  /// Appends a row. Throws std::logic_error unless it has a cell for each column.
  void add(std::vector<Cell> row);
};

/// A column, and the function that gives a row's cell.
template <class Row>
struct ColumnOf {
  Column column;
  std::function<Cell(const Row&)> cell;
};

/// The columns for rows of one type, with the functions that give their cells.
template <class Row>
using ColumnsOf = std::vector<ColumnOf<Row>>;

/// The table with these columns and a row for each of `rows`, in their order.
template <class Row>
Table table_of(std::string name, std::string title, const ColumnsOf<Row>& columns,
               const std::vector<Row>& rows) {
  Table table{.name = std::move(name), .title = std::move(title)};
  for (const ColumnOf<Row>& one : columns) table.columns.push_back(one.column);
  for (const Row& row : rows) {
    std::vector<Cell> cells;
    for (const ColumnOf<Row>& one : columns) cells.push_back(one.cell(row));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// The origin of figures, so that others can reproduce them. An empty text is unknown.
struct Provenance {
  std::string version = {};                    ///< of this program
  std::string commit = {};                     ///< of its source, in git
  std::string compiler = {};                   ///< name and version
  std::string flags = {};                      ///< of the compiler
  std::string build_type = {};                 ///< CMake's
  std::string cpu = {};                        ///< the model's name
  std::vector<std::string> cpu_features = {};  ///< those that affect speed
  int threads = 1;                             ///< of the job
  std::string date = {};                       ///< ISO 8601 in UTC
  std::string command = {};                    ///< the command line, ready for a shell
  std::string system = {};                     ///< operating system and kernel

  static constexpr Fields<&Provenance::version, &Provenance::commit, &Provenance::compiler,
                          &Provenance::flags, &Provenance::build_type, &Provenance::cpu,
                          &Provenance::cpu_features, &Provenance::threads, &Provenance::date,
                          &Provenance::command, &Provenance::system>
      fields = {};
};

/// The program with its version: "plylab 0.2.0 (1c2d3e4)".
std::string program_of(const Provenance& provenance);

/// The results of a command.
struct Report {
  Provenance provenance = {};
  bool complete = true;  ///< false if the job was stopped before its end
  /// Text for people that is printed before the tables, line by line.
  std::vector<std::string> text = {};
  std::vector<Table> tables = {};
  std::string title = {};          ///< of a page or paper; empty for the command
  std::vector<Check> checks = {};  ///< for the formats junit and github, and the exit status
};

}  // namespace plylab::reports
