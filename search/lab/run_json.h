// JSON of those parts of a file of runs that have no list of fields.
#pragma once

#include <map>

#include "reports/formats/stored_json.h"
#include "search/base/counters.h"
#include "search/lab/experiment.h"

namespace plylab::search {

/// The counts by their counters' names. Leaves out what is 0, except the nodes.
void to_json(reports::Json& json, const Counters& counts);
void from_json(const reports::Json& json, Counters& counts);

}  // namespace plylab::search

namespace plylab::search::lab {

/// The name of the factor.
void to_json(reports::Json& json, Factor factor);
void from_json(const reports::Json& json, Factor& factor);

/// An object: the level of each factor as users write it.
void to_json(reports::Json& json, const std::map<Factor, Level>& levels);
void from_json(const reports::Json& json, std::map<Factor, Level>& levels);

}  // namespace plylab::search::lab
