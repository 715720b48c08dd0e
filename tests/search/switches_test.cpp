// Switches: their text, their effect, and what the equality check refuses.
#include "search/base/switches.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>

#include "gen/tictactoe/tictactoe.h"
#include "gen/tree/games.h"
#include "search/run/run_on.h"
#include "search/selective/extensions.h"
#include "tests/search/search_jobs.h"
#include "tests/support/input_error_of.h"
#include "tests/support/random_trees.h"
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
  EXPECT_EQ(to_string(parse_switches("--with", "null=2,deepening")), "null=2");
}

TEST(Switches, AreSetByTheirNamesAndNoOthers) {
  for (const Switch one : Switch::all()) {
    const Switches after = parse_switches("--with", one->name);
    for (const Switch other : Switch::all())
      EXPECT_EQ(after[other], other == one ? one->kind.on : Switches()[other])
          << one->name << ' ' << other->name;
    const Switches off = parse_switches("--with", "no-" + std::string(one->name));
    EXPECT_EQ(off[one], 0) << one->name;
    for (const Switches& set : {after, off})
      EXPECT_EQ(parse_switches("--with", to_string(set))[one], set[one]);
    EXPECT_EQ(to_string(off), "no-" + std::string(one->name));
  }
}

TEST(Switches, ReportErrors) {
  EXPECT_EQ(input_error_of([] { parse_switches("--with", "killer"); }),
            "--with: no 'killer'; did you mean killers?");
  EXPECT_THAT(input_error_of([] { parse_switches("--with", "wings"); }),
              ::testing::StartsWith("--with: no 'wings'; there are deepening, table"));
  EXPECT_EQ(input_error_of([] { parse_switches("--with", "null=x"); }),
            "--with: null=x: expects a number from 0 to 8");
  EXPECT_EQ(input_error_of([] { parse_switches("--with", "killers=2"); }),
            "--with: killers=2: expects a number from 0 to 1");
  for (const std::string twice : {"null,no-null", "null=2,null=3", "killers,null,null"})
    EXPECT_NE(input_error_of([&] { parse_switches("--with", twice); }).find("is given twice"),
              std::string::npos)
        << twice;
  EXPECT_EQ(input_error_of([] {
              run_on(tictactoe::Board(), toys::NoValue{},
                     search_job("pvs", "generation", 3, "killers"));
            }),
            "killers: not for this game");
  EXPECT_EQ(input_error_of([] {
              run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                search_job("sss", "captures", 2, "null"));
            }),
            "sss: has no form with null");
}

// A queen that another piece supports beside a king with nothing else to defend that square.
TEST(Switches, KnowAKingThreat) {
  const auto threatened = [](const char* fen) {
    const chess::Mailbox board{chess::ValidSetup(fen)};
    return king_is_threatened(board, board.side_to_move());
  };
  EXPECT_TRUE(threatened("5rk1/5pp1/7Q/8/8/3B4/8/4K3 b - - 0 1"));     // Qh7
  EXPECT_FALSE(threatened("5rk1/5pp1/7Q/8/8/8/8/4K3 b - - 0 1"));      // nothing supports it
  EXPECT_FALSE(threatened("5rk1/5pp1/5n1Q/8/8/3B4/8/4K3 b - - 0 1"));  // Nf6 defends h7
  EXPECT_FALSE(threatened("5rk1/5pp1/7R/8/8/3B4/8/4K3 b - - 0 1"));    // no queen
  EXPECT_TRUE(threatened("3k4/8/3P4/8/8/8/2Q5/4K3 b - - 0 1"));        // Qc7 and d7+e7 by the pawn
}

/// The last iteration's counters over the Bratko-Kopec positions.
Counters counters(const std::string& with, int depth = 4) {
  Counters sum;
  for (const auto& record : testing::shipped_suite("bratko-kopec"))
    sum += run<chess::Chess>(chess::ValidSetup(record.setup),
                             search_job("pvs", "captures", depth, with))
               .iterations.back()
               .counts;
  return sum;
}

TEST(Switches, HaveTheirEffect) {
  const Counters plain = counters("plain");
  for (const Event event : {Event::quiescence, Event::probe, Event::null_try, Event::reduction,
                            Event::futile, Event::razored, Event::repetition, Event::pawn_probe})
    EXPECT_EQ(plain[event], 0U);
  EXPECT_EQ(plain.extensions(), 0U);

  const Counters table = counters("table=16");
  EXPECT_LT(table.nodes(), plain.nodes());
  EXPECT_GT(table[Event::probe], table[Event::hit]);
  EXPECT_GT(table[Event::hit], table[Event::table_cutoff]);
  EXPECT_GT(table[Event::table_cutoff], 0U);
  EXPECT_GT(table[Event::tightening], 0U);
  EXPECT_GT(counters("table=16,exact")[Event::table_cutoff], 0U);
  EXPECT_GT(counters("table=1")[Event::collision], table[Event::collision]);
  EXPECT_LT(counters("table=16,exact-values")[Event::table_cutoff], table[Event::table_cutoff]);

  const Counters etc = counters("table=16,etc");
  EXPECT_LT(etc.nodes(), table.nodes());
  EXPECT_GT(etc[Event::etc_cutoff], 0U);
  EXPECT_LT(etc[Event::etc_cutoff], etc[Event::table_cutoff]);
  EXPECT_LT(counters("table=16,etc=3")[Event::etc_cutoff], etc[Event::etc_cutoff]);
  EXPECT_EQ(counters("table=16,etc=9"), table);

  EXPECT_LT(counters("killers").nodes(), plain.nodes());
  EXPECT_LT(counters("history").nodes(), plain.nodes());
  EXPECT_GT(counters("quiescence", 2)[Event::quiescence], 0U);
  const Counters checks = counters("checks", 3);
  EXPECT_GT(checks[Event::check_extension], 0U);
  EXPECT_EQ(checks.extensions(), checks[Event::check_extension]);
  EXPECT_GT(counters("checks,one-reply")[Event::reply_extension], 0U);
  EXPECT_GT(counters("recaptures", 3)[Event::recapture_extension], 0U);
  EXPECT_GT(counters("seventh")[Event::pawn_extension], 0U);
  EXPECT_GT(counters("null=1,mate-threat")[Event::threat_extension], 0U);
  EXPECT_GT(counters("king-threat")[Event::king_extension], 0U);
  EXPECT_GT(counters("interpositions")[Event::interposition_extension], 0U);
  EXPECT_NE(counters("killers,killer-counts").nodes(), counters("killers").nodes());
  EXPECT_NE(counters("recaptures-first").nodes(), plain.nodes());
  EXPECT_GT(counters("table=1,entries=2048")[Event::collision], table[Event::collision]);
  EXPECT_LT(counters("table=16,quiescence,table-quiescence", 3)[Event::quiescence],
            counters("table=16,quiescence", 3)[Event::quiescence]);
  const Counters null = counters("null");
  EXPECT_GT(null[Event::null_try], null[Event::null_cutoff]);
  EXPECT_GT(null[Event::null_cutoff], 0U);
  EXPECT_LT(null.nodes(), plain.nodes());
  EXPECT_GT(counters("razoring")[Event::razored], 0U);
  const Counters probcut = counters("probcut");
  EXPECT_GT(probcut[Event::probcut_try], probcut[Event::probcut]);
  EXPECT_GT(probcut[Event::probcut], 0U);
  EXPECT_LT(counters("futility").nodes(), plain.nodes());
  EXPECT_GT(counters("futility")[Event::futile], 0U);
  EXPECT_GT(counters("extended-futility")[Event::futile], 0U);
  EXPECT_GT(counters("lmr-simple")[Event::reduction], 0U);
}

// What orders moves or remembers what is known does not change a value.
TEST(Switches, ThatAreNotSelectiveKeepTheValue) {
  for (const auto& record : testing::shipped_suite("bratko-kopec")) {
    const auto value = [&](const std::string& with) {
      Job job = search_job("pvs", "captures", 3, with);
      job.evaluation = "positional";
      return run<chess::Chess>(chess::ValidSetup(record.setup), job).iterations.back().value;
    };
    const Value plain = value("plain");
    for (const char* with : {"recaptures-first", "killer-counts", "pawn-table=64", "pawn-table",
                             "king-pawn-table=64", "king-pawn-table", "table=1,entries=2048"})
      EXPECT_EQ(value(with), plain) << with << ' ' << to_string(record.setup);
  }
}

// In trees with transpositions, and in chess with checks extended, where a child may be as deep.
TEST(EnhancedCutoffs, KeepTheValueOfEverySearch) {
  std::uint64_t cutoffs = 0;
  const auto check = [&]<class G>(const typename G::Start& start, Job job, Value right) {
    for (const std::string& algorithm : names_in(algorithms)) {
      job.algorithm = algorithm;
      if (!misfit(algorithm, job.switches).empty()) continue;
      const auto result = run<G>(start, job);
      EXPECT_EQ(result.iterations.back().value, right) << algorithm << ' ' << G::to_string(start);
      cutoffs += result.counts()[Event::etc_cutoff];
    }
  };
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    tree::Spec spec = testing::random_spec(seed);
    spec.min_width += 2;
    spec.max_width += 2;
    spec.depth = 5;
    spec.merge = tree::largest_merge(spec.min_width);
    check.operator()<tree::SyntheticTree>(spec, search_job("", "canonical", 5, "table=1,etc"),
                                          tree::Tree(spec).true_value());
  }
  EXPECT_GT(cutoffs, 200U);
  cutoffs = 0;
  for (const auto& record : testing::shipped_suite("bratko-kopec")) {
    const chess::ValidSetup start(record.setup);
    const Job plain = search_job("alphabeta", "captures", 3, "checks");
    check.operator()<chess::Chess>(start, search_job("", "captures", 3, "table=1,etc,checks"),
                                   run<chess::Chess>(start, plain).iterations.back().value);
  }
  EXPECT_GT(cutoffs, 20U);
}

/// Alpha-beta with ProbCut as probcut.h defines it, written plainly.
Value slow_probcut(tree::Tree& node, int depth, int ply, Value alpha, Value beta, Value margin,
                   std::uint64_t& cuts) {
  if (depth == 0) return node.value();
  if (ply > 0 && depth >= 3) {
    const int shallow = (depth / 2) % 2 == depth % 2 ? depth / 2 : depth / 2 - 1;
    const auto value = [&](Value low, Value high) {
      return slow_probcut(node, shallow, ply, low, high, margin, cuts);
    };
    if (beta < infinity)
      if (const Value high = value(beta + margin - 1, beta + margin); high >= beta + margin)
        return ++cuts, high - margin;
    if (alpha > -infinity)
      if (const Value low = value(alpha - margin, alpha - margin + 1); low <= alpha - margin)
        return ++cuts, low + margin;
  }
  auto moves = node.generate();
  sort_moves(moves);
  Value best = -infinity;
  for (const auto& move : moves) {
    const auto undo = node.make(move);
    best = std::max(
        best, -slow_probcut(node, depth - 1, ply + 1, -beta, -std::max(alpha, best), margin, cuts));
    node.unmake(move, undo);
    if (best >= beta) break;
  }
  return best;
}

TEST(ProbCut, EndsTheNodesThatAPlainListingEnds) {
  std::uint64_t total = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    for (const Value margin : {1, 5, 20}) {
      tree::Spec spec = testing::random_spec(seed);
      spec.depth = 8;
      const int depth = 4 + static_cast<int>(seed % 4);
      const std::string with = fmt::format("no-deepening,probcut={}", margin);
      const auto result =
          run<tree::SyntheticTree>(spec, search_job("alphabeta", "canonical", depth, with));
      std::uint64_t cuts = 0;
      tree::Tree root(spec);
      EXPECT_EQ(result.iterations.back().value,
                slow_probcut(root, depth, 0, -infinity, infinity, margin, cuts))
          << seed << ' ' << margin;
      EXPECT_EQ(result.counts()[Event::probcut], cuts) << seed << ' ' << margin;
      total += cuts;
    }
  EXPECT_GT(total, 500U);
}

TEST(ProbCut, LeavesTheValueIfTheMarginIsBeyondAllValues) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    tree::Spec spec = testing::random_spec(seed);
    spec.depth = 7;
    const auto value = [&](const std::string& algorithm, const std::string& with) {
      return run<tree::SyntheticTree>(spec, search_job(algorithm, "canonical", 6, with))
          .iterations.back()
          .value;
    };
    for (const std::string& algorithm : names_in(algorithms)) {
      if (!misfit(algorithm, parse_switches("", "probcut=10000")).empty()) continue;
      EXPECT_EQ(value(algorithm, "probcut=10000"), value("minimax", "")) << algorithm << seed;
    }
  }
}

// Mates are values beyond any margin: they are neither lost nor found later.
TEST(ProbCut, KeepsMates) {
  for (const auto& record : testing::shipped_suite("mates")) {
    const chess::ValidSetup start(record.setup);
    const auto value = [&](const std::string& with) {
      return run<chess::Chess>(start, search_job("pvs", "captures", 3, with))
          .iterations.back()
          .value;
    };
    EXPECT_EQ(value("probcut=10000"), value("plain")) << to_string(record.setup);
    EXPECT_EQ(value("table=1,probcut=10000"), value("table=1")) << to_string(record.setup);
  }
}

/// The last iteration's counters of `selective`.
Counters selective_counters(const std::string& with, Job job = {}) {
  job.algorithm = "selective";
  job.switches = parse_switches("with", with);
  job.limits.depth = 8;
  const chess::ValidSetup start(testing::shipped_suite("bratko-kopec")[4].setup);
  return run<chess::Chess>(start, job).iterations.back().counts;
}

TEST(Counters, AddUp) {
  const Counters plain = selective_counters("");
  std::uint64_t by_class = 0;
  for (const std::uint64_t cutoffs : plain.cut_classes) by_class += cutoffs;
  EXPECT_EQ(by_class, plain.cutoffs);
  EXPECT_GE(plain.deepest, 8);
  EXPECT_GT(plain[Event::generated], plain[Event::picked]);
  EXPECT_GT(plain[Event::picked], plain[Event::futile]);
  EXPECT_GT(plain[Event::evaluation], 0U);
  EXPECT_EQ(plain[Event::lazy_evaluation] + plain[Event::pawn_probe], 0U);

  const Counters pawns = selective_counters("king-pawn-table");
  EXPECT_EQ(pawns.nodes(), plain.nodes());
  EXPECT_LE(pawns[Event::pawn_probe], pawns[Event::evaluation]);
  EXPECT_GT(pawns[Event::pawn_hit] * 10, pawns[Event::pawn_probe] * 8);
  EXPECT_GT(selective_counters("lazy-eval")[Event::lazy_evaluation], 0U);
}

// To search some nodes again changes nothing but the counts of that.
TEST(Counters, OfSampledNullMovesLeaveTheSearchAsItIs) {
  Counters plain = selective_counters("");
  Job job;
  job.null_samples = 10;
  Counters sampled = selective_counters("", job);
  EXPECT_GT(sampled[Event::null_sample], 10U);
  EXPECT_LT(sampled[Event::null_wrong], sampled[Event::null_sample]);
  for (const Event event : {Event::null_sample, Event::null_wrong})
    sampled.events[static_cast<std::size_t>(event)] = 0;
  EXPECT_EQ(sampled, plain);
}

TEST(Counters, OfTheTableAreThoseOfItsEntries) {
  Job job = search_job("alphabeta", "captures", 4, "table=1,entries=2048");
  job.census = true;
  const auto table = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job).table;
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->entries, 2048U);
  EXPECT_GT(table->filled, 500U);
  EXPECT_LE(table->filled, 2048U);
  EXPECT_EQ(table->exact + table->lower + table->upper + table->both, table->filled);
  EXPECT_LE(table->with_move, table->filled);
}

// The next search of the game finds what the last one left, with the same value.
TEST(KeptTables, ServeTheNextSearchOfTheSameKind) {
  const chess::ValidSetup start(chess::startpos_fen);
  KeptTable kept;
  Job job = search_job("pvs", "captures", 5, "table=4");
  const auto fresh = run<chess::Chess>(start, job);
  job.kept_table = &kept;
  job.census = true;
  const auto first = run<chess::Chess>(start, job);
  EXPECT_EQ(first.visited, fresh.visited);
  EXPECT_EQ(first.table->before, 0U);
  const auto second = run<chess::Chess>(start, job);
  EXPECT_LT(second.visited, first.visited);
  EXPECT_EQ(second.iterations.back().value, first.iterations.back().value);
  EXPECT_GT(second.table->before, 0U);
  EXPECT_LT(second.table->before, second.table->filled);

  job.generator = "mailbox";  // another board has a table of its own
  EXPECT_EQ(run<chess::Chess>(start, job).visited, first.visited);
  job.generator = "";
  EXPECT_EQ(run<chess::Chess>(start, job).visited, first.visited);
  const chess::Mailbox board(start);
  run<chess::Chess>(start, job, {.root_moves = {*move_from_text(board, "a2a3")}});
  EXPECT_EQ(run<chess::Chess>(start, job).visited, second.visited);  // that did not touch it
  kept.clear();
  EXPECT_EQ(run<chess::Chess>(start, job).visited, first.visited);

  // What is prepared is empty, and what is of the same kind already stays.
  Job prepared = job;
  prepared.only_prepare = true;
  EXPECT_EQ(run<chess::Chess>(start, prepared).visited, 0U);
  EXPECT_EQ(run<chess::Chess>(start, job).visited, second.visited);
  kept.clear();
  EXPECT_TRUE(run<chess::Chess>(start, prepared).iterations.empty());
  EXPECT_EQ(run<chess::Chess>(start, job).visited, first.visited);
  kept.release();
  EXPECT_EQ(run<chess::Chess>(start, job).visited, first.visited);
}

/// MiB of this process that are in memory.
double resident() {
  std::size_t size = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> size >> pages;
  return static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// The memory is there when the search begins, once, and goes when no search wants it.
TEST(KeptTables, AreReadyBeforeTheSearch) {
#ifdef PLYLAB_SANITIZED
  GTEST_SKIP() << "AddressSanitizer has pages of its own";
#endif
  const chess::ValidSetup start(chess::startpos_fen);
  KeptTable kept;
  const auto prepare = [&](int mib) {
    Job job = search_job("pvs", "captures", 5, mib > 0 ? fmt::format("table={}", mib).c_str() : "");
    job.kept_table = &kept;
    job.only_prepare = true;
    run<chess::Chess>(start, job);
    return job;
  };
  const double before = resident();
  Job job = prepare(64);
  EXPECT_GT(resident() - before, 63);
  job.only_prepare = false;
  run<chess::Chess>(start, job);
  EXPECT_LT(resident() - before, 80);  // not another one
  prepare(32);
  EXPECT_LT(resident() - before, 48);
  EXPECT_GT(resident() - before, 31);
  prepare(0);
  EXPECT_LT(resident() - before, 16);
}

// An extension depends on the moves alone, so every search finds the value of minimax with it.
TEST(Extensions, KeepTheValuesOfAllSearchesEqual) {
  for (const char* with : {"recaptures", "recaptures,one-reply,seventh,interpositions"})
    for (const auto& record : testing::shipped_suite("bratko-kopec"))
      for (const int depth : {3, 4}) {
        const auto value = [&](const char* algorithm) {
          return run<chess::Chess>(chess::ValidSetup(record.setup),
                                   search_job(algorithm, "captures", depth, with))
              .iterations.back()
              .value;
        };
        const Value right = value("alphabeta");
        for (const char* other :
             {"pvs", "scout", "negascout-1983", "negascout-1989", "negascout-soft", "aspiration"})
          EXPECT_EQ(value(other), right)
              << other << ' ' << with << ' ' << depth << ' ' << record.id().value_or("");
      }
}

// As it is printed, in about half of random trees.
TEST(Misprint, OfNegaScoutFindsWrongValues) {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto spec = fmt::format("tree(width=4,depth=6,values=independent,seed={})", seed);
    const auto value = [&](const char* algorithm) {
      Job job = search_job(algorithm, "generation", 6, "no-deepening");
      return run<tree::SyntheticTree>(tree::SyntheticTree::parse(spec), job)
          .iterations.back()
          .value;
    };
    wrong += value("negascout-misprint") != value("minimax");
  }
  EXPECT_GT(wrong, 15);
  EXPECT_LT(wrong, 35);
  EXPECT_FALSE(is_exact("negascout-misprint"));
}

TEST(Switches, WithoutDeepeningSearchOnce) {
  const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                        search_job("pvs", "captures", 4, "no-deepening"));
  ASSERT_EQ(result.iterations.size(), 1U);
  EXPECT_EQ(result.iterations.front().depth, 4);
}

}  // namespace
}  // namespace plylab::search
