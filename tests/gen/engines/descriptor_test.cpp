// Protocols from files.
#include <algorithm>
#include <string>

#include "gen/base/input_error.h"
#include "gen/engines/perft_protocol.h"
#include "tests/gen/engines/external_engines.h"

namespace plylab {
namespace {

using engines::PerftAnswer;
using engines::PerftQuestion;
using engines::ReportedBranch;
using testing::content;
using ::testing::ElementsAre;
using testing::startpos;

using Descriptors = testing::ExternalEngines;

TEST_F(Descriptors, TheDocumentedDescriptorWorks) {
  const std::string manual = content(PLYLAB_SOURCE_DIR "/gen/engines/PROTOCOLS.md");
  const std::size_t start_of_json = manual.find("```json\n") + 8;
  const std::string descriptor = file(
      "owl.json", manual.substr(start_of_json, manual.find("```", start_of_json) - start_of_json));
  const std::string script = program("owl", R"(
while read -r word rest; do
  case $word in
    hello) echo 'I am "Owl"'; echo hi ;;
    awake) echo "awake ${rest%\?}" ;;
    board) echo "$rest" >>")" + path("heard") + R"(" ;;
    count) echo 'move e2e4 makes 20'; echo 'move d2d4 makes 21'; echo "sum 41" ;;
  esac
done)");
  const auto running = start(script, descriptor);
  EXPECT_EQ(running->name(), "Owl");
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(41));
  EXPECT_THAT(answer.branches,
              ElementsAre(ReportedBranch{"e2e4", Count(20)}, ReportedBranch{"d2d4", Count(21)}));
  EXPECT_EQ(content(path("heard")), std::string(chess::startpos_fen) + " then e2e4\n");
}

TEST_F(Descriptors, DescriptorsOfCallsAndOfAnEndAreUnderstood) {
  const std::string tool = program("tool", "test \"$1\" = --depth=3 && echo 8902");
  const std::string call =
      file("call.json", R"({"launch": "call", "arguments": ["--depth={depth}", "{fen}"]})");
  EXPECT_EQ(start(tool, call)->ask(startpos(3)).total, Count(8902));

  const std::string talker =
      program("ends",
              "while read -r line; do case $line in count*) echo 'Nodes: 7'; sleep 0.1; "
              "echo 'Nodes: 20'; echo over ;; esac; done");
  const std::string talk = file(
      "talk.json", R"({"setup": ["fen {fen}"], "question": "count {depth}", "end": "^over$"})");
  EXPECT_EQ(start(talker, talk)->ask(startpos(1)).total, Count(20));
}

TEST_F(Descriptors, DescriptorErrorsNameFileAndField) {
  const auto error_of = [&](const std::string& text) -> std::string {
    const std::string name = file("bad.json", text);
    try {
      engines::find_protocol(name);
    } catch (const InputError& error) {
      const std::string what = error.what();
      EXPECT_TRUE(what.starts_with(name + ": ")) << what;
      return what.substr(std::min(what.size(), name.size() + 2));
    }
    ADD_FAILURE() << text;
    return "";
  };
  EXPECT_EQ(error_of("{"), "is not JSON: syntax error at byte 2");
  EXPECT_EQ(error_of("[]"), "is not a JSON object");
  EXPECT_EQ(error_of("{}"), "'question' is missing");
  EXPECT_EQ(error_of(R"({"question": "x"})"), "'setup' is missing");
  const auto error_with = [&](const std::string& more) {
    return error_of(R"({"setup": ["board {fen}"], "question": "count {depth}", )" + more + "}");
  };
  EXPECT_EQ(error_with(R"("setup": ["board {foo} x"])"), "'setup' has the unknown name '{foo}'");
  EXPECT_EQ(error_with(R"("setup": ["board {fen"])"), "'setup' has the unknown name '{fen'");
  EXPECT_EQ(error_with(R"("setup": ["{fen}[ {moves}"])"), "'setup' has brackets that do not match");
  EXPECT_EQ(error_with(R"("setup": ["{fen} {moves}]"])"), "'setup' has brackets that do not match");
  EXPECT_EQ(error_with(R"("question": "count")"), "'question' has no {depth}");
  EXPECT_EQ(error_with(R"("question": "a\u0000{depth}")"), "'question' has a byte 0");
  EXPECT_EQ(error_with(R"("move": "go")"), "'move' has no {move}");
  EXPECT_EQ(error_with(R"("move_offer": "x")"),
            "'move_offer' and 'offered_move' must be given together");
  EXPECT_EQ(error_with(R"("chess960": "offered")"),
            "'chess960_offer' and 'chess960': 'offered' must be given together");
  EXPECT_EQ(error_with(R"("chess960_offer": "x")"),
            "'chess960_offer' and 'chess960': 'offered' must be given together");
  EXPECT_EQ(error_with(R"("arguments": ["x"])"), "'arguments' is for calls only");
  EXPECT_EQ(error_of(R"({"launch": "call", "arguments": ["x"], "question": "x"})"),
            "'question' is for sessions only");
  EXPECT_EQ(error_of(R"({"launch": "call", "arguments": ["x"], "move": "{move}"})"),
            "'move' is for sessions only");
  EXPECT_EQ(error_with(R"("opening": ["new {game}"])"), "'opening' has the unknown name '{game}'");
  EXPECT_EQ(error_with(R"("setup": ["board {ping}"])"), "'setup' has the unknown name '{ping}'");
  EXPECT_EQ(error_with(R"("ping": "a {fen}", "pong": "a")"), "'ping' has the unknown name '{fen}'");
  EXPECT_EQ(error_of(R"({"launch": "call"})"), "'arguments' is missing");
  EXPECT_EQ(error_of(R"({"launch": "shout"})"),
            "'launch' is 'shout', expected one of session, call");
  EXPECT_EQ(error_of(R"({"questoin": "x"})"), "'questoin' is not a field of a protocol");
  EXPECT_EQ(error_of(R"({"question": 3})"), "'question' is not a string");
  EXPECT_EQ(error_of(R"({"question": "a\nb"})"), "'question' has a line end");
  EXPECT_EQ(error_of(R"({"setup": "x"})"), "'setup' is not a list of strings");
  EXPECT_EQ(error_of(R"({"setup": [7]})"), "'setup' is not a list of strings");
  EXPECT_EQ(error_of(R"({"divides": "x"})"), "'divides' is neither true nor false");
  EXPECT_EQ(error_of(R"({"branch": "("})"), "'branch' '(' is not a regular expression");
  EXPECT_EQ(error_of(R"({"total": "x"})"), "'total' has 0 groups, expected 1");
  EXPECT_THROW(engines::find_protocol(path("none.json")), InputError);
  EXPECT_THROW(engines::find_protocol("smoke signals"), InputError);
}

}  // namespace
}  // namespace plylab
