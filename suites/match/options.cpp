#include "suites/match/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/files.h"
#include "reports/game_options.h"
#include "search/core/budget.h"

namespace plylab::suites::match {

void Options::add_to(reports::Command command, const std::vector<search::SearchableGame>& known) {
  const bool chess = search::has_chess(known);
  reports::add_game_option(command, game, game_names(known));
  add_players(command, chess);
  add_openings(command, chess);
  add_rules(command);
  add_file(command);
}

void Options::add_players(reports::Command whole, bool chess) {
  const reports::Command command = whole.group("Players"), limited = whole.group("Limits");
  command.add_option(
      "--search", searches,
      fmt::format("A built-in search: \"NAME=pvs with table=16{} order hash{}\"; only the "
                  "algorithm is needed; may be repeated",
                  chess ? ",null eval pst" : "", chess ? " gen x88" : ""));
  if (chess) {
    engines.add_to(command);
    command.add_option("--hash MIB", hash, "MiB of each engine's table (default: its own)")
        .range(1, 1 << 20);
  }
  limited.add_option("-d,--depth N", depth, "Plies, for each move").range(1, search::max_ply - 1);
  limited.add_option("--nodes N", nodes, "Positions to visit for each move").positive();
  command.add_option("--time", seconds, "Seconds for each move (default: 0.1 if there is no limit)")
      .positive();
  limited.add_option("--clock", clock,
                     "A time control in seconds: 10+0.1 with an increment, 40/60 for 40 moves");
  limited.add_option("--limits", limits,
                     "Limits of one player in place of the common ones: \"NAME:depth 6 nodes 20000 "
                     "time 0.1 clock 10+0.1\"; may be repeated");
  limited.add_option("--margin SECONDS", margin, "Seconds of overtime that are forgiven")
      .non_negative()
      .show_default();
}

void Options::add_openings(reports::Command whole, bool chess) {
  const reports::Command command = whole.group("Games");
  const std::string files = "A file of games in PGN, of lines of moves, or of positions",
                    otherwise = " (default: random moves, balanced by nothing)";
  if (chess)
    command
        .add_option("--openings FILE|NAME", openings,
                    files + ", of chess in EPD or FEN; or the name of a shipped suite" + otherwise)
        .offers(shipped_names(".epd"));
  else
    command.add_option("--openings FILE", openings, files + otherwise);
  command
      .add_option("--plies", plies,
                  "The most plies of an opening (default: 16; 8 of random ones, or a quarter of a "
                  "short game)")
      .range(0, 400);
  command
      .add_option("--games", games,
                  "Games of each pair of players, two with each opening (default: two with each "
                  "opening of the file, else 20, with --sprt at most 20000)")
      .range(1, 10'000'000);
  command.add_option("--seed", seed, "Of random openings, and of --shuffle").show_default();
  command.add_flag("--shuffle", shuffle, "Take the openings in an order drawn by the seed");
  if (chess) command.add_flag("--chess960", chess960, "Random openings of Chess960");
  command.add_flag("--gauntlet", gauntlet, "The first player plays all others, only");
  command.add_option(
      "--sprt elo0=A,elo1=B", sprt,
      "A sequential test that ends a match of two as soon as it can tell: the first player is A, "
      "or B, Elo better than the second; also alpha=0.05,beta=0.05, the probabilities of error, "
      "and "
      "model=normalized or logistic, which Elo");
}

void Options::add_rules(reports::Command whole) {
  const reports::Command command = whole.group("When a game is ended early");
  command
      .add_option("--resign CP,MOVES", resign,
                  "CP,MOVES: lost for a player whose own score is -CP or worse in so many moves "
                  "in a row")
      .delimiter(',')
      .values(2, 2)
      .non_negative();
  command
      .add_option("--draw CP,MOVES[,FROM]", draw,
                  "CP,MOVES[,FROM]: drawn if both scores are within CP of 0 in so many moves in a "
                  "row, from move FROM on")
      .delimiter(',')
      .values(2, 3)
      .non_negative();
  command.add_option("--max-moves", longest, "Drawn after so many moves of each side").positive();
}

void Options::add_file(reports::Command command) {
  command.add_option("--pgn FILE", pgn, "Write the games to this file as they are finished");
  command.add_flag("--resume", resume,
                   "Go on with the match in the file of --pgn; the other options must be the same");
  command.add_option("--event TEXT", event, "The tag Event").show_default();
  command.add_option("-j,--jobs N", jobs, "Games at once, each with players of its own")
      .range(1, 1024)
      .show_default();
}

}  // namespace plylab::suites::match
