#include "gen/pgn/reader.h"

#include <bzlib.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <map>

#include "gen/base/input_error.h"
#include "gen/chess/registry.h"
#include "gen/chess/text.h"
#include "gen/pgn/pgn.h"
#include "tests/support/random_games.h"
#include "tests/support/temporary_file.h"

namespace plylab::pgn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const GameInfo chess_game = info_of<chess::Chess>();

struct ReadGame {
  Place place;
  std::string white, result, line;
};

struct AllGames {
  GamesRead read;
  std::vector<ReadGame> games;

  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const ReadGame& game : games) lines.push_back(game.line);
    return lines;
  }
};

/// In SAN, which has no null moves.
std::string text_of(const Line& line) {
  const bool passes = std::ranges::find(line.moves, null_move) != line.moves.end();
  return passes ? "with null moves" : chess::san_line(line.start, line.moves);
}

AllGames read_text(std::string_view text, int threads = 1, Wanted wanted = Wanted::chess) {
  const testing::TemporaryFile file(text, "games", ".pgn");
  AllGames all;
  std::vector<std::vector<ReadGame>> by_worker(static_cast<std::size_t>(threads));
  all.read =
      read_games({file.path()}, {.wanted = wanted, .threads = threads},
                 [&](const FileGame& game, std::size_t worker) {
                   by_worker[worker].push_back({game.place, std::string(game.tag("White")),
                                                std::string(game.result()), text_of(game.line)});
                 });
  for (auto& games : by_worker) std::ranges::move(games, std::back_inserter(all.games));
  std::ranges::sort(all.games, {}, &ReadGame::place);
  for (epd::Issue& issue : all.read.issues) issue.file = "file";
  return all;
}

std::string packed_by_gzip(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string packed_by_zstd(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string packed_by_bzip2(std::string_view text) {
  auto size = static_cast<unsigned>(text.size() + text.size() / 100 + 600);
  std::string packed(size, '\0');
  EXPECT_EQ(BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()),
                                     static_cast<unsigned>(text.size()), 9, 0, 0),
            BZ_OK);
  packed.resize(size);
  return packed;
}

/// Random games in export format, some of Chess960, as the slow writer makes them.
std::string random_games(int number, int plies) {
  std::string text;
  std::uint64_t seed = 3;
  for (int i = 0; i < number; ++i) {
    const chess::Setup start =
        i % 3 != 0 ? chess::parse_fen(chess::startpos_fen) : testing::draw_arrays(seed);
    PgnGame game{.start = chess::to_string(start), .result = "*"};
    game.tags = {{"Event", "Random"}, {"White", fmt::format("w{}", i)}, {"FEN", game.start}};
    testing::random_game(start, seed, plies, [&](const auto& setup, const auto&, chess::Move next) {
      game.moves.push_back({chess::move_text(setup, next), i % 2 == 0 ? "a {remark" : ""});
    });
    text += to_pgn(game, chess_game);
  }
  return text;
}

TEST(GameReader, AgreesWithTheReaderOfAnyGame) {
  const std::string text = random_games(200, 150);
  const PgnFile slow = parse_pgn(text, "file", chess_game);
  const AllGames all = read_text(text);
  EXPECT_THAT(all.read.issues, IsEmpty());
  ASSERT_EQ(all.games.size(), slow.games.size());
  for (std::size_t i = 0; i < all.games.size(); ++i) {
    const chess::ValidSetup start(std::string_view(slow.games[i].start));
    chess::Mailbox board(start);
    std::vector<chess::Move> moves;
    for (const PgnMove& ply : slow.games[i].moves) {
      moves.push_back(chess::move_from_text(board, ply.move).value());
      board.make(moves.back());
    }
    EXPECT_EQ(all.games[i].line, chess::san_line(start, moves));
  }
}

TEST(GameReader, ReadsTheSameByAnyNumberOfThreads) {
  const std::string text = random_games(2000, 100) + "1. e4 e6 2. Ke4 1-0\n\n" + random_games(9, 9);
  ASSERT_GT(text.size(), std::size_t{1} << 20);  // several stretches
  const AllGames one = read_text(text);
  EXPECT_THAT(one.games, SizeIs(2009));
  EXPECT_THAT(one.read.issues, SizeIs(1));
  for (const int threads : {2, 5}) {
    const AllGames several = read_text(text, threads);
    EXPECT_EQ(several.lines(), one.lines());
    EXPECT_EQ(several.read.plies, one.read.plies);
    EXPECT_EQ(several.read.issues, one.read.issues);
  }
}

TEST(GameReader, UnpacksFiles) {
  const std::string text = random_games(40, 60);
  const AllGames plain = read_text(text);
  for (const auto pack : {packed_by_gzip, packed_by_zstd, packed_by_bzip2}) {
    EXPECT_EQ(read_text(pack(text)).lines(), plain.lines());
    const std::string two = pack(text.substr(0, 5000)) + pack(text.substr(5000));
    EXPECT_EQ(read_text(two).lines(), plain.lines());
    const AllGames cut = read_text(two.substr(0, two.size() - 20));
    ASSERT_THAT(cut.read.issues, ::testing::Not(IsEmpty()));
    EXPECT_THAT(epd::to_string(cut.read.issues.back()), HasSubstr("is cut off"));
  }
}

TEST(GameReader, KeepsAllGamesBeforeWhatFollowsAPackedFile) {
  const std::string text = random_games(5, 60);
  for (const auto pack : {packed_by_gzip, packed_by_zstd, packed_by_bzip2}) {
    const AllGames all = read_text(pack(text) + "something else");
    EXPECT_EQ(all.lines(), read_text(text).lines());
    ASSERT_THAT(all.read.issues, SizeIs(1));
    EXPECT_THAT(all.read.issues[0].what, HasSubstr("file ends here, and what follows"));
  }
}

// Both unpack a block of some 100 kB only when they have all of it.
TEST(GameReader, SaysThatNothingCanBeHadOfABlockThatIsCut) {
  for (const auto pack : {packed_by_zstd, packed_by_bzip2}) {
    const std::string packed = pack(random_games(5, 60));
    try {
      read_text(packed.substr(0, packed.size() / 2));
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("is cut off, and nothing of it can be unpacked"));
    }
  }
}

TEST(GameReader, ReadsTheOtherFilesWhereOneCannotBeOpened) {
  const testing::TemporaryFile file("1. e4 e5 *\n", "games", ".pgn");
  const Visit ignore = [](const FileGame&, std::size_t) {};
  for (const auto& files :
       {std::vector<std::string>{"/nowhere/a.pgn", file.path()}, {file.path(), "/nowhere/a.pgn"}}) {
    const GamesRead read = read_games(files, {}, ignore);
    EXPECT_EQ(read.games, 1U);
    ASSERT_THAT(read.issues, SizeIs(1));
    EXPECT_EQ(to_string(read.issues[0]), "cannot read '/nowhere/a.pgn': No such file or directory");
  }
  EXPECT_THROW(read_games({"/nowhere/a.pgn", "/nowhere/b.pgn"}, {}, ignore), InputError);
}

TEST(GameReader, ReadsAnyEncoding) {
  const std::string utf8 = "[White \"J\xC3\xB6rg\"]\n\n1. e4 {sch\xC3\xB6n} e5 1-0\n";
  const std::string latin1 = "[White \"J\xF6rg\"]\n\n1. e4 {sch\xF6n} e5 1-0\n";
  std::string little = "\xFF\xFE", big = "\xFE\xFF";
  for (const char c : latin1) {
    little += c;
    little += '\0';
    big += '\0';
    big += c;
  }
  for (const std::string& text :
       {utf8, "\xEF\xBB\xBF" + utf8, latin1, little, big, little.substr(2), big.substr(2)}) {
    const AllGames all = read_text(text);
    ASSERT_THAT(all.games, SizeIs(1));
    EXPECT_EQ(all.games[0].white, "J\xC3\xB6rg");
    EXPECT_EQ(all.games[0].line, "1. e4 e5");
  }
}

TEST(GameReader, KeepsTheCharacterAfterHalfASurrogatePair) {
  std::string text("\xFF\xFE", 2);
  for (const char16_t unit :
       std::u16string(u"[White \"a") + char16_t{0xD83D} + u"b\"]\n\n1. e4 *\n") {
    text += static_cast<char>(unit & 0xFF);
    text += static_cast<char>(unit >> 8);
  }
  const AllGames all = read_text(text);
  ASSERT_THAT(all.games, SizeIs(1));
  EXPECT_EQ(all.games[0].white,
            "a\xEF\xBF\xBD"
            "b");
}

TEST(GameReader, TakesThePieceLettersOfManyLanguages) {
  const auto line = [](std::string_view text) {
    const AllGames all = read_text(text);
    return all.games.empty() ? epd::to_string(all.read.issues.at(0)) : all.games[0].line;
  };
  const std::string ruy = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 O-O 6. Qe2 Kh8";
  EXPECT_EQ(line("1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. 0-0 Le7 5. Te1 0-0 6. De2 Kh8"),
            ruy);  // German
  EXPECT_EQ(line("1. e4 e5 2. Cf3 Cc6 3. Fb5 Cf6 4. O-O Fe7 5. Te1 O-O 6. De2 Rh8"),
            ruy);  // French
  EXPECT_EQ(line("1. e4 e5 2. Cf3 Cc6 3. Ab5 Cf6 4. O-O Ae7 5. Te1 O-O 6. De2 Rh8"),
            ruy);  // Spanish
  EXPECT_EQ(line("1. e4 e5 2. Jf3 Jc6 3. Sb5 Jf6 4. O-O Se7 5. Ve1 O-O 6. De2 Kh8"), ruy);  // Czech
  EXPECT_EQ(line("1. e4 e5 2. \u2658f3 \u265Ec6 3. \u2657b5 \u265Ef6 4. O-O \u265De7 5. \u2656e1 "
                 "O-O 6. \u2655e2 \u265Ah8"),
            ruy);
  EXPECT_EQ(line("1. e4 e5 2. \u041Af3 \u041Ac6 3. \u0421b5 \u041Af6 4. O-O \u0421e7 5. \u041Be1 "
                 "O-O 6. \u0424e2 \u041A\u0440h8"),
            ruy);
  EXPECT_EQ(line("1. e4 e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 Ng8-f6 4. e1g1 f8e7 5. f1e1 e8g8 6. Qd1e2 "
                 "Kg8-h8"),
            ruy);
  EXPECT_EQ(line("1. e4 e5 2. Sf3 Nc6"),
            "file:1: 'Nc6' and other moves have the piece letters of different languages");
}

TEST(GameReader, TellsTheFaultOfTheLettersThatReadFurthest) {
  const AllGames all = read_text("1. e4 e5 2. Sf3 Sc6\n3. Lc4 Lc5 4. Sh6 Sf6 1-0\n");
  ASSERT_THAT(all.read.issues, SizeIs(1));
  EXPECT_EQ(epd::to_string(all.read.issues[0]),
            "file:2: 'Nh6' is not a legal move ('Sh6' in German)");
}

TEST(GameReader, TakesOneResultOfTwo) {
  const auto result = [](const std::string& tag, const std::string& end) {
    const AllGames all = read_text("[Result \"" + tag + "\"]\n\n1. e4\n" + end + '\n');
    return all.games.empty() ? epd::to_string(all.read.issues.at(0)) : all.games[0].result;
  };
  EXPECT_EQ(result("1-0", "*"), "1-0");
  EXPECT_EQ(result("*", "0-1"), "0-1");
  EXPECT_EQ(result("0-1", "1-0"), "file:4: the tag Result says 0-1, and the moves end with 1-0");
}

TEST(GameReader, ReadsResultsAsPeopleWriteThem) {
  const auto results = [](const std::string& text) {
    std::string all;
    for (const ReadGame& game : read_text(text).games) all += game.result + " ";
    return all;
  };
  EXPECT_EQ(results("[Result \"1/2 - 1/2\"]\n\n1. e4 e5 1/2 - 1/2\n\n"
                    "[Result \"1 - 0\"]\n\n1. e4 e5 1 - 0\n1. e4 0 - 1\n"),
            "1/2-1/2 1-0 0-1 ");
  EXPECT_EQ(results("1. e4 0 -1\n1. e4 ½-½\n1. e4 1–0\n1. e4 1/2\n1 d4 1 ... d5 2. c3 *"),
            "0-1 1/2-1/2 1-0 1/2-1/2 * ");
  EXPECT_EQ(results("[Result \"½-½\"]\n\n1. e4 *\n"), "1/2-1/2 ");
  EXPECT_EQ(results("1. e4 0.5-0.5\n1. e4 0,5 - 0,5\n[Result \"0.5-0.5\"]\n\n1. e4\n"),
            "1/2-1/2 1/2-1/2 1/2-1/2 ");
}

TEST(GameReader, ReadsGermanTagsAndWindows1252) {
  for (const std::string name : {"Weiß", "Weiss", "Wei\xDF"}) {
    const AllGames all = read_text("[" + name + " \"\x8Aimon\"]\n[Schwarz \"B\"]\n" +
                                   "[Ergebnis \"1-0\"]\n\n1. e4 e6 2. Ld3\n");
    ASSERT_THAT(all.games, SizeIs(1));
    EXPECT_EQ(all.games[0].white, "Šimon");
    EXPECT_EQ(all.games[0].result, "1-0");
    EXPECT_EQ(all.read.languages.at("German"), 1U);
  }
}

TEST(GameReader, StraysChangeNothingAndReturnsAreReported) {
  const std::string text =
      "[White \"a b\"]\n[Result \"1-0\"]\n\n1. e4 {good move} e5 ; rest\n2. Nf3 1-0\n\n"
      "[White \"c\"]\n[Result \"1/2-1/2\"]\n\n1. d4 $1 (1. c4) 1/2-1/2\n";
  const AllGames plain = read_text(text);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const std::string& stray :
         {std::string(1, '\0'), std::string("\x1A"), std::string("\xEF\xBB\xBF")}) {
      const AllGames all = read_text(std::string(text).insert(at, stray));
      ASSERT_THAT(all.read.issues, IsEmpty()) << at;
      ASSERT_EQ(all.lines(), plain.lines()) << at;
    }
    const AllGames all = read_text(std::string(text).insert(at, "\r"));
    if (all.read.issues.empty()) {
      ASSERT_EQ(all.lines(), plain.lines()) << at;
      ASSERT_EQ(all.games[0].white, "a b") << at;
    }
  }
}

TEST(GameReader, ComparesTheResultWithAMateOnTheBoard) {
  const auto fault = [](const std::string& moves) {
    const AllGames all = read_text(moves);
    return all.read.issues.empty() ? "" : all.read.issues[0].what;
  };
  EXPECT_EQ(fault("1. f3 e5 2. g4 Qh4 1-0"), "Black mates, and the result is 1-0");
  EXPECT_EQ(fault("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1/2-1/2"),
            "White mates, and the result is 1/2-1/2");
  EXPECT_EQ(fault("1. f3 e5 2. g4 Qh4# 0-1"), "");
  EXPECT_EQ(fault("1. f3 e5 2. g4 Qh4# *"), "");
  EXPECT_EQ(fault("1. e4 f6 2. Qh5+ 0-1"), "");  // check, but no mate
}

TEST(GameReader, KeepsTheGamesBeforeTheEndOfACutFile) {
  const std::string packed = packed_by_gzip(random_games(3, 60));
  const AllGames cut = read_text(packed.substr(0, packed.size() - 20));
  EXPECT_THAT(cut.games, SizeIs(2));
  ASSERT_THAT(cut.read.issues, SizeIs(1));
  EXPECT_EQ(cut.read.issues[0].what, "the gzip file is cut off");
  // Only the checksum is missing, after the last game.
  EXPECT_THAT(read_text(packed.substr(0, packed.size() - 1)).games, SizeIs(3));
  EXPECT_GT(cut.read.issues[0].line, 1U);
}

TEST(GameReader, LeavesOutAGameCutWithinATag) {
  const AllGames cut = read_text("[White \"A\"]\n\n1. e4 1-0\n\n[Result \"1-0\"]\n[White \"Bo");
  EXPECT_THAT(cut.games, SizeIs(1));
  ASSERT_THAT(cut.read.issues, SizeIs(1));
  EXPECT_EQ(cut.read.issues[0].what, "the text ends within a tag");
}

TEST(GameReader, TakesNullMovesAndSigns) {
  const AllGames all = read_text("1. e4 -- 2. Z0 d5 +/- 3. exd5 N = 1/2\n");
  ASSERT_THAT(all.games, SizeIs(1));
  EXPECT_EQ(all.read.plies, 5U);
  EXPECT_EQ(all.games[0].result, "1/2-1/2");
  EXPECT_EQ(all.games[0].line, "with null moves");
}

TEST(GameReader, LosesNoGameAfterDamage) {
  const std::string good = "\n\n[Event \"good\"]\n[White \"good\"]\n\n1. d4 d5 1-0\n";
  for (const std::string damaged :
       {"[Event \"x\"]\n\n1. e4 {never closed", "[Event \"x\"]\n\n1. e4 (1. d4 {a", "1. e4 (1. d4",
        "[Event \"x", "[Event \"x\"]\n[Whi", "[Event \"x\"]\n[", "[", "{", "(", "$", "%",
        "1. e4 e5 2.", ";", "[Event \"x\"]\n\n1. e4 } 1-0", "1. e4 ) 1-0"}) {
    const AllGames all = read_text(damaged + good);
    ASSERT_THAT(all.games, ::testing::Not(IsEmpty())) << damaged;
    EXPECT_EQ(all.games.back().white, "good") << damaged;
    EXPECT_EQ(all.games.back().line, "1. d4 d5") << damaged;
  }
}

TEST(GameReader, LeavesOutOtherVariants) {
  const std::string text =
      "[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n[Variant \"Chess960\"]\n\n1. e4 *\n";
  EXPECT_EQ(read_text(text).read.other_variants, 1U);
  EXPECT_THAT(read_text(text).lines(), ElementsAre("1. e4"));
  EXPECT_THAT(read_text(text, 1, Wanted::all).lines(), ElementsAre("", "1. e4"));
}

TEST(GameReader, RefusesWhatIsNoText) {
  const Visit ignore = [](const FileGame&, std::size_t) {};
  EXPECT_THROW(read_games({"/nowhere/a.pgn"}, {}, ignore), InputError);
  EXPECT_THROW(read_text(std::string("\x7F"
                                     "ELF\0\0\0",
                                     7)),
               InputError);
  EXPECT_EQ(read_text("").read.games, 0U);
}

}  // namespace
}  // namespace plylab::pgn
