// Values of positions that are known without a search.
#pragma once

#include <optional>
#include <string>

#include "gen/chess/board/setup.h"
#include "search/base/value.h"

namespace plylab::search {

/// What knows values of positions of chess, such as endgame tables or an opening book. Searches on
/// several threads may ask it at once.
class KnownValues {
 public:
  virtual ~KnownValues() = default;

  /// The value for the side to move, with mates counted from the position; none if it is unknown.
  virtual std::optional<Value> value(const chess::Setup& position) const = 0;

  /// Identifies the values of positions with at most so many men, for records.
  virtual std::string identity(int men) const = 0;
};

}  // namespace plylab::search
