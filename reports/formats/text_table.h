// A table in aligned columns.
#pragma once

#include <cstddef>
#include <string>

#include "reports/tables/table.h"

namespace plylab::reports {

/// The head and the rows, without title and notes, in lines of this width (0: no limit). Text is
/// wrapped where it has no room, the widest column first. A table whose numbers have none, or whose
/// text would get too little, goes on below, with the first columns again that tell its rows apart.
/// Only a number that has no room beside them is broken.
std::string aligned(const Table& table, std::size_t width);

}  // namespace plylab::reports
