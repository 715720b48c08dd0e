// Columns that tables of several commands share, so that a name has the same meaning in each.
#pragma once

#include <string>
#include <string_view>

#include "reports/tables/table.h"

namespace plylab::reports {

/// A column as a constant.
struct SharedColumn {
  std::string_view name, unit, help;
  int precision = 0;
  Role role = Role::value;

  operator Column() const { return {name, unit, help, precision, role}; }
};

}  // namespace plylab::reports

namespace plylab::reports::columns {

inline constexpr SharedColumn position{"position", "", "the record's id, or the position as given",
                                       0, Role::position};
inline constexpr SharedColumn record{"position", "", "the record's id", 0, Role::position};
inline constexpr SharedColumn perft_record{
    "position", "", "for the six positions, their id in suites/data/perft.epd", 0, Role::position};
inline constexpr SharedColumn goal{"goal", "", "the goal that the record states", 0,
                                   Role::about_position};
inline constexpr SharedColumn search{"search", "", "the algorithm", 0, Role::contestant};
inline constexpr SharedColumn search_or_engine{"search", "", "the algorithm, or the engine's name",
                                               0, Role::contestant};
inline constexpr SharedColumn generator{"generator", "", "the move generator", 0, Role::contestant};
inline constexpr SharedColumn search_generator{
    "generator", "", "the move generator of a built-in search", 0, Role::contestant};
inline constexpr SharedColumn player{"player", "", "", 1, Role::contestant};
inline constexpr SharedColumn depth{"depth", "", "plies", 0, Role::depth};
inline constexpr SharedColumn value{
    "value", "", "for the side to move, in chess in centipawns; empty for a win or loss"};
inline constexpr SharedColumn value_or_mate{
    "value", "",
    "for the side to move, in chess in centipawns; ±(32000 − n) is a win or loss in n "
    "plies, at most n if the search is selective"};
inline constexpr SharedColumn outcome{
    "outcome", "",
    "for the side to move: win or loss in n plies, or draw, if the line ends the game; ≤ n if a "
    "shorter one may have been overlooked"};
inline constexpr SharedColumn nodes{"nodes", "", "calls of the search function, including the root",
                                    0, Role::cost};
inline constexpr SharedColumn mate_nodes{
    "nodes", "", "positions looked at, but not only to order moves", 0, Role::cost};
inline constexpr SharedColumn rate{"rate", "M leaves/s", "leaves a second", 1};
inline constexpr SharedColumn wall_time{"seconds", "s", "wall time", 3};
inline constexpr SharedColumn time{"seconds", "s", "time", 3};

}  // namespace plylab::reports::columns
