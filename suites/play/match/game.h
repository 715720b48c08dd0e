// One game between two players: their limits, how it is played, and how it ends.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/endgames/table.h"
#include "gen/game/game_info.h"
#include "suites/play/match/openings.h"
#include "suites/players/player.h"

namespace plylab::suites::play::match {

/// Why a game is over.
enum class Ending : std::uint8_t {
  rules,
  resigned,
  adjudicated_loss,
  adjudicated_draw,
  endgame_tables,
  length,
  time,
  illegal_move,
  crash,
  hang,
  malformed,
  no_move
};

/// An ending and its names. Endings by the rules are the game's own (gen/game/referee.h).
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
    EndingEntry{Ending::endgame_tables, "endgame_tables", "adjudication",
                "a position that endgame tables know: --endgames"},
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
  std::string what;            ///< in words: "White mates", "Black was ended by signal 11"
  std::string rule = {};       ///< the name of an ending by the rules: "checkmate"

  /// The name of the ending in tables and in the tag Reason.
  std::string_view reason() const { return ending == Ending::rules ? rule : entry_of(ending).name; }

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// The place of a side in arrays.
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

/// A period of a time control: `base` seconds for `moves` moves.
struct Period {
  int moves = 0;  ///< 0: all that are left
  double base = 0;
  double increment = 0;  ///< seconds added after each move

  friend bool operator==(const Period&, const Period&) = default;
};

/// The periods of a game, at least one. What is left of a period is added to the next one. The
/// last one is repeated, or has all moves that are left; the others have a number of moves.
using TimeControl = std::vector<Period>;

/// What a player may spend: all limits that are given hold.
struct PlayerLimits {
  std::optional<int> depth = {};            ///< plies
  std::optional<std::uint64_t> nodes = {};  ///< for each move
  std::optional<double> seconds = {};       ///< for each move
  std::optional<TimeControl> clock = {};
  /// As much time as the opponent has used so far, but for each move at least so many seconds.
  std::optional<double> equal = {};

  bool empty() const { return !depth && !nodes && !has_time(); }
  /// Whether the player's moves depend on time.
  bool has_time() const { return seconds || clock || equal; }
  friend bool operator==(const PlayerLimits&, const PlayerLimits&) = default;
};

/// Reads "10+0.1", "40/60", "40/60+0.5", "300", or several periods: "40/7200:20/3600:900+30", in
/// seconds. Throws InputError that begins with `where`.
TimeControl parse_time_control(std::string_view where, std::string_view text);

/// Reads "depth 6", "nodes 20000", "time 0.1", "clock 10+0.1", "equal 0.05", or several of them in
/// a row. Throws InputError that begins with `where`.
PlayerLimits parse_limits(std::string_view where, std::string_view text);

/// The text that parse_limits() reads.
std::string to_string(const PlayerLimits& limits);

/// The value of the tag TimeControl (PGN standard 9.6.1): "40/60", "10+0.1"; "1/0.1" for 0.1
/// seconds for each move; "?" for as much time as the opponent; "-" without a limit of time.
std::string pgn_time_control(const PlayerLimits& limits);

/// The clock of a player during a game.
class PlayerClock {
 public:
  explicit PlayerClock(const PlayerLimits& limits);

  /// Subtracts the time of a move that was allowed `most` seconds. False if that or the clock is
  /// exceeded by more than the margin.
  bool spend(double seconds, double max, double margin);

  double spent() const { return spent_; }  ///< in all moves
  double left() const { return left_; }
  double increment() const { return period().increment; }
  int period_number() const { return static_cast<int>(period_); }  ///< from 0
  std::optional<int> moves_to_control() const;

 private:
  const Period& period() const { return (*control_)[period_]; }

  std::optional<TimeControl> control_;
  std::size_t period_ = 0;
  double spent_ = 0, left_ = 0;
  int moves_ = 0;  // of the period
};

/// The clocks as sent to the side to move; none if it plays without a clock. An opponent without a
/// clock is given the same time.
std::optional<search::Clocks> shown(const std::array<PlayerLimits, 2>& limits,
                                    const std::array<PlayerClock, 2>& clocks, Side mover);

/// The seconds for the mover's next move, whatever its clock shows; infinite without a limit.
double seconds_for_move(const std::array<PlayerLimits, 2>& limits,
                        const std::array<PlayerClock, 2>& clocks, Side mover);

/// When a game is ended although its rules let it go on. Scores are the players' own, in
/// centipawns.
struct Adjudication {
  /// A score in that many moves in a row.
  struct Rule {
    int centipawns = 0;
    int moves = 0;
  };
  std::optional<Rule> resign = {};  ///< lost for a player whose score is minus this or lower
  std::optional<Rule> draw = {};    ///< drawn if both scores are within this of 0
  int draw_from = 1;                ///< the first move at which a draw is given
  int longest = 0;                  ///< moves of each side, after which it is drawn; 0: any
  /// Chess only: a position that they know ends as it does with the best play, whatever the
  /// fifty-move rule would say. May be null.
  std::shared_ptr<const chess::EndgameTables> endgames = {};
};

/// "resign 900,2 draw 5,4,30 max-moves 150", as on the command line, and the endgame tables'
/// identity(), such as "endgames (35 tables 1a2b3c4d5e6f7a8b)"; may be empty.
std::string to_string(const Adjudication& rules);

/// Applies an Adjudication by scores and length. A move without a score resets both counts.
class Adjudicator {
 public:
  /// In a game where the side `white` is called so.
  Adjudicator(const Adjudication& rules, Side white) : rules_(rules), white_(white) {}

  /// The verdict after a move of `mover`, if there is one. `move_number` is as the game counts,
  /// `plies` is how many the game has from its start; `score` is the mover's, if it gave one, and
  /// large for a mate.
  std::optional<Verdict> after(Side mover, unsigned move_number, unsigned plies,
                               std::optional<int> score);

  /// A draw if the game has as many plies as it may have.
  std::optional<Verdict> too_long(unsigned plies) const;

 private:
  Adjudication rules_;
  Side white_;
  std::array<int, 2> losing_moves_{};  // moves in a row, by side
  int level_plies_ = 0;                // of both sides
};

/// What a player said about its move.
struct MoveInfo {
  std::optional<int> centipawns = {};  ///< for the player, unless it is a mate
  std::optional<int> mate = {};        ///< in moves; negative if the player is mated
  std::optional<int> depth = {};       ///< the last iteration that it finished
  double seconds = 0;                  ///< in whole microseconds, which a record of the game keeps
  std::optional<std::uint64_t> nodes = {};  ///< none if the engine tells none
  bool from_book = false;                   ///< the player's own; then there is nothing else
  std::string counters = {};                ///< as in Reply

  friend bool operator==(const MoveInfo&, const MoveInfo&) = default;
};

/// What the reply says of its move: the last score, and the depth.
MoveInfo info_of(const engines::Reply& reply);

/// A move of a game; without a MoveInfo it belongs to the opening.
struct Ply {
  std::string move;  ///< in the game's move notation
  Side mover;
  std::optional<MoveInfo> info = {};

  friend bool operator==(const Ply&, const Ply&) = default;
};

/// A finished game.
struct PlayedGame {
  std::size_t number = 1;  ///< in the match, from 1
  std::string opening;
  AnyStart start = {};
  std::array<std::string, 2> players = {};      ///< by side
  std::array<std::string, 2> definitions = {};  ///< of the players
  std::array<PlayerLimits, 2> limits = {};
  std::vector<Ply> plies = {};
  Verdict verdict = {};
};

/// The rules of all games of a match.
struct Rules {
  Adjudication adjudication = {};
  double margin = 0;  ///< seconds by which a limit on time may be exceeded
};

/// "resign 900,2 draw 5,4,30 max-moves 150 margin 0.1", as on the command line.
std::string to_string(const Rules& rules);

/// Plays a game between two players, given by side. A player that commits a fault loses. The time
/// of a move is that of the player's reply. The caller sets the players' names. Returns none if
/// `stop` is set before the game is over, or `needless` before its last move. At its end the
/// players are called for another game. Throws InputError as built-in searches do.
std::optional<PlayedGame> play_game(const GameInfo& game, const Opening& opening,
                                    std::size_t number,
                                    const std::array<players::Player*, 2>& players,
                                    const std::array<PlayerLimits, 2>& limits, const Rules& rules,
                                    const std::atomic<bool>& stop,
                                    const std::atomic<bool>& needless);

}  // namespace plylab::suites::play::match
