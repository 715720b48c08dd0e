// plylab search --tree as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/well_formed.h"

namespace plylab::search {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using ::testing::StartsWith;

std::vector<std::string> tree_call(const std::string& path, const std::vector<std::string>& more) {
  std::vector<std::string> words{"search", "--quiet", "--tree", path};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const std::vector<std::string> report_tree{"--game", "explicit-tree", "--algo", "minimax,pvs"};

TEST(TreeOption, DrawsInTheFormOfTheFile) {
  const std::string svg = testing::temporary("tree.svg"), dot = testing::temporary("tree.dot");
  for (int time = 0; time < 2; ++time) {  // plylab's own file is replaced
    EXPECT_EQ(plylab(tree_call(svg, report_tree)).status, 0);
    EXPECT_EQ(plylab(tree_call(dot, report_tree)).status, 0);
  }
  EXPECT_THAT(read_file(svg), StartsWith("<svg data-made-by=\"plylab\""));
  EXPECT_EQ(testing::fault_in_markup(read_file(svg)), "");
  EXPECT_THAT(read_file(svg), HasSubstr("minimax: 15 nodes, value 5"));
  EXPECT_THAT(read_file(svg), HasSubstr("pvs-soft: 13 nodes, value 5"));
  EXPECT_THAT(read_file(dot), StartsWith("// A tree by plylab"));
  std::filesystem::remove(svg);
  std::filesystem::remove(dot);
}

// In chess on the board that can be followed; a limit of nodes may break the iteration off.
TEST(TreeOption, DrawsChess) {
  const std::string path = testing::temporary("chess.svg");
  EXPECT_EQ(plylab(tree_call(path, {"--fen", "startpos", "--algo", "pvs", "--depth", "2"})).status,
            0);
  EXPECT_THAT(read_file(path), HasSubstr("1. Na3"));
  EXPECT_EQ(plylab(tree_call(path, {"--algo", "pvs", "--depth", "9", "--nodes", "300"})).status, 0);
  EXPECT_THAT(read_file(path), HasSubstr("not finished"));
  std::filesystem::remove(path);
}

TEST(TreeOption, LeavesTheFileAloneIfItCannotDraw) {
  const std::string path = testing::temporary("kept.svg");
  ASSERT_EQ(plylab(tree_call(path, report_tree)).status, 0);
  const std::string before = read_file(path);
  const std::string too_large = "use a smaller depth";
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--depth", "3", "--algo", "minimax"}, too_large},
      {{"--depth", "6", "--algo", "alphabeta"}, too_large},
      {{"--suite", "bratko-kopec", "--depth", "1"}, "a picture shows at most 4, of one position"},
      {{"--suite", "mates", "--algo", "pvs", "--depth", "1"}, "a picture show"},
      {{"--gen", "bitboard"}, "--tree: in chess only with --gen mailbox"},
      {{"--algo", "pvs", "--with", "table=1,threads=2"}, "not with --tree"},
      {{"--depth", "1,2"}, "--tree: not with several values of --depth"}};
  for (const auto& [more, message] : cases) {
    const Finished run = plylab(tree_call(path, more));
    EXPECT_EQ(run.status, 2) << message;
    EXPECT_THAT(run.err, HasSubstr(message));
    EXPECT_EQ(read_file(path), before) << message;
  }
  std::filesystem::remove(path);
}

TEST(TreeOption, RefusesOtherFiles) {
  const std::string other = testing::temporary("other.svg", "<svg>mine</svg>");
  EXPECT_EQ(plylab(tree_call(other, report_tree)).err,
            "plylab: --tree: '" + other + "' exists and is not a .svg file written by plylab\n");
  EXPECT_EQ(read_file(other), "<svg>mine</svg>");
  EXPECT_THAT(plylab(tree_call("tree.png", report_tree)).err,
              HasSubstr("no 'png'; there are svg, dot"));
  EXPECT_EQ(plylab(tree_call("tree", report_tree)).err,
            "plylab: --tree: 'tree' should end with .svg or .dot\n");
  EXPECT_EQ(plylab({"search", "--tree-ply", "2"}).status, 2);
}

}  // namespace
}  // namespace plylab::search
