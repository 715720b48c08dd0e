// Engines that play moves: how to start and set up an engine, what to ask, and its answers.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/fields.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/engines/engine_info.h"
#include "gen/engines/session.h"

namespace plylab::engines {

/// A report by a built-in search or an engine while it thinks: depth, score, principal variation.
/// Moves are in the game's move notation.
struct EngineLine {
  std::optional<int> depth = {};  ///< the iteration, in plies; none if the engine names none
  std::string move = {};
  std::optional<int> centipawns = {};  ///< for the side to move; none if it is a mate
  std::optional<int> mate = {};      ///< announced, in moves; negative if the side to move is mated
  std::vector<std::string> pv = {};  ///< begins with the move; empty if unknown
  std::optional<std::uint64_t> nodes = {};  ///< visited since the search began; none: not told
  double seconds = 0;                       ///< since the search began

  friend bool operator==(const EngineLine&, const EngineLine&) = default;
  static constexpr Fields<&EngineLine::depth, &EngineLine::move, &EngineLine::centipawns,
                          &EngineLine::mate, &EngineLine::pv, &EngineLine::nodes,
                          &EngineLine::seconds>
      fields = {};
};

/// A player's lines in chronological order.
using EngineLines = std::vector<EngineLine>;

/// The answer of a player to a request for a move.
struct Reply {
  EngineLines lines = {};
  /// The move played; none if no move is legal, or after a fault.
  std::optional<std::string> move = {};
  /// The last iteration that it is known to have finished: of an engine that a limit may have
  /// stopped, one that another has followed.
  std::optional<int> depth = {};
  std::optional<std::uint64_t> nodes = {};  ///< none if the engine tells none
  double seconds = 0;
  std::optional<EngineFault> fault = {};  ///< instead of a move
  std::string missing = {};    ///< of an engine: what its thinking output lacks; empty for nothing
  std::string obstacle = {};   ///< what, other than a limit, prevented a deeper search
  bool ended_by_mate = false;  ///< of a built-in search: a mate that it found ended it
  bool from_book = false;      ///< the player took the move from its book
  std::string counters = {};   ///< of a built-in search: "probes=123 hits=45", if asked

  /// The last line of an iteration that was finished, or of an engine that names no depths; null
  /// if there is none.
  const EngineLine* finished_line() const;

  static constexpr Fields<&Reply::lines, &Reply::move, &Reply::depth, &Reply::nodes,
                          &Reply::seconds, &Reply::fault, &Reply::missing, &Reply::obstacle,
                          &Reply::ended_by_mate, &Reply::from_book, &Reply::counters>
      fields = {};
};

/// A protocol by which engines play.
enum class Protocol : std::uint8_t {
  auto_detect,  ///< UCI if the engine replies to "uci", else xboard
  uci,          ///< UCI (Huber and Meyer-Kahlen, 2006)
  xboard        ///< the Chess Engine Communication Protocol (Mann and Muller, 2009)
};

/// An engine option, with the engine's own name for it; case does not matter.
struct EngineOption {
  std::string name;
  std::string value = {};  ///< empty for a button

  friend bool operator==(const EngineOption&, const EngineOption&) = default;
};

/// An engine to start.
struct EngineSpec {
  std::string name = {};     ///< its name in tables; empty for the engine's own name
  std::string command = {};  ///< the program with its arguments, see command_words()
  Protocol protocol = Protocol::auto_detect;
  std::vector<EngineOption> options = {};  ///< the engine must have all of them
  std::optional<int> hash = {};            ///< size of its table in MiB, if it has such an option
  int threads = 1;                         ///< if it has such an option
  bool restart = false;                    ///< a new process for each game or position
  bool ponder = false;                     ///< it also thinks on its opponents' time
  Seconds timeout{60};                     ///< to start, and for an answer without a time limit
  Seconds grace_period{5};                 ///< for immediate actions, such as stopping
  std::shared_ptr<LineLog> log = {};       ///< gets all lines

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// Describes an engine independently of its name in tables: its own name, command, protocol and
/// options.
std::string definition(const EngineSpec& engine, std::string_view own_name);

/// Reads "uci", "xboard" or "auto". Throws InputError, which lists them.
Protocol find_play_protocol(std::string_view name);

/// Throws InputError: the engine has no such option. The message lists its options.
[[noreturn]] void refuse_option(const EngineSpec& engine, const std::string& option,
                                const std::vector<std::string>& names);

/// The clocks of a game, in seconds; the first entry is White's.
struct GameClocks {
  std::array<double, 2> left{};
  std::array<double, 2> increment{};         ///< added after each move
  std::optional<int> moves_to_control = {};  ///< until time is added; none: never
  int period = 0;                            ///< of a time control that has several, from 0
};

/// Identifies what an engine runs, whatever its name: a hash of the files that its command and the
/// values of its options name, the program first. Empty if the program is not found.
std::string fingerprint(const EngineSpec& engine);

/// A position, and the limits for the search of a move in it. A limit without a value is infinite.
struct MoveQuestion {
  chess::ValidSetup start;
  std::vector<chess::Move> moves = {};  ///< played from there
  chess::Mailbox board;                 ///< after the moves
  std::optional<int> depth = {};        ///< plies
  std::optional<std::uint64_t> nodes = {};
  std::optional<double> seconds = {};
  std::optional<int> mate = {};  ///< it is enough to find a mate in so many moves; UCI only
  std::optional<GameClocks> clocks = {};

  explicit MoveQuestion(const chess::ValidSetup& position) : start(position), board(position) {}

  /// Plays a legal move.
  void play(chess::Move move) {
    moves.push_back(move);
    board.make(move);
  }

  /// The maximum seconds for the answer, by the time limit and the clock of the side to move.
  std::optional<double> time_allowed() const;
};

/// A running engine that plays moves. It cannot be used after an EngineFault.
class MoveSession {
 public:
  virtual ~MoveSession() = default;

  /// The engine's own name, or empty.
  virtual std::string name() const = 0;
  virtual Protocol protocol() const = 0;

  /// Whether it can play more than one game.
  virtual bool reusable() const { return true; }

  /// Announces that the next question is unrelated to those before; stops pondering. Throws
  /// EngineFault.
  virtual void new_game() = 0;

  /// Asks for a move in a position that has one. Fills the reply while the engine thinks, so that
  /// it keeps the lines received before an EngineFault.
  virtual void play(const MoveQuestion& question, Reply& reply) = 0;
};

/// Starts an engine in its protocol, or in the first that it understands. Waiting ends at once when
/// `stop` is set; `stop` must outlive the session. Throws EngineFault, and InputError for bad
/// options.
std::unique_ptr<MoveSession> start_session(const EngineSpec& spec, const std::atomic<bool>& stop);

/// How a protocol asks for a move, and how it reads the answer.
struct MoveDialect {
  std::string question;   ///< the line that asks for a move
  std::string_view stop;  ///< the line that demands the move at once
  Seconds leeway{0};      ///< extra time for the engine to stop by itself
  std::optional<EngineInfo> (*read_info)(std::string_view line);
  /// The move that a line plays; may be an empty text.
  std::optional<std::string> (*read_move)(const std::string& line);
  /// Whether a line ends the game instead of playing a move.
  bool (*ends_game)(const std::string& line);
};

/// Asks for a move after the position has been set up, and fills the reply.
///
/// A line of thinking output counts if its moves are legal in sequence; otherwise it belongs to
/// another position. A score that is only a bound is dropped; so is its whole line if it begins
/// with the same move as the line before. If the engine gives a high score in place of a mate, as
/// many xboard engines do, and the line ends in mate, the reply has that mate.
///
/// An engine that exceeds the depth, twice the nodes, or the time is told to stop within the grace
/// period. Throws EngineFault: no_answer if it does not stop, or if it has no time limit and
/// exceeds the timeout; illegal_move; resigned if it ends the game.
chess::Move ask_for_move(EngineSession& session, const MoveQuestion& question,
                         const MoveDialect& dialect, Reply& reply);

}  // namespace plylab::engines
