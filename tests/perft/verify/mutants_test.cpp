// The generator of tests/mutants is right without a fault; each fault is one, and shows in the
// shipped verification suite.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>

#include "gen/chess/board/board.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/legality/legality.h"
#include "tests/mutants/forms.h"
#include "tests/mutants/generator_under_test.h"
#include "tests/mutants/mutant.h"
#include "tests/support/cases.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

using namespace chess::mutants;

std::vector<std::string> sorted_texts(const Mutant& mutant) {
  std::vector<std::string> texts;
  for (const Move& move : mutant.moves())
    texts.push_back(to_text(move, chess::CastlingText::takes_rook));
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<std::string> sorted_texts(const std::vector<chess::Move>& moves) {
  std::vector<std::string> texts;
  for (const chess::Move move : moves)
    texts.push_back(to_uci(move, chess::CastlingText::takes_rook));
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// As ValidSetup keeps it: the e.p. square only where a capture is legal, and no clocks.
chess::Setup without_clocks(const chess::Setup& setup) {
  chess::Setup bare = chess::ValidSetup(setup).setup();
  bare.halfmove_clock = 0;
  bare.fullmove = 1;
  return bare;
}

TEST(Mutants, AreRightWithoutFault) {
  const auto compare = [](const chess::Setup& setup, const auto& moves, auto) {
    Mutant mutant(setup);
    ASSERT_EQ(sorted_texts(mutant), sorted_texts(moves)) << to_string(setup);
    if (setup.halfmove_clock % 8 != 0) return;
    for (const Move& move : mutant.moves()) {
      const chess::Setup before = mutant.setup();
      const Key key = mutant.key();
      mutant.make(move);
      const auto same_move = [&](chess::Move m) {
        return m.from() == move.from && m.to() == move.to &&
               (!m.is_promotion() || m.promoted() == move.promoted);
      };
      const auto played = std::find_if(moves.begin(), moves.end(), same_move);
      ASSERT_NE(played, moves.end());
      ASSERT_EQ(without_clocks(mutant.setup()), without_clocks(chess::after(setup, *played)))
          << to_string(setup) << ' ' << to_text(move, chess::CastlingText::destination);
      ASSERT_EQ(mutant.key(), compute_key(mutant.setup()));
      mutant.unmake();
      ASSERT_EQ(mutant.setup(), before);
      ASSERT_EQ(mutant.key(), key);
    }
  };
  testing::random_positions(20'000, 60, compare);
  for (unsigned start = 0; start < chess::chess960_starts; start += 7)
    testing::random_game(chess::chess960_start(start), start, 60, compare);
}

/// The first depth at which a fault changes the count of one position, asked for one after the
/// other as an engine is that keeps its table. (Beyond it there is no telling how many moves it
/// makes up.)
std::optional<unsigned> depth_that_catches(MutantUnderTest& mutant, const epd::Record& record) {
  for (const epd::PerftCount& count : epd::perft_counts(record))
    if (mutant.miscounts(record.setup, count)) return count.depth;
  return std::nullopt;
}

std::uint64_t rulebook_perft(const chess::Setup& setup, unsigned depth) {
  if (depth == 0) return 1;
  std::uint64_t paths = 0;
  for (const chess::Move move : chess::legal_moves(setup))
    paths += rulebook_perft(chess::after(setup, move), depth - 1);
  return paths;
}

TEST(Faults, HaveNamesAndSentences) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < all_faults().size(); ++i) {
    const FaultInfo& row = all_faults()[i];
    EXPECT_EQ(static_cast<std::size_t>(row.fault), i);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(row.sentence.ends_with('.')) << row.name;
    EXPECT_EQ(find_fault(row.name), row.fault);
  }
  EXPECT_GT(names.size(), 150U);
  EXPECT_THROW(find_fault("no-such-fault"), InputError);
}

TEST(VerificationSuite, IsPassedWithoutFault) {
  MutantUnderTest honest(Fault::none);
  for (const auto& record : testing::shipped_suite("verify")) {
    EXPECT_EQ(depth_that_catches(honest, record), std::nullopt) << *record.id();
    Mutant mutant(record.setup);
    Walker with_table(true, Fault::none);
    for (const auto& [depth, paths] : epd::perft_counts(record))
      EXPECT_EQ(with_table.perft(mutant, static_cast<int>(depth)), paths) << *record.id();
  }
}

TEST(VerificationSuite, StatesWhatTheRulebookCounts) {
  for (const auto& record : testing::shipped_suite("verify")) {
    EXPECT_TRUE(record.text("c0").has_value()) << *record.id();
    EXPECT_THAT(chess::examine(record.setup), ::testing::IsEmpty())
        << *record.id();  // else left out
    for (const auto& [depth, paths] : epd::perft_counts(record))
      if (paths < 2'500) {
        EXPECT_EQ(rulebook_perft(record.setup, depth), paths) << *record.id();
      }
  }
}

TEST(VerificationSuite, CatchesEveryFault) {
  const auto suite = testing::shipped_suite("verify");
  int caught_twice = 0;
  std::string matrix;
  for (const FaultInfo& row : all_faults()) {
    if (row.fault == Fault::none) continue;
    int positions = 0;
    matrix += row.name + ':';
    MutantUnderTest mutant(row.fault);
    for (const auto& record : suite) {
      const auto depth = depth_that_catches(mutant, record);
      if (!depth) continue;
      ++positions;
      matrix += fmt::format(" [{}, depth {}]", *record.id(), *depth);
    }
    matrix += '\n';
    EXPECT_GT(positions, 0) << row.name << ": " << row.sentence;
    caught_twice += positions > 1;
  }
  EXPECT_GT(caught_twice, 140);
  if (HasFailure()) std::cout << matrix;
}

TEST(VerificationSuite, CatchesEveryFaultOfOneColourWingFileOrCaptor) {
  const auto suite = testing::shipped_suite("verify");
  std::size_t number = 0;
  for (std::size_t i = 0; i < all_faults().size(); i += testing::stride()) {
    const FaultInfo& row = all_faults()[i];
    const auto forms = one_sided_forms(row);
    if (row.fault == Fault::none || forms.empty()) continue;
    const auto catches = [&](const Form& form) {
      return [&, form](const epd::Record& record) {
        // Standard castling must do for what is no fault of Chess960: many engines know no other.
        if (row.family != Family::chess960 && needs_chess960(record.setup)) return false;
        MutantUnderTest mutant(row.fault, {}, form);
        return depth_that_catches(mutant, record).has_value();
      };
    };
    std::vector<epd::Record> candidates;
    std::ranges::copy_if(suite, std::back_inserter(candidates), catches({}));
    for (const Form& form : forms) {
      EXPECT_EQ(std::ranges::any_of(candidates, catches(form)), has_effect(row, form))
          << describe(row, form);
      number += has_effect(row, form);
    }
  }
  EXPECT_GT(number, testing::cases<std::size_t>(1'200) / 2);
}

/// A program that is started for each question is asked the deepest alone.
TEST(VerificationSuite, CatchesEveryFaultByTheDeepestCounts) {
  const auto suite = testing::shipped_suite("verify");
  for (const FaultInfo& row : all_faults()) {
    if (row.fault == Fault::none || row.family >= Family::keys) continue;
    EXPECT_TRUE(std::ranges::any_of(suite, [&](const epd::Record& record) {
      MutantUnderTest mutant(row.fault);
      const auto counts = epd::perft_counts(record);
      const auto deepest = std::ranges::max_element(counts, {}, &epd::PerftCount::depth);
      try {
        return mutant.ask({.start = record.setup, .depth = static_cast<int>(deepest->depth)})
                   .total != Count(deepest->paths);
      } catch (const engines::EngineFault&) {
        return true;
      }
    })) << row.name;
  }
}

/// A program that is started for each question, at 50 ms a start, takes about 14 s.
TEST(VerificationSuite, IsShort) { EXPECT_LE(testing::shipped_suite("verify").size(), 290U); }

}  // namespace
}  // namespace plylab
