// A soak finds what is planted, and nothing where nothing is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "gen/chess/registry.h"
#include "gen/reversi/reversi.h"
#include "perft/games/countable_game.h"
#include "perft/soak/soak_body.h"
#include "tests/guest/connect4.h"
#include "tests/mutants/mutant.h"

namespace plylab::perft::soak {
namespace {

using chess::Mailbox;
using chess::X88;
using chess::mutants::Family;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Chess by two generators, and one with a fault.
template <class Planted>
struct FaultyChess : chess::Chess {
  static constexpr std::tuple generators{Generator<Mailbox>{"mailbox", ""},
                                         Generator<X88>{"x88", ""},
                                         Generator<Planted>{"planted", ""}};
};

template <class Planted>
Difference difference_by(std::uint64_t positions = 2'000'000) {
  const Result result = run<FaultyChess<Planted>>({.positions = positions, .every = 16});
  EXPECT_TRUE(result.difference) << "not found";
  return result.difference.value_or(Difference{});
}

/// Lists what a mutant lists; all else is right.
class MutantBoard : public Mailbox {
 public:
  using Mailbox::Mailbox;

  chess::Moves generate() const {
    const chess::Setup here = setup();
    const auto known = chess::pseudo_legal_moves(here);
    chess::Moves moves;
    for (const auto& one : chess::mutants::Mutant(here, planted).moves()) {
      const std::string text = to_text(one, chess::CastlingText::takes_rook);
      const auto move = std::find_if(known.begin(), known.end(), [&](chess::Move m) {
        return to_uci(m, chess::CastlingText::takes_rook) == text;
      });
      moves.add(move != known.end() ? *move : chess::Move(one.from, one.to));
    }
    return moves;
  }

  static inline chess::mutants::Fault planted = chess::mutants::Fault::none;
};

TEST(Soak, FindsPlantedFaultsOfGeneration) {
  // The ends of games are counted by the walk, and random games hardly lead to so many queens.
  std::vector<Family> done{Family::none,   Family::keys,   Family::unmake, Family::draws,
                           Family::memory, Family::chance, Family::ends,   Family::limits};
  for (const auto& info : chess::mutants::all_faults()) {
    if (std::find(done.begin(), done.end(), info.family) != done.end()) continue;
    done.push_back(info.family);  // the first of each
    MutantBoard::planted = info.fault;
    const Difference difference = difference_by<MutantBoard>();
    EXPECT_EQ(difference.check, Check::moves) << info.name;
    EXPECT_EQ(difference.generator, "planted") << info.name;
    EXPECT_THAT(difference.moves, IsEmpty()) << info.name;
    EXPECT_THAT(difference.what,
                AnyOf(HasSubstr("planted alone has "), HasSubstr("planted alone lacks ")))
        << info.name;
  }
}

/// The key forgets the e.p. square.
struct ForgetfulKey : Mailbox {
  using Mailbox::Mailbox;
  Key key() const {
    const auto square = setup().en_passant;
    const Key key = Mailbox::key();
    return square == chess::no_square
               ? key
               : key ^ chess::keys.en_passant[static_cast<unsigned>(chess::file_of(square))];
  }
};

/// A capture taken back leaves the clock as it is after it.
struct ForgetfulUnmake : Mailbox {
  using Mailbox::Mailbox;
  void unmake(chess::Move move, Undo undo) {
    if (move.is_capture()) undo.halfmove_clock = 0;
    Mailbox::unmake(move, undo);
  }
};

/// The count forgets promotions to a bishop.
struct ForgetfulCount : Mailbox {
  using Mailbox::Mailbox;
  unsigned count() const {
    const auto moves = generate();
    return static_cast<unsigned>(std::ranges::count_if(moves, [](chess::Move move) {
      return !move.is_promotion() || move.promoted() != chess::bishop;
    }));
  }
};

/// Two plies at once are one too many where castling is possible.
struct WrongSum : Mailbox {
  using Mailbox::Mailbox;
  std::uint64_t count_grandchildren() const {
    auto board = *this;
    const auto moves = generate();
    return summary_of_children(board).grandchildren +
           (std::ranges::any_of(moves, [](chess::Move move) { return move.is_castle(); }) ? 1 : 0);
  }
};

/// Castling keeps the right of the other rook, which only later moves show.
class StaleRights : public Mailbox {
 public:
  using Mailbox::Mailbox;
  struct Undo {
    Mailbox::Undo undo;
    bool stale;
  };
  Undo make(chess::Move move) {
    const Undo before{Mailbox::make(move), stale_};
    stale_ |= move.is_castle();
    return before;
  }
  void unmake(chess::Move move, const Undo& before) {
    Mailbox::unmake(move, before.undo);
    stale_ = before.stale;
  }
  Key key() const {
    return stale_ ? Mailbox::key() ^ Key { 1, 1 } : Mailbox::key();
  }

 private:
  bool stale_ = false;
};

TEST(Soak, FindsFaultsOfStateAndCount) {
  const Difference key = difference_by<ForgetfulKey>();
  EXPECT_EQ(key.check, Check::state);
  EXPECT_EQ(key.generator, "planted");
  const Difference unmake = difference_by<ForgetfulUnmake>();
  EXPECT_EQ(unmake.check, Check::unmake);
  EXPECT_EQ(unmake.generator, "planted");
  EXPECT_THAT(unmake.moves, IsEmpty());
  EXPECT_THAT(unmake.what, HasSubstr(" was made and taken back"));
  const Difference count = difference_by<ForgetfulCount>();
  EXPECT_EQ(count.check, Check::moves);
  EXPECT_EQ(count.generator, "planted");
  EXPECT_THAT(count.what, HasSubstr("counts "));
  const Difference sum = difference_by<WrongSum>();
  EXPECT_EQ(sum.check, Check::two_plies);
  EXPECT_EQ(sum.generator, "planted");
  EXPECT_THAT(sum.moves, IsEmpty());
}

TEST(Soak, KeepsMovesIfThePositionAloneIsRight) {
  const Difference stale = difference_by<StaleRights>();
  EXPECT_EQ(stale.check, Check::children);
  EXPECT_THAT(stale.moves, IsEmpty());  // one move before castling all is still well
}

/// The key forgets whose discs they are.
struct ColourBlind : guest::Board {
  explicit ColourBlind(const guest::Connect4::Start& start) : Board(start.board) {}
  Key key() const { return {packed()[0] | packed()[1], 0}; }
};
struct ColourBlindConnect4 : guest::Connect4 {
  static constexpr std::tuple generators{Generator<ColourBlind>{"planted", ""}};
};

TEST(Soak, FindsAKeyThatStandsForTwoPositions) {
  const Result result = run<ColourBlindConnect4>({.positions = 20'000});
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->check, Check::keys);
  EXPECT_EQ(result.difference->generator, "planted");
  EXPECT_EQ(result.difference->start, "-");
  EXPECT_THAT(result.difference->moves, Not(IsEmpty()));
}

/// A disc in the middle column stays where it is.
struct StickyMiddle : guest::Board {
  explicit StickyMiddle(const guest::Connect4::Start& start) : Board(start.board) {}
  void unmake(Move column, Undo undo) {
    Board::unmake(column, undo);
    if (column == 3) make(column);
  }
};
struct StickyConnect4 : guest::Connect4 {
  static constexpr std::tuple generators{Generator<StickyMiddle>{"planted", ""}};
};

TEST(Soak, NamesTheMoveThatIsNotTakenBack) {
  const Result result = run<StickyConnect4>({.positions = 20'000});
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->check, Check::unmake);
  EXPECT_THAT(result.difference->moves, IsEmpty());
  EXPECT_EQ(result.difference->what, "is not back in the position after 4 was made and taken back");
}

TEST(Soak, FindsNothingInTheGamesAsTheyAre) {
  for (const CountableGame& game : countable_games()) {
    const Result result = game.soak({.positions = 100'000, .threads = 2, .every = 64});
    EXPECT_FALSE(result.difference) << game.info.name << ": " << result.difference->what;
    EXPECT_GE(result.positions, 100'000U);
    EXPECT_TRUE(result.complete);
  }
  EXPECT_FALSE(run<guest::Connect4>({.positions = 20'000, .every = 8}).difference);
}

TEST(Soak, LooksAtTheSamePositionsHoweverManyThreads) {
  const auto look = [](int threads, std::uint64_t seed) {
    return run<chess::Chess>({.positions = 30'000, .seed = seed, .threads = threads}).positions;
  };
  EXPECT_EQ(look(1, 5), look(1, 5));
  EXPECT_NE(look(1, 5), look(1, 6));
}

TEST(Soak, EndsWhenStopped) {
  std::atomic<bool> stop = false;
  Job job{.stop = &stop};
  job.progress = [&](double, double positions) { stop = positions > 10'000; };
  const Result result = run<chess::Chess>(job);
  EXPECT_FALSE(result.complete);
  EXPECT_GT(result.positions, 10'000U);
  EXPECT_LT(result.positions, 12'000U);
}

}  // namespace
}  // namespace plylab::perft::soak
