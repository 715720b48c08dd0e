#include "search/lab/record_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/input_error.h"

namespace plylab::search::lab {
namespace {

/// The first field of the line that is not what to_line() writes; empty if all are. What a line
/// says twice, as its value, is wrong if somebody has changed it in one place. The group may be
/// that of an experiment that has been extended.
std::string odd_field(std::string_view line, const Run& run, const RunRecord& record) {
  const auto found = nlohmann::json::parse(line),
             ours = nlohmann::json::parse(to_line(run, record));
  for (const auto& [name, value] : ours.items())
    if (name != "group" && (!found.contains(name) || found[name] != value)) return name;
  return "";
}

}  // namespace

RecordReader::RecordReader(const std::vector<Run>& runs) {
  for (const Run& run : runs) runs_.emplace(run.id(), run);
}

void RecordReader::read(std::string_view line, const std::string& where) {
  const RunRecord record = parse_record(line, where);
  const auto run = runs_.find(record.id);
  if (run == runs_.end()) throw InputError(where + ": a run that is not of this experiment");
  if (const std::string odd = odd_field(line, run->second, record); !odd.empty())
    throw InputError(where + ": its '" + odd + "' contradicts the rest, or the experiment");
  const auto [place, is_new] = records_.emplace(record.id, record);
  if (!is_new && place->second != record)
    throw InputError(where + ": a run that is there already, with another result");
}

}  // namespace plylab::search::lab
