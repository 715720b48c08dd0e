// plylab mate --popeye, twins, duplex and diagrams, as friends of problems meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/suites/mate/problem_command.h"

namespace plylab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::plylab;
using testing::text_of;
using testing::written;

constexpr const char* staudte =
    "AnfangProblem\n"
    "Autor     Hans-Hilmar Staudte\n"
    "Quelle    feenschach 1972\n"
    "Forderung h#2\n"
    "Steine    Weiss Kd7 Dg7 Schwarz Kb5 Da6\n"
    "Option    Duplex\n"
    "Zwilling  Forderung h=2\n"
    "EndeProblem\n";

const std::vector<std::string> staudte_text{"1 a)  8/3K2Q1/q7/1k6/8/8/8/8 b - - 0 1  h#2",
                                            "  Hans-Hilmar Staudte",
                                            "  feenschach 1972",
                                            "  1.Da5 Kc8 2.Ka6 Db7#",
                                            "  C+",
                                            "1 a) duplex  8/3K2Q1/q7/1k6/8/8/8/8 w - - 0 1  h#2",
                                            "  1.Kd8 Kc6 2.De7 Da8#",
                                            "  C+",
                                            "1 b)  8/3K2Q1/q7/1k6/8/8/8/8 b - - 0 1  h=2",
                                            "  1.Ka4 Dc3 2.Dc6+ Kxc6=",
                                            "  C+",
                                            "1 b) duplex  8/3K2Q1/q7/1k6/8/8/8/8 w - - 0 1  h=2",
                                            "  1.Df6 Dxf6 2.Ke8 Kc6=",
                                            "  C+"};

TEST(PopeyeInput, IsSolved) {
  EXPECT_EQ(text_of({"--popeye", written("staudte.inp", staudte)}), staudte_text);
}

TEST(PopeyeInput, IsReadFromStandardInput) {
  const auto finished = testing::run_process(PLYLAB_PROGRAM, {"mate", "--popeye", "-"}, staudte);
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("  1.Da5 Kc8 2.Ka6 Db7#\n"));
  EXPECT_THAT(finished.out, HasSubstr("* 4 sound\n"));
}

TEST(PopeyeInput, HasOptions) {
  const std::string begin = "begi stip #2 piec whit kc8 ra1 pb6 blac ka8 bb8 pa7b7 opti ";
  EXPECT_THAT(
      text_of({"--popeye", written("options.inp", begin + "vari endp")}),
      ElementsAre("1  kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1  #2", "  1.Ra6! zugzwang",
                  "    1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#", "    1...bxa6 2.b7#", "  C+"));
  EXPECT_THAT(text_of({"--popeye", written("options.inp", begin + "setplay try endp")}),
              ElementsAre("1  kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1  #2", "  set play",
                          "    1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#", "  1.Ra6 Bh2 2.Rxa7#",
                          "  1.Ra5? zugzwang", "    but 1...a6!", "  1.Rxa7+?", "    but 1...Bxa7!",
                          "  C+"));
  EXPECT_THAT(text_of({"--popeye", written("options.inp", begin + "halfduplex maxsol 1 endp")}),
              ElementsAre("1 duplex  kbK5/pp6/1P6/8/8/8/8/R7 b - - 0 1  #2", "  no solution"));
}

TEST(PopeyeInput, IsRefusedWithLineAndWord) {
  const auto error_of = [](const std::string& text) {
    const std::string path = written("wrong.inp", text);
    const auto finished = plylab({"mate", "--popeye", path});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err.find(path), 8U) << finished.err;
    return finished.err.substr(8 + path.size());
  };
  EXPECT_EQ(error_of("begin\nstip #2\ncondition circe\nend"), ":3: condition is not supported\n");
  EXPECT_EQ(error_of("begin\nstip #2\npieces white ka1 gb2 black kc3\nend"),
            ":3: 'gb2': that letter is not a chess piece\n");
  EXPECT_EQ(error_of("begin\npieces white ka1 black kc3\nstip\nhr#2\nend"),
            ":4: stipulation 'hr#2': unknown kind of play 'hr'; examples: #3, =2, s#3, r#2, "
            "semi-r#2, h#2.5, ser-h#5\n");
  EXPECT_EQ(error_of("begin\npieces white ka1\nstip #2\nend"), ":2: FEN: Black has no king\n");
  EXPECT_EQ(error_of("begin\nstip #2\npieces white ka1\nblack kc8 option nowk\nend"),
            ":4: the option 'nowk' is not supported\n");
  EXPECT_EQ(error_of("begin\npieces white ka1 rb8 black kc8\nstip #2\nend"),
            ":2: FEN: the side not to move is in check\n");
  const auto given = testing::run_process(
      "/bin/sh", {"-c", "printf 'begin\npieces white ka1\nstip #2\nend' | " PLYLAB_PROGRAM
                        " mate --popeye -"});
  EXPECT_EQ(given.err, "plylab: standard input:2: FEN: Black has no king\n");
}

TEST(PopeyeInput, OfNothingThatIsSupportedIsRefusedWithAllReasons) {
  const std::string position = "stip #2 piec whit kc8 ra1 pb6 blac ka8 bb8 pa7b7\n";
  const std::string path = written("none.inp", "begin\n" + position + "condition circe\nnext\n" +
                                                   position + "condition madrasi\nend\n");
  const auto finished = plylab({"mate", "--popeye", path});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err, path + ":3: condition is not supported; problem 1 is skipped\n" + path +
                              ":6: condition is not supported; problem 2 is skipped\nplylab: " +
                              path + ": all 2 problems are skipped\n");
}

TEST(PopeyeInput, LeavesOutWhatIsNotSupportedAndSolvesTheRest) {
  const std::string position = "stip #2 piec whit kc8 ra1 pb6 blac ka8 bb8 pa7b7\n";
  const std::string path =
      written("some.inp", "begin\n" + position + "condition circe\nnext\n" + position +
                              "twin stip dia3\nnext\n" + position + "end\n");
  const auto finished = plylab({"mate", "--popeye", path});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.err,
            path + ":3: condition is not supported; problem 1 is skipped\n" + path +
                ":6: stipulation 'dia3': # or = is missing; examples: #3, =2, s#3, r#2, "
                "semi-r#2, h#2.5, ser-h#5; problem 2 b) is skipped\n");
  EXPECT_THAT(finished.out, HasSubstr("* 2 skipped, 2 sound\n"));
  EXPECT_THAT(finished.out,
              HasSubstr("* 1 is skipped: " + path + ":3: condition is not supported\n"));
  const auto rows = testing::tables_of({"--popeye", path})[0]["rows"];
  std::vector<std::string> verdicts;
  for (const auto& row : rows)
    verdicts.push_back(row["position"].get<std::string>() + " " +
                       row["verdict"].get<std::string>());
  EXPECT_THAT(verdicts, ElementsAre("1 skipped", "2 a) C+", "2 b) skipped", "3 C+"));
}

TEST(PopeyeInput, GoesOnAfterItsEnd) {
  const std::string problem = "begin stip #2 piec whit kc8 ra1 pb6 blac ka8 bb8 pa7b7 end\n";
  const auto two = plylab({"mate", "--popeye", written("two.inp", problem + "\n" + problem)});
  EXPECT_EQ(two.status, 0);
  EXPECT_THAT(two.out, HasSubstr("* 2 sound\n"));
  const std::string path = written("more.inp", problem + "and more\n");
  const auto more = plylab({"mate", "--popeye", path});
  EXPECT_EQ(more.status, 1);
  EXPECT_EQ(more.err,
            path +
                ":2: 'and' is not BeginProblem, AnfangProblem or DebutProbleme; problem 2 "
                "is skipped\n");
  EXPECT_THAT(more.out, HasSubstr("* 1 skipped, 1 sound\n"));
}

TEST(PopeyeInput, IsQuotedOnlyInParts) {
  const auto finished =
      plylab({"mate", "--popeye", written("long.inp", std::string(3'000'000, 'x'))});
  EXPECT_EQ(finished.status, 2);
  EXPECT_LT(finished.err.size(), 3'000U);
  EXPECT_THAT(finished.err,
              ::testing::EndsWith("xxx' is not BeginProblem, AnfangProblem or DebutProbleme\n"));
}

TEST(PopeyeInput, LetsWhiteBegin) {
  // What --set-play finds too.
  const auto solved = [](const char* problem) {
    return text_of({"--popeye", written("white.inp", problem)});
  };
  const auto text = solved("begin stip h#2 piec white kc3 rh2 black ka1 option whitetoplay end");
  EXPECT_EQ(text.front(), "1  8/8/8/8/8/2K5/7R/k7 w - - 0 1  h#1.5");
  EXPECT_EQ(text[1], "  1...Kb3 2.Kb1 Rh1#");
  EXPECT_EQ(solved("anfang ford h#2 stei weiss kc3 th2 schwarz ka1 option weissbeg ende")[1],
            "  1...Kb3 2.Kb1 Th1#");
  EXPECT_EQ(solved("debut enon h#2 pieces blanc rc3 th2 noir ra1 option apparents fin")[1],
            "  1...Rb3 2.Rb1 Th1#");
  const std::string path =
      written("white.inp", "begin stip #2 piec white kc3 rh2 black ka1\noption whitetoplay end");
  EXPECT_EQ(plylab({"mate", "--popeye", path}).err,
            "plylab: " + path + ":1: WhiteToPlay is for helpmates of whole moves, not for #2\n");
}

TEST(PopeyeInput, ShowsMovesInItsLetters) {
  const std::string path =
      written("knight.inp", "begi stip #1 piec whit kf1 se5 blac kh8 rg8 ph7g7 endp");
  EXPECT_THAT(text_of({"--popeye", path}), ::testing::Contains("  1.Sf7#"));
  EXPECT_EQ(testing::tables_of({"--popeye", path})[1]["rows"][0]["line"], "1.Sf7#");
}

TEST(PopeyeInput, TakesAPawnThatHasJustPassed) {
  const std::string pieces = "begi stip #1 piec whit kf7 rg1 bb1 pe5 blac kh8 rd8 pd5h7 ";
  const std::string with = written("passed.inp", pieces + "opti enpassant d6 endp"),
                    without = written("not_passed.inp", pieces + "endp");
  EXPECT_EQ(text_of({"--popeye", with}).front(), "1  3r3k/5K1p/8/3pP3/8/8/8/1B4R1 w - d6 0 1  #1");
  EXPECT_EQ(text_of({"--popeye", without}).front(),
            "1  3r3k/5K1p/8/3pP3/8/8/8/1B4R1 w - - 0 1  #1");
  const auto wrong =
      plylab({"mate", "--popeye", written("wrong_square.inp", pieces + "opti enpassant a3 endp")});
  EXPECT_EQ(wrong.status, 2);
}

TEST(PopeyeInput, GoesWithOptionsThatFit) {
  const std::string path = written("staudte.inp", staudte);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"mate", "--popeye", path, "--stipulation", "#2"},
       "--stipulation is for --fen and --suite; the problems of --popeye have theirs"},
      {{"mate", "--popeye", path, "--solver", "dfpn"},
       "--popeye is for all solutions, not for --solver, --quiet-captures or --endgames"},
      {{"mate", "--popeye", path, "--twin", "remove a1"}, "--twin is for --fen"}};
  for (const auto& [arguments, message] : cases) {
    const auto finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  }
}

TEST(Twins, ChangeThePosition) {
  EXPECT_THAT(
      text_of({"--fen", "8/7k/4r3/3B4/3R2r1/5p2/3b4/K7", "--stipulation", "h#2", "--twin",
               "move h7 a6", "--twin", "move h7 f1"}),
      ElementsAre(
          "1 a)  8/7k/4r3/3B4/3R2r1/5p2/3b4/K7 b - - 0 1  h#2", "  1.Re3 Bf7 2.Rg7 Rh4#", "  C+",
          "1 b)  8/8/k3r3/3B4/3R2r1/5p2/3b4/K7 b - - 0 1  h#2", "  1.Rb6 Bc6 2.Bf4 Ra4#", "  C+",
          "1 c)  8/8/4r3/3B4/3R2r1/5p2/3b4/K4k2 b - - 0 1  h#2", "  1.f2 Bf3 2.Be3 Rd1#", "  C+"));
}

TEST(Twins, KeepSideAndCastling) {
  const auto text = text_of({"--fen", "4k2r/8/8/8/8/8/8/R3K2R b Kk", "--stipulation", "#1",
                             "--twin", "move a1 a2", "--twin", "move h8 g8"});
  EXPECT_EQ(text.front(), "1 a)  4k2r/8/8/8/8/8/8/R3K2R b Kk - 0 1  #1");
  EXPECT_THAT(text, ::testing::Contains("1 b)  4k2r/8/8/8/8/8/R7/4K2R b Kk - 0 1  #1"));
  EXPECT_THAT(text, ::testing::Contains("1 c)  4k1r1/8/8/8/8/8/8/R3K2R b K - 0 1  #1"));
}

TEST(Twins, AreRefusedIfTheyCannotBe) {
  const auto finished = plylab(
      {"mate", "--fen", "8/8/8/8/8/2K5/7R/k7", "--stipulation", "h#2", "--twin", "remove a2"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err, "plylab: --twin:1: there is no piece on a2\n");
}

TEST(Duplex, ExchangesTheParts) {
  EXPECT_THAT(text_of({"--fen", "2K5/4Pr2/k7/8/8/8/8/8", "--stipulation", "h#2", "--duplex"}),
              ElementsAre("1  2K5/4Pr2/k7/8/8/8/8/8 b - - 0 1  h#2", "  1.Rf6 e8=Q 2.Rb6 Qa4#",
                          "  C+", "1 duplex  2K5/4Pr2/k7/8/8/8/8/8 w - - 0 1  h#2",
                          "  1.Kb8 Rxe7 2.Ka8 Re8#", "  C+"));
  const auto finished =
      plylab({"mate", "--fen", "2k5/8/8/4K3/8/8/2R5/8", "--stipulation", "h#2", "--duplex"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err, "plylab: 1 duplex: White cannot begin, because Black is in check\n");
}

TEST(SetPlay, IsWhatTheOtherSideWouldBeginWith) {
  EXPECT_THAT(text_of({"--fen", "8/8/8/8/8/2K5/7R/k7", "--stipulation", "h#2", "--set-play",
                       "--max-solutions", "20"})[2],
              "    1...Kb3 2.Kb1 Rh1#");
  const auto tables =
      testing::tables_of({"--fen", "8/8/8/8/8/2K5/7R/k7", "--stipulation", "h#2", "--set-play"});
  EXPECT_EQ(tables[1]["rows"][11]["play"], "set");
  EXPECT_EQ(tables[1]["rows"][11]["line"], "1...Kb3 2.Kb1 Rh1#");
}

TEST(Diagrams, ShowTheBoardAndWhatIsDemanded) {
  EXPECT_THAT(
      text_of({"--fen", "2k5/8/8/4K3/8/8/2R5/8", "--stipulation", "h#2", "--diagram", "letters"}),
      ElementsAre("1  2k5/8/8/4K3/8/8/2R5/8 b - - 0 1  h#2", "  8   . . k . . . . .",
                  "  7   . . . . . . . .", "  6   . . . . . . . .", "  5   . . . . K . . .",
                  "  4   . . . . . . . .", "  3   . . . . . . . .", "  2   . . R . . . . .",
                  "  1   . . . . . . . .", "      a b c d e f g h", "      h#2  (2 + 1)",
                  "  1.Kd8 Ke6 2.Ke8 Rc8#", "  C+"));
  EXPECT_EQ(text_of({"--fen", "2k5/8/8/4K3/8/8/2R5/8", "--stipulation", "h#2", "--diagram",
                     "unicode"})[1],
            "  8   . . ♚ . . . . .");
  EXPECT_EQ(text_of({"--popeye",
                     written("no_board.inp",
                             "begi stip h#2 piec whit ke5 rc2 blac kc8 opti noboard endp"),
                     "--diagram", "letters"})
                .size(),
            3U);
}

}  // namespace
}  // namespace plylab
