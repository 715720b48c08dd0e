// The verification of right generators that are late, cannot be started or misprint.
#include "perft/verify/verification.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "perft/verify/generator.h"
#include "perft/verify/report.h"
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

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
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
  verification.start = [&]() -> std::unique_ptr<engines::GeneratorUnderTest> {
    if (starts++ == 0) return std::make_unique<Patient>(starts, asked);
    while (!asked) std::this_thread::yield();  // or it would fail both tasks
    throw engines::EngineFault(engines::FaultKind::cannot_start, "cannot be started");
  };
  verification.jobs = 2;
  verification.max_faults = 1;
  std::map<Verdict, int> verdicts;
  for (const Outcome& outcome : verify({{"one", setup}, {"two", setup}}, verification))
    ++verdicts[outcome.verdict];
  EXPECT_EQ(verdicts, (std::map<Verdict, int>{{Verdict::agrees, 1}, {Verdict::failed, 1}}));
  EXPECT_THROW(verify({{"one", setup}}, verification), engines::EngineFault);  // nobody starts
}

/// A right generator whose answers are changed before they are given.
class Misprinting : public MutantUnderTest {
 public:
  using Change = void (*)(engines::PerftAnswer& answer, int depth);
  explicit Misprinting(Change change) : MutantUnderTest(Fault::none), change_(change) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer = MutantUnderTest::ask(question);
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
        lies_in + "its total is 21, but its branches add up to 20");
  tells([](auto& answer, int depth) { *answer.total += depth > 1; },
        lies_in + "its total is 401, but its branches add up to 400");
  tells([](auto& answer, int depth) { *answer.branches[0].leaves += depth > 1; },
        lies_in + "its total 400 is right, but its branches add up to 401");
  tells(
      [](auto& answer, int depth) {
        *answer.branches[0].leaves += depth > 1;
        *answer.total += depth > 1 ? 5 : 0;
      },
      lies_in + "its total is 405, but its branches add up to 401");
  // Where moves are wrong, too, both are told.
  const auto lost_line = [](engines::PerftAnswer& answer, int) { answer.branches.pop_back(); };
  tells(lost_line, "Fault 1 lies in the move generation: ");
  tells(lost_line, "  but       its total 20 is right, but its branches add up to 19\n");
  // Without counts there is no sum.
  const std::string other = report_on([](auto& answer, int depth) {
    if (depth == 1) return;
    *answer.total += 1;
    answer.branches.back().leaves.reset();
  });
  EXPECT_EQ(other.find("sum"), std::string::npos) << other;
}

/// The text of the report on one position.
template <typename Generator>
std::string report_on_fen(Fault fault, const std::string& fen, int depth) {
  VerificationOptions verification;
  verification.start = [=] { return std::make_unique<Generator>(fault); };
  VerificationResult result{"theirs", {{"it", chess::parse_fen(fen), depth}}, {}, {}};
  result.outcomes = verify(result.tasks, verification);
  return fmt::format("{}\n", fmt::join(text_report(result), "\n"));
}

TEST(Verify, FollowsADeathToTheSmallestCase) {
  const std::string text = report_on_fen<MutantUnderTest>(Fault::four_queens_crash,
                                                          "7k/P7/8/1Q6/1Q6/1Q6/8/K7 w - - 0 1", 3);
  for (const std::string line :
       {"Failure: it crashed\n", "  asked     perft(3) of it\n", "  agrees    to depth 2\n",
        "  path      a7a8q h8g7  (1. a8=Q+ Kg7)\n",
        "  dies      asked perft(1) of Q7/6k1/8/1Q6/1Q6/1Q6/8/K7 w - - 1 2\n",
        "  by FEN    it dies or is wrong there, too\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << " is not in\n" << text;
}

/// Dies of deep questions about a position that is set up by FEN.
class DiesOfDepth : public MutantUnderTest {
 public:
  using MutantUnderTest::MutantUnderTest;

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    if (question.moves.empty() && question.depth > 2)
      throw engines::EngineFault(engines::FaultKind::died, "crashed");
    return MutantUnderTest::ask(question);
  }
};

TEST(Verify, ExplainsAWrongAnswerOnTheWayToADeath) {
  const std::string fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const std::string text = report_on_fen<DiesOfDepth>(Fault::rook_move_keeps_right, fen, 3);
  for (const std::string line :
       {"Fault 1 lies in making moves: castling right K should be gone", "Failure: it crashed\n",
        "  led to    a wrong answer on the way to where it dies, a fault above\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << " is not in\n" << text;
  // If nothing is wrong on the way, the death is all that is told.
  const std::string right = report_on_fen<DiesOfDepth>(Fault::none, fen, 3);
  EXPECT_EQ(right.find("Fault"), std::string::npos) << right;
  EXPECT_NE(right.find("  dies      asked perft(3) of " + fen), std::string::npos) << right;
}

/// Lists the right moves, but counts those of the last ply, which it does not list, by other code.
class WrongLastPly : public MutantUnderTest {
 public:
  using MutantUnderTest::MutantUnderTest;

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    if (question.depth == 1) return {.total = MutantUnderTest::ask(question).total};
    engines::PerftAnswer answer{Count(0)};
    for (const chess::Move move : chess::legal_moves(play(question.start, question.moves))) {
      engines::PerftQuestion next = question;
      next.moves.push_back(move);
      --next.depth;
      const Count leaves = *ask(next).total;
      answer.branches.push_back({to_uci(move), leaves});
      *answer.total += leaves;
    }
    return answer;
  }
};

TEST(Verify, TellsACountOfMovesFromTheirList) {
  const std::string text = report_on_fen<WrongLastPly>(Fault::ep_diagonal_pin_ignored,
                                                       "7b/8/8/3pP3/8/2K5/8/k7 w - d6 0 1", 3);
  EXPECT_NE(text.find("Fault 1 lies in the count of moves at the last ply (the list of moves is "
                      "right), as its count suggests: e5xd6 e.p. is illegal"),
            std::string::npos)
      << text;
}

/// Writes captures e.p. with the square of the captured pawn.
class WritesVictim : public MutantUnderTest {
 public:
  using MutantUnderTest::MutantUnderTest;

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer = MutantUnderTest::ask(question);
    const chess::Setup setup = play(question.start, question.moves);
    for (const chess::Move move : chess::legal_moves(setup))
      for (engines::ReportedBranch& branch : answer.branches)
        if (move.is_en_passant() && branch.move == to_uci(move))
          branch.move = to_string(move.from()) + to_string(move.captured_on());
    return answer;
  }
};

TEST(Verify, TellsCapturesEnPassantThatAreWrittenOtherwise) {
  for (const std::string fen : {"4k3/8/8/6pP/8/8/8/4K3 w - g6 0 2",     // an ordinary one
                                "7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1"}) {  // takes the checker
    const std::string text = report_on_fen<WritesVictim>(Fault::none, fen, 1);
    EXPECT_NE(text.find("e.p. is listed as "), std::string::npos) << text;
    EXPECT_NE(text.find("ends on the captured pawn's square"), std::string::npos) << text;
  }
}

/// Writes a letter for promotions that no piece has.
class WritesNoPiece : public MutantUnderTest {
 public:
  WritesNoPiece() : MutantUnderTest(Fault::none) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer = MutantUnderTest::ask(question);
    for (engines::ReportedBranch& branch : answer.branches)
      if (branch.move.size() == 5) branch.move.back() = 'c';
    return answer;
  }
};

TEST(Verify, TakesTextsThatAreNoMovesForOneFault) {
  VerificationOptions verification;
  verification.start = [] { return std::make_unique<WritesNoPiece>(); };
  VerificationResult result{"theirs",
                            {{"plain", chess::parse_fen("4k3/7P/8/8/8/8/8/4K3 w - - 0 1"), 1},
                             {"pinned", chess::parse_fen("5b1k/4P3/3K4/8/8/8/8/8 w - - 0 1"), 1}},
                            {},
                            {}};
  result.outcomes = verify(result.tasks, verification);
  const std::string text = fmt::format("{}", fmt::join(text_report(result), "\n"));
  EXPECT_NE(text.find("'h7h8c' is not a move: UCI has no piece 'c'"), std::string::npos) << text;
  EXPECT_EQ(text.find("Fault 2"), std::string::npos) << text;
}

/// Writes all promotions as to a queen, and castling long as short.
class WritesOther : public MutantUnderTest {
 public:
  using MutantUnderTest::MutantUnderTest;

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer = MutantUnderTest::ask(question);
    for (engines::ReportedBranch& branch : answer.branches) {
      if (branch.move.size() == 5) branch.move.back() = 'q';
      if (branch.move == "e1c1") branch.move = "e1g1";
    }
    return answer;
  }
};

TEST(Verify, TellsWhatStandsInPlaceOfPromotionsAndCastling) {
  VerificationOptions verification;
  verification.start = [] { return std::make_unique<WritesOther>(Fault::none); };
  VerificationResult result{"theirs",
                            {{"plain", chess::parse_fen("4k3/7P/8/8/8/8/8/4K3 w - - 0 1"), 1},
                             {"pinned", chess::parse_fen("5b1k/4P3/3K4/8/8/8/8/8 w - - 0 1"), 1},
                             {"castling", chess::parse_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), 1}},
                            {},
                            {}};
  result.outcomes = verify(result.tasks, verification);
  const std::string text = fmt::format("{}", fmt::join(text_report(result), "\n"));
  EXPECT_NE(text.find("promotions to a bishop or a rook or a knight are listed as promotions to a "
                      "queen"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("it writes e1c1 as e1g1; the counts below are right"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("Fault 2"), std::string::npos) << text;
}

/// Dies when asked more than the list of moves.
class DiesAtOnce : public MutantUnderTest {
 public:
  DiesAtOnce() : MutantUnderTest(Fault::none) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    if (question.depth > 1) throw engines::EngineFault(engines::FaultKind::died, "crashed");
    return MutantUnderTest::ask(question);
  }
};

TEST(Verify, TellsDeathsOfOneKindTogether) {
  VerificationOptions verification;
  verification.start = [] { return std::make_unique<DiesAtOnce>(); };
  VerificationResult result{"theirs", {}, {}, {}};
  for (int i = 0; i < 20; ++i)
    result.tasks.push_back({fmt::format("no. {}", i), chess::parse_fen("startpos"), 2});
  result.outcomes = verify(result.tasks, verification);
  const std::string text = fmt::format("{}", fmt::join(text_report(result), "\n"));
  EXPECT_EQ(text.find("Failure: "), text.rfind("Failure: ")) << text;
  EXPECT_EQ(text.find("Not asked"), std::string::npos) << text;
  EXPECT_NE(text.find("found in  no. 0; no. 1"), std::string::npos) << text;
}

/// Counts some games that end before the depth is reached.
class EarlyLeaves : public engines::GeneratorUnderTest {
 public:
  struct Shape {
    bool mates, stalemates;
    int min_depth;  ///< left, at which it counts them
    bool divides = true;
  };
  explicit EarlyLeaves(Shape shape) : shape_(shape) {}

  std::string name() const override { return "early"; }
  engines::Abilities abilities() const override { return {.divides = shape_.divides}; }
  void restart() override {}
  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    const chess::Setup setup = chess::play(question.start, question.moves);
    engines::PerftAnswer answer{count(setup, question.depth)};
    for (const chess::Move move : chess::legal_moves(setup))
      if (shape_.divides)
        answer.branches.push_back({to_uci(move), count(after(setup, move), question.depth - 1)});
    return answer;
  }

 private:
  Count count(const chess::Setup& setup, int depth) const {
    if (depth == 0) return 1;
    const auto moves = chess::legal_moves(setup);
    const bool is_mate = chess::in_check(setup.squares, setup.side);
    if (moves.empty() && depth >= shape_.min_depth)
      return (is_mate ? shape_.mates : shape_.stalemates) ? 1 : 0;
    if (depth == 1) return moves.size();
    Count leaves;
    for (const chess::Move move : moves) leaves += count(after(setup, move), depth - 1);
    return leaves;
  }

  Shape shape_;
};

/// The report on a position, in one text.
template <class Generator, class... Arguments>
std::string report_on_position(const char* fen, Arguments... arguments) {
  return fmt::format(
      "{}\n",
      fmt::join(verify::report_on(chess::parse_fen(fen), 3,
                                  [=] { return std::make_unique<Generator>(arguments...); }),
                "\n"));
}

TEST(Verify, NamesEndsOfGamesThatAreCounted) {
  const auto expect = [](EarlyLeaves::Shape shape, const std::string& what) {
    const std::string text =
        report_on_position<EarlyLeaves>("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", shape);
    const std::string suggests = shape.divides ? "" : ", as its count suggests";
    EXPECT_NE(text.find("lies in games that end early" + suggests + ": it counts " + what +
                        " before the depth is reached; perft counts only paths of the full"),
              std::string::npos)
        << text;
  };
  for (const bool divides : {true, false})
    for (const int min_depth : {1, 2}) {
      expect({true, false, min_depth, divides}, "checkmates");
      expect({false, true, min_depth, divides}, "stalemates");
    }
  EXPECT_EQ(report_on_position<EarlyLeaves>("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",
                                            EarlyLeaves::Shape{false, false, 1}),
            "\n");
}

/// Counts a leaf too many in each double check.
class ExtraLeaf : public MutantUnderTest {
 public:
  ExtraLeaf() : MutantUnderTest(Fault::none) {}
  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer{Count(0)};
    const chess::Setup setup = chess::play(question.start, question.moves);
    for (const chess::Move move : chess::legal_moves(setup)) {
      answer.branches.push_back({to_uci(move), count(after(setup, move), question.depth - 1)});
      *answer.total += *answer.branches.back().leaves;
    }
    return answer;
  }

 private:
  static Count count(const chess::Setup& setup, int depth) {
    if (depth == 0) return 1;
    const auto moves = chess::legal_moves(setup);
    const auto king_square = find_king(setup.squares, setup.side);
    const bool is_double = attackers(setup.squares, king_square, !setup.side).size() > 1;
    if (depth == 1) return moves.size() + (is_double ? 1 : 0);
    Count leaves;
    for (const chess::Move move : moves) leaves += count(after(setup, move), depth - 1);
    return leaves;
  }
};

// Some state that a move might have left behind fits two wrong counts in most positions.
TEST(Verify, BlamesNoMoveForTwoWrongCounts) {
  for (const char* fen : {"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "3qk3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
                          "4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1"}) {
    const std::string text = report_on_position<ExtraLeaf>(fen);
    EXPECT_NE(text.find("lies in taking moves back, a table of counts, or counting: each branch"),
              std::string::npos)
        << text;
  }
}

/// Believes that a piece has gone a rank further than it was moved.
class Displacing : public MutantUnderTest {
 public:
  Displacing() : MutantUnderTest(Fault::none) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    if (question.moves.empty() && question.depth == 1) return MutantUnderTest::ask(question);
    if (question.moves.empty()) {
      engines::PerftAnswer answer{Count(0)};
      for (const chess::Move move : chess::legal_moves(question.start)) {
        const Count leaves = *ask({question.start, {move}, question.depth - 1}).total;
        answer.branches.push_back({to_uci(move), leaves});
        *answer.total += leaves;
      }
      return answer;
    }
    chess::Setup setup = chess::play(question.start, question.moves);
    const chess::Square square = question.moves.back().to();
    if (chess::rank_of(square) < 7) {
      const auto beyond = static_cast<chess::Square>(square + 8);
      if (setup.squares[beyond] == chess::no_piece)
        std::swap(setup.squares[beyond], setup.squares[square]);
    }
    return MutantUnderTest::ask({.start = setup, .depth = question.depth});
  }
};

TEST(Verify, CallsAGuessAGuess) {
  const std::string text = report_on_position<Displacing>("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  EXPECT_NE(text.find("lies in making moves, perhaps: the white rook should stand on h6, not on "),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace plylab::perft::verify
