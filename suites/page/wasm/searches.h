// Small searches, with their counts and the trees that they visit.
#pragma once

#include <nlohmann/json.hpp>

namespace plylab::suites::page {

/// The searches that the page offers: {"searches": [{"name", "source"}]}.
nlohmann::ordered_json list_searches(const nlohmann::ordered_json& request);

/// Runs "searches" to "depth" on a chess "position" or on a "tree": the text of an explicit one
/// (gen/tree/explicit.h), or a description such as tree(width=3,depth=4) (gen/tree/spec.h).
/// "evaluation", "ordering" and "with", switches, are optional. For each search value, line and the
/// counts of its last iteration, in the order of "counters", which define them; beside them the
/// minimal tree. "drawn" searches, at most two, come as SVG, with as many plies as fit in "plies"
/// if all do not. Throws InputError for names that do not exist, and if a search is too large.
nlohmann::ordered_json search_small(const nlohmann::ordered_json& request);

}  // namespace plylab::suites::page
