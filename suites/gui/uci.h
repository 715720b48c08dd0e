// The engine's side of UCI, for GUIs and match programs.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "suites/gui/channel.h"
#include "suites/gui/game.h"
#include "suites/gui/settings.h"
#include "suites/gui/thinker.h"

namespace plylab::suites::gui {

/// A session in the Universal Chess Interface (Huber and Meyer-Kahlen, 2000; the text of 2006),
/// over standard input and output. The answer to an error is one line "info string …", and nothing
/// changes. The exception is an invalid position: until the next valid one, there is no position
/// and no move is played.
class UciLoop {
 public:
  /// `name` is written after "id name"; the job and `keeps_table` give the defaults of the options.
  UciLoop(std::string name, search::Job job, bool keeps_table);

  /// Runs until "quit", the end of the input, or until `stop` is set. These end a search, but a
  /// count is finished first. Throws reports::BrokenPipe or InputError if the output cannot be
  /// written.
  void run(const std::atomic<bool>& stop);

 private:
  void dispatch(std::string_view line, const std::atomic<bool>& stop);
  void introduce();
  void set_option(Tokens tokens);
  void set_position(Tokens tokens);
  void draw();
  void evaluate();
  void go(Tokens tokens, const std::atomic<bool>& stop);
  /// Answers a "go" without a position: sends no move, at the time when a move would be due.
  void go_nowhere(Tokens tokens);
  void count(int depth, const search::Job& settings);
  void hit();
  /// Writes the move if it is ready and the GUI expects it.
  void answer();
  void write_move(const Answer& answer);
  /// Ends a running search, and writes its move.
  void finish();

  std::string text(chess::Move move) const { return to_uci(move, castling_); }

  std::string name_;
  Settings settings_;
  int chess960_ = 0;  // whether castling is written as king takes rook even in standard chess
  int ponder_ = 0;    // whether the GUI allows pondering
  std::string mate_solver_ = "dfpn";
  std::optional<GuiGame> game_ = GuiGame();                          // none after an invalid one
  chess::CastlingText castling_ = chess::CastlingText::destination;  // of the last question
  Input input_;
  Output output_;
  bool quit_ = false;
  bool counting_ = false;  // the work is or was a count of paths
  bool held_ = false;      // the answer has to wait for "stop" or "ponderhit"
  /// Seconds to think after "ponderhit"; none if not pondering.
  std::optional<double> seconds_after_hit_;
  Thinker thinker_{[this] { input_.wake(); }};  // destroyed first, since it uses the rest
};

}  // namespace plylab::suites::gui
