#include "search/lab/journal.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "gen/input_error.h"
#include "reports/display.h"

namespace plylab::search::lab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view beginning = R"({"schema":"plylab-runs","schema_version":1,)";

std::string header(const Experiment& experiment, const reports::Provenance& made_by,
                   const ComparisonSpec& comparison) {
  Json provenance;
  for (const auto& [name, text] : reports::fields(made_by)) provenance[name] = text;
  const Json compared = {{"factor", name_of(comparison.factor)},
                         {"baseline", comparison.baseline},
                         {"measures", comparison.measures}};
  return fmt::format(R"({}"experiment":{},"comparison":{},"provenance":{}}})", beginning,
                     description(experiment), compared.dump(), provenance.dump());
}

/// The program that wrote a header. Throws Json::exception if it does not say so.
std::string maker(const Json& header) {
  const Json& provenance = header.at("provenance");
  return reports::program_of(
      {.version = provenance.value("version", "?"), .commit = provenance.value("commit", "?")});
}

}  // namespace

Journal::Journal(std::string path, const Experiment& experiment, const reports::Provenance& made_by,
                 const ComparisonSpec& comparison)
    : file_(std::move(path)) {
  const std::string text = file_.content();
  const std::string expected = header(experiment, made_by, comparison);
  const std::size_t header_end = text.find('\n');
  if (header_end == std::string::npos) {  // a new file, or one whose header was torn
    if (!beginning.starts_with(text.substr(0, beginning.size())))
      throw InputError(fmt::format("'{}' holds no runs of plylab", file_.path()));
    file_.shorten(0);
    file_.add(expected + '\n');
  } else {
    check_header(std::string_view(text).substr(0, header_end), expected);
    file_.shorten(read(text));
  }
}

void Journal::add(const Run& run, const RunRecord& record) {
  const std::string line = to_line(run, record) + '\n';
  const std::lock_guard lock(mutex_);
  file_.add(line);
  if (Clock::now() - synced_ < std::chrono::seconds(1)) return;
  file_.synchronise();
  synced_ = Clock::now();
}

void Journal::check_header(std::string_view line, const std::string& expected) const {
  const Json ours = Json::parse(expected);
  bool same_experiment = false;
  std::string made_by;
  try {
    const Json found = Json::parse(line.starts_with(beginning) ? line : "");
    same_experiment = found.at("experiment") == ours["experiment"];
    made_by = maker(found);
  } catch (const Json::exception&) {
    throw InputError(fmt::format("{}:1: no header of runs of plylab", file_.path()));
  }
  if (!same_experiment)
    throw InputError(fmt::format("'{}' holds the runs of another experiment", file_.path()));
  if (made_by != maker(ours))
    throw InputError(
        fmt::format("'{}' holds runs of {}, and this is {}", file_.path(), made_by, maker(ours)));
}

/// Reads the lines after the header and returns where the last whole one ends.
std::size_t Journal::read(std::string_view text) {
  std::size_t number = 1;
  std::size_t begin = text.find('\n') + 1;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string_view::npos;
       begin = end + 1) {
    ++number;
    auto record = parse_record(text.substr(begin, end - begin));
    if (!record) throw InputError(fmt::format("{}:{}: no line of a run", file_.path(), number));
    const std::string id = record->id;
    kept_.emplace(id, std::move(*record));
  }
  return begin;
}

}  // namespace plylab::search::lab
