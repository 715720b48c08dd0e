// Counting two and three plies at once, beside the slow way; and of what kinds the children are
// that the positions of the tests have.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "gen/base/input_error.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "tests/support/cases.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

using namespace chess;

template <class Board>
class Children : public ::testing::Test {
 protected:
  void SetUp() override {
    const bool runs = std::apply(
        [](const auto&... entry) {
          return ((std::is_same_v<typename std::decay_t<decltype(entry)>::Board, Board> &&
                   entry.runs()) ||
                  ...);
        },
        Chess::generators);
    if (!runs) GTEST_SKIP() << "this CPU cannot run it";
  }

  /// Both sums for a position and the sum of two plies for all its children.
  static void expect_sums(const chess::Setup& setup) {
    Board board{chess::ValidSetup(setup)};
    std::uint64_t two = 0, three = 0;
    for (const Move move : board.generate()) {
      const auto undo = board.make(move);
      two += board.count();
      std::uint64_t below = 0;
      for (const Move reply : board.generate()) {
        const auto before = board.make(reply);
        below += board.count();
        board.unmake(reply, before);
      }
      ASSERT_EQ(board.count_grandchildren(), below) << to_string(board.setup());
      three += below;
      board.unmake(move, undo);
    }
    ASSERT_EQ(board.count_grandchildren(), two) << to_string(setup);
    ASSERT_EQ(board.count_great_grandchildren(), three) << to_string(setup);
  }

  /// The moves of all grandchildren by kind, and the sum of those of the children's children, which
  /// the conformance test compares with the slow way.
  static void expect_kinds(const chess::Setup& setup) {
    Board board{chess::ValidSetup(setup)};
    std::array<std::uint64_t, MoveKinds::counted> child_by_child{}, at_once{};
    const Moves moves = board.generate();
    ShortPaths sum{0, moves.empty()};
    for (const Move move : moves) {
      const auto undo = board.make(move);
      sum += board.add_child_kinds(child_by_child);
      board.unmake(move, undo);
    }
    const ShortPaths paths = board.add_grandchild_kinds(at_once);
    ASSERT_EQ(paths.full, sum.full) << to_string(setup);
    ASSERT_EQ(paths.early, sum.early) << to_string(setup);
    ASSERT_EQ(at_once, child_by_child) << to_string(setup);
  }
};

#ifdef __x86_64__
using Kernels = ::testing::Types<Bitboard<Avx512>, Bitboard<Avx2>, Bitboard<Pext>, Bitboard<Magic>>;
#else
using Kernels = ::testing::Types<Bitboard<Magic>>;
#endif
struct KernelName {
  template <class Board>
  static std::string GetName(int) {
    if (std::is_same_v<Board, Bitboard<Avx512>>) return "avx512";
    if (std::is_same_v<Board, Bitboard<Avx2>>) return "avx2";
    return std::is_same_v<Board, Bitboard<Pext>> ? "pext" : "magic";
  }
};
TYPED_TEST_SUITE(Children, Kernels, KernelName);

TYPED_TEST(Children, CountAsMuchTogetherAsOneByOne) {
  testing::random_positions(testing::cases(30'000), 40,
                            [&](const chess::Setup& setup, const auto&, Move) {
                              if (!this->HasFatalFailure()) this->expect_sums(setup);
                            });
}

TYPED_TEST(Children, CountAsMuchTogetherAsOneByOneInChess960) {
  testing::random_chess960_positions(testing::cases(15'000),
                                     [&](const chess::Setup& setup, const auto&, Move) {
                                       if (!this->HasFatalFailure()) this->expect_sums(setup);
                                     });
}

TYPED_TEST(Children, AreOfTheSameKindsTogether) {
  const auto expect = [&](const chess::Setup& setup, const auto&, Move) {
    if (!this->HasFatalFailure()) this->expect_kinds(setup);
  };
  testing::random_positions(testing::cases(20'000), 40, expect);
  testing::random_chess960_positions(testing::cases(10'000), expect);
}

/// Some pieces anywhere: checks, pins and mates far more often than in games. nullopt if that is no
/// position.
std::optional<ValidSetup> random_placement(std::mt19937_64& random) {
  chess::Setup setup;
  const auto put = [&](Piece piece, int first, int end) {
    const auto square = static_cast<Square>(std::uniform_int_distribution(first, end - 1)(random));
    if (setup.squares[square] == no_piece) setup.squares[square] = piece;
  };
  put(white_king, a1, 64);
  put(black_king, a1, 64);
  for (int pieces = std::uniform_int_distribution(2, 14)(random); pieces > 0; --pieces) {
    constexpr PieceType types[] = {bishop, rook, queen, knight, pawn, pawn, rook, bishop};
    const PieceType type = types[random() % 8];
    const Piece piece = make_piece(random() % 2 == 0 ? white : black, type);
    type == pawn ? put(piece, a2, a8) : put(piece, a1, 64);
  }
  setup.side = random() % 2 == 0 ? white : black;
  try {
    return ValidSetup(setup);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

TYPED_TEST(Children, AreOfTheSameKindsOneByOneAndSideBySide) {
  if (std::is_same_v<TypeParam, Bitboard<Magic>>) GTEST_SKIP() << "counts them one by one";
  std::mt19937_64 random(2026);
  for (int i = 0; i < testing::cases(400'000); ++i) {
    const std::optional<ValidSetup> start = random_placement(random);
    if (!start) continue;
    std::array<std::uint64_t, MoveKinds::counted> one_by_one{}, at_once{};
    const ShortPaths wanted = Bitboard<Magic>(*start).add_child_kinds(one_by_one);
    const ShortPaths found = TypeParam(*start).add_child_kinds(at_once);
    ASSERT_EQ(found.full, wanted.full) << to_string(start->setup());
    ASSERT_EQ(found.early, wanted.early) << to_string(start->setup());
    ASSERT_EQ(at_once, one_by_one) << to_string(start->setup());
  }
}

/// Checks whose answers depend on what the move opens: a pawn that promotes beside the bishop that
/// it shielded from a pin (g1=Q is mate after Bf2, as Bxg1 would bare the king); the same with a
/// queen.
TYPED_TEST(Children, AreMatedByPinsThatTheMoveOpens) {
  for (const char* fen :
       {"4k3/8/8/8/6p1/8/4rBpK/2r5 b - - 0 1", "4k3/8/8/8/6p1/8/4rQpK/2r5 b - - 0 1",
        "4k3/8/8/8/6p1/4r3/6pK/2r3B1 b - - 0 1", "4k3/8/8/8/6p1/4r3/6pK/2r1Q3 b - - 0 1"}) {
    if (this->IsSkipped()) return;
    TypeParam board{chess::ValidSetup(chess::parse_fen(fen))};
    std::array<std::uint64_t, MoveKinds::counted> one_by_one{}, at_once{};
    for (const Move move : board.generate()) {
      const auto undo = board.make(move);
      for (const Move reply : board.generate()) {
        const auto before = board.make(reply);
        for (const Move last : board.generate()) MoveKinds::add(board, last, one_by_one);
        board.unmake(reply, before);
      }
      board.unmake(move, undo);
    }
    board.add_grandchild_kinds(at_once);
    EXPECT_EQ(at_once, one_by_one) << fen;
  }
}

/// The pieces of a side that are pinned to its king.
Bits pinned(const Squares& squares, Color side) {
  Bits pins = 0;
  if (in_check(squares, side)) return pins;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = squares[square];
    if (piece == no_piece || color_of(piece) != side || type_of(piece) == king) continue;
    Squares without = squares;
    without[square] = no_piece;
    if (in_check(without, side)) pins |= bit(square);
  }
  return pins;
}

/// The moves of the king of the side to move.
std::vector<Move> king_moves(const chess::Setup& setup) {
  std::vector<Move> moves = legal_moves(setup);
  std::erase_if(moves, [&](Move move) { return type_of(setup.squares[move.from()]) != king; });
  for (Move& move : moves)  // whether it captures is not the matter
    if (move.is_capture()) move = Move(move.from(), move.to());
  return moves;
}

/// Whether a slider of a side attacks `on` along the line through `on` and `other`.
bool slider_attacks_along(const Squares& squares, Color side, Square on, Square other) {
  const int files = file_of(other) - file_of(on), ranks = rank_of(other) - rank_of(on);
  if (files != 0 && ranks != 0 && files != ranks && files != -ranks) return false;
  const PieceType slider = files == 0 || ranks == 0 ? rook : bishop;
  const int file_step = (files > 0) - (files < 0), rank_step = (ranks > 0) - (ranks < 0);
  for (const int way : {1, -1})
    for (int n = 1;; ++n) {
      const int file = file_of(on) + way * n * file_step, rank = rank_of(on) + way * n * rank_step;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      const Piece piece = squares[make_square(file, rank)];
      if (piece == no_piece) continue;
      if (color_of(piece) == side && (type_of(piece) == slider || type_of(piece) == queen))
        return true;
      break;
    }
  return false;
}

/// What a move changes beyond the values of its two squares: see DIFFERENCES.md.
const char* kind_of_child(const chess::Setup& setup, const chess::Setup& passed, Move move) {
  const chess::Setup child = after(setup, move);
  if (move.is_en_passant()) return "en passant";
  if (move.is_castle()) return "castling";
  if (in_check(child.squares, child.side)) return "check";
  const Bits before = pinned(setup.squares, child.side) & ~bit(move.to());
  const Bits now = pinned(child.squares, child.side);
  if ((now & ~before) != 0) return "pin begins";
  if ((before & ~now) != 0) return "pin ends";
  if (king_moves(child) != king_moves(passed)) return "king";
  if (move.is_promotion()) return "promotion";
  return slider_attacks_along(setup.squares, child.side, move.from(), move.to()) ? "along a line"
                                                                                 : "calm";
}

TEST(ChildrenOfTheTests, AreOfAllKinds) {
  std::map<std::string, int> children;
  testing::random_positions(6'000, 40, [&](const chess::Setup& setup, const auto& moves, Move) {
    chess::Setup passed = setup;
    passed.side = !setup.side;
    passed.en_passant = no_square;
    if (in_check(setup.squares, setup.side)) return;  // there is no passing then
    for (const Move move : moves) ++children[kind_of_child(setup, passed, move)];
  });
  for (const auto& [kind, count] : children) RecordProperty(kind, count);
  const std::map<std::string, int> min = {
      {"calm", 50'000},   {"along a line", 2'000}, {"king", 10'000},
      {"check", 2'000},   {"pin begins", 500},     {"pin ends", 500},
      {"promotion", 250}, {"castling", 150},       {"en passant", 50}};
  for (const auto& [kind, count] : min) EXPECT_GE(children[kind], count) << kind;
  EXPECT_EQ(children.size(), min.size());
}

}  // namespace
}  // namespace plylab
