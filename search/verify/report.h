// What a verification of searches has found, as text and as tables.
#pragma once

#include <string>
#include <vector>

#include "reports/tables/check.h"
#include "reports/tables/table.h"
#include "search/verify/evaluation_check.h"
#include "search/verify/verification.h"

namespace plylab::search::verify {

/// For each search that is wrong: the cause, the smallest position that shows it, and the call with
/// which the value begins to be wrong.
std::vector<std::string> text_report(const std::vector<Verdict>& verdicts);

/// For an evaluation that is wrong, where; empty for a right one.
std::vector<std::string> text_report(const EvaluationVerdict& verdict);

/// A check of an evaluation.
reports::Check check_of(const EvaluationVerdict& verdict);

/// The evaluations that were checked.
reports::Schema evaluations_table();
reports::Table evaluations_table(const std::vector<EvaluationVerdict>& verdicts);

/// A check for each search.
std::vector<reports::Check> checks_of(const std::vector<Verdict>& verdicts);

/// The tables that tables() makes.
std::vector<reports::Schema> declared_tables();

/// The tables searches, causes, cases and moves; text_report() has the wrong searches
/// with their causes and the first case of each.
std::vector<reports::Table> tables(const std::vector<Verdict>& verdicts);

}  // namespace plylab::search::verify
