// The games that J. B. Nielsen prints in his article on Dabbaba, and numbers of paths.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/text.h"
#include "gen/fairy/fairy.h"
#include "perft/walk/walk.h"

namespace plylab::fairy {
namespace {

/// Plays moves in SAN; each must be written exactly so.
template <class G>
chess::MailboxOf<chess::Fairy> play(std::string_view position, std::string_view moves) {
  chess::MailboxOf<chess::Fairy> board(G::parse(position));
  for (std::string_view word = take_word(moves); !word.empty(); word = take_word(moves)) {
    const chess::Move move = G::move_from_words(board, word);
    EXPECT_EQ(G::move_words(board, move), word);
    board.make(move);
  }
  return board;
}

TEST(FairyGames, AStationaryGameEndsInMate) {
  const auto board = play<Stationary>(
      "startpos",
      "Nf3 Nf6 Ne5 e6 Nxf7 Qe7 Nxh8 Ne4 Nc3 Nxf2 Nb5 Qc5 d4 Qxb5 e4 Qb4+ Bd2 Nxd1 Bxb4 Ne3 "
      "Rc1 Bxb4+ c3 Be7 Rg1 Bg5 Bd3 e5 g3 Nc4 Rc2 Bd2+ Rxd2 Nxd2 Be2 g6 dxe5 Nc6 Rg2 Nxe4 "
      "Nf7 Ne7 Bd3 Nc5 Bc4 Nf5 g4 b5 Bxb5 Nh4 Rf2 Ne6 Bc4 Nf5 Nh6 Ng5 Bf7+ Nxf7 Ng8 Nxe5 Nf6#");
  EXPECT_EQ(outcome(board), Outcome::loss);
  EXPECT_EQ(board.setup().fullmove, 31U);
}

TEST(FairyGames, TheDiagramOfTheStationaryGameIsReached) {
  const auto board = play<Stationary>(
      "startpos",
      "Nf3 Nf6 Ne5 e6 Nxf7 Qe7 Nxh8 Ne4 Nc3 Nxf2 Nb5 Qc5 d4 Qxb5 e4 Qb4+ Bd2 Nxd1 Bxb4 Ne3 "
      "Rc1 Bxb4+ c3 Be7 Rg1 Bg5 Bd3 e5 g3 Nc4 Rc2 Bd2+ Rxd2 Nxd2 Be2 g6 dxe5 Nc6 Rg2 Nxe4 "
      "Nf7 Ne7 Bd3 Nc5 Bc4 Nf5 g4 b5 Bxb5 Nh4 Rf2 Ne6 Bc4 Nf5 Nh6 Ng5");
  EXPECT_EQ(epd_fields(board.setup()), "r1b1k3/p1pp3p/6pN/4Pnn1/2B3P1/2P5/PP3R1P/4K3 w - -");
}

TEST(FairyGames, ANightriderGuardsFromAfar) {
  play<Nightrider>("startpos",
                   "d4 d5 Ne5 Bf5 Bf4 e6 e3 Bb4+ Ke2 Bd6 Ng1 Bxf4 exf4 Bxc2 Qxc2 Nxd4+");
  play<Nightrider>("startpos", "d4 d5 Ne5 Bf5 Bf4 e6 e3 Bb4+ c3 Bxb1");
}

TEST(FairyGames, ADabbabaMates) {
  const char* position = "Nn4k1/pp3prp/8/8/4b3/6P1/PPP4P/2KR1B2 w - - 0 1";
  const auto board = play<Dabbaba>(position, "Nc8 a6 Ne8+ Kh8 Nf6 Bg6 Nh6#");
  EXPECT_EQ(outcome(board), Outcome::loss);
  play<Dabbaba>(position, "Nc8 a6 Ne8+ Kf8 Nf6+");
  play<Dabbaba>(position, "Nc8 a6 Ne8+ Kh8 Nf6 Rg5 Nxe4");
}

/// Expects the numbers of paths from a position by every generator.
template <class G>
void expect_perft(const char* position, const std::vector<std::uint64_t>& leaves) {
  for_each_generator<G>([&](const auto& entry) {
    using Board = typename std::decay_t<decltype(entry)>::Board;
    const Board board(G::parse(position));
    for (std::size_t i = 0; i < leaves.size(); ++i)
      EXPECT_EQ(perft::perft(board, static_cast<int>(i) + 1), Count(leaves[i]))
          << G::name << ' ' << entry.name << " depth " << i + 1;
  });
}

// The first three of the first three are Nielsen's, and Fairy-Stockfish 11.1 counts the same for
// kings that stand still (kingType = immobile). The others are what three boards agree upon.
TEST(FairyPerft, OfTheStartingArray) {
  expect_perft<Stationary>("startpos", {20, 400, 8782, 192011, 4622375});
  expect_perft<Nightrider>("startpos", {24, 576, 15586, 419019, 12273896});
  expect_perft<Dabbaba>("startpos", {22, 484, 11816, 287329, 7741131});
  expect_perft<Alfil>("startpos", {22, 484, 11772, 285057, 7608348});
  expect_perft<Ferz>("startpos", {20, 400, 9182, 209935, 5424956});
  expect_perft<Wazir>("startpos", {20, 400, 9182, 209927, 5421783});
}

TEST(FairyPerft, OfAMiddleGame) {
  constexpr const char* kiwipete =
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  expect_perft<Stationary>(kiwipete, {44, 1698, 75664, 2919553});
  expect_perft<Nightrider>(kiwipete, {52, 2272, 115985, 5022450});
  expect_perft<Dabbaba>(kiwipete, {56, 2708, 149119, 6965985});
  expect_perft<Alfil>(kiwipete, {52, 2287, 119486, 5210950});
  expect_perft<Ferz>(kiwipete, {54, 2336, 125463, 5452969});
  expect_perft<Wazir>(kiwipete, {53, 2460, 130853, 5961440});
}

}  // namespace
}  // namespace plylab::fairy
