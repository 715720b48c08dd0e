// Claims of a mate that do not hold.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "suites/epd/epd.h"

namespace plylab::suites::lint {

/// Says why the mate that a record claims by dm, or its best move, is refuted; nothing if it holds
/// or cannot be decided. Must be safe to call from several threads. Any mate solver fits here.
using Refuter = std::function<std::optional<std::string>(const Record&)>;

/// A refuter that decides dm 1 and dm 2 by full-width alpha-beta: whether there is such a mate, a
/// shorter one, and whether each move of bm leads to it. Longer claims are not decided.
std::optional<std::string> refuted_by_search(const Record& record);

}  // namespace plylab::suites::lint
