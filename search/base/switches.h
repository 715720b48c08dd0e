// The switches of searches.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "gen/base/names.h"
#include "search/base/scope.h"
#include "search/base/value.h"

namespace plylab::search {

/// The names of at most two switches.
struct NeededSwitches {
  std::string_view first = {}, second = {};
};

/// How a switch can be set, and what it does.
struct SwitchKind {
  std::string_view unit = {};  ///< of its value
  int usual = 0;               ///< the default; 0 is off
  int on = 1;                  ///< what the bare name means
  int max = 1;                 ///< the greatest value; 1: there is only on and off
  Scope scope = Scope::chess_family;
  bool selective = false;     ///< can change the value that a search returns, one unlike another
  bool needs_bound = false;   ///< does nothing in an open window
  NeededSwitches needs = {};  ///< does nothing while one of these is off
};

/// A switch. Options, messages, lists and records have all they say of it from here.
struct SwitchEntry {
  std::string_view name;
  std::string_view summary;
  SwitchKind kind = {};
};

/// All switches. Code names them as users do: on["killers"].
inline constexpr auto switches = std::to_array<SwitchEntry>({
    {"deepening",
     "iterations of depth 1, 2, …; no-deepening: one search at full depth",
     {.usual = 1, .scope = Scope::any_game}},
    {"table",
     "transposition table of N MiB; uses entries of equal depth",
     {.unit = "MiB", .on = 64, .max = 1 << 20, .scope = Scope::any_game}},
    {"exact",
     "the table compares whole positions, not 128-bit keys",
     {.scope = Scope::any_game, .needs = {"table"}}},
    {"exact-values",
     "the table's exact values end a node, its bounds do not",
     {.scope = Scope::any_game, .needs = {"table"}}},
    {"etc",
     "at depth N and above first looks up the positions after all moves (Schaeffer and Plaat 1996)",
     {.unit = "plies",
      .on = 2,
      .max = max_ply - 1,
      .scope = Scope::any_game,
      .needs_bound = true,
      .needs = {"table"}}},
    {"killers", "two killer moves per ply (Akl and Newborn 1977)"},
    {"history", "orders quiet moves by the history heuristic (Schaeffer 1983)"},
    {"quiescence", "searches captures and promotions below depth 0, in check all moves"},
    {"endgames",
     "takes exact values from endgame tables of up to N men (plylab endgame)",
     {.unit = "men", .on = 5, .max = 5, .scope = Scope::chess}},
    {"threads",
     "N threads for one position, by simplified ABDADA",
     {.unit = "threads", .usual = 1, .on = 2, .max = 256, .scope = Scope::any_game}},
    {"lazy",
     "threads share only the table (lazy SMP)",
     {.scope = Scope::any_game, .needs = {"threads"}}},
    {"ybw",
     "idle threads join a node once its first move is searched (young brothers wait)",
     {.scope = Scope::any_game, .needs = {"threads"}}},
    {"lockstep",
     "threads take turns of N visits: simulates one processor per thread",
     {.unit = "visits", .on = 1, .max = 64, .scope = Scope::any_game, .needs = {"threads"}}},
    {"checks", "extends moves that give check by a ply"},
    {"book",
     "ends the search at book positions, with the value of their results (plylab book)",
     {.scope = Scope::chess, .selective = true}},
    {"null",
     "null move, its depth reduced by R (Beal 1989, Donninger 1993)",
     {.unit = "plies", .on = 2, .max = 8, .selective = true, .needs_bound = true}},
    {"razoring",
     "limited razoring at depth 3, margin 900 (Heinz 1998)",
     {.selective = true, .needs_bound = true}},
    {"extended-futility",
     "extended futility pruning at depth 2, margin 500 (Heinz 1998)",
     {.selective = true, .needs_bound = true}},
    {"futility",
     "futility pruning at depth 1, margin 300 (Heinz 1998)",
     {.selective = true, .needs_bound = true}},
    {"lmr-simple",
     "reduces quiet moves after the third by a ply",
     {.selective = true, .needs_bound = true}},
    {"deeper",
     "uses entries of equal or greater depth, and only in null windows",
     {.scope = Scope::any_game, .selective = true, .needs_bound = true, .needs = {"table"}}},
    {"repetition", "scores a repeated position as a draw", {.selective = true}},
    {"mate-distance",
     "mate distance pruning: does not search for longer mates than a known one",
     {.selective = true, .needs_bound = true}},
    {"gravity", "history with gravity: values decay, and moves that failed to cut lose value"},
    {"continuation", "continuation history, by the previous move and the one before it"},
    {"adaptive-null",
     "null's R grows with depth and value (Heinz 1999); verified where deep",
     {.selective = true, .needs_bound = true, .needs = {"null"}}},
    {"reverse-futility",
     "reverse futility pruning: cuts far above beta near the horizon",
     {.selective = true, .needs_bound = true}},
    {"lmr-futility", "skips quiet moves far below alpha near the horizon", {.selective = true}},
    {"lmp", "late move pruning: skips late quiet moves near the horizon", {.selective = true}},
    {"see-pruning", "skips moves near the horizon that lose material", {.selective = true}},
    {"lmr",
     "late move reductions, by logarithms of depth and place",
     {.selective = true, .needs_bound = true}},
    {"iir",
     "internal iterative reduction: reduces nodes that the table does not know by a ply",
     {.selective = true, .needs = {"table"}}},
    {"singular",
     "extends a singular best move by a ply (Anantharaman et al. 1988)",
     {.selective = true, .needs = {"table"}}},
    {"king-danger",
     "no null move or reverse futility where a queen's mate threatens the king; moves that "
     "threaten so are not reduced",
     {.selective = true}},
    {"sound-captures",
     "skips losing captures (by static exchange) in quiescence, which then overlooks stalemate",
     {.selective = true, .needs = {"quiescence"}}},
    {"quiet-checks",
     "searches safe checks in the first ply of quiescence",
     {.selective = true, .needs = {"quiescence"}}},
    {"mate-in-one",
     "looks for a mate in one at leaves; no reverse futility where one is threatened",
     {.selective = true, .needs = {"quiescence"}}},
    {"one-reply", "extends the only answer to a check by a ply", {.selective = true}},
    {"recaptures", "extends recaptures by a ply", {.selective = true}},
    {"seventh", "extends pawn moves to the seventh rank by a ply", {.selective = true}},
    {"mate-threat",
     "extends nodes where a null move is answered by mate (with null)",
     {.selective = true, .needs = {"null"}}},
    {"king-threat",
     "extends by a ply moves that threaten a queen's mate beside the king (GNU Chess)",
     {.selective = true}},
    {"interpositions",
     "extends an undefended piece put between king and checker by a ply (GNU Chess)",
     {.selective = true}},
    {"recaptures-first", "tries recaptures right after the best known move"},
    {"killer-counts", "orders killers by their number of cutoffs, not the newest first (RDChess)"},
    {"lazy-eval",
     "lazy evaluation in quiescence: only material and placement, if N outside the window",
     {.unit = "cp", .on = 400, .max = 10000, .selective = true, .needs = {"quiescence"}}},
    {"pawn-table",
     "pawn table of N entries, rounded down to a power of two (positional)",
     {.unit = "entries", .on = 16384, .max = 1 << 24, .scope = Scope::chess}},
    {"king-pawn-table",
     "king and pawn table of N entries, with the kings' shelter (RDChess)",
     {.unit = "entries", .on = 16384, .max = 1 << 24, .scope = Scope::chess}},
    {"table-quiescence",
     "uses the table in quiescence, too",
     {.selective = true, .needs = {"table", "quiescence"}}},
    {"entries",
     "limits the table to N entries, rounded down to an even number, at least 2",
     {.unit = "entries", .on = 2048, .max = 1 << 30, .scope = Scope::any_game, .needs = {"table"}}},
    {"near-draw",
     "a repetition costs the side that stands better N centipawns",
     {.unit = "cp", .on = 10, .max = 1000, .selective = true, .needs = {"repetition"}}},
    {"probcut",
     "ends nodes whose search to about half the depth comes out N points outside the window "
     "(Buro's ProbCut 1995; plylab study probcut measures a good N)",
     {.unit = "points",
      .on = 100,
      .max = 10000,
      .scope = Scope::any_game,
      .selective = true,
      .needs_bound = true}},
    {"mate-search",
     "first searches for a mate by checks, with N % of the limits (Dabbaba)",
     {.unit = "%", .on = 20, .max = 100, .scope = Scope::chess, .selective = true}},
});

using Switch = EntryOf<switches>;

/// One value for each switch.
template <class T>
class BySwitch {
 public:
  constexpr T& operator[](Switch one) { return values_[one.place()]; }
  constexpr const T& operator[](Switch one) const { return values_[one.place()]; }
  friend bool operator==(const BySwitch&, const BySwitch&) = default;

 private:
  std::array<T, switches.size()> values_ = {};
};

/// The switches of a search, each 0 if it is off. A search may have some on by itself: see
/// overlay().
struct Switches : BySwitch<int> {
  constexpr Switches() {
    for (const Switch one : Switch::all()) (*this)[one] = one->kind.usual;
  }
  BySwitch<bool> named = {};  ///< which the user has named, if only to be off

  friend bool operator==(const Switches&, const Switches&) = default;
};

/// Whether some switch needs nodes' static values.
constexpr bool needs_static_eval(const Switches& on) {
  return on["adaptive-null"] || on["reverse-futility"] || on["lmr-futility"] || on["lmr"];
}

/// Whether some switch needs the path from the root to the node.
constexpr bool follows_path(const Switches& on) {
  return on["repetition"] || on["mate-distance"] || on["continuation"] || on["singular"] ||
         on["book"] || needs_static_eval(on);
}

/// Whether some switch extends moves, decided before they are made.
constexpr bool extends_forced(const Switches& on) {
  return on["one-reply"] || on["recaptures"] || on["seventh"] || on["interpositions"];
}

/// Whether some switch prunes, reduces or extends (search/selective), except checks.
constexpr bool prunes(const Switches& on) {
  return on["null"] || on["razoring"] || on["extended-futility"] || on["futility"] ||
         on["lmr-simple"] || needs_static_eval(on) || on["lmp"] || on["see-pruning"] || on["iir"] ||
         on["singular"] || extends_forced(on) || on["king-threat"] || on["king-danger"];
}

/// Reads "table=64,killers,no-deepening"; the empty text and "plain" mean the defaults. Throws
/// InputError, naming the switch, for one that does not exist, is out of range or is given twice:
/// "--with: no 'tabel'; there are …".
Switches parse_switches(std::string_view option, std::string_view text);

/// The text for parse_switches(); "plain" if nothing is named or differs from the default.
std::string to_string(const Switches& chosen);

/// The effective switches of a search with a preset: the preset, overridden by `wishes` where these
/// name a switch or differ from the default.
Switches overlay(const Switches& wishes, const Switches& preset);

/// Throws InputError if the value of a switch is outside 0 to its greatest.
void validate(const Switches& chosen);

/// The names of the selective switches that are on, separated by commas; empty if there are none.
std::string selective_switches(const Switches& chosen);

/// The names of the switches that are on but not for games of the scope, separated by commas.
std::string switches_outside(Scope scope, const Switches& chosen);

/// The switches with those off that are not for games of the scope.
Switches restricted_to(Scope scope, Switches chosen);

}  // namespace plylab::search
