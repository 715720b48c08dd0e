#include "search/lab/record_reader.h"

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/formats/stored_json.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

/// Whether two values are the same, in whatever order their members stand.
bool are_same(const Json& a, const Json& b) {
  if (a.is_array() && b.is_array())
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), are_same);
  if (!a.is_object() || !b.is_object()) return a == b;
  return a.size() == b.size() && std::all_of(a.items().begin(), a.items().end(), [&](auto& one) {
           return b.contains(one.key()) && are_same(one.value(), b[one.key()]);
         });
}

/// The first field of the line that is not what to_line() writes; empty if all are. What a line
/// says twice, as its value, is wrong if somebody has changed it in one place. The group may be
/// that of an experiment that has been extended.
std::string odd_field(std::string_view line, const Run& run, const RunRecord& record) {
  const Json found = reports::parse_json(line), ours = reports::parse_json(to_line(run, record));
  for (const auto& [name, value] : ours.items())
    if (name != "group" && (!found.contains(name) || !are_same(found[name], value))) return name;
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
