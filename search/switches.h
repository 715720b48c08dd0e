// What can be switched on in any search, by name.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace plylab::search {

/// The switches of a search; 0 is off.
struct Switches {
  int deepening = 1;          ///< iterations of growing depth; off: one search at full depth
  int table = 0;              ///< MiB of transposition table
  int exact = 0;              ///< the table compares whole positions in place of 128-bit keys
  int exact_values = 0;       ///< the table ends a node by an exact value only, not by a bound
  int killers = 0;            ///< two moves a ply that cut lately come early
  int history = 0;            ///< quiet moves by how often and how deep they cut
  int quiescence = 0;         ///< captures and promotions below depth 0
  int check_extension = 0;    ///< a move that gives check costs no depth
  int null_move = 0;          ///< the reduction R of the null move's depth
  int razoring = 0;           ///< at depth 3
  int extended_futility = 0;  ///< at depth 2
  int futility = 0;           ///< at depth 1
  int late_moves = 0;         ///< late quiet moves one ply less deep at first

  friend bool operator==(const Switches&, const Switches&) = default;
};

/// A registry entry for a switch.
struct SwitchEntry {
  std::string_view name;
  int Switches::*field;
  int on;          ///< what the bare name means
  int most;        ///< the greatest value; 1: there is only on and off
  bool selective;  ///< can change the value that a search returns, one search unlike another
  bool chess;      ///< makes sense in chess only
  std::string_view summary;
};

inline constexpr std::array switches{
    SwitchEntry{"deepening", &Switches::deepening, 1, 1, false, false,
                "iterations of depth 1, 2, …; no-deepening: one search at full depth"},
    SwitchEntry{"table", &Switches::table, 64, 1 << 20, false, false,
                "transposition table of so many MiB, entries of equal depth"},
    SwitchEntry{"exact", &Switches::exact, 1, 1, false, false,
                "the table compares whole positions, not 128-bit keys"},
    SwitchEntry{"exact-values", &Switches::exact_values, 1, 1, false, false,
                "the table's exact values end a node, its bounds do not"},
    SwitchEntry{"killers", &Switches::killers, 1, 1, false, true,
                "two killer moves a ply (Akl and Newborn 1977)"},
    SwitchEntry{"history", &Switches::history, 1, 1, false, true,
                "quiet moves by the history heuristic (Schaeffer 1983)"},
    SwitchEntry{"quiescence", &Switches::quiescence, 1, 1, false, true,
                "captures and promotions below depth 0, in check all moves"},
    SwitchEntry{"checks", &Switches::check_extension, 1, 1, false, true,
                "moves that give check cost no depth"},
    SwitchEntry{"null", &Switches::null_move, 2, 8, true, true,
                "null move, its depth reduced by R (Beal 1989, Donninger 1993)"},
    SwitchEntry{"razoring", &Switches::razoring, 1, 1, true, true,
                "limited razoring at depth 3, margin 900 (Heinz 1998)"},
    SwitchEntry{"extended-futility", &Switches::extended_futility, 1, 1, true, true,
                "extended futility pruning at depth 2, margin 500 (Heinz 1998)"},
    SwitchEntry{"futility", &Switches::futility, 1, 1, true, true,
                "futility pruning at depth 1, margin 300 (Heinz 1998)"},
    SwitchEntry{"late-moves", &Switches::late_moves, 1, 1, true, true,
                "quiet moves after the third one ply less deep at first"},
};

/// Reads "table=64,killers,no-deepening"; the empty text and "plain" leave everything as it is by
/// default. Throws InputError, naming the switch: "--with: no switch 'tabel'; there are …".
Switches parse_switches(std::string_view option, std::string_view text);

/// The text that parse_switches() reads; "plain" where nothing differs from the default.
std::string to_string(const Switches& switches);

/// The names of the selective switches that are on, with commas; empty if there are none.
std::string selective_switches(const Switches& switches);

/// For whoever compares the values of several searches: throws InputError if a switch is on that
/// can change them.
void require_exact(const Switches& switches);

/// The names of the switches that are on and make sense in chess only, with commas.
std::string chess_switches(const Switches& switches);

}  // namespace plylab::search
