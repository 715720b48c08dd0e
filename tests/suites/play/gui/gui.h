// plylab uci and plylab xboard as a GUI or a match program meets them, for the tests of this
// folder. No test looks at how fast anything is; the limit is there so that what hangs is noticed.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <regex>
#include <string>
#include <vector>

#include "gen/engines/process.h"
#include "tests/support/process.h"

namespace plylab::testing {

using Lines = std::vector<std::string>;

inline constexpr const char* morphy = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
inline constexpr const char* stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
inline constexpr const char* bare_kings = "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1";

/// A search that does not change when the one that is usual does.
inline const Lines plain = {"--algo", "alphabeta", "--order", "hash", "--with", "plain"};

/// A GUI that has started plylab, in UCI.
class Gui {
 public:
  explicit Gui(const Lines& arguments = {}, const std::string& protocol = "uci")
      : engine_(command(arguments, protocol), never_) {}

  void say(const std::string& line) {
    ASSERT_EQ(engine_.write_line(line, soon()), engines::Process::Event::done) << line;
  }

  /// What comes up to the first line that begins so, that line included.
  Lines hear_until(const std::string& beginning) {
    Lines lines;
    do {
      lines.emplace_back();
      const auto event = engine_.read_line(lines.back(), soon());
      EXPECT_EQ(event, engines::Process::Event::done) << "waiting for " << beginning;
      if (event != engines::Process::Event::done) break;
    } while (!lines.back().starts_with(beginning));
    return lines;
  }

  /// What comes in reply to a line, as before.
  Lines ask(const std::string& question, const std::string& beginning = "bestmove") {
    say(question);
    return hear_until(beginning);
  }

  /// What has been written until now.
  Lines hear() {
    Lines lines = ask("isready", "readyok");
    lines.pop_back();
    return lines;
  }

  int quit() {
    say("quit");
    return engine_.exit_status(soon()).value_or(-1);
  }

 private:
  static Lines command(const Lines& arguments, const std::string& protocol) {
    Lines words = {PLYLAB_PROGRAM, protocol};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }
  static engines::Process::Clock::time_point soon() {
    return engines::Process::Clock::now() + std::chrono::seconds(60);
  }

  const std::atomic<bool> never_ = false;
  engines::Process engine_;
};

/// A GUI that speaks xboard's protocol.
class XboardGui : public Gui {
 public:
  explicit XboardGui(const Lines& arguments = {}) : Gui(arguments, "xboard") {
    say("xboard");
    features_ = ask("protover 2", "feature done=1");
  }

  const Lines& features() const { return features_; }

  /// Says the lines; what has been written until then, and all that they cause.
  Lines hear_after(const Lines& said = {}) {
    for (const std::string& line : said) say(line);
    const std::string number = std::to_string(++pings_);
    Lines lines = ask("ping " + number, "pong " + number);
    lines.pop_back();
    return lines;
  }

 private:
  Lines features_;
  int pings_ = 0;
};

/// The lines without what differs from run to run.
inline Lines masked(Lines lines) {
  for (std::string& line : lines)
    line = std::regex_replace(line, std::regex(" nps \\d+ time \\d+"), " …");
  return lines;
}

/// The number behind a word of a line; 0 if it is not there.
inline long number_behind(const std::string& word, const std::string& line) {
  std::smatch match;
  return std::regex_search(line, match, std::regex(' ' + word + " (-?\\d+)")) ? std::stol(match[1])
                                                                              : 0;
}

}  // namespace plylab::testing
