// plylab mate --engine: what engines announce, and what plylab's solvers say of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/files.h"
#include "tests/suites/mate/problem_command.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::plylab;
using testing::tables_of;
using testing::temporary;

const std::string sound_engine = PLYLAB_FAULTY_ENGINE;

std::string faulty(const char* fault) {
  return std::string("fault=") + PLYLAB_FAULTY_ENGINE + " " + fault;
}

/// Mates in one and two, and kings that are mated in one.
std::string short_mates() {
  return temporary("short_mates.epd",
                   "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm #1; id \"one\";\n"
                   "7k/8/8/8/8/8/R7/1R4K1 w - - bm #2; id \"two\";\n"
                   "8/8/8/8/k7/2K5/8/7R w - - bm #2; id \"also two\";\n"
                   "5k2/8/8/8/8/8/R7/1R4K1 w - - bm #2; id \"once more two\";\n"
                   "7k/1R6/8/8/8/8/R7/6K1 b - - bm #-1; id \"mated in one\";\n"
                   "6k1/1R6/8/8/8/8/R7/6K1 b - - bm #-1; id \"also mated\";\n");
}

const nlohmann::json& answer_in(const nlohmann::json& table, const char* position,
                                const std::string& solver) {
  for (const auto& row : table["rows"])
    if (row["position"] == position && row["solver"] == solver) return row;
  throw std::out_of_range(position);
}

TEST(EngineMates, StandBesideThoseOfSolvers) {
  const auto tables = tables_of({"--suite", short_mates(), "--solver", "dfpn", "--nodes", "20000",
                                 "--engine", "sound=" + sound_engine});
  EXPECT_EQ(tables[0]["rows"].size(), 12U);
  for (const auto& row : tables[0]["rows"]) {
    EXPECT_EQ(row["as_stated"], true) << row;
    const bool is_engine = row["solver"] == "sound";
    EXPECT_EQ(row["status"], is_engine ? "found" : "line valid") << row;
    EXPECT_EQ(row["claim"], is_engine ? nlohmann::json("proved") : nullptr) << row;
    EXPECT_EQ(row["bad_line"], nullptr) << row;
    EXPECT_EQ(row["moves"],
              answer_in(tables[0], row["position"].get<std::string>().c_str(), "dfpn")["moves"]);
  }
  for (const auto& row : tables[3]["rows"]) {
    EXPECT_EQ(row["as_short"], row["positions"]);
    EXPECT_EQ(row["proved"], row["solver"] == "sound" ? row["positions"] : nullptr);
    EXPECT_EQ(row["wrong"], row["solver"] == "sound" ? nlohmann::json(0) : nullptr);
  }
}

TEST(EngineMates, AreRefutedByProofAlone) {
  const std::string suite = temporary("no_mate.epd", "7k/8/8/8/8/8/Q7/6K1 w - - dm 4;\n");
  const std::vector<std::string> call{
      "--suite", suite, "--nodes", "50000", "--plain", "--engine", faulty("invents-mates")};
  const auto tables = tables_of(call);
  const auto& row = tables[0]["rows"][0];
  EXPECT_EQ(row["status"], "announced");
  EXPECT_EQ(row["moves"], 2);
  EXPECT_EQ(row["claim"], "refuted");
  EXPECT_EQ(row["bad_line"], "too short");
  EXPECT_EQ(row["as_stated"], nullptr);  // shorter than stated, but it is not there
  auto with_mate = call;
  with_mate.insert(with_mate.begin(), "mate");
  EXPECT_THAT(plylab(with_mate).err, HasSubstr("fault announces mate 2, which plylab refutes"));
  // Too few positions to refute it.
  auto limited = call;
  limited[3] = "10";
  const auto open = tables_of(limited)[0]["rows"][0];
  EXPECT_EQ(open["claim"], open["moves"].is_null() ? nullptr : nlohmann::json("open"));
}

TEST(EngineMates, OfTheWrongSideAreRefuted) {
  const auto row = tables_of(
      {"--suite", short_mates(), "--nodes", "20000", "--engine", faulty("mate-without-sign")})[0];
  const auto& mated = answer_in(row, "mated in one", "fault");
  EXPECT_EQ(mated["status"], "unknown");
  EXPECT_EQ(mated["moves"], 1);
  EXPECT_EQ(mated["claim"], "refuted");
  EXPECT_EQ(mated["bad_line"], nullptr);
}

TEST(EngineMates, HaveLinesOfTheRightLength) {
  const auto fault_of = [](const char* fault) {
    const auto tables = tables_of(
        {"--fen", "7k/8/8/8/8/8/R7/1R4K1 w - -", "--nodes", "20000", "--engine", faulty(fault)});
    return tables[0]["rows"][0]["bad_line"];
  };
  EXPECT_EQ(fault_of("none"), nullptr);
  EXPECT_EQ(fault_of("mate-in-plies"), "too short");  // mate 3 with the 3 plies of a mate in 2
}

TEST(EngineMates, AreAskedOnceOfEachEngine) {
  const std::string runs = temporary("engine_answers.jsonl");
  const auto call = [&](const char* fault, int status) {
    std::vector<std::string> arguments{"mate",        "--suite",  short_mates(), "--nodes",
                                       "20000",       "--runs",   runs,          "--engine",
                                       faulty(fault), "--format", "json"};
    const auto finished = plylab(arguments);
    EXPECT_EQ(finished.status, status) << finished.err;
    return nlohmann::json::parse(finished.out)["tables"];
  };
  const auto first = call("dies-when-mated", 0);
  const std::string stored = read_file(runs);
  EXPECT_EQ(call("dies-when-mated", 0), first);  // with the same times
  EXPECT_EQ(read_file(runs), stored);
  call("mate-in-plies", 0);  // another engine
  EXPECT_GT(read_file(runs).size(), stored.size());
}

TEST(EngineMates, EndWithStatus1IfAnEngineFails) {
  const auto finished =
      plylab({"mate", "--suite", short_mates(), "--nodes", "20000", "--timeout", "0.3", "--engine",
              faulty("silent-with-one-move"), "--solver", "dfpn"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("fault gives no answer to 'go"));
  EXPECT_THAT(finished.out, HasSubstr("an engine failed in "));
}

TEST(EngineMates, AreNotTheAnswersOfAnother) {
  const auto message = [](const std::vector<std::string>& more) {
    std::vector<std::string> call{"mate", "--fen", "7k/8/8/8/8/8/R7/1R4K1 w - -"};
    call.insert(call.end(), more.begin(), more.end());
    const auto finished = plylab(call);
    EXPECT_EQ(finished.status, 2);
    return finished.err;
  };
  EXPECT_THAT(message({"--solver", "dfpn", "--engine", "dfpn=" + sound_engine}),
              HasSubstr("there is a 'dfpn' already; name it: --engine NAME=COMMAND"));
  EXPECT_THAT(message({"--engine", sound_engine, "--tree", "full"}),
              HasSubstr("--tree is for all solutions, --engine for one mate"));
  EXPECT_THAT(message({"--engine", "/nowhere/engine"}), HasSubstr("/nowhere/engine"));
  EXPECT_THAT(message({"--plain"}), HasSubstr("--engine"));
}

}  // namespace
}  // namespace plylab
