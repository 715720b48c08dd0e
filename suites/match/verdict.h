// How games end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/game/position.h"

namespace plylab::suites::match {

/// Why a game is over.
enum class Ending : std::uint8_t {
  rules,
  resigned,
  adjudicated_loss,
  adjudicated_draw,
  length,
  time,
  illegal_move,
  crash,
  hang,
  malformed,
  no_move
};

/// What an ending is called. By the rules a game ends in one of its own ways (gen/game/referee.h).
struct EndingEntry {
  Ending ending;
  std::string_view name;         ///< stable, in tables and in the tag Reason
  std::string_view termination;  ///< the tag Termination (PGN standard 9.8.1)
  std::string_view help;
};

inline constexpr std::array endings{
    EndingEntry{Ending::rules, "", "normal", ""},
    EndingEntry{Ending::resigned, "resigned", "normal", "an engine resigned, or claimed a result"},
    EndingEntry{Ending::adjudicated_loss, "adjudicated_loss", "adjudication",
                "lost by its own scores: --resign"},
    EndingEntry{Ending::adjudicated_draw, "adjudicated_draw", "adjudication",
                "even by the scores of both: --draw"},
    EndingEntry{Ending::length, "length", "adjudication", "too long: --max-moves"},
    EndingEntry{Ending::time, "time", "time forfeit", "took more time than it had"},
    EndingEntry{Ending::illegal_move, "illegal_move", "rules infraction", "played an illegal move"},
    EndingEntry{Ending::crash, "crash", "abandoned", "ended in the middle of a game"},
    EndingEntry{Ending::hang, "hang", "abandoned", "did not answer"},
    EndingEntry{Ending::malformed, "malformed", "abandoned", "gave an answer that cannot be read"},
    EndingEntry{Ending::no_move, "no_move", "abandoned", "found no move within its limits"},
};

/// The entry of an ending.
constexpr const EndingEntry& entry_of(Ending ending) {
  return endings[static_cast<std::size_t>(ending)];
}

/// A result with its reason.
struct Verdict {
  Ending ending;
  std::optional<Side> winner;  ///< none: drawn
  std::string what;            ///< in words: "White mates", "Black ended by signal 11"
  std::string rule = {};       ///< of an ending by the rules its name: "checkmate"

  /// What the ending is called: in tables, and in the tag Reason.
  std::string_view reason() const { return ending == Ending::rules ? rule : entry_of(ending).name; }

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Where what belongs to a side is kept.
constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

/// The points of a side: 1, ½ or 0.
constexpr double points_of(const Verdict& verdict, Side side) {
  if (!verdict.winner) return 0.5;
  return *verdict.winner == side ? 1 : 0;
}

/// The players as records call them.
constexpr std::string_view name_of(Side side, Side white) {
  return side == white ? "White" : "Black";
}

/// "1-0", "0-1" or "1/2-1/2", in a game where this side is called White.
constexpr std::string_view result_text(const Verdict& verdict, Side white) {
  if (!verdict.winner) return "1/2-1/2";
  return *verdict.winner == white ? "1-0" : "0-1";
}

}  // namespace plylab::suites::match
