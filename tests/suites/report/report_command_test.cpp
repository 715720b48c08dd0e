// plylab report and plylab compare as their users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gen/base/files.h"
#include "reports/formats/journal_file.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/sealed_lines.h"

namespace plylab {
namespace {

namespace fs = std::filesystem;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::report_of;
using ::testing::StartsWith;

/// A directory with two stored searches, a stored solve, and runs.
class StoredReports : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    fs::create_directory(directory());
    make({"search", "--suite", "bratko-kopec", "--depth", "2", "--algo", "alphabeta,pvs"},
         "a.json");
    make({"search", "--suite", "bratko-kopec", "--depth", "2", "--algo", "alphabeta,pvs"},
         "b.json");
    make({"search", "--suite", "bratko-kopec", "--depth", "2", "--algo", "alphabeta,pvs", "--order",
          "canonical"},
         "c.json");
    make({"solve", "--suite", "demo", "--depth", "1", "--algo", "pvs"}, "one.json");
    make({"solve", "--suite", "demo", "--depth", "3", "--algo", "pvs"}, "three.json");
    make({"search", "--suite", "bratko-kopec", "--depth", "2,3", "--algo", "alphabeta,pvs",
          "--measure", "leaves", "--runs", file("runs.jsonl")},
         "experiment.json");
  }
  static void TearDownTestSuite() { fs::remove_all(directory()); }

  static fs::path directory() {
    return fs::temp_directory_path() / ("plylab_stored_reports_" + std::to_string(getpid()));
  }
  static std::string file(const std::string& name) { return directory() / name; }

  static void make(std::vector<std::string> arguments, const std::string& name) {
    arguments.insert(arguments.end(), {"--format", "json", "--out", file(name)});
    const Finished finished = plylab(arguments);
    ASSERT_EQ(finished.status, 0) << finished.err;
  }

  /// The table of that name, or null.
  static nlohmann::json table(const nlohmann::json& report, const std::string& name) {
    for (const auto& one : report["tables"])
      if (one["name"] == name) return one;
    return nullptr;
  }
};

TEST_F(StoredReports, AreShownAgainInEveryFormat) {
  EXPECT_EQ(plylab({"report", file("a.json"), "--format", "json"}).out, read_file(file("a.json")));
  const Finished text = plylab({"report", file("a.json")});
  EXPECT_THAT(text.out, StartsWith("Search: the deepest completed iteration\n"));
  EXPECT_THAT(text.out, HasSubstr("--depth 2 --algo alphabeta,pvs"));  // that made it
  EXPECT_THAT(plylab({"report", file("a.json"), "--format", "latex"}).out,
              HasSubstr("\\begin{tabular}"));
}

TEST_F(StoredReports, AreNotPrintedBesideAPaperOrPictures) {
  const std::string paper = file("paper"), picture = file("growth.svg");
  for (const std::vector<std::string>& files :
       {std::vector<std::string>{"--report", paper}, {"--figure", picture}}) {
    std::vector<std::string> call{"report", file("experiment.json")};
    call.insert(call.end(), files.begin(), files.end());
    const Finished alone = plylab(call);
    EXPECT_EQ(alone.status, 0) << alone.err;
    EXPECT_EQ(alone.out, "");
    call.insert(call.end(), {"--table", "runs"});
    EXPECT_THAT(plylab(call).out, StartsWith("The runs: "));
  }
  EXPECT_TRUE(fs::exists(paper + "/report.tex"));
  EXPECT_TRUE(fs::exists(picture));
}

TEST_F(StoredReports, OfRunsAreThoseOfTheExperiment) {
  const auto stored = nlohmann::json::parse(read_file(file("experiment.json")));
  const auto again = report_of({"report", file("runs.jsonl")});
  EXPECT_EQ(table(again, "runs")["rows"].size(), 24U * 4U);
  EXPECT_EQ(again["tables"], stored["tables"]);
  EXPECT_NE(table(again, "leaves_compared"), nullptr);
  const auto otherwise = report_of({"report", file("runs.jsonl"), "--compare", "depth",
                                    "--baseline", "3", "--measure", "last_nodes"});
  EXPECT_EQ(table(otherwise, "last_nodes_compared")["rows"][0]["depth"], 2);
}

/// The text without its last line, which is given apart.
std::pair<std::string, std::string> without_last_line(const std::string& text) {
  const auto start = text.rfind('\n', text.size() - 2) + 1;
  return {text.substr(0, start), text.substr(start)};
}

TEST_F(StoredReports, OfRunsThatContradictEachOtherEndWithOne) {
  const auto [others, last] = without_last_line(read_file(file("runs.jsonl")));
  auto run = nlohmann::json::parse(last);
  const int other_value = run["value"].get<int>() + 1;
  run["value"] = run["iterations"].back()["value"] = other_value;
  run.erase("check");
  std::ofstream(file("changed.jsonl"))
      << others << reports::sealed(run.dump(), testing::header_of(others)) << '\n';
  const auto report = report_of({"report", file("changed.jsonl")}, 1);
  EXPECT_THAT(report["tables"][0]["notes"].dump(), HasSubstr(std::to_string(other_value)));
}

TEST_F(StoredReports, ThatAreIncompleteAreSaidToBe) {
  std::ofstream(file("some.jsonl")) << without_last_line(read_file(file("runs.jsonl"))).first;
  for (const char* format : {"text", "csv", "json", "markdown", "latex", "html"}) {
    const Finished finished = plylab({"report", file("some.jsonl"), "-q", "--format", format});
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, "plylab: incomplete: not all of the work was done\n") << format;
  }
  EXPECT_EQ(report_of({"report", file("some.jsonl")})["complete"], false);
}

// At one depth too: a search of several positions is tested as an experiment is.
TEST_F(StoredReports, CompareSearchesOverASuite) {
  const auto plain =
      table(nlohmann::json::parse(read_file(file("a.json"))), "common_nodes_compared")["rows"][0];
  const auto experiment = table(report_of({"search", "--suite", "bratko-kopec", "--depth", "2",
                                           "--algo", "alphabeta,pvs", "--measure", "last_nodes"}),
                                "last_nodes_compared")["rows"][0];
  EXPECT_EQ(plain["variant"], experiment["variant"]);
  for (const char* column : {"less", "same", "more", "p_sign", "p_rank"})
    EXPECT_EQ(plain[column], experiment[column]) << column;
}

// Of a search as well as of an experiment.
TEST_F(StoredReports, OfASearchAreComparedWithItsRuns) {
  make({"search", "--suite", "bratko-kopec", "--depth", "2", "--algo", "alphabeta,pvs", "--jobs",
        "2", "--runs", file("a.jsonl")},
       "a2.json");
  for (const char* other : {"a.jsonl", "a2.json"}) {
    const auto equal = report_of({"compare", file("a.json"), file(other)});
    const auto equality = table(equal, "equality");
    EXPECT_EQ(equality["rows"][0]["rows"], 48) << other;
    for (const auto& row : equality["rows"]) EXPECT_EQ(row["differ"], 0) << other;
  }
}

// The same runs are the same comparison, whichever file they are in.
TEST_F(StoredReports, CompareRunsInJsonAsInLines) {
  fs::copy_file(file("runs.jsonl"), file("other.jsonl"));
  fs::copy_file(file("experiment.json"), file("other.json"));
  EXPECT_EQ(table(report_of({"compare", file("runs.jsonl"), file("other.jsonl")}), "ratios"),
            table(report_of({"compare", file("experiment.json"), file("other.json")}), "ratios"));
}

TEST_F(StoredReports, GiveTheTablesThatAreNamed) {
  const Finished csv = plylab({"report", file("runs.jsonl"), "--table", "runs", "--format", "csv"});
  EXPECT_EQ(csv.status, 0);
  EXPECT_THAT(csv.out, HasSubstr("\nstart,group,depth,"));
  EXPECT_THAT(csv.out, Not(HasSubstr("\n\n")));
  const Finished missing = plylab({"report", file("a.json"), "--table", "serch"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.err, "plylab: --table: no 'serch'; did you mean search?\n");
  EXPECT_EQ(missing.out, "");
}

TEST_F(StoredReports, ThatCannotBeReadAreRefusedInALine) {
  const auto refuses = [](const std::vector<std::string>& arguments, const std::string& what) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err, "plylab: " + what + "\n");
  };
  const std::string text = file("text.txt"), torn = file("torn.json");
  std::ofstream(text) << plylab({"report", file("a.json")}).out;
  refuses({"report", text},
          text + ": a report in another format; only JSON (--format json) can be read");
  refuses({"compare", file("a.json"), text},
          text + ": a report in another format; only JSON (--format json) can be read");
  std::string old = read_file(file("a.json"));
  old.replace(old.find("\"schema_version\": 1"), 19, "\"schema_version\": 0");
  std::ofstream(torn) << old;
  EXPECT_THAT(plylab({"report", torn}).err,
              StartsWith("plylab: " + torn +
                         ": has version 0 of the schema plylab-report, and this program reads 1; "
                         "plylab "));
  const std::string deep = file("deep.json");
  std::string nested = read_file(file("a.json"));
  nested.insert(nested.find('{') + 1,
                "\"x\":" + std::string(80'000, '[') + std::string(80'000, ']') + ",");
  std::ofstream(deep) << nested;
  refuses({"report", deep}, deep + ": nests more than 100 brackets at byte 104");
  refuses({"compare", file("a.json"), deep}, deep + ": nests more than 100 brackets at byte 104");
  plylab({"search", "--game", "tictactoe", "--depth", "2", "--runs", file("guest.jsonl")});
  std::string guest = read_file(file("guest.jsonl"));
  auto header = nlohmann::ordered_json::parse(guest.substr(0, guest.find('\n')));
  auto& groups = header["experiment"]["groups"];
  groups.push_back(groups[0]);
  groups[1]["name"] = "without starts";
  groups[1]["starts"] = nlohmann::ordered_json::array();
  std::ofstream(file("empty.jsonl"))
      << testing::sealed_again(header.dump() + guest.substr(guest.find('\n')));
  refuses({"report", file("empty.jsonl")},
          file("empty.jsonl") +
              ":1: no header of runs of plylab: the group 'without starts' has no start");
  std::string other = header.dump();
  for (std::size_t at; (at = other.find("tictactoe")) != other.npos;)
    other.replace(at, std::string_view("tictactoe").size(), "connect4");
  std::ofstream(file("guest.jsonl")) << testing::sealed_again(other + '\n');
  refuses({"report", file("guest.jsonl")}, file("guest.jsonl") +
                                               ":1: is of the game connect4, which this program "
                                               "does not have; use the laboratory of that "
                                               "game");
  refuses({"report", file("nothing")},
          "cannot read '" + file("nothing") + "': No such file or directory");
  refuses({"report", file("a.json"), "--out", file("a.json")},
          "--out and FILE name the same file, '" + file("a.json") + "'");
  refuses({"report", file("a.json"), "--baseline", "3"},
          "--compare, --baseline, --measure: only for runs, and FILE has none");
}

TEST_F(StoredReports, ThatWereReproducedAreEqual) {
  const auto equal = report_of({"compare", file("a.json"), file("b.json")});
  EXPECT_EQ(table(equal, "equality")["rows"][0]["rows"], 48);
  EXPECT_EQ(table(equal, "equality")["rows"][0]["differ"], 0);
  EXPECT_EQ(table(equal, "differences"), nullptr);
  EXPECT_THAT(equal["text"][0].get<std::string>(), StartsWith("equal: all "));
  EXPECT_THAT(plylab({"compare", file("a.json"), file("b.json")}).out, StartsWith("equal: all "));
  EXPECT_THAT(plylab({"compare", file("a.json"), file("c.json")}).out, Not(StartsWith("equal: ")));
  const auto other = report_of({"compare", file("a.json"), file("c.json")}, 1);
  EXPECT_EQ(table(other, "differences")["rows"].size(), 20U);
  EXPECT_GT(table(report_of({"compare", file("a.json"), file("c.json"), "--detail"}, 1),
                  "differences")["rows"]
                .size(),
            20U);
}

// Records of one id have names of their own, so that neither results nor times identify them.
TEST_F(StoredReports, OfRecordsWithOneIdAreComparedRecordByRecord) {
  std::ofstream(file("ids.epd")) << "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"x\";\n"
                                    "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - bm Re8#; id \"x\";\n"
                                    "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - bm Re7; id \"y\";\n";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"perft", "--depth", "1..2"},
        {"search", "--algo", "pvs", "--depth", "2"},
        {"solve", "--algo", "pvs", "--depth", "2", "--detail"}}) {
    std::vector<std::string> call = command;
    call.insert(call.end(), {"--suite", file("ids.epd")});
    for (const char* name : {"first.json", "second.json"}) make(call, name);
    const Finished equal = plylab({"compare", file("first.json"), file("second.json")});
    EXPECT_EQ(equal.status, 0) << equal.out << equal.err;
    EXPECT_THAT(equal.out, StartsWith("equal: all ")) << command.front();
  }
  EXPECT_EQ(
      plylab({"search", "--algo", "pvs", "--depth", "1", "--suite", file("ids.epd"), "-q"}).err,
      "x (2) and y are the same position, searched once\n");
}

TEST_F(StoredReports, AreComparedByCosts) {
  const auto other = report_of({"compare", file("a.json"), file("c.json")}, 1);
  const auto ratio = table(other, "ratios")["rows"][0];
  EXPECT_EQ(ratio["measure"], "nodes");
  EXPECT_EQ(ratio["group"], "alphabeta-soft");
  EXPECT_GT(ratio["ratio"], 2);
  EXPECT_LT(ratio["low"], ratio["ratio"]);
  EXPECT_EQ(ratio["more"], 22);
  EXPECT_LT(ratio["p_sign"], 1e-4);
}

TEST_F(StoredReports, AreNotComparedByIterationsOfDifferentDepths) {
  for (const char* nodes : {"1000", "9000"})
    make({"search", "--fen", "kiwipete", "--algo", "alphabeta", "--nodes", nodes},
         nodes + std::string(".json"));
  const auto other = report_of({"compare", file("1000.json"), file("9000.json")}, 1);
  const auto ratios = table(other, "ratios");
  for (const auto& row : ratios["rows"])
    for (const char* measure : {"nodes", "last_nodes"}) EXPECT_NE(row["measure"], measure);
  EXPECT_EQ(
      table(other, "ratios")["notes"].back(),
      "search: 1 row whose deepest iterations have different depths in A and in B: the counts "
      "of these iterations have no ratios");
}

TEST_F(StoredReports, OfRunsAreComparedRunByRun) {
  fs::copy_file(file("runs.jsonl"), file("again.jsonl"));
  const auto equal = report_of({"compare", file("runs.jsonl"), file("again.jsonl")});
  EXPECT_EQ(table(equal, "equality")["rows"].size(), 1U);
  EXPECT_EQ(table(equal, "equality")["rows"][0]["rows"], 24 * 4);
  const auto ratios = table(equal, "ratios");
  for (const auto& row : ratios["rows"]) EXPECT_EQ(row["ratio"], 1.0);
}

// The second has a table for all since mtdf needs one: its pvs is not the first one's.
TEST_F(StoredReports, OfRunsAreComparedOnEqualTermsAlone) {
  const auto runs = [](const char* searches, const std::string& name) {
    make({"search", "--depth", "2,3", "--algo", searches, "--runs", file(name + ".jsonl")},
         name + ".json");
  };
  runs("alphabeta,pvs", "without");
  runs("alphabeta,pvs,mtdf", "with");
  const Finished apart = plylab({"compare", file("with.jsonl"), file("without.jsonl")});
  EXPECT_EQ(apart.status, 2);
  EXPECT_EQ(apart.err,
            "plylab: A and B have nothing in common: no switches is in both: table=64; plain\n");
  const auto with = report_of({"report", file("with.jsonl"), "--table", "overview"});
  EXPECT_THAT(table(with, "overview")["notes"][0].get<std::string>(),
              StartsWith("all with table=64, since mtdf"));
}

// Two generators have nothing in common, unless their names are left out.
TEST_F(StoredReports, OfRunsAreComparedWithoutAColumn) {
  for (const char* generator : {"mailbox", "x88"})
    make({"search", "--suite", "bratko-kopec", "--depth", "2,3", "--algo", "alphabeta,pvs", "--gen",
          generator, "--runs", file(generator + std::string(".jsonl"))},
         generator + std::string(".json"));
  const std::vector<std::string> compare = {"compare", file("mailbox.jsonl"), file("x88.jsonl")};
  EXPECT_EQ(plylab(compare).err,
            "plylab: A and B have nothing in common: no generator is in both: mailbox; x88\n");
  auto without = compare;
  without.insert(without.end(), {"--ignore", "generator"});
  const auto same = report_of(without);
  EXPECT_EQ(table(same, "equality")["rows"][0]["rows"], 24 * 2 * 2);
  EXPECT_EQ(table(same, "equality")["rows"][0]["differ"], 0);
  without.back() = "colour";
  EXPECT_THAT(plylab(without).err, StartsWith("plylab: --ignore: no 'colour'; there are "));
}

TEST_F(StoredReports, AreComparedByWhatWasSolved) {
  const auto other = report_of({"compare", file("one.json"), file("three.json")}, 1);
  const auto solved = table(other, "solved")["rows"][0];
  EXPECT_EQ(solved["positions"], 14);
  EXPECT_EQ(solved["b"].get<int>() - solved["a"].get<int>(),
            solved["gained"].get<int>() - solved["lost"].get<int>());
  EXPECT_GT(solved["gained"], 0);
  EXPECT_EQ(table(other, "changes")["rows"].size(),
            solved["gained"].get<std::size_t>() + solved["lost"].get<std::size_t>());
}

TEST_F(StoredReports, PassGates) {
  const auto status = [](const std::string& a, const std::string& b, const std::string& gate) {
    return plylab({"compare", file(a), file(b), "--fail-if", gate}).status;
  };
  EXPECT_EQ(status("a.json", "c.json", "nodes > 1.02 baseline"), 1);
  EXPECT_EQ(status("c.json", "a.json", "nodes > 1.02 baseline"), 0);  // although they differ
  EXPECT_EQ(status("one.json", "three.json", "solved < baseline"), 0);
  EXPECT_EQ(status("three.json", "one.json", "solved < baseline"), 1);
  EXPECT_EQ(status("three.json", "one.json", "speed < baseline"), 2);
  EXPECT_EQ(status("a.json", "c.json", "nodes > 1.02 baseline above 1000000000"),
            2);  // no row is left
  EXPECT_EQ(status("a.json", "c.json", "nodes > 1.02 baseline in pvs"), 1);
  EXPECT_EQ(status("a.json", "c.json", "nodes > 1.02 baseline in mtdf"), 2);
}

}  // namespace
}  // namespace plylab
