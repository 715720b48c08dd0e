// How the readers of FEN complain.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// Throws a FenError of that kind with the formatted text.
template <class... Args>
[[noreturn]] void throw_fen_error(FenErrorKind kind, fmt::format_string<Args...> format,
                                  Args&&... args) {
  throw FenError(kind, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace plylab::chess
