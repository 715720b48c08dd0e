// An engine of the protocol of xboard with at most one planted fault, named as its argument. It
// mates if it can, and otherwise plays the first move of its list.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab {
namespace {

using chess::Mailbox;
using chess::Move;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

class Engine {
 public:
  explicit Engine(std::string fault) : fault_(std::move(fault)) {}

  int run() {
    while (!quits_) {
      const auto line = read(-1);
      if (!line) return has("outlives-its-input") ? sleep_on() : 0;
      obey(*line);
    }
    if (has("ignores-quit")) return sleep_on();
    return has("ends-with-status") ? 3 : 0;
  }

 private:
  bool has(std::string_view fault) const { return fault_ == fault; }
  static int sleep_on() {
    ::sleep(60);
    return 0;
  }

  static void say(const std::string& line) {
    std::puts(line.c_str());
    std::fflush(stdout);
  }

  /// The next line, awaited so many milliseconds (−1: for ever); none then, or at the end of input.
  std::optional<std::string> read(int milliseconds) {
    while (true) {
      if (const auto end = input_.find('\n'); end != input_.npos) {
        std::string line = input_.substr(0, end);
        input_.erase(0, end + 1);
        return line;
      }
      pollfd ready{0, POLLIN, 0};
      if (::poll(&ready, 1, milliseconds) <= 0) return std::nullopt;
      char bytes[4096];
      const auto size = ::read(0, bytes, sizeof bytes);
      if (size <= 0) {
        ended_ = true;
        return std::nullopt;
      }
      input_.append(bytes, static_cast<std::size_t>(size));
    }
  }

  void obey(const std::string& line) {
    const auto words = words_of(line);
    if (words.empty()) return;
    const std::string& word = words[0];
    const std::string rest = words.size() > 1 ? line.substr(line.find(words[1])) : "";
    if (word == "protover") return greet();
    if (word == "ping")
      return has("no-pong") ? void() : say("pong " + (has("pong-1") ? "1" : rest));
    if (word == "quit") return void(quits_ = true);
    if (word == "new") return begin();
    if (word == "force") return void(force_ = true);
    if (word == "setboard") return set_up(rest);
    if (word == "undo") return take_back(1);
    if (word == "remove") return take_back(2);
    if (word == "usermove") return take(rest);
    if (word == "analyze") return void((analyzes_ = true, force_ = !has("plays-in-analysis")));
    if (word == "exit") return void((analyzes_ = false, force_ = true));
    if (word == "sd") return void(depth_ = has("depth-plus-one") ? 3 : std::stoi(rest));
    if (word == "st") return void(seconds_ = has("ignores-st") ? 60 : std::stod(rest));
    if (word == "time")
      return void(seconds_ = has("ignores-clock") ? 60 : std::stod(rest) / 100 / 20);
    if (word == "post") return void(posts_ = true);
    if (word == "nopost") return void(posts_ = has("always-posts"));
    if (word == "go") {
      force_ = false;
      return think();
    }
    for (const char* known : {"xboard", "accepted", "rejected", "easy", "hard", "level", "otim",
                              "random", "computer", "?", "."})
      if (word == known) return;
    if (!has("silent-about-unknown")) say(fmt::format("Error (unknown command): {}", line));
  }

  void greet() {
    say("feature myname=\"Faulty\" ping=1 setboard=1 usermove=1 sigint=0");
    if (has("value-without-quotes")) say("feature variants=normal");
    if (has("feature-without-value")) say("feature colors");
    if (!has("never-done")) say("feature done=1");
  }

  void begin() {
    if (!has("new-keeps-position")) game_ = {Mailbox(chess::ValidSetup(chess::startpos_fen))};
    force_ = has("new-keeps-force");
    depth_ = 3;
    seconds_ = 1;
  }

  void set_up(const std::string& fen) {
    try {
      const chess::ValidSetup position(fen);
      if (!has("no-setboard")) game_ = {Mailbox(position)};
    } catch (const chess::FenError&) {
      if (!has("silent-about-fen")) say("tellusererror Illegal position");
    }
  }

  void take_back(std::size_t plies) {
    if (plies == 1 && has("no-undo")) return;
    if (plies == 2 && has("no-remove")) return;
    while (plies-- > 0 && game_.size() > 1) game_.pop_back();
  }

  Mailbox& board() { return game_.back(); }
  void make(Move move) {
    game_.push_back(board());
    board().make(move);
  }

  void take(std::string text) {
    if (has("no-castling-text") && (text == "e1g1" || text == "e8c8")) text = "O-O";
    if (has("no-underpromotion") && text.ends_with('n')) text = "a7a7";
    for (const Move move : board().generate())
      if (chess::to_uci(move) == text) {
        make(move);
        if (!force_ && !analyzes_) think();
        if (has("moves-in-force")) think();
        if (has("plays-in-analysis") && analyzes_) think();
        return;
      }
    if (has("silent-about-illegal")) return;
    say(has("names-no-move") ? "Illegal move" : fmt::format("Illegal move: {}", text));
  }

  bool is_mate() { return board().count() == 0 && board().checkers() != 0; }
  void say_result(std::string_view unless) {
    if (!has(unless) && is_mate())
      say(board().side_to_move() == chess::black ? "1-0 {White mates}" : "0-1 {Black mates}");
  }

  Move choose() {
    const chess::Moves moves = board().generate();
    for (const Move move : moves) {
      Mailbox next = board();
      next.make(move);
      if (next.count() == 0 && next.checkers() != 0) return move;
    }
    return *moves.begin();
  }

  /// Thinks until its time is up, or until "?".
  void think() {
    if (board().count() == 0) {
      if (has("moves-when-mated")) say("move a1a1");
      return say_result("silent-when-mated");
    }
    const Move move = choose();
    for (int depth = 1; posts_ && depth <= depth_; ++depth)
      say(fmt::format("{} 20 1 {} {}", depth, depth * 10,
                      has("thinks-nonsense") ? "a1a1" : chess::to_uci(move)));
    const auto end = Clock::now() + Seconds(std::min(seconds_, 20.0) > 10 ? 20 : 0.01);
    while (Clock::now() < end && !quits_ && !ended_) {
      const auto line = read(10);
      if (!line) continue;
      if (*line == "?" && !has("ignores-?")) break;
      if (*line == "quit") quits_ = !has("no-quit-in-search");
    }
    if (quits_) return;
    make(move);
    say("move " + (has("moves-in-san") ? "e4?" : chess::to_uci(move)));
    say_result("silent-when-mating");
  }

  const std::string fault_;
  std::string input_;
  std::vector<Mailbox> game_{Mailbox(chess::ValidSetup(chess::startpos_fen))};
  bool force_ = false, analyzes_ = false, posts_ = false, quits_ = false, ended_ = false;
  int depth_ = 3;
  double seconds_ = 1;
};

}  // namespace
}  // namespace plylab

int main(int argc, char** argv) { return plylab::Engine(argc > 1 ? argv[1] : "").run(); }
