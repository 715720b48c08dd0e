// plylab mate --proofs: the file is replayed by the slow rules, and cutting it makes no proof.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::plylab;
using testing::temporary;

/// Whether the answers lead to mate within so many moves, whatever the defence.
bool mates(const chess::Setup& setup, const json& answers, int moves) {
  const auto answer = answers.find(epd_fields(setup));
  if (answer == answers.end() || (*answer)[1] > moves || (*answer)[1] < 1) return false;
  for (const chess::Move move : chess::legal_moves(setup)) {
    if (move_text(setup, move) != (*answer)[0].get<std::string>()) continue;
    const chess::Setup next = after(setup, move);
    const auto defences = chess::legal_moves(next);
    if (defences.empty()) return in_check(next.squares, next.side);
    return std::ranges::all_of(defences, [&](chess::Move defence) {
      return mates(after(next, defence), answers, (*answer)[1].get<int>() - 1);
    });
  }
  return false;
}

/// Its answers have the moves to the mate, not only bounds: the first as many as the mate.
bool is_proof(const json& proof) {
  const chess::Setup setup = chess::ValidSetup(proof["fen"].get<std::string>()).setup();
  const int mate = proof["mate"];
  if (mate > 0)
    return proof["answers"].value(epd_fields(setup), json{"", 0})[1] == mate &&
           mates(setup, proof["answers"], mate);
  const auto moves = chess::legal_moves(setup);
  return mate < 0 && !moves.empty() && std::ranges::all_of(moves, [&](chess::Move move) {
           return mates(after(setup, move), proof["answers"], -mate);
         });
}

/// The proofs that such a call writes.
std::vector<json> proofs_of(std::vector<std::string> call) {
  const std::string file = temporary("proofs.jsonl");
  std::filesystem::remove(file);
  call.insert(call.begin(), "mate");
  call.insert(call.end(), {"--proofs", file});
  EXPECT_NE(plylab(call).status, 2);
  std::istringstream lines(read_file(file));
  std::vector<json> proofs;
  for (std::string line; std::getline(lines, line);) proofs.push_back(json::parse(line));
  EXPECT_EQ(proofs.at(0), (json{{"schema", "plylab-mate-proofs"}, {"schema_version", 1}}));
  proofs.erase(proofs.begin());
  return proofs;
}

TEST(ProofFile, ProvesEachMateBySlowRules) {
  for (const char* solver : {"dfpn", "exhaustive", "shortest", "checks"}) {
    const auto proofs = proofs_of({"--suite", "demo", "--solver", solver, "--nodes", "50000"});
    EXPECT_GE(proofs.size(), 4U) << solver;
    for (const json& proof : proofs) {
      EXPECT_EQ(proof["solver"], solver);
      EXPECT_EQ(proof["positions"], proof["answers"].size());
      EXPECT_TRUE(is_proof(proof)) << proof;
    }
  }
}

// In the solver's table the bounds of these are larger.
TEST(ProofFile, HasTheLengthsOfItsMates) {
  for (const char* fen :
       {"1B6/8/1k6/6N1/4P3/8/3Q4/R3K2R w KQ - 0 1", "8/N1B5/8/8/6k1/7r/2R5/R3K2R w KQ - 0 1"})
    for (const char* nodes : {"300", "3000"})
      for (const json& proof : proofs_of({"--fen", fen, "--solver", "dfpn", "--nodes", nodes}))
        EXPECT_TRUE(is_proof(proof)) << proof;
}

TEST(ProofFile, ProvesThatTheSideToMoveIsMated) {
  const std::string suite =
      temporary("mated_in_one.epd", "7k/R7/8/8/8/8/8/1R4K1 b - - bm #-1; id \"mated\";\n");
  const auto proofs = proofs_of({"--suite", suite, "--solver", "dfpn"});
  ASSERT_EQ(proofs.size(), 1U);
  EXPECT_LT(proofs[0]["mate"], 0);
  EXPECT_TRUE(is_proof(proofs[0])) << proofs[0];
}

TEST(ProofFile, ProvesNothingWithoutOneOfItsAnswersOrWithFewerMoves) {
  const auto proofs = proofs_of(
      {"--fen", "8/8/8/8/1k6/8/2K5/6RQ w - -", "--solver", "shortest", "--nodes", "50000"});
  ASSERT_EQ(proofs.size(), 1U);
  ASSERT_TRUE(is_proof(proofs[0]));
  json shorter = proofs[0];
  shorter["mate"] = proofs[0]["mate"].get<int>() - 1;
  EXPECT_FALSE(is_proof(shorter));
  for (const auto& [position, answer] : proofs[0]["answers"].items()) {  // it has none too many
    json less = proofs[0];
    less["answers"].erase(position);
    EXPECT_FALSE(is_proof(less)) << position;
  }
}

TEST(ProofFile, IsNeverWrittenOverAnother) {
  const std::string file = temporary("kept.jsonl", "mine\n");
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> call{"mate", "--fen", "7k/8/8/8/8/8/R7/1R4K1 w - -", "--proofs"};
    call.insert(call.end(), more.begin(), more.end());
    const auto finished = plylab(call);
    EXPECT_EQ(finished.status, 2);
    return finished.err;
  };
  EXPECT_THAT(refused({file, "--solver", "dfpn"}), HasSubstr("--proofs"));
  EXPECT_EQ(read_file(file), "mine\n");
  EXPECT_THAT(refused({temporary("new.jsonl") + "x", "--stipulation", "#2"}),
              HasSubstr("--proofs writes the proofs of solvers: name them by --solver"));
  EXPECT_THAT(refused({temporary("new.jsonl") + "x", "--solver", "dfpn", "--runs", "r.jsonl"}),
              HasSubstr("give only one of them"));
}

}  // namespace
}  // namespace plylab
