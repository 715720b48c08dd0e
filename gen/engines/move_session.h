// Engines that are asked for moves: how they are started and set, what they are asked, and what
// they answer.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/engines/engine_info.h"
#include "gen/engines/session.h"

namespace plylab::engines {

/// What a built-in search or an engine reports at some moment: depth, score, principal variation.
/// Moves are in the game's move notation.
struct EngineLine {
  int depth = 0;  ///< the iteration, in plies
  std::string move = {};
  std::optional<int> centipawns = {};  ///< for the side to move; none if it is a mate
  std::optional<int> mate = {};      ///< announced, in moves; negative if the side to move is mated
  std::vector<std::string> pv = {};  ///< begins with the move; empty if it is not known
  std::uint64_t nodes = 0;           ///< visited since the search began
  double seconds = 0;                ///< since the search began

  friend bool operator==(const EngineLine&, const EngineLine&) = default;
};

/// A player's lines in their order.
using EngineLines = std::vector<EngineLine>;

/// The answer of a player that was asked for a move.
struct Reply {
  EngineLines lines = {};
  /// The move that it plays; none if no move is legal, or after a fault.
  std::optional<std::string> move = {};
  std::optional<int> depth = {};  ///< the last iteration that it finished
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::optional<EngineFault> fault = {};  ///< instead of a move
  std::string obstacle = {};              ///< what prevented a deeper search, unless it was a limit
  bool from_book = false;                 ///< the player took the move from its book
};

/// A protocol by which engines play.
enum class Protocol : std::uint8_t {
  auto_detect,  ///< UCI if the engine replies to "uci", else xboard
  uci,          ///< UCI (Huber and Meyer-Kahlen, 2006)
  xboard        ///< the Chess Engine Communication Protocol (Mann and Muller, 2009)
};

/// An option of an engine, by the engine's own name for it; capitals do not matter.
struct EngineOption {
  std::string name;
  std::string value = {};  ///< empty for a button

  friend bool operator==(const EngineOption&, const EngineOption&) = default;
};

/// An engine to be started.
struct EngineSpec {
  std::string name = {};     ///< its name in tables; empty: the name that it gives itself
  std::string command = {};  ///< the program with its arguments, see command_words()
  Protocol protocol = Protocol::auto_detect;
  std::vector<EngineOption> options = {};  ///< an engine without one of them cannot be used
  std::optional<int> hash = {};            ///< MiB of its table, if it has such an option
  int threads = 1;                         ///< if it has such an option
  bool restart = false;                    ///< a new process for each game or position
  bool ponder = false;                     ///< it thinks in its opponents' time too
  Seconds timeout{60};                     ///< to start, and for an answer without a limit of time
  Seconds grace_period{5};                 ///< for what it should do at once, such as stopping

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// The definition of such an engine, independent of its name in tables: the name that it gives
/// itself, its command, protocol and options.
std::string definition(const EngineSpec& engine, std::string_view own_name);

/// Reads "uci", "xboard" or "auto". Throws InputError, which lists them.
Protocol find_play_protocol(std::string_view name);

/// Throws InputError: the engine has no such option, but these.
[[noreturn]] void refuse_option(const EngineSpec& engine, const std::string& option,
                                const std::vector<std::string>& names);

/// The clocks of a game, in seconds; the first entry is White's.
struct GameClocks {
  std::array<double, 2> left{};
  std::array<double, 2> increment{};         ///< added after each move
  std::optional<int> moves_to_control = {};  ///< then time is added; none: it must last
  int period = 0;                            ///< of a time control that has several, from 0
};

/// A position, and the limits within which an engine has to answer with a move. A limit without a
/// value is infinite.
struct MoveQuestion {
  chess::ValidSetup start;
  std::vector<chess::Move> moves = {};  ///< played from there
  chess::Mailbox board;                 ///< after them
  std::optional<int> depth = {};        ///< plies
  std::optional<std::uint64_t> nodes = {};
  std::optional<double> seconds = {};
  std::optional<GameClocks> clocks = {};

  explicit MoveQuestion(const chess::ValidSetup& position) : start(position), board(position) {}

  /// Plays a legal move.
  void play(chess::Move move) {
    moves.push_back(move);
    board.make(move);
  }

  /// The most seconds that the answer may take by the limit of time and the mover's clock.
  std::optional<double> time_allowed() const;
};

/// A running engine that can be asked for moves. After an EngineFault it cannot be used any more.
class MoveSession {
 public:
  virtual ~MoveSession() = default;

  /// The name that the engine gives itself, or empty.
  virtual std::string name() const = 0;
  virtual Protocol protocol() const = 0;

  /// Whether it can play more than one game.
  virtual bool reusable() const { return true; }

  /// The next question is unrelated to those before: the engine ponders no longer. Throws
  /// EngineFault.
  virtual void new_game() = 0;

  /// Asks for a move in a position that has one. The reply is filled while the engine thinks, so
  /// that it keeps what came before an EngineFault.
  virtual void play(const MoveQuestion& question, Reply& reply) = 0;
};

/// Starts an engine in its protocol, or in the first that it understands. Waiting ends at once when
/// `stop` is set, which must outlive the session. Throws EngineFault, and InputError about options.
std::unique_ptr<MoveSession> start_session(const EngineSpec& spec, const std::atomic<bool>& stop);

/// How a protocol asks for a move, and how an engine answers.
struct MoveDialect {
  std::string question;   ///< the line that asks for a move
  std::string_view stop;  ///< the line that asks for it at once
  Seconds leeway{0};      ///< to end by itself when its time is over
  std::optional<EngineInfo> (*read_info)(std::string_view line);
  /// The move that a line plays; may be empty.
  std::optional<std::string> (*read_move)(const std::string& line);
  /// Whether a line ends the game instead of a move.
  bool (*ends_game)(const std::string& line);
};

/// Asks for a move where the position has been set up, and fills the reply.
///
/// A line of thinking counts if its moves are legal one after the other; otherwise it belongs to
/// another position. A score that is only a bound is left out, and the line with it if it begins
/// with the same move as the line before. If the engine gives a high score in place of a mate, as
/// many xboard engines do, and the line ends in mate, that is the mate.
///
/// An engine that goes beyond the depth, to twice the nodes, or beyond the time is asked to stop,
/// and has the grace period to do so. Throws EngineFault: no_answer if it does not, or if it has no
/// limit of time and needs longer than the timeout; illegal_move; resigned if it ends the game.
chess::Move ask_for_move(EngineSession& session, const MoveQuestion& question,
                         const MoveDialect& dialect, Reply& reply);

}  // namespace plylab::engines
