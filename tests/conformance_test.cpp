// The invariants that every generator in the registry must hold. A new generator is tested by being
// listed there.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gen/chess/registry.h"
#include "gen/chess/rules.h"
#include "perft/walk.h"
#include "tests/random_games.h"

namespace plylab {
namespace {

using namespace chess;

template <class Tuple>
struct TypesOf;
template <class... Entry>
struct TypesOf<const std::tuple<Entry...>> {
  using type = ::testing::Types<Entry...>;
};

template <class Entry>
class Conformance : public ::testing::Test {
 protected:
  using Board = typename Entry::Board;
  static constexpr Entry entry = std::get<Entry>(generators);

  void SetUp() override {
    if (!entry.runs()) GTEST_SKIP() << "this CPU cannot run " << entry.name << "/" << entry.kernel;
  }
};

struct EntryName {
  template <class Entry>
  static std::string GetName(int) {
    const Entry entry = std::get<Entry>(generators);
    return std::string(entry.name) + std::string(entry.kernel);
  }
};

TYPED_TEST_SUITE(Conformance, typename TypesOf<decltype(generators)>::type, EntryName);

template <class Board>
std::vector<Move> sorted_moves(const Board& board) {
  const auto moves = board.generate();
  std::vector<Move> sorted(moves.begin(), moves.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// Everything a board says about its position must be what the reference says.
template <class Board>
void expect_same_position(const Board& board, const Fen& fen) {
  ASSERT_EQ(to_string(board.fen()), to_string(fen));
  ASSERT_EQ(board.key(), compute_key(fen));
  ASSERT_EQ(board.packed(), pack(fen));
  ASSERT_EQ(board.side_to_move(), fen.side);
  ASSERT_EQ(board.halfmove_clock(), fen.halfmove_clock);
  ASSERT_EQ(board.checkers() != 0, in_check(fen.squares, fen.side));
  ASSERT_EQ(board.drawn(), fen.halfmove_clock >= 100 || insufficient_material(fen.squares));
}

TYPED_TEST(Conformance, AgreesWithTheReferenceInRandomGames) {
  // The sanitizers make every step several times as slow.
#ifdef PLYLAB_SANITIZED
  constexpr int positions = 20'000;
#else
  constexpr int positions = 400'000;
#endif
  std::optional<typename TestFixture::Board> board;
  std::optional<Fen> expected;
  testing::random_positions(positions, 40, [&](const Fen& fen, const auto& moves, Move next) {
    if (::testing::Test::HasFatalFailure()) return;
    // Within a game the board has come here by make(); at its start it is set up anew.
    if (!expected || *expected != fen) board.emplace(chess::Setup(fen));
    expect_same_position(*board, fen);
    ASSERT_EQ(sorted_moves(*board), moves) << to_string(fen);
    ASSERT_EQ(board->count(), moves.size()) << to_string(fen);
    if (moves.size() == 1 || fen.halfmove_clock % 8 == 0)  // some nodes: all children
      for (const Move move : moves) {
        const auto undo = board->make(move);
        expect_same_position(*board, chess::after(fen, move));
        board->unmake(move, undo);
        ASSERT_EQ(board->packed(), pack(fen)) << to_string(fen) << ' ' << to_uci(move);
        ASSERT_EQ(board->key(), compute_key(fen)) << to_string(fen) << ' ' << to_uci(move);
        ASSERT_EQ(to_string(board->fen()), to_string(fen)) << to_uci(move);
      }
    if constexpr (requires { board->make_null(); })
      if (!in_check(fen.squares, fen.side)) {
        Fen passed = fen;
        passed.side = !fen.side;
        passed.en_passant = no_square;
        ++passed.halfmove_clock;
        passed.fullmove += fen.side == black;
        const auto undo = board->make_null();
        expect_same_position(*board, passed);
        board->unmake_null(undo);
        expect_same_position(*board, fen);
      }
    if constexpr (requires { board->count_two(); }) {
      std::uint64_t children = 0;
      for (const Move move : moves) {
        const auto undo = board->make(move);
        children += board->count();
        board->unmake(move, undo);
      }
      ASSERT_EQ(board->count_two(), children) << to_string(fen);
    }
    board->make(next);
    expected = chess::after(fen, next);
  });
}

/// What the random positions above contain: they prove nothing about a rule that never occurs.
TEST(RandomPositions, CoverTheRules) {
  int checks = 0, double_checks = 0, castles = 0, promotions = 0, en_passant = 0, refused = 0;
  int pins[4] = {};  // along files, ranks, rising and falling diagonals
  testing::random_positions(100'000, 40, [&](const Fen& fen, const auto& moves, Move next) {
    const Mailbox board{chess::Setup(fen)};
    const int checkers = std::popcount(board.checkers());
    checks += checkers == 1;
    double_checks += checkers > 1;
    for (const Move move : moves) {
      castles += move.is_castle();
      promotions += move.is_promotion();
      en_passant += move.is_en_passant();
    }
    // An e.p. square that is not kept: beside the pawn stands one that may not capture.
    const Fen then = chess::after(fen, next);
    if (next.kind() == MoveKind::double_push && then.en_passant == no_square)
      for (int side : {-1, 1}) {
        const int file = file_of(next.to()) + side;
        refused +=
            file >= 0 && file < 8 &&
            then.squares[make_square(file, rank_of(next.to()))] == make_piece(then.side, pawn);
      }
    const Square king_square = find_king(fen.squares, fen.side);
    for (int s = a1; s <= h8; ++s) {
      const auto square = static_cast<Square>(s);
      if (fen.squares[square] == no_piece || color_of(fen.squares[square]) != fen.side ||
          square == king_square || checkers != 0)
        continue;
      Squares without = fen.squares;
      without[square] = no_piece;
      if (!in_check(without, fen.side)) continue;
      const int files = file_of(square) - file_of(king_square);
      const int ranks = rank_of(square) - rank_of(king_square);
      ++pins[files == 0 ? 0 : ranks == 0 ? 1 : files == ranks ? 2 : 3];
    }
  });
  EXPECT_GT(checks, 5'000);
  EXPECT_GT(double_checks, 30);
  EXPECT_GT(castles, 5'000);
  EXPECT_GT(promotions, 10'000);
  EXPECT_GT(en_passant, 1'000);
  EXPECT_GT(refused, 20);
  for (int line = 0; line < 4; ++line) EXPECT_GT(pins[line], 1'000) << "line " << line;
}

TYPED_TEST(Conformance, ReadsEveryPositionOfTheSuites) {
  for (const char* suite : {"perft", "bratko-kopec", "seeds", "demo"})
    for (const auto& record : testing::shipped_suite(suite)) {
      const chess::Setup setup(record.fen);
      const typename TestFixture::Board board(setup);
      expect_same_position(board, setup.fen());
      ASSERT_EQ(sorted_moves(board), chess::legal_moves(setup.fen()));
      Squares seen{};
      board.for_each_piece([&](Piece piece, Square square) { seen[square] = piece; });
      EXPECT_EQ(seen, setup.squares());
      for (int s = a1; s <= h8; ++s)
        EXPECT_EQ(board.piece_on(static_cast<Square>(s)), setup.squares()[static_cast<Square>(s)]);
    }
}

TYPED_TEST(Conformance, CountsThePublishedPerfts) {
#ifdef PLYLAB_SANITIZED
  constexpr std::uint64_t most = 200'000;
#else
  constexpr std::uint64_t most = 20'000'000;
#endif
  for (const auto& record : testing::shipped_suite("perft"))
    for (const auto& [depth, paths] : suites::perft_counts(record))
      if (paths <= most) {
        EXPECT_EQ(to_string(perft::perft(typename TestFixture::Board(chess::Setup(record.fen)),
                                         static_cast<int>(depth))),
                  std::to_string(paths))
            << record.id().value_or("") << " depth " << depth;
      }
}

TYPED_TEST(Conformance, KnowsHowGamesEnd) {
  const auto outcome_of = [](const char* fen) {
    return outcome(typename TestFixture::Board(chess::Setup(fen)));
  };
  EXPECT_EQ(outcome_of("startpos"), Outcome::ongoing);
  EXPECT_EQ(outcome_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
            Outcome::loss);
  EXPECT_EQ(outcome_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Outcome::draw);
  EXPECT_EQ(outcome_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), Outcome::ongoing);
  EXPECT_EQ(outcome_of("7k/8/6K1/8/8/8/8/R7 w - - 100 80"), Outcome::draw);
  // Mate on the hundredth ply stands before the fifty-move rule (FIDE 9.6.2).
  EXPECT_EQ(outcome_of("R6k/8/6K1/8/8/8/8/8 b - - 100 80"), Outcome::loss);
  EXPECT_EQ(outcome_of("8/8/4k3/8/8/3K4/8/8 w - - 0 1"), Outcome::draw);
  EXPECT_EQ(outcome_of("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"), Outcome::draw);
  EXPECT_EQ(outcome_of("8/8/4k3/8/8/2NKN3/8/8 w - - 0 1"), Outcome::ongoing);
  EXPECT_EQ(outcome_of("8/5b2/4k3/8/8/3K4/3B4/8 w - - 0 1"), Outcome::ongoing);
  EXPECT_EQ(outcome_of("8/4b3/4k3/8/8/3K4/3B4/8 w - - 0 1"), Outcome::draw);
  EXPECT_EQ(outcome_of("8/4p3/4k3/8/8/3K4/8/8 w - - 0 1"), Outcome::ongoing);
}

TYPED_TEST(Conformance, CopesWithPositionsNoGameReaches) {
  for (const char* text : {"6bk/6bb/8/8/QQQQQQQQ/QQQQQQQK/8/8 w - - 0 1",  // 15 queens
                           "4k3/8/5N2/1B6/8/8/8/K3R3 b - - 0 1",           // three checkers
                           "K7/8/8/8/8/8/ppppppp1/7k b - - 0 1"}) {
    const chess::Setup setup((std::string_view(text)));
    const typename TestFixture::Board board(setup);
    EXPECT_EQ(sorted_moves(board), chess::legal_moves(setup.fen())) << text;
    EXPECT_EQ(board.count(), board.generate().size());
  }
}

}  // namespace
}  // namespace plylab
