// What a match goes on with, and what it never touches.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "suites/play/elo/elo_difference.h"
#include "suites/play/match/game_file.h"
#include "suites/play/match/match.h"
#include "tests/suites/play/match/match_players.h"
#include "tests/support/fake_engines.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"

namespace plylab::suites::play::match {
namespace {

using testing::content;
using ::testing::HasSubstr;
using testing::never;

const CommonTags tags{"the event", "2026.01.02", "plylab 1 (a)", "max-moves 6 margin 0.1"};

/// A match of four games by two searches.
Match match_of(const search::SearchableGame& game, const std::vector<Opening>& openings) {
  Match match{.game = &game.info, .openings = openings, .stop = &never};
  for (const char* text : {"one=pvs", "two=alphabeta"})
    match.players.push_back(
        contestant(game, players::parse_search("--search", text, game), {.depth = 2}));
  match.rules.adjudication.longest = 6;
  match.pairings = pairings(2, openings.size(), 4, false);
  return match;
}

Match chess_match() {
  const search::SearchableGame& chess = search::searchable_chess();
  return match_of(chess, random_openings(chess.info, 1, 4, 1, true));
}

Match tictactoe_match() {
  const auto& game = find_game(search::searchable_games(), "tictactoe");
  return match_of(game, random_openings(game.info, 2, 2, 1, false));
}

/// Its games as they stand in the file.
std::vector<std::string> texts_of(const Match& match) {
  PlayedGames games(match.pairings.size());
  play_all(match, games, [](std::size_t) { return true; });
  std::vector<std::string> texts;
  for (const auto& game : games)
    texts.push_back(pgn::to_pgn(to_pgn_game(*game, *match.game, tags), *match.game));
  return texts;
}

std::size_t played(const Resumed& resumed) {
  return static_cast<std::size_t>(std::count_if(resumed.games.begin(), resumed.games.end(),
                                                [](const auto& game) { return game.has_value(); }));
}

/// Why a text is not resumed.
std::string refusal(const Match& match, const std::string& text, const CommonTags& by = tags) {
  return testing::input_error_of([&] { resume(match, by, text, "f.pgn"); });
}

std::string no_game(std::size_t line) {
  return fmt::format("f.pgn:{}: text that is not a game of this match: remove it", line);
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Resume, ContinuesFromEveryByteOfItsOwnGames) {
  for (const Match& match : {chess_match(), tictactoe_match()}) {
    const auto texts = texts_of(match);
    for (std::size_t whole = 0; whole < 2; ++whole) {
      const std::string before = whole == 0 ? "" : texts[0] + "\n\n";
      const std::string& torn = texts[whole];
      const std::size_t end = torn.find_last_not_of('\n') + 1;
      for (std::size_t size = 0; size < end; ++size) {
        const Resumed resumed = resume(match, tags, before + torn.substr(0, size), "f.pgn");
        ASSERT_EQ(played(resumed), whole) << torn.substr(0, size);
        ASSERT_EQ(resumed.bytes, whole == 0 ? 0 : texts[0].find_last_not_of('\n') + 1);
      }
      EXPECT_EQ(played(resume(match, tags, before + torn, "f.pgn")), whole + 1);
    }
  }
}

TEST(Resume, ContinuesAfterAMissingGame) {
  const Match match = tictactoe_match();
  const auto texts = texts_of(match);
  const Resumed resumed =
      resume(match, tags, texts[2] + texts[0] + texts[3].substr(0, 400), "f.pgn");
  EXPECT_TRUE(resumed.games[0] && !resumed.games[1] && resumed.games[2] && !resumed.games[3]);
}

TEST(Resume, RejectsFilesOfOthers) {
  const Match match = chess_match();
  const auto texts = texts_of(match);
  // The second game without its end, and with something else in it.
  const auto unfinished_with = [&](const std::string& what, const std::string& instead) {
    std::string game = texts[1].substr(0, texts[1].size() - 10);
    const auto place = game.find(what);
    EXPECT_NE(place, std::string::npos) << what;
    return texts[0] + game.replace(place, what.size(), instead);
  };
  const auto with = [&](const std::string& what, const std::string& instead) {
    return refusal(match, unfinished_with(what, instead));
  };
  for (const char* text :
       {"my notes\n", "[Event \"another\"]\n", "[Event \"the event\"]\n[Site \"Hastings\"]\n",
        "[Event \"the event\"]\n\n1. e4 e5",
        "[Event \"a game without its end\"]\n\n1. e4 e5 2. Nf3", "1. e4 e5", "{a remark}",
        "; a remark", "% for later"}) {
    EXPECT_EQ(refusal(match, text), no_game(1)) << text;
    EXPECT_EQ(refusal(match, texts[0] + text), no_game(lines_in(texts[0]) + 1)) << text;
  }
  EXPECT_THAT(with("[White \"two\"]", "[White \"Anderssen\"]"),
              HasSubstr("the tag White of game 2 is 'Anderssen', not 'two'"));
  EXPECT_THAT(with("[Round \"2\"]", "[Round \"9\"]"),
              HasSubstr("it is game 9, and with these options there are only 4"));
  EXPECT_THAT(with("[Program \"plylab 1 (a)\"]", "[Program \"plylab 1 (b)\"]"),
              HasSubstr("the tag Program of game 2 is 'plylab 1 (b)', not 'plylab 1 (a)'"));
  EXPECT_THAT(refusal(match, texts[0] + texts[0].substr(0, texts[0].size() - 10)),
              HasSubstr("game 1 is in the file twice"));
  // Nothing of an unfinished game is kept, whatever its moves are.
  for (const char* move : {" {my own remark}", " {book} and more", " {book} 1... e9"})
    EXPECT_EQ(played(resume(match, tags, unfinished_with(" {book}", move), "f.pgn")), 1U) << move;
  // A whole game must be of the match.
  EXPECT_THAT(refusal(match, "[Round \"1\"]\n\n1. e4 1-0\n"),
              HasSubstr("f.pgn:1: not of this match"));
  EXPECT_THAT(refusal(match, texts[0] + "[Event \"x\"]\n\n1. e4 1-0\n"),
              HasSubstr("not of this match"));
  EXPECT_THAT(refusal(match, texts[0] + texts[0]), HasSubstr("game 1 is in the file twice"));
}

/// The text with something else in the place of its only `what`.
std::string with(std::string text, const std::string& what, const std::string& instead) {
  const auto place = text.find(what);
  EXPECT_NE(place, std::string::npos) << what;
  return place == std::string::npos ? text : text.replace(place, what.size(), instead);
}

TEST(Resume, ReadsTheGamesAsTheyWerePlayed) {
  for (const Match& match : {chess_match(), tictactoe_match()}) {
    PlayedGames games(match.pairings.size());
    play_all(match, games, [](std::size_t) { return true; });
    std::string text;
    for (const auto& game : games)
      text += pgn::to_pgn(to_pgn_game(*game, *match.game, tags), *match.game);
    const Resumed resumed = resume(match, tags, text, "f.pgn");
    for (std::size_t i = 0; i < games.size(); ++i)
      EXPECT_EQ(resumed.games[i]->plies, games[i]->plies);
  }
}

constexpr const char* edited =
    "f.pgn:1: not of this match: game 1 has been edited: remove it from the file, and --resume "
    "plays it again";

TEST(Resume, BelievesNoGameThatWasEdited) {
  const Match match = tictactoe_match();
  const auto texts = texts_of(match);
  ASSERT_THAT(texts[0], HasSubstr("{+0.00/2 "));
  ASSERT_EQ(refusal(match, texts[0]), "no error");
  for (const auto& [what, instead] : std::vector<std::pair<std::string, std::string>>{
           {"{+0.00/2 ", "{+0.10/2 "},
           {"{+0.00/2 ", "{+0.00/3 "},
           {"{+0.00/2 0.", "{+0.00/2 1."},
           {"n}", "0n}"},
           {" {book}", " {own book}"},
           {" {book}", ""},
           {"n}", "n, well played}"},
           {"[Date \"2026.01.02\"]", "[Date \"2026.01.03\"]"},
           {"[Digest", "[Annotator \"me\"]\n[Digest"},
           {"[Digest", "[Notes"}}) {
    std::string text = texts[0];
    ASSERT_NE(text.find(what), std::string::npos) << what;
    text.replace(text.find(what), what.size(), instead);
    EXPECT_EQ(refusal(match, text), edited) << instead;
    EXPECT_EQ(played(resume(match, tags, texts[1] + texts[2], "f.pgn")), 2U);  // without it
  }
}

// Readers of PGN skip all this, and the next writer would lose it.
TEST(Resume, TakesNoTextThatItDidNotWrite) {
  const Match match = tictactoe_match();
  const auto texts = texts_of(match);
  const auto place = texts[1].find("[Digest");
  const std::string tag = texts[1].substr(place, texts[1].find('\n', place) + 1 - place);
  const auto refused = [](std::size_t line) {
    return fmt::format(
        "f.pgn:{}: the match did not write this: remove it, or the whole game, which --resume then "
        "plays again",
        line);
  };
  EXPECT_THAT(refusal(match, texts[0] + with(texts[1], tag, tag + tag)),
              HasSubstr("game 2 has been edited: remove it from the file"));
  EXPECT_EQ(refusal(match, "% for later\n\n" + texts[0]), refused(1));
  EXPECT_EQ(refusal(match, texts[0] + "% for later\n" + texts[1]), refused(lines_in(texts[0]) + 1));
  for (const std::string& text : {texts[0], std::string()})
    EXPECT_EQ(refusal(match, "\xEF\xBB\xBF" + text),
              "f.pgn:1: the file begins with a byte order mark, which the match did not write: "
              "remove it");
  std::string windows;
  for (const char c : texts[0]) windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(refusal(match, windows),
            "f.pgn:1: the line ends with CR LF, but the match wrote LF: convert the file back");
}

TEST(Resume, BelievesNoResultThatWasEdited) {
  const search::SearchableGame& chess = search::searchable_chess();
  Match match =
      match_of(chess, {{"old", chess.info.parse("4k3/8/8/8/8/8/8/4K2R w - - 98 80"), {}}});
  match.rules = {};
  PlayedGames games(match.pairings.size());
  play_all(match, games, [](std::size_t) { return true; });
  EXPECT_EQ(games[0]->verdict.reason(), "fifty_moves");
  const std::string text = pgn::to_pgn(to_pgn_game(*games[0], chess.info, tags), chess.info);
  EXPECT_EQ(refusal(match, text), "no error");
  std::string won = with(text, "[Result \"1/2-1/2\"]", "[Result \"1-0\"]");
  won = with(won, " 1/2-1/2\n", " 1-0\n");
  EXPECT_EQ(refusal(match, won), edited);
  won = with(won, "[Termination \"normal\"]", "[Termination \"time forfeit\"]");
  won = with(won, "[Reason \"fifty_moves\"]", "[Reason \"time\"]");
  EXPECT_EQ(refusal(match, won), edited);
  EXPECT_EQ(refusal(match, with(text, "[PlyCount \"2\"]", "[PlyCount \"3\"]")),
            "f.pgn:1: not of this match: the tag PlyCount of game 1 is '3', not '2'");
  EXPECT_EQ(
      refusal(match, with(text, "[Termination \"normal\"]", "[Termination \"abandoned\"]")),
      "f.pgn:1: not of this match: the tag Termination of game 1 is 'abandoned', not 'normal'");
}

TEST(Resume, RecognisesTextsThatNoTagCanHold) {
  Match match = chess_match();
  match.players[0].name = "one\twith\na line end";
  match.players[1].definition += "\r\n, Style=two\nlines";
  CommonTags by = tags;
  by.event = "a\ttab\nand more";
  PlayedGames games(match.pairings.size());
  play_all(match, games, [](std::size_t) { return true; });
  const std::string text = pgn::to_pgn(to_pgn_game(*games[0], *match.game, by), *match.game);
  EXPECT_EQ(played(resume(match, by, text, "f.pgn")), 1U);
  EXPECT_EQ(played(resume(match, by, text.substr(0, text.size() - 10), "f.pgn")), 0U);
  by.event = "a tab";
  EXPECT_EQ(refusal(match, text, by),
            "f.pgn:1: not of this match: the tag Event of game 1 is 'a tab and more', not 'a tab'");
}

TEST(Resume, NamesDifferences) {
  const Match match = chess_match();
  const std::string text = texts_of(match)[0];
  const auto with = [&](const std::function<void(Match&, CommonTags&)>& change) {
    Match other = chess_match();
    CommonTags by = tags;
    change(other, by);
    std::string difference = refusal(other, text, by);
    // An unfinished game is refused, too.
    EXPECT_THAT(refusal(other, text.substr(0, text.size() - 10), by),
                ::testing::AnyOf(difference, no_game(1)));
    return difference;
  };
  const std::string where = "f.pgn:1: not of this match: ";
  EXPECT_EQ(with([](Match& other, CommonTags&) { other.players[0].name = "uno"; }),
            where + "the tag White of game 1 is 'one', not 'uno'");
  EXPECT_EQ(
      with([](Match& other, CommonTags&) { other.players[1].definition = "mtdf with table=1"; }),
      where +
          "the tag BlackPlayer of game 1 is 'alphabeta-soft with plain eval pst order hash gen "
          "bitboard', not 'mtdf with table=1'");
  EXPECT_EQ(with([](Match& other, CommonTags&) { other.players[1].limits.nodes = 50; }),
            where + "the tag BlackLimits of game 1 is 'depth 2', not 'depth 2 nodes 50'");
  EXPECT_EQ(with([](Match&, CommonTags& by) { by.rules = "margin 0.2"; }),
            where + "the tag Rules of game 1 is 'max-moves 6 margin 0.1', not 'margin 0.2'");
  EXPECT_EQ(with([](Match&, CommonTags& by) { by.program = "plylab 2 (c)"; }),
            where + "the tag Program of game 1 is 'plylab 1 (a)', not 'plylab 2 (c)'");
  EXPECT_EQ(with([](Match&, CommonTags& by) { by.event = "another"; }),
            where + "the tag Event of game 1 is 'the event', not 'another'");
  std::string won = text;
  const std::string draw = "[Result \"1/2-1/2\"]";
  won.replace(won.find(draw), draw.size(), "[Result \"0-1\"]");
  EXPECT_EQ(refusal(match, won),
            where +
                "the tag Result is '0-1', which contradicts the game: remove an edited game from "
                "the file, and --resume plays it again");
  EXPECT_EQ(with([](Match& other, CommonTags&) { other.openings[0].moves.back() = "h7h6"; }),
            where + "game 1 has another opening");
}

TEST(Resume, TheTestStaysTheSame) {
  const Match match = chess_match();
  PlayedGames games(match.pairings.size());
  play_all(match, games, [](std::size_t) { return true; });
  CommonTags tested = tags;
  tested.test = to_string(elo::parse_sprt("--sprt", "elo0=0,elo1=5"));
  const std::string untested = texts_of(match)[0],
                    text = pgn::to_pgn(to_pgn_game(*games[0], *match.game, tested), *match.game);
  for (const std::string& one : {text, untested}) {
    EXPECT_EQ(played(resume(match, tested, one, "f.pgn")), 1U);
    EXPECT_EQ(played(resume(match, tested, one.substr(0, one.size() - 10), "f.pgn")), 0U);
  }
  const std::string where = "f.pgn:1: not of this match: game 1 is of a match with --sprt ";
  CommonTags other = tags;
  EXPECT_EQ(refusal(match, text, other), where + tested.test);
  other.test = to_string(elo::parse_sprt("--sprt", "elo0=0,elo1=20"));
  EXPECT_EQ(refusal(match, text, other), where + "elo1=5, not elo1=20");
  other.test = to_string(elo::parse_sprt("--sprt", "elo0=0,elo1=5,model=logistic"));
  EXPECT_EQ(refusal(match, text, other), where + "model=normalized, not model=logistic");
}

TEST(Resume, RulesAreWrittenAsOptions) {
  EXPECT_EQ(to_string(Rules{.margin = 0.1}), "margin 0.1");
  EXPECT_EQ(to_string(Rules{{.resign = Adjudication::Rule{900, 2},
                             .draw = Adjudication::Rule{5, 4},
                             .draw_from = 30,
                             .longest = 150},
                            0}),
            "resign 900,2 draw 5,4,30 max-moves 150 margin 0");
}

class MatchFiles : public testing::FakeEngines {
 protected:
  testing::Finished run(std::vector<std::string> options, const std::string& second = "two=pvs") {
    options.insert(options.begin(), {"match", "--search", "one=pvs", "--search", second, "--depth",
                                     "1", "--games", "4", "--pgn", path("games.pgn")});
    return testing::plylab(options);
  }
};

TEST_F(MatchFiles, AreNotTouchedUnlessTheyAreTheMatchs) {
  for (const char* precious :
       {"[Event \"Casual game\"]\n[White \"me\"]\n\n1. e4 e5 2. Nf3\n",
        "[Event \"plylab match\"]\n\n1. e4 {the move} 1... e9\n", "\xEF\xBB\xBF[Event \"x\"]"}) {
    file("games.pgn", precious);
    for (const bool resumed : {false, true}) {
      const auto finished =
          run(resumed ? std::vector<std::string>{"--resume"} : std::vector<std::string>{});
      EXPECT_EQ(finished.status, 2);
      EXPECT_EQ(finished.out, "");
      EXPECT_EQ(content(path("games.pgn")), precious);
    }
  }
}

TEST_F(MatchFiles, KeepPlayersOfOtherDefinitionsApart) {
  ASSERT_EQ(run({"--max-moves", "3"}).status, 0);
  const std::string games = content(path("games.pgn"));
  const auto refused = [&](const std::vector<std::string>& options, const std::string& second) {
    const auto finished = run(options, second);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(content(path("games.pgn")), games);
    return finished.err;
  };
  EXPECT_THAT(refused({"--resume", "--max-moves", "3"}, "two=pvs with killers"),
              HasSubstr("the tag BlackPlayer of game 1 is 'pvs-soft with plain eval pst order hash "
                        "gen bitboard', not 'pvs-soft with killers eval pst order hash gen "
                        "bitboard'\n"));
  EXPECT_THAT(
      refused({"--resume", "--max-moves", "4"}, "two=pvs"),
      HasSubstr("the tag Rules of game 1 is 'max-moves 3 margin 0.1', not 'max-moves 4 margin "
                "0.1'\n"));
  EXPECT_EQ(run({"--resume", "--max-moves", "3"}).status, 0);
  EXPECT_EQ(content(path("games.pgn")), games);
}

TEST_F(MatchFiles, GetAGameThatWasRemovedAtTheirEnd) {
  ASSERT_EQ(run({"--max-moves", "3"}).status, 0);
  const std::string games = content(path("games.pgn"));
  const auto second = games.find("[Event", 1);
  file("games.pgn", games.substr(second));
  EXPECT_EQ(run({"--resume", "--max-moves", "3"}).status, 0);
  const std::string resumed = content(path("games.pgn"));
  EXPECT_LT(resumed.find("[Round \"4\"]"), resumed.find("[Round \"1\"]"));
}

TEST_F(MatchFiles, AreOfOneMatchAtATime) {
  {
    GameFile open(path("games.pgn"), false);
    open.add(1, "the first game\n");
    for (const bool resumed : {false, true}) {
      const auto finished =
          run(resumed ? std::vector<std::string>{"--resume"} : std::vector<std::string>{});
      EXPECT_EQ(finished.status, 2);
      EXPECT_EQ(finished.err,
                "plylab: '" + path("games.pgn") + "' is being written by another plylab\n");
    }
  }
  EXPECT_EQ(content(path("games.pgn")), "the first game\n");
}

TEST_F(MatchFiles, GrowInTheOrderOfTheGames) {
  {
    GameFile file(path("games.pgn"), false);
    file.add(2, "2");
    EXPECT_EQ(content(path("games.pgn")), "");
    file.skip(1);
    EXPECT_EQ(content(path("games.pgn")), "2");
    file.add(4, "4");
  }
  EXPECT_EQ(content(path("games.pgn")), "24");  // what was held back is not lost
}

// A match could not be resumed from a pipe.
TEST_F(MatchFiles, AreRegular) {
  EXPECT_THROW(AppendFile("/dev/null"), InputError);
  EXPECT_THROW(AppendFile(path("nowhere/at/all")), InputError);
}

}  // namespace
}  // namespace plylab::suites::play::match
