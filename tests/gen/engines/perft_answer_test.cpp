// Answers to perft and divide in the many forms in which engines and tools print them.
#include "gen/engines/perft_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/cases.h"

namespace plylab {
namespace {

using engines::LineKind;
using engines::PerftAnswerReader;
using engines::PerftProtocol;
using engines::Reading;
using engines::ReportedBranch;

struct Sample {
  std::string name;
  int depth;
  std::string output;
  std::optional<Count> total;
  std::vector<ReportedBranch> branches = {};
  Reading reading = Reading::counts;
};

void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.name; }

// clang-format off
const Sample samples[] = {
  {"Uci", 1, "info string NNUE evaluation enabled\na2a3: 1\nb2b3: 1\n\nNodes searched: 2\n", 2,
   {{"a2a3", 1}, {"b2b3", 1}}},
  {"UciWithTimes", 2, "e2e4 20\nd2d4 20\n\nNodes searched: 40\nTime: 12\nNPS: 3333\n", 40,
   {{"e2e4", 20}, {"d2d4", 20}}},
  {"SumOfBranches", 2, "e2e4 = 20\nd2d4 = 21\n", 41, {{"e2e4", 20}, {"d2d4", 21}}},
  {"Numbered", 2, "1. e2e4 20\n2. g1f3 20\nTotal: 40\n", 40, {{"e2e4", 20}, {"g1f3", 20}}},
  {"NumberedWithParenthesis", 2, " 1) e2e4: 20\n 2) g1f3: 21\n", 41, {{"e2e4", 20}, {"g1f3", 21}}},
  {"Dashes", 2, "e2-e4: 20\ng1-f3: 20\nTotal Nodes: 40\n", 40, {{"e2-e4", 20}, {"g1-f3", 20}}},
  {"Columns", 3, "  a2a3      380\n  b2b3      420\n\n  total     800\n", 800,
   {{"a2a3", 380}, {"b2b3", 420}}},
  {"Tabs", 3, "a2a3\t380\nb2b3\t420\n", 800, {{"a2a3", 380}, {"b2b3", 420}}},
  {"Labelled", 2, "Move: e2e4 Nodes: 20\nMove: d2d4 Nodes: 20\nLeaf nodes: 40\n", 40,
   {{"e2e4", 20}, {"d2d4", 20}}},
  {"MoveNumbers", 2, "Move 1: e2e4 - 20\nMove 2: d2d4 - 20\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"Arrows", 2, "e2e4 -> 20\nd2d4 => 20\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"Bars", 2, "e2e4 | 20\nd2d4 | 20\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"Percentages", 2, "e2e4: 20 (50.0%)\nd2d4: 20 (50.0%)\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"Promotions", 1, "e7e8q: 1\ne7e8=R: 1\ne7e8B 1\ne7xd8=N+ 1\nNodes: 4\n", 4,
   {{"e7e8q", 1}, {"e7e8=R", 1}, {"e7e8B", 1}, {"e7xd8=N+", 1}}},
  {"San", 2, "Nf3: 20\nexd5: 30\nQxf7#: 0\nO-O: 27\nO-O-O+: 26\nRad1 28\nN1e2 29\ne8=Q 5\n", 165,
   {{"Nf3", 20}, {"exd5", 30}, {"Qxf7#", 0}, {"O-O", 27}, {"O-O-O+", 26}, {"Rad1", 28},
    {"N1e2", 29}, {"e8=Q", 5}}},
  {"Castling", 2, "e1g1: 43\ne1h1: 43\n0-0-0: 43\nTotal: 129\n", 129,
   {{"e1g1", 43}, {"e1h1", 43}, {"0-0-0", 43}}},
  {"DropsAndWideBoards", 1, "P@e4: 1\nj2j10: 1\n\nNodes searched: 2\n", 2,
   {{"P@e4", 1}, {"j2j10", 1}}},
  {"TableWithTotal", 1, "move time nodes\na2a3 3 1\nb2b3 4 1\ntotal 12 2\n", 2,
   {{"a2a3", 1}, {"b2b3", 1}}},
  {"CapturesEnPassant", 1, "e5f6ep: 1\ne5d6 ep: 1\ne5xd6 (en passant): 1\n", 3,
   {{"e5f6ep", 1}, {"e5d6 ep", 1}, {"e5xd6", 1}}},
  {"RepeatedMove", 1, "e2e4: 1\ne2e4: 1\nNodes searched: 2\n", 2, {{"e2e4", 1}, {"e2e4", 1}}},
  {"RootMovesAreNoTotal", 2, "e2e4 20\nd2d4 20\nMoves: 2\nNodes: 40\n", 40,
   {{"e2e4", 20}, {"d2d4", 20}}},
  {"RootMovesAloneAreNoTotal", 2, "e2e4 20\nd2d4 20\nMoves: 2\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"MovesWithoutAnythingElse", 5, "total moves=4865609  time=0.10\n", 4865609},
  {"MovesWithoutCounts", 1, "e2e4\nd2d4\ng1f3\n", 3, {{"e2e4", {}}, {"d2d4", {}}, {"g1f3", {}}}},
  {"MovesWithoutCountsDeep", 3, "e2e4\nd2d4\n", {}},
  {"PerftOfDepth", 5, "perft(5) = 4865609\n", 4865609},
  {"PerftColon", 5, "Perft 5: 4865609\nTime: 34 ms\n", 4865609},
  {"PerftWithBlank", 5, "Perft (5): 4865609, Time: 0.035 s\n", 4865609},
  {"DepthTable", 3, "depth 1 nodes 20\ndepth 2 nodes 400\ndepth 3 nodes 8902\n", 8902},
  {"AllDepths", 2, "perft(1) = 20\nperft(2) = 400\nperft(3) = 8902\n", 400},
  {"DepthAndNodes", 4, "Depth: 4 Nodes: 197281 Captures: 1576\n", 197281},
  {"PerftColonAlone", 4, "perft: 197281\n", 197281},
  {"BareNumber", 5, "4865609\n", 4865609},
  {"Perftree", 2, "e2e4 20\nd2d4 20\n\n40\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"Commas", 5, "Nodes searched: 4,865,609\n", 4865609},
  {"Underscores", 5, "Total: 4_865_609\n", 4865609},
  {"Apostrophes", 5, "e2e4: 405'385\nTotal nodes: 4'865'609\n", 4865609, {{"e2e4", 405385}}},
  {"NumberFirst", 5, "4865609 nodes in 0.031 seconds (156955129 nps)\n", 4865609},
  {"NodesEqual", 5, "Leaf nodes = 4865609\nSpeed = 33 Mnps\n", 4865609},
  {"Banner", 2, "Toy 1.2 (c) 2019\nPerft test\n# 5 20\nperft 2\nTotal time: 5 ms\nTotal nodes 400\n",
   400},
  {"XboardThinking", 2, "1 20 0 33 e2e4 e7e5\n2 15 1 99 d2d4\nNodes: 400\n", 400},
  {"Upper", 2, "NODES SEARCHED : 400\n", 400},
  {"TotalDisagrees", 2, "e2e4: 20\nNodes searched: 7\n", 7, {{"e2e4", 20}}},
  {"LastTotal", 2, "Nodes: 20\nNodes: 400\n", 400},
  {"NoLegalMove", 3, "\nNodes searched: 0\n", 0},
  {"Largest", 20, "Nodes searched: 340282366920938463463374607431768211455\n",
   Count::from_value(~Uint128{0})},
  {"OnlyTimes", 2, "Time: 12\n12 ms\nnps 33\n0.5\n12.25s\nTotal: 12 ms\n", {}},
  {"AnyNumber", 3, "Counting to 3 plies gives 8902 in 1.5 s\n", 8902, {}, Reading::any_number},
  {"AnyNumberIsTheLast", 3, "depth 1 has 20\nanswer (8902)\nTime 12\n", 8902, {},
   Reading::any_number},
  {"NotAnyNumber", 3, "Counting to 3 plies gives 8902\n", {}},
};
// clang-format on

PerftProtocol reading(Reading reading) { return {.name = "test", .reading = reading}; }

class Samples : public ::testing::TestWithParam<Sample> {};

TEST_P(Samples, AreRead) {
  const Sample& sample = GetParam();
  PerftAnswerReader reader(reading(sample.reading), sample.depth);
  std::istringstream lines(sample.output);
  for (std::string line; std::getline(lines, line);) {
    const LineKind kind = reader.read(line);
    EXPECT_NE(kind, LineKind::malformed) << line;
    EXPECT_NE(kind, LineKind::refusal) << line;
  }
  const engines::PerftAnswer answer = reader.answer();
  EXPECT_EQ(answer.total, sample.total) << (answer.total ? to_string(*answer.total) : "no total");
  ASSERT_EQ(answer.branches.size(), sample.branches.size());
  for (std::size_t i = 0; i < sample.branches.size(); ++i) {
    EXPECT_EQ(answer.branches[i].move, sample.branches[i].move);
    EXPECT_EQ(answer.branches[i].leaves, sample.branches[i].leaves) << sample.branches[i].move;
  }
}

INSTANTIATE_TEST_SUITE_P(PerftAnswer, Samples, ::testing::ValuesIn(samples),
                         [](const auto& tested) { return tested.param.name; });

TEST(AnswerLines, AreToldApart) {
  const auto kind = [](const std::string& line, int depth = 5) {
    return PerftAnswerReader(reading(Reading::counts), depth).read(line);
  };
  for (const char* line : {"Nodes searched: 20", "Total: 20", "perft(5) = 20", "20 nodes"})
    EXPECT_EQ(kind(line), LineKind::total) << line;
  for (const char* line : {"e2e4: 20", "20", "Moves: 20", "Perft = 20", "e2e4"})
    EXPECT_EQ(kind(line), LineKind::part) << line;
  for (const char* line : {"Nodes searched: -5", "Nodes searched: many", "e2e4: -5", "-5",
                           "Total: -1", "Nodes: 340282366920938463463374607431768211456",
                           "e2e4: 999999999999999999999999999999999999999999"})
    EXPECT_EQ(kind(line), LineKind::malformed) << line;
  for (const char* line : {"Unknown command: 'perft 5'.", "Error (unknown command): perft",
                           "Illegal move: e2e4", "bestmove e2e4"})
    EXPECT_EQ(kind(line), LineKind::refusal) << line;
  for (const char* line :
       {"", "   ", "info depth 1 nodes 20", "# 20", "perft(4) = 20", "perft 5", "Time: 12", "12 ms",
        "33 knps", "e2e4 e7e5 g1f3", "8 r n b q k b n r", "feature myname=\"X 2\" ping=1",
        "Total time: 12", "Nodes: 4.8M", "option name Hash type spin default 16", "\xff\x01 7"})
    EXPECT_EQ(kind(line), LineKind::other) << line;
  EXPECT_EQ(kind("e2e4" + std::string(900, ' ') + "20"), LineKind::part);
  EXPECT_EQ(kind("e2e4" + std::string(900, ' ') + "x"), LineKind::other);
  EXPECT_EQ(kind("e2e4" + std::string(2000, ' ') + "20"), LineKind::part);
  EXPECT_EQ(kind("e2e4" + std::string(20'000, ' ') + "20"), LineKind::other);
}

TEST(AnswerReading, AProtocolsOwnPatternsReplaceTheUsualOnes) {
  PerftProtocol protocol = reading(Reading::counts);
  protocol.branch = R"(^branch <(\w+)> has (\S+)$)";
  protocol.total = R"(^sum=(\d+)$)";
  protocol.end = "^over$";
  PerftAnswerReader reader(protocol, 2);
  EXPECT_EQ(reader.read("e2e4: 1"), LineKind::other);
  EXPECT_EQ(reader.read("Nodes searched: 1"), LineKind::other);
  EXPECT_EQ(reader.read("branch <e2e4> has 20"), LineKind::part);
  EXPECT_EQ(reader.read("branch <d2d4> has none"), LineKind::malformed);
  EXPECT_EQ(reader.read("sum=20"), LineKind::total);
  EXPECT_EQ(reader.read("over"), LineKind::end);
  EXPECT_EQ(reader.answer().total, Count(20));
  EXPECT_EQ(reader.answer().branches, (std::vector<ReportedBranch>{{"e2e4", 20}}));
}

TEST(AnswerReading, ASumBeyond128BitsIsAnError) {
  PerftAnswerReader reader(reading(Reading::counts), 40);
  reader.read("e2e4: 340282366920938463463374607431768211455");
  reader.read("d2d4: 1");
  EXPECT_THROW(reader.answer(), std::overflow_error);
  reader.read("Nodes searched: 20");
  EXPECT_THROW(reader.answer(), std::overflow_error);
}

// ---- what other lines do not change ----

/// Answers in the formats of real programs to perft(depth), each with the total that is right.
// clang-format off
const Sample accepted[] = {
  {"Stockfish", 2, "e2e4: 20\nd2d4: 20\n\nNodes searched: 40\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"Qperft", 4, "perft( 1)=           20 ( 0.000 sec)\nperft( 4)=       197281 ( 0.002 sec)\n",
   197281},
  {"Crafty", 5, "total moves=4865609  time=0.10\n", 4865609},
  {"Table", 3, "| Depth 3 | 8902 | 34 | 0.001 s |\n", 8902},
  {"Perftree", 2, "e2e4 20\nd2d4 20\n\n40\n", 40, {{"e2e4", 20}, {"d2d4", 20}}},
  {"Counter", 5, "4865609\n", 4865609},
  {"Sum", 2, "e2e4 = 20 [12 ms]\nd2d4 = 21 [7 ms, 3.1 Mnps]\n", 41, {{"e2e4", 20}, {"d2d4", 21}}},
  {"Sentence", 5, "Depth 5: 4865609 nodes in 12 ms (405.5 Mnps)\n", 4865609},
  {"OneLine", 3, "Nodes: 8902, Time: 1.234567ms, NPS: 7_213_938\n", 8902},
  {"TimeFirst", 3, "Time: 0.123s Nodes: 8902 NPS: 1,234,567\n", 8902},
  {"Plain", 3, "depth 3 time 12 nodes 8902 nps 741833\n", 8902},
  {"Json", 3, "{\"depth\": 3, \"nodes\": 8902, \"nodes_per_second\": 741833}\n", 8902},
  {"Found", 3, "Found 8902 leaf nodes at depth 3 in 0.012345678 seconds\n", 8902},
  {"Searched", 3, "Searched 8902 nodes (1.2 MN/s)\n", 8902},
  {"Total", 3, "Total nodes (depth 3): 8,902\n", 8902},
  {"StockfishBench", 3,
   "===========================\nTotal time (ms) : 12\nNodes searched  : 8902\n"
   "Nodes/second    : 741833\n", 8902},
  {"Comma", 3, "8902 nodes, 0.012 s, 741833 nps\n", 8902},
  {"Leaves", 3, "Perft 3: 8902 leaves [12ms]\n", 8902},
  {"Count", 3, "Leaf count = 8902 (2 s)\n", 8902},
  {"BareMoves", 1, "e2e4\nd2d4\n", 2, {{"e2e4", {}}, {"d2d4", {}}}},
};

/// A count in one line, beside a rate or in a sentence.
const char* const sentences[] = {
  "Nodes: 8902 Nodes/s: 12345",
  "nodes 8902 nodes/s 12345",
  "Nodes: 8902 nodes per second: 12345",
  "Nodes: 8902 nodes per second 12345",
  "Nodes: 8902 nps 12345",
  "perft 3 8902 nodes/s 12345",
  "perft(3) = 8902 nodes/s = 12345",
  "Nodes 8902 kN/s 12",
  "Nodes: 8902 Nodes/sec: 12345 Time: 5",
  "Nodes: 8902 Time (ms): 5",
  "Nodes 8902 Time (ms) 5 NPS 12",
  "Searched 8902 nodes in 5 ms",
  "Total: 8902 nodes in 5 ms",
  "Counted 8902 leaves in 0.1 s",
  "Found 8902 positions in 5 ms",
  "Visited 8902 nodes in 0.3 seconds",
  "There are 8902 leaf nodes",
  "8902 nodes were found in 12 ms",
  "perft 3 complete: 8902",
  "Depth 3 done: 8902",
  "Depth 3 of 3: 8902 nodes",
  "Done: 8902 nodes",
  "8902 nodes in 1 s",
  "Nodes visited: 9322 Leaves: 8902 Leaves/s: 12",
};
// clang-format on

/// Lines about time and rates.
std::vector<std::string> lines_about_time() {
  std::vector<std::string> lines;
  const std::vector<std::string> numbers{"7", "123456", "1,234,567", "1_234_567", "0.123", "8.1"};
  for (const std::string& number : numbers) {
    for (const char* unit : {"ms",
                             "s",
                             "sec",
                             "secs",
                             "seconds",
                             "us",
                             "\xc2\xb5s",
                             "ns",
                             "msec",
                             "milliseconds",
                             "min",
                             "nps",
                             "knps",
                             "Mnps",
                             "n/s",
                             "kn/s",
                             "MN/s",
                             "nodes/s",
                             "nodes/sec",
                             "nodes/second",
                             "nodes / s",
                             "leaves/s",
                             "Mnodes/s",
                             "positions/s",
                             "nodes per second",
                             "leaf nodes per second",
                             "positions per second",
                             "leaves per sec",
                             "nodes/ms",
                             "moves a second",
                             "million nodes per second",
                             "%",
                             "MB"}) {
      for (const char* before : {"", "Time: ", "Speed: ", "Total: ", "Result = ", "Nodes: ", "=> ",
                                 "  (", "perft 9: ", "in ", "Rate "})
        lines.push_back(before + number + " " + unit);
      lines.push_back("Time " + number + unit);
      lines.push_back("e2e4 " + number + " " + unit);
    }
    for (const char* label : {"Time",
                              "time",
                              "Time (ms)",
                              "Time taken",
                              "Total time",
                              "Elapsed",
                              "elapsed time",
                              "NPS",
                              "nps",
                              "kNPS",
                              "Nodes/s",
                              "Nodes/sec",
                              "nodes/second",
                              "Nodes per second",
                              "N/s",
                              "Nodes (per second)",
                              "leaves/s",
                              "Positions per second",
                              "nodes_per_second",
                              "Nodes / second",
                              "Nodes per sec",
                              "kN/s",
                              "Total nodes/s",
                              "Average nodes/s",
                              "Million nodes per second",
                              "ns/node",
                              "Speed",
                              "Total time in seconds",
                              "Rate",
                              "Total ms",
                              "Hash hits",
                              "Nodes/ms",
                              "Duration"})
      for (const char* between : {": ", " : ", " = ", "=", " "})
        lines.push_back(label + (between + number));
  }
  return lines;
}

/// Lines about time, rates and progress, and banners, such as engines and scripts print.
std::vector<std::string> other_lines() {
  std::vector<std::string> lines{
      "",
      "Toy Engine v1.2.3 (c) 2019-2024 A. U. Thor",
      "Quick Perft, version 20",
      "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
      "Perft mode: No hashing, bulk counting in horizon nodes",
      "Copyright 2024",
      "Compiled with g++ 12.2.0 on Nov 27 2026 12:34:56",
      "CPU: 8 cores, AVX2, 64 bits",
      "Using 4 threads, Hash: 16 MB",
      "id name Toy 20",
      "info string NNUE evaluation using nn-ad9b42354671.nnue enabled",
      "info depth 4 nodes 4085603 nps 12345",
      "info depth 1 seldepth 1 score cp 20 nodes 20 time 3 pv e2e4",
      "Running perft to depth 9...",
      "perft 9",
      "Depth 9: 97862 nodes in 12 ms (8.1 Mnps)",
      "1000 nodes at depth 9",
      "Searching e2e4 (1/20)...",
      "Move 3 of 20",
      "Progress: 45%",
      "[#####.....] 45 % done, ETA 12 s",
      "20/400 nodes",
      "e2a6 1 of 48 done",
      "e2a6 2 percent",
      "e2a6 3 moves left",
      "b4 5 times",
      "e2e4 1 of 20",
      "2 percent done",
      "12345 nodes/1s",
      "12345 nodes per 1 s",
      "123 positions in the table",
      "1000 nodes searched so far",
      "5 nodes pruned",
      "6150507 nodes in cache",
      "Result: 1 fault",
      "Table hits: 1234 of 5678 (21.7%)",
      "Hash entries: 1048576",
      "8 r n b q k b n r",
      "+---+---+---+---+---+---+---+---+",
      "e2e4",
      "Time for 2039 nodes: 12",
      "took 1m2.345s",
      "real    0m1.234s",
      "{\"time_ms\": 12, \"nps\": 123456}",
      "done.",
  };
  for (std::string& line : lines_about_time()) lines.push_back(std::move(line));
  return lines;
}

engines::PerftAnswer answer_to(const std::vector<std::string>& lines, int depth, Reading how) {
  PerftAnswerReader reader(reading(how), depth);
  for (const std::string& line : lines) reader.read(line);
  return reader.answer();
}

std::vector<std::string> lines_of(const std::string& output) {
  std::vector<std::string> lines;
  std::istringstream text(output);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// The accepted answers, and each sentence as an answer.
std::vector<Sample> all_accepted() {
  std::vector<Sample> all(std::begin(accepted), std::end(accepted));
  for (const std::string sentence : sentences) all.push_back({sentence, 3, sentence, 8902});
  return all;
}

// For all answers with a count of nodes or leaves.
TEST(AnswerReading, WeakerLabelsReplaceNoCount) {
  const std::vector<std::string> weaker{
      "12345 nodes in 1 s",       "12345 nodes in 1s",  "Result: 1",
      "Total positions: 1",       "Total: 1",           "Total nodes visited: 2088",
      "Nodes visited: 2088",      "Visited 2088 nodes", "Moves: 48",
      "2088 nodes visited in 1 s"};
  for (const std::string label : {"Nodes", "Leaves", "Leaf nodes", "Nodes searched"})
    for (const std::string more : {"", "e2e4: 20\nd2d4: 20\n"})
      for (const Reading how : {Reading::counts, Reading::any_number}) {
        std::vector<std::string> lines = lines_of(more);
        lines.push_back(label + ": 40");
        for (const std::string& other : weaker) {
          std::vector<std::string> first = lines, last = lines;
          first.insert(first.begin(), other);
          last.emplace_back(other);
          EXPECT_EQ(answer_to(first, 2, how).total, Count(40)) << label << " after " << other;
          EXPECT_EQ(answer_to(last, 2, how).total, Count(40)) << label << " before " << other;
        }
        lines.emplace_back("Nodes: 41");
        if (label.starts_with("Lea")) {
          EXPECT_EQ(answer_to(lines, 2, how).total, Count(40)) << label;
        }
      }
  // The branches outrank a number of nodes visited, and a number alone does.
  for (const std::string known : {"e2e4: 20\nd2d4: 20", "40"})
    EXPECT_EQ(answer_to(lines_of(known + "\nNodes visited: 60"), 2, Reading::counts).total,
              Count(40));
}

// The last number of a line is the weakest count, but stronger than any number of time.
TEST(AnswerReading, LinesAboutTimeChangeNoRow) {
  for (const char* weak : {"3 | 8902 | 3", "3 8902 17", "it makes 8902"})
    for (const std::string& time : lines_about_time()) {
      EXPECT_EQ(answer_to({weak, time}, 3, Reading::any_number).total, Count(8902)) << time;
      EXPECT_EQ(answer_to({time, weak}, 3, Reading::any_number).total, Count(8902)) << time;
    }
  EXPECT_EQ(answer_to({"a result of 8902 leaves was found at depth 3"}, 3, Reading::counts).total,
            Count(8902));
}

TEST(AnswerReading, HeadingsNameTheColumnOfCounts) {
  EXPECT_EQ(answer_to({"depth nps nodes", "3 40000 8902"}, 3, Reading::any_number).total,
            Count(8902));
  for (const Reading how : {Reading::counts, Reading::any_number})
    EXPECT_EQ(answer_to({"depth,nodes", "1,20", "2,400", "3,8902"}, 3, how).total,
              how == Reading::counts ? std::nullopt : std::optional(Count(8902)));
  EXPECT_EQ(answer_to({"1 20", "2 400", "3 8902", "4 197281"}, 3, Reading::any_number).total,
            Count(8902));
  EXPECT_EQ(
      answer_to({"| depth | time | leaves |", "| 3 | 12 | 8902 |"}, 3, Reading::any_number).total,
      Count(8902));
}

// ---- the same divide in other forms ----

/// What stands before, between and behind a root move and its count, and the reading that knows it.
struct Form {
  std::string before, between, after;
  Reading reading = Reading::counts;
};

// clang-format off
const Form forms[] = {
  {"", ": ", ""}, {"", " ", ""}, {"", "\t", ""}, {"", " = ", ""}, {"", " - ", ""}, {"", ",", ""}, {"", ";", ""},
  {"", " -> ", ""}, {"", " | ", ""}, {"| ", " | ", " |"}, {"|", "|", "|"}, {"- ", ": ", ""}, {"* **", "**: ", ""},
  {"`", "`: ", ""}, {"\"", "\": ", ","}, {"\"", "\",\"", "\""}, {"'", "': ", ","}, {"{\"move\":\"", "\",\"nodes\":", "}"},
  {"[1] ", ": ", ""}, {"1/48 ", " ", ""}, {"1. ", " ", ""}, {"1 ", " ", ""}, {"Move 1: ", " - ", ""},
  {"\x1b[32m", "\x1b[0m: \x1b[1m", "\x1b[0m"}, {"", ":\xc2\xa0", ""}, {"\xef\xbb\xbf", ": ", ""},
  {"", ": ", "n"}, {"", " ..... ", ""}, {"", "....", ""}, {"", ": ", " (5.2%)"}, {"", " nodes ", ""}, {"", " [", "]"},
  {"<", "> ", "", Reading::any_number}, {"(", ") ", "", Reading::any_number}, {"", " (", ")", Reading::any_number},
  {"perft ", " has ", " nodes", Reading::any_number}, {"info string ", " ", "", Reading::any_number},
};
// clang-format on

TEST(AnswerReading, OneDivideHasManyForms) {
  for (const Form& form : forms)
    for (const char* move : {"a2a3", "e7e8n", "e1g1"}) {
      const std::string line = form.before + move + form.between + "405385" + form.after;
      const engines::PerftAnswer answer = answer_to({line, line}, 3, form.reading);
      EXPECT_EQ(answer.branches, (std::vector<ReportedBranch>{{move, 405385}, {move, 405385}}))
          << line;
      EXPECT_EQ(answer.total, Count(810770)) << line;
      EXPECT_TRUE(answer.unread.empty()) << line;
    }
}

TEST(AnswerReading, SeveralMovesOfALineAreRead) {
  const std::vector<ReportedBranch> both{{"a2a3", 20}, {"e7e8n", 1234}};
  for (const char* line : {"a2a3: 20, e7e8n: 1234",
                           "a2a3 20 e7e8n 1234",
                           "a2a3: 20 | e7e8n: 1,234",
                           "a2a3,20,e7e8n,1234",
                           "1. a2a3 20 2. e7e8n 1234",
                           R"({"a2a3":20,"e7e8n":1234})",
                           "{'a2a3': 20, 'e7e8n': 1_234}",
                           R"([["a2a3",20],["e7e8n",1234]])",
                           R"([{"move":"a2a3","nodes":20},{"move":"e7e8n","nodes":1234}])",
                           R"({"depth":3,"nodes":1254,"divide":{"a2a3":20,"e7e8n":1234}})",
                           "a2a3: 20, e7e8n: 1234, total: 1254",
                           "nodes: 1254 (a2a3: 20, e7e8n: 1234)",
                           "a2a3: 20, e7e8n: 1234, time: 3",
                           "a2a3: 20, e7e8n: 1234 done",
                           "a2a3 20 e7e8n 1234 1254",
                           R"({"a2a3":20,"e7e8n":1234,"time_ms":3})",
                           "depth 3: a2a3: 20, e7e8n: 1234",
                           "perft(3): a2a3 20 e7e8n 1234",
                           R"({"depth":3,"divide":{"a2a3":20,"e7e8n":1234}})",
                           "map[a2a3:20 e7e8n:1234]",
                           R"(fromList [("a2a3",20),("e7e8n",1234)])",
                           "Counter({'a2a3': 20, 'e7e8n': 1234})",
                           "{a2a3=20, e7e8n=1234}",
                           "[a2a3, 20] [e7e8n, 1234]",
                           R"([("a2a3", 20), ("e7e8n", 1234)])",
                           "Map(a2a3 -> 20, e7e8n -> 1234)",
                           "Divide: a2a3: 20, e7e8n: 1234",
                           "1 a2a3 20 2 e7e8n 1234",
                           "a2a3 20 5 e7e8n 1234 7",
                           "20 a2a3 1234 e7e8n"})
    for (const Reading how : {Reading::counts, Reading::any_number}) {
      const engines::PerftAnswer answer = answer_to({line}, 3, how);
      EXPECT_EQ(answer.branches, both) << line;
      EXPECT_EQ(answer.total, Count(1254)) << line;
    }
  // A line may have all 218 moves of a position.
  std::string line;
  for (int i = 0; i < 218; ++i) line += "a2a3: 123456, ";
  EXPECT_EQ(answer_to({line}, 3, Reading::counts).branches.size(), 218U);
  // Half a line is not read.
  for (const char* other : {"a2a3 1 of 20, b2b3 2 of 20", "score 12 pv e2e4 15 d7d5 3 seldepth 4",
                            "a2a3: 20, b2b3: 21, c2c3: many", "perft(2): a2a3 20 b2b3 21"})
    for (const Reading how : {Reading::counts, Reading::any_number}) {
      const engines::PerftAnswer answer = answer_to({other}, 3, how);
      EXPECT_TRUE(answer.branches.empty() && !answer.total) << other;
      EXPECT_EQ(answer.unread, std::vector<std::string>{other});
    }
}

TEST(AnswerReading, CountsMayComeBeforeTheirMoves) {
  for (const std::string between : {" ", ",", ", ", "|", " | ", "\t"})
    EXPECT_EQ(
        answer_to({"20" + between + "a2a3", "21" + between + "b2b3"}, 2, Reading::counts).branches,
        (std::vector<ReportedBranch>{{"a2a3", 20}, {"b2b3", 21}}))
        << between;
  // But these count the moves.
  EXPECT_EQ(answer_to({"1 a2a3", "2 b2b3"}, 1, Reading::counts).branches,
            (std::vector<ReportedBranch>{{"a2a3", {}}, {"b2b3", {}}}));
  EXPECT_EQ(answer_to({"1 a2a3", "2 b2b3"}, 2, Reading::counts).total, std::nullopt);
}

TEST(AnswerReading, CoordinatesMayBeCapitals) {
  EXPECT_EQ(answer_to({"E2E4: 20", "B7B8N: 21"}, 2, Reading::counts).branches,
            (std::vector<ReportedBranch>{{"e2e4", 20}, {"b7b8n", 21}}));
}

TEST(AnswerReading, ColumnsBehindTheCountsChangeNothing) {
  const std::vector<ReportedBranch> both{{"a2a3", 20}, {"b2b3", 1234}};
  for (const std::vector<std::string>& lines : std::vector<std::vector<std::string>>{
           {"a2a3,20,123", "b2b3,1234,5"},
           {"a2a3;20;123", "b2b3;1234;5"},
           {"move,nodes,ms", "a2a3,20,123", "b2b3,1234,0.5"},
           {"n,move,captures,nodes", "0,a2a3,5,20", "1,b2b3,440,1234"},
           {"| move | ms | nodes |", "|---|---|---|", "| a2a3 | 3 | 20 |", "| b2b3 | 4 | 1234 |"},
           {"move time nodes", "a2a3 3 20", "b2b3 4 1234"}})
    for (const Reading how : {Reading::counts, Reading::any_number})
      EXPECT_EQ(answer_to(lines, 3, how).branches, both) << lines[0];
}

TEST(AnswerReading, MovesAndCountsMayTakeTurns) {
  const std::vector<ReportedBranch> both{{"a2a3", 20}, {"b2b3", 21}};
  for (const std::vector<std::string>& lines : std::vector<std::vector<std::string>>{
           {"a2a3", "20", "b2b3", "21"},
           {"[", "(", "\"a2a3\",", "20,", "),", "(", "\"b2b3\",", "21,", "),", "]"},
           {"- move: a2a3", "  nodes: 20", "- move: b2b3", "  nodes: 21"}})
    EXPECT_EQ(answer_to(lines, 2, Reading::any_number).branches, both) << lines[0];
  const auto list = answer_to({"a2a3", "b2b3", "", "2"}, 1, Reading::any_number);
  EXPECT_EQ(list.branches, (std::vector<ReportedBranch>{{"a2a3", {}}, {"b2b3", {}}}));
  EXPECT_EQ(list.total, Count(2));
}

TEST(AnswerReading, CountsInDoubtAreMalformed) {
  for (const char* line : {"e2e4: 8 902",
                           "e2e4: 8\xe2\x80\xaf"
                           "902",
                           "e2e4 1.969", "e2e4: 1 234 567"})
    EXPECT_EQ(PerftAnswerReader(reading(Reading::any_number), 3).read(line), LineKind::malformed)
        << line;
  EXPECT_EQ(answer_to({"e2e4: 4e+2", "Score: -35"}, 3, Reading::any_number).total, std::nullopt);
  // Scores are no counts, and what is expected is not said.
  for (const char* line : {"e2e4: -30 cp", "e2e4 (-30)", "perft(3) = 8903 expected 8902",
                           "FAIL depth 3: 8903 != 8902", "info string 12345 nodes"})
    EXPECT_EQ(answer_to({"Nodes: 20", line}, 3, Reading::any_number).total, Count(20)) << line;
}

TEST(AnswerReading, DepthsThatLinesNameAreKnown) {
  PerftAnswerReader reader(reading(Reading::any_number), 2);
  for (const char* line : {"Depth: 3", "perft(2) = 400", "4 plies", "Nodes: 20", "e2e4 20"})
    reader.read(line);
  EXPECT_EQ(reader.depths(), (std::set<int>{2, 3, 4}));
}

TEST(AnswerReading, EscapeSequencesAndUnicodeAreRead) {
  for (const char* line :
       {"\x1b(B\x1b[m\x1b[32me2e4\x1b(B\x1b[m: 20", "\x1b]8;;http://a\x1b\\e2e4\x1b]8;;\x07: 20",
        "e2e4\xef\xbc\x9a 20", "e2e4\xe2\x80\x89 20",
        "e2\xe2\x80\x93"
        "e4: 20"}) {
    const auto branches = answer_to({line}, 2, Reading::counts).branches;
    ASSERT_EQ(branches.size(), 1U) << line;
    EXPECT_EQ(branches[0].leaves, Count(20)) << line;
  }
  // A byte beyond ASCII ends a broken sequence on every processor.
  EXPECT_EQ(answer_to({"\x1b[\xe9"
                       "1ma1a2: 1"},
                      1, Reading::counts)
                .branches.size(),
            0U);
}

// The time must not grow with the square of the digits.
TEST(AnswerReading, ALineOfDigitsTakesNoTime) {
  EXPECT_EQ(
      answer_to({"a2a3: 20 " + std::string(9900, '7')}, 2, Reading::any_number).branches.size(),
      0U);
}

// A total taken from one of many such lines would be the count of a move.
TEST(AnswerReading, NoNumberOfALineWithAMoveIsTheTotal) {
  for (const char* line : {"a2a3 ergibt 20", "Zug a2a3: Anzahl 20", "Nf3 ergibt 20"}) {
    const auto answer = answer_to({line}, 2, Reading::any_number);
    EXPECT_EQ(answer.total, std::nullopt) << line;
    EXPECT_EQ(answer.unread, std::vector<std::string>{line});
  }
}

// 902 would be wrong, and 8902 a guess.
TEST(AnswerReading, NumbersWithBlanksAreNotRead) {
  for (const char* line : {"8 902 nodes", "Nodes: 8 902", "8 902", "1 234 567 leaves"})
    for (const Reading how : {Reading::counts, Reading::any_number})
      EXPECT_EQ(answer_to({line}, 3, how).total, std::nullopt) << line;
  EXPECT_EQ(answer_to({"3 902 nodes"}, 3, Reading::any_number).total, Count(902));
}

TEST(AnswerReading, PointsMaySeparateThousandsIfThereAreTwo) {
  EXPECT_EQ(answer_to({"Nodes: 4.865.609"}, 5, Reading::counts).total, Count(4865609));
  EXPECT_EQ(answer_to({"Nodes: 4.865"}, 5, Reading::counts).total, std::nullopt);
}

TEST(AnswerReading, RowsOfNumbersBeginWithTheDepth) {
  for (const std::string row :
       {"| 2 | 2039 | 5 |", "2 | 2039 | 5", "2 2039 5", "2 2039", "| 2 | 2,039 | 0.5 | 12 |"})
    EXPECT_EQ(answer_to({row}, 2, Reading::any_number).total, Count(2039)) << row;
  EXPECT_EQ(
      answer_to({"| 1 | 48 | 1 |", "| 2 | 2039 | 5 |", "| 3 | 97862 | 7 |"}, 2, Reading::any_number)
          .total,
      Count(2039));
}

TEST(AnswerReading, LinesAboutOtherThingsChangeNothing) {
  std::size_t place = 0;
  for (const Reading how : {Reading::counts, Reading::any_number})
    for (const Sample& sample : all_accepted()) {
      const std::vector<std::string> lines = lines_of(sample.output);
      const engines::PerftAnswer right = answer_to(lines, sample.depth, how);
      ASSERT_EQ(right.total, sample.total) << sample.name;
      ASSERT_EQ(right.branches, sample.branches) << sample.name;
      for (const std::string& other : other_lines()) {
        if (place++ % testing::stride() != 0) continue;
        if (other == "e2e4" && sample.name == "BareMoves") continue;
        std::vector<std::string> more{other};
        for (const std::string& line : lines) more.insert(more.end(), {line, other});
        const engines::PerftAnswer answer = answer_to(more, sample.depth, how);
        ASSERT_EQ(answer.total, right.total) << sample.name << " with '" << other << "'";
        ASSERT_EQ(answer.branches, right.branches) << sample.name << " with '" << other << "'";
      }
    }
}

// A session would take the answer to be over, or broken.
TEST(AnswerReading, LinesAboutOtherThingsEndNoAnswer) {
  for (const std::string& line : other_lines()) {
    if (line == "e2e4") continue;
    EXPECT_EQ(PerftAnswerReader(reading(Reading::counts), 3).read(line), LineKind::other) << line;
  }
}

}  // namespace
}  // namespace plylab
