#include "gen/pgn/pgn.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "gen/chess/registry.h"
#include "gen/chess/text.h"
#include "gen/tictactoe/tictactoe.h"
#include "tests/guest/connect4.h"
#include "tests/support/random_games.h"

namespace plylab::pgn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

const GameInfo chess_game = info_of<chess::Chess>();

std::string line_of(const PgnGame& game) {
  const chess::ValidSetup start(std::string_view(game.start));
  chess::Mailbox board(start);
  std::vector<chess::Move> moves;
  for (const PgnMove& ply : game.moves) {
    moves.push_back(chess::move_from_text(board, ply.move).value());
    board.make(moves.back());
  }
  return chess::san_line(start, moves);
}

TEST(PgnReader, ReadsTheMainLineAlone) {
  const PgnFile file = parse_pgn(
      "\xEF\xBB\xBF[Event \"A \\\"quoted\\\" name \\\\\"]\r\n[White \"W\"]\r\n\r\n"
      "{before} 1.e4 $1 {a comment\r\nof [two] lines} (1. d4 d5 (1... Nf6 {)}) 2. c4)\r\n"
      "1... e5! ; to the end (of {the line\r\n"
      "% nobody reads this\r\n"
      "2.Nf3 Nc6?? 3. Bb5 a6 4. Bxc6 dxc6 5. 0-0 1/2-1/2\r\n",
      "file", chess_game);
  EXPECT_THAT(file.issues, IsEmpty());
  ASSERT_THAT(file.games, SizeIs(1));
  const PgnGame& game = file.games.front();
  EXPECT_THAT(game.tags, ElementsAre(Pair("Event", "A \"quoted\" name \\"), Pair("White", "W")));
  EXPECT_EQ(line_of(game), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O");
  EXPECT_EQ(game.comment, "before");
  EXPECT_EQ(game.moves[0].comment, "a comment of [two] lines");
  EXPECT_EQ(game.moves[1].comment, "to the end (of {the line");
  EXPECT_EQ(game.result, "1/2-1/2");
}

TEST(PgnReader, ReadsSeveralGamesAndPositions) {
  const std::string text =
      "1. e4 e5 1-0\n\n1. d4 *\n"
      "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 40\"]\n[SetUp \"1\"]\n\n40... Kd7 41. O-O-O+\n"
      " [White \"no result before this\"]\n\n1. c4 0-1";
  const PgnFile file = parse_pgn(text, "file", chess_game);
  EXPECT_THAT(file.issues, IsEmpty());
  ASSERT_THAT(file.games, SizeIs(4));
  EXPECT_EQ(line_of(file.games[0]), "1. e4 e5");
  EXPECT_EQ(file.games[1].result, "*");
  EXPECT_EQ(file.games[1].line, 3U);
  EXPECT_EQ(text.substr(file.games[0].end, 4), "\n\n1.");
  EXPECT_EQ(file.games[2].result, "");
  EXPECT_EQ(line_of(file.games[3]), "1. c4");
}

TEST(PgnReader, LeavesOutWhatIsWrongAndGoesOn) {
  const PgnFile file = parse_pgn(
      "[White \"A\"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n"
      "[White \"B\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 1-0\n\n"
      "[White C]\n[Black \"c\"]\n\n1. e4 1-0\n\n"
      "[White \"D\"]\n\n1. d4 1-0\n\n"
      "[White \"E\"]\n\n1. d4 {never closed 1-0\n",
      "some.pgn", chess_game);
  ASSERT_THAT(file.games, SizeIs(1));
  EXPECT_EQ(file.games[0].tag("White"), "D");
  ASSERT_THAT(file.issues, SizeIs(4));
  EXPECT_EQ(epd::to_string(file.issues[0]), "some.pgn:3: 'Ke3' is not a legal move");
  EXPECT_EQ(file.issues[1].line, 6U);
  EXPECT_THAT(file.issues[1].what, HasSubstr("FEN"));
  EXPECT_EQ(epd::to_string(file.issues[2]), "some.pgn:10: the tag 'White' has no value in quotes");
  EXPECT_EQ(epd::to_string(file.issues[3]), "some.pgn:21: the comment is not closed");
}

TEST(PgnReader, TakesTheLineEndsOfAllSystems) {
  const std::string lines[] = {
      "[White C]",     "[Black \"c\"]",       "",       "1. e4 ; a comment", "1-0", "",
      "[White \"D\"]", "% nobody reads this", "1. d4 *"};
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (const std::string& line : lines) text += line + end;
    const PgnFile file = parse_pgn(text, "file", chess_game);
    ASSERT_THAT(file.issues, SizeIs(1));
    EXPECT_EQ(file.issues[0].line, 1U);
    ASSERT_THAT(file.games, SizeIs(1));
    EXPECT_EQ(file.games[0].line, 7U);
    EXPECT_EQ(line_of(file.games[0]), "1. d4");
  }
}

TEST(PgnReader, JudgesOnlyThePliesThatAreWanted) {
  const PgnFile file = parse_pgn("1. e4 e5 2. Qh6 nonsense 1-0 1. d4 d5 *", "file", chess_game, 2);
  EXPECT_THAT(file.issues, IsEmpty());
  ASSERT_THAT(file.games, SizeIs(2));
  EXPECT_EQ(line_of(file.games[0]), "1. e4 e5");
  EXPECT_EQ(line_of(file.games[1]), "1. d4 d5");
}

TEST(PgnReader, FindsNothingInNothing) {
  EXPECT_THAT(parse_pgn("", "file", chess_game).games, IsEmpty());
  EXPECT_THAT(parse_pgn(" \r\n\n% only this", "file", chess_game).games, IsEmpty());
  // Whatever the bytes are, it comes to an end.
  for (std::uint64_t seed = 1; seed < 2000; ++seed) {
    std::uint64_t state = seed;
    std::string text;
    for (int i = 0; i < 40; ++i) text += "[]{}();$%\"\\ \n1.-*e4Nf"[splitmix64(state) % 22];
    parse_pgn(text, "file", chess_game);
  }
}

TEST(PgnWriter, WritesTheExportFormat) {
  PgnGame game = parse_pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5", "file", chess_game).games.front();
  game.tags = {{"Event", "a \"b\" \\ c\nd"}};
  game.moves[1].comment = "closed } early";
  game.result = "1-0";
  EXPECT_EQ(to_pgn(game, chess_game),
            "[Event \"a \\\"b\\\" \\\\ c d\"]\n\n"
            "1. e4 e5 {closed ) early} 2. Nf3 Nc6 3. Bb5 1-0\n\n");
  game = parse_pgn("{first} 1. e4 {long words} e5", "file", chess_game).games.front();
  EXPECT_EQ(to_pgn(game, chess_game), "{first} 1. e4 {long words} 1... e5 *\n\n");
}

// A game that was written and read is written in the same way, whatever its texts are.
TEST(PgnWriter, IsTheInverseOfTheReader) {
  std::uint64_t seed = 11;
  const std::vector<std::string> parts{"%",
                                       "[Event \"x\"]",
                                       "\n",
                                       " ",
                                       "}",
                                       "{",
                                       ";",
                                       "\\",
                                       "\"",
                                       "1-0",
                                       "$1",
                                       "!?",
                                       "\xEF\xBB\xBF",
                                       std::string(1, '\0'),
                                       "\x1A",
                                       "\x8A",
                                       "é",
                                       "♔",
                                       "\r",
                                       "words",
                                       std::string(90, 'w')};
  const auto text = [&] {
    std::string all;
    for (std::uint64_t n = splitmix64(seed) % 40; n > 0; --n) {
      all += parts[splitmix64(seed) % parts.size()];
      if (splitmix64(seed) % 2 == 0) all += ' ';
    }
    return all;
  };
  for (int i = 0; i < 3000; ++i) {
    PgnGame game = parse_pgn("1. e4 e5 2. Nf3", "file", chess_game).games.front();
    game.tags = {{"Event", text()}, {"White", text()}};
    game.comment = text();
    for (PgnMove& ply : game.moves) {
      ply.comment = text();
      if (splitmix64(seed) % 3 == 0) ply.nags = {"$14", "!!!", "$1"};
    }
    const std::string written = to_pgn(game, chess_game);
    EXPECT_EQ(written.find("\n%"), written.npos) << written;
    const PgnFile file = parse_pgn(written, "file", chess_game);
    ASSERT_THAT(file.games, SizeIs(1)) << written;
    ASSERT_EQ(to_pgn(file.games[0], chess_game), written);
  }
  for (int c = 0; c < 256; ++c) {
    PgnGame game = parse_pgn("1. e4", "file", chess_game).games.front();
    game.tags = {{"White", {'a', static_cast<char>(c), 'b'}}};
    game.moves[0].comment = {static_cast<char>(c), 'b'};
    const std::string written = to_pgn(game, chess_game);
    ASSERT_EQ(to_pgn(parse_pgn(written, "file", chess_game).games.at(0), chess_game), written) << c;
  }
}

TEST(PgnWriter, KeepsGlyphsAsTheExportFormatHasThem) {
  const PgnFile file =
      parse_pgn("1. e4! e5?! $14 {even} 2. Nf3!!! (2. f4 $1) 1-0", "file", chess_game);
  EXPECT_EQ(to_pgn(file.games.at(0), chess_game), "1. e4 $1 e5 $6 $14 {even} 2. Nf3 !!! 1-0\n\n");
}

// Every symbol, alone and behind a move of any form, is the NAG of the PGN standard's table.
TEST(PgnWriter, WritesSymbolsAsNags) {
  const std::pair<std::string, std::string> symbols[] = {
      {"!", "$1"},   {"?", "$2"},       {"!!", "$3"},      {"??", "$4"},
      {"!?", "$5"},  {"?!", "$6"},      {"=", "$10"},      {"+=", "$14"},
      {"=+", "$15"}, {"+/-", "$16"},    {"-/+", "$17"},    {"+-", "$18"},
      {"-+", "$19"}, {"!+-", "$1 $18"}, {"?!=", "$6 $10"}, {"+-!", "$18 $1"}};
  const auto exported = [](const std::string& text) {
    const PgnFile file = parse_pgn(text, "file", chess_game);
    EXPECT_THAT(file.issues, IsEmpty()) << text;
    std::string by_game = to_pgn(file.games.at(0), chess_game);
    ScannedGame scanned;
    EXPECT_TRUE(Scanner(text).next(scanned));
    Line line;
    EXPECT_FALSE(Replayer().replay(scanned, line)) << text;
    EXPECT_EQ(to_pgn(owned(scanned, line), line), by_game);
    return by_game;
  };
  for (const auto& [symbol, nags] : symbols) {
    EXPECT_EQ(exported("1. e4" + symbol + " e5 *"), "1. e4 " + nags + " e5 *\n\n");
    // After a check "+=" is the sign of check and "=", or one symbol: it is read as the symbol.
    if (!symbol.starts_with('=')) {
      EXPECT_EQ(exported("1. e4 d5 2. Bb5+" + symbol + " *"),
                "1. e4 d5 2. Bb5+ " + nags + " *\n\n");
      EXPECT_EQ(exported("[FEN \"7k/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+" + symbol + " *"),
                "[FEN \"7k/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ " + nags + " *\n\n");
    }
    EXPECT_EQ(exported("[FEN \"8/k7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O" + symbol + " *"),
              "[FEN \"8/k7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O " + nags + " *\n\n");
    const bool may_stand_alone = !symbol.starts_with('!') && !symbol.starts_with('?');
    if (may_stand_alone) {
      EXPECT_EQ(exported("1. e4 {a} " + symbol + " e5 *"), "1. e4 " + nags + " {a} 1... e5 *\n\n");
    }
  }
  EXPECT_EQ(exported("1. e4 \xE2\x88\x9E e5 ~ 2. Nf3 \xC2\xB1 N! *"),
            "1. e4 $13 e5 $13 2. Nf3 $16 $146 $1 *\n\n");
  EXPECT_EQ(exported("1. e4\u203C e5 \u25A1 2. Nf3\u2049 Nc6\u2212+ TN *"),
            "1. e4 $3 e5 $7 2. Nf3 $5 Nc6 $19 $146 *\n\n");
}

// Printed games have dashes, a sign for captures, and Cyrillic castling.
TEST(PgnReader, ReadsMovesAndResultsWithDashes) {
  for (const char* dash :
       {"-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212"})
    for (const char* space : {"", " "}) {
      const std::string text = fmt::format(
          "1. e2{0}e4 d5 2. e\u00D7d5 Nf6 3. Nf3 g6 4. Bb5+ Bd7 5. O{0}O Bg7 6. a3 \u041E{0}\u041E "
          "7. \u2659a4 1{1}{0}{1}0\n\n1. d4 {{}} 0{1}{0}{1}1\n",
          dash, space);
      const PgnFile file = parse_pgn(text, "x", chess_game);
      EXPECT_THAT(file.issues, IsEmpty()) << text;
      ASSERT_EQ(file.games.size(), 2U) << text;
      EXPECT_EQ(file.games[0].moves.size(), 13U);
      EXPECT_EQ(file.games[0].result, "1-0");
      EXPECT_EQ(file.games[1].result, "0-1");
    }
}

// Arrows and other signs of annotators that have no NAG in the standard are no moves.
TEST(PgnReader, DropsSignsThatHaveNoNag) {
  for (const char* sign : {"\u21C6", "\u2192", "\u2191", "\u2295", "\u27F3", "\u25CB", "\u2A00",
                           "\u25B3", "\u2206", "\u2313", "\u2299", "\u2248", "=\u221E", "RR"}) {
    const PgnFile file = parse_pgn(fmt::format("1. e4 {{}} {} e5 2. Nf3 *", sign), "x", chess_game);
    EXPECT_THAT(file.issues, IsEmpty()) << sign;
    EXPECT_EQ(file.games.at(0).moves.size(), 3U) << sign;
    if (sign == std::string("RR")) continue;
    const PgnFile behind =
        parse_pgn(fmt::format("1. e4{} e5{} 2. Nf3 *", sign, sign), "x", chess_game);
    EXPECT_THAT(behind.issues, IsEmpty()) << sign;
    EXPECT_EQ(behind.games.at(0).moves.size(), 3U) << sign;
  }
}

TEST(PgnWriter, WritesNullMoves) {
  for (const char* null : {"--", "Z0", "@@@@"}) {
    const std::string text = std::string("1. d4 Sf6 (1... d5) 2. ") + null + " e6! 3. Sc3 Lb4 *";
    ScannedGame scanned;
    ASSERT_TRUE(Scanner(text).next(scanned));
    Line line;
    ASSERT_FALSE(Replayer().replay(scanned, line));
    EXPECT_EQ(to_pgn(owned(scanned, line), line), "1. d4 Nf6 2. -- e6 $1 3. Nc3 Bb4 *\n\n");
  }
}

TEST(PgnReader, DecidesTheLanguageOnceForAGame) {
  const auto issue = [](const std::string& text) {
    const PgnFile file = parse_pgn(text, "file", chess_game);
    return file.issues.empty() ? line_of(file.games.at(0)) : file.issues[0].what;
  };
  EXPECT_EQ(issue("1. e4 e5 2. Sf3 Sc6 3. Lb5"), "1. e4 e5 2. Nf3 Nc6 3. Bb5");
  EXPECT_EQ(issue("1. e4 e5 2. Nc4 Nc5"), "'Nc4' is not a legal move");  // but Romanian Bc4
  EXPECT_EQ(issue("1. e4 e5 2. Sf3 Sc6 3. Lh5"), "'Bh5' is not a legal move ('Lh5' in German)");
  EXPECT_EQ(issue("1. e4 e5 2. Sf3 Nc6"),
            "'Nc6' and other moves have the piece letters of different languages");
}

TEST(PgnReader, SaysWhichHeaderHasNoMoves) {
  const PgnFile file =
      parse_pgn("[Event \"A\"]\n[White \"x\"]\n[Event \"B\"]\n[White \"y\"]\n\n1. e4 *\n", "file",
                chess_game);
  ASSERT_THAT(file.games, SizeIs(1));
  EXPECT_EQ(file.games[0].tag("White"), "y");
  ASSERT_THAT(file.issues, SizeIs(1));
  EXPECT_EQ(epd::to_string(file.issues[0]),
            "file:1: the game has no moves: tags of another one follow without a blank line");
}

TEST(PgnWriter, IsReadBackWithTheSamePositions) {
  std::uint64_t seed = 7;
  for (int i = 0; i < 60; ++i) {
    const chess::Setup start =
        i % 2 == 0 ? testing::draw_arrays(seed) : testing::draw_castlers(seed);
    PgnGame game{.start = chess::to_string(start), .result = "*"};
    game.tags = {{"FEN", game.start}};
    testing::random_game(start, seed, 60, [&](const auto& setup, const auto&, chess::Move next) {
      game.moves.push_back(
          {chess::move_text(setup, next), game.moves.size() % 3 == 0 ? "+0.35/12 0.530s 12n" : ""});
    });
    const std::string text = to_pgn(game, chess_game);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(line.size() < 80 || line.starts_with('['));
    const PgnFile file = parse_pgn(text, "file", chess_game);
    ASSERT_THAT(file.games, SizeIs(1)) << text;
    EXPECT_EQ(file.games[0].start, game.start) << text;
    EXPECT_EQ(file.games[0].moves, game.moves) << text;
  }
}

// Words are read by eight characters at once.
TEST(PgnScanner, EndsWordsAtAnyPlace) {
  for (std::size_t length = 1; length < 20; ++length)
    for (const std::string behind : {"", " e5", "\n", "{a}", ";a", "(e5)", ")", "$1", "}", "[a"})
      for (const std::string inside : {"z", "+", "#", "|", "~", "\xC3", "\xFD", "@"}) {
        const std::string word = std::string(length, 'z') + inside;
        const std::string text = word + behind;
        ScannedGame game;
        ASSERT_TRUE(Scanner(text).next(game)) << text;
        ASSERT_FALSE(game.items.empty()) << text;
        EXPECT_EQ(game.items[0].text, word) << text;
      }
}

TEST(Pgn, ComparesDatesByTheDaysThatTheyCanMean) {
  EXPECT_TRUE(is_date("2020.02.29"));
  for (const char* wrong : {"2021.02.29", "2020.13", "2020.2", "2020.??.??", "2020/02/03", ""})
    EXPECT_FALSE(is_date(wrong)) << wrong;
  EXPECT_TRUE(is_in_period("2023.02.??", "2023.02.01", "2023.02.28"));
  EXPECT_FALSE(is_in_period("2020.02.??", "", "2020.02.28"));
  EXPECT_TRUE(is_in_period("2020", "2020.01", "2020.12.31"));
  EXPECT_FALSE(is_in_period("????.??.??", "1900", ""));
  for (const char* wrong : {"2020.13.01", "2020/02/03", "20200615", "2020.06.31", "2020.06.15?"})
    EXPECT_FALSE(is_in_period(wrong, "2020", "2021")) << wrong;
}

TEST(Pgn, IsOfAnyGame) {
  const GameInfo game = info_of<tictactoe::TicTacToe>();
  const std::string text = "[FEN \"x../.../...\"]\n\n1... b2 {the middle} 2. a1 c1 3. a2 1-0\n\n";
  const PgnFile file = parse_pgn(text, "file", game);
  ASSERT_THAT(file.games, SizeIs(1));
  EXPECT_EQ(file.games[0].start, "x../.../...");
  EXPECT_THAT(file.games[0].moves, ElementsAre(PgnMove{"b2", "the middle"}, PgnMove{"a1"},
                                               PgnMove{"c1"}, PgnMove{"a2"}));
  EXPECT_EQ(to_pgn(file.games[0], game), text);
  EXPECT_EQ(epd::to_string(parse_pgn("1. b2 b2 *", "file", game).issues.at(0)),
            "file:1: 'b2' is not a legal move");
}

TEST(Pgn, TellsMovesThatAreNumbersFromTheirNumbers) {
  const GameInfo game = info_of<guest::Connect4>();
  const std::string text = "1. 4 4 2. 4 4 3. 4 4 4. 1 2 *\n\n";
  const PgnFile file = parse_pgn(text, "file", game);
  ASSERT_THAT(file.games, SizeIs(1));
  EXPECT_THAT(file.games[0].moves, SizeIs(8));
  EXPECT_EQ(to_pgn(file.games[0], game), text);
  EXPECT_THAT(parse_pgn("4 4 4 4 4 4 4", "file", game).issues, SizeIs(1));  // the column is full
}

}  // namespace
}  // namespace plylab::pgn
