// Markdown as plylab help shows it.
#include "suites/help/guides.h"

#include <gtest/gtest.h>

namespace plylab::suites::help {
namespace {

TEST(PlainText, WrapsParagraphsAndItems) {
  EXPECT_EQ(plain_text("one two three\nfour five\n\n- six seven eight nine ten\n- last\n", 22),
            "one two three four\nfive\n\n- six seven eight nine\n  ten\n- last\n");
  EXPECT_EQ(plain_text("1. one two three\n   four\n2. five\n", 30),
            "1. one two three four\n2. five\n");
  EXPECT_EQ(plain_text("in\n164 positions\n", 30), "in 164 positions\n");
}

TEST(PlainText, UnderlinesHeadings) {
  EXPECT_EQ(plain_text("# Élo\n\n## More of it\ntext\n", 80),
            "Élo\n===\n\nMore of it\n----------\ntext\n");
}

TEST(PlainText, LeavesCodeAsItIs) {
  EXPECT_EQ(plain_text("```\n$ a   b\n\n# c | d\n```\n", 5), "    $ a   b\n\n    # c | d\n");
  EXPECT_EQ(plain_text("1. item\n\n   ```cpp\n   a();\n   ```\n", 40), "1. item\n\n       a();\n");
  EXPECT_EQ(plain_text("text\n\n    code   as it is\n", 5), "text\n\n    code   as it is\n");
}

TEST(PlainText, LeavesOutMarksAndComments) {
  EXPECT_EQ(plain_text("**bold** `code` [a guide](x/Y.md) [the web](https://a.b/c)\n", 80),
            "bold `code` a guide the web (https://a.b/c)\n");
  EXPECT_EQ(plain_text("one\n\n<!-- not run:\nlong -->\n\ntwo\n", 80), "one\n\ntwo\n");
}

TEST(PlainText, AlignsTables) {
  EXPECT_EQ(
      plain_text("text\n\n| a | |\n|---|---|\n| `x` | one \\| two |\n| y | three |\n\nend\n", 80),
      "text\n\na\n---  ---------\n`x`  one | two\ny    three\n\nend\n");
}

}  // namespace
}  // namespace plylab::suites::help
