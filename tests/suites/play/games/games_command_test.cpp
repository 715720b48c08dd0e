// plylab games, as its users meet it. PGN.md has more.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::plylab;
using testing::temporary;

/// Four games, of which the last two are equal.
std::string four_games() {
  return temporary("four.pgn",
                   "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2020.05.01\"]\n[WhiteElo \"2000\"]\n"
                   "[BlackElo \"2100\"]\n\n1. e4 {a (remark} e5 (1... c5) 2. Nf3 $1 1-0\n\n"
                   "[White \"Bob\"]\n[Black \"Cyd\"]\n[Date \"2019.??.??\"]\n[ECO \"B90\"]\n\n"
                   "1. e4 c5 2. Nf3 d6 3. d4 1/2-1/2\n\n"
                   "[White \"Cyd\"]\n[Black \"Ann\"]\n[Date \"2021.01.02\"]\n\n1. d4 d5 0-1\n\n"
                   "[White \"Bob\"]\n[Black \"Ann\"]\n\n1. d2-d4 d7-d5 *\n");
}

/// The games that the options keep: the text of --pgn.
std::string kept(std::vector<std::string> options) {
  const std::string out = temporary("kept.pgn");
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

TEST(Games, FiltersByTheOptions) {
  EXPECT_EQ(players({}), "ABCB");
  EXPECT_EQ(players({"--player", "ann"}), "ACB");
  EXPECT_EQ(players({"--white", "bob", "--black", "ann"}), "B");
  EXPECT_EQ(players({"--result", "1-0,0-1"}), "AC");
  EXPECT_EQ(players({"--plies", "3.."}), "AB");
  EXPECT_EQ(players({"--elo", "2000..2100"}), "A");
  EXPECT_EQ(players({"--elo", "2050.."}), "");
  EXPECT_EQ(players({"--date", "2019..2020.05"}), "AB");
  EXPECT_EQ(players({"--date", "2019.06.."}), "AC");
  EXPECT_EQ(players({"--date", "2019.01.."}), "ABC");
  EXPECT_EQ(players({"--date", "2019.01..2019.12"}), "B");
  EXPECT_EQ(players({"--date", "2019.01..2019.11"}), "");
  EXPECT_EQ(players({"--date", "2019.01..2019.12.31"}), "B");
  EXPECT_EQ(players({"--tag", "ECO=b9*"}), "B");
  EXPECT_EQ(players({"--fen", "startpos moves d4 d5"}), "CB");
  EXPECT_EQ(players({"--material", "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP"}), "ABCB");
  EXPECT_EQ(players({"--unique"}), "ABC");
  EXPECT_EQ(plylab({"games", four_games(), "--date", "2020.13"}).status, 2);
  EXPECT_EQ(players({"--sort", "Date"}), "BACB");
  EXPECT_EQ(players({"--sort", "-plies,White", "-t", "3"}), "BABC");
}

TEST(Games, WritesThemAsTheyAreOrInExportFormat) {
  EXPECT_THAT(kept({"--white", "ann"}),
              HasSubstr("\n\n1. e4 {a (remark} e5 (1... c5) 2. Nf3 $1 1-0\n\n"));
  EXPECT_THAT(kept({"--white", "ann", "--export"}),
              HasSubstr("\n\n1. e4 {a (remark} 1... e5 2. Nf3 $1 1-0\n\n"));
  EXPECT_THAT(kept({"--result", "*", "--export"}), HasSubstr("\n\n1. d4 d5 *\n\n"));
}

TEST(Games, ExportsNullMovesAndSymbols) {
  const std::string out = temporary("null.pgn");
  std::filesystem::remove(out);
  const std::string games = temporary("nulls.pgn",
                                      "1. e4 +- e5 (1... c5 2. Nf3) 2. Nf3 -- 3. d4 1-0\n\n"
                                      "1. d4 Sf6 2. -- e6= 3. Sc3 Lb4 0.5-0.5\n");
  const auto run = plylab({"games", games, "--export", "--pgn", out});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(read_file(out),
            "1. e4 $18 e5 2. Nf3 -- 3. d4 1-0\n\n1. d4 Nf6 2. -- e6 $10 3. Nc3 Bb4 1/2-1/2\n\n");
}

TEST(Games, WritesSuitesThatAreReadAgain) {
  const std::string out = temporary("suite.epd");
  const auto records = [&](std::vector<std::string> options) {
    std::filesystem::remove(out);
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
  EXPECT_THAT(read_file(out), HasSubstr("sm d6; c9 \"1/2-1/2\"; id \"Bob - Cyd, game 2\";"));
  records({"--positions", "all"});
  EXPECT_THAT(read_file(out), HasSubstr("sm d6; c9 \"1/2-1/2\"; id \"Bob - Cyd, game 2, ply 3\";"));
  EXPECT_EQ(plylab({"perft", "--suite", out, "--depth", "1"}).status, 0);
}

TEST(Games, LeavesOutOfSuitesWhatIsOver) {
  const std::string out = temporary("over.epd");
  const std::string mates = temporary(
      "mates.pgn", "[White \"a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"a\"]\n\n1. e4 e5 *\n");
  EXPECT_THAT(plylab({"games", mates, "--epd", out}).out,
              HasSubstr("left out 1 positions without a legal move"));
  EXPECT_THAT(read_file(out), HasSubstr("id \"a - , game 2\""));
  std::filesystem::remove(out);
  EXPECT_THAT(plylab({"games", mates, "--epd", out, "--positions", "3"}).out,
              HasSubstr("1 games have fewer than 3 plies"));
  std::filesystem::remove(out);
  EXPECT_THAT(plylab({"games", mates, "--epd", out, "--result", "1-0"}).err,
              HasSubstr("no position was chosen"));
}

TEST(Games, ReportsDuplicatesAndUnusedKeys) {
  const auto run = plylab({"games", four_games(), "--unique", "--format", "json"});
  EXPECT_THAT(run.out, HasSubstr("\"kept\":3"));
  EXPECT_THAT(run.out, HasSubstr("\"duplicates\":1"));
  EXPECT_THAT(plylab({"games", four_games(), "--sort", "Foo", "--pgn", temporary("foo.pgn")}).err,
              HasSubstr("--sort Foo: none of the chosen games"));
}

TEST(Games, WritesOverNoFile) {
  const std::string games = four_games(), before = read_file(games);
  for (const char* option : {"--pgn", "--epd"}) {
    const auto run = plylab({"games", games, "--result", "1-0", option, games});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("already exists"));
    EXPECT_EQ(read_file(games), before);
  }
}

TEST(Games, ExportsOneResult) {
  const std::string out = temporary("one.pgn");
  plylab({"games",
          temporary("star.pgn", "[Result \"1-0\"]\n\n1. e4 *\n\n[Result \"*\"]\n\n1. d4 0-1\n"),
          "--export", "--pgn", out});
  EXPECT_EQ(read_file(out), "[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"0-1\"]\n\n1. d4 0-1\n\n");
}

TEST(Games, UsesTheFilesThatCanBeRead) {
  const auto run = plylab({"games", "/nowhere.pgn", four_games(), "--format", "csv"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.err, "cannot read '/nowhere.pgn': No such file or directory\n");
  EXPECT_THAT(run.out, HasSubstr(",4,"));
}

TEST(Games, AreASuiteThemselves) {
  const std::string games =
      temporary("suite.pgn",
                "[White \"a\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\"]\n\n1. Rd8# 1-0\n\n"
                "1. e4 e5 *\n");
  const auto run = plylab({"solve", "--suite", games, "--depth", "2", "--format", "csv"});
  EXPECT_THAT(run.out, HasSubstr("bm Rd8#"));
  EXPECT_THAT(plylab({"perft", "--suite", games, "--depth", "1", "--format", "csv"}).out,
              HasSubstr(",29"));
}

TEST(Games, ReportsEachFaultAndUsesTheRest) {
  const std::string file = temporary("faults.pgn", "1. e4 e5 2. Ke3 1-0\n\n1. d4 {x\n");
  const auto run = plylab({"games", file, file, "--format", "json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(file + ":1: 'Ke3' is not a legal move\n"));
  EXPECT_THAT(run.err, HasSubstr(file + ":3: the comment is not closed\n"));
  const auto other = plylab({"games", temporary("other.pgn",
                                                "[Variant \"reversi\"]\n\n1. d3 c3 *\n\n"
                                                "[Variant \"Atomic\"]\n\n1. e4 *\n")});
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr(":5: the variant 'Atomic' is not known"));
}

TEST(Games, RejectsUnsupportedOptions) {
  const std::vector<std::vector<std::string>> wrong{
      {"games"},
      {"games", "/nowhere.pgn"},
      {"games", "/bin/true"},
      {"games", four_games(), "--result", "2-0"},
      {"games", four_games(), "--plies", "9..3"},
      {"games", four_games(), "--date", "May"},
      {"games", four_games(), "--date", "2020.02.30"},
      {"games", four_games(), "--date", "2021..2020"},
      {"games", four_games(), "--tag", "ECO"},
      {"games", four_games(), "--fen", "nowhere"},
      {"games", four_games(), "--material", "QK"},
      {"games", four_games(), "--positions", "some", "--epd", temporary("no.epd")},
      {"games", four_games(), "--positions", "matching", "--epd", temporary("no.epd")},
      {"games", four_games(), "--positions", "12"},
      {"games", four_games(), "--export"},
      {"games", four_games(), "--sort", "Date"},
      {"games", four_games(), "--unchecked", "--plies", "3"},
      {"games", four_games(), "--pgn", "/nowhere/x.pgn"}};
  for (const auto& arguments : wrong) {
    const auto run = plylab(arguments);
    EXPECT_EQ(run.status, 2) << arguments.back();
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(run.out, "");
  }
}

/// The game with the annotations of a search of three plies.
std::string annotated(const std::string& game, std::vector<std::string> options = {}) {
  const std::string out = temporary("annotated.pgn");
  std::filesystem::remove(out);
  options.insert(options.begin(), {"annotate", temporary("plain.pgn", game), "--pgn", out});
  if (std::ranges::find(options, "--depth") == options.end())
    options.insert(options.end(), {"--depth", "3"});
  const auto run = plylab(options);
  EXPECT_EQ(run.status, 0) << run.err;
  return read_file(out);
}

// Black's blunder: 2...g5 loses the queen's escape; mate in one was there for White before.
TEST(Annotate, WritesValuesLinesAndBetterMoves) {
  const std::string text =
      annotated("[White \"a\"]\n\n1. e4 g5 2. d4 f6 3. a3 $4 {why?} (3. h3) h6 0-1\n");
  EXPECT_THAT(text, HasSubstr("[White \"a\"]\n\n1. e4 {"));
  // Behind the NAG the value, then the game's own comment and variation, then the better line.
  EXPECT_THAT(text,
              ::testing::ContainsRegex("3\\. a3 \\$4 \\{[-+][0-9.]+/3[^}]*\\}[ \n]\\{why\\?\\}[ "
                                       "\n]\\(3\\.[ \n]h3\\)[ \n]\\(3\\.[ \n]Qh5#[ \n]\\{\\+M1"));
  EXPECT_THAT(text, HasSubstr("0-1\n\n"));
  EXPECT_THAT(annotated("1. e4 g5 2. d4 f6 3. a3 *", {"--margin", "30"}),
              ::testing::Not(HasSubstr("(")));
}

TEST(Annotate, KeepsStartsAndIsReadAgain) {
  const std::string chess960 =
      "[FEN \"rbbnqkrn/pppppppp/8/8/8/8/PPPPPPPP/RBBNQKRN w KQkq - 0 1\"]\n"
      "[Variant \"Chess960\"]\n\n1. g3 g6 2. O-O *\n\n";
  const std::string text = annotated(chess960 + "1. f3 e5 2. g4 Qh4# 0-1", {"-j", "2"});
  EXPECT_THAT(text, HasSubstr("[Variant \"Chess960\"]\n\n1. g3 {"));
  EXPECT_THAT(text, HasSubstr("Qh4# {+M1} 0-1\n\n"));
  const auto read = plylab({"games", temporary("annotated.pgn"), "--format", "csv"});
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_THAT(read.out, HasSubstr(",2,"));
  EXPECT_EQ(text, annotated(chess960 + "1. f3 e5 2. g4 Qh4# 0-1"));  // by one thread
}

TEST(Annotate, NumbersTheFirstMove1IfTheFenSays0) {
  EXPECT_THAT(annotated("[FEN \"7k/8/8/8/8/8/R7/7K w - - 0 0\"]\n[SetUp \"1\"]\n\n1. Kg1 *\n"),
              HasSubstr("\n\n1. Kg1 {"));
}

// As NAGs, directly behind their moves.
TEST(Annotate, WritesSymbolsAsNags) {
  std::string text = annotated("1. e4 +- e5 2. Nf3!+- Nc6 (2... d6 += 3. d4) 3. Bc4= N *");
  std::ranges::replace(text, '\n', ' ');
  for (const char* marked : {"1. e4 $18 {", "Nf3 $1 $18 {", "d6 $14 3. d4", "Bc4 $10 $146 {"})
    EXPECT_THAT(text, HasSubstr(marked));
}

// The selective search may overlook a shorter mate than the one that it finds.
TEST(Annotate, MarksMatesThatMayBeShorter) {
  const std::string game =
      "[FEN \"7k/8/8/8/8/8/R7/1R5K w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kg1 Kg8 2. Rb7 *\n";
  const std::string selective = annotated(game, {"--depth", "8"});
  EXPECT_THAT(selective, HasSubstr("1... Kg8 {-M<=4/8 "));
  EXPECT_THAT(selective, HasSubstr("{+M3/8 "));  // mated by the next move: no shorter one exists
  EXPECT_THAT(annotated(game, {"--depth", "5", "--search", "pvs"}), HasSubstr("{-M4/5 "));
}

TEST(Annotate, LeavesGamesWithNullMovesAsTheyAre) {
  const std::string games = temporary("null.pgn", "1. e4 -- 2. d4 *\n\n1. d4 *\n");
  const std::string out = temporary("null_out.pgn");
  std::filesystem::remove(out);
  const auto run = plylab({"annotate", games, "--pgn", out, "--depth", "1"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("null.pgn:1: the game has a null move"));
  EXPECT_THAT(read_file(out), ::testing::StartsWith("1. e4 -- 2. d4 *\n\n1. d4 {"));
  EXPECT_EQ(plylab({"annotate", games, "--pgn", out}).status, 2);  // which exists
}

}  // namespace
}  // namespace plylab
