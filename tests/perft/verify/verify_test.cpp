// What the verification says about planted faults: each is named with the right reason.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "perft/verify/consistency.h"
#include "perft/verify/explanation.h"
#include "perft/verify/fault_groups.h"
#include "perft/verify/report.h"
#include "perft/verify/verification.h"
#include "tests/mutants/generator_under_test.h"
#include "tests/support/cases.h"

namespace plylab::perft::verify {
namespace {

using chess::mutants::Fault;
using chess::mutants::FaultInfo;
using chess::mutants::MutantUnderTest;

VerificationResult verify_mutant(Fault fault, const std::vector<Task>& tasks,
                                 engines::Abilities abilities = {}) {
  VerificationOptions verification;
  verification.presume_after = std::numeric_limits<double>::infinity();
  verification.start = [=] { return std::make_unique<MutantUnderTest>(fault, abilities); };
  verification.max_faults = 0;
  VerificationResult result{chess::mutants::info(fault).name, tasks, {}, {}};
  result.outcomes = verify(tasks, verification);
  return result;
}

/// Of the planted faults every so many is taken: each is asked about the whole suite.
std::size_t planted_stride() { return testing::stride() == 1 ? 1 : 2 * testing::stride(); }

std::vector<Task> suite_tasks() { return tasks_of(epd::find_suite("verify").records); }

/// What the first, most often seen or smallest, fault is said to be; with the wrong moves.
const Diagnosis& first_diagnosis(const VerificationResult& result) {
  const auto faults = fault_groups(result.outcomes);
  return *result.outcomes[faults.at(0).best].diagnosis;
}

/// That diagnosis in a sentence; without any, what is odd about the first wrong answer.
std::string first_explanation(const VerificationResult& result) {
  const auto faults = fault_groups(result.outcomes);
  if (!faults.empty()) return faults.front().explanation.sentence;
  for (const Outcome& outcome : result.outcomes)
    if (!outcome.remark.empty()) return outcome.remark;
  for (const Outcome& outcome : result.outcomes)
    if (outcome.error) return outcome.error->what();
  return "nothing";
}

/// The explanations that tests/mutants/diagnoses.txt expects, by the fault's name. They were read
/// and found right one by one.
std::map<std::string, std::string> expected_explanations() {
  std::ifstream file(std::string(PLYLAB_SOURCE_DIR) + "/tests/mutants/diagnoses.txt");
  std::map<std::string, std::string> expected;
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (colon != line.npos && line[0] != '#')
      expected[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return expected;
}

TEST(Verify, FindsNothingWrongWithAnHonestGenerator) {
  const VerificationResult result = verify_mutant(Fault::none, suite_tasks());
  EXPECT_THAT(text_report(result), ::testing::IsEmpty());
  for (const Outcome& outcome : result.outcomes) EXPECT_EQ(outcome.verdict, Verdict::agrees);
}

TEST(Verify, ExplainsEveryPlantedFault) {
  const auto expected = expected_explanations();
  const auto tasks = suite_tasks();
  const auto& faults = chess::mutants::all_faults();
  for (std::size_t i = 0; i < faults.size(); i += planted_stride()) {
    const FaultInfo& fault = faults[i];
    if (fault.fault == Fault::none) continue;
    const VerificationResult result = verify_mutant(fault.fault, tasks);
    const auto found = expected.find(fault.name);
    EXPECT_EQ(first_explanation(result), found == expected.end() ? "" : found->second)
        << fault.name << ": " << fault.sentence;
  }
}

TEST(Verify, EndsAtTheSmallestDepthOfEachPosition) {
  const auto tasks = suite_tasks();
  const auto& faults = chess::mutants::all_faults();
  for (std::size_t k = 2; k < faults.size(); k += planted_stride()) {
    const FaultInfo& fault = faults[k];
    using chess::mutants::Family;
    if (fault.family == Family::keys || fault.family == Family::memory) continue;
    if (fault.family == Family::chance) continue;
    const VerificationResult result = verify_mutant(fault.fault, tasks);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const auto& diagnosis = result.outcomes[i].diagnosis;
      if (!diagnosis) continue;
      const auto& [kind, reached, depth, comparison, path] = diagnosis->counterexample;
      MutantUnderTest generator(fault.fault);
      for (int less = 1; less < depth; ++less)
        EXPECT_TRUE(ask(generator, reached, less).agrees()) << fault.name;
      EXPECT_FALSE(ask(generator, reached, depth).agrees()) << fault.name;
      // No shorter way: up to the depth of the whole, less deep questions are answered rightly.
      const int whole = static_cast<int>(reached.path.size()) + depth;
      for (int less = 1; less < whole; ++less)
        EXPECT_TRUE(ask(generator, {reached.start, {}}, less).agrees()) << fault.name;
    }
  }
}

TEST(Verify, CallsWhatMayFollowFromAKnownCauseAConsequence) {
  const auto report = [](Fault fault) {
    return fmt::format("{}", fmt::join(text_report(verify_mutant(fault, suite_tasks())), "\n"));
  };
  EXPECT_THAT(report(Fault::unmake_moves_ep_victim),
              ::testing::AllOf(::testing::HasSubstr("Fault 1 lies in taking moves back: when"),
                               ::testing::HasSubstr("Fault 2 shows in taking moves back"),
                               ::testing::HasSubstr(
                                   "  perhaps   a consequence of fault 1, whose cause is known")));
  // Classes of moves that are missing have no consequences elsewhere.
  EXPECT_THAT(report(Fault::black_pawn_captures_one_side_only),
              ::testing::AllOf(::testing::HasSubstr("Fault 2 lies in"),
                               ::testing::Not(::testing::HasSubstr("a consequence of"))));
}

TEST(Verify, SaysWhichPartOfThePositionMatters) {
  // Knight moves are missing only while there is an e.p. square with which they have nothing to do.
  Diagnosis diagnosis;
  diagnosis.fault = plylab::perft::verify::Fault::generation;
  diagnosis.counterexample = {
      CounterexampleKind::moves, {chess::parse_fen("4k3/8/8/3pP3/8/8/8/N3K3 w - d6 0 1")}, 1, {}};
  diagnosis.moves = {{Wrong::missing, "a1b3", {chess::Rule::piece_moves, "Na1-b3 is legal"}}};
  EXPECT_THAT(explain(diagnosis).sentence, ::testing::Not(::testing::HasSubstr("without")));
  diagnosis.fewest = diagnosis.counterexample.reached.position();
  EXPECT_THAT(explain(diagnosis).sentence,
              ::testing::HasSubstr("Na1-b3 is legal; without the e.p. square d6 it is right"));
}

TEST(Verify, ShrinksToMenThatAreNeeded) {
  const Diagnosis diagnosis = first_diagnosis(
      verify_mutant(Fault::pins_on_files_forgotten,
                    {{"crowded",
                      chess::parse_fen("1nb1r1k1/1pp2pp1/8/8/3q4/6Pp/1P2N2P/R1B1K1NR w - - 0 1"),
                      1,
                      {}}}));
  ASSERT_TRUE(diagnosis.fewest);
  EXPECT_EQ(epd_fields(*diagnosis.fewest), "4r1k1/8/8/8/8/8/4N3/4K3 w - -");
}

TEST(Verify, DeducesMovesFromMereCounts) {
  const engines::Abilities abilities{.plays_moves = false, .divides = false};
  const auto explanation = [&](Fault fault) {
    return first_diagnosis(verify_mutant(fault, suite_tasks(), abilities)).explanation.sentence;
  };
  EXPECT_EQ(explanation(Fault::ep_rank_pin_ignored),
            "the move generation, as its count suggests: d5xe6 e.p. is illegal: it opens the "
            "fifth rank to the rook on "
            "h5");
  EXPECT_EQ(explanation(Fault::rook_capture_keeps_right),
            "making moves, as its count suggests: a castling right stays when its rook is "
            "captured, as after g2xh1=N");
  EXPECT_EQ(explanation(Fault::king_move_keeps_rights),
            "making moves, as its count suggests: the castling rights stay when the king moves, "
            "as after Ke8-d7");
  EXPECT_EQ(explanation(Fault::promotion_capture_keeps_right),
            "making moves, as its count suggests: a castling right stays when its rook is captured "
            "in a promotion, as after g2xh1=N");
  EXPECT_EQ(explanation(Fault::ep_kept_a_ply_longer),
            "making moves, as its count suggests: the e.p. square stays for one more move, as "
            "after b4-b3");
  EXPECT_EQ(explanation(Fault::pinned_piece_is_frozen),
            "the move generation, as its count suggests: moves of pinned pieces, except e.p., are "
            "missing");
}

TEST(Verify, ListsAllCausesThatExplainTheCounts) {
  const engines::Abilities abilities{.plays_moves = false, .divides = false};
  // Nowhere does a piece stand beyond the e.p. square.
  EXPECT_EQ(first_explanation(verify_mutant(Fault::ep_victim_stays, suite_tasks(), abilities)),
            "making moves, as its count suggests: a pawn captured e.p. stays on the board, as "
            "after d4xc3 e.p.; or a capture e.p. takes the piece beyond the e.p. square, as after "
            "d4xc3 e.p.");
  // Whichever two pieces a pawn cannot become, as many moves are missing, but not after them.
  EXPECT_THAT(first_explanation(verify_mutant(Fault::promotion_to_queen_or_knight_only,
                                              suite_tasks(), abilities)),
              ::testing::HasSubstr(": promotions to a rook or bishop are missing"));
}

TEST(Verify, ListsMovesByCause) {
  const engines::Abilities abilities{.plays_moves = false, .divides = false};
  const VerificationResult result =
      verify_mutant(Fault::promotion_to_queen_only,
                    {{"one", chess::parse_fen("8/4P3/8/8/8/k7/8/K7 w - - 0 1"), 1}}, abilities);
  const Diagnosis diagnosis = first_diagnosis(result);
  ASSERT_GT(diagnosis.candidates.size(), 1U);
  EXPECT_THAT(diagnosis.candidates.front().sentence,
              ::testing::HasSubstr("to a rook, bishop or knight are missing"));
  const std::string text = fmt::format("{}", fmt::join(text_report(result), "\n"));
  for (std::size_t i = 0; i < diagnosis.candidates.size(); ++i) {
    EXPECT_EQ(diagnosis.candidates[i].moves.size(), 3U);
    EXPECT_THAT(text, ::testing::HasSubstr(fmt::format("\n  cause {}   {}\n  missing ", i + 1,
                                                       diagnosis.candidates[i].sentence)));
  }
}

/// Counts one too few in one position, and gives no answer beyond some depth elsewhere.
class OneTooFew : public MutantUnderTest {
 public:
  OneTooFew(engines::Abilities abilities, int deepest)
      : MutantUnderTest(Fault::none, abilities), deepest_(deepest) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    if (question.depth > deepest_)
      throw engines::EngineFault(engines::FaultKind::no_answer, "gives no answer");
    engines::PerftAnswer answer = MutantUnderTest::ask(question);
    if (question.depth == 1 && epd_fields(question.start).starts_with(odd)) *answer.total -= 1;
    return answer;
  }

  static constexpr const char* odd = "8/P7/8/8/8/8/k6K/8 w";

 private:
  int deepest_;
};

// A right answer contradicts a cause, however deep it is and whatever follows it.
TEST(Verify, HoldsCausesAgainstAllThatIsRight) {
  for (const bool remembers : {true, false})
    for (const int deepest : {3, 4}) {
      const engines::Abilities abilities{
          .plays_moves = false, .divides = false, .remembers = remembers};
      VerificationOptions verification;
      verification.start = [&] { return std::make_unique<OneTooFew>(abilities, deepest); };
      const auto outcomes = verify(
          {{"odd", chess::parse_fen(std::string(OneTooFew::odd) + " - - 0 1"), 1},
           {"pos4",
            chess::parse_fen("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
            4}},
          verification);
      ASSERT_TRUE(outcomes[0].diagnosis);
      EXPECT_EQ(outcomes[1].verdict, deepest == 4 ? Verdict::agrees : Verdict::failed);
      const std::string sentence = outcomes[0].diagnosis->explanation.sentence;
      EXPECT_EQ(sentence.find("a7-a8="), sentence.npos) << sentence;
    }
}

/// A mutant that keeps its answers.
class Recorded : public MutantUnderTest {
 public:
  Recorded(Fault fault, engines::Abilities abilities, std::vector<Answered>& answers)
      : MutantUnderTest(fault, abilities), answers_(answers) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer = MutantUnderTest::ask(question);
    answers_.push_back({question, answer});
    return answer;
  }

 private:
  std::vector<Answered>& answers_;
};

// Each fault by one of the ways to ask: for lists by moves, for lists by FEN, for counts.
TEST(Verify, NamesNoCauseThatAnAnswerContradicts) {
  constexpr engines::Abilities protocols[] = {
      {}, {.plays_moves = false}, {.plays_moves = false, .divides = false, .remembers = false}};
  const auto tasks = suite_tasks();
  const auto& faults = chess::mutants::all_faults();
  int causes = 0;
  for (std::size_t i = 1; i < faults.size(); i += planted_stride()) {
    if (faults[i].family >= chess::mutants::Family::keys) continue;
    std::vector<Answered> answers;
    VerificationOptions verification;
    verification.start = [&] {
      return std::make_unique<Recorded>(faults[i].fault, protocols[i % 3], answers);
    };
    verification.max_faults = 2;
    std::vector<Hypothesis> named;
    for (const Outcome& outcome : verify(tasks, verification))
      if (outcome.diagnosis)
        for (const Hypothesis& candidate : outcome.diagnosis->candidates)
          if (std::ranges::find(named, candidate.model, &Hypothesis::model) == named.end())
            named.push_back(candidate);
    for (const Hypothesis& candidate : named)
      EXPECT_TRUE(std::ranges::none_of(
          answers,
          [&](const Answered& answered) { return contradicts(answered, *candidate.model); }))
          << faults[i].name << ": " << candidate.sentence;
    causes += static_cast<int>(named.size());
  }
  EXPECT_GE(causes, 60 / static_cast<int>(planted_stride()));
}

TEST(Verify, ReportsMissingMovesWithACommonCauseOnce) {
  for (const Fault fault :
       {Fault::promotion_by_capture_to_queen_only, Fault::promotion_to_queen_only,
        Fault::promotion_to_queen_or_knight_only, Fault::knight_answers_no_check,
        Fault::pawn_capture_to_h_file_missing, Fault::double_step_missing_for_black,
        Fault::ep_listed_twice}) {
    const VerificationResult result = verify_mutant(fault, suite_tasks());
    EXPECT_EQ(fault_groups(result.outcomes).size(), 1U);
  }
}

TEST(Verify, ReportsMissingCastlingOnce) {
  const auto result = verify_mutant(Fault::black_long_castling_missing,
                                    tasks_of(epd::find_suite("verify").records));
  const auto faults = fault_groups(result.outcomes);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].explanation.sentence,
            "the move generation, or the reading of the FEN: Black's castling moves on the "
            "queenside are missing");
}

TEST(Verify, ClaimsNoMoreThanTheMovesShow) {
  // A single move is no evidence that the check is not seen.
  const auto explanation = [](Fault fault, const char* fen) {
    return first_explanation(verify_mutant(fault, {{"one", chess::parse_fen(fen), 1, {}}}));
  };
  EXPECT_EQ(explanation(Fault::checks_ignored, "k7/8/8/8/r6K/8/3P4/8 w - - 0 1"),
            "the move generation: d2-d3 is illegal: it does not answer the check to the king on h4 "
            "by the rook on a4");
  EXPECT_EQ(explanation(Fault::checks_ignored, "k7/8/8/8/r6K/8/2PP4/8 w - - 0 1"),
            "the move generation: the check to the king on h4 by the rook on a4 is missed");
  EXPECT_EQ(explanation(Fault::promotion_by_capture_missing, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
            "the move generation: White's promotions by capture are missing");
  // That c5xb6 is listed contradicts a lost e.p. square, as would fit without the pawn on c5.
  EXPECT_EQ(explanation(Fault::ep_by_edge_pawn_forgotten, "4k3/8/8/PpP5/8/8/8/4K3 w - b6 0 1"),
            "the move generation: a5xb6 e.p. is legal: the pawn on b5 has just made its double "
            "step past b6");
}

// Neither a bishop that stands elsewhere, nor one fault for each set of rules.
TEST(Verify, ReportsMissedChecksAsOneFault) {
  for (const Fault fault : {Fault::check_by_promotion_unseen, Fault::discovered_check_unseen}) {
    const VerificationResult result = verify_mutant(fault, suite_tasks());
    const auto faults = fault_groups(result.outcomes);
    ASSERT_EQ(faults.size(), 1U) << chess::mutants::info(fault).name;
    EXPECT_THAT(faults.front().explanation.sentence, ::testing::EndsWith(" is missed"));
  }
}

TEST(Verify, SaysWhyPositionsWereNotAsked) {
  using ::testing::Contains;
  VerificationResult result{"", std::vector<Task>(2), std::vector<Outcome>(2)};
  result.is_interrupted = true;
  result.random = 9;
  result.undrawn = 7;
  EXPECT_THAT(
      text_report(result),
      AllOf(Contains("Not asked: 2 of 2 positions: plylab was interrupted (the same command "
                     "asks about all)"),
            Contains("Not drawn: 7 of 9 random positions: plylab was interrupted")));
  result = {"", std::vector<Task>(6), std::vector<Outcome>(6)};
  result.max_faults = 1;
  const auto last_line = [&] { return text_report(result).back(); };
  result.outcomes[0].verdict = Verdict::differs;
  EXPECT_EQ(
      last_line(),
      "Not asked: 5 of 6 positions: the run ended after the first fault or failure (--faults 0 "
      "asks all)");
  result = {"", std::vector<Task>(11), std::vector<Outcome>(11)};
  result.max_faults = 2;
  for (int i = 0; i < 9; ++i) result.outcomes[i].verdict = Verdict::differs;
  EXPECT_EQ(last_line(),
            "Not asked: 2 of 11 positions: the run ended after 2 different faults or failures "
            "(--faults 0 asks all)");
  result.outcomes[9].verdict = Verdict::differs;
  EXPECT_EQ(last_line(),
            "Not asked: 1 of 11 positions: the run ended after 10 positions that are wrong or "
            "fail (--faults 0 asks all)");
}

TEST(Verify, NamesTheUsualCause) {
  const auto cause = [](Fault fault) {
    const VerificationResult result = verify_mutant(fault, suite_tasks());
    return fault_groups(result.outcomes).at(0).explanation.usual_cause;
  };
  EXPECT_EQ(cause(Fault::king_retreats_along_line),
            "the king still stands in the occupancy when its flight squares are tested");
  EXPECT_EQ(cause(Fault::castling_past_b_file),
            "only the king's path is tested and not the rook's, such as b1");
  EXPECT_EQ(cause(Fault::rook_capture_keeps_right),
            "both squares of a move can end castling rights: a king or rook leaves, or a rook is "
            "captured");
  EXPECT_EQ(cause(Fault::queen_listed_twice),
            "two loops generate the same move, such as a queen's in the loops of rooks and "
            "bishops");
  EXPECT_EQ(cause(Fault::table_ignores_depth),
            "the lookup accepts deeper entries, as a search may; a count holds for one depth only");
  EXPECT_EQ(cause(Fault::pinned_piece_does_not_attack),
            "pinned pieces are left out of the map of attacked squares, but they attack all the "
            "same");
  // Double steps alone do not block checks: the mask has the squares between.
  EXPECT_EQ(cause(Fault::check_not_blocked_by_double_step),
            "this kind of move is left out, or masked wrongly, when the king is in check");
  // Of what several positions show together it is not that of the first wrong move in one of them.
  EXPECT_EQ(cause(Fault::discovered_check_unseen),
            "the state that make() updates differs from the state that the FEN sets up");
  EXPECT_EQ(cause(Fault::knight_attacks_unseen),
            "the test whether a square is attacked lacks a kind of piece or a direction");
  EXPECT_EQ(cause(Fault::promotion_by_capture_to_queen_only),
            "the pieces to promote to lack one or more, at least for this kind of promotion");
  EXPECT_EQ(cause(Fault::promotion_by_capture_missing),
            "a pawn that is about to promote is skipped by every loop");
  // Of the pieces to promote to one may be missing, or all but queens.
  EXPECT_EQ(usual_cause(Wrong::missing, chess::Rule::underpromotion),
            "the pieces to promote to lack one or more, at least for this kind of promotion");
}

TEST(Verify, CallsTheEngineByOneName) {
  for (const reports::Schema& table : declared_tables())
    for (const reports::Column& column : table.columns)
      EXPECT_EQ(column.help.find("the generator"), std::string::npos) << column.help;
}

TEST(Verify, HasAUsualCauseForEachRule) {
  constexpr std::size_t longest = 92;  // in a line of a terminal, after "  usually   "
  for (std::size_t i = 0; i < chess::rule_count; ++i) {
    const auto rule = static_cast<chess::Rule>(i);
    for (const Wrong wrong : {Wrong::missing, Wrong::extra, Wrong::repeated}) {
      EXPECT_NE(usual_cause(wrong, rule), "") << rule_info(rule).name;
      EXPECT_LE(usual_cause(wrong, rule).size(), longest) << rule_info(rule).name;
    }
  }
}

TEST(Verify, DistinguishesDrawsByRuleFromFaultsWithoutMovesOrBranches) {
  const engines::Abilities abilities{.plays_moves = false, .divides = false};
  const auto part = [&](Fault fault) {
    return part_of(first_diagnosis(verify_mutant(fault, suite_tasks(), abilities)));
  };
  EXPECT_EQ(part(Fault::fifty_moves_end), "fifty_moves");
  EXPECT_EQ(part(Fault::fifty_moves_count_once), "fifty_moves");
  EXPECT_EQ(part(Fault::third_repetition_ends), "third_repetition");
  EXPECT_EQ(part(Fault::second_repetition_ends), "second_repetition");
  EXPECT_EQ(part(Fault::insufficient_material_ends), "insufficient_material");
}

TEST(Verify, ListsMissingExtraAndRepeatedMoves) {
  const auto moves = [](Fault fault, const char* fen) {
    std::string text;
    const Diagnosis diagnosis =
        first_diagnosis(verify_mutant(fault, {{"one", chess::parse_fen(fen), 1, {}}}));
    for (const WrongMove& move : diagnosis.moves)
      text += std::string(name_of(move.wrong)) + ' ' + move.text + ' ' +
              std::string(rule_info(move.reason.rule).name) + '\n';
    return text;
  };
  EXPECT_EQ(moves(Fault::pins_forgotten, "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1"),
            "extra e2d3 pinned\n");
  EXPECT_EQ(moves(Fault::knight_on_a1_lacks_jump, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"),
            "missing a1c2 piece_moves\n");
  EXPECT_EQ(moves(Fault::castling_listed_twice, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            "repeated e1g1 castling_allowed\n");
}

}  // namespace
}  // namespace plylab::perft::verify
