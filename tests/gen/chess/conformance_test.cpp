// The invariants that every generator in the registry must hold. A new generator is tested by being
// listed there.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gen/chess/reference/reference_attacks.h"
#include "gen/chess/registry.h"
#include "perft/walk.h"
#include "tests/support/random_games.h"

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

std::vector<Move> sorted(const Moves& moves) {
  std::vector<Move> list(moves.begin(), moves.end());
  std::sort(list.begin(), list.end());
  return list;
}

/// Everything a board says about its position must be what the reference says.
template <class Board>
void expect_same_position(const Board& board, const chess::Setup& setup) {
  ASSERT_EQ(to_string(board.setup()), to_string(setup));
  ASSERT_EQ(board.key(), compute_key(setup));
  ASSERT_EQ(board.packed(), pack(setup));
  ASSERT_EQ(board.side_to_move(), setup.side);
  ASSERT_EQ(board.halfmove_clock(), setup.halfmove_clock);
  ASSERT_EQ(board.checkers() != 0, in_check(setup.squares, setup.side));
  ASSERT_EQ(board.drawn_by_rule(),
            setup.halfmove_clock >= 100 || insufficient_material(setup.squares));
}

/// Follows games on a board and compares it with the reference rules in every position.
template <class Board>
class Follower {
 public:
  void operator()(const chess::Setup& setup, const std::vector<Move>& moves, Move next) {
    if (::testing::Test::HasFatalFailure()) return;
    // Within a game the board has come here by make(); at its start it is set up anew.
    if (!expected_ || *expected_ != setup) board_.emplace(chess::ValidSetup(setup));
    expect_same_position(*board_, setup);
    ASSERT_EQ(sorted(board_->generate()), moves) << to_string(setup);
    ASSERT_EQ(board_->count(), moves.size()) << to_string(setup);
    if (moves.size() == 1 || setup.halfmove_clock % 8 == 0)  // some nodes: all children
      for (const Move move : moves) expect_there_and_back(setup, move);
    if constexpr (requires { board_->make_null(); })
      if (!in_check(setup.squares, setup.side)) expect_null_move(setup);
    if constexpr (requires { board_->count_grandchildren(); }) {
      std::uint64_t children = 0;
      std::vector<Move> checks;
      for (const Move move : moves) {
        const auto undo = board_->make(move);
        children += board_->count();
        if (board_->checkers() != 0) checks.push_back(move);
        board_->unmake(move, undo);
      }
      ASSERT_EQ(board_->count_grandchildren(), children) << to_string(setup);
      ASSERT_EQ(sorted(board_->checks()), checks) << to_string(setup);
    }
    board_->make(next);
    expected_ = chess::after(setup, next);
  }

 private:
  void expect_null_move(const chess::Setup& setup) {
    chess::Setup passed = setup;
    passed.side = !setup.side;
    passed.en_passant = no_square;
    ++passed.halfmove_clock;
    passed.fullmove += setup.side == black;
    const auto undo = board_->make_null();
    expect_same_position(*board_, passed);
    board_->unmake_null(undo);
    expect_same_position(*board_, setup);
  }

  void expect_there_and_back(const chess::Setup& setup, Move move) {
    const auto undo = board_->make(move);
    expect_same_position(*board_, chess::after(setup, move));
    board_->unmake(move, undo);
    ASSERT_EQ(board_->packed(), pack(setup)) << to_string(setup) << ' ' << to_uci(move);
    ASSERT_EQ(board_->key(), compute_key(setup)) << to_string(setup) << ' ' << to_uci(move);
    ASSERT_EQ(to_string(board_->setup()), to_string(setup)) << to_uci(move);
  }

  std::optional<Board> board_;
  std::optional<chess::Setup> expected_;
};

// The sanitizers make every step several times as slow.
#ifdef PLYLAB_SANITIZED
constexpr int share = 20;
#else
constexpr int share = 1;
#endif

TYPED_TEST(Conformance, AgreesWithTheReferenceInRandomGames) {
  testing::random_positions(400'000 / share, 40, Follower<typename TestFixture::Board>());
}

TYPED_TEST(Conformance, AgreesWithTheReferenceInChess960) {
  testing::random_chess960_positions(60'000 / share, Follower<typename TestFixture::Board>());
}

/// What the random positions above contain: they prove nothing about a rule that never occurs.
TEST(RandomPositions, CoverTheRules) {
  int checks = 0, double_checks = 0, castles = 0, promotions = 0, en_passant = 0, refused = 0;
  int pins[4] = {};  // along files, ranks, rising and falling diagonals
  testing::random_positions(
      100'000, 40, [&](const chess::Setup& setup, const auto& moves, Move next) {
        const Mailbox board{chess::ValidSetup(setup)};
        const int checkers = std::popcount(board.checkers());
        checks += checkers == 1;
        double_checks += checkers > 1;
        for (const Move move : moves) {
          castles += move.is_castle();
          promotions += move.is_promotion();
          en_passant += move.is_en_passant();
        }
        // An e.p. square that is not kept: beside the pawn stands one that may not capture.
        const chess::Setup then = chess::after(setup, next);
        if (next.kind() == MoveKind::double_push && then.en_passant == no_square)
          for (int side : {-1, 1}) {
            const int file = file_of(next.to()) + side;
            refused +=
                file >= 0 && file < 8 &&
                then.squares[make_square(file, rank_of(next.to()))] == make_piece(then.side, pawn);
          }
        const Square king_square = find_king(setup.squares, setup.side);
        for (int s = a1; s <= h8; ++s) {
          const auto square = static_cast<Square>(s);
          if (setup.squares[square] == no_piece || color_of(setup.squares[square]) != setup.side ||
              square == king_square || checkers != 0)
            continue;
          Squares without = setup.squares;
          without[square] = no_piece;
          if (!in_check(without, setup.side)) continue;
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

/// Whether only king and rook stand on the squares that castling needs, and whether the king's way
/// is free from attacks while all pieces stand.
bool seems_possible(const chess::Setup& setup, Move castle) {
  const Square king_to = castled_king(setup.side, castle.castling_side());
  const Square rook_to = castled_rook(setup.side, castle.castling_side());
  const auto [first, last] = std::minmax({castle.from(), castle.to(), king_to, rook_to});
  for (int s = first; s <= last; ++s)
    if (s != castle.from() && s != castle.to() && setup.squares[static_cast<Square>(s)] != no_piece)
      return false;
  const auto [way_first, way_last] = std::minmax({castle.from(), king_to});
  for (int s = way_first; s <= way_last; ++s)
    if (attacked(setup.squares, static_cast<Square>(s), !setup.side)) return false;
  return true;
}

/// Whether a castling rook is not the outermost: then its FEN names it by its file.
bool has_inner_rook(const chess::Setup& setup) {
  const std::string text = epd_fields(setup);
  const std::string field = text.substr(text.find(' ') + 3, text.rfind(' ') - text.find(' ') - 3);
  return field.find_first_not_of("KQkq-") != field.npos;
}

TEST(RandomPositions, CoverTheCastlingsOfChess960) {
  int castles[2][8][8] = {};  // by colour and by the files of king and rook
  int shielded = 0, inner_rooks = 0, single_steps = 0;
  testing::random_chess960_positions(
      60'000, [&](const chess::Setup& setup, const auto& moves, Move) {
        for (const CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
          const Square rook_square = setup.castling[index(setup.side)][index(castling_side)];
          if (rook_square == no_square) continue;
          const Square king_square = find_king(setup.squares, setup.side);
          const Move castle(king_square, rook_square,
                            castling_side == CastlingSide::queenside ? MoveKind::castle_queenside
                                                                     : MoveKind::castle_kingside);
          const bool legal = std::binary_search(moves.begin(), moves.end(), castle);
          castles[index(setup.side)][file_of(king_square)][file_of(rook_square)] += legal;
          shielded += !legal && seems_possible(setup, castle);
          single_steps += legal && std::binary_search(
                                       moves.begin(), moves.end(),
                                       Move(king_square, castled_king(setup.side, castling_side)));
        }
        inner_rooks += has_inner_rook(setup);
      });
  for (const Color color : {white, black})
    for (int king_file = 1; king_file < 7; ++king_file)
      for (int rook_file = 0; rook_file < 8; ++rook_file)
        if (rook_file != king_file) {
          EXPECT_GT(castles[index(color)][king_file][rook_file], 10)
              << "king file " << king_file << ", rook file " << rook_file;
        }
  EXPECT_GT(shielded, 100);
  EXPECT_GT(inner_rooks, 1'000);
  EXPECT_GT(single_steps, 1'000);
}

TYPED_TEST(Conformance, ReadsEveryPositionOfTheSuites) {
  for (const char* suite : {"perft", "verify", "bratko-kopec", "seeds", "demo"})
    for (const auto& record : testing::shipped_suite(suite)) {
      const chess::ValidSetup start(record.setup);
      const typename TestFixture::Board board(start);
      expect_same_position(board, start.setup());
      ASSERT_EQ(sorted(board.generate()), chess::legal_moves(start.setup()));
      Squares seen{};
      board.for_each_piece([&](Piece piece, Square square) { seen[square] = piece; });
      EXPECT_EQ(seen, start.squares());
      for (int s = a1; s <= h8; ++s)
        EXPECT_EQ(board.piece_on(static_cast<Square>(s)), start.squares()[static_cast<Square>(s)]);
    }
}

TYPED_TEST(Conformance, CountsThePublishedPerfts) {
#ifdef PLYLAB_SANITIZED
  constexpr std::uint64_t most = 200'000;
#else
  constexpr std::uint64_t most = 20'000'000;
#endif
  for (const auto& record : testing::shipped_suite("perft"))
    for (const auto& [depth, paths] : epd::perft_counts(record))
      if (paths <= most) {
        EXPECT_EQ(
            to_string(perft::perft(typename TestFixture::Board(chess::ValidSetup(record.setup)),
                                   static_cast<int>(depth))),
            std::to_string(paths))
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
    EXPECT_EQ(sorted(board.generate()), chess::legal_moves(start.setup())) << text;
    EXPECT_EQ(board.count(), board.generate().size());
  }
}

}  // namespace
}  // namespace plylab
