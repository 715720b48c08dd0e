#include "gen/epd/epd.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gen/chess/board/notation.h"
#include "tests/gen/epd/legal_moves.h"
#include "tests/support/input_error_of.h"
#include "tests/support/temporary_file.h"

namespace plylab::epd {
namespace {

using testing::legal_moves;
using Texts = std::vector<std::string>;

constexpr const char* kings = "4k3/8/8/8/8/8/8/4K3 w - -";
constexpr const char* array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// A record of the normal array with the operations.
Record with(const std::string& operations) {
  return parse_record(std::string(array) + " " + operations);
}

std::string error_of(const std::string& text) {
  return testing::input_error_of([&] { parse_record(text); });
}

Texts uci(const ResolvedMoves& found) {
  Texts texts;
  for (chess::Move move : found.moves) texts.push_back(chess::to_uci(move));
  return texts;
}

Texts best(const Record& record) { return uci(best_moves(record, legal_moves(record))); }

Texts issues_of(const Suite& suite) {
  Texts texts;
  for (const Issue& issue : suite.issues) texts.push_back(to_string(issue));
  return texts;
}

std::string load_error(const std::string& path) {
  return testing::input_error_of([&] { load_suite(path); });
}

TEST(EpdRecord, KeepsEveryOperationInOrder) {
  const Record record = with("bm Nf3 d4; xyz; id \"a; b\"; dm 3; D1 20; c0 \"\" two \"3\";");
  Texts opcodes;
  for (const Operation& operation : record.operations) opcodes.push_back(operation.opcode);
  EXPECT_EQ(opcodes, (Texts{"bm", "xyz", "id", "dm", "D1", "c0"}));
  EXPECT_TRUE(record.find("xyz")->operands.empty());
  EXPECT_EQ(record.id(), "a; b");
  EXPECT_EQ(record.mate_distance(), 3u);
  const std::vector<Operand> expected{{"", true}, {"two", false}, {"3", true}};
  EXPECT_EQ(record.find("c0")->operands, expected);
  EXPECT_EQ(record.text("c0"), " two 3");
  EXPECT_EQ(record.find("am"), nullptr);
  EXPECT_FALSE(record.text("am"));
  EXPECT_FALSE(record.number("bm"));
}

TEST(EpdRecord, HasANameOfItsOwn) {
  const std::string kings = "4k3/8/8/8/8/8/8/4K3 w - -";
  const Suite suite = parse_suite(
      kings + " id \"x\";\n" + kings + " id \"x (2)\";\n" + kings + " id \"x\";\n" + kings + "\n",
      "x.epd");
  Texts names;
  for (const Record& record : suite.records) names.push_back(record.name);
  EXPECT_EQ(names, (Texts{"x", "x (2)", "x (3)", "line 4"}));
}

TEST(EpdRecord, WithoutOperations) {
  EXPECT_TRUE(with("").operations.empty());
  EXPECT_TRUE(with("; ;;").operations.empty());
  EXPECT_FALSE(with("").id());
}

TEST(EpdRecord, ClocksFromOperationsOrFen) {
  const Record operations = with("hmvc 7; bm e4; fmvn 31;");
  EXPECT_EQ(operations.setup.halfmove_clock, 7u);
  EXPECT_EQ(operations.setup.fullmove, 31u);
  EXPECT_EQ(operations.operations.size(), 1u);
  EXPECT_EQ(with("7 31 bm e4;"), operations);
  EXPECT_EQ(with("7 31; bm e4;"), operations);
  EXPECT_EQ(with("7 hmvc 7; fmvn 31; bm e4"), operations);
  EXPECT_EQ(with("bm e4").setup.fullmove, 1u);
}

TEST(EpdRecord, PerftStyles) {
  const std::vector<PerftCount> expected{{1, 20}, {2, 400}, {13, 1981066775000396239}};
  for (const char* text :
       {"0 1 ;D1 20 ;D2 400 ;D13 1981066775000396239",
        "0 1; D1 20; D2 400; D13 1981066775000396239;",
        "0 1 ; D1 20 ; D2 400 ; D13 1981066775000396239 ;", ";D1 20;D2 400;D13 1981066775000396239",
        "D0 1; D1 20; Dx 4; D 5; d3 6; D2 400; D13 1981066775000396239",
        "D1 20; D2 400; D13 1981066775000396239; D1000 7; D4294967295 5"})
    EXPECT_EQ(perft_counts(with(text)), expected) << text;
  EXPECT_EQ(perft_depth("D999"), 999U);
  EXPECT_TRUE(is_misspelt_count("D4294967295"));
}

TEST(EpdRecord, PerftCountsMayExceed64Bits) {
  // perft(15) from the starting position (OEIS A048987)
  const auto counts = perft_counts(with("D15 2015099950053364471960; D1 20"));
  EXPECT_EQ(counts.front(), (PerftCount{15, parse_count("2015099950053364471960").value()}));
  EXPECT_EQ(counts.size(), 2u);
}

TEST(EpdRecord, SloppyBlanks) {
  const Record clean = with("bm Nf3 e4; id \"x  y\";");
  EXPECT_EQ(with("  bm\tNf3   e4 ;id\"x  y\"  "), clean);
  EXPECT_EQ(with("bm Nf3 e4;;id \"x  y\";\r"), clean);
  EXPECT_EQ(parse_record("\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\tw  KQkq  -;bm Nf3 e4;"
                         "id \"x  y\""),
            clean);
}

TEST(EpdRecord, EnPassantSquareStaysAsWritten) {
  // No pawn can capture, so the position has no such square; the text keeps it.
  const std::string text = "4k3/8/8/3p4/8/8/P7/4K3 w - d6 bm Ke2;";
  EXPECT_EQ(to_string(parse_record(text)), text);
  EXPECT_EQ(chess::ValidSetup(parse_record(text).setup).setup().en_passant, chess::no_square);
}

TEST(EpdRecord, Unreadable) {
  EXPECT_EQ(error_of(""), "FEN: the board is missing");
  EXPECT_EQ(error_of("8/8/8 w - -"), "FEN: the board has 3 ranks");
  EXPECT_EQ(error_of("4k3/8/8/8/8/8/8/4K3 w;"), "FEN: the castling field is missing");
  EXPECT_EQ(error_of("8/8/8/8/8/8/8/4K3 w - -"), "FEN: Black has no king");
  EXPECT_EQ(error_of("4k3/8/8/8/8/8/8/4RK2 w - -"),
            "FEN: the side not to move is in check: the king on e8 by the rook on e1");
}

/// The problems of the position with two kings and these operations.
Texts problems_of(const Record& record) {
  Texts texts;
  for (const Problem& problem : record.problems) texts.push_back(problem.what);
  return texts;
}
Texts problems_of(const std::string& operations) {
  return problems_of(parse_record(std::string(kings) + " " + operations));
}

TEST(EpdRecord, KeepsWhatItUnderstandsAndTellsTheRest) {
  const Record record = with("dm 7; ep; 00:00; id \"good\";");  // as published
  EXPECT_EQ(problems_of(record), Texts{"an opcode is missing before '00:00; id \"good\";'"});
  const Record dashes = parse_record("4k3/8/8/8/8/8/8/4K3 w - - - bm Kd1; id \"- -\";");
  EXPECT_EQ(problems_of(dashes), Texts{"an extra dash before the operations"});
  EXPECT_EQ(dashes.text("bm"), "Kd1");
  EXPECT_EQ(dashes.id(), "- -");
  EXPECT_EQ(record.mate_distance(), 7u);
  EXPECT_EQ(record.id(), "good");
  EXPECT_EQ(record.operations.size(), 3u);

  EXPECT_EQ(problems_of("0 1 2 bm Ke2;"), Texts{"an opcode is missing before '2 bm Ke2;'"});
  EXPECT_EQ(problems_of("\"some; text\" more; bm Ke2;"),
            Texts{"an opcode is missing before '\"some; text\" more; b'"});
  EXPECT_EQ(problems_of("hmvc x; bm Ke2"), Texts{"hmvc must be one number from 0 to 65535"});
  EXPECT_EQ(problems_of("fmvn;"), Texts{"fmvn must be one number from 0 to 65535"});
  EXPECT_EQ(problems_of("hmvc 65536;"), Texts{"hmvc must be one number from 0 to 65535"});
  // Nobody knows where a text ends whose quote is not closed.
  EXPECT_EQ(problems_of("dm 2; id \"never closed; bm Ke2;"),
            Texts{"id: the quote in '\"never closed; bm Ke' is not closed"});
  EXPECT_EQ(with("dm 2; id \"never closed; bm e4;").operations.size(), 1u);
}

TEST(EpdRecord, WritesOneLine) {
  const std::string text = std::string(array) + " hmvc 3; fmvn 9; bm e4 d4; none; c0 \"a b\" c;";
  EXPECT_EQ(to_string(parse_record(text)), text);
  EXPECT_EQ(to_string(with("0 1 ;D1 20 ;D2 400")), std::string(array) + " D1 20; D2 400;");
}

TEST(EpdRecord, QuotesWhatWouldFallApart) {
  Record record = parse_record(kings);
  record.operations.push_back({"c0", {{"two words", false}, {"", false}, {"say \"hi\"\n", true}}});
  EXPECT_EQ(to_string(record), std::string(kings) + " c0 \"two words\" \"\" \"say 'hi' \";");
}

// A record that was written and read is written in the same way, whatever its texts are.
TEST(EpdRecord, IsWrittenAsItWasRead) {
  for (int c = 0; c < 256; ++c)
    for (const bool quoted : {false, true}) {
      Record record = parse_record(kings);
      record.operations.push_back({"c0", {{{'a', static_cast<char>(c), 'b'}, quoted}}});
      record.operations.push_back({"id", {{{static_cast<char>(c)}, quoted}}});
      const std::string written = to_string(record);
      const Suite suite = parse_suite(written, "x.epd");
      ASSERT_EQ(suite.records.size(), 1U) << written;
      ASSERT_EQ(to_string(suite.records[0]), written) << c;
    }
}

TEST(EpdRecord, StatesWhoIsMated) {
  EXPECT_EQ(with("bm #-19;").mate_distance(), -19);
  EXPECT_EQ(with("dm -15; bm #-15;").mate_distance(), -15);
  EXPECT_EQ(with("dm 0;").mate_distance(), 0);
  EXPECT_TRUE(with("dm 0;").states_mate_distance());
  EXPECT_FALSE(with("dm 3; bm #-3;").mate_distance());
  EXPECT_TRUE(best_moves(with("bm #-3;"), legal_moves(with(""))).problems.empty());
}

TEST(EpdRecord, ReadsFensAsProgramsWriteThem) {
  const Record plain = with("bm e4;");
  const std::string board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  for (const std::string& text :
       {"position fen " + std::string(array) + " bm e4;", "FEN: " + std::string(array) + " bm e4;",
        board + "/w KQkq - bm e4;", "fen " + board + "/w KQkq - 0 1; bm e4;"})
    EXPECT_EQ(parse_record(text), plain) << text;
}

TEST(EpdSuite, StraysChangeNothingAndReturnsAreReported) {
  const std::string text = std::string(kings) + " bm Ke2; id \"a b\";\n# note\n" + array +
                           " D1 20; D2 400; c0 \"x y\";\n";
  const Suite plain = parse_suite(text, "x.epd");
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const std::string& stray :
         {std::string(1, '\0'), std::string("\x1A"), std::string("\xEF\xBB\xBF")}) {
      const Suite suite = parse_suite(std::string(text).insert(at, stray), "x.epd");
      ASSERT_EQ(suite.records, plain.records) << at;
      ASSERT_TRUE(suite.issues.empty()) << at;
    }
    const Suite suite = parse_suite(std::string(text).insert(at, "\r"), "x.epd");
    if (!suite.issues.empty()) continue;
    ASSERT_EQ(suite.records.size(), 2U) << at;
    for (std::size_t i = 0; i < 2; ++i)
      ASSERT_EQ(to_string(suite.records[i]), to_string(plain.records[i])) << at;
  }
}

TEST(EpdSuite, SaysThatAllMovesOfSeveralOperationsCount) {
  const Suite suite = parse_suite(std::string(array) + " bm e4; bm d4;\n", "x.epd");
  EXPECT_EQ(issues_of(suite), Texts{"x.epd:1: bm is stated more than once: all moves count"});
  EXPECT_EQ(best(suite.records[0]), (Texts{"e2e4", "d2d4"}));
}

TEST(EpdSuite, RefusesALineOfManyMegabytes) {
  const std::string path = testing::temporary("long.epd", "\n" + std::string(17 << 20, '8'));
  EXPECT_EQ(load_error(path), "cannot read '" + path + "': line 2 is longer than 16 MiB");
}

TEST(EpdSuite, ToleratesWhatFilesContain) {
  const std::string text = "\xEF\xBB\xBF# a comment\r\n\r\n" + std::string(kings) +
                           " bm Ke2;\r\n   \t\r\n  # another; bm x\r\n% escaped\r\n" + array +
                           "\tid \"last\"";
  const Suite suite = parse_suite(text, "x.epd");
  EXPECT_TRUE(suite.issues.empty());
  ASSERT_EQ(suite.records.size(), 2u);
  EXPECT_EQ(suite.records[0].line, 3u);
  EXPECT_EQ(suite.records[1].line, 7u);
  EXPECT_EQ(suite.records[1].id(), "last");
}

TEST(EpdSuite, ReportsWithPlaceAndUsesTheRest) {
  const Suite suite =
      parse_suite(std::string(kings) + " id \"open;\n" + kings + " id \"good\";\n" +
                      "8/8/8/8/8/8/8/8 w - - bm e4;\n\n" + array +
                      " D1 20; D2 4oo; D3; dm soon; D4 999999999999999999999999999999999999999;\n" +
                      "nonsense\n",
                  "dir/x.epd");
  EXPECT_EQ(issues_of(suite), (Texts{"dir/x.epd:1: id: the quote in '\"open;' is not closed",
                                     "dir/x.epd:3: FEN: White has no king",
                                     "dir/x.epd:5: D2: '4oo' is not a whole number below 2^128",
                                     "dir/x.epd:5: D3 has 0 values, not one",
                                     "dir/x.epd:5: dm: 'soon' is not a whole number below 2^63",
                                     "dir/x.epd:5: D4: '999999999999999999999999999999999999999' "
                                     "is not a whole number below 2^128",
                                     "dir/x.epd:6: FEN: rank 8 has 'o', which is not a piece"}));
}

TEST(EpdSuite, SaysWhereCountsContradictEachOther) {
  const std::string twice = std::string(array) + " D1 20; D2 400; ";
  EXPECT_EQ(issues_of(parse_suite(twice + "D1 20;\n" + twice + "D1 21;\n", "x.epd")),
            Texts{"x.epd:2: D1 states 20 and 21"});
}

TEST(EpdSuite, LinesEndAsFilesOfAllSystemsHaveThem) {
  const std::string first = std::string(kings) + " id \"1\";",
                    second = std::string(array) + " id \"2\";";
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const Suite suite = parse_suite(first + end + "# comment" + end + second + end, "x.epd");
    EXPECT_EQ(issues_of(suite), Texts{});
    ASSERT_EQ(suite.records.size(), 2u);
    EXPECT_EQ(suite.records[1].id(), "2");
    EXPECT_EQ(suite.records[1].line, 3u);
  }
}

TEST(EpdSuite, EmptyFileHasNoRecords) {
  for (const char* text : {"", "\n\n", "# only a comment", "\xEF\xBB\xBF"}) {
    const Suite suite = parse_suite(text, "empty.epd");
    EXPECT_TRUE(suite.records.empty());
    EXPECT_TRUE(suite.issues.empty());
  }
}

TEST(EpdSuite, FilesThatCannotBeRead) {
  EXPECT_EQ(load_error("no/such.epd"), "cannot read 'no/such.epd': No such file or directory");
  const std::string directory = std::filesystem::temp_directory_path();
  EXPECT_EQ(load_error(directory), "cannot read '" + directory + "': Is a directory");
  EXPECT_NE(load_error(""), "no error");
}

TEST(EpdSuite, ReadsFiles) {
  const std::string path =
      testing::temporary("two.epd", std::string(kings) + " id \"1\";\r\nbad\r\n" + kings);
  const Suite suite = load_suite(path);
  EXPECT_EQ(suite.path, path);
  EXPECT_EQ(suite.records.size(), 2u);
  ASSERT_EQ(suite.issues.size(), 1u);
  EXPECT_EQ(suite.issues[0].file, path);
  EXPECT_EQ(suite.issues[0].line, 2u);
}

TEST(EpdMoves, AsRealFilesWriteThem) {
  EXPECT_EQ(best(with("bm Nf3 e4;")), (Texts{"g1f3", "e2e4"}));
  EXPECT_EQ(best(with("bm 1. e4;")), Texts{"e2e4"});
  EXPECT_EQ(best(with("bm 1.e4 1. d4;")), (Texts{"e2e4", "d2d4"}));
  EXPECT_EQ(best(with("bm Nf3, e4,d4;")), (Texts{"g1f3", "e2e4", "d2d4"}));
  EXPECT_EQ(best(with("bm Nf3! e4?! d4 !? $1;")), (Texts{"g1f3", "e2e4", "d2d4"}));
  EXPECT_EQ(best(with("bm \"Nf3 e4\";")), (Texts{"g1f3", "e2e4"}));
  EXPECT_EQ(best(with("bm Nf3 g1f3 Ng1-f3;")), Texts{"g1f3"});
  EXPECT_EQ(best(with("bm e4; bm d4;")), (Texts{"e2e4", "d2d4"}));
  const std::string black = "r3k2r/8/8/8/3pP3/8/8/4K3 b kq e3 ";
  EXPECT_EQ(best(parse_record(black + "bm 1... O-O 0-0-0 dxe3 e.p.;")),
            (Texts{"e8g8", "e8c8", "d4e3"}));
}

TEST(EpdMoves, ProblemsLeaveTheOthers) {
  const Record record = with("bm Nf3 Qh5 e4 xx; am Nf6;");
  const ResolvedMoves found = best_moves(record, legal_moves(record));
  EXPECT_EQ(uci(found), (Texts{"g1f3", "e2e4"}));
  EXPECT_EQ(found.problems, (Texts{"bm: 'Qh5' is not a legal move", "bm: 'xx' is not a move"}));
  const ResolvedMoves avoided = avoid_moves(record, legal_moves(record));
  EXPECT_TRUE(avoided.moves.empty());
  EXPECT_EQ(avoided.problems, (Texts{"am: 'Nf6' is not a legal move", "am names no legal move"}));
}

TEST(EpdMoves, AmbiguousOrMissing) {
  const Record record = parse_record("4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nd2; am;");
  const ResolvedMoves found = best_moves(record, legal_moves(record));
  EXPECT_EQ(found.problems, (Texts{"bm: 'Nd2' may be Nbd2 or Nfd2", "bm names no legal move"}));
  EXPECT_EQ(avoid_moves(record, legal_moves(record)).problems, Texts{"am names no legal move"});
  const Record silent = parse_record(kings);
  EXPECT_TRUE(best_moves(silent, legal_moves(silent)).problems.empty());
}

}  // namespace
}  // namespace plylab::epd
