// The generator of tests/mutants is right without a fault; each fault is one, and shows in the
// shipped verification suite.
#include "tests/mutants/mutant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gen/chess/keys.h"
#include "gen/chess/notation.h"
#include "gen/chess/rulebook.h"
#include "tests/mutants/walk.h"
#include "tests/random_games.h"

namespace plylab {
namespace {

using namespace chess::mutants;

std::vector<std::string> sorted_texts(const Mutant& mutant) {
  std::vector<std::string> texts;
  for (const Move& move : mutant.moves()) texts.push_back(to_text(move, true));
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<std::string> sorted_texts(const std::vector<chess::Move>& moves) {
  std::vector<std::string> texts;
  for (const chess::Move move : moves)
    texts.push_back(move.is_castle() ? to_string(move.from()) + to_string(move.to())
                                     : to_uci(move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// As Setup keeps it: the e.p. square only where a capture is legal, and no clocks.
chess::Fen without_clocks(const chess::Fen& fen) {
  chess::Fen bare = chess::Setup(fen).fen();
  bare.halfmove_clock = 0;
  bare.fullmove = 1;
  return bare;
}

TEST(Mutants, AreRightWithoutFault) {
  testing::random_positions(20'000, 60, [](const chess::Fen& fen, const auto& moves, auto) {
    Mutant mutant(fen);
    ASSERT_EQ(sorted_texts(mutant), sorted_texts(moves)) << to_string(fen);
    if (fen.halfmove_clock % 8 != 0) return;
    for (const Move& move : mutant.moves()) {
      const chess::Fen before = mutant.fen();
      const Key key = mutant.key();
      mutant.make(move);
      const auto same_move = [&](chess::Move m) {
        return m.from() == move.from && m.to() == move.to &&
               (!m.is_promotion() || m.promoted() == move.promoted);
      };
      const auto played = std::find_if(moves.begin(), moves.end(), same_move);
      ASSERT_NE(played, moves.end());
      ASSERT_EQ(without_clocks(mutant.fen()), without_clocks(chess::after(fen, *played)))
          << to_string(fen) << ' ' << to_text(move, false);
      ASSERT_EQ(mutant.key(), compute_key(mutant.fen()));
      mutant.unmake();
      ASSERT_EQ(mutant.fen(), before);
      ASSERT_EQ(mutant.key(), key);
    }
  });
}

}  // namespace
}  // namespace plylab
