// The examiner's end of the line to an engine: what is sent, what comes, and the searches, in the
// engine's own words, without the leniency of a session that only wants to play.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/engines/move_session.h"
#include "gen/engines/session.h"
#include "gen/engines/uci.h"

namespace plylab::suites::check {

using engines::Seconds;

/// The engine breaks the rule of a check.
struct Broken : std::runtime_error {
  /// `what_came` is what the engine did; `what_was_sent` the lines that led to it, if they are not
  /// the last ones.
  explicit Broken(const std::string& what_came, std::string what_was_sent = {},
                  std::string_view broken_rule = {})
      : std::runtime_error(what_came), sent(std::move(what_was_sent)), rule(broken_rule) {}
  std::string sent;
  std::string_view rule;  ///< the rule that is broken, if it is not that of the check
};

/// The check does not apply; what() says why.
struct NotApplicable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A line of thinking output, as strictly as UCI's text has it.
struct Info {
  enum class Bound : std::uint8_t { exact, lower, upper };

  std::string text;
  std::optional<int> depth = {}, multipv = {};
  std::optional<int> centipawns = {}, mate = {};
  Bound bound = Bound::exact;
  std::optional<std::uint64_t> nodes = {}, time = {};
  std::optional<std::string> current = {};  ///< of currmove
  std::vector<std::string> pv = {};
  std::string fault = {};  ///< the first error of syntax; empty if there is none
  bool is_beyond = false;  ///< it has a score that is greater than any, which is left out

  bool has_score() const { return centipawns || mate || is_beyond; }
  bool is_exact() const { return (centipawns || mate) && bound == Bound::exact; }
  /// Whether it belongs to the best variation.
  bool is_first() const { return multipv.value_or(1) == 1; }
};

/// Reads a line that begins with "info"; none for another line, or for "info string".
std::optional<Info> read_info_line(std::string_view text);

/// A question of a search: a position and a line that begins with "go".
struct Question {
  std::string position;  ///< the line that sets it up
  chess::Mailbox board;  ///< after the moves
  std::string go;
  chess::CastlingText castling = chess::CastlingText::destination;
};

/// A question about a position, after moves in UCI, which must be legal. "startpos" stays that
/// word.
Question question(std::string_view fen, const std::string& go, std::string_view moves = {},
                  chess::CastlingText castling = chess::CastlingText::destination);

/// A search as the engine reports it.
struct Search {
  Question asked;
  std::vector<Info> lines = {};
  std::string best = {}, ponder = {};  ///< the words of "bestmove"; empty if there are none
  double seconds = 0;                  ///< from "go" to "bestmove"

  /// The lines that led to it: "position startpos; go depth 4".
  std::string sent() const { return asked.position + "; " + asked.go; }
  /// The last line with a pv of the best variation; null if there is none.
  const Info* last_line() const;
  /// The same, of those with an exact score.
  const Info* last_exact() const;
  /// The most nodes that a line has.
  std::uint64_t nodes() const;
};

/// The move that a text names exactly as UCI writes it; none if there is no such legal move.
std::optional<chess::Move> exact_move(const chess::Mailbox& board, std::string_view text,
                                      chess::CastlingText castling);

/// What is wrong with a text that names no move exactly: "'e7e8Q' is written e7e8q in UCI", or
/// "'e2e5' is not legal".
std::string fault_of_move(const chess::Mailbox& board, std::string_view text,
                          chess::CastlingText castling);

/// An engine that is examined.
class Client {
 public:
  /// `engine` names the command, the protocol (UCI or xboard) and the options that it gets after
  /// each start. Nothing is started.
  Client(engines::EngineSpec engine, const std::atomic<bool>& stop);

  bool speaks_xboard() const { return engine_.protocol == engines::Protocol::xboard; }

  /// How long a small search may take, and what has to happen at once.
  Seconds patience() const { return engine_.timeout; }
  Seconds grace_period() const { return engine_.grace_period; }

  // ---- the process ----

  /// Starts the engine if it does not run, and waits until it is ready. Throws EngineFault, Broken,
  /// and InputError for the options.
  void start();
  /// Ends the process; start() begins another.
  void end() { session_.reset(); }
  void restart() {
    end();
    start();
  }
  bool runs() const { return session_ != nullptr; }
  /// Whether an option has been set since the start, besides those that start() sets.
  bool has_other_options() const { return has_other_options_; }

  /// What an engine of xboard has said that it can do.
  const engines::Features& features() const { return session_->features(); }
  /// The lines of the reply to the greeting: of UCI up to uciok.
  const std::vector<std::string>& greeting() const { return session_->reply(); }
  /// The lines that came between uciok and the first readyok.
  const std::vector<std::string>& after_greeting() const { return after_greeting_; }
  const std::string& name() const { return name_; }
  /// The threads that it searches with, by its options.
  long threads() const;
  const std::vector<engines::UciOption>& options() const { return options_; }
  /// The option of that name, ignoring case; null if the engine has none.
  const engines::UciOption* option(std::string_view name) const;
  /// The same; throws NotApplicable if there is none.
  const engines::UciOption& need_option(std::string_view name) const;

  // ---- lines ----

  void send(const std::string& line);
  void set(std::string_view name, std::string_view value);
  /// Reads the next line; none after so long a silence. Throws EngineFault if the engine has ended.
  std::optional<std::string> read(Seconds silence);
  /// All lines until "readyok" or the reply to a ping, which this asks for; for an engine of xboard
  /// without pings until a short silence. Throws Broken if it does not come.
  std::vector<std::string> synchronise();
  /// All lines that come within a time.
  std::vector<std::string> listen(Seconds time);
  /// Closes its input.
  void end_input() { session_->end_input(); }
  /// Waits until the process has ended. Throws Broken if that takes too long, or if it ends with
  /// another status than 0.
  void await_end();

  // ---- searches ----

  /// Sets the position up and sends "go".
  void begin(const Question& asked);
  /// Reads until "bestmove", no longer than `limit`; throws Broken if it does not come.
  Search finish(const Question& asked, Seconds limit);
  Search search(const Question& asked) {
    begin(asked);
    return finish(asked, patience());
  }

  // ---- what was sent ----

  /// Begins a check: what was sent before is forgotten.
  void forget() { sent_.clear(); }
  /// The lines sent since, with semicolons; a long line or list is cut.
  std::string sent() const;

 private:
  void set_up_uci();
  void set_up_xboard();
  engines::EngineSpec engine_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<engines::EngineSession> session_;
  std::vector<engines::UciOption> options_;
  std::string name_;
  bool has_other_options_ = false;
  std::vector<std::string> after_greeting_, sent_;
  engines::Process::Clock::time_point asked_at_;
};

}  // namespace plylab::suites::check
