// One mistake that shows in many ways is one fault, and its cause is named.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "perft/verify/attack_faults.h"
#include "perft/verify/deaths.h"
#include "perft/verify/fault_groups.h"
#include "perft/verify/report.h"
#include "perft/verify/verification.h"
#include "tests/mutants/generator_under_test.h"
#include "tests/support/cases.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;
using mutants::MutantUnderTest;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

constexpr engines::Abilities counting{.plays_moves = false, .divides = false, .chess960 = false};
constexpr engines::Abilities listing{.chess960 = false};

/// A slow generator whose subclasses have the faults.
class Slow : public engines::GeneratorUnderTest {
 public:
  explicit Slow(engines::Abilities abilities) : abilities_(abilities) {}

  std::string name() const override { return "slow"; }
  engines::Abilities abilities() const override { return abilities_; }
  void restart() override {}
  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    Setup setup = question.start;
    std::optional<Move> last;
    for (const Move move : question.moves) {
      setup = make(setup, move);
      last = move;
    }
    engines::PerftAnswer answer{Count()};
    const std::vector<Move> list = moves(setup, last);
    if (list.empty()) answer.total = ended(setup);
    for (const Move move : list) {
      const Count below = count(make(setup, move), move, question.depth - 1);
      *answer.total += below;
      if (abilities_.divides) answer.branches.push_back({move_text(setup, move), below});
    }
    return answer;
  }

 protected:
  /// `last`: the move before; none after a FEN.
  virtual std::vector<Move> moves(const Setup& setup, std::optional<Move> last) const {
    static_cast<void>(last);
    return legal_moves(setup);
  }
  virtual Setup make(const Setup& setup, Move move) const { return after(setup, move); }
  /// The moves after which, as make() makes them, the own king is not in check.
  std::vector<Move> tested_by_making(const Setup& setup) const {
    std::vector<Move> moves = pseudo_legal_moves(setup);
    std::erase_if(moves,
                  [&](Move move) { return in_check(make(setup, move).squares, setup.side); });
    return moves;
  }
  /// The count of a position without moves.
  virtual Count ended(const Setup&) const { return 0; }

 private:
  Count count(const Setup& setup, Move last, int depth) const {
    if (depth == 0) return 1;
    const std::vector<Move> list = moves(setup, last);
    if (list.empty()) return ended(setup);
    if (depth == 1) return list.size();
    Count leaves;
    for (const Move move : list) leaves += count(make(setup, move), move, depth - 1);
    return leaves;
  }

  engines::Abilities abilities_;
};

/// What a generator places in some promotions: another piece than the one chosen, or none.
struct Promotion {
  std::vector<PieceType> chosen;
  std::optional<Color> color;
  PieceType placed;
  bool tests_by_making = false;

  bool includes(const Setup& before, Move move) const {
    return move.is_promotion() && (!color || before.side == *color) &&
           std::ranges::find(chosen, move.promoted()) != chosen.end();
  }
};

class Promoting : public Slow {
 public:
  Promoting(Promotion wrong, engines::Abilities abilities)
      : Slow(abilities), wrong_(std::move(wrong)) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move>) const override {
    return wrong_.tests_by_making ? tested_by_making(setup) : legal_moves(setup);
  }
  Setup make(const Setup& setup, Move move) const override {
    Setup made = after(setup, move);
    if (wrong_.includes(setup, move))
      made.squares[move.to()] =
          wrong_.placed == no_type ? no_piece : make_piece(setup.side, wrong_.placed);
    return made;
  }

 private:
  Promotion wrong_;
};

/// Makes some captures wrongly, and perhaps tests moves by making them so. Every double step sets
/// the e.p. square.
class MakesWrongly : public Slow {
 public:
  using Make = void (*)(const Setup& before, Move move, Setup& made);

  MakesWrongly(Make wrong, bool tests_by_making, engines::Abilities abilities = listing)
      : Slow(abilities), wrong_(wrong), tests_by_making_(tests_by_making) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move>) const override {
    return tests_by_making_ ? tested_by_making(setup) : legal_moves(setup);
  }
  Setup make(const Setup& setup, Move move) const override {
    Setup made = after(setup, move);
    if (move.kind() == MoveKind::double_push) made.en_passant = forward(setup.side, move.from());
    wrong_(setup, move, made);
    return made;
  }

 private:
  Make wrong_;
  bool tests_by_making_;
};

void keep_pawn(const Setup& before, Move move, Setup& made) {
  if (move.is_en_passant()) made.squares[move.captured_on()] = before.squares[move.captured_on()];
}
void take_both(const Setup&, Move move, Setup& made) {
  if (move.is_en_passant()) made.squares[move.to()] = no_piece;
}
void take_captor(const Setup& before, Move move, Setup& made) {
  keep_pawn(before, move, made);
  take_both(before, move, made);
}
void keep_captured(const Setup& before, Move move, Setup& made) {
  if (move.is_promotion() && move.is_capture()) made.squares[move.to()] = before.squares[move.to()];
}

/// Reads another e.p. square than that of the FEN, and no double steps among the moves after it.
class MisreadsSquare : public Slow {
 public:
  using Read = Square (*)(Square stated, Color side);

  explicit MisreadsSquare(Read read) : Slow(listing), read_(read) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    Setup setup = question.start;
    if (setup.en_passant != no_square) setup.en_passant = read_(setup.en_passant, setup.side);
    for (const Move move : question.moves) {
      setup = after(setup, move);
      setup.en_passant = no_square;
    }
    return Slow::ask({setup, {}, question.depth});
  }

 protected:
 private:
  Read read_;
};

/// Knights, kings or pawns go and attack by the numbers of squares, past the edges of the board.
class RoundEdge : public Slow {
 public:
  RoundEdge(PieceType type, bool moves_so, engines::Abilities abilities)
      : Slow(abilities), type_(type), moves_so_(moves_so) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move>) const override {
    std::vector<Move> moves = pseudo_legal_moves(setup);
    for (int f = a1; f <= h8 && moves_so_; ++f)
      for (const int step : steps(setup.side)) {
        const auto from = static_cast<Square>(f);
        if (setup.squares[from] == make_piece(setup.side, type_) && f + step >= a1 &&
            f + step <= h8)
          add(setup, from, static_cast<Square>(f + step), moves);
      }
    std::ranges::sort(moves);
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    std::erase_if(moves, [&](Move move) {
      const Squares squares = after(setup, move).squares;
      return is_attacked(squares, find_king(squares, setup.side), !setup.side) ||
             (move.is_castle() && !allows_castling(setup, move));
    });
    return moves;
  }

 private:
  std::vector<int> steps(Color color) const {
    if (type_ == knight) return {6, 10, 15, 17, -6, -10, -15, -17};
    if (type_ == king) return {1, 7, 8, 9, -1, -7, -8, -9};
    return color == white ? std::vector{7, 9} : std::vector{-7, -9};
  }

  void add(const Setup& setup, Square from, Square to, std::vector<Move>& moves) const {
    const bool is_empty = setup.squares[to] == no_piece;
    if (is_empty ? type_ == pawn : color_of(setup.squares[to]) == setup.side) return;
    if (type_ == pawn && rank_for(setup.side, to) == 7) {
      for (const MoveKind kind : {MoveKind::capture_to_knight, MoveKind::capture_to_bishop,
                                  MoveKind::capture_to_rook, MoveKind::capture_to_queen})
        moves.emplace_back(from, to, kind);
    } else {
      moves.emplace_back(from, to, is_empty ? MoveKind::quiet : MoveKind::capture);
    }
  }

  bool is_attacked(const Squares& squares, Square target, Color by) const {
    if (attacked(squares, target, by)) return true;
    return std::ranges::any_of(steps(by), [&](int step) {
      const int from = target - step;
      return from >= a1 && from <= h8 &&
             squares[static_cast<Square>(from)] == make_piece(by, type_);
    });
  }

  bool allows_castling(const Setup& setup, Move move) const {
    Squares lifted = setup.squares;
    lifted[move.from()] = no_piece;
    const int towards = move.to() < move.from() ? -1 : 1;
    for (int step = 0; step <= 2; ++step)
      if (is_attacked(lifted, static_cast<Square>(move.from() + step * towards), !setup.side))
        return false;
    return true;
  }

  PieceType type_;
  bool moves_so_;
};

/// Castles out of check, with one colour and to one side.
class CastlesOutOfCheck : public Slow {
 public:
  CastlesOutOfCheck(Color color, CastlingSide side) : Slow(counting), color_(color), side_(side) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move>) const override {
    std::vector<Move> moves = legal_moves(setup);
    const Square rook_square = setup.castling[index(color_)][index(side_)];
    const Square king_square = find_king(setup.squares, color_);
    if (setup.side != color_ || rook_square == no_square || !in_check(setup.squares, color_))
      return moves;
    for (const Square square : between(king_square, rook_square))
      if (setup.squares[square] != no_piece) return moves;
    for (const Square square : way(king_square, castled_king(color_, side_)))
      if (attacked(setup.squares, square, !color_)) return moves;
    moves.emplace_back(
        king_square, rook_square,
        side_ == CastlingSide::kingside ? MoveKind::castle_kingside : MoveKind::castle_queenside);
    return moves;
  }

 private:
  Color color_;
  CastlingSide side_;
};

/// Takes only the piece that moved last to give check, and after a FEN none.
class SeesLastMover : public Slow {
 public:
  SeesLastMover() : Slow(listing) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move> last) const override {
    const auto checkers =
        attackers(setup.squares, find_king(setup.squares, setup.side), !setup.side);
    const bool is_seen = last && std::ranges::find(checkers, last->to()) != checkers.end();
    std::vector<Move> moves = legal_moves(setup);
    if (checkers.empty() || is_seen) return moves;
    for (const Move move : pseudo_legal_moves(setup)) {
      const Squares squares = after(setup, move).squares;
      const auto left = attackers(squares, find_king(squares, setup.side), !setup.side);
      if (move.from() != find_king(setup.squares, setup.side) && left == checkers)
        moves.push_back(move);
    }
    return moves;
  }
};

/// Places the new piece of a promotion, but until the next move does not look for its attacks.
class OverlooksNewPiece : public Slow {
 public:
  OverlooksNewPiece() : Slow(listing) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move> last) const override {
    if (!last || !last->is_promotion()) return legal_moves(setup);
    std::vector<Move> moves = pseudo_legal_moves(setup);
    std::erase_if(moves, [&](Move move) {
      const Squares squares = after(setup, move).squares;
      const auto found = attackers(squares, find_king(squares, setup.side), !setup.side);
      return !without(found, {last->to()}).empty();
    });
    return moves;
  }
};

/// After a promotion to a queen that was played, the king does not capture the last other piece.
class KeepsLastPiece : public Slow {
 public:
  KeepsLastPiece() : Slow(listing) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move> last) const override {
    std::vector<Move> moves = legal_moves(setup);
    if (last && last->is_promotion() && last->promoted() == queen)
      std::erase_if(moves, [&](Move move) {
        const Squares squares = after(setup, move).squares;
        return 64 - std::ranges::count(squares, no_piece) == 2;
      });
    return moves;
  }
};

/// After castling or a capture e.p. that gives check, the checker is found twice.
class FindsCheckerTwice : public Slow {
 public:
  FindsCheckerTwice() : Slow(listing) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move> last) const override {
    std::vector<Move> moves = legal_moves(setup);
    if (last && (last->is_castle() || last->is_en_passant()) && in_check(setup.squares, setup.side))
      std::erase_if(moves, [&](Move move) { return type_of(setup.squares[move.from()]) != king; });
    return moves;
  }
};

/// White's pawns do not advance to h8, or Black's do not capture on a1.
class LacksPromotion : public Slow {
 public:
  explicit LacksPromotion(Color color) : Slow(listing), color_(color) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move>) const override {
    std::vector<Move> moves = legal_moves(setup);
    std::erase_if(moves, [&](Move move) {
      return setup.side == color_ && move.is_promotion() &&
             (color_ == white ? move.to() == h8 && !move.is_capture()
                              : move.to() == a1 && move.is_capture());
    });
    return moves;
  }

 private:
  Color color_;
};

/// Has two faults of the move list: no captures e.p., and no moves of pinned pieces.
class LacksTwoKinds : public Slow {
 public:
  LacksTwoKinds() : Slow(listing) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move>) const override {
    std::vector<Move> list = legal_moves(setup);
    std::erase_if(list, [&](Move move) {
      Squares lifted = setup.squares;
      lifted[move.from()] = no_piece;
      const bool is_king = type_of(setup.squares[move.from()]) == king;
      return move.is_en_passant() ||
             (!is_king && !in_check(setup.squares, setup.side) && in_check(lifted, setup.side));
    });
    return list;
  }
};

/// Its list has 100 places, and further moves overwrite the last one.
class HasShortList : public Slow {
 public:
  HasShortList() : Slow(listing) {}

 protected:
  std::vector<Move> moves(const Setup& setup, std::optional<Move>) const override {
    std::vector<Move> list = legal_moves(setup);
    if (list.size() <= 100) return list;
    list[99] = list.back();
    list.resize(100);
    list[98] = Move(list[0].from(), list[99].to(), MoveKind::quiet);
    return list;
  }
};

/// Takes given promotions for moves that leave the pawn as it is.
class DropsGivenPromotions : public Slow {
 public:
  DropsGivenPromotions() : Slow(listing) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    Setup setup = question.start;
    for (const Move move : question.moves) {
      Setup made = after(setup, move);
      if (move.is_promotion()) made.squares[move.to()] = make_piece(setup.side, pawn);
      setup = made;
    }
    return Slow::ask({setup, {}, question.depth});
  }
};

/// Loses a castling right when a move is taken back.
class LosesRight : public engines::GeneratorUnderTest {
 public:
  LosesRight(Color color, CastlingSide side) : color_(color), side_(side) {}

  std::string name() const override { return "loses a right"; }
  engines::Abilities abilities() const override { return listing; }
  void restart() override {}
  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    Setup setup = play(question.start, question.moves);
    engines::PerftAnswer answer{Count()};
    for (const Move move : legal_moves(setup)) {
      answer.branches.push_back({move_text(setup, move), below(setup, move, question.depth)});
      *answer.total += *answer.branches.back().leaves;
    }
    return answer;
  }

 private:
  Count below(Setup& setup, Move move, int depth) const {
    Setup made = after(setup, move);
    Count leaves = depth == 1 ? 1 : 0;
    if (depth == 2) leaves = legal_moves(made).size();
    if (depth > 2)
      for (const Move next : legal_moves(made)) leaves += below(made, next, depth - 1);
    setup.castling[index(color_)][index(side_)] = no_square;
    return leaves;
  }

  Color color_;
  CastlingSide side_;
};

/// Crashes at a FEN of some kind.
class Crashes : public MutantUnderTest {
 public:
  explicit Crashes(bool (*at)(const Setup&)) : MutantUnderTest(mutants::Fault::none), at_(at) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    if (at_(question.start)) throw engines::EngineFault(engines::FaultKind::died, "crashed");
    return MutantUnderTest::ask(question);
  }

 private:
  bool (*at_)(const Setup&);
};

/// Writes O-O as O-O-O, and dies when it makes that.
class DiesOfItsCastling : public Slow {
 public:
  DiesOfItsCastling() : Slow(listing) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer = Slow::ask(question);
    for (engines::ReportedBranch& branch : answer.branches)
      if (const bool is_white = branch.move == "e1g1"; is_white || branch.move == "e8g8") {
        if (question.depth > 1) throw engines::EngineFault(engines::FaultKind::died, "crashed");
        branch.move = is_white ? "e1c1" : "e8c8";
      }
    return answer;
  }
};

/// Makes given moves correctly, but in its own walk the king's moves end no right.
class KeepsRightsInItsWalk : public Slow {
 public:
  KeepsRightsInItsWalk() : Slow(listing) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    return Slow::ask({play(question.start, question.moves), {}, question.depth});
  }

 protected:
  Setup make(const Setup& setup, Move move) const override {
    Setup made = after(setup, move);
    if (type_of(setup.squares[move.from()]) == king && !move.is_castle())
      made.castling[index(setup.side)] = setup.castling[index(setup.side)];
    return made;
  }
};

/// Writes promotions without the new piece.
class WritesNoNewPiece : public Slow {
 public:
  WritesNoNewPiece() : Slow(listing) {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    engines::PerftAnswer answer = Slow::ask(question);
    for (engines::ReportedBranch& branch : answer.branches) branch.move.resize(4);
    return answer;
  }
};

class CountsMates : public Slow {
 public:
  CountsMates() : Slow(counting) {}

 protected:
  Count ended(const Setup& setup) const override {
    return in_check(setup.squares, setup.side) ? 1 : 0;
  }
};

VerificationResult verified(const std::vector<Task>& tasks, auto&& start) {
  VerificationOptions verification;
  verification.presume_after = std::numeric_limits<double>::infinity();
  verification.start = start;
  verification.max_faults = 0;
  VerificationResult result{"", tasks, {}, {}};
  result.outcomes = verify(tasks, verification);
  return result;
}

std::vector<Task> suite_tasks() { return tasks_of(epd::find_suite("verify").records); }

/// The positions of the suite in which a pawn may soon promote.
std::vector<Task> tasks_with_promotions() {
  std::vector<Task> tasks = suite_tasks();
  std::erase_if(tasks, [](const Task& task) {
    for (int s = a1; s <= h8; ++s) {
      const Piece piece = task.setup.squares[static_cast<Square>(s)];
      if (type_of(piece) == pawn && rank_for(color_of(piece), static_cast<Square>(s)) >= 5)
        return false;
    }
    return true;
  });
  return tasks;
}

/// The positions of the suite with an e.p. square, to depth 2.
std::vector<Task> tasks_with_passed_square() {
  std::vector<Task> tasks = suite_tasks();
  std::erase_if(tasks, [](const Task& task) { return task.setup.en_passant == no_square; });
  for (Task& task : tasks) task.depth = std::min(task.depth, 2);
  return tasks;
}

std::vector<std::string> sentences(const VerificationResult& result) {
  std::vector<std::string> all;
  for (const FaultGroup& fault : fault_groups(result.outcomes))
    all.push_back(fault.explanation.sentence);
  return all;
}

TEST(Causes, ArePiecesThatAreNotPlacedInPromotions) {
  constexpr std::array<std::pair<PieceType, std::string_view>, 4> all_placed = {
      {{no_type, "nothing"}, {pawn, "a pawn"}, {queen, "a queen"}, {knight, "a knight"}}};
  const std::vector<std::pair<std::vector<PieceType>, std::string>> all_chosen = {
      {{knight, bishop, rook, queen}, ""},
      {{rook, bishop, knight}, " to a rook, bishop or knight"},
      {{bishop}, " to a bishop"},
      {{rook}, " to a rook"}};
  const auto tasks = tasks_with_promotions();
  std::size_t i = 0;
  for (const auto& [placed, what] : all_placed)
    for (const auto& [chosen, to] : all_chosen)
      for (const auto& [color, by] : {std::pair{std::optional<Color>(), ""},
                                      {std::optional(white), " by White"},
                                      {std::optional(black), " by Black"}})
        for (const bool tests_by_making : {false, true}) {
          if (i++ % testing::stride() != 0) continue;
          const Promotion wrong{chosen, color, placed, tests_by_making};
          const auto found = sentences(
              verified(tasks, [&] { return std::make_unique<Promoting>(wrong, counting); }));
          // To place a queen for every piece is the same as for every other piece.
          const std::string general =
              fmt::format("{} is placed on the board in a promotion{}", what,
                          placed == queen && to.starts_with(" to a rook, b") ? "" : to);
          ASSERT_EQ(found.size(), 1U) << general << by << "\n"
                                      << fmt::format("{}", fmt::join(found, "\n"));
          EXPECT_THAT(found.front(), HasSubstr("making moves, as its count suggests: "));
          // The example follows, so that no narrower form does.
          EXPECT_THAT(found.front(), HasSubstr(general + by + ", as after ")) << tests_by_making;
        }
}

// A piece that is not placed is found missing after the move, and where it should answer a check.
TEST(Causes, JoinWhatMovesListedAndMovesMadeShow) {
  const Promotion wrong{{bishop}, black, no_type, true};
  const auto found = sentences(verified(
      tasks_with_promotions(), [&] { return std::make_unique<Promoting>(wrong, listing); }));
  EXPECT_THAT(found,
              ElementsAre("making moves: nothing is placed on the board in a promotion to a bishop "
                          "by Black"));
}

// What is made wrongly is tested wrongly, too.
TEST(Causes, AreMovesMadeWronglyInTestsToo) {
  const auto found = [](const std::vector<Task>& tasks, MakesWrongly::Make wrong, bool tests) {
    return sentences(verified(tasks, [&] { return std::make_unique<MakesWrongly>(wrong, tests); }));
  };
  const std::vector<Task> tasks = tasks_with_passed_square();
  EXPECT_THAT(found(tasks, take_captor, true),
              ElementsAre("making moves: a capture e.p. takes the captor off the board, not the "
                          "captured pawn"));
  EXPECT_THAT(found(tasks, take_both, true),
              ElementsAre("making moves: a capture e.p. takes both pawns off the board"));
  EXPECT_THAT(found(tasks_with_promotions(), keep_captured, true),
              ElementsAre("making moves: a captured piece stays on its square in a promotion"));
  EXPECT_THAT(
      found(tasks, take_captor, false),
      ElementsAre(AllOf(StartsWith("making moves: "), HasSubstr(" has taken the pawn on "))));
}

TEST(Causes, AreSquaresThatAreMisreadInFens) {
  const std::vector<Task> tasks = tasks_with_passed_square();
  for (const auto& [read, says] :
       {std::pair<MisreadsSquare::Read, std::string_view>{
            [](Square stated, Color) { return make_square(7 - file_of(stated), rank_of(stated)); },
            "the file is mirrored"},
        {[](Square stated, Color) { return make_square(file_of(stated), 7 - rank_of(stated)); },
         "the rank is mirrored"},
        {[](Square stated, Color side) { return forward(side, stated); },
         "the square behind the pawn is taken for the pawn's own"}}) {
    const auto found = sentences(
        verified(tasks, [read = read] { return std::make_unique<MisreadsSquare>(read); }));
    EXPECT_THAT(found, ::testing::Contains(
                           AllOf(StartsWith("the reading of the FEN: the e.p. square "),
                                 HasSubstr(std::string(says)), HasSubstr(" in its own walk, "))));
    EXPECT_THAT(found, Each(Not(HasSubstr("captures by pawns")))) << says;
  }
}

// A known cause that explains a whole answer saves the search, and does not end a long run.
TEST(Causes, ArePresumedWhereKnownOnesExplainTheAnswer) {
  const auto result = verified(tasks_with_passed_square(),
                               [] { return std::make_unique<MakesWrongly>(keep_pawn, true); });
  std::vector<Hypothesis> known;
  std::size_t presumed = 0;
  for (Outcome outcome : result.outcomes) {
    if (!outcome.diagnosis) continue;
    if (known.empty()) known = causes_of(*outcome.diagnosis);
    EXPECT_NE(fault_name(outcome, 0), "");
    outcome.diagnosis = presume(outcome.diagnosis->counterexample, known);
    if (!outcome.diagnosis) continue;
    EXPECT_TRUE(outcome.diagnosis->is_presumed);
    EXPECT_EQ(fault_name(outcome, 0), "");
    ++presumed;
  }
  EXPECT_GT(presumed, 20U);
}

// One count fits many faults, but the FEN has shown that it is the making of moves.
TEST(Causes, AreInMakingMovesIfTheFenIsRight) {
  const std::vector<Task> task = {{"promotes", parse_fen("8/2P4k/p7/8/8/8/8/K7 w - - 0 1"), 2}};
  constexpr engines::Abilities plays_and_counts{.divides = false, .chess960 = false};
  const Promotion wrong{{knight, bishop, rook, queen}, std::nullopt, no_type};
  for (const Promotion& some :
       {wrong, Promotion{{queen}, white, no_type}, Promotion{{rook}, std::nullopt, pawn}}) {
    const auto found = sentences(
        verified(task, [&] { return std::make_unique<Promoting>(some, plays_and_counts); }));
    EXPECT_THAT(found, ElementsAre(StartsWith("making moves")));
  }
}

// That a piece is not placed is certain only where another piece passes its square.
TEST(Causes, AreNotPiecesThatAreOnlyOverlooked) {
  const auto overlooks = [] { return std::make_unique<OverlooksNewPiece>(); };
  const auto places_nothing = [] {
    return std::make_unique<Promoting>(
        Promotion{{knight, bishop, rook, queen}, std::nullopt, no_type}, listing);
  };
  const Task alone = {"alone", parse_fen("7k/2P4p/8/8/8/8/8/1K6 w - - 0 1"), 2};
  const Task passed = {"passed", parse_fen("r6k/2P4p/8/8/8/8/8/1K6 w - - 0 1"), 2};
  constexpr std::string_view open = "making moves, perhaps: nothing is placed on the board";
  EXPECT_THAT(sentences(verified({alone}, places_nothing)), ElementsAre(StartsWith(open)));
  EXPECT_THAT(sentences(verified({alone}, overlooks)), ElementsAre(StartsWith(open)));
  EXPECT_THAT(sentences(verified({alone, passed}, places_nothing)),
              ElementsAre("making moves: nothing is placed on the board in a promotion"));
  EXPECT_THAT(
      sentences(verified({alone, passed}, overlooks)),
      Each(AllOf(Not(HasSubstr("making moves: nothing is placed")), Not(HasSubstr("by White")))));
}

// Where a draw explained the moves, nobody asked whether they are right by FEN: other branches
// contradict the draw.
TEST(Causes, AreOpenIfAnAnswerContradictsADraw) {
  const std::vector<Task> task = {{"promotes", parse_fen("3rk3/4P3/4K3/8/8/8/8/8 w - - 0 1"), 2}};
  EXPECT_THAT(sentences(verified(task, [] { return std::make_unique<KeepsLastPiece>(); })),
              ElementsAre("the move generation, or making moves"));
}

TEST(Causes, OfEndsThatAreCountedAreNoMoves) {
  const auto result = verified(suite_tasks(), [] { return std::make_unique<CountsMates>(); });
  const std::string text = fmt::format("{}", fmt::join(text_report(result), "\n"));
  EXPECT_THAT(text, HasSubstr("games that end early, as its count suggests: "));
  EXPECT_THAT(text, Not(HasSubstr("no single rule")));
}

TEST(Causes, AreStepsRoundTheEdge) {
  struct Wrong {
    PieceType type;
    bool moves_so;
    std::string_view says;
  };
  for (const auto& [type, moves_so, says] :
       {Wrong{knight, true, "knights move and attack round the edge of the board"},
        Wrong{king, true, "kings move and attack round the edge of the board"},
        Wrong{pawn, false, "pawns are taken to attack round the edge of the board"}}) {
    const auto found = sentences(verified(suite_tasks(), [type = type, moves_so = moves_so] {
      return std::make_unique<RoundEdge>(type, moves_so, listing);
    }));
    ASSERT_EQ(found.size(), 1U) << says << '\n' << fmt::format("{}", fmt::join(found, "\n"));
    EXPECT_THAT(found.front(),
                AllOf(StartsWith("the move generation: "), EndsWith(std::string(says))));
  }
}

TEST(Causes, AreMisjudgedAttacks) {
  using enum mutants::Fault;
  for (const auto& [fault, says] :
       {std::pair{queen_attacks_unseen, "attacks by queens are not seen, except in pins"},
        {attacks_pass_through_pawns,
         "bishops, rooks and queens are taken to attack through pawns, except in pins"},
        {pins_by_any_slider,
         "bishops and rooks are taken to attack on all lines, like queens, in pins only"}}) {
    const auto found = sentences(verified(
        suite_tasks(), [fault = fault] { return std::make_unique<MutantUnderTest>(fault); }));
    EXPECT_THAT(found, ElementsAre("the move generation: " + std::string(says)))
        << mutants::info(fault).name;
  }
}

TEST(Causes, AreCastlingsOutOfCheckOfOneColourAndWing) {
  std::vector<Task> tasks = suite_tasks();
  std::erase_if(tasks, [](const Task& task) { return task.setup.castling == no_castling; });
  std::size_t i = 0;
  for (const Color color : {black, white})
    for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside}) {
      if (i++ % testing::stride() != 0) continue;
      const auto found = sentences(
          verified(tasks, [&] { return std::make_unique<CastlesOutOfCheck>(color, side); }));
      ASSERT_EQ(found.size(), 1U) << fmt::format("{}", fmt::join(found, "\n"));
      EXPECT_THAT(found.front(),
                  HasSubstr(fmt::format("{} is illegal: the king on {} is in check",
                                        side == CastlingSide::kingside ? "O-O" : "O-O-O",
                                        color == white ? "e1" : "e8")));
    }
}

// After another move it would be right: but it is not only after FENs that it is wrong.
TEST(Causes, AreNotInTheFenIfMovesLeadToTheSame) {
  const std::vector<Task> task = {
      {"discovered", parse_fen("4k3/8/p7/8/4N3/8/8/K3R3 w - - 0 1"), 2}};
  const auto found = sentences(verified(task, [] { return std::make_unique<SeesLastMover>(); }));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.front(), Not(HasSubstr("the reading of the FEN")));
  EXPECT_THAT(found.front(), HasSubstr("the check to the king on e8 by the rook on e1"));
}

TEST(Causes, AreCheckersThatAreFoundTwice) {
  const std::string by_pawn = "8/7n/8/R2pP2k/8/8/8/K7 w - d6 0 1";
  const auto finds_twice = [] { return std::make_unique<FindsCheckerTwice>(); };
  EXPECT_THAT(
      sentences(verified(suite_tasks(), finds_twice)),
      ElementsAre(AllOf(StartsWith("making moves: the king on "),
                        HasSubstr(" is taken to be in double check, though only the rook"))));
  // One move that is missing may have another reason.
  EXPECT_THAT(sentences(verified({{"by pawn", parse_fen(by_pawn), 2}}, finds_twice)),
              ElementsAre("making moves, perhaps: the king on h5 is taken to be in double check, "
                          "though only the rook on a5 attacks it"));
}

TEST(Causes, ArePromotionsThatAreMissingOnOneSquare) {
  const auto found = [](Color color) {
    return sentences(
        verified(suite_tasks(), [=] { return std::make_unique<LacksPromotion>(color); }));
  };
  EXPECT_THAT(found(white), ElementsAre("the move generation: White's promotions without capture "
                                        "on the h-file are missing"));
  EXPECT_THAT(found(black), ElementsAre("the move generation: Black's promotions by capture on the "
                                        "a-file are missing"));
}

// The first move that the generator lists ends no right, or it would be blamed.
TEST(Causes, AreRightsThatEveryMoveTakenBackLoses) {
  for (const Color color : {white, black}) {
    const auto found = sentences(verified(suite_tasks(), [=] {
      return std::make_unique<LosesRight>(color, CastlingSide::kingside);
    }));
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(),
              fmt::format("taking moves back: when a move is taken back, castling right {} is lost",
                          letter(color, CastlingSide::kingside)));
  }
}

TEST(Causes, AreTwoIfBothTogetherExplainAnAnswer) {
  const auto found =
      sentences(verified(suite_tasks(), [] { return std::make_unique<LacksTwoKinds>(); }));
  EXPECT_THAT(found,
              UnorderedElementsAre("the move generation: captures e.p. are missing",
                                   "the move generation: moves of pinned pieces, except e.p., are "
                                   "missing"));
}

TEST(Causes, AreListsThatAreTooShort) {
  const auto found =
      sentences(verified(suite_tasks(), [] { return std::make_unique<HasShortList>(); }));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0], AllOf(StartsWith("the move generation: it is wrong only where there are "),
                              HasSubstr(" moves or more, and right with up to ")));
}

TEST(Causes, AreSoughtThoughTheGeneratorDiesOfThem) {
  const auto result = verified(suite_tasks(), [] { return std::make_unique<DiesOfItsCastling>(); });
  const auto found = sentences(result);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0], AllOf(HasSubstr(" is missing, and "), EndsWith(" is listed in its place")));
  for (const Outcome& outcome : result.outcomes)
    EXPECT_TRUE(outcome.verdict != Verdict::differs || outcome.diagnosis);
}

TEST(Causes, AreInTheOwnWalkIfGivenMovesAreMadeRightly) {
  const auto found =
      sentences(verified(suite_tasks(), [] { return std::make_unique<KeepsRightsInItsWalk>(); }));
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found, Contains(StartsWith("making moves in its own walk (given moves it makes "
                                         "correctly): the castling rights stay when the king "
                                         "moves")));
  EXPECT_THAT(found, Each(Not(StartsWith("a table of counts"))));
}

TEST(Causes, AreLettersThatAreNotPrinted) {
  const auto result =
      verified(tasks_with_promotions(), [] { return std::make_unique<WritesNoNewPiece>(); });
  EXPECT_THAT(sentences(result), ElementsAre(EndsWith("are listed, but each is written without the "
                                                      "new piece")));
  EXPECT_THAT(fmt::format("{}", fmt::join(text_report(result), "\n")), HasSubstr(" (4 times)"));
}

TEST(Causes, AreSoughtWhereGivenMovesFirstGoWrong) {
  const auto found =
      sentences(verified(suite_tasks(), [] { return std::make_unique<DropsGivenPromotions>(); }));
  ASSERT_FALSE(found.empty());
  for (const std::string& sentence : found)
    EXPECT_THAT(sentence, AllOf(StartsWith("reading the moves after a FEN"),
                                AnyOf(HasSubstr("pawn"), HasSubstr("promot"))));
}

TEST(Deaths, HaveFensInCommon) {
  const auto report = [](bool (*at)(const chess::Setup&)) {
    const auto result = verified(suite_tasks(), [=] { return std::make_unique<Crashes>(at); });
    return fmt::format("{}", fmt::join(text_report(result), "\n"));
  };
  EXPECT_THAT(report([](const chess::Setup& setup) { return setup.castling == no_castling; }),
              AllOf(HasSubstr(" positions without castling rights, and in no other"),
                    HasSubstr("with fewer men it dies, too: ")));
  EXPECT_THAT(
      report([](const chess::Setup& setup) { return setup.squares[h7] == white_pawn; }),
      AllOf(HasSubstr(" positions with a white pawn on h7, and in no other"),
            HasSubstr("  perhaps   the white pawn on h7 captures beyond the edge of the board"),
            HasSubstr("with fewer men it dies, too: 8/4K2P/8/8/8/8/8/k7 w - - 0 1")));
  EXPECT_THAT(report([](const chess::Setup& setup) { return setup.halfmove_clock > 97; }),
              AllOf(Not(HasSubstr("in no other")), HasSubstr("Failure: it crashed")));
}

TEST(Deaths, HaveTwoThingsInCommon) {
  const auto fens = [](const std::vector<std::string>& texts) {
    std::vector<chess::Setup> setups;
    for (const std::string& text : texts) setups.push_back(parse_fen(text));
    return setups;
  };
  const auto deadly = fens({"4k3/7P/8/8/8/8/8/4K3 w - - 0 1", "k7/7P/8/8/8/8/8/3K4 w - - 0 1",
                            "k7/7P/8/8/8/1P6/8/3K4 w - - 0 1"});
  EXPECT_EQ(common_to_fens(deadly, fens({"4k3/P7/8/8/8/8/8/4K3 w - - 0 1"})),
            "with a white pawn on h7");
  EXPECT_EQ(common_to_fens(deadly, fens({"4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
                                         "4k3/7P/8/3pP3/8/8/8/4K3 w - d6 0 1"})),
            "with a white pawn on h7 and without an e.p. square");
  EXPECT_EQ(common_to_fens(deadly, fens({"4k3/7P/8/8/8/8/8/4K3 w - - 0 1"})), "");
  EXPECT_EQ(common_to_fens({deadly.front(), deadly.back()}, {}), "");
}

TEST(ListedMoves, AreTheRightOnesIfAttacksAre) {
  for (const Task& task : suite_tasks()) {
    const AttackFault none{[](const Squares& squares, Square from, Square target, Square) {
      const auto found = attackers(squares, target, color_of(squares[from]));
      return std::ranges::find(found, from) != found.end();
    }};
    for (const AttackUse use :
         {AttackUse::all, AttackUse::all_but_pins, AttackUse::king, AttackUse::king_but_castling,
          AttackUse::pins, AttackUse::answers, AttackUse::out_of_check}) {
      AttackFault fault = none;
      fault.use = use;
      EXPECT_EQ(listed_moves(fault, *attack_facts_of(task.setup)), legal_moves(task.setup))
          << task.name;
    }
  }
}

TEST(ListedMoves, AreTheRightOnesIfTheOtherColoursAttacksAreMisjudged) {
  std::size_t forms = 0;
  for (const FaultModel& model : attack_faults())
    if (model.attacks->by && model.attacks->add_moves == nullptr) {
      ++forms;
      for (const Task& task : suite_tasks())
        if (*model.attacks->by == task.setup.side) {
          EXPECT_EQ(listed_moves(*model.attacks, *attack_facts_of(task.setup)),
                    legal_moves(task.setup))
              << model.says << model.form << ", " << task.name;
        }
    }
  EXPECT_GE(forms, 30U);
}

}  // namespace
}  // namespace plylab::perft::verify
