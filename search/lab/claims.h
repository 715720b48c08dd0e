// What others have claimed, beside what an experiment measures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/comparison.h"

namespace plylab::search::lab {

/// A claim about a ratio of costs, with its source.
std::string stated(const Claim& claim);

/// Whether each claim agrees, on the deepest runs of its group, or of those levels of it that the
/// claim names: yes or no if the 95 % interval of the ratio lies within or without what is claimed,
/// else it is undecided, as it is if there are too few starts for an interval; of a claim about
/// every start whether none contradicts, and all are known. No rows without claims.
reports::Table claims_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison);

/// Throws InputError, which `where` begins, unless its group, its variants, its measure and its
/// levels are there, and it names one of each factor but the depth that varies in the group.
void check(const Claim& claim, const Experiment& experiment, std::string_view where);

}  // namespace plylab::search::lab
