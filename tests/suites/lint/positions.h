// Positions of the tests of records: EPD's four fields.
#pragma once

#include <string>

namespace plylab::testing {

inline const std::string array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
inline const std::string back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";  // mate in one

}  // namespace plylab::testing
