// What the documents show: each command is run, and what is shown below it is compared with what it
// prints. The rules, for those who write documents:
//
//   A command is a line of a code block that begins with "$ "; the lines below it, up to the next,
//   are what it prints. In an indented block commands begin with "plylab " or "./lab ".
//   A line that ends with "\" goes on in the next. Its exit status must be 0 or 1, or something
//   must be shown.
//   A line "…" stands for any number of lines, "…" within a line for any text. Blanks count as one.
//   What a report ends with, program, machine and command line, is left out, and so is the progress
//   of a command that takes longer than usual.
//   Times may differ: tables are compared without columns whose unit is s, ms or something per
//   second, other text without the numbers before s or ms.
//   The commands of a document run in a folder of their own, one after the other, by bash.
//
// Comments of Markdown before a block say what a reader need not see:
//
//   <!-- file: NAME -->      the block is the content of this file
//   <!-- setup: COMMANDS --> runs them, which must succeed; $WRONG_ENGINE is an engine with faults,
//                            $SOURCE the source tree
//   <!-- not run: WHY -->    the block's commands are not run, but they must have the options
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "tests/support/process.h"

namespace plylab::testing {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// ---- comparing ----

/// The text's characters, "…" and others one each.
std::u32string characters(const std::string& utf8) {
  std::u32string out;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80)
      out.back() = out.back() << 8 | byte;
    else
      out += byte;
  }
  return out;
}

bool is_rule(const std::string& line) {
  return std::regex_match(line, std::regex("-+(  -+)*(  …|…)?"));
}

/// A column of a table: from its first character up to behind its last.
struct Span {
  std::size_t first, end;
};

std::u32string part(const std::u32string& line, Span span) {
  return span.first < line.size() ? line.substr(span.first, span.end - span.first)
                                  : std::u32string();
}

/// The columns of times and rates of the table whose head ends with the line `rule`.
std::vector<Span> times_in(const Lines& lines, std::size_t rule) {
  const std::u32string dashes = characters(lines[rule]);
  std::vector<Span> times;
  for (std::size_t i = 0; i < dashes.size();) {
    std::size_t end = i;
    while (end < dashes.size() && dashes[end] == U'-') ++end;
    for (std::size_t head = rule; end > i && head-- > 0 && !lines[head].empty();) {
      std::u32string name = part(characters(lines[head]), {i, end});
      std::erase(name, U' ');
      if (name == U"s" || name == U"ms" || name.ends_with(U"/s")) times.push_back({i, end});
    }
    i = std::max(end, i + 1);
  }
  return times;
}

/// The line with blanks in these columns.
std::string blanked(const std::string& line, const std::vector<Span>& columns) {
  std::string out;
  std::size_t place = 0;  // in characters
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80;
    if (begins && i > 0) ++place;
    const bool inside = std::any_of(columns.begin(), columns.end(), [&](Span span) {
      return span.first <= place && place < span.end;
    });
    out += inside ? ' ' : line[i];
  }
  return out;
}

/// The lines as they are compared: tables without columns of times, which come and go with the time
/// that there is to show, and everything without superfluous blanks.
Lines comparable(Lines lines) {
  static const std::regex time(R"(\b[0-9.]+ (m?s)\b)"), dashes("--+"), blanks(" +"), cut(" …$");
  for (std::size_t rule = 0; rule < lines.size(); ++rule) {
    if (!is_rule(lines[rule])) continue;
    const std::vector<Span> times = times_in(lines, rule);
    std::size_t line = rule;
    while (line > 0 && !lines[line - 1].empty()) --line;
    for (; line < lines.size() && !lines[line].empty(); ++line)
      lines[line] = blanked(lines[line], times);
  }
  Lines out;
  for (std::string line : lines) {
    // A table had units for its times alone.
    if (!line.empty() && line.find_first_not_of(' ') == line.npos) continue;
    line = std::regex_replace(line, time, "~ $1");
    line = std::regex_replace(line, dashes, "-");
    line = std::regex_replace(line, blanks, " ");
    line.erase(line.find_last_not_of(' ') + 1);
    line.erase(0, line.find_first_not_of(' '));
    out.push_back(std::regex_replace(line, cut, "…"));
  }
  return out;
}

/// Whether a line is as shown, with "…" for any text.
bool same_line(const std::string& shown, const std::string& line) {
  const std::string dots = "…";
  std::size_t at = 0, from = 0;
  for (bool first = true;; first = false) {
    const std::size_t next = shown.find(dots, at);
    const std::string piece = shown.substr(at, next - at);
    if (next == shown.npos && !first)
      return line.size() >= from + piece.size() && line.ends_with(piece);
    if (next == shown.npos) return line == piece;
    const std::size_t found = line.find(piece, from);
    if (found == line.npos || (first && found != 0)) return false;
    from = found + piece.size();
    at = next + dots.size();
  }
}

/// Whether the lines from `at` are as shown from `from`.
bool same_lines(const Lines& shown, std::size_t from, const Lines& lines, std::size_t at) {
  for (; from < shown.size(); ++from, ++at) {
    if (shown[from] == "…") {
      for (std::size_t next = at; next <= lines.size(); ++next)
        if (same_lines(shown, from + 1, lines, next)) return true;
      return false;
    }
    if (at == lines.size() || !same_line(shown[from], lines[at])) return false;
  }
  return at == lines.size();
}

/// Leaves out what a report ends with, and blank lines at the end.
Lines without_footer(Lines lines) {
  const auto is_footer = [](const std::string& line) {
    return std::regex_search(line, std::regex(R"(^plylab \d+\.\d+\.\d+ \()"));
  };
  const auto footer = std::find_if(lines.rbegin(), lines.rend(), is_footer);
  if (footer != lines.rend()) lines.erase(std::prev(footer.base()), lines.end());
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Without lines such as "mine: 40 %, 1.5 games/s, 41 s left".
Lines without_progress(Lines lines) {
  static const std::regex progress(R"(.+: (.*, )?\d[^,]* \S+/s(, [^,]+ left)?)");
  std::erase_if(lines, [](const std::string& line) { return std::regex_match(line, progress); });
  return lines;
}

bool agrees(const Lines& shown, const std::string& printed) {
  return same_lines(comparable(without_footer(shown)), 0,
                    comparable(without_progress(without_footer(lines_of(printed)))), 0);
}

// ---- reading a document ----

/// Something to do for a document, from the top to the bottom.
struct Step {
  enum class Kind : std::uint8_t { run, prepare, only_read, write } kind;
  std::string text;  ///< commands, or a file's name
  Lines shown;       ///< what the command prints, or what is in the file
  std::size_t line;  ///< in the document
};

class Reader {
 public:
  explicit Reader(const std::string& markdown) : lines_(lines_of(markdown)) {}

  std::vector<Step> steps() {
    bool after_blank = true;
    for (; at_ < lines_.size(); ++at_) {
      const std::string& line = lines_[at_];
      if (line.starts_with("<!--"))
        read_comment();
      else if (line.starts_with("```"))
        read_fenced();
      else if (after_blank && line.starts_with("    "))
        read_indented();
      else if (!line.empty())
        comment_.clear();
      after_blank = at_ < lines_.size() && lines_[at_].empty();
    }
    return steps_;
  }

 private:
  void read_comment() {
    std::string text;
    const std::size_t first = at_;
    for (; at_ < lines_.size(); ++at_) {
      text += lines_[at_] + '\n';
      if (lines_[at_].find("-->") != std::string::npos) break;
    }
    std::smatch match;
    const std::regex known(R"(<!-- (file|setup|not run): ([^]*?)\s*-->\s*)");
    if (!std::regex_match(text, match, known)) return;
    if (match[1] == "setup")
      steps_.push_back({Step::Kind::prepare, match[2], {}, first + 1});
    else
      comment_ = match[1], what_ = match[2];
  }

  void read_fenced() {
    Lines block;
    const std::size_t first = ++at_;
    while (at_ < lines_.size() && !lines_[at_].starts_with("```")) block.push_back(lines_[at_++]);
    add(block, first + 1, "$ ");
  }

  void read_indented() {
    Lines block;
    const std::size_t first = at_;
    while (at_ < lines_.size() && lines_[at_].starts_with("    "))
      block.push_back(lines_[at_++].substr(4));
    --at_;
    add(block, first + 1, "");
  }

  void add(const Lines& block, std::size_t line, const std::string& prompt) {
    const bool skipped = comment_ == "not run";
    if (comment_ == "file")
      steps_.push_back({Step::Kind::write, what_, block, line});
    else
      add_commands(block, line, prompt, skipped ? Step::Kind::only_read : Step::Kind::run);
    comment_.clear();
  }

  void add_commands(const Lines& block, std::size_t line, const std::string& prompt,
                    Step::Kind kind) {
    const auto is_command = [&](const std::string& text) {
      return prompt.empty() ? text.starts_with("plylab ") || text.starts_with("./lab ")
                            : text.starts_with(prompt);
    };
    Step* current = nullptr;
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (is_command(block[i])) {
        steps_.push_back({kind, block[i].substr(prompt.size()), {}, line + i});
        current = &steps_.back();
        while (current->text.ends_with('\\') && i + 1 < block.size())
          current->text += '\n' + block[++i];
      } else if (!prompt.empty() && current != nullptr) {
        current->shown.push_back(block[i]);
      }
    }
  }

  Lines lines_;
  std::size_t at_ = 0;
  std::vector<Step> steps_;
  std::string comment_, what_;  // of the comment before the block that follows
};

// ---- doing what a document shows ----

namespace fs = std::filesystem;

/// A folder that the commands of a document run in, with plylab on the PATH.
class Workshop {
 public:
  Workshop() {
    std::string name = fs::temp_directory_path() / "plylab_guide_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    fs::create_directories(folder_ / "bin");
    fs::create_symlink(PLYLAB_PROGRAM, folder_ / "bin/plylab");
    fs::create_directories(folder_ / "work");
    fs::create_symlink(PLYLAB_PROGRAM, folder_ / "work/lab");
  }
  ~Workshop() { fs::remove_all(folder_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  Finished bash(const std::string& commands) const {
    const std::string path = std::getenv("PATH");
    return run_process("/bin/bash", {"-c", "cd \"$WORK\" && exec 2>&1 && " + commands}, "",
                       {{"PATH", (folder_ / "bin").string() + ":" + path + ":/usr/games"},
                        {"WORK", (folder_ / "work").string()},
                        {"WRONG_ENGINE", PLYLAB_WRONG_ENGINE},
                        {"SOURCE", PLYLAB_SOURCE_DIR},
                        {"COLUMNS", ""}});
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "work" / name) << text;
  }

 private:
  fs::path folder_;
};

/// Whether plylab has the command and its options; ./lab has some more commands of its own.
void expect_known(const std::string& call) {
  std::istringstream in(std::regex_replace(call, std::regex("\"[^\"]*\"|'[^']*'|#.*"), ""));
  std::string program, word;
  in >> program;
  if (program != "plylab" && program != "./lab") return;
  Lines command;
  std::vector<std::string> options;
  bool leading = true;
  while (in >> word) {
    if (word == "|" || word == "&&" || word == ">") break;
    leading = leading && !word.starts_with("-") &&
              command.size() < (command == Lines{"bench"} || command == Lines{"mine"} ? 2 : 1);
    if (leading) command.push_back(word);
    if (word.starts_with("--")) options.push_back(word.substr(0, word.find('=')));
  }
  if (program == "./lab" && !command.empty() &&
      read_file(PLYLAB_SOURCE_DIR "/lab").find("\n  " + command[0] + " ") != std::string::npos)
    return;
  command.emplace_back("--help");
  const Finished help = plylab(command);
  EXPECT_EQ(help.status, 0) << call;
  for (const std::string& option : options)
    EXPECT_TRUE(std::regex_search(help.out, std::regex(" " + option + "\\b"))) << call;
}

class Document : public ::testing::TestWithParam<std::string> {};

TEST_P(Document, ShowsWhatItsCommandsPrint) {
  const Workshop workshop;
  for (const Step& step : Reader(read_file(PLYLAB_SOURCE_DIR "/" + GetParam())).steps()) {
    const std::string where = GetParam() + ":" + std::to_string(step.line) + ": " + step.text;
    if (step.kind == Step::Kind::only_read) {
      expect_known(step.text);
    } else if (step.kind == Step::Kind::write) {
      workshop.write(step.text, joined(step.shown));
    } else if (step.kind == Step::Kind::prepare) {
      const Finished finished = workshop.bash(step.text);
      EXPECT_EQ(finished.status, 0) << where << '\n' << finished.out;
    } else {
      const Finished finished = workshop.bash(step.text);
      const bool shows = !without_footer(step.shown).empty();
      EXPECT_TRUE(shows ? agrees(step.shown, finished.out) : finished.status <= 1) << where << '\n'
                                                                                   << finished.out;
    }
  }
}

/// The documents of the source tree, without the history of changes.
std::vector<std::string> documents() {
  std::vector<std::string> found;
  const fs::path root = PLYLAB_SOURCE_DIR;
  for (const char* folder : {"", "gen", "reports", "perft", "search", "suites"})
    for (fs::recursive_directory_iterator file(root / folder), end; file != end; ++file) {
      if (*folder == '\0') file.disable_recursion_pending();
      const fs::path& path = file->path();
      if (path.extension() == ".md" && path.filename() != "CHANGELOG.md")
        found.push_back(path.lexically_relative(root));
    }
  std::sort(found.begin(), found.end());
  return found;
}

INSTANTIATE_TEST_SUITE_P(Guides, Document, ::testing::ValuesIn(documents()), [](const auto& one) {
  return std::regex_replace(one.param, std::regex("\\W"), "_");
});

// ---- the comparison itself ----

TEST(Shown, MayLeaveOutLinesAndText) {
  EXPECT_TRUE(agrees({"a", "…", "d"}, "a\nb\nc\nd\n"));
  EXPECT_TRUE(agrees({"a", "…"}, "a\n"));
  EXPECT_FALSE(agrees({"a"}, "a\nb\n"));
  EXPECT_FALSE(agrees({"…", "c"}, "a\nb\n"));
  EXPECT_TRUE(agrees({"a … c"}, "a b c\n"));
  EXPECT_TRUE(agrees({"a b…"}, "a   bcd\n"));
  EXPECT_FALSE(agrees({"b…"}, "a b\n"));
}

TEST(Shown, MayHaveOtherTimes) {
  const std::string table =
      "depth  leaves  seconds   rate\n                    s    n/s\n"
      "-----  ------  -------  -----\n";
  EXPECT_TRUE(agrees(lines_of(table + "    1      20    0.001   12.5\n"),
                     table + "    1      20    1.234      -\n"));
  EXPECT_FALSE(agrees(lines_of(table + "    1      20    0.001   12.5\n"),
                      table + "    1      21    0.001   12.5\n"));
  EXPECT_TRUE(agrees({"solved, 0.22 s at 7"}, "solved, 1.05 s at 7\n"));
  EXPECT_FALSE(agrees({"solved, 0.22 s at 7"}, "solved, 0.22 s at 8\n"));
}

TEST(Shown, IsWithoutTheFooter) {
  EXPECT_TRUE(agrees({"a", ""}, "a\n\nplylab 0.2.0 (1234), GNU\nCPU\n$ plylab perft\n"));
}

TEST(Shown, BelongsToTheCommandAboveIt) {
  const auto steps = Reader(
                         "<!-- file: x -->\n```\nin it\n```\n\ntext\n\n    plylab a \\\n      b\n\n"
                         "<!-- not run: long -->\n```\n$ plylab c\nprinted\n$ d\n```\n")
                         .steps();
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0].shown, Lines{"in it"});
  EXPECT_EQ(steps[1].text, "plylab a \\\n  b");
  EXPECT_EQ(steps[2].kind, Step::Kind::only_read);
  EXPECT_EQ(steps[2].shown, Lines{"printed"});
  EXPECT_EQ(steps[3].text, "d");
  EXPECT_EQ(steps[3].line, 15U);
}

}  // namespace
}  // namespace plylab::testing
