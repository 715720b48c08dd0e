// The help of the program and of each of its commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace plylab {
namespace {

using ::testing::Contains;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using testing::plylab;
using ::testing::StartsWith;

using Words = std::vector<std::string>;

/// A command as the program's own help lists it, with the words that call it.
struct Listed {
  Words call;
  std::string description;
};

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The text with single blanks in place of blanks and line breaks.
std::string squeezed(const std::string& text) {
  std::istringstream in(text);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return joined(words);
}

std::string help_of(Words call) {
  call.emplace_back("--help");
  const Finished finished = plylab(call);
  EXPECT_EQ(finished.status, 0) << joined(call);
  EXPECT_EQ(finished.err, "") << joined(call);
  return finished.out;
}

/// The part of a help from one text up to the next, or to its end.
std::string part(const std::string& help, const std::string& from, const std::string& to) {
  const std::size_t start = std::min(help.find(from), help.size());
  return help.substr(start, help.find(to, start) - start);
}

/// The commands in a help, which stand between its usage and its options under headings: two
/// blanks, the name, the description, which may go on in lines that begin with more blanks.
std::vector<Listed> listed_in(const std::string& help, const Words& call) {
  std::vector<Listed> commands;
  std::istringstream lines(part(help, " COMMAND\n", "\nOptions:\n"));
  for (std::string line; std::getline(lines, line) && !line.starts_with("  -");) {
    if (!line.starts_with("  ")) continue;  // a heading
    const bool goes_on = line.starts_with("   ");
    std::istringstream words(line);
    if (!goes_on) {
      commands.push_back({call, ""});
      words >> commands.back().call.emplace_back();
    }
    for (std::string word; words >> word;) {
      std::string& description = commands.back().description;
      description += (description.empty() ? "" : " ") + word;
    }
  }
  return commands;
}

/// All commands, and those below them.
std::vector<Listed> all_commands(const Words& call = {}) {
  std::vector<Listed> all;
  for (const Listed& command : listed_in(help_of(call), call)) {
    all.push_back(command);
    for (const Listed& below : all_commands(command.call)) all.push_back(below);
  }
  return all;
}

/// The options that a text names: "--depth", "--no-bulk".
Words options_in(const std::string& text) {
  const std::regex option("--[a-z][a-z0-9-]*");
  Words options;
  for (std::sregex_iterator it(text.begin(), text.end(), option), end; it != end; ++it)
    options.push_back(it->str());
  return options;
}

/// The calls of plylab in the examples, each with the lines that it goes on in. They stand between
/// the description and the usage.
Words examples_in(const std::string& help) {
  Words examples;
  std::istringstream lines(part(help, "\n\n", "\nUsage: "));
  bool goes_on = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    if (goes_on)
      examples.back() += ' ' + line;
    else
      examples.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    goes_on = line.ends_with('\\');
  }
  return examples;
}

/// The options' own texts: each begins with its names and has all that is said of it.
Words option_texts(const std::string& help) {
  Words texts;
  std::istringstream lines(part(help, "\nUsage: ", "\n  -h, --help"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  -") || line.starts_with("      --"))
      texts.push_back(line);
    else if (line.size() > 2 && line[2] != ' ')
      texts.push_back("");  // an argument
    else if (!texts.empty() && line.starts_with("      "))
      texts.back() += ' ' + line;
  }
  return texts;
}

class Help : public ::testing::Test {
 protected:
  const std::vector<Listed> commands_ = all_commands();
};

TEST_F(Help, ListsTheCommands) {
  Words names;
  for (const Listed& command : commands_) names.push_back(joined(command.call));
  EXPECT_THAT(names,
              IsSupersetOf({"perft",      "divide",     "bench",  "bench perft", "verify", "search",
                            "experiment", "solve",      "mate",   "match",       "lint",   "mine",
                            "fen",        "uci",        "xboard", "sudoku",      "list",   "page",
                            "new",        "completion", "man"}));
  for (const Listed& command : commands_)
    EXPECT_NE(command.description, "") << joined(command.call);
}

TEST_F(Help, OfACommandSaysWhatItIsForAndHowItIsCalled) {
  for (const Listed& command : commands_) {
    const std::string help = help_of(command.call), name = joined(command.call);
    EXPECT_THAT(squeezed(help), StartsWith(command.description + " plylab " + name)) << name;
    EXPECT_THAT(help, HasSubstr("\nUsage: plylab " + name)) << name;
    EXPECT_THAT(help, HasSubstr("\n  -h, --help ")) << name;
  }
}

TEST_F(Help, OfACommandHasExamplesWithOptionsThatThereAre) {
  for (const Listed& command : commands_) {
    const std::string help = help_of(command.call), name = joined(command.call);
    const Words examples = examples_in(help);
    ASSERT_FALSE(examples.empty()) << name;
    const Words known = options_in(part(help, "\nUsage: ", "\n  -h, --help"));
    for (const std::string& example : examples) {
      EXPECT_THAT(example, StartsWith("plylab " + name)) << name;
      if (help.find("\nCommands:\n") != help.npos) continue;  // which have the options
      // What stands in quotes may be a command of its own, as of an engine.
      const std::string own = std::regex_replace(example, std::regex("\"[^\"]*\""), "");
      for (const std::string& option : options_in(own))
        EXPECT_THAT(known, Contains(option)) << name << ": " << example;
    }
  }
}

TEST_F(Help, StatesEveryDefault) {
  const std::regex with_value("^ +(-[a-z], )?--[a-z0-9-]+ [A-Z]");
  for (const Listed& command : commands_)
    for (const std::string& option : option_texts(help_of(command.call)))
      if (std::regex_search(option, with_value)) {
        EXPECT_TRUE(std::regex_search(squeezed(option), std::regex("(default: .*|required.*)\\)$")))
            << joined(command.call) << option;
      }
}

TEST_F(Help, FitsATerminalOfEightyColumns) {
  std::vector<Listed> all = commands_;
  all.push_back({{}, ""});
  for (const Listed& command : all) {
    std::istringstream lines(help_of(command.call));
    for (std::string line; std::getline(lines, line);) {
      const auto shown = std::count_if(line.begin(), line.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // no byte inside a character
      });
      EXPECT_LE(shown, 80) << joined(command.call) << ": " << line;
    }
  }
}

TEST(Program, PrintsItsHelpIfNothingIsAsked) {
  EXPECT_EQ(plylab({}).out, help_of({}));
  EXPECT_EQ(plylab({}).status, 0);
  EXPECT_EQ(plylab({"bench"}).out, help_of({"bench"}));
}

TEST(Program, PrintsHelpByTheWord) {
  EXPECT_THAT(plylab({"help"}).out, StartsWith(help_of({})));
  EXPECT_EQ(plylab({"help"}).status, 0);
  EXPECT_EQ(plylab({"help", "bench", "perft"}).out, help_of({"bench", "perft"}));
}

TEST(Program, ListsWhichSwitchesAreSelective) {
  const std::string list = plylab({"list", "switches", "--format", "csv"}).out;
  EXPECT_THAT(list, HasSubstr("name,unit,default,on,max,selective,needs,what\n"));
  EXPECT_THAT(list, HasSubstr("\nkillers,,0,1,1,false,,"));
  EXPECT_THAT(list, HasSubstr("\nquiescence,,0,1,1,false,,"));
  EXPECT_THAT(list, HasSubstr("\nnull,plies,0,2,8,true,,"));
  EXPECT_THAT(
      list,
      HasSubstr("quiescence and checks, which look at more moves, and endgames, which takes"));
}

TEST(Program, KnowsShortOptions) {
  EXPECT_EQ(plylab({"perft", "-d", "3", "-t", "1", "-f", "csv"}).err, "");
  EXPECT_THAT(plylab({"perft", "-d3", "-t1", "-f", "csv"}).out, HasSubstr("8902"));
}

// ---- guides ----

/// The names of the guides, which `plylab help` lists below everything else.
Words guides() {
  std::istringstream lines(part(plylab({"help"}).out, "\nGuides (plylab help NAME):\n", "\n\n"));
  Words names;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
  return names;
}

TEST_F(Help, EndsWithGuidesThatThereAre) {
  const Words all = guides();
  const std::regex call("plylab help ([a-z]+)");
  std::set<std::string> named;
  for (const Listed& command : commands_) {
    const std::string help = help_of(command.call);
    for (std::sregex_iterator it(help.begin(), help.end(), call), end; it != end; ++it)
      if (command.call != Words{"help"}) named.insert((*it)[1]);
  }
  EXPECT_THAT(all, IsSupersetOf(named));
  EXPECT_THAT(named, IsSupersetOf({"counting", "verify", "cluster", "search", "experiments",
                                   "solve", "mate", "match", "reports", "suites", "games", "gui"}));
}

TEST(Guides, AreTheDocuments) {
  const auto documents = std::filesystem::path(PLYLAB_PROGRAM).parent_path() / "share/doc/plylab";
  const std::string list = plylab({"list", "documents"}).out;
  const Words all = guides();
  std::size_t there = 0;
  for (const auto& file : std::filesystem::directory_iterator(documents)) {
    ++there;
    EXPECT_THAT(list, HasSubstr(file.path().string() + "\n"));
  }
  EXPECT_EQ(all.size(), there);
  EXPECT_THAT(all, Contains("counting"));
}

TEST(Guides, AreShownWithoutComments) {
  for (const std::string& name : guides()) {
    const Finished guide = plylab({"help", name});
    EXPECT_EQ(guide.status, 0) << name;
    EXPECT_EQ(guide.err, "") << name;
    EXPECT_THAT(guide.out, ::testing::ContainsRegex("^# [A-Z]"));
    EXPECT_EQ(guide.out.find("<!--"), guide.out.npos) << name;
    EXPECT_EQ(guide.out.find("-->\n"), guide.out.npos) << name;
  }
}

TEST(Guides, ThatThereAreNotAreRefusedWithTheNearestName) {
  const Finished wrong = plylab({"help", "countign"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err, "plylab: no guide or command 'countign'; did you mean counting?\n");
  EXPECT_EQ(plylab({"help", "xyzzy"}).err,
            "plylab: no guide or command 'xyzzy'; plylab help lists them\n");
  EXPECT_EQ(plylab({"help", "bench", "divide"}).status, 2);
}

}  // namespace
}  // namespace plylab
