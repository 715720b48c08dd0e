// Certificates and manifests that lie, though their hashes are right: each is refused in one line.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/text.h"
#include "perft/cluster/database.h"
#include "perft/cluster/manifest.h"
#include "tests/perft/cluster/count_by_units.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab::perft::cluster {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using testing::report_of;
using ::testing::StartsWith;

/// The text with the hash that belongs to its other lines: CERTIFICATE.md.
std::string rehashed(std::string_view text) {
  std::string head, whole;
  std::vector<std::string> level;
  while (!text.empty()) {
    const std::string line(take_line(text));
    if (line.starts_with("root=")) break;
    whole += line + '\n';
    if (line.starts_with("unit="))
      level.push_back(sha256(line));
    else
      head += line + '\n';
  }
  while (level.size() > 1) {
    std::vector<std::string> above;
    for (std::size_t i = 0; i < level.size(); i += 2)
      above.push_back(i + 1 < level.size() ? sha256(level[i] + level[i + 1]) : level[i]);
    level = above;
  }
  const std::string top = level.empty() ? "" : level.front();
  return fmt::format("{}root={}\n", whole, sha256(sha256(head) + top));
}

/// The text with the line that begins so replaced by another one, and rehashed.
std::string with_line(std::string text, const std::string& begin, const std::string& line) {
  const std::size_t at = text.find("\n" + begin) + 1;
  EXPECT_NE(at, 0U) << begin;
  return rehashed(text.replace(at, text.find('\n', at) - at, line));
}

class Forgery : public CountByUnits {
 protected:
  /// An honest certificate of startpos.
  std::string honest() {
    report_of({"count", "--depth", "4", "--frontier", "2", "--manifest", path("honest")});
    report_of({"certify", path("honest"), "--certificate", path("honest.certificate")});
    return read_file(path("honest.certificate"));
  }

  /// How an audit ends.
  Finished audit_of(const std::string& text) {
    std::ofstream(path("forged"), std::ios::binary) << text;
    return plylab({"audit", path("forged"), "--all"});
  }

  /// What it says of a certificate that it must refuse.
  std::string refusal_of(const std::string& text) {
    const Finished run = audit_of(text);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, StartsWith("plylab: '" + path("forged") + "': "));
    EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << run.err;
    return run.err;
  }
};

TEST_F(Forgery, IsNotSuspectedOfAnHonestCertificate) {
  const std::string text = honest();
  EXPECT_EQ(rehashed(text), text);
  EXPECT_EQ(audit_of(text).status, 0);
}

TEST_F(Forgery, OfAPlanIsRefused) {
  const std::string text = honest();
  const auto refusal = [&](const std::string& name, const std::string& value) {
    SCOPED_TRACE(name + "=" + value);
    return refusal_of(with_line(text, name + "=", name + "=" + value));
  };
  // A frontier at or below the depth: perft(0) would be certified.
  for (const char* depth : {"2", "1", "0", "61", "1000000000", "18446744073709551620", "-1", "x"})
    EXPECT_THAT(refusal("depth", depth), HasSubstr("depth"));
  for (const char* ply : {"0", "4", "1000000", "4294967298"})
    EXPECT_THAT(refusal("ply", ply), HasSubstr("ply"));
  for (const std::string units : {"0", "6", "10000000000"})
    EXPECT_THAT(refusal("units", units), HasSubstr(": " + units + " units; 400 positions make 7"));
  EXPECT_THAT(refusal("units", "99999999999999999999"), HasSubstr("units: a number exceeds"));
  for (const std::string blocks : {"0", "2", "10000000000"})
    EXPECT_THAT(refusal("blocks", blocks),
                HasSubstr(": " + blocks + " blocks per unit; 400 positions need 1"));
  for (const char* positions : {"399", "401", "9223372036854775807", "0"})
    refusal("positions", positions);
  EXPECT_THAT(refusal("paths", "399"), HasSubstr("399 paths cannot lead to 400 positions"));
  EXPECT_THAT(refusal("columns", "16"), HasSubstr("columns"));
  EXPECT_THAT(refusal("statistics", "2"), HasSubstr("statistics"));
  for (const char* moves : {"19", "21", "10000000000", "0"}) refusal("root_moves", moves);
  EXPECT_THAT(refusal("game", "chess2"), HasSubstr("of the game chess2"));
  EXPECT_THAT(refusal("position", "nonsense"), HasSubstr("its position"));
  EXPECT_THAT(refusal("position", "startpos"), HasSubstr("is not written as"));
}

TEST_F(Forgery, OfRootMovesIsRefused) {
  const std::string text = honest();
  EXPECT_THAT(refusal_of(with_line(text, "root_move=b1a3", "root_move=b1c3 0")),
              HasSubstr("the root move b1c3 is named twice"));
  EXPECT_THAT(refusal_of(with_line(text, "root_move=b1a3", "root_move=b1a3")),
              HasSubstr("'' is not a count"));
  refusal_of(with_line(text, "root_move=b1a3", "root_move=b1a3 0 0"));
  refusal_of(with_line(text, "root_move=b1a3", "root_move=b1a3 00"));
}

// A million paths that end above the frontier do not count where early leaves do not.
TEST_F(Forgery, OfGamesThatEndedIsFound) {
  const Finished run = audit_of(with_line(honest(), "root_move=b1a3", "root_move=b1a3 1000000"));
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr("below b1a3, 1000000 and 0 games are over before ply 2"));
}

TEST_F(Forgery, OfAUnitIsRefused) {
  const std::string text = honest();
  const std::size_t begin = text.find("\nunit=") + 1;
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  const std::size_t generators = line.find(' '), branches = line.find(' ', generators + 1),
                    bar = line.find(" | ");
  const auto refusal = [&](const std::string& changed) {
    SCOPED_TRACE(changed.substr(0, 200));
    return refusal_of(with_line(text, "unit=", changed));
  };
  const auto with_branches = [&](const std::string& more) {
    return refusal(std::string(line).insert(bar, more));
  };
  EXPECT_THAT(with_branches(";0 1000000"), HasSubstr("not in ascending order"));
  EXPECT_THAT(
      with_branches(";20 5"),
      HasSubstr("unit 0: it has counts below root move 20, but the 20 root moves are numbered "
                "from 0"));
  EXPECT_THAT(with_branches(";100000000000 5"), HasSubstr("below root move 100000000000, "));
  EXPECT_THAT(with_branches(";340282366920938463463374607431768211455 5"),
              HasSubstr("unit 0: it has counts below root move "));
  EXPECT_THAT(with_branches(" 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"),
              HasSubstr("has 16 counts, not 1"));
  EXPECT_THAT(with_branches(";"), HasSubstr("has been changed"));
  EXPECT_THAT(with_branches(" 340282366920938463463374607431768211456"),
              HasSubstr("is not a count"));
  EXPECT_THAT(refusal(line + ";1"), HasSubstr("65 counts of positions, not 64"));
  EXPECT_THAT(refusal(line + " 1"), HasSubstr("a position has 2 counts, not 1"));
  EXPECT_THAT(refusal(line.substr(0, bar)), HasSubstr("unit 0 has no positions"));
  EXPECT_THAT(refusal("unit=x" + line.substr(generators)), HasSubstr("64 hexadecimal digits"));
  const auto by = [&](const std::string& names) {
    return refusal(line.substr(0, generators + 1) + names + line.substr(branches));
  };
  EXPECT_THAT(by("bitboard,bitboard"), HasSubstr("generators are not in ascending order"));
  EXPECT_THAT(by("x88,bitboard"), HasSubstr("generators are not in ascending order"));
  EXPECT_THAT(by("mine"), HasSubstr("chess has no generator 'mine'"));
}

// Sums that leave 128 bits are told as what is wrong with the file.
TEST_F(Forgery, OfSumsThatOverflowIsRefused) {
  const std::string max = "340282366920938463463374607431768211455";
  std::string text = honest();
  for (int i = 0; i < 2; ++i) {  // in the first two units
    std::size_t at = 0;
    for (int skipped = 0; skipped <= i; ++skipped) at = text.find("\nunit=", at + 1);
    at = text.find(' ', text.find(' ', at) + 1) + 1;  // the first root move
    at = text.find(' ', at) + 1;                      // its count
    text.replace(at, text.find_first_of("; ", at) - at, max);
  }
  EXPECT_THAT(refusal_of(rehashed(text)), HasSubstr("exceeds 128 bits"));
}

TEST_F(Forgery, OpensNoOtherFile) {
  const std::string secret = path("secret");
  std::ofstream(secret) << "the first line of a secret\n";
  std::string text = with_line(honest(), "position=", "position=" + secret);
  text = with_line(text, "game=", "game=explicit-tree");
  EXPECT_THAT(refusal_of(text),
              HasSubstr("explicit-tree has no certificates, because its positions are files"));
}

// The frontier of this plan would take for ever.
TEST_F(Forgery, IsStoppedByASignalAtAnyTime) {
  const std::string hash(64, '0');
  const std::string text = rehashed(
      "plylab certificate 3\ngame=chess\n"
      "position=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
      "depth=60\nstatistics=0\nearly_leaves=0\ncolumns=1\nply=59\npositions=1\npaths=1\nblocks=1\n"
      "units=1\nroot_moves=1\nroot_move=e2e4 0\nleaves=1\nunit=" +
      hash + " bitboard 0 1 | 1\nroot=\n");
  std::ofstream(path("long")) << text;
  for (const std::string signal : {"TERM", "INT"}) {
    const auto begin = std::chrono::steady_clock::now();
    const Finished run = testing::run_process(
        "/bin/sh", {"-c", "timeout -k 60 -s " + signal + " 1 " PLYLAB_PROGRAM " audit " +
                              path("long") + " --threads 1 --memory 64"});
    EXPECT_EQ(run.status, 124) << run.err;  // of timeout; 137 if it had to be killed
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(50));
  }
}

/// As somebody would do it who changes a manifest and its digests.
TEST_F(Forgery, OfAManifestIsRefused) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{
      .game = "chess", .position = game.info.parse("startpos").text(), .depth = 4, .ply = 2};
  Plan honest_plan;
  std::vector<std::pair<Unit, Origin>> units;
  {
    Manifest manifest(path("honest"));
    count_missing(game, plan, manifest, {});
    honest_plan = *manifest.plan();
    manifest.for_each_unit(
        [&](const Unit& unit, const Origin& origin) { units.emplace_back(unit, origin); });
  }
  const auto refusals_of = [&](auto&& change_plan, auto&& change_unit) {
    const std::string file = path("forged.count");
    std::filesystem::remove(file);
    {
      Plan forged = honest_plan;
      change_plan(forged);
      Manifest manifest(file);
      manifest.begin(forged);
      for (auto [unit, origin] : units) {
        if (unit.number == 3) change_unit(unit, origin);
        manifest.add(unit, origin);
      }
    }
    std::string all;
    for (const std::vector<std::string>& call :
         {std::vector<std::string>{"count", file},
          {"count", "--manifest", path("merged"), file},
          {"certify", file, "--certificate", path("forged.certificate")}}) {
      const Finished run = plylab(call);
      EXPECT_NE(run.status, 0) << call[0];
      EXPECT_LT(run.status, 128) << call[0];
      EXPECT_THAT(run.err,
                  StartsWith(call[1] == "--manifest" && run.status == 1 ? "'" : "plylab: '"));
      all += run.err;
      std::filesystem::remove(path("merged"));
    }
    return all;
  };
  const auto same_plan = [](Plan&) {};
  const auto same_unit = [](Unit&, Origin&) {};
  EXPECT_THAT(refusals_of([](Plan& forged) { forged.depth = 2; }, same_unit), HasSubstr("ply 2"));
  EXPECT_THAT(refusals_of([](Plan& forged) { forged.depth = 1'000'000'000; }, same_unit),
              HasSubstr("depth"));
  EXPECT_THAT(refusals_of([](Plan& forged) { forged.ply = 0; }, same_unit), HasSubstr("ply 0"));
  EXPECT_THAT(refusals_of([](Plan& forged) { forged.units = 10'000'000'000; }, same_unit),
              HasSubstr("10000000000 units"));
  EXPECT_THAT(
      refusals_of([](Plan& forged) { forged.root_moves[1] = forged.root_moves[0]; }, same_unit),
      HasSubstr("is named twice"));
  const std::string changed = "unit 3 has been changed";
  EXPECT_THAT(refusals_of(same_plan, [](Unit& unit, Origin&) { unit.branches[0].branch = 77; }),
              HasSubstr(changed));
  EXPECT_THAT(refusals_of(same_plan,
                          [](Unit& unit, Origin&) { unit.branches.push_back(unit.branches[0]); }),
              HasSubstr(changed));
  EXPECT_THAT(refusals_of(same_plan, [](Unit& unit, Origin&) { unit.positions.pop_back(); }),
              HasSubstr(changed));
}

TEST_F(Forgery, IsFoundByAVerifierFromThePageAlone) {
  if (!testing::find_program("python3")) GTEST_SKIP() << "there is no python3";
  const std::string verifier = PLYLAB_SOURCE_DIR "/tests/perft/cluster/verify_certificate.py";
  const auto verify = [&](const std::string& file) {
    return testing::run_process(*testing::find_program("python3"), {verifier, file});
  };
  const std::string manifest = path("count"), file = path("certificate");
  struct Case {
    std::vector<std::string> options;
    std::string says;
  };
  for (const Case& with : std::vector<Case>{
           {{"--depth", "4", "--frontier", "3"},
            "the 5362 positions at ply 3, found again; their paths; all sums, up to 197281 leaves\n"
            "not checked: the counts below these positions"},
           {{"--depth", "3", "--frontier", "2", "--fen", "kiwipete", "--stats"}, "97862 leaves"},
           {{"--depth", "4", "--frontier", "2", "--fen", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
             "--early", "count"},
            "right: the hashes; "},
           {{"--depth", "3", "--frontier", "2", "--fen",
             "rnbqkbnr/1ppppppp/p7/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"},
            "right: the hashes; "}}) {
    std::filesystem::remove(manifest);
    std::filesystem::remove(file);
    std::vector<std::string> call{"count", "--manifest", manifest};
    call.insert(call.end(), with.options.begin(), with.options.end());
    report_of(call);
    report_of({"certify", manifest, "--certificate", file});
    const Finished run = verify(file);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(with.says));
  }
  const std::string text = honest();
  const auto expect_refusal = [&](const std::string& forged, int status, const std::string& says) {
    std::ofstream(path("forged"), std::ios::binary) << forged;
    const Finished run = verify(path("forged"));
    EXPECT_EQ(run.status, status);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, "'" + path("forged") + "': " + says + "\n");
  };
  expect_refusal(with_line(text, "leaves=", "leaves=197282"), 1,
                 "wrong: the units have 197281 leaves");
  expect_refusal(text.substr(0, text.size() - 2) + "x\n", 1, "wrong: the root");
  expect_refusal(with_line(text, "unit=", "unit=x"), 1, "wrong: unit 0: its parts");
  expect_refusal(with_line(text, "position=", "position=8/8 w"), 1, "wrong: the position");
  expect_refusal(with_line(text, "root_move=b1a3", "root_move=b1a3"), 1,
                 "wrong: line 14 does not have 2 words");
  expect_refusal(with_line(text, "game=", "game=checkers"), 2,
                 "it is of the game checkers: this verifier knows chess only");
  for (const std::string& other : {std::string(), std::string(1000, '\xff'), std::string("x\n")})
    expect_refusal(other, 2, "it is not a plylab certificate");
}

}  // namespace
}  // namespace plylab::perft::cluster
