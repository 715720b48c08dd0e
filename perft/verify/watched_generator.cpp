#include "perft/verify/watched_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>

#include "gen/base/random.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/text.h"

namespace plylab::perft::verify {
namespace {

std::uint64_t mixed(std::uint64_t hash, const std::string& text) {
  std::uint64_t state = hash ^ std::hash<std::string>()(text);
  return splitmix64(state);
}

std::uint64_t hash_of(std::uint64_t hash, const engines::PerftQuestion& question) {
  std::string text = fmt::format("{} {}", to_string(question.start), question.depth);
  for (const chess::Move move : question.moves) (text += ' ') += to_uci(move);
  return mixed(hash, text);
}

std::uint64_t digest_of(const engines::PerftAnswer& answer) {
  const auto text = [](const std::optional<Count>& count) {
    return count ? to_string(*count) : std::string();
  };
  std::uint64_t hash = mixed(0, text(answer.total));
  for (const engines::ReportedBranch& branch : answer.branches)  // in any order
    hash += mixed(1, branch.move + ' ' + text(branch.leaves));
  return hash;
}

std::vector<std::string> order_of(const engines::PerftAnswer& answer) {
  std::vector<std::string> order;
  for (const engines::ReportedBranch& branch : answer.branches) order.push_back(branch.move);
  return order;
}

/// Whether moves that both list are in another order.
bool are_ordered_otherwise(std::vector<std::string> one, std::vector<std::string> other) {
  const auto keep_common = [](std::vector<std::string>& moves, std::vector<std::string> with) {
    std::ranges::sort(with);
    std::erase_if(moves, [&](const std::string& move) {
      return !std::binary_search(with.begin(), with.end(), move);
    });
  };
  keep_common(one, other);
  keep_common(other, one);
  return one != other;
}

constexpr double affordable = 20;  // seconds of answers

bool answers_wrongly(WatchedGenerator& generator, const engines::PerftQuestion& question) {
  const chess::Setup position = play(question.start, question.moves);
  const engines::PerftAnswer answer = generator.ask(question);
  return !compare(position, answer, reference_divide(position, question.depth)).agrees();
}

}  // namespace

engines::Abilities WatchedGenerator::abilities() const {
  engines::Abilities abilities = generator_.abilities();
  abilities.plays_moves = abilities.plays_moves && trusts_moves_;
  return abilities;
}

engines::PerftAnswer WatchedGenerator::ask(const engines::PerftQuestion& question) {
  asked_.push_back(question);
  sequence_ = hash_of(sequence_, question);
  const auto start = std::chrono::steady_clock::now();
  try {
    engines::PerftAnswer answer = generator_.ask(question);
    seconds_ += answer.seconds;
    all_seconds_ += answer.seconds;
    answers_.push_back({question, answer});
    const std::uint64_t digest = digest_of(answer);
    const auto [heard, is_new] =
        heard_.try_emplace(sequence_, Heard{digest, order_of(answer), answer.total});
    if (!is_new && heard->second.digest != digest && !contradiction_)
      contradiction_ = {question, heard->second.total, answer.total,
                        are_ordered_otherwise(heard->second.order, order_of(answer))};
    return answer;
  } catch (const engines::EngineFault&) {
    all_seconds_ += engines::Seconds(std::chrono::steady_clock::now() - start).count();
    begin();  // it restarts with the next question
    throw;
  }
}

void WatchedGenerator::restart() {
  generator_.restart();
  begin();
}

void WatchedGenerator::begin() {
  asked_.clear();
  seconds_ = 0;
  sequence_ = 0;
}

void repeat(WatchedGenerator& generator, const Counterexample& counterexample) {
  // By chance, a wrong answer is rarely the same twice, but a right one may be.
  // find_counterexample() has asked once.
  const int times = counterexample.kind == CounterexampleKind::right_afresh ? 8 : 1;
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
  const auto max = last - asked.begin();
  double seconds = 0;
  for (std::ptrdiff_t number = 1; seconds < affordable; number = std::min(2 * number, max)) {
    generator.restart();
    for (auto question = last - number; question != last; ++question) {
      generator.ask(*question);
      if (seconds + generator.seconds() > affordable) return {};
    }
    if (answers_wrongly(generator, *last)) {
      // Must be wrong twice: once may be chance.
      generator.restart();
      for (auto question = last - number; question <= last; ++question) generator.ask(*question);
      return {last - number, last};
    }
    if (number == max) break;
    seconds += generator.seconds();
  }
  return {};
}

}  // namespace plylab::perft::verify
