// Values as people and programs read them: decided games in words, estimates as numbers.
#pragma once

#include <string>

#include "search/base/value.h"

namespace plylab::search {

/// "win 5" or "loss 4", in plies; "loss 0" if the side to move has lost. The value must be a
/// mate's.
std::string decision_text(Value value);

/// That of a mate's value, else the number.
std::string value_text(Value value);

}  // namespace plylab::search
