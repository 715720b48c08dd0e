// Matches of games that are not chess.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "gen/games.h"
#include "gen/pgn/pgn.h"
#include "suites/play/match/openings.h"
#include "tests/support/fake_engines.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using testing::content;
using ::testing::ElementsAre;
using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using ::testing::SizeIs;

using Words = std::vector<std::string>;

class AnyGame : public testing::FakeEngines {
 protected:
  static Finished match(const std::string& game, const Words& options) {
    Words all = {"match", "--game", game};
    all.insert(all.end(), options.begin(), options.end());
    return plylab(all);
  }

  /// The rows of a table.
  static nlohmann::json rows(const std::string& table, const std::string& game, Words options) {
    options.insert(options.end(), {"--format", "json", "--table", table});
    const Finished finished = match(game, options);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return nlohmann::json::parse(finished.out)["tables"][0]["rows"];
  }

  static std::string error(const std::string& game, const Words& options) {
    const Finished finished = match(game, options);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  }
};

const Words two_searches = {"--search", "minimax", "--search", "pruning=alphabeta with table=1"};

Words both(const Words& options) {
  Words all = two_searches;
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

TEST_F(AnyGame, OfTicTacToeIsDrawnByPerfectPlayers) {
  const auto games =
      rows("games", "tictactoe", both({"--depth", "9", "--plies", "0", "--games", "4"}));
  ASSERT_EQ(games.size(), 4U);
  for (const auto& game : games) {
    EXPECT_EQ(game["result"], "1/2-1/2");
    EXPECT_EQ(game["reason"], "draw");
    EXPECT_EQ(game["plies"], 9);
    EXPECT_EQ(game["opening"], "start");
  }
}

TEST_F(AnyGame, FromEveryOpeningPerfectPlayersComeToTheSameResult) {
  const auto games = rows("games", "tictactoe", both({"--depth", "9", "--games", "60"}));
  ASSERT_EQ(games.size(), 60U);
  std::set<std::string> results;
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i]["opening"], games[i + 1]["opening"]);
    EXPECT_EQ(games[i]["result"], games[i + 1]["result"]);
    results.insert(games[i]["result"]);
  }
  EXPECT_THAT(results, ElementsAre("1-0", "1/2-1/2"));  // after two plies x is never lost
}

TEST_F(AnyGame, IsNoEvidenceTwice) {
  const Words test = both({"--depth", "9", "--plies", "1", "--sprt", "elo0=0,elo1=100"});
  EXPECT_THAT(rows("games", "tictactoe", test), SizeIs(18));  // from nine openings
  const auto sprt = rows("sprt", "tictactoe", test)[0];
  EXPECT_EQ(sprt["pairs"], 9);
  EXPECT_EQ(sprt["accepted"], "undecided");
  const Finished finished = match("tictactoe", test);
  EXPECT_THAT(finished.out, ::testing::Not(HasSubstr("\nGames\n")));
}

TEST_F(AnyGame, IsWonByTheDeeperSearch) {
  const auto players =
      rows("players", "tictactoe",
           both({"--depth", "9", "--limits", "minimax:depth 1", "--plies", "1", "--games", "18"}));
  EXPECT_EQ(players[1]["player"], "pruning");
  EXPECT_EQ(players[1]["losses"], 0);  // all nine first moves draw
  EXPECT_GT(players[1]["wins"], 9);
  EXPECT_GT(players[1]["elo"], 100);
}

TEST_F(AnyGame, OnATreeEndsAtALeaf) {
  const auto game_on = [&](const std::string& tree) {
    const std::string openings = file("openings", file("a.tree", tree) + '\n');
    return rows("games", "explicit-tree", both({"--depth", "3", "--openings", openings}))[0];
  };
  const auto lost = game_on("root\n  a\n    aa -5\n    ab 3\n  b -2\n");
  EXPECT_EQ(lost["result"], "0-1");
  EXPECT_EQ(lost["reason"], "win");
  EXPECT_EQ(lost["plies"], 1);
  EXPECT_EQ(lost["ending"], "Black wins");
  EXPECT_EQ(game_on("root\n  a\n    aa 5\n    ab 3\n  b -2\n")["result"], "1-0");
  EXPECT_EQ(game_on("root\n  a 0\n  b -2\n")["result"], "1/2-1/2");
}

TEST_F(AnyGame, OnADrawnTreeHasTheResultOfItsValue) {
  std::string trees;
  for (int seed = 1; seed <= 8; ++seed)
    trees += fmt::format("tree(width=3,depth=5,seed={})\n", seed);
  const auto games =
      rows("games", "synthetic-tree", both({"--depth", "5", "--openings", file("trees", trees)}));
  ASSERT_EQ(games.size(), 16U);
  std::set<std::string> results;
  for (std::size_t i = 0; i < games.size(); ++i) {
    tree::Spec spec = tree::parse_spec("tree(width=3,depth=5)");
    spec.seed = i / 2 + 1;
    const int value = tree::Tree(spec).true_value();
    EXPECT_EQ(games[i]["result"], value > 0 ? "1-0" : value < 0 ? "0-1" : "1/2-1/2");
    EXPECT_EQ(games[i]["plies"], 5);
    results.insert(games[i]["result"]);
  }
  EXPECT_GT(results.size(), 1U);
}

TEST_F(AnyGame, CallsThoseWhiteWhoHaveTheWhitePieces) {
  const std::string jump = file("jump", "B:W18:B14\n"), pgn = path("games.pgn");
  const auto games =
      rows("games", "checkers", both({"--depth", "2", "--openings", jump, "--pgn", pgn}));
  EXPECT_EQ(games[0]["black"], "minimax");
  EXPECT_EQ(games[0]["result"], "0-1");
  EXPECT_EQ(games[0]["ending"], "Black wins");
  EXPECT_THAT(content(pgn),
              HasSubstr("[White \"pruning\"]\n[Black \"minimax\"]\n[Result \"0-1\"]\n"));
  EXPECT_THAT(content(pgn), HasSubstr("\n1. 14x23 {+M1/2 "));
  EXPECT_EQ(rows("games", "checkers",
                 both({"--depth", "2", "--openings", jump, "--pgn", pgn, "--resume"})),
            games);
}

TEST_F(AnyGame, BeginsWithPositionsMovesAndGames) {
  const search::SearchableGame& game = find_game(search::searchable_games(), "tictactoe");
  const auto load = [&](const std::string& text) {
    return suites::play::match::load_openings(game, file("openings", text), 3);
  };
  const auto lines =
      load("# a comment\nx../.o./...\n1. b2 a1 2. c3 c1\nb2 b2\na1 a2 b1 b2\nxxx/oo./...\n");
  ASSERT_THAT(lines.openings, SizeIs(3));
  EXPECT_EQ(lines.openings[0].start.text(), "x../.o./...");
  EXPECT_THAT(lines.openings[1].moves, ElementsAre("b2", "a1", "c3"));
  EXPECT_EQ(lines.openings[2].name, "line 5");
  ASSERT_THAT(lines.issues, SizeIs(2));
  EXPECT_THAT(to_string(lines.issues[0]), HasSubstr("openings:4: 'b2' is not a legal move"));
  EXPECT_THAT(to_string(lines.issues[1]),
              HasSubstr("openings:6: the game is over after the opening"));

  const auto games = load("[Opening \"the middle\"]\n\n1. b2 a1 *\n");
  ASSERT_THAT(games.openings, SizeIs(1));
  EXPECT_EQ(games.openings[0].name, "the middle");
  EXPECT_THAT(games.openings[0].moves, ElementsAre("b2", "a1"));
}

TEST_F(AnyGame, HasRandomOpeningsUnlessAllGamesAreOver) {
  const GameInfo& game = find_game(search::searchable_games(), "tictactoe").info;
  const auto random = [&](std::size_t number, std::size_t plies, std::uint64_t seed) {
    std::vector<std::vector<std::string>> lines;
    for (const auto& opening :
         suites::play::match::random_openings(game, number, plies, seed, false)) {
      EXPECT_THAT(opening.moves, SizeIs(plies));
      lines.push_back(opening.moves);
    }
    return lines;
  };
  EXPECT_THAT(random(100, 1, 1), SizeIs(9));
  EXPECT_THAT(random(100, 2, 1), SizeIs(72));  // 9 times 8, all different
  EXPECT_EQ(random(10, 3, 7), random(10, 3, 7));
  EXPECT_NE(random(10, 3, 7), random(10, 3, 8));
  EXPECT_EQ(suites::play::match::usual_random_plies(game), 2U);
  EXPECT_EQ(error("tictactoe", both({"--plies", "9"})),
            "plylab: tictactoe: all games are over after 9 random plies\n");
}

TEST_F(AnyGame, CanBeResumed) {
  const std::string pgn = path("games.pgn");
  const Words options = both({"--depth", "4", "--games", "6", "--pgn", pgn});
  const auto whole = rows("games", "tictactoe", options);
  const std::string text = content(pgn);
  EXPECT_THAT(text, HasSubstr("\n[Variant \"tictactoe\"]\n"));
  EXPECT_THAT(text,
              HasSubstr("\n[WhitePlayer \"minimax with plain eval even order hash gen bits\"]\n"));
  const pgn::PgnFile file_read = pgn::parse_pgn(text, pgn, info_of<tictactoe::TicTacToe>());
  EXPECT_THAT(file_read.games, SizeIs(6));
  EXPECT_THAT(file_read.issues, SizeIs(0));

  file("games.pgn", text.substr(0, text.size() / 2));
  Words again = options;
  again.emplace_back("--resume");
  EXPECT_EQ(rows("games", "tictactoe", again), whole);
  EXPECT_THAT(error("explicit-tree", again), HasSubstr("games.pgn"));  // of another game
}

TEST_F(AnyGame, RejectsOptionsOfChess) {
  EXPECT_EQ(error("tictactoe", {"--search", "pvs", "--engine", "stockfish"}),
            "plylab: --engine: engines play chess, not tictactoe\n");
  EXPECT_EQ(error("tictactoe", both({"--chess960"})), "plylab: --chess960: for chess only\n");
  EXPECT_EQ(error("tictactoe", {"--search", "pvs with null", "--search", "minimax"}),
            "plylab: --search: not for tictactoe: null\n");
  EXPECT_THAT(error("go", two_searches), HasSubstr("plylab: --game: no 'go'; there are chess, "));
}

}  // namespace
}  // namespace plylab
