#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/engine_fault.h"
#include "gen/find_entry.h"
#include "gen/input_error.h"
#include "reports/command_line.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "reports/sources.h"
#include "suites/commands.h"
#include "suites/match/contestants.h"
#include "suites/match/game_file.h"
#include "suites/match/game_pgn.h"
#include "suites/match/match.h"
#include "suites/match/resume.h"
#include "suites/match/tables.h"
#include "suites/play/engine_options.h"
#include "suites/play/search_spec.h"

namespace plylab::suites::match {
namespace {

struct Options {
  std::vector<std::string> searches, limits;
  play::EngineOptions engines;
  int hash = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0, margin = 0.1;
  std::string clock;
  std::string openings;
  std::size_t plies = 0, games = 0;
  std::uint64_t seed = 1;
  bool chess960 = false, shuffle = false, gauntlet = false;
  std::vector<int> resign, draw;
  int longest = 0, jobs = 1;
  std::string pgn, event = "plylab match";
  bool resume = false;
};

/// The limits of everybody who has none of its own.
PlayerLimits common_limits(const Options& options) {
  constexpr double default_seconds = 0.1;
  PlayerLimits limits;
  if (options.depth > 0) limits.depth = options.depth;
  if (options.nodes > 0) limits.nodes = options.nodes;
  if (options.seconds > 0) limits.seconds = options.seconds;
  if (!options.clock.empty()) limits.clock = parse_time_control("--clock", options.clock);
  if (limits.empty()) limits.seconds = default_seconds;
  return limits;
}

/// Gives players the limits that "--limits NAME:LIMITS" says. A name may have colons.
void set_limits(const std::vector<std::string>& texts, std::vector<Contestant>& players) {
  for (const std::string& text : texts) {
    const std::string where = fmt::format("--limits '{}'", text);
    const auto colon = text.rfind(':');
    if (colon == text.npos) throw InputError(fmt::format("{}: wants NAME:LIMITS", where));
    const std::string name = text.substr(0, colon);
    const auto player = std::find_if(players.begin(), players.end(),
                                     [&](const Contestant& one) { return one.name == name; });
    if (player == players.end()) refuse_name(where, name, names_in(players));
    player->limits = parse_limits("--limits", text.substr(colon + 1));
    if (player->limits.empty()) throw InputError(fmt::format("{}: names no limit", where));
  }
}

std::vector<Contestant> players_of(const Options& options, const std::atomic<bool>& stop) {
  const PlayerLimits limits = common_limits(options);
  std::vector<Contestant> players;
  for (const std::string& text : options.searches)
    players.push_back(
        contestant(play::parse_search("--search", text, search::searchable_chess()), limits));
  for (const play::EngineSpec& engine : options.engines.specs(options.hash))
    players.push_back(contestant(engine, limits, stop));
  if (players.size() < 2) throw InputError("match: wants at least two players: --search, --engine");
  for (auto one = players.begin(); one != players.end(); ++one)
    if (std::any_of(players.begin(), one,
                    [&](const auto& other) { return other.name == one->name; }))
      throw InputError(fmt::format("match: two players are called '{}'", one->name));
  set_limits(options.limits, players);
  return players;
}

/// The openings, and how many games each pair of players has.
struct Programme {
  std::vector<Opening> openings;
  std::size_t games;
  std::optional<reports::Source> source;
};

Programme programme_of(const Options& options) {
  constexpr std::size_t default_games = 20, default_plies = 16, default_random_plies = 8;
  const auto or_else = [](std::size_t given, std::size_t otherwise) {
    return given > 0 ? given : otherwise;
  };
  Programme programme;
  if (options.openings.empty()) {
    programme.games = or_else(options.games, default_games);
    programme.openings =
        random_openings((programme.games + 1) / 2, or_else(options.plies, default_random_plies),
                        options.seed, options.chess960);
  } else {
    if (options.chess960) throw InputError("--chess960: the openings come from a file");
    Openings loaded = load_openings(options.openings, or_else(options.plies, default_plies));
    for (const epd::Issue& issue : loaded.issues) fmt::print(stderr, "{}\n", epd::to_string(issue));
    programme = {std::move(loaded.openings), 0, std::move(loaded.source)};
    programme.games = or_else(options.games, 2 * programme.openings.size());
  }
  if (options.shuffle) shuffle(programme.openings, options.seed);
  return programme;
}

Rules rules_of(const Options& options) {
  Rules rules{.margin = options.margin};
  rules.adjudication.longest = options.longest;
  const auto rule_of = [](const char* option, const std::vector<int>& numbers) {
    if (numbers[1] < 1) throw InputError(fmt::format("{}: wants one move at least", option));
    return Adjudication::Rule{numbers[0], numbers[1]};
  };
  if (!options.resign.empty()) rules.adjudication.resign = rule_of("--resign", options.resign);
  if (!options.draw.empty()) rules.adjudication.draw = rule_of("--draw", options.draw);
  if (options.draw.size() > 2) rules.adjudication.draw_from = options.draw[2];
  return rules;
}

/// "2026.11.21", as PGN writes dates.
std::string pgn_date(std::string date) {
  date.resize(std::min<std::size_t>(date.size(), 10));
  std::replace(date.begin(), date.end(), '-', '.');
  return date;
}

/// Plays what is not in the file yet, and adds it there.
PlayedGames play(const Match& match, const Options& options, reports::Session& session) {
  if (options.pgn.empty() && options.resume) throw InputError("--resume: there is no --pgn");
  std::optional<GameFile> file;
  PlayedGames games(match.pairings.size());
  if (!options.pgn.empty()) {
    file.emplace(options.pgn, options.resume);
    games = resume(match, file->kept(), options.pgn);
    file->open();
    for (const auto& game : games)
      if (game) file->skip(game->number);
  }
  const std::string date = pgn_date(session.provenance(options.jobs).date);
  reports::Progress progress("match", "games");
  double played = 0;
  play_all(match, games, [&](std::size_t place) {
    const PlayedGame& game = *games[place];
    if (file) file->add(game.number, pgn::to_pgn(to_pgn_game(game, options.event, date)));
    ++played;
    progress.update(played / static_cast<double>(games.size()), played);
  });
  if (file) file->flush();
  progress.finish();
  return games;
}

void run_match(const Options& options, reports::Session& session) {
  session.check_options();
  Programme programme = programme_of(options);
  Match match{.openings = std::move(programme.openings),
              .rules = rules_of(options),
              .jobs = options.jobs,
              .stop = &session.stop()};
  try {
    match.players = players_of(options, session.stop());
  } catch (const engines::EngineFault&) {  // stopped before the engines had started
    return session.publish({.complete = false}, options.jobs);
  }
  match.pairings =
      pairings(match.players.size(), match.openings.size(), programme.games, options.gauntlet);
  const PlayedGames games = play(match, options, session);

  reports::Report report{.complete = !session.stop(), .tables = {players_table(match, games)}};
  if (match.players.size() > 2) report.tables.push_back(head_to_head_table(match, games));
  report.tables.push_back(games_table(games));
  auto& notes = report.tables.front().notes;
  if (programme.games > 2 * match.openings.size())
    notes.push_back(
        fmt::format("there are {} openings: some are played again", match.openings.size()));
  if (!options.pgn.empty()) notes.push_back("the games are in " + options.pgn);
  if (programme.source) report.tables.push_back(reports::sources_table({*programme.source}));
  if (any_fault(games)) session.note_difference();
  session.publish(std::move(report), options.jobs);
}

std::string endings_help() {
  std::string text = "Reasons in the table games:";
  for (const EndingEntry& entry : endings)
    text += fmt::format("\n  {:<13} {}", entry.name, entry.help);
  return text;
}

void add_players(reports::Command whole, Options& options) {
  const reports::Command command = whole.group("Players"), limits = whole.group("Limits");
  command
      .add_option("--search", options.searches,
                  "A built-in search: \"NAME=pvs with table=16,null eval pst order hash gen x88\"; "
                  "only the algorithm is needed; may be repeated")
      .one_value_each();
  options.engines.add_to(command);
  command.add_option("--hash MIB", options.hash, "MiB of each engine's table (default: its own)")
      .range(1, 1 << 20);
  limits.add_option("-d,--depth N", options.depth, "Plies, for each move")
      .range(1, search::max_ply - 1);
  limits.add_option("--nodes N", options.nodes, "Positions to visit for each move").positive();
  limits
      .add_option("--time SECONDS", options.seconds,
                  "Seconds for each move (default: 0.1 if there is no limit)")
      .positive();
  limits.add_option("--clock", options.clock,
                    "A time control in seconds: 10+0.1 with an increment, 40/60 for 40 moves");
  limits
      .add_option("--limits", options.limits,
                  "Limits of one player in place of the common ones: \"NAME:depth 6 nodes 20000 "
                  "time 0.1 clock 10+0.1\"; may be repeated")
      .one_value_each();
  limits.add_option("--margin SECONDS", options.margin, "Seconds of overtime that are forgiven")
      .non_negative()
      .show_default();
}

void add_openings(reports::Command whole, Options& options) {
  const reports::Command command = whole.group("Games");
  command.add_option("--openings FILE|NAME", options.openings,
                     "EPD or FEN, PGN, or lines of moves in SAN or UCI: a file, or the name of a "
                     "shipped suite (default: random moves, balanced by nothing)");
  command
      .add_option("--plies", options.plies,
                  "The most plies of an opening (default: 16; 8 of random ones)")
      .range(1, 400);
  command
      .add_option("--games", options.games,
                  "Games of each pair of players, two with each opening (default: two with each "
                  "opening of the file, else 20)")
      .range(1, 10'000'000);
  command.add_option("--seed", options.seed, "Of random openings, and of --shuffle").show_default();
  command.add_flag("--shuffle", options.shuffle, "Take the openings in an order drawn by the seed");
  command.add_flag("--chess960", options.chess960, "Random openings of Chess960");
  command.add_flag("--gauntlet", options.gauntlet, "The first player plays all others, only");
}

void add_rules(reports::Command whole, Options& options) {
  const reports::Command command = whole.group("When a game is ended early");
  command
      .add_option("--resign CP,MOVES", options.resign,
                  "CP,MOVES: lost for a player whose own score is -CP or worse in so many moves "
                  "in a row")
      .delimiter(',')
      .values(2, 2)
      .non_negative();
  command
      .add_option("--draw CP,MOVES[,FROM]", options.draw,
                  "CP,MOVES[,FROM]: drawn if both scores are within CP of 0 in so many moves in a "
                  "row, from move FROM on")
      .delimiter(',')
      .values(2, 3)
      .non_negative();
  command.add_option("--max-moves", options.longest, "Drawn after so many moves of each side")
      .positive();
}

}  // namespace

void add_match_command(reports::Command app, reports::Session& session, const Games&) {
  const auto options = std::make_shared<Options>();
  const reports::Command command =
      app.add_subcommand("match", "Play games between searches and engines, and write them as PGN");
  add_players(command, *options);
  add_openings(command, *options);
  add_rules(command, *options);
  command.add_option("--pgn FILE", options->pgn,
                     "Write the games to this file as they are finished");
  command.add_flag("--resume", options->resume,
                   "Go on with the match in the file of --pgn; the other options must be the same");
  command.add_option("--event TEXT", options->event, "The tag Event").show_default();
  command.add_option("-j,--jobs N", options->jobs, "Games at once, each with players of its own")
      .range(1, 1024)
      .show_default();
  session.add_options(command);
  command.example(
      "plylab match --search \"plain=pvs with table=4\" \\\n  --search \"null=pvs with "
      "table=4,null\" --nodes 20000 --games 100 \\\n  --pgn null.pgn --jobs 2");
  command.notes(endings_help() +
                "\nExit status: 0; 1 if a player crashed, hung or played no legal move; 2 wrong use"
                "\nDocuments: MATCH.md, PROTOCOLS.md (plylab list documents says where)");
  command.callback([options, &session] { run_match(*options, session); });
}

}  // namespace plylab::suites::match
