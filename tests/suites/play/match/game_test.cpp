// One game: how it ends, what the clocks say, and what its score sheet keeps.
#include "suites/play/match/game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/chess/registry.h"
#include "suites/play/match/game_file.h"
#include "suites/players/built_in.h"
#include "tests/suites/play/match/match_players.h"
#include "tests/support/endgame_folder.h"
#include "tests/support/random_games.h"

namespace plylab::suites::play::match {
namespace {

using testing::chess_game;
using testing::follow;
using testing::never;
using testing::reply;
using testing::Scripted;

Opening from(std::string_view fen) { return {"fen", chess_game.info.parse(fen)}; }

/// The start of the game.
Opening none() { return from("startpos"); }

std::optional<PlayedGame> play_chess(const Opening& opening,
                                     const std::array<players::Player*, 2>& players,
                                     const std::array<PlayerLimits, 2>& limits,
                                     const Rules& rules = {},
                                     const std::atomic<bool>& stop = never) {
  return play_game(chess_game.info, opening, 1, players, limits, rules, stop, false);
}

PlayedGame play(Scripted& white, Scripted& black, const Opening& opening = none(),
                const Rules& rules = {}, const PlayerLimits& limits = {.depth = 1}) {
  return play_chess(opening, {&white, &black}, {limits, limits}, rules).value();
}

pgn::PgnGame sheet_of(const PlayedGame& game) {
  return to_pgn_game(game, chess_game.info, {"event", "2026.01.02", "plylab 1 (a)", "margin 0.1"});
}

/// What comes back from the text.
pgn::PgnFile read_again(const pgn::PgnGame& sheet) {
  return pgn::parse_pgn(pgn::to_pgn(sheet, chess_game.info), "file", chess_game.info);
}

/// By the rules of chess.
Verdict by_rule(const std::string& rule, std::optional<chess::Color> winner,
                const std::string& what) {
  return {Ending::rules, winner, what, rule};
}

Verdict verdict_of(const std::string& fen, std::vector<std::string> line) {
  Scripted both(follow(std::move(line)));
  return play(both, both, from(fen)).verdict;
}

TEST(MatchGame, EndsByTheLaws) {
  EXPECT_EQ(verdict_of("startpos", {"f3", "e5", "g4", "Qh4"}),
            by_rule("checkmate", chess::black, "Black mates"));
  EXPECT_EQ(verdict_of("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", {"Qg6"}),
            by_rule("stalemate", std::nullopt, "Draw by stalemate"));
  EXPECT_EQ(verdict_of("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", {"Kxe2"}),
            by_rule("material", std::nullopt, "Draw by insufficient material"));
  EXPECT_EQ(verdict_of("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", {"Ra2", "Kd8"}),
            by_rule("fifty_moves", std::nullopt, "Draw by fifty-move rule"));
  // The mate goes before the fifty moves.
  EXPECT_EQ(verdict_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", {"Ra8"}).rule, "checkmate");
}

TEST(MatchGame, CountsTheOpeningsPositionsAsRepeated) {
  const std::vector<std::string> shuffle = {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"};
  Scripted alone(follow(shuffle));
  const PlayedGame game = play(alone, alone);
  EXPECT_EQ(game.verdict, by_rule("repetition", std::nullopt, "Draw by threefold repetition"));
  EXPECT_EQ(game.plies.size(), 8U);

  Opening opening{"four plies", none().start};
  for (std::size_t i = 0; i < 4; ++i) opening.moves.push_back(game.plies[i].move);
  const PlayedGame shorter = play(alone, alone, opening);
  EXPECT_EQ(shorter.plies.size(), 8U);
  EXPECT_FALSE(shorter.plies[3].info);
  EXPECT_TRUE(shorter.plies[4].info);
}

TEST(MatchGame, IsLostByAnyFault) {
  const auto white_does = [](const Scripted::Script& script) {
    Scripted white(script), black(follow({}));
    return play(white, black).verdict;
  };
  const auto fails = [&](engines::FaultKind failure, const std::string& what) {
    return white_does([=](const players::MoveRequest&) {
      return engines::Reply{.fault = {{failure, what}}};
    });
  };
  using engines::FaultKind;
  EXPECT_EQ(fails(FaultKind::died, "ended by signal 11"),
            (Verdict{Ending::crash, chess::black, "White ended by signal 11"}));
  EXPECT_EQ(fails(FaultKind::cannot_start, "cannot be started").ending, Ending::crash);
  EXPECT_EQ(fails(FaultKind::no_answer, "is silent").ending, Ending::hang);
  EXPECT_EQ(fails(FaultKind::malformed, "talks").ending, Ending::malformed);
  EXPECT_EQ(white_does([](const players::MoveRequest&) { return engines::Reply{}; }).ending,
            Ending::no_move);
  const Verdict illegal =
      white_does([](const players::MoveRequest&) { return engines::Reply{.move = "e2e5"}; });
  EXPECT_EQ(illegal,
            (Verdict{Ending::illegal_move, chess::black, "White plays the illegal move e2e5"}));
}

TEST(MatchGame, IsLostOnTimeBeyondTheMargin) {
  const auto with = [](double seconds, const PlayerLimits& limits) {
    Scripted slow([=](const players::MoveRequest& request) {
      engines::Reply answer = reply(request, request.moves.size() % 4 == 0   ? "Nf3"
                                             : request.moves.size() % 4 == 2 ? "Ng1"
                                             : request.moves.size() % 4 == 1 ? "Nf6"
                                                                             : "Ng8");
      if (request.moves.size() % 2 == 0) answer.seconds = seconds;
      return answer;
    });
    return std::string(play(slow, slow, none(), {.margin = 0.1}, limits).verdict.reason());
  };
  EXPECT_EQ(with(1.05, {.seconds = 1}), "repetition");
  EXPECT_EQ(with(1.15, {.seconds = 1}), "time");
  EXPECT_EQ(with(1, {.clock = TimeControl{{0, 4, 0}}}), "repetition");
  EXPECT_EQ(with(1, {.clock = TimeControl{{0, 3.5, 0}}}), "time");
  EXPECT_EQ(with(1, {.clock = TimeControl{{0, 2.5, 0.5}}}), "repetition");
  EXPECT_EQ(with(1, {.clock = TimeControl{{2, 2, 0}}}), "repetition");
  EXPECT_EQ(with(1, {.clock = TimeControl{{2, 2, 0}, {0, 2, 0}}}), "repetition");
  EXPECT_EQ(with(1, {.clock = TimeControl{{2, 2, 0}, {0, 1.5, 0}}}), "time");
  EXPECT_EQ(with(1, {.clock = TimeControl{{2, 2.5, 0}, {0, 1.5, 0}}}), "repetition");
  EXPECT_EQ(with(1, {.clock = TimeControl{{2, 2, 0}, {1, 0.95, 0.05}}}), "repetition");
}

TEST(MatchGame, ShowsTheClocks) {
  Scripted white([](const players::MoveRequest& request) {
    engines::Reply answer = reply(request, request.moves.empty() ? "Nf3" : "Ng1");
    answer.seconds = 3;
    return answer;
  });
  Scripted black([](const players::MoveRequest& request) {
    return request.moves.size() < 3 ? reply(request, "Nf6") : engines::Reply{};
  });
  const PlayerLimits clock{.clock = TimeControl{{40, 10, 0.5}}};
  play_chess(none(), {&white, &black}, {clock, clock});
  ASSERT_EQ(white.turns.size(), 2U);
  EXPECT_EQ(white.turns[0].clocks->left, (std::array{10.0, 10.0}));
  EXPECT_EQ(white.turns[0].clocks->moves_to_control, 40);
  EXPECT_EQ(black.turns[0].clocks->left, (std::array{7.5, 10.0}));
  EXPECT_EQ(white.turns[1].clocks->left, (std::array{7.5, 10.5}));
  EXPECT_EQ(white.turns[1].clocks->moves_to_control, 39);
  EXPECT_EQ(white.turns[1].clocks->increment, (std::array{0.5, 0.5}));
  EXPECT_EQ(white.games, 1);

  // Whoever has no clock is shown with the time of whoever asks.
  Scripted free(follow({"Nf3"}));
  Scripted clocked([](const players::MoveRequest&) { return engines::Reply{}; });
  play_chess(none(), {&free, &clocked}, {PlayerLimits{.nodes = 5}, clock});
  EXPECT_FALSE(free.turns[0].clocks);
  EXPECT_EQ(free.turns[0].limits.nodes, 5U);
  EXPECT_EQ(clocked.turns[0].clocks->left, (std::array{10.0, 10.0}));
}

TEST(MatchGame, GoesFromPeriodToPeriod) {
  const std::vector<std::string> line = {"Nf3", "Nf6", "Nd4", "Nd5", "Nb3", "Nb6", "Nc3", "Nc6"};
  Scripted white([&](const players::MoveRequest& request) {
    if (request.moves.size() == line.size()) return engines::Reply{};
    engines::Reply answer = reply(request, line[request.moves.size()]);
    answer.seconds = 1;
    return answer;
  });
  Scripted black(follow(line));
  const PlayerLimits clock{.clock = TimeControl{{2, 10, 0}, {1, 5, 0.5}}};
  play_chess(none(), {&white, &black}, {clock, clock});
  ASSERT_EQ(white.turns.size(), 5U);
  std::vector<double> left;
  std::vector<int> moves, periods;
  for (const players::MoveRequest& turn : white.turns) {
    left.push_back(turn.clocks->left[0]);
    moves.push_back(turn.clocks->moves_to_control.value());
    periods.push_back(turn.clocks->period);
  }
  EXPECT_EQ(left, (std::vector<double>{10, 9, 13, 17.5, 22}));
  EXPECT_EQ(moves, (std::vector{2, 1, 1, 1, 1}));
  EXPECT_EQ(periods, (std::vector{0, 0, 1, 1, 1}));
  EXPECT_EQ(white.turns[2].clocks->increment[0], 0.5);
}

TEST(MatchGame, GivesAsMuchTimeAsTheOpponentUsed) {
  const std::vector<std::string> line = {"Nf3", "Nf6", "Nd4", "Nd5", "Nb3", "Nb6", "Nc3", "Nc6"};
  const auto with = [&](double seconds, std::vector<double>* allowed) {
    Scripted slow([&](const players::MoveRequest& request) {
      if (request.moves.size() == line.size()) return engines::Reply{};
      engines::Reply answer = reply(request, line[request.moves.size()]);
      answer.seconds = 2;
      return answer;
    });
    Scripted equal([&, seconds](const players::MoveRequest& request) {
      if (allowed) allowed->push_back(request.limits.seconds);
      engines::Reply answer = reply(request, line[request.moves.size()]);
      answer.seconds = seconds;
      return answer;
    });
    return play_chess(none(), {&slow, &equal}, {PlayerLimits{.depth = 3}, {.equal = 0.5}},
                      {.margin = 0.1})
        ->verdict.reason();
  };
  std::vector<double> allowed;
  EXPECT_EQ(with(1.5, &allowed), "no_move");
  EXPECT_EQ(allowed, (std::vector<double>{2, 2.5, 3, 3.5}));
  EXPECT_EQ(with(2.02, nullptr), "no_move");
  EXPECT_EQ(with(2.2, nullptr), "time");
}

/// Both walk their knights about so that nothing repeats soon, with these scores.
Verdict adjudicated(const Adjudication& adjudication, const std::vector<int>& white_scores,
                    const std::vector<int>& black_scores) {
  const std::vector<std::string> line = {"Nf3", "Nf6", "Nd4", "Nd5", "Nb3", "Nb6", "Nc3", "Nc6",
                                         "Ne4", "Ne5", "Ng3", "Ng6", "Nf5", "Nf4", "e3",  "e6"};
  Scripted both([=](const players::MoveRequest& request) {
    const auto& scores = request.moves.size() % 2 == 0 ? white_scores : black_scores;
    return reply(request, line.at(request.moves.size()), scores.at(request.moves.size() / 2));
  });
  return play(both, both, none(), {.adjudication = adjudication}).verdict;
}

TEST(MatchGame, IsAdjudicated) {
  const Adjudication resign{.resign = Adjudication::Rule{500, 3}};
  EXPECT_EQ(adjudicated(resign, {-600, -499, -500, -700, -500}, {0, 0, 0, 0, 0}),
            (Verdict{Ending::adjudicated_loss, chess::black, "Black wins by adjudication"}));
  const Adjudication draw{.draw = Adjudication::Rule{20, 2}, .draw_from = 5};
  const Verdict drawn = adjudicated(draw, {0, 0, 0, 99, 0, 20}, {0, 0, 0, 0, -20, 0});
  EXPECT_EQ(drawn, (Verdict{Ending::adjudicated_draw, std::nullopt, "Draw by adjudication"}));
  EXPECT_EQ(adjudicated({.longest = 4}, {0, 0, 0, 0}, {0, 0, 0, 0}).what,
            "Draw by adjudication: 4 moves");
  // An opening may be too long already: then nobody is asked for a move.
  EXPECT_EQ(adjudicated({.longest = 1}, {0, 0, 0, 0}, {0, 0, 0, 0}).what,
            "Draw by adjudication: 1 move");
}

TEST(MatchGame, IsAdjudicatedByEndgameTables) {
  const Rules rules{.adjudication = {.endgames = std::make_shared<chess::EndgameTables>(
                                         testing::endgame_folder())}};
  const auto verdict = [&](const std::string& fen, const std::string& move) {
    Scripted both(follow({move, "Kb2"}));
    const PlayedGame game = play(both, both, from(fen), rules);
    EXPECT_EQ(game.plies.size(), 1U);
    return game.verdict;
  };
  const std::string pawn = "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1";
  EXPECT_EQ(verdict(pawn, "Kd3"), (Verdict{Ending::endgame_tables, chess::black,
                                           "Black wins by the endgame tables: mate in 7"}));
  const Verdict drawn = verdict(pawn, "Kb4");
  EXPECT_EQ(drawn, (Verdict{Ending::endgame_tables, std::nullopt, "Draw by the endgame tables"}));
  EXPECT_EQ(drawn.reason(), "endgame_tables");
  // Mate on the board is mate by the rules.
  EXPECT_EQ(verdict("8/8/8/8/8/2k5/7r/2K5 b - - 0 1", "Rh1").ending, Ending::rules);
}

TEST(MatchGame, TakesAnAnnouncedMateForAScore) {
  Scripted white(follow({"Nf3", "", "Ng1", "", "Nf3"}));
  Scripted black([](const players::MoveRequest& request) {
    engines::Reply answer = reply(request, request.moves.size() == 1 ? "Nf6" : "Ng8");
    answer.lines.back().centipawns.reset();
    answer.lines.back().mate = -3;
    return answer;
  });
  const Rules rules{.adjudication = {.resign = Adjudication::Rule{1000, 2}}};
  EXPECT_EQ(play(white, black, none(), rules).verdict.winner, chess::white);
}

TEST(MatchGame, IsNoneWhenStopped) {
  std::atomic<bool> stop = false;
  Scripted player([&](const players::MoveRequest& request) {
    stop = true;
    return reply(request, "e4");
  });
  EXPECT_FALSE(play_chess(none(), {&player, &player}, {}, {}, stop));
}

TEST(MatchGame, BuiltInsMoveWithinAnyLimit) {
  search::Job job;
  job.switches["quiescence"] = 1;
  players::BuiltIn player({.name = "hasty", .job = job, .always_moves = true}, chess_game);
  const PlayerLimits one_node{.nodes = 1};
  const auto game = play_chess(none(), {&player, &player}, {one_node, one_node},
                               {.adjudication = {.longest = 5}});
  EXPECT_NE(game->verdict.ending, Ending::no_move);
  EXPECT_GT(game->plies.size(), 3U);
}

TEST(MatchGame, IsPlayedByChess960Rules) {
  search::Job job;
  job.algorithm = "pvs";
  players::BuiltIn player({"pvs", job}, chess_game);
  std::uint64_t seed = 3;
  int castled = 0;
  for (int i = 0; i < 6; ++i) {
    const Opening opening{
        "chess960", AnyStart::of<chess::Chess>(chess::ValidSetup(testing::draw_castlers(seed)))};
    const PlayerLimits limits{.depth = 2};
    const auto game = play_chess(opening, {&player, &player}, {limits, limits},
                                 {.adjudication = {.longest = 30}});
    const pgn::PgnFile file = read_again(sheet_of(*game));
    ASSERT_EQ(file.games.size(), 1U);
    ASSERT_EQ(file.games[0].moves.size(), game->plies.size());
    for (std::size_t ply = 0; ply < game->plies.size(); ++ply)
      EXPECT_EQ(file.games[0].moves[ply].move, game->plies[ply].move);
    castled += pgn::to_pgn(sheet_of(*game), chess_game.info).find("O-O") != std::string::npos;
  }
  EXPECT_GT(castled, 0);
}

TEST(ScoreSheet, WritesThoughtsAsOthersReadThem) {
  EXPECT_EQ(to_comment({35, {}, 12, 0.53, 1234567}), "+0.35/12 0.530000s 1234567n");
  EXPECT_EQ(to_comment({-1207, {}, 3, 0, 1}), "-12.07/3 0.000000s 1n");
  EXPECT_EQ(to_comment({{}, 3, 9, 1, 2}), "+M5/9 1.000000s 2n");
  EXPECT_EQ(to_comment({{}, -2, {}, 1, 2}), "-M4 1.000000s 2n");
  EXPECT_EQ(to_comment({{}, {}, 7, 0.000035, 2}), "/7 0.000035s 2n");
  for (const MoveInfo& info :
       {MoveInfo{35, {}, 12, 0.5, 1234567}, MoveInfo{-5, {}, {}, 0, 1}, MoveInfo{0, {}, 1, 0, 0},
        MoveInfo{{}, 3, 9, 1, 2}, MoveInfo{{}, -2, 4, 1, 2}, MoveInfo{{}, {}, {}, 1, 2},
        MoveInfo{{}, {}, 7, 0.000035, 2}, MoveInfo{35, {}, 12, 12.345679, 1234567},
        MoveInfo{35, {}, 12, 0.5, 1234567, false, "cutoffs=12 probes=3"}})
    EXPECT_EQ(info_in(to_comment(info) + ", White mates"), info) << to_comment(info);
}

TEST(ScoreSheet, HandlesHugeNumbers) {
  for (const char* comment :
       {"+M2147483647/99999999999 1s 1n", "-2147483648.99", "+", "-M-5", "-M4 1s -0"})
    EXPECT_EQ(info_in(to_comment(info_in(comment))), info_in(comment)) << comment;
}

TEST(ScoreSheet, RoundTrips) {
  Scripted both(follow({"f3", "e5", "g4", "Qh4"}));
  PlayedGame game = play(both, both);
  game.number = 7;
  game.players = {"one \"quoted\"", "other"};
  game.limits = {PlayerLimits{.nodes = 2000},
                 PlayerLimits{.seconds = 0.5, .clock = TimeControl{{40, 60, 0.5}}}};
  game.definitions = {"pvs with plain", "stockfish by 'sf', uci"};
  const pgn::PgnGame sheet = sheet_of(game);
  EXPECT_EQ(sheet.tag("Round"), "7");
  EXPECT_EQ(sheet.tag("WhiteTimeControl"), "-");
  EXPECT_EQ(sheet.tag("BlackTimeControl"), "40/60+0.5");
  EXPECT_EQ(sheet.tag("BlackLimits"), "time 0.5 clock 40/60+0.5");
  EXPECT_EQ(sheet.tag("Termination"), "normal");
  EXPECT_EQ(sheet.tag("Program"), "plylab 1 (a)");
  EXPECT_EQ(sheet.tag("Rules"), "margin 0.1");
  EXPECT_EQ(sheet.tag("WhitePlayer"), "pvs with plain");
  const PlayedGame back = game_of(read_again(sheet).games.at(0), chess_game.info);
  EXPECT_EQ(back.number, game.number);
  EXPECT_EQ(back.opening, game.opening);
  EXPECT_EQ(back.players, game.players);
  EXPECT_EQ(back.definitions, game.definitions);
  EXPECT_EQ(back.limits, game.limits);
  EXPECT_EQ(back.plies, game.plies);
  EXPECT_EQ(back.verdict, game.verdict);

  game.plies.clear();  // lost with the first move
  game.verdict = {Ending::crash, chess::black, "White ended by signal 11, alas"};
  EXPECT_EQ(game_of(sheet_of(game), chess_game.info).verdict, game.verdict);
}

TEST(ScoreSheet, RefusesOthersGames) {
  const auto file = pgn::parse_pgn("[Round \"1\"]\n\n1. e4 1-0", "file", chess_game.info);
  EXPECT_THROW(game_of(file.games.at(0), chess_game.info), InputError);
}

}  // namespace
}  // namespace plylab::suites::play::match
