// Problems in Popeye's input language.
#include "gen/popeye/popeye.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/random.h"
#include "gen/chess/board/setup.h"
#include "tests/support/input_error_of.h"

namespace plylab::popeye {
namespace {

using ::testing::ElementsAre;
using testing::input_error_of;

std::string board_of(const Diagram& diagram) {
  const std::string fen = chess::to_string(setup_of(diagram.squares, {}));
  return fen.substr(0, fen.find(' '));
}

/// Why the text cannot be read, or its first problem not solved.
std::string error_of(const std::string& text) {
  std::string refused;
  const std::string error = input_error_of([&] { refused = parse(text, "f").front().refused; });
  return refused.empty() ? error : refused;
}

/// A problem with the commands between its first and last word.
std::string problem(const std::string& commands) {
  return "BeginProblem\nStipulation #2\nPieces White Ka1 Black Ka3\n" + commands + "\nEndProblem\n";
}

constexpr const char* morphy = "kbK5/pp6/1P6/8/8/8/8/R7";

TEST(Popeye, ReadsThreeLanguages) {
  for (const char* text : {"BeginProblem\nAuthor Paul Morphy\nStipulation #2\n"
                           "Pieces White Kc8 Ra1 Pb6\n       Black Ka8 Bb8 Pa7b7\nEndProblem\n",
                           "AnfangProblem\nAutor Paul Morphy\nForderung #2\n"
                           "Steine Weiss Kc8 Ta1 Bb6\n       Schwarz Ka8 Lb8 Ba7b7\nEndeProblem\n",
                           "DebutProbleme\nAuteur Paul Morphy\nEnonce #2\n"
                           "Pieces Blanc Rc8 Ta1 Pb6\n       Noir Ra8 Fb8 Pa7b7\nFinProbleme\n"}) {
    const auto problems = parse(text, "f");
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_THAT(problems[0].heading, ElementsAre("Paul Morphy"));
    ASSERT_EQ(problems[0].diagrams.size(), 1U);
    EXPECT_EQ(problems[0].diagrams[0].stipulation, "#2");
    EXPECT_EQ(problems[0].diagrams[0].label, "");
    EXPECT_EQ(problems[0].diagrams[0].line, 3U);
    EXPECT_EQ(board_of(problems[0].diagrams[0]), morphy);
  }
}

TEST(Popeye, KnowsAllPiecesOfEachLanguage) {
  const char* board = "8/8/8/8/8/8/2PP4/KQRBN3";
  EXPECT_EQ(
      board_of(parse("begi stip #2 piec whit Ka1 Qb1 Rc1 Bd1 Se1 Pc2d2 endp", "f")[0].diagrams[0]),
      board);
  EXPECT_EQ(
      board_of(parse("anfa ford #2 stei weis ka1 db1 tc1 ld1 se1 bc2d2 ende", "f")[0].diagrams[0]),
      board);
  EXPECT_EQ(
      board_of(
          parse("debu enon #2 pieces blan ra1 db1 tc1 fd1 ce1 pc2d2 finp", "f")[0].diagrams[0]),
      board);
}

TEST(Popeye, ReadsSeveralProblemsAndTheirHeadings) {
  const auto problems = parse(
      "\xEF\xBB\xBF"
      "begin\nauthor A. Author\norigin Source 1, 1900\ntitle\naward 1st Prize\r\n"
      "remark pieces white Ka1\nprotocol out.txt\nstip h#2.5 piec whit Kc3 Rh2 blac Ka1\n"
      "option SetPlay Variation try Defence 3 MaxSol 7 MaxTime 5 NoBoard MoveNum Intelligent\n"
      "next\nforsyth 2k5/8/8/4K3/8/8/2R5\nstip h#2 opti halfduplex\nend\nwhatever",
      "f");
  ASSERT_EQ(problems.size(), 3U);
  EXPECT_EQ(problems[2].refused,
            "f:14: 'whatever' is not BeginProblem, AnfangProblem or DebutProbleme");
  EXPECT_THAT(problems[0].heading, ElementsAre("A. Author", "Source 1, 1900", "", "1st Prize"));
  const Options& options = problems[0].options;
  EXPECT_TRUE(options.set_play && options.variations && options.tries && options.no_board);
  EXPECT_FALSE(options.duplex || options.half_duplex);
  EXPECT_EQ(options.most_refutations, 3U);
  EXPECT_EQ(options.most_solutions, 7U);
  EXPECT_EQ(options.most_seconds, 5);
  EXPECT_EQ(board_of(problems[0].diagrams[0]), "8/8/8/8/8/2K5/7R/k7");
  EXPECT_EQ(board_of(problems[1].diagrams[0]), "2k5/8/8/4K3/8/8/2R5/8");
  EXPECT_TRUE(problems[1].options.half_duplex);
}

TEST(Popeye, ReadsForsyth) {
  const auto board = [](const std::string& forsyth) {
    return board_of(parse("begi stip #2 forsyth " + forsyth + " endp", "f")[0].diagrams[0]);
  };
  EXPECT_EQ(board("kbK5/pp6/1P6/8/8/8/8/R7"), morphy);
  EXPECT_EQ(board("kbK5pp7P38R"), morphy);
  EXPECT_EQ(board("rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR"),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  EXPECT_EQ(board_of(parse("begi stip #2 initialgame endp", "f")[0].diagrams[0]),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
}

TEST(Popeye, LetsKingsAndRooksAtHomeCastle) {
  const auto problems = parse("begi stip #2 piec whit ke1 ra1h1 blac ke8 endp", "f");
  const chess::Squares& squares = problems[0].diagrams[0].squares;
  EXPECT_EQ(to_string(setup_of(squares, {})), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  EXPECT_EQ(to_string(setup_of(squares, {chess::parse_square("h1")})),
            "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
  const auto moved = parse("begi stip #2 piec whit ke1 blac ke8 opti nocastling h1e8 endp", "f");
  EXPECT_EQ(moved[0].options.no_castling.size(), 2U);
}

TEST(Popeye, MakesTwins) {
  const auto problems = parse(
      "begi stip h#2 piec whit ka1 rd4 blac kh7\n"
      "twin move h7 a6\n"
      "twin cont remove d4 add white qh8 stip h=2\n"
      "twin exchange a1 h7\n"
      "endp",
      "f");
  ASSERT_EQ(problems[0].diagrams.size(), 4U);
  std::vector<std::string> texts;
  for (const Diagram& diagram : problems[0].diagrams)
    texts.push_back(diagram.label + " " + board_of(diagram) + " " + diagram.stipulation);
  EXPECT_THAT(texts, ElementsAre("a) 8/7k/8/8/3R4/8/8/K7 h#2", "b) 8/8/k7/8/3R4/8/8/K7 h#2",
                                 "c) 7Q/8/k7/8/8/8/8/K7 h=2", "d) 8/7K/8/8/3R4/8/8/k7 h#2"));
}

TEST(Popeye, LabelsAnyNumberOfTwins) {
  EXPECT_EQ(label_of(0), "a)");
  EXPECT_EQ(label_of(25), "z)");
  EXPECT_EQ(label_of(26), "z1)");
}

TEST(Popeye, DoesNotSolveTheZeroPosition) {
  const auto problems =
      parse("begi stip #2 piec whit ka1 blac kh7 zero move h7 h8 twin move h7 h6 endp", "f");
  ASSERT_EQ(problems[0].diagrams.size(), 2U);
  EXPECT_EQ(problems[0].diagrams[0].label, "a)");
  EXPECT_EQ(board_of(problems[0].diagrams[0]), "7k/8/8/8/8/8/8/K7");
  EXPECT_EQ(board_of(problems[0].diagrams[1]), "8/8/7k/8/8/8/8/K7");
}

TEST(Popeye, TransformsBoards) {
  Diagram diagram;
  diagram.squares = chess::parse_fen("8/8/8/8/8/8/k7/KQ6 w - -").squares;
  const auto twin = [&](const char* text) { return board_of(twin_of(diagram, text)); };
  EXPECT_EQ(twin("rotate 90"), "8/8/8/8/8/8/7Q/6kK");
  EXPECT_EQ(twin("rotate 180"), "6QK/7k/8/8/8/8/8/8");
  EXPECT_EQ(twin("rotate 270"), "Kk6/Q7/8/8/8/8/8/8");
  EXPECT_EQ(twin("mirror a1<-->h1"), "8/8/8/8/8/8/7k/6QK");
  EXPECT_EQ(twin("mirror a1<-->a8"), "KQ6/k7/8/8/8/8/8/8");
  EXPECT_EQ(twin("mirror a1<-->h8"), "6kK/7Q/8/8/8/8/8/8");
  EXPECT_EQ(twin("mirror a8<-->h1"), "8/8/8/8/8/8/Q7/Kk6");
  EXPECT_EQ(twin("shift a1 c2"), "8/8/8/8/8/2k5/2KQ4/8");
  EXPECT_EQ(twin("polish"), "8/8/8/8/8/8/K7/kq6");
  EXPECT_EQ(twin("substitute Q R"), "8/8/8/8/8/8/k7/KR6");
  EXPECT_EQ(twin("move a1 h8 move b1 a1"), "7K/8/8/8/8/8/k7/Q7");
}

TEST(Popeye, KnowsLinesThatEndByReturn) {
  const auto problems =
      parse("begin\rauthor A. Author\rstip #2\rpieces white ka1 black kc3\rend\r", "f");
  EXPECT_THAT(problems[0].heading, ElementsAre("A. Author"));
  EXPECT_EQ(problems[0].diagrams[0].line, 3U);
}

TEST(Popeye, RefusesAProblemAndReadsTheNext) {
  const auto problems = parse(
      "begin\nstip #2 piec whit ka1 blac ka3\ncondition circe\ntitle The end\noption nobo\n"
      "next\nstip #2 piec whit ka1 blac kh7\nnext\nstip #2 piec whit gb2\nend\n",
      "f");
  ASSERT_EQ(problems.size(), 3U);
  EXPECT_EQ(problems[0].refused, "f:3: condition is not supported");
  EXPECT_TRUE(problems[0].diagrams.empty());
  EXPECT_EQ(problems[1].refused, "");
  EXPECT_EQ(board_of(problems[1].diagrams.at(0)), "8/7k/8/8/8/8/8/K7");
  EXPECT_EQ(problems[2].refused, "f:9: 'gb2': that letter is not a chess piece");
  EXPECT_EQ(error_of("begin\nstip #2\ncondition circe\n"), "f:4: EndProblem is missing");
}

TEST(Popeye, KnowsTheSquareThatAPawnHasPassed) {
  const auto problems = parse("begi stip #2 piec whit ka1 blac ka3 opti enpass D6 vari endp", "f");
  EXPECT_EQ(problems[0].options.en_passant, chess::parse_square("d6"));
  EXPECT_TRUE(problems[0].options.variations);
}

/// Whatever is in a text, it is read or refused.
TEST(Popeye, SurvivesDamage) {
  const std::string whole =
      "begin author A\npieces white ka1 rd4 black kh7 pe2f3\nforsyth 8/2k5 stip h#2.5\n"
      "option setplay defence 3 nocastling a1h8\ntwin move h7 a6 twin cont add white qh8\n"
      "twin mirror a1<-->h8 rotate 90 shift a2 a1 substitute q r polish\nnext stip #2 piec whit "
      "ka1 zero remove a1 end\n";
  const std::string_view characters = "abh18 \n<>-/kQ#.\xff";
  std::uint64_t seed = 1;
  int read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = whole;
    for (std::uint64_t left = splitmix64(seed) % 4; left > 0; --left) {
      const std::size_t at = splitmix64(seed) % text.size();
      const std::size_t length = splitmix64(seed) % std::min<std::size_t>(9, text.size() - at);
      text.replace(at, length, 1, characters[splitmix64(seed) % characters.size()]);
    }
    read += error_of(text) == "no error";
  }
  EXPECT_GT(read, 1'000);
  EXPECT_LT(read, 19'000);
}

TEST(Popeye, NamesLineAndWordOfWhatIsNotUnderstood) {
  EXPECT_EQ(error_of("Pieces White Ka1"),
            "f:1: 'Pieces' is not BeginProblem, AnfangProblem or DebutProbleme");
  EXPECT_EQ(error_of(""), "f:1: '' is not BeginProblem, AnfangProblem or DebutProbleme");
  EXPECT_EQ(error_of(problem("Whatever")), "f:4: 'Whatever' is not understood after Pieces");
  EXPECT_EQ(error_of(problem("Condition Circe")), "f:4: Condition is not supported");
  EXPECT_EQ(error_of(problem("Option EnPassant d6e6")), "f:4: 'd6e6' is not a square");
  EXPECT_EQ(error_of(problem("Option SetPlay NoWk")), "f:4: the option 'NoWk' is not supported");
  EXPECT_EQ(error_of(problem("Option SetPlay NoThreat")),
            "f:4: 'NoThreat' is not understood after Option");
  EXPECT_EQ(error_of(problem("Option Intelligent 3")), "f:4: '3' is not understood after Option");
  EXPECT_EQ(error_of(problem("Option MaxSolutions many")), "f:4: 'many' is not a number above 0");
  EXPECT_EQ(error_of(problem("Option NoCastling x1")), "f:4: 'x1' is not a list of squares");
  EXPECT_EQ(error_of(problem("Pieces\n White Gb2")),
            "f:5: 'Gb2': that letter is not a chess piece");
  EXPECT_EQ(error_of(problem("Pieces Nb2")),
            "f:4: 'Nb2': that letter is not a chess piece (the knight is S)");
  EXPECT_EQ(error_of(problem("Forsyth kN")),
            "f:4: 'kN': 'N' is not a chess piece (the knight is S)");
  EXPECT_EQ(error_of(problem("Pieces Qb2")), "f:4: 'Qb2': the colour is missing");
  EXPECT_EQ(error_of(problem("Pieces Neutral Qb2")), "f:4: 'Neutral' is not a colour");
  EXPECT_EQ(error_of(problem("Pieces White Qb9")), "f:4: 'Qb9' is not understood after Pieces");
  EXPECT_EQ(error_of(problem("Forsyth 9/8")), "f:4: '9/8': a rank does not have 8 squares");
  EXPECT_EQ(error_of(problem("Forsyth k.ma")), "f:4: 'k.ma': '.' is not a chess piece");
  EXPECT_EQ(error_of(problem("Forsyth 65")), "f:4: '65': there are more than 64 squares");
  EXPECT_EQ(error_of(problem("Twin move b1 b2")), "f:4: there is no piece on b1");
  EXPECT_EQ(error_of(problem("Twin move a1 z2")), "f:4: 'z2' is not a square");
  EXPECT_EQ(error_of(problem("Twin turn 90")), "f:4: 'turn' is not a change of a twin");
  EXPECT_EQ(error_of(problem("Twin rotate 45")), "f:4: '45': a board is turned by 90, 180 or 270");
  EXPECT_EQ(error_of(problem("Twin shift a1 a8")), "f:5: the piece on a3 is shifted off the board");
  EXPECT_EQ(error_of("BeginProblem\nStipulation #2\n"), "f:3: EndProblem is missing");
  EXPECT_EQ(error_of("BeginProblem\nPieces White Ka1\nEndProblem\n"),
            "f:3: the problem has no stipulation");
  EXPECT_EQ(input_error_of([] { twin_of({}, "remove a1"); }), "--twin:1: there is no piece on a1");
}

TEST(Popeye, HasOnePieceOnASquare) {
  EXPECT_EQ(error_of("begi stip #2 piec whit Ka1 Qb1\nblac Ka3 Rb1 endp"),
            "f:2: 'Rb1': there are two pieces on b1");
  EXPECT_EQ(error_of("begi stip #2\npiec whit Ka1a1 blac Ka3 endp"),
            "f:2: 'Ka1a1': there are two pieces on a1");
  EXPECT_EQ(error_of(problem("forsyth 8/8/8/8/8/8/8/8\npieces black Qa3")),
            "f:5: 'Qa3': there are two pieces on a3");
}

}  // namespace
}  // namespace plylab::popeye
