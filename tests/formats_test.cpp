// The same report in every format: each cell of text, JSON, CSV and Markdown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using nlohmann::json;
using testing::Finished;
using testing::plylab;

using Row = std::vector<std::string>;

/// A table as a format shows it: the first row has the names of the columns.
using Grid = std::vector<Row>;

std::string trimmed(const std::string& text) {
  const auto start = text.find_first_not_of(' ');
  return start == text.npos ? "" : text.substr(start, text.find_last_not_of(' ') + 1 - start);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Tables are separated by blank lines; comments begin with "#".
std::vector<Grid> grids_of_csv(const std::string& text) {
  std::vector<Grid> grids(1);
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with('#')) continue;
    if (line.empty()) {
      grids.emplace_back();
      continue;
    }
    Row& row = grids.back().emplace_back(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
        row.back() += line[++i];
      else if (line[i] == '"')
        quoted = !quoted;
      else if (line[i] == ',' && !quoted)
        row.emplace_back();
      else
        row.back() += line[i];
    }
  }
  return grids;
}

/// A backslash stands before what would mean something to Markdown.
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i)
    plain += text[i] == '\\' && i + 1 < text.size() ? text[++i] : text[i];
  return plain;
}

/// Lines that begin with a bar; "\|" is no bar, and a unit stands behind a column's name.
std::vector<Grid> grids_of_markdown(const std::string& text) {
  std::vector<Grid> grids;
  bool inside = false;
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with("| ")) {
      inside = false;
      continue;
    }
    if (!std::exchange(inside, true)) grids.emplace_back();
    if (line.starts_with("| ---")) continue;
    Row& row = grids.back().emplace_back();
    for (std::size_t i = 1, cell = 1; i < line.size(); ++i) {
      if (line[i] != '|' || line[i - 1] == '\\') continue;
      row.push_back(unescaped(trimmed(line.substr(cell, i - cell))));
      cell = i + 1;
    }
    if (grids.back().size() > 1) continue;
    for (std::string& name : row) name = name.substr(0, name.find(" ("));
  }
  return grids;
}

/// The lines around one of dashes, whose runs are as wide as the columns. Units may stand between
/// the names and the dashes.
std::vector<Grid> grids_of_text(const std::string& text) {
  const auto lines = lines_of(text);
  std::vector<Grid> grids;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("--") || lines[i].find_first_not_of("- ") != std::string::npos)
      continue;
    std::vector<std::pair<std::size_t, std::size_t>> columns;  // start and width
    for (std::size_t at = 0; at != std::string::npos;) {
      const std::size_t end = std::min(lines[i].find(' ', at), lines[i].size());
      columns.emplace_back(at, end - at);
      at = lines[i].find('-', end);
    }
    const auto row_of = [&](const std::string& line) {
      Row row;
      for (const auto& [start, width] : columns)
        row.push_back(start < line.size() ? trimmed(line.substr(start, width)) : "");
      return row;
    };
    std::size_t head = i - 1;
    while (head > 0 && !lines[head - 1].empty()) --head;
    grids.push_back({row_of(lines[head])});
    for (std::size_t j = i + 1; j < lines.size() && !lines[j].empty(); ++j)
      grids.back().push_back(row_of(lines[j]));
  }
  return grids;
}

/// Whether a cell as people read it is the value, as exactly as it is written.
void expect_shown(const json& value, const std::string& cell, const std::string& where) {
  if (value.is_null()) {
    EXPECT_EQ(cell, "-") << where;
  } else if (value.is_boolean()) {
    EXPECT_EQ(cell, value.get<bool>() ? "yes" : "no") << where;
  } else if (value.is_number_float()) {
    const auto point = cell.find('.');
    const auto digits = point == cell.npos ? 0 : static_cast<int>(cell.size() - point - 1);
    EXPECT_NEAR(std::stod(cell), value.get<double>(), 0.5 * std::pow(10, -digits) + 1e-12) << where;
  } else {
    EXPECT_EQ(cell, value.is_string() ? value.get<std::string>() : value.dump()) << where;
  }
}

/// Whether a cell of CSV is the value.
void expect_written(const json& value, const std::string& cell, const std::string& where) {
  if (value.is_null())
    EXPECT_EQ(cell, "") << where;
  else if (value.is_number_float())
    EXPECT_EQ(std::stod(cell), value.get<double>()) << where;
  else
    EXPECT_EQ(cell, value.is_string() ? value.get<std::string>() : value.dump()) << where;
}

/// Where the column of that name is, if it is.
std::optional<std::size_t> place_of(const std::string& name, const Grid& grid) {
  const auto found = std::find(grid[0].begin(), grid[0].end(), name);
  if (found == grid[0].end()) return std::nullopt;
  return static_cast<std::size_t>(found - grid[0].begin());
}

/// What the command writes in a format.
std::string written(std::vector<std::string> arguments, const std::string& format) {
  const std::string path = testing::temporary("out");
  arguments.insert(arguments.end(), {"--format", format, "--out", path});
  const Finished finished = plylab(arguments);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "");
  std::ifstream file(path);
  std::string content((std::istreambuf_iterator<char>(file)), {});
  std::filesystem::remove(path);
  return content;
}

/// Compares all cells, but for those that a clock fills: no two runs take the same time. Returns
/// how many were compared.
std::size_t compare_formats(const std::vector<std::string>& arguments) {
  const json report = json::parse(written(arguments, "json"));
  const auto csv = grids_of_csv(written(arguments, "csv"));
  const auto markdown = grids_of_markdown(written(arguments, "markdown"));
  const auto text = grids_of_text(written(arguments, "text"));
  const json& tables = report["tables"];
  std::size_t compared = 0;
  EXPECT_EQ(csv.size(), tables.size());
  EXPECT_EQ(markdown.size(), tables.size());
  EXPECT_EQ(text.size(), tables.size());
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const json& rows = tables[t]["rows"];
    for (const auto* grid : {&csv[t], &markdown[t], &text[t]}) {
      EXPECT_EQ(grid->size(), rows.size() + 1) << tables[t]["name"];
      if (grid->size() != rows.size() + 1) return 0;
    }
    for (std::size_t c = 0; c < tables[t]["columns"].size(); ++c) {
      const std::string name = tables[t]["columns"][c]["name"];
      const std::string unit = tables[t]["columns"][c]["unit"];
      EXPECT_EQ(csv[t][0].at(c), name);
      if (unit == "s" || unit.ends_with("/s")) continue;
      // People are not shown what is empty in all rows.
      const bool is_empty = std::all_of(rows.begin(), rows.end(),
                                        [&](const json& row) { return row[name].is_null(); });
      const auto in_markdown = place_of(name, markdown[t]), in_text = place_of(name, text[t]);
      EXPECT_EQ(in_markdown.has_value(), !is_empty) << name;
      EXPECT_EQ(in_text.has_value(), !is_empty) << name;
      for (std::size_t r = 0; r < rows.size(); ++r, ++compared) {
        const std::string where =
            tables[t]["name"].get<std::string>() + ", row " + std::to_string(r + 1) + ", " + name;
        const json& value = rows[r][name];
        expect_written(value, csv[t][r + 1].at(c), where + " in CSV");
        if (in_markdown)
          expect_shown(value, markdown[t][r + 1].at(*in_markdown), where + " in Markdown");
        if (in_text) expect_shown(value, text[t][r + 1].at(*in_text), where + " in text");
      }
    }
  }
  return compared;
}

TEST(Formats, HaveTheSameCells) {
  // Counts, and cells that are empty.
  EXPECT_EQ(compare_formats({"perft", "--depth", "3", "--threads", "1"}), 3U * 5U);
  // Several tables with decimals: cut rates and branching factors.
  // Those for programs alone are there for people who ask for them.
  std::vector<std::string> search{
      "search",       "--game", "synthetic-tree", "--position", "tree(width=5,depth=4)",
      "--seeds",      "1..3",   "--depth",        "4",          "--algo",
      "alphabeta,pvs"};
  for (const char* table : {"overview", "pivot", "nodes_compared", "by_depth", "runs"})
    search.insert(search.end(), {"--table", table});
  EXPECT_GT(compare_formats(search), 20U);
  // Words with blanks, and yes or no.
  EXPECT_GT(compare_formats({"list"}), 100U);
  EXPECT_GT(compare_formats({"divide", "--depth", "2", "--gen", "all", "--threads", "1"}), 80U);
}

}  // namespace
}  // namespace plylab
