// The switches of searches, by name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace plylab::search {

/// The switches of a search; 0 is off. A search may have some on by itself: see overlay().
struct Switches {
  int deepening = 1;          ///< iterations of growing depth; off: one search at full depth
  int table = 0;              ///< MiB of transposition table
  int exact = 0;              ///< the table compares whole positions in place of 128-bit keys
  int exact_values = 0;       ///< the table ends a node by an exact value only, not by a bound
  int killers = 0;            ///< two moves a ply that cut lately come early
  int history = 0;            ///< quiet moves by how often and how deep they cut
  int quiescence = 0;         ///< captures and promotions below depth 0
  int endgames = 0;           ///< the most men of positions whose value endgame tables give
  int threads = 1;            ///< that search one position together, with one table
  int lazy = 0;               ///< they share the table, but put off no moves
  int ybw = 0;                ///< idle threads join nodes whose first move has been searched
  int check_extension = 0;    ///< a move that gives check costs no depth
  int book = 0;               ///< positions of the opening book have the value of their results
  int null_move = 0;          ///< the reduction R of the null move's depth
  int razoring = 0;           ///< at depth 3
  int extended_futility = 0;  ///< at depth 2
  int futility = 0;           ///< at depth 1
  int lmr_simple = 0;         ///< late quiet moves one ply less deep at first

  // The other switches of `selective`.
  int deeper = 0;            ///< the table's entries of greater depth count too
  int repetition = 0;        ///< draws by repetition, within the line and with the game
  int mate_distance = 0;     ///< no search for longer mates than one that is known
  int gravity = 0;           ///< history that forgets, with punishment
  int continuation = 0;      ///< history by the one and the two moves before
  int adaptive_null = 0;     ///< the null move's reduction grows with depth and value
  int reverse_futility = 0;  ///< far above beta near the horizon
  int lmr_futility = 0;      ///< quiet moves far below alpha near the horizon
  int lmp = 0;               ///< late quiet moves left out near the horizon
  int see_pruning = 0;       ///< moves left out near the horizon that lose material
  int lmr = 0;               ///< late moves less deep, by logarithms
  int iir = 0;               ///< less deep where the table does not know the node
  int singular = 0;          ///< a best move without rival one ply deeper
  int sound_captures = 0;    ///< quiescence without captures that lose material
  int quiet_checks = 0;      ///< checks in the first ply of quiescence

  // Extensions beside check_extension and singular.
  int one_reply = 0;            ///< the only answer to a check one ply deeper
  int recapture_extension = 0;  ///< recaptures one ply deeper
  int seventh = 0;              ///< pawns that reach the seventh rank one ply deeper
  int mate_threat = 0;          ///< one ply deeper where a null move is answered by mate
  int king_threat = 0;          ///< moves that newly threaten the king one ply deeper
  int interpositions = 0;       ///< pieces lost between king and checker one ply deeper

  int recaptures_first = 0;  ///< recaptures before all other moves but the best known
  int killer_counts = 0;     ///< killers by how often they cut, not by which cut last
  int lazy_margin = 0;       ///< of lazy evaluation, in centipawns
  int pawn_table = 0;        ///< entries of a table of pawn structures
  int king_pawn_table = 0;   ///< entries of a table of pawn structures and kings
  int table_quiescence = 0;  ///< the table's values end nodes of the quiescence search
  int entries = 0;           ///< the table has no more entries than that; 0: as many as fit
  int mate_search = 0;       ///< per cent of the limits for a search of checks before iteration 1
  int near_draw = 0;         ///< what a repetition costs the side that stands better, in centipawns

  std::uint64_t named = 0;  ///< bit i: the i-th switch of the list was named, if only to be off

  friend bool operator==(const Switches&, const Switches&) = default;
};

/// The games that a switch is for.
enum class Scope : std::uint8_t {
  chess,         ///< chess alone
  chess_family,  ///< chess and its variants
  any_game
};

/// A registry entry for a switch.
struct SwitchEntry {
  std::string_view name;
  int Switches::*field;
  int on;          ///< what the bare name means
  int most;        ///< the greatest value; 1: there is only on and off
  bool selective;  ///< can change the value that a search returns, one search unlike another
  Scope scope;     ///< the games that it is for
  std::string_view summary;
};

inline constexpr std::array switches{
    SwitchEntry{"deepening", &Switches::deepening, 1, 1, false, Scope::any_game,
                "iterations of depth 1, 2, …; no-deepening: one search at full depth"},
    SwitchEntry{"table", &Switches::table, 64, 1 << 20, false, Scope::any_game,
                "transposition table of N MiB; uses entries of equal depth"},
    SwitchEntry{"exact", &Switches::exact, 1, 1, false, Scope::any_game,
                "the table compares whole positions, not 128-bit keys"},
    SwitchEntry{"exact-values", &Switches::exact_values, 1, 1, false, Scope::any_game,
                "the table's exact values end a node, its bounds do not"},
    SwitchEntry{"killers", &Switches::killers, 1, 1, false, Scope::chess_family,
                "two killer moves per ply (Akl and Newborn 1977)"},
    SwitchEntry{"history", &Switches::history, 1, 1, false, Scope::chess_family,
                "orders quiet moves by the history heuristic (Schaeffer 1983)"},
    SwitchEntry{"quiescence", &Switches::quiescence, 1, 1, false, Scope::chess_family,
                "searches captures and promotions below depth 0, in check all moves"},
    SwitchEntry{"endgames", &Switches::endgames, 5, 5, false, Scope::chess,
                "takes exact values from endgame tables of up to N men (plylab endgame)"},
    SwitchEntry{"threads", &Switches::threads, 2, 256, false, Scope::any_game,
                "N threads for one position, by simplified ABDADA"},
    SwitchEntry{"lazy", &Switches::lazy, 1, 1, false, Scope::any_game,
                "threads share only the table (lazy SMP)"},
    SwitchEntry{"ybw", &Switches::ybw, 1, 1, false, Scope::any_game,
                "idle threads join a node once its first move is searched (young brothers wait)"},
    SwitchEntry{"checks", &Switches::check_extension, 1, 1, false, Scope::chess_family,
                "extends moves that give check by a ply"},
    SwitchEntry{"book", &Switches::book, 1, 1, true, Scope::chess,
                "ends the search at book positions, with the value of their results (plylab book)"},
    SwitchEntry{"null", &Switches::null_move, 2, 8, true, Scope::chess_family,
                "null move, its depth reduced by R (Beal 1989, Donninger 1993)"},
    SwitchEntry{"razoring", &Switches::razoring, 1, 1, true, Scope::chess_family,
                "limited razoring at depth 3, margin 900 (Heinz 1998)"},
    SwitchEntry{"extended-futility", &Switches::extended_futility, 1, 1, true, Scope::chess_family,
                "extended futility pruning at depth 2, margin 500 (Heinz 1998)"},
    SwitchEntry{"futility", &Switches::futility, 1, 1, true, Scope::chess_family,
                "futility pruning at depth 1, margin 300 (Heinz 1998)"},
    SwitchEntry{"lmr-simple", &Switches::lmr_simple, 1, 1, true, Scope::chess_family,
                "reduces quiet moves after the third by a ply"},
    SwitchEntry{"deeper", &Switches::deeper, 1, 1, true, Scope::any_game,
                "uses entries of equal or greater depth, and only in null windows"},
    SwitchEntry{"repetition", &Switches::repetition, 1, 1, true, Scope::chess_family,
                "scores a repeated position as a draw"},
    SwitchEntry{"mate-distance", &Switches::mate_distance, 1, 1, true, Scope::chess_family,
                "mate distance pruning: does not search for longer mates than a known one"},
    SwitchEntry{"gravity", &Switches::gravity, 1, 1, false, Scope::chess_family,
                "history with gravity: values decay, and moves that failed to cut lose value"},
    SwitchEntry{"continuation", &Switches::continuation, 1, 1, false, Scope::chess_family,
                "continuation history, by the previous move and the one before it"},
    SwitchEntry{"adaptive-null", &Switches::adaptive_null, 1, 1, true, Scope::chess_family,
                "null's R grows with depth and value (Heinz 1999); verified where deep"},
    SwitchEntry{"reverse-futility", &Switches::reverse_futility, 1, 1, true, Scope::chess_family,
                "reverse futility pruning: cuts far above beta near the horizon"},
    SwitchEntry{"lmr-futility", &Switches::lmr_futility, 1, 1, true, Scope::chess_family,
                "skips quiet moves far below alpha near the horizon"},
    SwitchEntry{"lmp", &Switches::lmp, 1, 1, true, Scope::chess_family,
                "late move pruning: skips late quiet moves near the horizon"},
    SwitchEntry{"see-pruning", &Switches::see_pruning, 1, 1, true, Scope::chess_family,
                "skips moves near the horizon that lose material"},
    SwitchEntry{"lmr", &Switches::lmr, 1, 1, true, Scope::chess_family,
                "late move reductions, by logarithms of depth and place"},
    SwitchEntry{
        "iir", &Switches::iir, 1, 1, true, Scope::chess_family,
        "internal iterative reduction: reduces nodes that the table does not know by a ply"},
    SwitchEntry{"singular", &Switches::singular, 1, 1, true, Scope::chess_family,
                "extends a singular best move by a ply (Anantharaman et al. 1988)"},
    SwitchEntry{"sound-captures", &Switches::sound_captures, 1, 1, true, Scope::chess_family,
                "skips losing captures (by static exchange) in quiescence"},
    SwitchEntry{"quiet-checks", &Switches::quiet_checks, 1, 1, true, Scope::chess_family,
                "searches safe checks in the first ply of quiescence"},
    SwitchEntry{"one-reply", &Switches::one_reply, 1, 1, true, Scope::chess_family,
                "extends the only answer to a check by a ply"},
    SwitchEntry{"recaptures", &Switches::recapture_extension, 1, 1, true, Scope::chess_family,
                "extends recaptures by a ply"},
    SwitchEntry{"seventh", &Switches::seventh, 1, 1, true, Scope::chess_family,
                "extends pawn moves to the seventh rank by a ply"},
    SwitchEntry{"mate-threat", &Switches::mate_threat, 1, 1, true, Scope::chess_family,
                "extends nodes where a null move is answered by mate (with null)"},
    SwitchEntry{"king-threat", &Switches::king_threat, 1, 1, true, Scope::chess_family,
                "extends by a ply moves that threaten a queen's mate beside the king (GNU Chess)"},
    SwitchEntry{"interpositions", &Switches::interpositions, 1, 1, true, Scope::chess_family,
                "extends an undefended piece put between king and checker by a ply (GNU Chess)"},
    SwitchEntry{"recaptures-first", &Switches::recaptures_first, 1, 1, false, Scope::chess_family,
                "tries recaptures right after the best known move"},
    SwitchEntry{"killer-counts", &Switches::killer_counts, 1, 1, false, Scope::chess_family,
                "orders killers by their number of cutoffs, not the newest first (RDChess)"},
    SwitchEntry{
        "lazy-eval", &Switches::lazy_margin, 400, 10000, true, Scope::chess_family,
        "lazy evaluation in quiescence: only material and placement, if N outside the window"},
    SwitchEntry{"pawn-table", &Switches::pawn_table, 16384, 1 << 24, false, Scope::chess,
                "pawn table of N entries, rounded down to a power of two (positional)"},
    SwitchEntry{"king-pawn-table", &Switches::king_pawn_table, 16384, 1 << 24, false, Scope::chess,
                "king and pawn table of N entries, with the kings' shelter (RDChess)"},
    SwitchEntry{"table-quiescence", &Switches::table_quiescence, 1, 1, true, Scope::chess_family,
                "uses the table in quiescence, too"},
    SwitchEntry{"entries", &Switches::entries, 2048, 1 << 30, false, Scope::any_game,
                "limits the table to N entries"},
    SwitchEntry{"near-draw", &Switches::near_draw, 10, 1000, true, Scope::chess_family,
                "a repetition costs the side that stands better N centipawns"},
    SwitchEntry{"mate-search", &Switches::mate_search, 20, 100, true, Scope::chess,
                "first searches for a mate by checks, with N % of the limits (Dabbaba)"},
};

/// Switches::named if every switch was named.
inline constexpr std::uint64_t all_named = (std::uint64_t{1} << switches.size()) - 1;

/// The switch's bit in Switches::named.
constexpr std::uint64_t bit_of(const SwitchEntry& entry) {
  return std::uint64_t{1} << (&entry - switches.data());
}

/// Whether some switch needs nodes' static values.
constexpr bool needs_static_eval(const Switches& on) {
  return on.adaptive_null || on.reverse_futility || on.lmr_futility || on.lmr;
}

/// Whether some switch needs the path from the root to the node.
constexpr bool follows_path(const Switches& on) {
  return on.repetition || on.mate_distance || on.continuation || on.singular || on.book ||
         needs_static_eval(on);
}

/// Whether some switch extends moves, decided before they are made.
constexpr bool extends_forced(const Switches& on) {
  return on.one_reply || on.recapture_extension || on.seventh || on.interpositions;
}

/// Whether some switch prunes, reduces or extends (search/selective), except check_extension.
constexpr bool prunes(const Switches& on) {
  return on.null_move || on.razoring || on.extended_futility || on.futility || on.lmr_simple ||
         needs_static_eval(on) || on.lmp || on.see_pruning || on.iir || on.singular ||
         extends_forced(on) || on.king_threat;
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

/// Throws InputError if the value of a switch is outside 0 to SwitchEntry::most.
void validate(const Switches& chosen);

/// The names of the selective switches that are on, separated by commas; empty if there are none.
std::string selective_switches(const Switches& chosen);

/// The names of the switches that are on but not for games of the scope, separated by commas.
std::string switches_outside(Scope scope, const Switches& chosen);

/// The switches with those off that are not for games of the scope.
Switches restricted_to(Scope scope, Switches chosen);

}  // namespace plylab::search
