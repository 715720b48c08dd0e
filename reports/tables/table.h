// Reports: tables of typed cells, and their provenance.
#pragma once

#include <array>
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

/// The role of a column in its row, for pictures, comparisons and the page.
enum class Role : std::uint8_t {
  value,           ///< a result: the row's figures and texts
  cost,            ///< a count of work
  iteration_cost,  ///< the same, of one iteration of a search: the row's, or the deepest completed
  contestant,      ///< what was measured, alone or with other such columns
  group,           ///< rows of one group are compared with each other
  position,        ///< the position that was searched, counted or solved
  about_position,  ///< says more about it
  board,           ///< its squares, for the page
  depth,           ///< in plies
  reached,         ///< the depth of the iteration that has the iteration costs
  against,         ///< the contestant to compare with
  measure,         ///< the cost that is compared
  finished,        ///< yes or no: the costs are those of finished work
  solved,          ///< yes or no; empty where the question is not asked
  sample,          ///< the number of cases that the row's means are over
  remark,          ///< pictures show it beside the contestant
  by_time          ///< depends on times, and so differs from run to run
};

/// All roles in their order, by their names in JSON.
inline constexpr std::array<std::string_view, 17> role_names = {
    "value",          "cost",   "iteration_cost", "contestant", "group",   "position",
    "about_position", "board",  "depth",          "reached",    "against", "measure",
    "finished",       "solved", "sample",         "remark",     "by_time"};

/// A column of a table.
struct Column {
  Column(std::string_view name, std::string_view unit = {}, std::string_view help = {},
         int precision = 1, Role role = Role::value);

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

/// How a picture shows the rows of a table. Contestants are series, and each group has a picture;
/// all groups share a picture with lines.
enum class Form : std::uint8_t {
  curves,   ///< a curve of values over another column for each contestant
  lines,    ///< a line for each position, or else contestant, with the values on it
  profile,  ///< the share of positions on which a contestant was within a factor of the best
  scatter,  ///< the costs position by position, against those of the first contestant
  steps     ///< the number of positions solved within a cost
};
inline constexpr std::array<std::string_view, 5> form_names = {"curves", "lines", "profile",
                                                               "scatter", "steps"};

/// A picture that can be drawn from a table. `of`, `by`, `low` and `high` name columns; the other
/// columns are found by their roles.
struct Picture {
  std::string name;     ///< snake_case and fixed: the name for --figure
  std::string summary;  ///< what it shows, for the help of --figure
  Form form;
  std::string of;     ///< the value or cost that is drawn
  std::string label;  ///< of its axis
  bool logarithmic = false;
  std::string title = {};           ///< empty: the table's
  std::string by = {};              ///< of curves: the x axis
  std::string by_label = {};        ///< its label
  std::string low = {}, high = {};  ///< of lines: an interval; of curves: bounds, as thin lines
  /// The contestant that is a bound for the others, and takes no part in comparisons.
  std::string bound = {};
  bool comes_first = false;  ///< before the pictures of earlier tables
  /// How many there are; 0: the rows decide. Known to the table's maker alone.
  std::size_t number = 0;
};

/// A picture has no more curves than this: more are shared out among several.
inline constexpr std::size_t max_curves = 8;

/// How many pictures so many curves need.
constexpr std::size_t pictures_for(std::size_t curves) {
  return curves == 0 ? 1 : (curves + max_curves - 1) / max_curves;
}

/// The readers of a table: some data is shown differently to people and to programs.
enum class Readers : std::uint8_t {
  all,
  people,   ///< in text and Markdown
  programs  ///< in JSON and CSV
};

/// A table apart from its rows. Commands declare their tables before the work
/// (Session::declare()), and fill them after it.
struct Schema {
  std::string name = {};   ///< snake_case and fixed
  std::string title = {};  ///< for people
  std::vector<Column> columns = {};
  std::vector<Picture> pictures = {};
  Readers readers = Readers::all;
};

/// Rows of cells under named columns.
struct Table : Schema {
  Table() = default;
  explicit Table(Schema schema);
  Table(std::string name, std::string title, std::vector<Column> columns,
        std::vector<std::vector<Cell>> rows = {}, std::vector<std::string> notes = {});

  std::vector<std::vector<Cell>> rows = {};
  std::vector<std::string> notes = {};  ///< what readers must know to understand the figures

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

/// A table whose rows are made from values of one type: its declaration, and how it is filled.
template <class Row>
struct TableOf {
  std::string name, title;
  ColumnsOf<Row> columns;
  std::vector<Picture> pictures = {};
  Readers readers = Readers::all;

  operator Schema() const {
    Schema schema{name, title, {}, pictures, readers};
    for (const ColumnOf<Row>& one : columns) schema.columns.push_back(one.column);
    return schema;
  }

  /// The table with a row for each of `rows`, in their order.
  Table with(const std::vector<Row>& rows) const {
    Table table{Schema(*this)};
    for (const Row& row : rows) {
      std::vector<Cell> cells;
      for (const ColumnOf<Row>& one : columns) cells.push_back(one.cell(row));
      table.rows.push_back(std::move(cells));
    }
    return table;
  }
};

/// A table of a report: declared before the work, filled after it. One list of these says which
/// tables a command has, and when.
struct PlannedTable {
  Schema schema;
  std::function<Table()> filled;
};

/// What Session::declare() is told.
std::vector<Schema> schemas_of(const std::vector<PlannedTable>& plan);

/// The tables of a plan, with their rows.
std::vector<Table> filled(const std::vector<PlannedTable>& plan);

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
  /// What holds for all tables: it stands below the first that is shown.
  std::vector<std::string> notes = {};
  std::string title = {};          ///< of a page or paper; empty for the command
  std::vector<Check> checks = {};  ///< for the formats junit and github, and the exit status
};

}  // namespace plylab::reports
