// Suites in other forms than EPD, as other programs have them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/epd/forms.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab::epd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const std::string pos3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

/// What cannot be used: "3: what".
std::vector<std::string> told_by(const Suite& suite) {
  std::vector<std::string> texts;
  for (const Issue& issue : suite.issues) texts.push_back(to_string(issue));
  return texts;
}

std::vector<std::string> records_of(const Suite& suite) {
  std::vector<std::string> texts;
  for (const Record& record : suite.records)
    texts.push_back(std::to_string(record.line) + " " + to_string(record));
  return texts;
}

TEST(Form, IsThatOfTheFirstLine) {
  for (const std::string& text :
       std::vector<std::string>{"", start, start + " ;D1 20 ;D2 400", "# id\n" + start + "\nid x",
                                start + " c0 \"fen, 20\";", start + " 0 1;1.0", "rubbish"})
    EXPECT_EQ(form_of(text), Form::epd) << text;
  for (const std::string& text :
       std::vector<std::string>{"id x\nepd " + start, "\n# a\nepd " + start, "perft 1 20"})
    EXPECT_EQ(form_of(text), Form::blocks) << text;
  for (const std::string& text : std::vector<std::string>{
           start + ",20", start + " 0 1;3;8902", start + "\t1\t20", '"' + start + "\", 1, 20",
           std::string("name,FEN,depth,nodes"), std::string("Position;D1;D2")})
    EXPECT_EQ(form_of(text), Form::table) << text;
}

TEST(Blocks, AreRecords) {
  const Suite suite = parse_suite("# mine\nid one\nepd " + start +
                                      "\nperft 1 20\nperft 2 400\n\n# next\nid pos 3\r\nepd " +
                                      pos3 + "\nperft 1 14\n\nepd " + pos3 + " bm Rb1;\n",
                                  "f");
  EXPECT_EQ(suite.form, Form::blocks);
  EXPECT_THAT(told_by(suite), IsEmpty());
  EXPECT_THAT(records_of(suite),
              ElementsAre("3 " + start + " id \"one\"; D1 20; D2 400;",
                          "9 " + pos3 + " id \"pos 3\"; D1 14;", "12 " + pos3 + " bm Rb1;"));
}

TEST(Blocks, TellWhatTheyCannotUse) {
  const Suite suite = parse_suite("id a\nperft 1 20\nepd " + start +
                                      "\nperft one 20\nperft 0 1\nperft 1\nperft 1 20 30\nnodes 1 "
                                      "20\nperft 2 400\nperft 2 401\nid b\nepd 8/8 w - -\nperft 1 "
                                      "3\nid c\nepd " +
                                      pos3 + "\n",
                                  "f");
  EXPECT_THAT(
      told_by(suite),
      ElementsAre("f:2: 'perft 1 20': no epd stands before", "f:3: D2 states 400 and 401",
                  "f:4: 'perft one 20' is not like \"perft 2 400\", a depth and a count",
                  "f:5: 'perft 0 1' is not like \"perft 2 400\", a depth and a count",
                  "f:6: 'perft 1' is not like \"perft 2 400\", a depth and a count",
                  "f:7: 'perft 1 20 30' is not like \"perft 2 400\", a depth and a count",
                  "f:8: 'nodes 1 20' is neither id, epd nor perft", HasSubstr("f:12: FEN: ")));
  EXPECT_THAT(records_of(suite), ElementsAre("3 " + start + " id \"a\"; D2 400; D2 401;",
                                             "15 " + pos3 + " id \"c\";"));
}

TEST(OtherForms, SendNothingToTheTerminal) {
  EXPECT_THAT(told_by(parse_suite("epd " + start + "\nx\x1b[1m\n", "f")),
              ElementsAre("f:2: 'x\\x1b[1m' is neither id, epd nor perft"));
  EXPECT_THAT(told_by(parse_suite("fen,depth,count,a\x1b\n" + start + ",1,\x1b\n", "f")),
              ElementsAre("f:1: column not used: a\\x1b", "f:2: '\\x1b' is not a count"));
}

TEST(Tables, WithAHeader) {
  const Suite suite =
      parse_suite("name,fen,Depth,Nodes,seconds\n\"a, b\"," + start + ",1,20,0.1\n\"a, b\"," +
                      start + ",2,400,0.1\nc,\"" + pos3 + "\",3,2812,\n",
                  "f");
  EXPECT_EQ(suite.form, Form::table);
  EXPECT_THAT(told_by(suite), ElementsAre("f:1: column not used: seconds"));
  EXPECT_THAT(records_of(suite), ElementsAre("2 " + start + " id \"a, b\"; D1 20; D2 400;",
                                             "4 " + pos3 + " id \"c\"; D3 2812;"));
  for (const char* header : {"EPD;d1;d 2;x3", "position;perft(1);perft_2;y", "fen;1;2;depth"})
    EXPECT_THAT(records_of(parse_suite(header + std::string("\n") + start + ";20;400;7\n", "f")),
                ElementsAre("2 " + start + " D1 20; D2 400;"))
        << header;
}

TEST(Tables, WithoutAHeaderHaveDepthAndCountOrCountsByDepth) {
  EXPECT_THAT(records_of(parse_suite(start + ",20,400,8902\n" + pos3 + ",14\n", "f")),
              ElementsAre("1 " + start + " D1 20; D2 400; D3 8902;", "2 " + pos3 + " D1 14;"));
  EXPECT_THAT(records_of(parse_suite(start + "\t1\t20\n" + start + "\t2\t400\n", "f")),
              ElementsAre("1 " + start + " D1 20; D2 400;"));
  // Six moves: not the depth, unless the count is one of depth 6.
  const std::string pos4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -";
  EXPECT_THAT(records_of(parse_suite(pos4 + ",6,264\n", "f")),
              ElementsAre("1 " + pos4 + " D1 6; D2 264;"));
  EXPECT_THAT(records_of(parse_suite(pos4 + ",6,706045033\n", "f")),
              ElementsAre("1 " + pos4 + " D6 706045033;"));
}

TEST(Tables, TellWhatTheyCannotUse) {
  const Suite suite = parse_suite("id,fen,depth,count\na," + start + ",x,20\na," + start +
                                      ",1,many\nb,4k3/8 w - -,1,3\nc\nd," + pos3 + "\n",
                                  "f");
  EXPECT_THAT(told_by(suite), ElementsAre("f:2: 'x' is not a depth", "f:3: 'many' is not a count",
                                          HasSubstr("f:4: FEN: "), "f:5: there is no position"));
  EXPECT_THAT(records_of(suite),
              ElementsAre("2 " + start + " id \"a\";", "6 " + pos3 + " id \"d\";"));
}

TEST(BooksForTuning, KeepTheirRemarks) {
  for (const char* remark : {"[0.5] 35", "[1-0]", "| 35 | 0.5", "1.0", "1/2-1/2"}) {
    const Record record =
        parse_record(start + " 0 1" + (remark[0] == '1' ? ";" : " ") + remark + "; id a;");
    EXPECT_THAT(record.problems, IsEmpty()) << remark;
    EXPECT_EQ(record.text("c0"), remark);
    EXPECT_EQ(record.id(), "a");
    EXPECT_EQ(parse_record(to_string(record)), record);
  }
  EXPECT_EQ(parse_record(start + " 0 1; 7.5").problems.size(), 1U);
}

TEST(BooksForTuning, HaveResultsThatAreNoCounts) {
  const Suite suite = parse_suite(start + ";1\n" + pos3 + ";0\n", "f");
  EXPECT_THAT(told_by(suite), IsEmpty());
  EXPECT_THAT(records_of(suite),
              ElementsAre("1 " + start + " c0 \"1\";", "2 " + pos3 + " c0 \"0\";"));
  EXPECT_EQ(perft_counts(parse_suite(start + ";1\n" + pos3 + ";14\n", "f").records.at(1)).size(),
            1U);
}

// What other programs found out demands nothing.
TEST(OperationsOfAnalysis, AreKept) {
  const std::string text = start + " acd 12; acn 1234; acs 3; ce +35; pv e4 e5 Nf3; pm e4;";
  EXPECT_EQ(to_string(parse_record(text)), text);
  EXPECT_FALSE(parse_record(start + " ce 32765;").mate_distance());
  EXPECT_EQ(parse_record(start + " bm #5;").mate_distance(), 5U);
}

TEST(OtherForms, AreTakenWhereverASuiteIs) {
  using testing::plylab;
  const testing::TemporaryFile blocks("id a\nepd " + pos3 + "\nperft 1 14\nperft 2 190\n", "blocks",
                                      ".perft");
  const auto counted = plylab({"perft", "--suite", blocks.path()});
  EXPECT_EQ(counted.status, 1);
  EXPECT_THAT(counted.out, HasSubstr("a: bitboard counts 191 at depth 2, the suite states 190"));
  const auto verified = plylab(
      {"verify", "--engine", "plylab uci", "--suite", blocks.path()},
      {{"PATH", std::string(PLYLAB_PROGRAM).substr(0, std::string(PLYLAB_PROGRAM).rfind('/'))}});
  EXPECT_EQ(verified.status, 1) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("Wrong counts in the suite"));
  const auto linted = plylab({"lint", blocks.path()});
  EXPECT_THAT(linted.out, HasSubstr(blocks.path() + ":2: error: D2 states 190, correct is 191"));
  EXPECT_EQ(plylab({"lint", blocks.path(), "--fix", blocks.path() + ".new"}).err,
            "plylab: --fix '" + blocks.path() +
                "': only EPD can be rewritten, and this is another form (plylab help ci lists "
                "them)\n");
  const testing::TemporaryFile table("fen,depth,nodes\n" + pos3 + ",2,191\nrubbish,1,2\n", "table",
                                     ".csv");
  const auto tabled = plylab({"perft", "--suite", table.path()});
  EXPECT_EQ(tabled.status, 1);
  EXPECT_THAT(tabled.err, HasSubstr(table.path() + ":3: FEN: "));
  EXPECT_EQ(plylab({"search", "--suite", table.path(), "--depth", "1"}).status, 0);
}

}  // namespace
}  // namespace plylab::epd
