// The board of checkers, as people see it.
#pragma once

#include <string>

#include "gen/checkers/notation.h"

namespace plylab::checkers {

/// See gen/board_rows.h.
std::string board_rows(const Setup& setup);

}  // namespace plylab::checkers
