// The verification of right generators that are late, cannot be started or misprint.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gen/epd/shipped.h"
#include "perft/verify/report.h"
#include "perft/verify/verification.h"
#include "tests/mutants/generator_under_test.h"

namespace plylab::perft::verify {
namespace {

using chess::mutants::Fault;
using chess::mutants::MutantUnderTest;

/// A right generator that answers once another start has been tried.
class Patient : public MutantUnderTest {
 public:
  Patient(const std::atomic<int>& starts, std::atomic<bool>& asked)
      : MutantUnderTest(Fault::none), starts_(starts), asked_(asked) {}

  external::PerftAnswer ask(const external::PerftQuestion& question) override {
    asked_ = true;
    while (starts_ < 2) std::this_thread::yield();
    return MutantUnderTest::ask(question);
  }

 private:
  const std::atomic<int>& starts_;
  std::atomic<bool>& asked_;
};

TEST(Verification, KeepsItsAnswersWhenAnotherProcessCannotBeStarted) {
  const auto setup = epd::find_suite("verify").records.front().setup;
  std::atomic<int> starts = 0;
  std::atomic<bool> asked = false;
  VerificationOptions verification;
  verification.start = [&]() -> std::unique_ptr<external::GeneratorUnderTest> {
    if (starts++ == 0) return std::make_unique<Patient>(starts, asked);
    while (!asked) std::this_thread::yield();  // or it would fail both tasks
    throw engines::EngineFault(engines::FaultKind::cannot_start, "cannot be started");
  };
  verification.jobs = 2;
  verification.most_faults = 1;
  std::map<Verdict, int> verdicts;
  for (const Outcome& outcome : verify({{"one", setup}, {"two", setup}}, verification))
    ++verdicts[outcome.verdict];
  EXPECT_EQ(verdicts, (std::map<Verdict, int>{{Verdict::agrees, 1}, {Verdict::failed, 1}}));
  EXPECT_THROW(verify({{"one", setup}}, verification), engines::EngineFault);  // nobody starts
}

/// A right generator whose answers are changed before they are given.
class Misprinting : public MutantUnderTest {
 public:
  using Change = void (*)(external::PerftAnswer& answer, int depth);
  explicit Misprinting(Change change) : MutantUnderTest(Fault::none), change_(change) {}

  external::PerftAnswer ask(const external::PerftQuestion& question) override {
    external::PerftAnswer answer = MutantUnderTest::ask(question);
    change_(answer, question.depth);
    return answer;
  }

 private:
  Change change_;
};

/// The report on the array, in one text.
std::string report_on(Misprinting::Change change) {
  VerificationOptions verification;
  verification.start = [=] { return std::make_unique<Misprinting>(change); };
  VerificationResult result{"misprinting", {{"array", chess::parse_fen("startpos"), 3}}, {}, {}};
  result.outcomes = verify(result.tasks, verification);
  return fmt::format("{}\n", fmt::join(text_report(result), "\n"));
}

TEST(Verify, SaysThatATotalIsNotTheSumOfItsBranches) {
  const auto tells = [](Misprinting::Change change, const std::string& what) {
    const std::string text = report_on(change);
    EXPECT_NE(text.find(what), std::string::npos) << what << " is not in\n" << text;
  };
  const std::string lies_in = "Fault 1 lies in adding up: ";
  tells([](auto& answer, int) { *answer.total += 1; },
        lies_in + "its total 21 is not the sum 20 of its branches");
  tells([](auto& answer, int depth) { *answer.total += depth > 1; },
        lies_in + "its total 401 is not the sum 400 of its branches");
  tells([](auto& answer, int depth) { *answer.branches[0].leaves += depth > 1; },
        lies_in + "its total 400 is right, but its branches sum to 401");
  tells(
      [](auto& answer, int depth) {
        *answer.branches[0].leaves += depth > 1;
        *answer.total += depth > 1 ? 5 : 0;
      },
      lies_in + "its total 405 is not the sum 401 of its branches");
  // Where moves are wrong, too, both are told.
  const auto lost_line = [](external::PerftAnswer& answer, int) { answer.branches.pop_back(); };
  tells(lost_line, "Fault 1 lies in the move generation: ");
  tells(lost_line, "  but       its total 20 is right, but its branches sum to 19\n");
  // Without counts there is no sum.
  const std::string other = report_on([](auto& answer, int depth) {
    if (depth == 1) return;
    *answer.total += 1;
    answer.branches.back().leaves.reset();
  });
  EXPECT_EQ(other.find("sum"), std::string::npos) << other;
}

}  // namespace
}  // namespace plylab::perft::verify
