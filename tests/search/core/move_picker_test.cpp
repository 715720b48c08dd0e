// The move picker: each legal move exactly once, in the order that a slow sort gives.
#include "search/core/move_picker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "search/core/history.h"
#include "tests/search/core/see_reference.h"
#include "tests/support/random_games.h"
#include "tests/support/toy_games.h"

namespace plylab::search {
namespace {

using Moves = std::vector<chess::Move>;
using Picker = MovePicker<chess::Mailbox>;

const ChessEvaluation by_squares("pst");

/// All moves in the order in which they are picked.
Moves picked(Picker& picker) {
  Moves moves;
  for (std::size_t i = 0; i < picker.size(); ++i) {
    moves.push_back(picker.pick(i));
    EXPECT_EQ(picker.picked(i), moves.back());
  }
  return moves;
}

int slow_mvv_lva(const chess::Setup& setup, chess::Move move) {
  const auto order = [&](chess::Square s) { return piece_order(chess::type_of(setup.squares[s])); };
  int gain = move.is_promotion() ? 8 * piece_order(move.promoted()) : 0;
  if (move.is_capture()) gain += 8 * order(move.captured_on()) + 7 - order(move.from());
  return gain;
}

/// What comes first: the best known move, captures and promotions by MVV/LVA (unless they lose by
/// exchange, where the ordering looks at that), killers, quiet moves by their history, losing
/// captures. Then what decides among equals.
auto slow_rank(const chess::Setup& setup, const chess::Mailbox& board,
               const Hints<ChessEvaluation>& h, chess::Move move, std::size_t place) {
  int klass = 3;
  int score = 0;
  const int tie = h.order == Order("generation") ? static_cast<int>(place) : move.bits();
  const int mvv = slow_mvv_lva(setup, move);
  if (h.best != nullptr && move == *h.best) {
    klass = 0;
  } else if (h.order == Order("gain")) {
    klass = 1;
    score = by_squares.gain(board, move);
  } else if (h.order != Order("generation") && h.order != Order("canonical") && mvv > 0) {
    const bool loses = h.order == Order("see") && h.depth > 1 && testing::slow_see(setup, move) < 0;
    klass = loses ? 4 : 1;
    score = mvv;
  } else if (h.killers != nullptr && h.killers->rank(h.ply, move) > 0) {
    klass = 2;
    score = h.killers->rank(h.ply, move);
  } else if (h.history != nullptr) {
    score = h.history->score(setup.side, move);
  }
  return std::tuple(klass, -score, tie);
}

Moves slowly_ordered(const chess::Setup& setup, const chess::Mailbox& board,
                     const Hints<ChessEvaluation>& hints) {
  const auto generated = board.generate();
  std::vector<std::size_t> places(generated.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return slow_rank(setup, board, hints, generated[a], a) <
           slow_rank(setup, board, hints, generated[b], b);
  });
  Moves moves;
  for (const std::size_t place : places) moves.push_back(generated[place]);
  return moves;
}

TEST(Killers, ComeByHowOftenTheyHaveCutIfThatIsAsked) {
  const chess::Move a(chess::e2, chess::e4), b(chess::d2, chess::d4), c(chess::g1, chess::f3);
  Killers newest, counted(true);
  for (const chess::Move move : {a, a, b, c}) {
    newest.learn(3, move);
    counted.learn(3, move);
  }
  EXPECT_EQ(newest.rank(3, c), 2);
  EXPECT_EQ(newest.rank(3, b), 1);
  EXPECT_EQ(newest.rank(3, a), 0);
  EXPECT_EQ(counted.rank(3, a), 2);
  EXPECT_EQ(counted.rank(3, c), 1);  // in the place of b, which had cut less often
  EXPECT_EQ(counted.rank(3, b), 0);
  for (int i = 0; i < 2; ++i) counted.learn(3, c);
  EXPECT_EQ(counted.rank(3, c), 2);
  EXPECT_EQ(counted.rank(3, a), 1);
  EXPECT_EQ(counted.rank(4, c), 0);
}

TEST(MovePicker, TriesRDChessClassesInTheirOrder) {
  // The queen is attacked by a pawn, and can take a rook that nobody defends.
  const chess::ValidSetup position("4k3/1p6/2p5/3Q3r/4P3/8/8/4K2R w K - 0 1");
  const chess::Mailbox board(position);
  Killers killers;
  const auto move = [&](const char* text) { return chess::parse_move(board, text); };
  killers.learn(0, move("h1h2"));
  Picker picker;
  picker.start_by_classes(
      board, board.generate(),
      Hints<ChessEvaluation>{
          .order = "classes", .evaluation = by_squares, .depth = 3, .ply = 0, .killers = &killers});
  const Moves order = picked(picker);
  const auto place = [&](const char* text) {
    return std::find(order.begin(), order.end(), move(text)) - order.begin();
  };
  EXPECT_EQ(place("h1h2"), 0);              // the killer
  EXPECT_LT(place("d5h5"), 3);              // wins the rook, as h1h5 does
  EXPECT_LT(place("d5d4"), place("e1e2"));  // from danger to safety, then to safety
  EXPECT_LT(place("e1e2"), place("e4e5"));  // a pawn that may be taken
  EXPECT_LT(place("e4e5"), place("d5c6"));  // a queen for a pawn
  EXPECT_LT(place("d5c6"), place("d5d8"));  // and for nothing
}

TEST(MovePicker, PicksEachMoveOnceInEveryOrder) {
  Killers killers;
  ButterflyHistory history;
  int number = 0;
  testing::random_positions(4'000, 80,
                            [&](const chess::Setup& setup, const auto& legal, auto next) {
                              const chess::Mailbox board{chess::ValidSetup(setup)};
                              const int ply = ++number % 5;
                              for (const Order order : Order::all())
                                for (const bool with_best : {false, true})
                                  for (const bool with_tables : {false, true}) {
                                    const Hints<ChessEvaluation> hints{
                                        .order = order,
                                        .evaluation = by_squares,
                                        .depth = 1 + number % 3,
                                        .ply = ply,
                                        .best = with_best ? &next : nullptr,
                                        .killers = with_tables ? &killers : nullptr,
                                        .history = with_tables ? &history : nullptr,
                                    };
                                    Picker picker;
                                    picker.start(board, board.generate(), hints);
                                    const Moves moves = picked(picker);
                                    ASSERT_EQ(moves, slowly_ordered(setup, board, hints))
                                        << order->name << ' ' << to_string(setup);
                                    if (with_best) {
                                      ASSERT_EQ(moves.front(), next);
                                    }
                                    Moves sorted = moves;
                                    std::sort(sorted.begin(), sorted.end());
                                    ASSERT_EQ(sorted, Moves(legal.begin(), legal.end()));
                                  }
                              if (is_quiet(next)) {  // what the next positions are ordered by
                                killers.learn(ply, next);
                                history.learn(setup.side, next, 1 + number % 7);
                              }
                            });
}

TEST(MovePicker, PicksCapturesAndPromotionsAloneForTheQuiescenceSearch) {
  testing::random_positions(4'000, 80, [&](const chess::Setup& setup, const auto& legal, auto) {
    const chess::Mailbox board{chess::ValidSetup(setup)};
    Picker picker;
    picker.start_noisy(board, chess::captures_of(board));
    Moves expected;
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(expected),
                 [](chess::Move move) { return !is_quiet(move); });
    std::stable_sort(expected.begin(), expected.end(), [&](chess::Move a, chess::Move b) {
      return slow_mvv_lva(setup, a) > slow_mvv_lva(setup, b);
    });
    ASSERT_EQ(picked(picker), expected) << to_string(setup);
  });
}

TEST(MovePicker, OrdersQuietMovesByTheirQuietHistory) {
  const chess::Mailbox board{chess::ValidSetup(chess::startpos_fen)};
  const chess::Move good(chess::h2, chess::h3), bad(chess::a2, chess::a3);
  QuietHistory quiet_history(true, true);
  const PreviousMoves previous{5, 6};
  quiet_history.learn(chess::white, good, piece_target(board, good), previous, 5, true);
  quiet_history.learn(chess::white, bad, piece_target(board, bad), previous, 5, false);
  const Hints<ChessEvaluation> hints{.order = "captures",
                                     .evaluation = by_squares,
                                     .depth = 3,
                                     .ply = 0,
                                     .quiet_history = &quiet_history,
                                     .previous = previous};
  Picker picker;
  picker.start(board, board.generate(), hints);
  const Moves moves = picked(picker);
  EXPECT_EQ(moves.front(), good);
  EXPECT_EQ(moves.back(), bad);
  EXPECT_GT(picker.quiet_score(0), 0);
  EXPECT_EQ(picker.quiet_score(1), 0);
  EXPECT_LT(picker.quiet_score(19), 0);
}

TEST(MovePicker, DropsQuietMovesFromAPlaceOn) {
  testing::random_positions(1'000, 80, [&](const chess::Setup& setup, const auto&, auto) {
    const chess::Mailbox board{chess::ValidSetup(setup)};
    const Hints<ChessEvaluation> hints{
        .order = "canonical", .evaluation = by_squares, .depth = 3, .ply = 0};
    Picker whole, picker;
    whole.start(board, board.generate(), hints);
    picker.start(board, board.generate(), hints);
    const Moves all = picked(whole);
    const std::size_t place = std::min<std::size_t>(3, all.size());
    Moves expected(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(place));
    for (std::size_t i = 0; i < place; ++i) picker.pick(i);
    picker.drop(place, [](chess::Move move) { return is_quiet(move); });
    std::copy_if(all.begin() + static_cast<std::ptrdiff_t>(place), all.end(),
                 std::back_inserter(expected), [](chess::Move move) { return !is_quiet(move); });
    ASSERT_EQ(picked(picker), expected) << to_string(setup);
  });
}

TEST(MovePicker, OfAnotherGamePutsTheBestMoveFirst) {
  const toys::UniformTree tree(5, 0);
  const auto order = [&](const toys::UniformTree::Move* best) {
    MovePicker<toys::UniformTree> picker;
    picker.start(tree, tree.generate(), Order("canonical"), best);
    std::vector<int> moves;
    for (std::size_t i = 0; i < picker.size(); ++i) moves.push_back(picker.pick(i));
    return moves;
  };
  const toys::UniformTree::Move best = 3, unknown = 9;
  EXPECT_EQ(order(nullptr), (std::vector{0, 1, 2, 3, 4}));
  EXPECT_EQ(order(&best), (std::vector{3, 0, 1, 2, 4}));
  EXPECT_EQ(order(&unknown), (std::vector{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace plylab::search
