// Remembers a generator's answers to detect contradictions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/engines/generator_under_test.h"
#include "perft/verify/counterexample.h"

namespace plylab::perft::verify {

/// Two different answers to one question, asked after the same questions since a restart.
struct Contradiction {
  engines::PerftQuestion question;
  std::optional<Count> first, second;  ///< totals; equal if the branches differ
  bool is_order_other = false;         ///< the second lists branches of both in another order
};

/// A question with its answer.
struct Answered {
  engines::PerftQuestion question;
  engines::PerftAnswer answer;
};

/// Forwards all calls to another generator, which must outlive it.
class WatchedGenerator : public engines::GeneratorUnderTest {
 public:
  explicit WatchedGenerator(engines::GeneratorUnderTest& generator) : generator_(generator) {}

  std::string name() const override { return generator_.name(); }
  engines::Abilities abilities() const override;
  engines::PerftAnswer ask(const engines::PerftQuestion& question) override;
  void restart() override;

  /// The questions since the last restart, in order, and the seconds that their answers took.
  const std::vector<engines::PerftQuestion>& asked() const { return asked_; }
  double seconds() const { return seconds_; }
  /// Those of all answers and failures.
  double all_seconds() const { return all_seconds_; }

  /// All answers since the last call, in order, and forgets them.
  std::vector<Answered> take_answers() { return std::exchange(answers_, {}); }

  /// Whether it is asked about positions reached by moves: not if it ignores those.
  void trust_moves(bool trusts) { trusts_moves_ = trusts; }
  bool trusts_moves() const { return trusts_moves_; }

  /// The generator's first contradiction, if any.
  const std::optional<Contradiction>& contradiction() const { return contradiction_; }

 private:
  struct Heard {
    std::uint64_t digest;
    std::vector<std::string> order = {};  ///< of the branches
    std::optional<Count> total;
  };

  void begin();

  engines::GeneratorUnderTest& generator_;
  std::vector<engines::PerftQuestion> asked_;
  std::vector<Answered> answers_;
  double seconds_ = 0, all_seconds_ = 0;
  std::uint64_t sequence_ = 0;  ///< a hash of asked_
  std::unordered_map<std::uint64_t, Heard> heard_;
  std::optional<Contradiction> contradiction_;
  bool trusts_moves_ = true;
};

/// Asks the questions that led to the counterexample again, several times after a restart. Random
/// behaviour shows as a contradiction. Throws EngineFault.
void repeat(WatchedGenerator& generator, const Counterexample& counterexample);

/// The questions that must be asked after a restart, before the last one, for its answer to be
/// wrong: as many of the latest as suffice. None if the answer is never wrong, or if asking would
/// take too long. Throws EngineFault.
std::vector<engines::PerftQuestion> questions_needed(
    WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked);

}  // namespace plylab::perft::verify
