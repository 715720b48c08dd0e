// What is published about endings of three and four men.
#pragma once

#include <array>
#include <cstdint>

namespace plylab::testing {

/// Positions won, drawn and lost by White and by Black to move, by the statistics of the Syzygy
/// tables (stats/regular/regular-stats.txt of niklasf/syzygy-tables.info; wins and losses that the
/// fifty-move rule makes draws are wins and losses here), and the longest mate in moves with White
/// to move (Thompson, Retrograde Analysis of Certain Endgames, 1986, and Nalimov's tables).
struct PublishedEnding {
  const char* name;
  std::array<std::uint64_t, 3> white, black;
  unsigned longest;
};

// clang-format off
inline constexpr PublishedEnding published_endings[] = {
    {"KQK", {18081, 0, 0}, {0, 2896, 25160}, 10},
    {"KRK", {21959, 0, 0}, {0, 2796, 25260}, 16},
    {"KBK", {0, 24178, 0}, {0, 28056, 0}, 0},
    {"KNK", {0, 25750, 0}, {0, 28056, 0}, 0},
    {"KPK", {62480, 19184, 0}, {0, 35210, 48802}, 28},
    {"KQQK", {707175, 0, 0}, {0, 35294, 1672594}, 4},
    {"KQKQ", {467214, 646911, 5091}, {467214, 646911, 5091}, 13},
    {"KQRK", {864052, 0, 0}, {0, 17684, 1690204}, 6},
    {"KQKR", {1108111, 8963, 2142}, {386313, 78518, 883075}, 35},
    {"KQBK", {962339, 0, 0}, {0, 160147, 1547741}, 8},
    {"KQKB", {1115754, 3462, 0}, {0, 342019, 1137179}, 17},
    {"KQNK", {1030802, 0, 0}, {0, 164666, 1543222}, 9},
    {"KQKN", {1111906, 7310, 0}, {0, 305896, 1261326}, 21},
    {"KRRK", {1040963, 0, 0}, {0, 4900, 1702988}, 7},
    {"KRKR", {392459, 946389, 9058}, {392459, 946389, 9058}, 19},
    {"KRBK", {1170995, 0, 0}, {0, 150238, 1557650}, 16},
    {"KRKB", {473447, 874459, 0}, {0, 1431462, 47736}, 29},
    {"KRNK", {1238446, 0, 0}, {0, 156789, 1551099}, 16},
    {"KRKN", {651492, 696413, 1}, {4, 1396546, 170672}, 40},
    {"KBBK", {625902, 644640, 0}, {0, 1004378, 703510}, 19},
    {"KBKB", {52, 1479132, 14}, {52, 1479132, 14}, 1},
    {"KBNK", {1352913, 6665, 0}, {0, 309147, 1398741}, 33},
    {"KBKN", {2, 1479195, 1}, {5, 1567216, 1}, 1},
    {"KNNK", {154, 1437574, 0}, {0, 1707858, 30}, 1},
    {"KNKN", {5, 1567216, 1}, {5, 1567216, 1}, 1},
    {"KQPK", {3273697, 0, 0}, {0, 145936, 4978796}, 10},
    {"KQKP", {3349631, 21317, 20}, {385976, 601733, 3993795}, 28},
    {"KRPK", {3938586, 0, 0}, {0, 125934, 4998798}, 16},
    {"KRKP", {3703102, 340191, 6727}, {816810, 871949, 3292745}, 42},
    {"KBPK", {4141811, 174804, 0}, {0, 859923, 4264809}, 31},
    {"KBKP", {104, 4212608, 232968}, {1174317, 3807159, 28}, 19},
    {"KNPK", {4405320, 169405, 0}, {0, 947832, 4176900}, 27},
    {"KNKP", {208, 4095612, 608446}, {1622140, 3359329, 35}, 28},
    {"KPPK", {3555030, 58312, 0}, {0, 302686, 3522058}, 32},
    {"KPKP", {1606514, 1242545, 868985}, {1606514, 1242545, 868985}, 33},
};
// clang-format on

}  // namespace plylab::testing
