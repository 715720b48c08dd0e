// Certificates: what is right is accepted, and what has been planted is found.
#include "perft/cluster/certificate.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "perft/cluster/audit.h"
#include "tests/perft/cluster/count_by_units.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/temporary_file.h"

namespace plylab::perft::cluster {
namespace {

using ::testing::ElementsAre;
using testing::Finished;
using ::testing::HasSubstr;
using testing::input_error_of;
using ::testing::IsEmpty;
using testing::plylab;
using testing::report_of;
using testing::rows_of;

const CountableGame& game_of(std::string_view name) { return find_game(countable_games(), name); }

/// The certificate of a whole count.
Certificate certified(const Plan& plan, const CountJob& job = {}) {
  const testing::TemporaryFile file("", "certified",
                                    ".count");  // gone if it cannot be counted, too
  Manifest manifest(file.path());
  count_missing(game_of(plan.game), plan, manifest, job);
  return certify(game_of(plan.game), manifest);
}

Certificate checkers_certificate() {
  const CountableGame& checkers = game_of("checkers");
  return certified({.game = "checkers",
                    .position = checkers.info.parse("startpos").text(),
                    .depth = 8,
                    .ply = 5},
                   {.how = {.generator = "bitboard"}});
}

TEST(Certificate, IsAcceptedByAnotherGenerator) {
  const Certificate certificate = checkers_certificate();
  EXPECT_EQ(certificate.leaves, Count(845931));
  EXPECT_THAT(certificate.generators(), ElementsAre("bitboard"));
  const Certificate read = parse_certificate(to_text(certificate), "it");
  EXPECT_EQ(read.leaves, certificate.leaves);
  const Audit result =
      audit(game_of("checkers"), read, {.how = {.generator = "array"}}, read.plan.positions, 1);
  EXPECT_THAT(result.wrong, IsEmpty());
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.counted, read.plan.positions);
}

TEST(Certificate, CountsGamesThatAreOverAboveTheFrontier) {
  const Certificate certificate = certified({.game = "tictactoe",
                                             .position = ".../.../...",
                                             .depth = 9,
                                             .statistics = true,
                                             .early_leaves = true,
                                             .ply = 7});
  EXPECT_EQ(certificate.leaves, Count(255168));  // all games
  EXPECT_EQ(parse_certificate(to_text(certificate), "it").leaves, Count(255168));
}

TEST(Certificate, IsRefusedWhateverHasBeenChanged) {
  const std::string text = to_text(checkers_certificate());
  for (std::size_t at = 0; at < text.size(); at += 41) {
    std::string changed = text;
    changed[at] = changed[at] == '1' ? '2' : '1';
    EXPECT_THAT(input_error_of([&] { parse_certificate(changed, "it"); }), HasSubstr("it: ")) << at;
    changed.erase(at, 1);
    EXPECT_THAT(input_error_of([&] { parse_certificate(changed, "it"); }), HasSubstr("it: ")) << at;
  }
  EXPECT_THAT(input_error_of([&] { parse_certificate(text + "\n", "it"); }),
              HasSubstr("has been changed"));
}

/// One with a wrong count below a position of a unit, whose hashes and sums are right all the same.
Certificate with_wrong_position(Certificate certificate, std::size_t number, std::size_t place) {
  Unit& unit = certificate.units[number].unit;
  unit.positions[place * certificate.plan.columns] += 1;

  const FrontierFile frontier =
      find_planned_frontier(game_of(certificate.plan.game), certificate.plan, {});
  const Bytes records = records_of(frontier, certificate.plan, number);
  const unsigned char* at = records.data();
  for (std::size_t i = 0; i < place; ++i) at = end_of(at, frontier.layout);
  for (const Paths& paths : paths_of(at, frontier.layout)) {
    for (BranchCounts& branch : unit.branches)
      if (branch.branch == paths.branch) branch.counts.front() += paths.count;
    certificate.leaves += paths.count;
  }
  return parse_certificate(to_text(certificate), "it");
}

TEST(Certificate, HasAWrongPositionFoundByCountingAllAgain) {
  const Certificate certificate = with_wrong_position(checkers_certificate(), 3, 17);
  const CountableGame& checkers = game_of("checkers");
  const Audit result =
      audit(checkers, certificate, {.how = {.generator = "array"}}, certificate.plan.positions, 1);
  EXPECT_EQ(result.wrong_positions, 1U);
  ASSERT_EQ(result.wrong.size(), 1U);
  // The position is such that anybody can count it.
  const std::string position = result.wrong[0].substr(0, result.wrong[0].find(", depth 3: "));
  const Count leaves = checkers.run(checkers.info.parse(position), {.depth = 3}).leaves;
  EXPECT_EQ(result.wrong[0], fmt::format("{}, depth 3: array counts {}, the certificate states {}",
                                         position, leaves, leaves + Count(1)));
}

TEST(Certificate, HasSumsThatAreWrongFoundBySight) {
  Certificate certificate = checkers_certificate();
  certificate.units[3].unit.branches.front().counts.front() += 1;
  certificate.leaves += 1;
  const Audit result =
      audit(game_of("checkers"), parse_certificate(to_text(certificate), "it"), {}, 0, 1);
  EXPECT_THAT(
      result.wrong,
      ElementsAre("unit 3: the counts of its positions do not add up to those of its root moves"));
}

TEST(Certificate, HasWrongPositionsFoundBySight) {
  Certificate certificate = checkers_certificate();
  certificate.units[5].unit.records.back() =
      certificate.units[5].unit.records.back() == '0' ? '1' : '0';
  const Audit result = audit(game_of("checkers"), certificate, {}, 0, 1);
  EXPECT_THAT(result.wrong, ElementsAre("unit 5: its positions, or the paths to them, are wrong"));
}

TEST(Certificate, HasAWrongPositionFoundAsOftenAsItSays) {
  const Certificate certificate = with_wrong_position(
      certified({.game = "tictactoe", .position = ".../.../...", .depth = 7, .ply = 5}), 7, 1);
  const std::uint64_t positions = certificate.plan.positions, sample = positions / 2;
  int found = 0;
  constexpr int audits = 200;
  for (int seed = 0; seed < audits; ++seed)
    found += !audit(game_of("tictactoe"), certificate, {}, sample, static_cast<unsigned>(seed))
                  .wrong.empty();
  // Four standard deviations of a binomial distribution around it.
  EXPECT_NEAR(found, audits * detection(positions, 1, sample), 4 * 7.1);
}

TEST(Detection, IsHypergeometric) {
  EXPECT_DOUBLE_EQ(detection(4, 1, 2), 0.5);
  EXPECT_DOUBLE_EQ(detection(4, 2, 2), 5.0 / 6);
  EXPECT_DOUBLE_EQ(detection(1000, 1, 1000), 1);
  EXPECT_DOUBLE_EQ(detection(1000, 0, 10), 0);
  EXPECT_DOUBLE_EQ(detection(3, 2, 2), 1);
}

TEST(Certificate, IsNotMadeOfAFileThatIsNotInIt) {
  const Plan plan{.game = "explicit-tree", .position = "pvs-report", .depth = 3};
  EXPECT_THAT(input_error_of([&] { certified(plan); }),
              HasSubstr(": explicit-tree has no certificates, because its positions are files"));
}

TEST(CertificateCommands, NameTheGameOfAFileIfItIsUnknown) {
  EXPECT_EQ(find_stored_game(countable_games(), "checkers", "'x'").info.name, "checkers");
  EXPECT_EQ(input_error_of([] { find_stored_game(countable_games(), "connect4", "'x'"); }),
            "'x': is of the game connect4, which this program does not have; use the "
            "laboratory of that game");
}

TEST(CertificateCommands, AuditNamesUnconfirmedFigures) {
  const std::string file = testing::temporary("stated.certificate");
  const Certificate right = certified({.game = "tictactoe",
                                       .position = ".../.../...",
                                       .depth = 6,
                                       .statistics = true,
                                       .early_leaves = true,
                                       .ply = 4});
  const auto notes_of = [&](const Certificate& certificate, std::vector<std::string> options) {
    std::ofstream(file) << to_text(certificate);
    options.insert(options.begin(), {"audit", file, "--format", "json"});
    const auto tables = nlohmann::json::parse(plylab(options).out)["tables"];
    EXPECT_EQ(tables[2]["name"], "divide");
    EXPECT_EQ(tables[3]["name"], "statistics");
    EXPECT_EQ(tables[2]["notes"], tables[3]["notes"]);
    return tables[2]["notes"];
  };
  EXPECT_THAT(notes_of(right, {"--all"}), IsEmpty());
  EXPECT_THAT(
      notes_of(right, {"--sample", "2"}),
      ElementsAre(fmt::format("as the certificate states; of its {} positions 2 were recounted",
                              right.plan.positions)));
  const Certificate wrong = with_wrong_position(right, 0, 1);
  EXPECT_THAT(notes_of(wrong, {"--all"}),
              ElementsAre(fmt::format(
                  "as the certificate states, which is wrong for 1 of the {} positions recounted",
                  wrong.plan.positions)));
  const Finished chosen = plylab({"audit", file, "--all", "--table", "audit"});
  EXPECT_EQ(chosen.status, 1);
  EXPECT_THAT(chosen.out, HasSubstr(", the certificate states "));
}

TEST(CertificateCommands, CertifyAndAudit) {
  const std::string manifest = testing::temporary("four.count"),
                    file = testing::temporary("four.certificate");
  EXPECT_EQ(plylab({"count", "--depth", "4", "--manifest", manifest}).status, 0);
  const Finished certify = plylab({"certify", manifest, "--certificate", file});
  EXPECT_EQ(certify.status, 0) << certify.err;
  EXPECT_THAT(certify.out, HasSubstr("197281"));
  const Finished audit = plylab({"audit", file, "--all"});
  EXPECT_EQ(audit.status, 0) << audit.err;
  EXPECT_THAT(audit.out, HasSubstr("mailbox"));
  EXPECT_THAT(audit.out, HasSubstr("startpos"));
  EXPECT_EQ(plylab({"audit", file, "--all", "--sample", "3"}).status, 2);
  EXPECT_EQ(plylab({"audit", file, "--sample", "0"}).status, 2);  // which would find all right
  const auto seed_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"audit", file, "--seed", "5", "--format", "json"});
    return nlohmann::json::parse(plylab(options).out)["tables"][1]["rows"][0]["seed"];
  };
  EXPECT_EQ(seed_of({"--sample", "3"}), "5");
  EXPECT_EQ(seed_of({"--all"}), nullptr);  // none is drawn

  std::ofstream(file, std::ios::app) << "x\n";
  const Finished changed = plylab({"audit", file});
  EXPECT_EQ(changed.status, 2);
  EXPECT_EQ(changed.err, "plylab: '" + file + "': it has been changed: its hash does not match\n");

  const std::string half = testing::temporary("half.count");
  plylab({"count", "--depth", "4", "--frontier", "3", "--part", "1/2", "--manifest", half});
  const Finished unfinished =
      plylab({"certify", half, "--certificate", testing::temporary("half")});
  EXPECT_EQ(unfinished.status, 2);
  EXPECT_EQ(unfinished.err, "plylab: '" + half + "': 42 of 84 units are not counted yet\n");
}

TEST_F(CountByUnits, AuditPrintsStatisticsByTheConventionAskedFor) {
  const std::string manifest = path("five"), file = path("certificate");
  report_of({"count", "--depth", "5", "--stats", "--manifest", manifest});
  report_of({"certify", manifest, "--certificate", file});
  const auto checks_by = [&](const std::string& convention) {
    return rows_of(report_of({"audit", file, "--convention", convention, "--sample", "1"}),
                   "statistics")[0]["checks"];
  };
  EXPECT_EQ(checks_by("wiki"), 27351);
  EXPECT_EQ(checks_by("split"), 27351 - 347);  // mates

  const std::string without = path("without");
  report_of({"count", "--depth", "3", "--manifest", path("three")});
  report_of({"certify", path("three"), "--certificate", without});
  EXPECT_EQ(plylab({"audit", without, "--convention", "wiki"}).err,
            "plylab: --convention: '" + without + "' has no statistics\n");
}

TEST_F(CountByUnits, AuditPointsFromAManifestToItsCertificate) {
  report_of({"count", "--depth", "3", "--manifest", path("three")});
  EXPECT_EQ(plylab({"audit", path("three")}).err,
            "plylab: '" + path("three") +
                "': it is a manifest of plylab count; plylab certify makes a certificate of it\n");
}

// That of perft(11) has 706 MB, more than other files may have.
TEST_F(CountByUnits, AuditReadsLongCertificates) {
  const std::string file = path("long");
  std::ofstream(file) << "no certificate";
  std::filesystem::resize_file(file, longest_file + 1);
  EXPECT_EQ(plylab({"audit", file}).err,
            "plylab: '" + file + "': it is not a plylab certificate\n");
}

}  // namespace
}  // namespace plylab::perft::cluster
