// Rules of thumb for single endings, as evaluations that `endgame judge` can compare with tables.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gen/chess/bitboard/bitboard.h"
#include "search/base/value.h"

namespace plylab::suites::endgame {

/// The board of the rules, with the kernel that runs on every CPU.
using Board = chess::Bitboard<chess::Magic>;

/// A rule that predicts the outcome: a positive value if the side to move wins, a negative one if
/// it loses, 0 for a draw; none where the rule does not apply.
struct Rule {
  std::string_view name;    ///< "rule:kqkb"
  std::string_view ending;  ///< to which it applies
  std::string_view summary;
  std::optional<search::Value> (*value)(const Board& board);
};

/// All rules.
std::span<const Rule> rules();

/// The rule of that name; null if the name does not begin with "rule:". Throws InputError, which
/// lists the rules.
const Rule* find_rule(std::string_view name);

}  // namespace plylab::suites::endgame
