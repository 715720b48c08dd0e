// What a match is made of: limits, openings, pairings, ratings, and many games at once.
#include "suites/play/match/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "suites/play/elo/elo_difference.h"
#include "suites/play/match/game_file.h"
#include "suites/play/match/tables.h"
#include "suites/players/built_in.h"
#include "tests/suites/play/match/match_players.h"
#include "tests/support/fake_engines.h"
#include "tests/support/input_error_of.h"

namespace plylab::suites::play::match {
namespace {

using testing::chess_game;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::never;
using ::testing::SizeIs;

/// The moves of an opening as people write them.
std::string line_of(const Opening& opening) {
  const auto referee = chess_game.info.referee(opening.start);
  std::string text;
  for (const std::string& move : opening.moves) {
    if (!text.empty()) text += ' ';
    text += referee->words(move);
    referee->play(move);
  }
  return text;
}

std::vector<Opening> random_chess(std::size_t number, std::size_t plies, std::uint64_t seed,
                                  bool chess960 = false) {
  return random_openings(chess_game.info, number, plies, seed, chess960);
}

TEST(MatchLimits, AreRead) {
  EXPECT_EQ(parse_time_control("", "10+0.1"), (TimeControl{{0, 10, 0.1}}));
  EXPECT_EQ(parse_time_control("", "40/60"), (TimeControl{{40, 60, 0}}));
  EXPECT_EQ(parse_time_control("", "40/60+0"), (TimeControl{{40, 60, 0}}));
  EXPECT_EQ(parse_time_control("", "40/7200:20/3600:900+30"),
            (TimeControl{{40, 7200, 0}, {20, 3600, 0}, {0, 900, 30}}));
  for (const char* wrong : {"", "x", "10+", "+1", "0", "-1", "0/60", "/60", "40/", "10+-1", "1e99",
                            ":", "40/60:", ":40/60", "40/60::60"})
    EXPECT_EQ(input_error_of([&] { parse_time_control("--clock", wrong); }),
              "--clock: '" + std::string(wrong) +
                  "' is not a time control such as 10+0.1, 40/60 or 40/60:30+1, in seconds");
  EXPECT_EQ(input_error_of([] { parse_time_control("--clock", "60:40/60"); }),
            "--clock: '60:40/60': the period before '40/60' has no number of moves");
  const PlayerLimits all = parse_limits("", " depth 6  nodes 20000 time 0.25 clock 40/60+0.5:30 ");
  EXPECT_EQ(all, (PlayerLimits{6, 20000, 0.25, TimeControl{{40, 60, 0.5}, {0, 30, 0}}}));
  EXPECT_EQ(parse_limits("", "equal 0.5"), (PlayerLimits{.equal = 0.5}));
  EXPECT_EQ(parse_limits("", to_string(all)), all);
  EXPECT_EQ(input_error_of([] { parse_limits("--limits", "deep 6"); }),
            "--limits: no 'deep'; there are depth, nodes, time, clock, equal");
  EXPECT_THAT(input_error_of([] { parse_limits("--limits", "depth"); }),
              HasSubstr("'' is not a number"));
  EXPECT_EQ(pgn_time_control({.seconds = 0.1}), "1/0.1");
  EXPECT_EQ(pgn_time_control({.nodes = 5}), "-");
  EXPECT_EQ(pgn_time_control({.equal = 1}), "?");
}

TEST(MatchSearches, AreRead) {
  const auto spec = players::parse_search(
      "", "mine=pvs with table=4,null eval material order see gen x88", chess_game);
  EXPECT_EQ(spec.name, "mine");
  EXPECT_EQ(spec.job.algorithm, "pvs-soft");
  EXPECT_EQ(spec.job.switches["table"], 4);
  EXPECT_EQ(spec.job.switches["null"], 2);
  EXPECT_EQ(spec.job.evaluation, "material");
  EXPECT_EQ(spec.job.ordering, "see");
  EXPECT_EQ(spec.job.generator, "x88");
  EXPECT_EQ(players::parse_search("", "mtdf with table=4", chess_game).name, "mtdf with table=4");
  const auto wrong = [](const std::string& text) {
    return input_error_of([&] { players::parse_search("--search", text, chess_game); });
  };
  EXPECT_THAT(wrong("a=nothing"), HasSubstr("--search: no 'nothing'; there are minimax"));
  EXPECT_THAT(wrong("all"), HasSubstr("--search: no 'all'; there are minimax"));
  EXPECT_THAT(wrong("pvs size table=4"), HasSubstr("no 'size'; there are with, eval, order, gen"));
  EXPECT_THAT(wrong("pvs with tabel=4"), HasSubstr("no 'tabel'"));
  EXPECT_THAT(wrong("pvs eval nn"), HasSubstr("no 'nn'"));
}

TEST(MatchPairings, ChangeColours) {
  EXPECT_THAT(pairings(2, 2, 5, false),
              ElementsAre(Pairing{1, 0, {0, 1}}, Pairing{2, 0, {1, 0}}, Pairing{3, 1, {0, 1}},
                          Pairing{4, 1, {1, 0}}, Pairing{5, 0, {0, 1}}));
  EXPECT_THAT(pairings(3, 1, 2, false),
              ElementsAre(Pairing{1, 0, {0, 1}}, Pairing{2, 0, {1, 0}}, Pairing{3, 0, {0, 2}},
                          Pairing{4, 0, {2, 0}}, Pairing{5, 0, {1, 2}}, Pairing{6, 0, {2, 1}}));
  EXPECT_THAT(pairings(4, 3, 2, true), SizeIs(6));
}

TEST(MatchElo, TakesAllGamesOfAPlayerFromOneOpeningAsOne) {
  // White wins from every other opening, player 0 from those between, whoever its opponent is.
  constexpr std::size_t openings = 12;
  Match match{.game = &chess_game.info};
  for (const char* name : {"a", "b", "c"}) match.players.push_back({name, "", {}, {}});
  match.pairings = pairings(3, openings, 2 * openings, true);
  PlayedGames games;
  for (const Pairing& pairing : match.pairings) {
    const bool whites = pairing.opening % 2 == 0 || pairing.players[0] == 0;
    games.push_back(PlayedGame{});
    games.back()->verdict = {Ending::rules, whites ? Side::first : Side::second, {}};
  }
  std::vector<elo::Cluster> clusters;
  for (std::size_t i = 0; i < openings; ++i) clusters.push_back({i % 2 == 0 ? 2.0 : 4.0, 4});
  const auto rating = elo::rating_of(clusters);
  ASSERT_TRUE(rating && rating->low && rating->high);
  const auto table = players_table(match, games);
  const std::size_t elo = 6, low = 7, high = 8;
  EXPECT_EQ(table.columns[elo].name, "elo");
  EXPECT_EQ(table.columns[low].name, "low");
  EXPECT_EQ(table.columns[high].name, "high");
  EXPECT_EQ(table.rows[0][elo], reports::Cell(rating->elo));
  EXPECT_EQ(table.rows[0][low], reports::Cell(rating->low));
  EXPECT_EQ(table.rows[0][high], reports::Cell(rating->high));
}

class MatchOpenings : public testing::FakeEngines {
 protected:
  Openings load(const std::string& name, const std::string& text, std::size_t plies = 16) {
    return load_openings(chess_game, file(name, text), plies);
  }
};

TEST_F(MatchOpenings, AreReadInEveryForm) {
  const Openings epd = load("a.epd",
                            "# x\n\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - id \"castles\";\n"
                            "bad line\n4k3/8/8/8/8/8/8/4K2R w K - 3 9\n");
  ASSERT_THAT(epd.openings, SizeIs(2));
  EXPECT_EQ(epd.openings[0].name, "castles");
  EXPECT_EQ(epd.openings[1].name, "line 5");
  EXPECT_EQ(epd.openings[1].start.text(), "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
  EXPECT_THAT(epd.issues, SizeIs(1));
  EXPECT_EQ(epd.source.records, 2U);
  EXPECT_THAT(epd.source.sha256, SizeIs(64));

  const Openings lines = load("lines",
                              "\xEF\xBB\xBF# lines\r\n1. e4 e5 2. Nf3\r\n\r\nd2d4 d7d5 "
                              "c2c4\r\ne4 e9\r\n1. f3 e5 2. g4 Qh4#\r\n");
  ASSERT_THAT(lines.openings, SizeIs(2));
  EXPECT_EQ(line_of(lines.openings[1]), "d4 d5 c4");
  EXPECT_EQ(lines.openings[1].name, "line 4");
  ASSERT_THAT(lines.issues, SizeIs(2));
  EXPECT_THAT(to_string(lines.issues[0]), HasSubstr("lines:5: 'e9' is not a move"));
  EXPECT_THAT(to_string(lines.issues[1]), HasSubstr("lines:6: the game is over after the opening"));

  const Openings pgn = load("games", "[White \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n1. d4 *\n", 3);
  ASSERT_THAT(pgn.openings, SizeIs(2));
  EXPECT_THAT(pgn.openings[0].moves, SizeIs(3));
  EXPECT_EQ(pgn.openings[0].name, "game at line 1");
  EXPECT_THAT(pgn.openings[1].moves, SizeIs(1));

  EXPECT_THAT(load_openings(chess_game, "bratko-kopec", 1).openings, SizeIs(24));
}

TEST_F(MatchOpenings, AreRefusedIfThereIsNone) {
  EXPECT_THAT(input_error_of([&] { load("empty", "\n# nothing\n"); }),
              HasSubstr("no usable opening"));
  EXPECT_THAT(input_error_of([&] { load("bad", "hello there\n"); }),
              HasSubstr("no usable opening; " + path("bad") + ":1: 'hello' is not a move"));
  EXPECT_THAT(input_error_of([] { load_openings(chess_game, "nowhere", 1); }),
              HasSubstr("cannot read 'nowhere'"));
}

TEST_F(MatchOpenings, AreDrawnByTheSeed) {
  const auto texts = [](const std::vector<Opening>& openings) {
    std::vector<std::string> all;
    for (const Opening& opening : openings)
      all.push_back(opening.start.text() + ' ' + line_of(opening));
    return all;
  };
  const auto ten = texts(random_chess(10, 6, 1));
  EXPECT_THAT(std::set(ten.begin(), ten.end()), SizeIs(10));
  EXPECT_EQ(texts(random_chess(10, 6, 1)), ten);
  EXPECT_NE(texts(random_chess(10, 6, 2)), ten);
  for (const Opening& opening : random_chess(10, 6, 1)) EXPECT_THAT(opening.moves, SizeIs(6));
  EXPECT_THAT(random_chess(30, 1, 1), SizeIs(20));  // there are no more
  EXPECT_THAT(random_chess(30, 1, 1, true), SizeIs(30));

  auto shuffled = random_chess(10, 6, 1);
  shuffle(shuffled, 5);
  auto order = texts(shuffled);
  EXPECT_NE(order, ten);
  EXPECT_THAT(order, ::testing::UnorderedElementsAreArray(ten));
}

Contestant built_in(const std::string& text, const PlayerLimits& limits) {
  const auto spec = players::parse_search("", text, chess_game);
  return contestant(chess_game, spec, limits);
}

std::string pgn_of(const PlayedGames& games) {
  std::string text;
  for (const auto& game : games) {
    PlayedGame timeless = game.value();
    for (Ply& ply : timeless.plies)
      if (ply.info) ply.info->seconds = 0;
    text += pgn::to_pgn(to_pgn_game(timeless, chess_game.info, {}), chess_game.info);
  }
  return text;
}

TEST(Match, IsTheSameWithAnyNumberOfJobs) {
  const auto play = [](int jobs, const PlayerLimits& limits) {
    Match match{.game = &chess_game.info,
                .players = {built_in("a=pvs with table=1", limits),
                            built_in("b=alphabeta eval material", limits),
                            built_in("c=mtdf with table=1,killers", limits)},
                .openings = random_chess(2, 8, 1),
                .jobs = jobs,
                .stop = &never};
    match.rules.adjudication.longest = 40;
    match.pairings = pairings(3, 2, 4, false);
    PlayedGames games(match.pairings.size());
    std::set<std::size_t> finished;
    play_all(match, games, [&](std::size_t place) { return finished.insert(place).second; });
    EXPECT_THAT(finished, SizeIs(12));
    return pgn_of(games);
  };
  EXPECT_EQ(play(1, {.depth = 2}), play(3, {.depth = 2}));
  EXPECT_EQ(play(1, {.nodes = 3000}), play(2, {.nodes = 3000}));
}

TEST(Match, ContinuesAfterEveryFault) {
  const auto always = [](const testing::Scripted::Script& script) {
    return [script] { return std::make_unique<testing::Scripted>(script); };
  };
  const PlayerLimits limits{.depth = 1};
  Match match{
      .game = &chess_game.info,
      .players =
          {built_in("good=pvs", limits),
           {"crashes", "", limits, always([](const players::MoveRequest&) {
              return engines::Reply{.fault = {{engines::FaultKind::died, "ended by signal 11"}}};
            })},
           {"late", "", {.seconds = 1}, always([](const players::MoveRequest&) {
              return engines::Reply{.move = "e7e6", .seconds = 9};
            })}},
      .openings = {{"e4", chess_game.info.parse(
                              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")}},
      .stop = &never};
  match.pairings = pairings(3, 1, 2, false);
  PlayedGames games(match.pairings.size());
  play_all(match, games, [](std::size_t) { return true; });
  const auto players = players_table(match, games);
  ASSERT_THAT(players.rows, SizeIs(3));
  const std::size_t late = 11, faults = 12;
  EXPECT_EQ(players.columns[faults].name, "faults");
  EXPECT_EQ(players.rows[0][2], reports::Cell(4U));       // wins
  EXPECT_EQ(players.rows[1][faults], reports::Cell(3U));  // late is late first
  EXPECT_EQ(players.rows[2][late], reports::Cell(2U));
  EXPECT_EQ(players.rows[2][faults], reports::Cell(1U));  // e7e6 is no move of White's
  const auto checks = checks_of(match, games, std::nullopt, RunningScore(match, std::nullopt));
  ASSERT_THAT(checks, SizeIs(3));
  EXPECT_EQ(checks[0].result, reports::CheckResult::passed);
  EXPECT_EQ(checks[1].name, "crashes plays by the rules");
  EXPECT_EQ(checks[1].result, reports::CheckResult::failed);
  EXPECT_EQ(std::count(checks[1].message.begin(), checks[1].message.end(), '\n'), 2);
  EXPECT_EQ(checks[2].result, reports::CheckResult::failed);
  EXPECT_THAT(head_to_head_table(match, games).rows, SizeIs(3));
  EXPECT_EQ(games_table(match, games).rows[0][5], reports::Cell("crash"));
}

}  // namespace
}  // namespace plylab::suites::play::match
