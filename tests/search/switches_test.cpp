// Switches: their text, their effect, and what the equality check refuses.
#include "search/base/switches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/tictactoe/tictactoe.h"
#include "search/run/run_on.h"
#include "tests/search/search_jobs.h"
#include "tests/support/input_error_of.h"
#include "tests/support/toy_games.h"

namespace plylab::search {
namespace {

using testing::input_error_of;
using testing::search_job;

TEST(Switches, AreTextBothWays) {
  EXPECT_EQ(parse_switches("--with", ""), Switches());
  EXPECT_EQ(to_string(Switches()), "plain");
  for (const char* text : {"plain", "table=16,exact,killers,history", "no-deepening,null=3",
                           "table=1,exact-values,quiescence,checks,razoring,extended-futility,"
                           "futility,lmr-simple"})
    EXPECT_EQ(to_string(parse_switches("--with", text)), text);
  EXPECT_EQ(to_string(parse_switches("--with", "null,table")), "table=64,null=2");
  EXPECT_EQ(to_string(parse_switches("--with", "null=3,no-null")), "no-null");
  EXPECT_EQ(to_string(parse_switches("--with", "null=3,null=2,deepening")), "null=2");
}

TEST(Switches, AreSetByTheirNamesAndNoOthers) {
  for (const SwitchEntry& entry : switches) {
    const std::string with = entry.name.starts_with("exact") ? "table=1," : "";
    const Switches before = parse_switches("--with", with);
    const Switches after = parse_switches("--with", with + std::string(entry.name));
    for (const SwitchEntry& other : switches)
      EXPECT_EQ(after.*other.field, other.name == entry.name ? entry.on : before.*other.field)
          << entry.name << ' ' << other.name;
    const Switches off = parse_switches("--with", "no-" + std::string(entry.name));
    EXPECT_EQ(off.*entry.field, 0) << entry.name;
    for (const Switches& set : {after, off})
      EXPECT_EQ(parse_switches("--with", to_string(set)).*entry.field, set.*entry.field);
    EXPECT_EQ(to_string(off), "no-" + std::string(entry.name));
  }
}

TEST(Switches, SayWhatIsWrong) {
  EXPECT_THAT(input_error_of([] { parse_switches("--with", "killer"); }),
              ::testing::StartsWith("--with: no 'killer'; there are deepening, table"));
  EXPECT_EQ(input_error_of([] { parse_switches("--with", "null=x"); }),
            "--with: null=x: wants a number from 0 to 8");
  EXPECT_EQ(input_error_of([] { parse_switches("--with", "killers=2"); }),
            "--with: killers=2: wants a number from 0 to 1");
  EXPECT_EQ(input_error_of([] { parse_switches("--with", "exact"); }),
            "--with: exact says something about the table, and there is none");
  EXPECT_THAT(
      input_error_of([] { require_exact(parse_switches("--with", "null,futility,killers")); }),
      ::testing::StartsWith("null, futility: may give each search another value"));
  EXPECT_NO_THROW(require_exact(parse_switches("--with", "table,killers,quiescence,checks")));
  EXPECT_EQ(input_error_of([] {
              run_on(tictactoe::Board(), toys::NoValue{},
                     search_job("pvs", "generation", 3, "killers"));
            }),
            "killers: for chess only");
  EXPECT_EQ(input_error_of([] {
              run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                search_job("sss", "captures", 2, "null"));
            }),
            "sss: has no form with null");
}

/// The last iteration's counters over the Bratko-Kopec positions.
Counters counters(const std::string& with, int depth = 4) {
  Counters sum;
  for (const auto& record : testing::shipped_suite("bratko-kopec"))
    sum += run<chess::Chess>(chess::ValidSetup(record.setup),
                             search_job("pvs", "captures", depth, with))
               .iterations.back()
               .stats;
  return sum;
}

TEST(Switches, HaveTheirEffect) {
  const Counters plain = counters("plain");
  for (const Event event : {Event::quiescence, Event::probe, Event::null_try, Event::extension,
                            Event::reduction, Event::futile, Event::razored})
    EXPECT_EQ(plain[event], 0U);

  const Counters table = counters("table=16");
  EXPECT_LT(table.nodes(), plain.nodes());
  EXPECT_GT(table[Event::probe], table[Event::hit]);
  EXPECT_GT(table[Event::hit], table[Event::table_cutoff]);
  EXPECT_GT(table[Event::table_cutoff], 0U);
  EXPECT_GT(table[Event::tightening], 0U);
  EXPECT_GT(counters("table=16,exact")[Event::table_cutoff], 0U);
  EXPECT_GT(counters("table=1")[Event::collision], table[Event::collision]);
  EXPECT_LT(counters("table=16,exact-values")[Event::table_cutoff], table[Event::table_cutoff]);

  EXPECT_LT(counters("killers").nodes(), plain.nodes());
  EXPECT_LT(counters("history").nodes(), plain.nodes());
  EXPECT_GT(counters("quiescence", 2)[Event::quiescence], 0U);
  EXPECT_GT(counters("checks", 3)[Event::extension], 0U);
  const Counters null = counters("null");
  EXPECT_GT(null[Event::null_try], null[Event::null_cutoff]);
  EXPECT_GT(null[Event::null_cutoff], 0U);
  EXPECT_LT(null.nodes(), plain.nodes());
  EXPECT_GT(counters("razoring")[Event::razored], 0U);
  EXPECT_LT(counters("futility").nodes(), plain.nodes());
  EXPECT_GT(counters("futility")[Event::futile], 0U);
  EXPECT_GT(counters("extended-futility")[Event::futile], 0U);
  EXPECT_GT(counters("lmr-simple")[Event::reduction], 0U);
}

TEST(Switches, WithoutDeepeningSearchOnce) {
  const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                        search_job("pvs", "captures", 4, "no-deepening"));
  ASSERT_EQ(result.iterations.size(), 1U);
  EXPECT_EQ(result.iterations.front().depth, 4);
}

}  // namespace
}  // namespace plylab::search
