#include "reports/cli/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/cli/command_line.h"
#include "reports/figures/figures.h"
#include "reports/formats/format.h"
#include "reports/formats/output.h"
#include "reports/formats/paper.h"
#include "reports/tables/sources.h"
#include "reports/text/terminal.h"

namespace plylab::cli {
namespace {

namespace fs = std::filesystem;
using reports::FigureFile;
using reports::Format;
using reports::Picture;
using reports::Readers;
using reports::Report;
using reports::Schema;
using reports::Table;

/// Whether two paths are the same file, even by different names or if it does not exist yet. False
/// for devices, which cannot be overwritten.
bool is_same_file(const std::string& a, const std::string& b) {
  if (reports::is_standard_output(a) || reports::is_standard_output(b))
    return reports::is_standard_output(a) && reports::is_standard_output(b);
  std::error_code error;
  if (fs::exists(a, error) && !fs::is_regular_file(a, error)) return false;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(fs::absolute(a, error), error) ==
         fs::weakly_canonical(fs::absolute(b, error), error);
}

/// Whether the column has no value.
bool is_empty(const Table& table, std::size_t column) {
  return std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return std::holds_alternative<std::monostate>(row[column].value());
  });
}

/// Removes columns without values, and tables without rows or notes, unless no table would be left.
void hide_empty(Report& report) {
  const auto is_empty_table = [](const Table& table) {
    return table.rows.empty() && table.notes.empty();
  };
  if (!std::all_of(report.tables.begin(), report.tables.end(), is_empty_table))
    std::erase_if(report.tables, is_empty_table);
  for (Table& table : report.tables) {
    if (table.rows.empty()) continue;
    for (std::size_t i = table.columns.size(); i-- > 0;) {
      if (!is_empty(table, i)) continue;
      const auto place = static_cast<std::ptrdiff_t>(i);
      table.columns.erase(table.columns.begin() + place);
      for (auto& row : table.rows) row.erase(row.begin() + place);
    }
  }
}

/// Puts the report's notes below its first table.
void place_notes(Report& report) {
  if (report.tables.empty()) return;
  std::vector<std::string>& notes = report.tables.front().notes;
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  report.notes.clear();
}

/// Adds the tables for people as text, because a stored JSON file has only tables for programs.
void add_text_for_people(Report& report) {
  Report for_people{.notes = report.notes};
  std::copy_if(report.tables.begin(), report.tables.end(), std::back_inserter(for_people.tables),
               [](const Table& table) { return table.readers == Readers::people; });
  if (for_people.tables.empty()) return;
  place_notes(for_people);
  hide_empty(for_people);
  const std::string text = render(for_people, Format::text);
  for (std::string_view rest = text; !rest.empty();) report.text.emplace_back(take_line(rest));
}

/// How a report without provenance is recognised: by its heading, which is the header of a CSV
/// file, otherwise the title and the name of the first column, since later columns are left out
/// while they are empty. None for formats with a mark of their own.
std::string heading_of(std::string_view text, Format format) {
  std::string heading;
  if (format != Format::text && format != Format::csv && format != Format::markdown) return heading;
  if (format == Format::csv) return std::string(take_line(text));
  heading = take_line(text);
  take_line(text);
  const std::string_view columns = take_line(text);
  return heading += columns.substr(0, columns.find_first_of(" |", 2));  // "| " begins Markdown's
}

/// Writes the report to the file, unless that is somebody's work. Then it goes to standard output,
/// so that no work is lost, and InputError is thrown.
void write_over(const Report& report, Format format, const std::string& path,
                const std::atomic<bool>* stop) {
  if (reports::holds_something(path)) {
    const std::string before = read_file(path);
    const std::string heading = heading_of(render(report, format), format);
    if (!reports::is_report(before) && (heading.empty() || heading_of(before, format) != heading)) {
      write(report, format, "", stop);
      throw InputError(fmt::format(
          "--out: '{}' exists and is not an earlier report (with --quiet: of the same command): "
          "remove it first",
          path));
    }
  }
  write(report, format, path, stop);
}

/// The names of the tables, each once.
std::vector<std::string> distinct_names(const auto& tables) {
  std::vector<std::string> names;
  for (const Schema& table : tables)
    if (std::ranges::find(names, table.name) == names.end()) names.push_back(table.name);
  return names;
}

/// Throws std::logic_error if a picture is drawn from a column that the table does not have, or is
/// none of those that the command offers.
void check_pictures(const Schema& table, const std::vector<std::string>& offered) {
  const auto require = [&](const auto& names, const std::string& name, const Picture& picture,
                           const char* what) {
    if (const auto known = names_in(names);
        !name.empty() && std::ranges::find(known, name) == known.end())
      throw std::logic_error(
          fmt::format("picture '{}' of table '{}': {} '{}'", picture.name, table.name, what, name));
  };
  for (const Picture& picture : table.pictures) {
    for (const std::string& name : {picture.of, picture.by, picture.low, picture.high})
      require(table.columns, name, picture, "no column");
    require(offered, picture.name, picture, "no --figure");
  }
}

/// Adds the meaning of the columns below each table.
void add_legend(Report& report) {
  for (Table& table : report.tables)
    for (const reports::Column& column : table.columns)
      if (!column.help.empty())
        table.notes.push_back(fmt::format("{}: {}", column.name, column.help));
}

}  // namespace

void Session::add_options(Command command, Contents contents) {
  command = command.group("Report");
  const bool with_checks = contents == Contents::tables_and_checks;
  const auto names = reports::format_names(with_checks);
  const Option format =
      command
          .add_option("-f,--format FORMAT", format_,
                      fmt::format("Output format: {} (default: by the ending of --out, as in "
                                  "FILE.json{}, otherwise text)",
                                  fmt::join(names, ", "), with_checks ? " or FILE.xml" : ""))
          .offers(names);
  command
      .add_option("--table NAME", chosen_,
                  "Show only the tables of these names (their names in JSON; default: all)")
      .delimiter(',');
  command.add_flag("--legend", legend_, "Explain the columns of each table");
  command.add_flag("-q,--quiet", quiet_,
                   "Leave out provenance (version, machine, command); JSON always has it");
  const Option out = command.add_option(
      "-o,--out FILE", outs_,
      "Write the report to this file, which must be new or an earlier report (with --quiet: of "
      "the same command); - is standard output. May be repeated: --format is that of the first, "
      "the others have one by their "
      "endings "
      "(default: standard output)");
  if (!with_checks) options_without_checks_.insert(options_without_checks_.end(), {format, out});
}

void Session::add_figure_option(Command command, const std::vector<Picture>& pictures) {
  std::string names;
  for (const Picture& picture : pictures)
    names += fmt::format("\n  {}: {}", picture.name, picture.summary);
  offered_.emplace_back(command, names_in(pictures));
  command.group("Report")
      .add_option(
          "--figure FILE", figures_,
          fmt::format(
              "Write a picture to this file: .svg, or .tex for pgfplots. FILE alone writes "
              "the report's first picture, NAME=FILE the picture of that name, NAME-2=FILE "
              "the second of that name, NAME alone all of them: NAME.svg, NAME-2.svg and so "
              "on; may be repeated. {}{}",
              names.empty() ? "Names are those of the command that made the report" : "Names:",
              names))
      .offers(names_in(pictures));
}

void Session::add_paper_option(Command command) {
  command.group("Report").add_option(
      "--report DIR", paper_,
      "Write a whole report into this directory, which must be new or hold an earlier "
      "report: report.tex for pdflatex, with tables and pictures, report.html and "
      "report.json");
}

void Session::check_options() {
  const bool with_checks =
      std::none_of(options_without_checks_.begin(), options_without_checks_.end(),
                   [](const Option& option) { return option.given(); });
  const auto all = outputs();
  for (const Output& output : all) {
    const std::string_view option =
        format_.empty() || &output != &all.front() ? "--out" : "--format";
    if (const auto known = reports::format_names();
        std::ranges::find(known, output.format) == known.end())
      find_entry(reports::format_names(with_checks), output.format,
                 option);  // says which there are
    if (has_checks(reports::parse_format(output.format)) && !with_checks)
      throw InputError(fmt::format(
          "{}: {} shows checks, and this command makes none (plylab help ci says which do)", option,
          output.format));
    check_output("--out", output.path);
    reports::check_writable(output.path);
    if (reports::holds_something(output.path) && !quiet_ &&
        !reports::is_report(read_file(output.path)))
      throw InputError(
          fmt::format("--out: '{}' exists and is not a report of plylab", output.path));
  }
  const auto has_tables = [](const Output& output) {
    return !has_checks(reports::parse_format(output.format));
  };
  if (!chosen_.empty() && std::ranges::none_of(all, has_tables))
    throw InputError(fmt::format("--table: {} shows checks, and no table", all.front().format));
  const auto has_legend = [](const Output& output) {
    return output.format == "json" ||
           readers_of(reports::parse_format(output.format)) != Readers::programs;
  };
  if (legend_ && std::ranges::none_of(all, has_legend))
    throw InputError(fmt::format("--legend: {} has no place for it", all.front().format));
  if (!paper_.empty()) {
    reports::check_paper(paper_);
    check_output("--report", paper_);
    for (const char* name : reports::paper_files)
      check_output("--report", (fs::path(paper_) / name).string());
  }
  for (const std::string& wanted : figures_) {
    const FigureFile& file = drawn_.emplace_back(reports::parse_figure_file(wanted));
    check_output("--figure", file.path);
    check_figure_file(file);
  }
}

std::vector<Session::Output> Session::outputs() const {
  std::vector<Output> all;
  for (const std::string& path : outs_) all.push_back({path, reports::format_of_file(path)});
  if (all.empty()) all.push_back({"", reports::format_of_file("")});
  if (!format_.empty()) all.front().format = format_;
  return all;
}

void Session::check_output(const std::string& option, const std::string& path) {
  for (const auto& [other, its_path] : outputs_)
    if (is_same_file(path, its_path))
      throw InputError(fmt::format("{} and {} name the same file, '{}'", other, option, path));
  outputs_.emplace_back(option, path);
}

void Session::check_new_file(const std::string& option, const std::string& path) {
  check_output(option, path);
  reports::check_writable(path);
  if (reports::holds_something(path))
    throw InputError(fmt::format("{}: '{}' already exists", option, path));
}

std::string Session::program() const { return fs::path(argv_[0]).filename().string(); }

reports::Provenance Session::provenance(int threads) const {
  return reports::collect_provenance(argc_, argv_, threads);
}

bool Session::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
  return !failure_;
}

std::string Session::missing_table(const std::vector<std::string>& tables) const {
  try {
    for (const std::string& name : chosen_) find_entry(tables, name, "--table");
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

void Session::declare(const std::vector<Schema>& tables) {
  std::vector<std::string> offered;
  for (const auto& [command, names] : offered_)
    if (command.called()) offered = names;
  for (const Schema& table : tables) check_pictures(table, offered);
  declared_ = tables;
  if (const std::string missing = missing_table(distinct_names(tables)); !missing.empty())
    throw InputError(missing);
  for (const FigureFile& file : drawn_)
    require_picture(file, reports::names_of_pictures(tables, file.name));
}

void Session::require_in(const Report& report, const std::vector<std::string>& on_request) const {
  std::vector<std::string> names = distinct_names(report.tables);
  for (const std::string& name : on_request)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  if (const std::string missing = missing_table(names); !missing.empty()) throw InputError(missing);
  for (const FigureFile& file : drawn_) require_picture(file, names_in(figures_of(report)));
}

/// Removes the tables that are not for these readers, unless none would be left: a report read from
/// a file may have only tables for programs.
void Session::keep_for(Readers readers, Report& report) const {
  const auto is_for = [&](const Table& table) {
    return table.readers == Readers::all || table.readers == readers;
  };
  if (readers == Readers::all) return;
  if (report.text.empty() && std::none_of(report.tables.begin(), report.tables.end(), is_for))
    return;
  std::erase_if(report.tables, [&](const Table& table) { return !is_for(table); });
}

void Session::keep_chosen(Report& report) const {
  report.text.clear();
  std::erase_if(report.tables, [&](const Table& table) {
    return std::find(chosen_.begin(), chosen_.end(), table.name) == chosen_.end();
  });
}

std::string Session::picture_source() const {
  return quiet_ ? std::string() : reports::source_of(provenance(1));
}

void Session::draw(const Report& report) const {
  if (!paper_.empty()) {
    Report for_people = report;
    keep_for(Readers::people, for_people);
    place_notes(for_people);
    hide_empty(for_people);
    Report for_programs = report;
    place_notes(for_programs);
    write_paper(for_programs, for_people, paper_);
  }
  if (drawn_.empty()) return;
  auto figures = figures_of(report);
  if (quiet_)
    for (reports::Figure& figure : figures) figure.source.clear();
  for (const FigureFile& file : drawn_) write_figure(figures, file, &stop_);
}

Report Session::shown_in(Format format, Report report, bool all_tables) const {
  if (quiet_ && format != Format::json) report.provenance = {};
  if (format == Format::json) add_text_for_people(report);
  if (all_tables)
    keep_for(readers_of(format), report);
  else
    keep_chosen(report);
  place_notes(report);
  if (readers_of(format) != Readers::programs) {
    hide_empty(report);
    if (legend_) add_legend(report);
  }
  return report;
}

/// Adds, without rows, the declared tables that were asked for and that the report does not have.
void Session::add_asked_for(Report& report) const {
  for (const Schema& schema : declared_) {
    const bool is_asked = std::ranges::find(chosen_, schema.name) != chosen_.end();
    if (!is_asked ||
        std::ranges::find(report.tables, schema.name, &Table::name) != report.tables.end())
      continue;
    Table& table = report.tables.emplace_back(schema);
    table.notes.emplace_back("there is nothing to show of it");
  }
}

void Session::publish(Report report, int threads) {
  const bool empty = std::all_of(report.tables.begin(), report.tables.end(),
                                 [](const Table& table) { return table.rows.empty(); });
  for (const reports::Check& check : report.checks)
    if (check.result == reports::CheckResult::failed) note_difference();
  if (failure_ && empty) std::rethrow_exception(failure_);
  // Not every format shows this, and users may not read the start of a file.
  if (!report.complete && !failure_ && caller_ == nullptr)
    reports::tell(fmt::format("{}: incomplete: not all of the work was done", program()));
  report.complete &= !failure_;
  if (report.provenance.version.empty()) report.provenance = provenance(threads);
  if (report.complete) add_asked_for(report);
  const std::vector<std::string> names = distinct_names(report.tables);
  if (!declared_.empty())
    for (const std::string& name : names)
      if (std::ranges::find(declared_, name, &Schema::name) == declared_.end())
        throw std::logic_error(fmt::format("table '{}' is not declared", name));
  // Work that was ended early may not have come to a table.
  const std::string missing = report.complete ? missing_table(names) : "";
  const bool draws = !drawn_.empty() || !paper_.empty();
  const bool is_asked = !outs_.empty() || !format_.empty() || !chosen_.empty();
  if (caller_ != nullptr)
    caller_->report = shown_in(reports::Format::json, report, chosen_.empty() || !missing.empty());
  if (caller_ != nullptr ? !outs_.empty() : !prints_unless_drawn_ || !draws || is_asked)
    for (const Output& output : outputs()) {
      const Format format = reports::parse_format(output.format);
      const bool all_tables = chosen_.empty() || !missing.empty();  // lose no work
      attempt(
          [&] { write_over(shown_in(format, report, all_tables), format, output.path, &stop_); });
    }
  attempt([&] { draw(report); });
  if (!missing.empty()) attempt([&] { throw InputError(missing); });
  if (failure_) std::rethrow_exception(failure_);
}

namespace {

std::optional<int> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? std::nullopt : parse_number<int>(text);
}

/// The environment variables in which launchers give the number of processes and this one's rank.
/// PMIx does not give the number, but Slurm does.
struct Launcher {
  const char *size, *rank;
};
constexpr Launcher launchers[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                  {"PMI_SIZE", "PMI_RANK"},
                                  {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}};

}  // namespace

bool refuse_mpi_ranks() {
  for (const Launcher& launcher : launchers) {
    const auto size = number_in(launcher.size), rank = number_in(launcher.rank);
    if (!size || !rank) continue;
    if (*size <= 1) return true;
    if (*rank > 0) return false;
    throw InputError(fmt::format(
        "{} ranks would all do the same work: only the command count shares its work among ranks",
        *size));
  }
  return true;
}

}  // namespace plylab::cli
