// The engine's side of the protocol of xboard and WinBoard.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/gui/channel.h"
#include "suites/gui/game.h"
#include "suites/gui/settings.h"
#include "suites/gui/thinker.h"
#include "suites/gui/xboard_clock.h"

namespace plylab::suites::gui {

/// A session in the Chess Engine Communication Protocol (Mann and Muller, 2009), version 2 with the
/// commands of version 1 that are still in use, over standard input and output. The answer to an
/// error is a line "Error (…): …" or "Illegal move: …", and nothing changes. The exception is an
/// invalid position: until the next valid one, every move is illegal.
class XboardLoop {
 public:
  /// `name` is the engine's name for the GUI; the job and `keeps_table` give the defaults of the
  /// options.
  XboardLoop(std::string name, search::Job job, bool keeps_table);

  /// Runs until "quit", the end of the input, or until `stop` is set. Throws reports::BrokenPipe or
  /// InputError if the output cannot be written.
  void run(const std::atomic<bool>& stop);

 private:
  struct Command;
  static const std::vector<Command>& commands();

  /// How the engine responds to a move: not at all, by a reply, or by further analysis.
  enum class Mode : std::uint8_t { force, play, analyse };

  /// The position of edit mode.
  struct Edit {
    chess::Squares squares;
    chess::Color side;
    chess::Color color = chess::white;  // of the pieces being placed
  };

  void dispatch(const std::string& line);
  void introduce();
  void new_game();
  void set_variant(std::string_view name);
  void set_position(std::string_view fen);
  void edit(std::string_view line);
  void end_edit();
  /// Puts another game on the board, or none after an invalid position.
  void set_up(std::optional<GuiGame> game);
  void go();
  void play_other();
  void force();
  /// Plays a move of the opponent, or of either side in force and analyze mode; false if the text
  /// is not a move.
  bool user_move(std::string_view text, bool must_be_move);
  void take_back(std::size_t plies);
  void move_now();
  void ping(std::string_view number);
  void hint();
  void show_book();
  void set_option(std::string_view text);
  void analyse();
  void tell_status();

  /// Begins to think about the engine's move, to ponder, or to analyse.
  void think();
  void ponder(chess::Move expected);
  void ask(const GuiGame& game, const search::Limits& limits);
  void stop_thinking();
  /// After a change of the board: continues analysis with the new position.
  void analyse_again();
  /// Plays the search's move, if it is ready and due.
  void answer();
  /// Claims the result if the game is over.
  bool claim_end();

  const GuiGame& game() const;
  std::string text(const GuiGame& game, chess::Move move) const;
  void write_thought(const Thought& thought, const GuiGame& game);

  std::string name_;
  Settings settings_;
  std::optional<GuiGame> game_ = GuiGame();  // none after an invalid position
  std::atomic<bool> chess960_ = false;       // the variant is fischerandom
  Mode mode_ = Mode::play;
  std::optional<Edit> edit_;
  XboardClock clock_;
  std::optional<int> depth_;  // after "sd"
  std::atomic<bool> posts_ = false;
  bool ponders_ = false;
  bool thinking_ = false;                 // searching for the engine's move
  std::optional<chess::Move> pondering_;  // the opponent's expected move
  std::optional<chess::Move> expected_;   // the same, as a hint, even without pondering
  Clock::time_point started_;             // start of thinking or analysing
  std::vector<std::string> pings_;        // to answer after the move
  std::mutex mutex_;
  Thought last_;  // guarded by mutex_: of the present analysis
  Input input_;
  Output output_;
  bool quit_ = false;
  Thinker thinker_{[this] { input_.wake(); }};  // destroyed first, since it uses the rest
};

}  // namespace plylab::suites::gui
