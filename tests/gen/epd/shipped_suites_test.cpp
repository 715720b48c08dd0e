// The suites that plylab ships.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "gen/base/files.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/epd/epd.h"
#include "tests/gen/epd/legal_moves.h"

namespace plylab::epd {
namespace {

using testing::legal_moves;
using Texts = std::vector<std::string>;

Suite shipped(const std::string& name) {
  return load_suite(std::string(PLYLAB_SUITES_DIR) + "/" + name);
}

const Texts shipped_names = [] {
  Texts names;
  for (const std::string& path : files_in(PLYLAB_SUITES_DIR, ".epd"))
    names.push_back(std::filesystem::path(path).filename());
  return names;
}();

TEST(ShippedSuites, ReadWithoutIssueAndRoundTrip) {
  for (const std::string& name : shipped_names) {
    const Suite suite = shipped(name);
    for (const Issue& issue : suite.issues) ADD_FAILURE() << to_string(issue);
    EXPECT_FALSE(suite.records.empty()) << name;
    std::set<std::string> ids;
    for (const Record& record : suite.records) {
      const std::string text = to_string(record);
      Record again = parse_record(text, record.line);
      again.file = record.file;
      EXPECT_EQ(again, record) << text;
      EXPECT_TRUE(ids.insert(record.id().value_or("")).second) << "twice: " << text;
    }
  }
}

TEST(ShippedSuites, EveryAnswerIsAMove) {
  for (const std::string& name : shipped_names)
    for (const Record& record : shipped(name).records) {
      const chess::Moves legal = legal_moves(record);
      EXPECT_EQ(best_moves(record, legal).problems, Texts{}) << to_string(record);
      EXPECT_EQ(avoid_moves(record, legal).problems, Texts{}) << to_string(record);
    }
}

TEST(ShippedSuites, AnswersAreInExactSan) {
  for (const std::string& name : shipped_names)
    for (const Record& record : shipped(name).records) {
      if (record.find("bm") == nullptr) continue;
      const chess::Mailbox board{chess::ValidSetup(record.setup)};
      std::string text;
      for (chess::Move move : best_moves(record, board.generate()).moves)
        (text += text.empty() ? "" : " ") += chess::to_san(board, move);
      EXPECT_EQ(record.text("bm"), text);
    }
}

TEST(ShippedSuites, Sizes) {
  EXPECT_EQ(shipped("perft.epd").records.size(), 90u);
  EXPECT_EQ(shipped("bratko-kopec.epd").records.size(), 24u);
}

TEST(ShippedSuites, FirstPerftCountsAreTheNumbersOfMoves) {
  for (const Record& record : shipped("perft.epd").records) {
    const auto counts = perft_counts(record);
    ASSERT_FALSE(counts.empty());
    for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(counts[i].depth, i + 1);
    EXPECT_EQ(counts.front().paths, legal_moves(record).size()) << to_string(record);
  }
}

}  // namespace
}  // namespace plylab::epd
