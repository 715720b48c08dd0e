// plylab games, as its users meet it. PGN.md has more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::plylab;

std::string path_of(const std::string& name) {
  return std::filesystem::path(::testing::TempDir()) / ("games_" + name);
}

std::string write(const std::string& name, std::string_view text) {
  std::ofstream(path_of(name), std::ios::binary) << text;
  return path_of(name);
}

/// Four games, of which the last two are equal.
std::string four_games() {
  return write("four.pgn",
               "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2020.05.01\"]\n[WhiteElo \"2000\"]\n"
               "[BlackElo \"2100\"]\n\n1. e4 {a (remark} e5 (1... c5) 2. Nf3 $1 1-0\n\n"
               "[White \"Bob\"]\n[Black \"Cyd\"]\n[Date \"2019.??.??\"]\n[ECO \"B90\"]\n\n"
               "1. e4 c5 2. Nf3 d6 3. d4 1/2-1/2\n\n"
               "[White \"Cyd\"]\n[Black \"Ann\"]\n[Date \"2021.01.02\"]\n\n1. d4 d5 0-1\n\n"
               "[White \"Bob\"]\n[Black \"Ann\"]\n\n1. d2-d4 d7-d5 *\n");
}

/// The games that the options keep: the text of --pgn.
std::string kept(std::vector<std::string> options) {
  const std::string out = path_of("kept.pgn");
  std::filesystem::remove(out);
  options.insert(options.begin(), {"games", four_games(), "--pgn", out});
  const auto run = plylab(options);
  EXPECT_EQ(run.status, 0) << run.err;
  return read_file(out);
}

/// Their players, by initials.
std::string players(const std::vector<std::string>& options) {
  std::string initials;
  const std::string text = kept(options);
  for (std::size_t at = 0; (at = text.find("[White \"", at)) != text.npos; ++at)
    initials += text[at + 8];
  return initials;
}

TEST(Games, KeepsWhatTheOptionsSay) {
  EXPECT_EQ(players({}), "ABCB");
  EXPECT_EQ(players({"--player", "ann"}), "ACB");
  EXPECT_EQ(players({"--white", "bob", "--black", "ann"}), "B");
  EXPECT_EQ(players({"--result", "1-0,0-1"}), "AC");
  EXPECT_EQ(players({"--plies", "3.."}), "AB");
  EXPECT_EQ(players({"--elo", "2000..2100"}), "A");
  EXPECT_EQ(players({"--elo", "2050.."}), "");
  EXPECT_EQ(players({"--date", "2019..2020.05"}), "AB");
  EXPECT_EQ(players({"--date", "2019.06.."}), "AC");
  EXPECT_EQ(players({"--tag", "ECO=b9*"}), "B");
  EXPECT_EQ(players({"--fen", "startpos moves d4 d5"}), "CB");
  EXPECT_EQ(players({"--material", "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP"}), "ABCB");
  EXPECT_EQ(players({"--unique"}), "ABC");
  EXPECT_EQ(players({"--sort", "Date"}), "BACB");
  EXPECT_EQ(players({"--sort", "-plies,White", "-t", "3"}), "BABC");
}

TEST(Games, WritesThemAsTheyAreOrInExportFormat) {
  EXPECT_THAT(kept({"--white", "ann"}),
              HasSubstr("\n\n1. e4 {a (remark} e5 (1... c5) 2. Nf3 $1 1-0\n\n"));
  EXPECT_THAT(kept({"--white", "ann", "--export"}),
              HasSubstr("\n\n1. e4 {a (remark} 1... e5 2. Nf3 1-0\n\n"));
  EXPECT_THAT(kept({"--result", "*", "--export"}), HasSubstr("\n\n1. d4 d5 *\n\n"));
}

TEST(Games, WritesSuitesThatAreReadAgain) {
  const std::string out = path_of("suite.epd");
  const auto records = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"games", four_games(), "--epd", out});
    EXPECT_EQ(plylab(options).status, 0);
    const std::string text = read_file(out);
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(records({}), 4);
  EXPECT_EQ(records({"--unique"}), 3);
  EXPECT_EQ(records({"--positions", "all"}), 4 + 6 + 3 + 3);
  EXPECT_EQ(records({"--positions", "matching", "--fen", "startpos moves e4"}), 2);
  EXPECT_EQ(records({"--positions", "3"}), 2);
  EXPECT_THAT(read_file(out), HasSubstr("sm d6; c9 \"1/2-1/2\"; id \"Bob - Cyd\";"));
  EXPECT_EQ(plylab({"perft", "--suite", out, "--depth", "1"}).status, 0);
}

TEST(Games, AreASuiteThemselves) {
  const std::string games =
      write("suite.pgn",
            "[White \"a\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\"]\n\n1. Rd8# 1-0\n\n"
            "1. e4 e5 *\n");
  const auto run = plylab({"solve", "--suite", games, "--depth", "2", "--format", "csv"});
  EXPECT_THAT(run.out, HasSubstr("bm Rd8#"));
  EXPECT_THAT(plylab({"perft", "--suite", games, "--depth", "1", "--format", "csv"}).out,
              HasSubstr(",29"));
}

TEST(Games, TellsEachFaultAndUsesTheRest) {
  const std::string file = write("faults.pgn", "1. e4 e5 2. Ke3 1-0\n\n1. d4 {x\n");
  const auto run = plylab({"games", file, file, "--format", "json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(file + ":1: 'Ke3' is not a legal move\n"));
  EXPECT_THAT(run.err, HasSubstr(file + ":3: the comment is not closed\n"));
  const auto other = plylab({"games", write("other.pgn",
                                            "[Variant \"reversi\"]\n\n1. d3 c3 *\n\n"
                                            "[Variant \"Atomic\"]\n\n1. e4 *\n")});
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr(":5: the variant 'Atomic' is not known"));
}

TEST(Games, RefusesWhatItCannotDo) {
  const std::vector<std::vector<std::string>> wrong{
      {"games"},
      {"games", "/nowhere.pgn"},
      {"games", "/bin/true"},
      {"games", four_games(), "--result", "2-0"},
      {"games", four_games(), "--plies", "9..3"},
      {"games", four_games(), "--date", "May"},
      {"games", four_games(), "--tag", "ECO"},
      {"games", four_games(), "--fen", "nowhere"},
      {"games", four_games(), "--material", "QK"},
      {"games", four_games(), "--positions", "some"},
      {"games", four_games(), "--positions", "matching"},
      {"games", four_games(), "--unchecked", "--plies", "3"},
      {"games", four_games(), "--pgn", "/nowhere/x.pgn"}};
  for (const auto& arguments : wrong) {
    const auto run = plylab(arguments);
    EXPECT_EQ(run.status, 2) << arguments.back();
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
}

}  // namespace
}  // namespace plylab
