#include "perft/verify/history.h"

#include <algorithm>
#include <cstddef>

#include "gen/chess/text.h"
#include "perft/verify/reference_divide.h"

namespace plylab::perft::verify {
namespace {

constexpr double affordable = 20;  // seconds of answers

bool answers_wrongly(WatchedGenerator& generator, const engines::PerftQuestion& question) {
  const chess::Setup position = play(question.start, question.moves);
  const engines::PerftAnswer answer = generator.ask(question);
  return !compare(position, answer, reference_divide(position, question.depth)).agrees();
}

}  // namespace

void repeat(WatchedGenerator& generator, const Counterexample& counterexample) {
  // A wrong answer is rarely the same twice by chance; a right one may well be.
  const int times = counterexample.kind == CounterexampleKind::right_afresh ? 8 : 2;
  double seconds = 0;
  for (int i = 0; i < times && !generator.contradiction() && seconds < affordable; ++i) {
    generator.restart();
    for (int depth = 1; depth <= counterexample.depth; ++depth)
      ask(generator, counterexample.reached, depth);
    seconds += generator.seconds();
  }
}

std::vector<engines::PerftQuestion> questions_needed(
    WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked) {
  if (asked.size() < 2) return {};
  const auto last = asked.end() - 1;
  const auto most = last - asked.begin();
  double seconds = 0;
  for (std::ptrdiff_t number = 1; seconds < affordable; number = std::min(2 * number, most)) {
    generator.restart();
    for (auto question = last - number; question != last; ++question) {
      generator.ask(*question);
      if (seconds + generator.seconds() > affordable) return {};
    }
    if (answers_wrongly(generator, *last)) {
      // Twice the same, or it was chance.
      generator.restart();
      for (auto question = last - number; question <= last; ++question) generator.ask(*question);
      return {last - number, last};
    }
    if (number == most) break;
    seconds += generator.seconds();
  }
  return {};
}

}  // namespace plylab::perft::verify
