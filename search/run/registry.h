// The searches as types. To add one, include its header and add a line here.
#pragma once

#include <string_view>
#include <tuple>

#include "search/algorithms/alpha_beta.h"
#include "search/algorithms/aspiration.h"
#include "search/algorithms/minimax.h"
#include "search/algorithms/mtd.h"
#include "search/algorithms/negascout.h"
#include "search/algorithms/pvs.h"
#include "search/algorithms/scout.h"
#include "search/algorithms/selective.h"
#include "search/algorithms/sss.h"
#include "search/run/searches.h"

namespace plylab::search {

/// A registry entry for a search algorithm.
template <class A>
struct Algorithm {
  using Search = A;
  std::string_view name;
  std::string_view source;
};

/// The searches that return minimax's value if no selective switch is on; "all" means these, and
/// those of a guest that are not added as inexact.
inline constexpr std::tuple algorithms{
    Algorithm<Minimax>{"minimax", "full tree, Shannon 1950"},
    Algorithm<AlphaBetaHard>{"alphabeta-hard", "Knuth and Moore 1975, fail-hard"},
    Algorithm<AlphaBetaSoft>{"alphabeta-soft", "Fishburn 1983, fail-soft"},
    Algorithm<PvsHard>{"pvs-hard", "two windows, Marsland and Campbell 1982, fail-hard"},
    Algorithm<PvsSoft>{"pvs-soft", "two windows, Marsland 1986, fail-soft"},
    Algorithm<PvsMax>{"pvs-max", "pvs-soft with null windows at MAX nodes only, Basani 2006"},
    Algorithm<NegaScout1983>{"negascout-1983", "Reinefeld 1983, no depth condition"},
    Algorithm<NegaScout1989>{"negascout-1989", "Reinefeld's listing of 1989, shortcut at leaves"},
    Algorithm<NegaScoutSoft>{"negascout-soft",
                             "Reinefeld and Marsland 1987, fail-soft, shortcut of two plies"},
    Algorithm<Scout>{"scout", "EVAL and TEST, Pearl 1980"},
    Algorithm<Aspiration>{"aspiration", "alphabeta-soft in a window of ±50, Slate and Atkin 1977"},
    Algorithm<MtdF>{"mtdf", "MTD(f), Plaat et al. 1996"},
    Algorithm<MtSss>{"mt-sss", "MT-SSS*, Plaat et al. 1996"},
    Algorithm<MtDual>{"mt-dual", "MT-DUAL*, Plaat et al. 1996"},
    Algorithm<MtdStep>{"mtd-step", "MTD-step, steps of 50, Plaat et al. 1996"},
    Algorithm<MtdBi>{"mtd-bi", "MTD-bi, Plaat et al. 1996; C*, Coplan 1982"},
    Algorithm<Sss>{"sss", "SSS* with an OPEN list, Stockman 1979; small trees"},
};

/// The searches for strong play, whose presets have selective switches.
inline constexpr std::tuple selective_algorithms{
    Algorithm<Selective>{"selective",
                         "pvs in a growing aspiration window with some twenty switches"},
};

/// Searches as misprinted in publications, to compare with the intended ones.
inline constexpr std::tuple misprinted_algorithms{
    Algorithm<NegaScoutMisprint>{"negascout-misprint",
                                 "Hossa's page: wrong values, no second search in two plies"},
};

inline constexpr auto every_algorithm =
    std::tuple_cat(algorithms, selective_algorithms, misprinted_algorithms);

}  // namespace plylab::search
