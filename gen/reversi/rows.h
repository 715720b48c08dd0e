// The board of reversi, as people see it.
#pragma once

#include <string>

#include "gen/reversi/setup.h"

namespace plylab::reversi {

/// See gen/board_rows.h.
std::string board_rows(const Setup& setup);

}  // namespace plylab::reversi
