// The positions of the collection: legal, without repeats, with every tag, and tags that say what
// is so by the slow rules.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/legality/legality.h"
#include "perft/verify/collection.h"
#include "perft/verify/move_class.h"
#include "perft/verify/verification.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab::perft::verify {
namespace {

using chess::Move;
using chess::Rule;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

bool has(const CollectedPosition& position, Tag tag) {
  return std::ranges::count(position.tags, tag) > 0;
}

char other_case(char c) {
  return static_cast<char>(std::isupper(static_cast<unsigned char>(c))
                               ? std::tolower(static_cast<unsigned char>(c))
                               : std::toupper(static_cast<unsigned char>(c)));
}

/// The board field of a FEN, its side to move and e.p. square, for each way to mirror it.
std::array<std::string, 4> mirrored(const chess::Setup& setup) {
  std::array<std::string, 4> texts;
  for (const unsigned way : {0U, 1U, 2U, 3U}) {
    const bool colors = (way & 1) != 0, wings = (way & 2) != 0;
    const auto at = [&](int square) {
      return static_cast<std::size_t>(square ^ (colors ? 56 : 0) ^ (wings ? 7 : 0));
    };
    std::string& text = texts[way];
    for (int s = 0; s < 64; ++s) {
      const char c = chess::letter(setup.squares[at(s)]);
      text += colors ? other_case(c) : c;
    }
    text += (setup.side == chess::white) != colors ? 'w' : 'b';
    const chess::Square ep = chess::ValidSetup(setup).setup().en_passant;
    text += ep == chess::no_square ? "-" : std::to_string(at(ep));
    for (const chess::Color color : {chess::white, chess::black})
      for (const chess::Square rook : setup.castling[chess::index(colors ? !color : color)])
        text += ' ' + (rook == chess::no_square ? "-" : std::to_string(at(rook)));
  }
  return texts;
}

TEST(Collection, HoldsManyLegalPositionsWithoutTwins) {
  const auto collection = make_collection({.threads = 2});
  EXPECT_GE(collection.size(), 10'000U);
  std::array<int, 3> by_arrays{};
  std::array<std::size_t, static_cast<std::size_t>(Tag::number)> tags{};
  std::set<std::string> ids, seen;
  int special = 0, with_different_files = 0;
  std::size_t of_white = 0;
  for (const CollectedPosition& position : collection) {
    const chess::Setup& setup = position.record.setup;
    ++by_arrays[static_cast<std::size_t>(position.arrays)];
    for (const Tag tag : position.tags) ++tags[static_cast<std::size_t>(tag)];
    EXPECT_TRUE(ids.insert(*position.record.id()).second) << *position.record.id();
    EXPECT_THAT(chess::examine(setup), IsEmpty()) << to_string(setup);
    of_white += setup.side == chess::white;
    special += needs_chess960(setup);
    with_different_files += setup.castling[0] != chess::no_castling[0] &&
                            setup.castling[1] != chess::no_castling[0] &&
                            file_of(find_king(setup.squares, chess::white)) !=
                                file_of(find_king(setup.squares, chess::black));
    if (position.arrays == Arrays::normal) {
      EXPECT_FALSE(needs_chess960(setup)) << to_string(setup);
    }
    const auto ways = mirrored(setup);
    const bool has_rights = setup.castling != chess::no_castling;
    for (std::size_t way = 0; way < (has_rights ? 2U : 4U); ++way)
      EXPECT_FALSE(seen.contains(ways[way])) << to_string(setup);
    seen.insert(ways[0]);

    const auto counts = epd::perft_counts(position.record);
    EXPECT_GE(counts.size(), 3U);
    EXPECT_EQ(counts[0].paths, Count(chess::legal_moves(setup).size()));
    EXPECT_EQ(total_of(position.divide), counts.back().paths);
    EXPECT_EQ(counts[0].paths, Count(position.divide.size()));
  }
  EXPECT_GE(by_arrays[0], 6'000);
  EXPECT_GE(by_arrays[1], 1'500);
  EXPECT_GE(by_arrays[2], 800);
  EXPECT_NEAR(static_cast<double>(of_white) / static_cast<double>(collection.size()), 0.5, 0.1);
  EXPECT_GT(special, 1'500);
  EXPECT_GT(with_different_files, 500);
  for (std::size_t i = 0; i < tags.size(); ++i) EXPECT_GE(tags[i], 10U) << position_tags()[i].name;
}

/// The rules that forbid moves, and whether those are captures e.p.
std::set<std::pair<Rule, bool>> broken_rules(const chess::Setup& setup) {
  std::set<std::pair<Rule, bool>> rules;
  for (const JudgedMove& judged : nearly_legal_moves(setup))
    rules.insert({judged.rule, judged.move.is_en_passant()});
  return rules;
}

/// What a tag says, by the slow rules. For the others there is no second definition here.
std::map<Tag, bool> tags_by_rules(const chess::Setup& setup) {
  const auto moves = chess::legal_moves(setup);
  const bool is_in_check = in_check(setup.squares, setup.side);
  const std::size_t checks =
      attackers(setup.squares, find_king(setup.squares, setup.side), !setup.side).size();
  std::map<Tag, bool> tags{{Tag::check, checks == 1},
                           {Tag::double_check, checks > 1},
                           {Tag::only_move, moves.size() == 1},
                           {Tag::checkmate, moves.empty() && is_in_check},
                           {Tag::stalemate, moves.empty() && !is_in_check},
                           {Tag::clock_100, setup.halfmove_clock >= 100},
                           {Tag::insufficient_material, insufficient_material(setup.squares)}};
  for (const Tag tag :
       {Tag::gives_double_check, Tag::gives_mate, Tag::gives_stalemate, Tag::ep,
        Tag::ep_answers_check, Tag::castling, Tag::castling_gives_check, Tag::promotion,
        Tag::promotion_answers_check, Tag::rights_by_capture, Tag::rights_by_promotion})
    tags[tag] = false;
  for (const Move move : moves) {
    const chess::Setup next = after(setup, move);
    const std::size_t given =
        attackers(next.squares, find_king(next.squares, next.side), setup.side).size();
    const bool ends = chess::legal_moves(next).empty();
    const auto& rights = setup.castling[chess::index(!setup.side)];
    const bool takes_right = move.to() == rights[0] || move.to() == rights[1];
    tags[Tag::gives_double_check] |= given > 1;
    tags[Tag::gives_mate] |= ends && given > 0;
    tags[Tag::gives_stalemate] |= ends && given == 0;
    tags[Tag::ep] |= move.is_en_passant();
    tags[Tag::ep_answers_check] |= move.is_en_passant() && is_in_check;
    tags[Tag::castling] |= move.is_castle();
    tags[Tag::castling_gives_check] |= move.is_castle() && given > 0;
    tags[Tag::promotion] |= move.is_promotion();
    tags[Tag::promotion_answers_check] |= move.is_promotion() && is_in_check;
    tags[Tag::rights_by_capture] |= takes_right;
    tags[Tag::rights_by_promotion] |= takes_right && move.is_promotion();
  }
  const auto broken = broken_rules(setup);
  tags[Tag::ep_pinned] = !is_in_check && broken.contains({Rule::pinned, true});
  tags[Tag::ep_bares_king] = !is_in_check && broken.contains({Rule::en_passant_discovers, true});
  tags[Tag::castling_bares_king] = broken.contains({Rule::castling_uncovers, false});
  return tags;
}

TEST(Collection, TagsSayWhatIsSo) {
  constexpr std::pair<Tag, Rule> forbidden[] = {
      {Tag::castling_in_check, Rule::castling_out_of_check},
      {Tag::castling_through_attack, Rule::castling_through_check},
      {Tag::castling_into_attack, Rule::castling_into_check}};
  const auto collection = make_collection({.threads = 2});
  for (std::size_t i = 0; i < collection.size(); i += 4) {
    const CollectedPosition& position = collection[i];
    const chess::Setup& setup = position.record.setup;
    for (const auto& [tag, is_so] : tags_by_rules(setup))
      EXPECT_EQ(has(position, tag), is_so) << info(tag).name << ": " << to_string(setup);
    const auto broken = broken_rules(setup);
    for (const auto& [tag, rule] : forbidden)
      if (has(position, tag)) {
        EXPECT_TRUE(broken.contains({rule, false})) << info(tag).name << ": " << to_string(setup);
      }
  }
  // Those that speak of paths are estimated from two, three or five moves.
  constexpr std::pair<Tag, std::size_t> deep[] = {{Tag::few_moves, 9},
                                                  {Tag::castling_few_moves, 5},
                                                  {Tag::ep_few_moves, 5},
                                                  {Tag::rights_recaptured, 4}};
  for (const CollectedPosition& position : collection) {
    const auto counts = epd::perft_counts(position.record);
    for (const auto& [tag, depth] : deep)
      if (has(position, tag)) {
        EXPECT_TRUE(counts.size() >= depth || counts.back().paths == Count())
            << *position.record.id();
      }
    for (const epd::PerftCount& count : counts)
      EXPECT_LT(count.paths, Count(10'000'000)) << *position.record.id();
  }
}

TEST(CollectionCommand, WritesWhatItReportsAndAllGeneratorsCount) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "plylab-collection.epd";
  std::filesystem::remove(file);
  const auto report = testing::report_of({"collection", "--epd", file});
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto tags = testing::table_of(report, "tags");
  EXPECT_THAT(tags["notes"][0].get<std::string>(), HasSubstr(sha256(text)));
  EXPECT_EQ(tags["rows"].size(), position_tags().size());
  const auto rows = testing::rows_of(report, "collection");
  const auto records = epd::parse_suite(text, file).records;
  ASSERT_EQ(rows.size(), records.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i]["id"], *records[i].id());
    ASSERT_EQ(rows[i]["fen"], to_string(records[i].setup));
    ASSERT_EQ(rows[i]["tags"], records[i].text("c0").value_or(""));
    for (const auto& [depth, paths] : epd::perft_counts(records[i]))
      ASSERT_EQ(Count(rows[i][fmt::format("d{}", depth)].get<std::uint64_t>()), paths);
  }
  // What a game of chess has first, and its moves in canonical order.
  EXPECT_THAT(rows[0]["divide"].get<std::string>(), Not(IsEmpty()));

  // All its counts, by each generator.
  EXPECT_EQ(testing::plylab({"perft", "--suite", file, "--gen", "all"}).status, 0);

  const auto twice = testing::plylab({"collection", "--epd", file});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.err, StartsWith("plylab: --epd: "));
  std::filesystem::remove(file);
}

TEST(CollectionCommand, IsWhatVerifyAsksWithAll) {
  const auto report = testing::report_of(
      {"verify", "--all", "--engine",
       fmt::format("{} --fault ep-rank-pin-ignored", PLYLAB_WRONG_ENGINE), "--faults", "1"},
      1);
  EXPECT_GT(testing::rows_of(report, "summary")[0]["positions"], 10'000);
  EXPECT_EQ(testing::rows_of(report, "faults").size(), 1U);
}

}  // namespace
}  // namespace plylab::perft::verify
