#include "suites/uci/uci_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/engines/process.h"

namespace plylab::suites::uci {
namespace {

using namespace std::chrono_literals;
using Clock = Input::Clock;

constexpr const char* no_position = "there is no position: the last one was refused";
constexpr Clock::duration glance = 50ms;  // between two looks at Ctrl-C and at the reader

}  // namespace

void UciLoop::run(const std::atomic<bool>& stop) {
  std::string line;
  while (!quit_ && !stop) {
    const auto event = input_.read(line, wait_time());
    if (event == Input::Event::end) break;
    if (event == Input::Event::line) dispatch(line, stop);
    if (deadline_ && Clock::now() >= *deadline_) {
      worker_.stop();
      deadline_.reset();
    }
    output_.check();
  }
  if (counting_) worker_.wait(stop);
  worker_.end();
  output_.check();
}

Clock::duration UciLoop::wait_time() const {
  return deadline_ ? std::clamp<Clock::duration>(*deadline_ - Clock::now(), 0ms, glance) : glance;
}

void UciLoop::dispatch(std::string_view line, const std::atomic<bool>& stop) {
  Tokens tokens(line);
  const std::string_view command = tokens.take();
  try {
    if (command == "uci")
      introduce();
    else if (command == "isready")
      output_.write("readyok");
    else if (command == "setoption")
      settings_.set(tokens);
    else if (command == "position")
      set_position(tokens);
    else if (command == "go")
      go(tokens, stop);
    else if (command == "stop")
      worker_.stop();
    else if (command == "ponderhit")
      hit();
    else if (command == "d")
      draw();
    else if (command == "quit")
      quit_ = true;
    else if (!command.empty() && command != "ucinewgame" && command != "debug")
      output_.write(fmt::format("info string no command '{}'", engines::printable(command)));
  } catch (const InputError& error) {
    output_.write(fmt::format("info string {}: {}", command, error.what()));
  }
}

void UciLoop::introduce() {
  output_.write(fmt::format("id name {}\nid author the plylab authors\n{}\nuciok", name_,
                            settings_.declarations()));
}

void UciLoop::set_position(Tokens tokens) {
  game_.reset();
  game_ = GuiGame(tokens);
}

void UciLoop::draw() {
  if (!game_) throw InputError(no_position);
  output_.write(game_->picture());
}

void UciLoop::go(Tokens tokens, const std::atomic<bool>& stop) {
  if (counting_) worker_.wait(stop);
  if (!game_) return go_nowhere(tokens);
  GoRequest request{*game_, parse_go(tokens, *game_), settings_.job(), settings_.mate_solver(),
                    settings_.chess960()};
  counting_ = request.go.perft.has_value();
  for (const std::string& complaint : request.go.complaints)
    output_.write(fmt::format("info string go: {}", complaint));
  const bool held = request.go.ponder || request.go.infinite;
  deadline_.reset();
  seconds_after_hit_.reset();
  if (request.go.ponder && !request.go.infinite)
    seconds_after_hit_ = request.go.seconds(game_->board().side_to_move());
  worker_.begin([this, request = std::move(request)](
                    const Worker::Signals& signals) { answer(request, output_, signals); },
                held);
}

void UciLoop::go_nowhere(Tokens tokens) {
  bool ponder = false, infinite = false;
  while (!tokens.empty()) {
    const std::string_view word = tokens.take();
    ponder |= word == "ponder";
    infinite |= word == "infinite";
  }
  counting_ = false;
  deadline_.reset();
  seconds_after_hit_.reset();
  if (ponder && !infinite) seconds_after_hit_ = 0;
  worker_.begin(
      [this](const Worker::Signals& signals) {
        output_.write(fmt::format("info string go: {}", no_position));
        signals.held.wait(true);
        output_.write("bestmove (none)");
      },
      ponder || infinite);
}

void UciLoop::hit() {
  if (!seconds_after_hit_) return;
  if (std::isfinite(*seconds_after_hit_))
    deadline_ = engines::from_now(engines::Seconds(*seconds_after_hit_));
  seconds_after_hit_.reset();
  worker_.release();
}

}  // namespace plylab::suites::uci
