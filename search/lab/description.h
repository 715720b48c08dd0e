// An experiment as the header of its runs describes it.
#pragma once

#include <string>
#include <string_view>

#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// Everything that decides about the runs, as one line of JSON.
std::string description(const Experiment& experiment);

/// The inverse. Throws InputError, which `where` begins, for anything else, and for more runs than
/// an experiment can have.
Experiment parse_description(std::string_view text, const std::string& where);

}  // namespace plylab::search::lab
