// Values as text: decided games in words, estimates as numbers.
#pragma once

#include <string>

#include "search/base/value.h"

namespace plylab::search {

/// "win 5" or "loss 4", in plies; "loss 0" if the side to move has lost. The value must be a mate
/// value.
std::string decision_text(Value value);

/// decision_text() for a mate value, otherwise the number.
std::string value_text(Value value);

}  // namespace plylab::search
