#include "suites/uci/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "gen/engines/process.h"
#include "gen/input_error.h"

namespace plylab::suites::uci {
namespace {

using namespace std::chrono_literals;
using Clock = Input::Clock;

constexpr Clock::duration glance = 50ms;  // between two looks at Ctrl-C and at the reader

}  // namespace

void Dialogue::run(const std::atomic<bool>& stop) {
  std::string line;
  while (!quit_ && !stop) {
    const auto event = input_.read(line, patience());
    if (event == Input::Event::end) break;
    if (event == Input::Event::line) obey(line);
    if (deadline_ && Clock::now() >= *deadline_) {
      work_.stop();
      deadline_.reset();
    }
    output_.check();
  }
  work_.end();
  output_.check();
}

Clock::duration Dialogue::patience() const {
  return deadline_ ? std::clamp<Clock::duration>(*deadline_ - Clock::now(), 0ms, glance) : glance;
}

void Dialogue::obey(std::string_view line) {
  Words words(line);
  const std::string_view command = words.take();
  try {
    if (command == "uci")
      introduce();
    else if (command == "isready")
      output_.write("readyok");
    else if (command == "setoption")
      settings_.set(words);
    else if (command == "position")
      game_ = Game(words);
    else if (command == "go")
      go(words);
    else if (command == "stop")
      work_.stop();
    else if (command == "ponderhit")
      hit();
    else if (command == "d")
      output_.write(game_.picture());
    else if (command == "quit")
      quit_ = true;
    else if (!command.empty() && command != "ucinewgame" && command != "debug")
      output_.write(fmt::format("info string no command '{}'", engines::printable(command)));
  } catch (const InputError& error) {
    output_.write(fmt::format("info string {}: {}", command, error.what()));
  }
}

void Dialogue::introduce() {
  output_.write(fmt::format("id name {}\nid author the plylab authors\n{}\nuciok", name_,
                            settings_.declarations()));
}

void Dialogue::go(Words words) {
  Question question{game_, parse_go(words, game_), settings_.job(), settings_.mate_solver(),
                    settings_.chess960()};
  for (const std::string& word : question.go.unknown)
    output_.write(fmt::format("info string go: no word '{}'", word));
  const bool held = question.go.ponder || question.go.infinite;
  deadline_.reset();
  seconds_after_hit_.reset();
  if (question.go.ponder && !question.go.infinite)
    seconds_after_hit_ = question.go.seconds(game_.board().side_to_move());
  work_.begin([this, question = std::move(question)](
                  const Work::Signals& signals) { answer(question, output_, signals); },
              held);
}

void Dialogue::hit() {
  if (!seconds_after_hit_) return;
  if (std::isfinite(*seconds_after_hit_))
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(*seconds_after_hit_));
  seconds_after_hit_.reset();
  work_.release();
}

}  // namespace plylab::suites::uci
