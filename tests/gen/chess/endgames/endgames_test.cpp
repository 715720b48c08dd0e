// Endgame tables: held against published statistics, the rules, and moves forwards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "gen/base/files.h"
#include "gen/base/random.h"
#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/endgames/builder.h"
#include "gen/chess/endgames/verify.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/x88/x88.h"
#include "tests/gen/chess/endgames/inverse_moves.h"
#include "tests/gen/chess/endgames/published.h"
#include "tests/support/temporary_file.h"

namespace plylab::chess {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using ::testing::UnorderedElementsAreArray;

/// Tables built when they are first asked for, with all that they need.
const EndgameTable& built(const std::string& name, EndgameTables& tables) {
  for (const Ending& ending : with_successors(std::array{Ending::parse(name)}))
    if (!tables.find(ending)) tables.add(build_table(ending, tables, 2, nullptr, "test"));
  return *tables.find(Ending::parse(name));
}

EndgameTables& all_tables() {
  static EndgameTables tables;
  return tables;
}

const EndgameTable& built(const std::string& name) { return built(name, all_tables()); }

DistanceValue probed(const std::string& name, const std::string& fen) {
  built(name);
  return all_tables().probe(ValidSetup(fen).setup()).value();
}

std::vector<std::string> names_of(const std::vector<Ending>& endings) {
  std::vector<std::string> names;
  for (const Ending& ending : endings) names.push_back(ending.name());
  return names;
}

TEST(Ending, IsReadAndPutInOrder) {
  EXPECT_EQ(Ending::parse("KNQKP").name(), "KQNKP");
  EXPECT_EQ(canonical(Ending::parse("KKR")).name(), "KRK");
  EXPECT_EQ(canonical(Ending::parse("KRKQ")).name(), "KQKR");
  EXPECT_THAT([] { Ending::parse("KQ"); }, ThrowsMessage<InputError>(HasSubstr("both sides")));
  EXPECT_THAT([] { Ending::parse("QKK"); }, ThrowsMessage<InputError>(HasSubstr("begins with")));
  EXPECT_THAT([] { Ending::parse("KQKx"); }, ThrowsMessage<InputError>(HasSubstr("K Q R B N P")));
  EXPECT_THAT([] { Ending::parse("KQRBKN"); }, ThrowsMessage<InputError>(HasSubstr("at most 5")));
  EXPECT_THAT([] { Ending::parse(""); }, ThrowsMessage<InputError>(HasSubstr("both sides")));
}

TEST(Ending, ThereAre5OfThreeMenAnd30OfFourAnd110OfFive) {
  EXPECT_THAT(names_of(endings_of(3)), ElementsAre("KQK", "KRK", "KBK", "KNK", "KPK"));
  EXPECT_EQ(endings_of(4).size(), 30);
  EXPECT_EQ(endings_of(5).size(), 110);
}

TEST(Ending, KnowsWhatCapturesAndPromotionsLeadTo) {
  EXPECT_THAT(names_of(Ending::parse("KPKR").successors()),
              UnorderedElementsAreArray(
                  {"KPK", "KRK", "KQK", "KBK", "KNK", "KQKR", "KRKR", "KRKB", "KRKN"}));
  const auto order = names_of(with_successors(std::array{Ending::parse("KPKP")}));
  EXPECT_EQ(order.front(), "KK");
  EXPECT_EQ(order.back(), "KPKP");
  EXPECT_EQ(order.size(), 21);  // with those of queens, rooks, bishops and knights among themselves
}

TEST(EndingSlots, EveryPositionHasOneNumberUnderAllReflections) {
  for (const char* name : {"KQKR", "KRRK", "KPKP"}) {
    const EndingSlots slots(Ending::parse(name));
    std::uint64_t seed = 1;
    for (int i = 0; i < 20'000; ++i) {
      Placement placement;
      for (unsigned man = 0; man < 4; ++man)
        placement.squares[man] = static_cast<Square>(splitmix64(seed) % 64);
      const std::size_t slot = slots.slot(placement);
      if (slot == EndingSlots::no_slot) continue;
      ASSERT_LT(slot, slots.size());
      ASSERT_EQ(slots.slot(slots.placement(slot)), slot);
      Placement reflected = placement;
      for (Square& square : reflected.squares) square = static_cast<Square>(square ^ 7);
      ASSERT_EQ(slots.slot(reflected), slot);
      if (slots.ending().has_pawns()) continue;
      for (Square& square : reflected.squares)
        square = static_cast<Square>(square >> 3 | (square & 7) << 3);
      ASSERT_EQ(slots.slot(reflected), slot);
    }
  }
}

TEST(EndgameTable, HasThePublishedCounts) {
  for (const auto& published : testing::published_endings) {
    const std::string name = published.name;
    if (name.size() > 3 && name != "KQKR" && name != "KRRK") continue;  // the rest: endgames/long
    const EndgameTable& table = built(name);
    const auto counts = [&](Side side) {
      const EndingCounts& c = table.counts(side);
      return std::array{c.wins, c.draws, c.losses};
    };
    EXPECT_EQ(counts(white), published.white) << name;
    EXPECT_EQ(counts(black), published.black) << name;
    EXPECT_EQ(std::max(table.counts(white).longest_win, table.counts(white).longest_loss),
              published.longest)
        << name;
  }
}

template <class Board>
void expect_no_contradiction(const std::string& name, std::size_t step) {
  const EndgameTable& table = built(name);
  for (const Side side : {white, black})
    for (std::size_t slot = 0; slot < table.slots().size(); slot += step)
      if (const auto what = contradiction<Board>(all_tables(), table, side, slot)) {
        ADD_FAILURE() << *what;
        return;
      }
}

TEST(EndgameTable, AgreesWithTheMovesOfAllGenerators) {
  expect_no_contradiction<Mailbox>("KPK", 1);
  expect_no_contradiction<X88>("KPK", 1);
  expect_no_contradiction<Bitboard<Magic>>("KPK", 1);
  expect_no_contradiction<Mailbox>("KRK", 1);
  expect_no_contradiction<X88>("KQKR", 101);
}

TEST(EndgameTable, OfFairyKnightsAgreesWithTheMoves) {
  for (const FairyVariant variant : {FairyVariant::nightrider, FairyVariant::ferz}) {
    EndgameTables tables({"fairy", variant});
    for (const Ending& ending : with_successors(std::array{Ending::parse("KNNK")}))
      tables.add(build_table(ending, tables, 2, nullptr, "test"));
    for (const auto& [ending, table] : tables.all())
      for (const Side side : {white, black})
        for (std::size_t slot = 0; slot<table->slots().size(); slot += ending.size()> 3 ? 97 : 1) {
          if (!table->value(side, slot).exists()) continue;
          const auto setup = setup_of(ending, table->slots().placement(slot), side);
          const MailboxOf<Fairy> board(VariantSetup(variant, setup));
          ASSERT_EQ(to_string(value_by_moves(tables, board)), to_string(table->value(side, slot)))
              << to_string(setup);
        }
  }
}

template <class Board>
void expect_inverse_moves(const std::string& name, std::size_t step) {
  testing::expect_inverse_moves<Board>(all_tables(), built(name), step);
}

TEST(EndingGraph, MovesBackwardsAreMovesForwardsOfAllGenerators) {
  expect_inverse_moves<Mailbox>("KPK", 37);
  expect_inverse_moves<X88>("KPK", 41);
  expect_inverse_moves<Bitboard<Magic>>("KPK", 43);
  expect_inverse_moves<Mailbox>("KRRK", 1999);
}

TEST(EndgameTable, TellsPositionsThatBooksTell) {
  // The opposition decides (any book on endings).
  EXPECT_TRUE(probed("KPK", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1").is_win());
  EXPECT_TRUE(probed("KPK", "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1").is_draw());
  EXPECT_TRUE(probed("KPK", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1").is_loss());
  // Colours exchanged.
  EXPECT_EQ(probed("KRK", "8/8/8/8/8/2k5/8/r1K5 w - - 0 1"), DistanceValue::loss(0));
  EXPECT_EQ(probed("KRK", "8/8/8/8/8/2k5/7r/2K5 b - - 0 1"), DistanceValue::win(1));
}

TEST(EndgameTables, HaveNoCastlingAndNoMoreMenThanTables) {
  built("KRK");
  const auto probe = [](const char* fen) { return all_tables().probe(ValidSetup(fen).setup()); };
  EXPECT_FALSE(probe("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
  EXPECT_TRUE(probe("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
  EXPECT_FALSE(probe("startpos"));
}

// ---- files ----

TEST(EndgameTable, IsReadAsItWasWritten) {
  const testing::TemporaryFile file("", "endgame", ".endgame");
  const EndgameTable& table = built("KPK");
  table.write(file.path(), 2);
  const EndgameTable read(file.path());
  EXPECT_EQ(read.certificate(), table.certificate());
  EXPECT_THAT(read.certificate(), HasSubstr("ending=KPK\nmaker=test\nslots=115584\n"));
  EXPECT_EQ(read.counts(black), table.counts(black));
  for (const Side side : {white, black})
    for (std::size_t slot = 0; slot < table.slots().size(); ++slot)
      ASSERT_EQ(read.value(side, slot), table.value(side, slot));
  read.check(2);
}

TEST(EndgameTable, RefusesAFileInWhichAByteHasChanged) {
  const testing::TemporaryFile file("", "endgame", ".endgame");
  built("KRK").write(file.path(), 2);
  const std::string good = read_file(file.path());
  const auto refused = [&](const std::string& text) {
    std::ofstream(file.path(), std::ios::binary) << text;
    try {
      EndgameTable(file.path()).check(2);
    } catch (const InputError&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused(good));
  std::uint64_t seed = 7;
  for (int i = 0; i < 400; ++i) {
    std::string bad = good;
    const std::size_t at = i < 100 ? static_cast<std::size_t>(i) : splitmix64(seed) % good.size();
    bad[at] = static_cast<char>(bad[at] ^ 1 << splitmix64(seed) % 8);
    EXPECT_TRUE(refused(bad)) << at;
  }
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{10}, good.size() / 2, good.size() - 1})
    EXPECT_TRUE(refused(good.substr(0, length))) << length;
  EXPECT_TRUE(refused(good + "x"));
}

TEST(EndgameTable, IsNotReplacedByOneThatCannotBeWritten) {
  EXPECT_THAT(
      [] { built("KRK").write("/nowhere/KRK.endgame", 1); },
      ThrowsMessage<InputError>(HasSubstr("cannot write '/nowhere/KRK.endgame': No such file")));
}

TEST(EndingGraph, NeedsTheTablesOfWhatMovesLeadTo) {
  EXPECT_THAT([] { EndingGraph(Ending::parse("KRK"), EndgameTables{}); },
              ThrowsMessage<InputError>(HasSubstr("KRK needs the table of KK")));
}

}  // namespace
}  // namespace plylab::chess
