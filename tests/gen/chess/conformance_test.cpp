// The invariants that every generator in the registry must hold. A new generator is tested by being
// listed there.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/chess/registry.h"
#include "perft/walk/walk.h"
#include "tests/support/cases.h"
#include "tests/support/move_parts.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

using namespace chess;
using testing::sorted_list;

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
  static constexpr Entry entry = std::get<Entry>(Chess::generators);

  void SetUp() override {
    if (!entry.runs()) GTEST_SKIP() << "this CPU cannot run " << entry.name << "/" << entry.kernel;
  }
};

struct EntryName {
  template <class Entry>
  static std::string GetName(int) {
    const Entry entry = std::get<Entry>(Chess::generators);
    return std::string(entry.name) + std::string(entry.kernel);
  }
};

TYPED_TEST_SUITE(Conformance, typename TypesOf<decltype(Chess::generators)>::type, EntryName);

/// What the reference says about a position.
struct Expected {
  explicit Expected(const chess::Setup& of)
      : setup(of),
        text(to_string(of)),
        key(compute_key(of)),
        packed(pack(of)),
        check(in_check(of.squares, of.side)),
        drawn(of.halfmove_clock >= 100 || insufficient_material(of.squares)) {}

  chess::Setup setup;
  std::string text;
  Key key;
  Packed packed;
  bool check, drawn;
};

/// A position of a game with all that the boards are compared with.
struct Node {
  Expected here;
  bool starts;  ///< a game; all others follow from the node before by its `next`
  std::vector<Move> moves;
  std::vector<Expected> children;  ///< by move; of some nodes only
  std::optional<Expected> passed;  ///< after a null move, where it is allowed
  Move next;
};

/// Everything a board says about its position must be what the reference says.
template <class Board>
void expect_same_position(const Board& board, const Expected& expected) {
  ASSERT_EQ(to_string(board.setup()), expected.text);
  ASSERT_EQ(board.key(), expected.key) << expected.text;
  ASSERT_EQ(board.packed(), expected.packed) << expected.text;
  ASSERT_EQ(board.side_to_move(), expected.setup.side);
  ASSERT_EQ(board.halfmove_clock(), expected.setup.halfmove_clock);
  ASSERT_EQ(board.checkers() != 0, expected.check) << expected.text;
  ASSERT_EQ(board.drawn_by_rule(), expected.drawn) << expected.text;
}

/// Follows games on a board and compares it with the reference in every position.
template <class Entry>
class Follower {
 public:
  using Board = typename Entry::Board;

  void visit(const Entry& entry, const Node& node) {
    if (::testing::Test::HasFatalFailure() || !entry.runs()) return;
    SCOPED_TRACE(std::string(entry.name) + std::string(entry.kernel));
    // Within a game the board has come here by make(); at its start it is set up anew.
    if (node.starts) board_.emplace(chess::ValidSetup(node.here.setup));
    const std::string& text = node.here.text;
    expect_same_position(*board_, node.here);
    ASSERT_EQ(sorted_list(board_->generate()), node.moves) << text;
    ASSERT_EQ(board_->count(), node.moves.size()) << text;
    testing::expect_right_parts(*board_, node.moves);
    if (::testing::Test::HasFatalFailure()) FAIL() << text;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const auto undo = board_->make(node.moves[i]);
      expect_same_position(*board_, node.children[i]);
      board_->unmake(node.moves[i], undo);
      expect_same_position(*board_, node.here);
    }
    if constexpr (requires { board_->make_null(); })
      if (node.passed) {
        const auto undo = board_->make_null();
        expect_same_position(*board_, *node.passed);
        board_->unmake_null(undo);
        expect_same_position(*board_, node.here);
      }
    if constexpr (requires { board_->count_grandchildren(); }) expect_same_grandchildren(node);
    if constexpr (CountsKinds<Board, MoveKinds>) expect_same_kinds(node);
    board_->make(node.next);
  }

 private:
  void expect_same_grandchildren(const Node& node) {
    std::uint64_t grandchildren = 0;
    for (const Move move : node.moves) {
      const auto undo = board_->make(move);
      grandchildren += board_->count();
      board_->unmake(move, undo);
    }
    ASSERT_EQ(board_->count_grandchildren(), grandchildren) << node.here.text;
  }

  void expect_same_kinds(const Node& node) {
    std::array<std::uint64_t, MoveKinds::counted> one_by_one{}, at_once{};
    for (const Move move : node.moves) MoveKinds::add(*board_, move, one_by_one);
    ASSERT_EQ(board_->add_kinds(at_once), node.moves.size()) << node.here.text;
    ASSERT_EQ(at_once, one_by_one) << node.here.text;
    if constexpr (CountsChildKinds<Board, MoveKinds>) expect_same_child_kinds(node);
  }

  void expect_same_child_kinds(const Node& node) {
    std::array<std::uint64_t, MoveKinds::counted> one_by_one{}, at_once{};
    ShortPaths paths{0, node.moves.empty()};
    for (const Move move : node.moves) {
      const auto undo = board_->make(move);
      const unsigned replies = board_->add_kinds(one_by_one);
      paths += {replies, replies == 0};
      board_->unmake(move, undo);
    }
    const ShortPaths found = board_->add_child_kinds(at_once);
    ASSERT_EQ(found.full, paths.full) << node.here.text;
    ASSERT_EQ(found.early, paths.early) << node.here.text;
    ASSERT_EQ(at_once, one_by_one) << node.here.text;
  }

  std::optional<Board> board_;
};

chess::Setup after_null_move(const chess::Setup& setup) {
  chess::Setup passed = setup;
  passed.side = !setup.side;
  passed.en_passant = no_square;
  ++passed.halfmove_clock;
  passed.fullmove += setup.side == black;
  return passed;
}

/// Follows games on the boards of all generators that this CPU can run. What the reference says of
/// a position is computed once for all of them.
template <class Tuple>
class Followers;
template <class... Entry>
class Followers<const std::tuple<Entry...>> {
 public:
  void operator()(const chess::Setup& setup, const std::vector<Move>& moves, Move next) {
    if (::testing::Test::HasFatalFailure()) return;
    Node node{Expected(setup), !next_ || *next_ != setup, moves, {}, {}, next};
    if (moves.size() == 1 || setup.halfmove_clock % 8 == 0)
      for (const Move move : moves) node.children.emplace_back(chess::after(setup, move));
    if (!node.here.check) node.passed.emplace(after_null_move(setup));
    (std::get<Follower<Entry>>(followers_).visit(std::get<Entry>(Chess::generators), node), ...);
    next_ = chess::after(setup, next);
  }

 private:
  std::tuple<Follower<Entry>...> followers_;
  std::optional<chess::Setup> next_;
};
using AllFollowers = Followers<decltype(Chess::generators)>;

TEST(AllGenerators, AgreeWithTheReferenceInRandomGames) {
  testing::random_positions(testing::cases(400'000), 40, AllFollowers());
}

TEST(AllGenerators, AgreeWithTheReferenceInChess960) {
  testing::random_chess960_positions(testing::cases(60'000), AllFollowers());
}

TYPED_TEST(Conformance, ReadsEveryPositionOfTheSuites) {
  for (const char* suite : {"perft", "verify", "bratko-kopec", "seeds", "demo"})
    for (const auto& record : testing::shipped_suite(suite)) {
      const chess::ValidSetup start(record.setup);
      const typename TestFixture::Board board(start);
      expect_same_position(board, Expected(start.setup()));
      ASSERT_EQ(sorted_list(board.generate()), chess::legal_moves(start.setup()));
      testing::expect_right_parts(board, chess::legal_moves(start.setup()));
      Squares seen{};
      board.for_each_piece([&](Piece piece, Square square) { seen[square] = piece; });
      EXPECT_EQ(seen, start.squares());
      for (int s = a1; s <= h8; ++s)
        EXPECT_EQ(board.piece_on(static_cast<Square>(s)), start.squares()[static_cast<Square>(s)]);
    }
}

TYPED_TEST(Conformance, CountsThePublishedPerfts) {
#ifdef PLYLAB_SANITIZED
  constexpr std::uint64_t max = 200'000;
#else
  constexpr std::uint64_t max = 20'000'000;
#endif
  for (const auto& record : testing::shipped_suite("perft"))
    for (const auto& [depth, paths] : epd::perft_counts(record))
      if (paths <= max) {
        EXPECT_EQ(perft::perft(typename TestFixture::Board(chess::ValidSetup(record.setup)),
                               static_cast<int>(depth)),
                  paths)
            << record.id().value_or("") << " depth " << depth;
      }
}

TYPED_TEST(Conformance, KnowsHowGamesEnd) {
  const auto outcome_of = [](const char* fen) {
    return outcome(typename TestFixture::Board(chess::ValidSetup(fen)));
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
    const chess::ValidSetup start((std::string_view(text)));
    const typename TestFixture::Board board(start);
    EXPECT_EQ(sorted_list(board.generate()), chess::legal_moves(start.setup())) << text;
    EXPECT_EQ(board.count(), board.generate().size());
    testing::expect_right_parts(board, chess::legal_moves(start.setup()));
  }
}

}  // namespace
}  // namespace plylab
