// How games end by their rules.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gen/game/position.h"

namespace plylab {

/// A way in which a game ends by its rules.
struct RuleEnding {
  std::string_view name;   ///< stable, in tables and files: "stalemate"
  std::string_view words;  ///< behind the winner's name, "mates"; of a draw "Draw by stalemate"
  std::string_view help;   ///< in a line
};

/// What is said of a game that has no words of its own.
inline constexpr RuleEnding won{"win", "wins", "won by the rules"};
inline constexpr RuleEnding drawn{"draw", "Draw", "the end, and nobody has won"};
inline constexpr RuleEnding drawn_by_rule{"rule", "Draw by rule",
                                          "drawn by a rule, although there are moves"};
inline constexpr std::array usual_endings{won, drawn, drawn_by_rule};

/// In every game.
inline constexpr RuleEnding repetition{"repetition", "Draw by threefold repetition",
                                       "the position for the third time"};

/// How a game has ended.
struct GameEnd {
  std::optional<Side> winner;  ///< none: drawn
  RuleEnding ending;
};

/// The end of a game in a position by the position's own word, if it is over.
template <Position P>
std::optional<GameEnd> end_of(const P& position) {
  switch (outcome(position)) {
    case Outcome::win:
      return GameEnd{position.side_to_move(), won};
    case Outcome::loss:
      return GameEnd{!position.side_to_move(), won};
    case Outcome::draw:
      return GameEnd{std::nullopt, position.count() == 0 ? drawn : drawn_by_rule};
    default:
      return std::nullopt;
  }
}

}  // namespace plylab
