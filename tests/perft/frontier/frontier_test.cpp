// The frontier on disk against a slow one in memory, and against published numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "gen/games.h"
#include "perft/frontier/frontier_body.h"
#include "perft/games/countable_game.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"

namespace plylab::perft {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::input_error_of;

/// By the bytes of packed forms: the number of paths by branch.
using Reached = std::map<std::string, std::map<std::size_t, Count>>;

template <Position P>
std::string packed_bytes(const P& position) {
  const auto packed = position.packed();
  std::string bytes(sizeof packed, '\0');
  std::memcpy(bytes.data(), &packed, sizeof packed);
  return bytes;
}

/// Walks every path; one that ends early is found in `ended`.
template <Position P>
void walk_paths(P& position, int depth, std::size_t branch, Reached& reached,
                std::map<std::size_t, Count>& ended) {
  if (depth == 0) {
    reached[packed_bytes(position)][branch] += 1;
    return;
  }
  const auto moves = position.generate();
  if (moves.empty()) ended[branch] += 1;
  for (const auto move : moves) {
    const auto undo = position.make(move);
    walk_paths(position, depth - 1, branch, reached, ended);
    position.unmake(move, undo);
  }
}

std::map<std::size_t, Count> as_map(const std::vector<Paths>& paths) {
  std::map<std::size_t, Count> map;
  for (const Paths& some : paths) map[some.branch] = some.count;
  return map;
}

/// Finds the frontier in little memory, so that it has to be merged from many runs.
template <Game G>
void expect_as_walked(std::string_view text, int ply, const FrontierJob& how) {
  FrontierJob job = how;
  job.how.depth = ply;
  const auto start = G::parse(text);
  const FirstBoard<G> root(start);
  Reached reached;
  std::map<std::size_t, Count> ended;
  auto moves = root.generate();
  std::sort(moves.begin(), moves.end());
  for (std::size_t branch = 0; branch < moves.size(); ++branch) {
    auto child = root;
    child.make(moves[branch]);
    walk_paths(child, ply - 1, branch, reached, ended);
  }

  const FrontierFile frontier = find_frontier<G>(start, job);
  ASSERT_EQ(frontier.positions(), reached.size());
  EXPECT_EQ(as_map(frontier.ended), ended);
  Count paths;
  auto expected = reached.begin();
  std::size_t records = 0;
  for (std::size_t i = 0; i < frontier.blocks(); ++i)
    for (RecordReader reader = frontier.read(i); !reader.at_end(); reader.advance(), ++records) {
      const unsigned char* const record = reader.record();
      const auto position = position_of(record, frontier.layout, root);
      ASSERT_EQ(packed_bytes(position), expected->first) << "record " << records;
      ASSERT_EQ(std::memcmp(record, expected->first.data(), expected->first.size()), 0);
      ASSERT_EQ(as_map(paths_of(record, frontier.layout)), expected->second);
      paths += path_count(record, frontier.layout);
      ++expected;
    }
  EXPECT_EQ(records, reached.size());
  EXPECT_EQ(paths, frontier.levels.back().paths);
}

/// Nearly no memory, and more threads than blocks.
FrontierJob in_little_memory(int threads) {
  FrontierJob job;
  job.how.threads = threads;
  job.workspace.memory = 1;
  return job;
}

constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(Frontier, IsThatOfASlowWalk) {
  expect_as_walked<chess::Chess>("startpos", 4, in_little_memory(3));
  expect_as_walked<chess::Chess>(kiwipete, 3, in_little_memory(1));
  expect_as_walked<checkers::Checkers>("startpos", 6, in_little_memory(2));
  expect_as_walked<reversi::Reversi>("startpos", 6, in_little_memory(2));
  expect_as_walked<tictactoe::TicTacToe>(".../.../...", 6, in_little_memory(2));
  expect_as_walked<tree::SyntheticTree>("tree(width=4,depth=6,merge=0.2)", 5, in_little_memory(2));
}

TEST(Frontier, KeepsApartGamesThatAreOverBefore) {
  expect_as_walked<tictactoe::TicTacToe>(".../.../...", 8, in_little_memory(2));
  expect_as_walked<chess::Chess>("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 3, {});
  std::string nearly_full(61, 'X');
  nearly_full += "O-- X";
  for (const int ply : {2, 3, 4}) expect_as_walked<reversi::Reversi>(nearly_full, ply, {});
}

TEST(Frontier, IsEmptyWhereTheGameIsOver) {
  const auto& chess = find_game(countable_games(), "chess");
  const FrontierFile frontier =
      chess.frontier(chess.info.parse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), {.how = {.depth = 3}});
  EXPECT_EQ(frontier.positions(), 0U);
  EXPECT_EQ(frontier.blocks(), 0U);
  EXPECT_TRUE(frontier.root_moves.empty());
}

/// All that a frontier consists of.
std::string bytes_of(const FrontierFile& frontier) {
  std::string bytes(frontier.file.size(), '\0');
  frontier.file.read(0, {reinterpret_cast<unsigned char*>(bytes.data()), bytes.size()});
  return bytes;
}

TEST(Frontier, HasTheSameBytesByAllGeneratorsThreadsAndMemories) {
  const auto& chess = find_game(countable_games(), "chess");
  const std::string bytes =
      bytes_of(chess.frontier(chess.info.parse(kiwipete), {.how = {.depth = 3}}));
  for (const std::string& generator : chess.info.generator_names())
    for (const int threads : {1, 4}) {
      FrontierJob job = in_little_memory(threads);
      job.how.generator = generator;
      job.how.depth = 3;
      EXPECT_EQ(bytes_of(chess.frontier(chess.info.parse(kiwipete), job)), bytes)
          << generator << ' ' << threads;
    }
}

// OEIS A083276, where an e.p. square counts only if a capture is legal, and A048987.
TEST(Frontier, OfChessIsThePublishedOne) {
  constexpr std::uint64_t positions[] = {20, 400, 5362, 72078, 822518};
  constexpr std::uint64_t paths[] = {20, 400, 8902, 197281, 4865609};
  const auto& chess = find_game(countable_games(), "chess");
  const FrontierFile frontier = chess.frontier(
      chess.info.parse("startpos"),
      {.how = {.depth = 5, .threads = 2}, .workspace = {.memory = std::size_t{8} << 20}});
  ASSERT_EQ(frontier.levels.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(frontier.levels[i].positions, positions[i]) << "ply " << i + 1;
    EXPECT_EQ(frontier.levels[i].paths, Count(paths[i])) << "ply " << i + 1;
  }
}

TEST(Frontier, StopsWhenAsked) {
  const auto& chess = find_game(countable_games(), "chess");
  const std::atomic<bool> stop = true;
  EXPECT_THROW(chess.frontier(chess.info.parse("startpos"), {.how = {.depth = 4, .stop = &stop}}),
               Stopped);
}

TEST(Frontier, ReportsFinishedPliesWhenStopped) {
  const auto& chess = find_game(countable_games(), "chess");
  std::atomic<bool> stop = false;
  std::vector<Count> paths;
  const FrontierJob job{.how = {.depth = 9, .stop = &stop}, .found = [&](const Level& level) {
                          paths.push_back(level.paths);
                          stop = paths.size() == 3;
                        }};
  EXPECT_THROW(chess.frontier(chess.info.parse("startpos"), job), Stopped);
  EXPECT_THAT(paths, ElementsAre(Count(20), Count(400), Count(8902)));
}

TEST(Frontier, RefusesAFolderThatIsNone) {
  const auto& chess = find_game(countable_games(), "chess");
  EXPECT_EQ(input_error_of([&] {
              chess.frontier(chess.info.parse("startpos"),
                             {.how = {.depth = 2}, .workspace = {.folder = "/none"}});
            }),
            "cannot make a temporary file in '/none': No such file or directory");
}

TEST(FrontierCommand, NamesTheTemporaryFolderThatIsNone) {
  const testing::Finished run = testing::run_process(
      "/bin/sh", {"-c", "TMPDIR=/none exec " PLYLAB_PROGRAM " frontier --depth 3"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "plylab: TMPDIR: '/none': No such file or directory\n");
}

testing::Finished frontier(const std::string& depth, const std::string& position) {
  return testing::plylab(
      {"frontier", "--depth", depth, "--fen", position, "--format", "csv", "--quiet"});
}

TEST(FrontierCommand, PrintsEachPly) {
  const testing::Finished run = frontier("3", "startpos");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("startpos,1,20,20,0,"));
  EXPECT_THAT(run.out, HasSubstr("startpos,3,5362,8902,0,"));
}

TEST(FrontierCommand, PrintsTheRowsThatItHasWhenThePliesAreTooMany) {
  const testing::Finished run = frontier("60", "8/8/8/8/8/8/8/k1K5 w - - 0 1");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.out, HasSubstr(",2,7,7,0,"));
  // A slow machine writes lines of progress before.
  EXPECT_THAT(run.err, ContainsRegex("plylab: .*, ply [0-9]+: a count exceeds 128 bits\n$"));
}

TEST(FrontierCommand, HasARowForAGameThatIsOver) {
  const testing::Finished run = frontier("3", "R6k/8/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_THAT(run.out, HasSubstr(",1,0,0,1,0"));
}

TEST(FrontierCommand, EndsInOneLineWhereTheDiskIsFull) {
  // A file may not grow beyond a few kilobytes: the same error of a write as on a full disk.
  const testing::Finished run = testing::run_process(
      "/bin/sh", {"-c", "ulimit -f 8; exec " PLYLAB_PROGRAM " frontier --depth 4"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("cannot write a temporary file in '"));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
}

}  // namespace
}  // namespace plylab::perft
