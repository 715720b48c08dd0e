// The study of generators: all listings walk and search the same trees, and those are the ones that
// perft and the laboratory's own alpha-beta have.
#include "search/lab/generator_study.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "gen/chess/registry.h"
#include "perft/walk/walk.h"
#include "search/run/run.h"
#include "tests/support/report.h"

namespace plylab::search::lab {
namespace {

const std::atomic<bool> never{false};

/// Positions with all kinds of moves, in check, and with few moves.
std::vector<chess::ValidSetup> positions() {
  std::vector<chess::ValidSetup> all;
  for (const auto& known : chess::Chess::positions) all.push_back(chess::Chess::parse(known.text));
  all.push_back(chess::Chess::parse("startpos"));
  all.push_back(chess::Chess::parse("4k3/8/8/8/7b/8/3PP3/3QKR2 w - - 0 1"));
  return all;
}

TEST(GeneratorStudy, CountsPerftByEachListing) {
  for (const auto& start : positions())
    for (const char* generator : {"mailbox", "x88", "bitboard"})
      for (const ListingEntry& listing : listings) {
        SCOPED_TRACE(std::string(generator) + " " + std::string(listing.name));
        const auto cost = perft_by(listing.listing, generator, "", start, 3, never);
        EXPECT_EQ(cost.leaves, perft::perft(chess::Mailbox(start), 3));
        if (listing.listing == Listing::pseudo_legal)
          EXPECT_GE(cost.generated, cost.used);
        else
          EXPECT_EQ(cost.generated, cost.used);
      }
}

TEST(GeneratorStudy, SearchesTheTreeOfAlphaBetaByEachListing) {
  for (const auto& start : positions()) {
    Job job{.algorithm = "alphabeta-soft",
            .evaluation = "pst",
            .ordering = "captures",
            .limits = {.depth = 3}};
    job.switches["quiescence"] = 1;
    const auto expected = run<chess::Chess>(start, job, {});
    const auto& last = *expected.last_finished();
    std::uint64_t generated = 0;  // by the listing before
    for (const char* generator : {"mailbox", "x88", "bitboard"})
      for (const ListingEntry& listing : listings) {
        SCOPED_TRACE(std::string(generator) + " " + std::string(listing.name));
        const auto cost = search_by(listing.listing, generator, "", start, 3, never);
        EXPECT_EQ(cost.value, last.value);
        EXPECT_EQ(cost.nodes, last.stats.nodes() + last.stats[Event::quiescence]);
        EXPECT_LE(cost.used, cost.generated);
        switch (listing.listing) {
          case Listing::legal:
            break;
          case Listing::pseudo_legal:
            EXPECT_GE(cost.generated, generated);
            break;
          case Listing::staged:
            EXPECT_LT(cost.generated, generated);
        }
        generated = cost.generated;
      }
  }
}

TEST(GeneratorStudy, StopsWhenAsked) {
  const std::atomic<bool> at_once{true};
  const auto start = chess::Chess::parse("startpos");
  EXPECT_THROW(perft_by(Listing::legal, "x88", "", start, 12, at_once), Stopped);
  EXPECT_THROW(search_by(Listing::staged, "bitboard", "", start, 12, at_once), Stopped);
}

TEST(GeneratorStudy, HasARowForEachListing) {
  const auto report = testing::report_of({"study", "generators", "--fen", "kiwipete", "--depth",
                                          "2", "--perft-depth", "2", "--rounds", "1"});
  const auto rows = testing::rows_of(report, "listings");
  ASSERT_EQ(rows.size(), 2 * 3 * listings.size());
  for (const auto& row : rows) {
    EXPECT_EQ(row["nodes"], rows[row["task"] == "perft" ? 0 : 9]["nodes"]);
    EXPECT_EQ(row["ratio"].is_null(), row["listing"] == "legal");
    EXPECT_TRUE(row["low"].is_null());  // of a single position nothing is known
  }
}

}  // namespace
}  // namespace plylab::search::lab
