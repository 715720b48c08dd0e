// Small searches, with their counts and the trees that they visit.
#pragma once

#include <nlohmann/json.hpp>

namespace plylab::suites::page {

/// What the page offers: {"searches": [{"name", "source", "exact"}], "evaluations": [{"name",
/// "summary"}]}. A search that is not exact may find another value than minimax.
nlohmann::ordered_json list_searches(const nlohmann::ordered_json& request);

/// Runs "searches" to "depth" on a chess "position" or on a "tree": the text of an explicit one
/// (gen/tree/explicit.h), or a description such as tree(width=3,depth=4) (gen/tree/spec.h).
/// "evaluation" (of chess), "ordering" and "with", switches, are optional. The answer has for each
/// search value, line, the counts of its last iteration in the order of "counters", which define
/// them, and as "first" the share of the first move in its cutoffs, in percent, if it has any; the
/// minimal tree; and a "note" on their tables. "drawn" searches, at most two, come as "svg", with
/// as many of the "plies" asked for as fit, or "not_drawn" says why not. "left_out" has a sentence
/// for each search that is too large. Throws InputError for names that do not exist, and if all
/// searches are too large.
nlohmann::ordered_json search_small(const nlohmann::ordered_json& request);

}  // namespace plylab::suites::page
