#include "reports/tables/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "reports/tables/display.h"

namespace plylab::reports {
namespace {

constexpr const char* file_column = "file";

/// The place of the column with that name, which is appended if it is missing.
std::size_t place_of(const Column& column, Table& table) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const Column& other) { return other.name == column.name; });
  if (found != table.columns.end()) return static_cast<std::size_t>(found - table.columns.begin());
  table.columns.push_back(column);
  for (auto& row : table.rows) row.emplace_back();
  return table.columns.size() - 1;
}

void append_rows(const std::string& file, const Table& part, Table& whole) {
  std::vector<std::size_t> places;
  for (const Column& column : part.columns) places.push_back(place_of(column, whole));
  for (const auto& row : part.rows) {
    std::vector<Cell> cells(whole.columns.size());
    for (std::size_t i = 0; i < row.size(); ++i) cells[places[i]] = row[i];
    const auto* inner = std::get_if<std::string>(&cells[0].value());  // of what was merged before
    cells[0] = inner ? file + "/" + *inner : file;
    whole.add(std::move(cells));
  }
}

/// A table of a report, one of those that make one together.
struct Part {
  const std::string& file;
  const Table& table;
};

/// Each note once, after the names of its files if it is not of all.
std::vector<std::string> notes_of(const std::vector<Part>& parts) {
  std::vector<std::string> notes;
  for (const Part& part : parts)
    for (const std::string& note : part.table.notes) {
      std::vector<std::string> files;
      for (const auto& [file, table] : parts)
        if (std::find(table.notes.begin(), table.notes.end(), note) != table.notes.end())
          files.push_back(file);
      std::string text =
          files.size() == parts.size() ? note : fmt::format("{}: {}", fmt::join(files, ", "), note);
      if (std::find(notes.begin(), notes.end(), text) == notes.end())
        notes.push_back(std::move(text));
    }
  return notes;
}

/// The title of all, or each after its file.
std::string title_of(const std::vector<Part>& parts) {
  const auto same = [&](const Part& part) { return part.table.title == parts[0].table.title; };
  if (std::all_of(parts.begin(), parts.end(), same)) return parts[0].table.title;
  std::vector<std::string> titles;
  for (const Part& part : parts) titles.push_back(part.file + ": " + part.table.title);
  return fmt::format("{}", fmt::join(titles, "; "));
}

Table files_table(const std::vector<NamedReport>& reports) {
  Table table{"files",
              "The reports that were merged",
              {{file_column, "", "its name", 0},
               {"complete", "", "whether the job came to its end", 0},
               {"version", "", "of plylab", 0},
               {"commit", "", "of its source", 0},
               {"cpu", "", "the processor", 0},
               {"threads", "", "that the job was given", 0},
               {"date", "", "in UTC", 0},
               {"command", "", "that made it", 0}},
              {},
              {}};
  for (const auto& [name, report] : reports) {
    const Provenance& p = report.provenance;
    table.add({name, report.complete, p.version, p.commit, p.cpu, p.threads, p.date, p.command});
  }
  return table;
}

/// On which processors the times of which file were taken, if these are several; else empty.
std::string machines_of(const std::vector<NamedReport>& reports) {
  std::vector<std::string> origins;
  bool differ = false;
  for (const auto& [name, report] : reports) {
    const std::string& cpu = report.provenance.cpu;
    differ |= cpu != reports.front().report.provenance.cpu;
    origins.push_back(fmt::format("{} on {}", name, cpu.empty() ? "an unknown processor" : cpu));
  }
  return differ ? fmt::format("times were taken on several machines: {}", fmt::join(origins, "; "))
                : std::string();
}

}  // namespace

Report merge(std::vector<NamedReport> reports) {
  if (reports.size() == 1) return std::move(reports.front().report);
  Report merged;
  if (std::all_of(reports.begin(), reports.end(), [&](const NamedReport& one) {
        return one.report.title == reports.front().report.title;
      }))
    merged.title = reports.front().report.title;
  std::vector<std::vector<Part>> parts;                              // of each table
  std::map<std::pair<std::string, std::size_t>, std::size_t> place;  // of the n-th table of a name
  for (const auto& [file, report] : reports) {
    merged.complete &= report.complete;
    if (!report.text.empty()) {
      if (!merged.text.empty()) merged.text.emplace_back();
      merged.text.push_back(file + ":");
      merged.text.insert(merged.text.end(), report.text.begin(), report.text.end());
    }
    std::map<std::string, std::size_t> seen;
    for (const Table& table : report.tables) {
      const auto [found, is_new] =
          place.emplace(std::pair(table.name, seen[table.name]++), merged.tables.size());
      if (is_new) {
        merged.tables.push_back({table.name, table.title});
        parts.emplace_back();
        merged.tables.back().columns = {{file_column, "", "the report that the row is of", 0}};
        merged.tables.back().readers = table.readers;
      }
      append_rows(file, table, merged.tables[found->second]);
      parts[found->second].push_back({file, table});
    }
  }
  const std::string machines = machines_of(reports);
  for (std::size_t t = 0; t < parts.size(); ++t) {
    merged.tables[t].title = title_of(parts[t]);
    merged.tables[t].notes = notes_of(parts[t]);
    if (!machines.empty() && has_times(merged.tables[t]))
      merged.tables[t].notes.push_back(machines);
  }
  merged.tables.push_back(files_table(reports));
  return merged;
}

}  // namespace plylab::reports
