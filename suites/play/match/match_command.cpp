#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/base/encoding.h"
#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/chess/book/book_file.h"
#include "gen/engines/process.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/sources.h"
#include "reports/text/terminal.h"
#include "search/core/budget.h"
#include "search/run/searchable_game.h"
#include "suites/play/book/book_player.h"
#include "suites/play/book/game_tree.h"
#include "suites/play/elo/results.h"
#include "suites/play/match/game_file.h"
#include "suites/play/match/match.h"
#include "suites/play/match/openings.h"
#include "suites/play/match/tables.h"
#include "suites/players/built_in.h"
#include "suites/players/engine_player.h"

namespace plylab::suites::play::match {
namespace {

/// The options of the command; 0, empty or none if not given.
struct Options {
  std::string game;
  std::vector<std::string> searches;
  players::EngineOptions engines;
  int hash = 0;
  PlayerLimits limits;  // of players without their own
  std::string clock;
  std::vector<std::string> own_limits;
  std::string openings;
  std::optional<std::size_t> plies;
  std::size_t games = 0;
  std::uint64_t seed = 1;
  bool ponder = false;
  bool chess960 = false, shuffle = false, gauntlet = false;
  Rules rules = {.margin = 0.1};
  std::vector<int> resign, draw;
  std::string endgames;
  int jobs = 1;
  std::string pgn, event = "Match";
  bool resume = false;
  bool counters = false;
  std::string sprt;
  std::vector<std::string> books;
  bool learn = false;
  book::BookLimits book_limits{.max_moves = 6};  // as many as RDChess stores

  /// Adds them to the command; those of chess only if it is one of the games.
  void add_to(cli::Command command, const std::vector<search::SearchableGame>& known);

 private:
  void add_players(cli::Command whole, bool chess);
  void add_book(cli::Command whole, bool chess);
  void add_openings(cli::Command whole, bool chess);
  void add_rules(cli::Command whole, bool chess);
  void add_file(cli::Command command);
};

void Options::add_to(cli::Command command, const std::vector<search::SearchableGame>& known) {
  const bool chess = search::has_chess(known);
  cli::add_game_option(command, game, game_names(known));
  add_players(command, chess);
  add_book(command, chess);
  add_openings(command, chess);
  add_rules(command, chess);
  add_file(command);
}

void Options::add_players(cli::Command whole, bool chess) {
  const cli::Command command = whole.group("Players"), limited = whole.group("Limits");
  command.add_option(
      "--search", searches,
      fmt::format(
          "A built-in search: \"NAME=pvs with table=16{} order hash{} table kept\"; all but "
          "the algorithm may be left out; may be repeated",
          chess ? ",null eval pst" : "", chess ? " gen x88" : ""));
  if (chess) {
    engines.add_to(command);
    command
        .add_option("--hash MIB", hash,
                    "Size of each engine's table in MiB (default: the engine's own)")
        .range(1, 1 << 20);
    command.add_flag("--ponder", ponder, "Let engines ponder");
  }
  limited.add_option("-d,--depth N", limits.depth, "Depth of each move's search, in plies")
      .range(1, search::max_ply - 1);
  limited.add_option("--nodes N", limits.nodes, "Nodes for each move").positive();
  limited
      .add_option("--time", limits.seconds,
                  "Seconds for each move (default: 0.1 without other limits)")
      .positive();
  limited.add_option(
      "--clock", clock,
      "A time control in seconds: 10+0.1 with an increment, 40/60 for every 40 moves, "
      "40/7200:20/3600:900+30 for several periods");
  limited.add_option(
      "--limits", own_limits,
      "Limits of one player that replace the common ones: \"NAME:depth 6 nodes 20000 time "
      "0.1 clock 10+0.1\", or \"NAME:equal 0.1\" for as much time as the opponent has "
      "used, at least 0.1 s per move; may be repeated");
  limited.add_option("--margin SECONDS", rules.margin, "Tolerance of time limits, in seconds")
      .non_negative()
      .show_default();
}

void Options::add_book(cli::Command whole, bool chess) {
  const cli::Command command = whole.group("Books of players");
  const auto file = command.add_option(
      "--book [NAME:]FILE", books,
      fmt::format(
          "A PGN file as the book of this player (default: the first player), which repeats "
          "moves that won and avoids moves that lost{}; may be repeated",
          chess ? "; or a plylab or Polyglot book to play from" : ""));
  command
      .add_flag("--learn", learn,
                "Add each game of the match to the PGN book, which is created if it does not exist")
      .needs(file);
  command
      .add_option(
          "--book-moves N", book_limits.max_moves,
          "Choose among the N moves of greatest weight in a position; if N moves of a PGN book "
          "have been tried and all lose, the one that loses last is played")
      .range(0, 1000)
      .show_default();
  if (!chess) return;
  command
      .add_option("--book-plies N", book_limits.plies,
                  "Use the book only in the first N plies of a game (default: as far as it goes)")
      .range(1, 1000)
      .needs(file);
  command
      .add_option("--book-games N", book_limits.min_games,
                  "Only use book moves from at least N games")
      .range(1, 1'000'000'000)
      .needs(file)
      .show_default();
}

void Options::add_openings(cli::Command whole, bool chess) {
  const cli::Command command = whole.group("Games");
  const std::string files = "A file of games in PGN, of lines of moves, or of positions",
                    otherwise = " (default: random moves)";
  if (chess)
    command
        .add_option("--openings FILE|NAME", openings,
                    files +
                        ", of chess in EPD or FEN; a book of plylab or Polyglot; or the name "
                        "of a shipped suite" +
                        otherwise)
        .offers(shipped_names(".epd"));
  else
    command.add_option("--openings FILE", openings, files + otherwise);
  command
      .add_option(
          "--plies", plies,
          "Most plies of an opening (default: 16; random openings: 8, or a quarter of a short "
          "game)")
      .range(0, 400);
  command
      .add_option(
          "--games", games,
          "Games between any two players, two with each opening (default: two with each "
          "opening of the file; with a book or without a file 20, or up to 20000 with --sprt)")
      .range(1, 10'000'000);
  command
      .add_option("--seed", seed, "Seed of random openings, of moves from books, and of --shuffle")
      .show_default();
  command.add_flag("--shuffle", shuffle, "Use the openings in random order");
  if (chess)
    command.add_flag("--chess960", chess960, "Random openings from starting positions of Chess960");
  command.add_flag("--gauntlet", gauntlet, "Let only the first player play all others");
  command.add_option(
      "--sprt elo0=A,elo1=B", sprt,
      "End a match of two players by a sequential test (SPRT) of whether the first is A or "
      "B Elo better than the second. Further keys: alpha=0.05,beta=0.05 (error "
      "probabilities), model=normalized or logistic (kind of Elo)");
}

void Options::add_rules(cli::Command whole, bool chess) {
  const cli::Command command = whole.group("Adjudication");
  command
      .add_option(
          "--resign CP,MOVES", resign,
          "Adjudicate a loss if a player's own score is -CP or worse for MOVES moves in a row")
      .delimiter(',')
      .values(2, 2)
      .non_negative();
  command
      .add_option(
          "--draw CP,MOVES[,FROM]", draw,
          "Adjudicate a draw if both scores are within CP of 0 for MOVES moves in a row, from "
          "move FROM on")
      .delimiter(',')
      .values(2, 3)
      .non_negative();
  command
      .add_option("--max-moves", rules.adjudication.longest,
                  "Adjudicate a draw after N moves of each side, those of the opening included")
      .positive();
  if (chess)
    command.add_option("--endgames DIR", endgames,
                       "Adjudicate by the endgame tables in this folder (see plylab endgame)");
}

void Options::add_file(cli::Command command) {
  command.add_option("--pgn FILE", pgn, "Write the games to this file as they are finished");
  command.add_flag(
      "--resume", resume,
      "Resume the match in the file of --pgn; the options must be the same, but for --jobs, "
      "--counters, and more --games of two players (not with random or shuffled openings)");
  command.add_flag("--counters", counters,
                   "Write the counters of built-in searches into the comments of their moves");
  command.add_option("--event TEXT", event, "Value of the tag Event").show_default();
  cli::add_jobs_option(command, jobs, "Games to play in parallel, each with its own players");
}

/// The limits of players without their own.
PlayerLimits common_limits(const Options& options) {
  constexpr double default_seconds = 0.1;
  PlayerLimits limits = options.limits;
  if (!options.clock.empty()) limits.clock = parse_time_control("--clock", options.clock);
  if (limits.empty()) limits.seconds = default_seconds;
  return limits;
}

/// The player named in "NAME:…", whose name and colon are removed from the text; null if it names
/// none. A name may contain colons.
Contestant* take_player(std::string_view& text, std::vector<Contestant>& players) {
  const auto player = std::find_if(players.begin(), players.end(), [&](const Contestant& one) {
    return text.starts_with(one.name) && text.substr(one.name.size()).starts_with(':');
  });
  if (player == players.end()) return nullptr;
  text.remove_prefix(player->name.size() + 1);
  return &*player;
}

/// Sets the limits of players by "--limits NAME:LIMITS".
void set_limits(const std::vector<std::string>& texts, std::vector<Contestant>& players) {
  for (const std::string& text : texts) {
    const std::string where = fmt::format("--limits '{}'", text);
    std::string_view limits = text;
    Contestant* const player = take_player(limits, players);
    const auto colon = text.find(':');
    if (colon == text.npos) throw InputError(fmt::format("{}: needs NAME:LIMITS", where));
    if (player == nullptr) refuse_name(where, text.substr(0, colon), names_in(players));
    player->limits = parse_limits("--limits", limits);
    if (player->limits.empty()) throw InputError(fmt::format("{}: no limit given", where));
  }
}

std::vector<Contestant> players_of(const Options& options, const search::SearchableGame& game,
                                   const std::atomic<bool>& stop) {
  const PlayerLimits limits = common_limits(options);
  std::vector<Contestant> players;
  for (const std::string& text : options.searches) {
    players::SearchSpec search = players::parse_search("--search", text, game, options.jobs);
    search.tells_counters = options.counters;
    players.push_back(contestant(game, search, limits));
  }
  if (options.ponder && !options.searches.empty())
    throw InputError(
        "--ponder: a built-in search does not ponder; as an engine it does: --engine \"plylab uci "
        "--algo pvs\"");
  for (engines::EngineSpec& engine : options.engines.specs(options.hash)) {
    engine.ponder = options.ponder;
    players.push_back(contestant(engine, limits, stop));
  }
  if (players.size() < 2) throw InputError("match: needs at least two players: --search, --engine");
  for (auto one = players.begin(); one != players.end(); ++one)
    if (std::any_of(players.begin(), one, [&](const auto& other) {
          return in_one_line(other.name) == in_one_line(one->name);
        }))
      throw InputError(fmt::format("match: two players are called '{}'", one->name));
  set_limits(options.own_limits, players);
  for (const Contestant& player : players)
    if (options.ponder && !player.limits.has_time())
      throw InputError(fmt::format(
          "--ponder: {} has no limit of time: what it finds would not repeat", player.name));
  return players;
}

/// The openings, and the number of games between any two players.
struct Programme {
  std::vector<Opening> openings;
  std::size_t games;
  std::optional<reports::Source> source;
};

Programme programme_of(const Options& options, const search::SearchableGame& game) {
  constexpr std::size_t default_plies = 16;
  const std::size_t default_games = options.sprt.empty() ? 20 : 20'000;
  const auto games_or = [&](std::size_t otherwise) {
    return options.games > 0 ? options.games : otherwise;
  };
  Programme programme;
  if (options.openings.empty()) {
    programme.games = games_or(default_games);
    programme.openings = random_openings(game.info, (programme.games + 1) / 2,
                                         options.plies.value_or(usual_random_plies(game.info)),
                                         options.seed, options.chess960);
  } else {
    if (options.chess960) throw InputError("--chess960: the openings come from a file");
    const std::size_t plies = options.plies.value_or(default_plies);
    const bool is_book = game.is_chess && chess::is_book_file(options.openings);
    Openings loaded = is_book
                          ? book_openings(game, options.openings, (games_or(default_games) + 1) / 2,
                                          plies, options.seed)
                          : load_openings(game, options.openings, plies);
    for (const epd::Issue& issue : loaded.issues) reports::tell(epd::to_string(issue));
    programme = {std::move(loaded.openings), 0, std::move(loaded.source)};
    programme.games = games_or(is_book ? default_games : 2 * programme.openings.size());
  }
  if (options.shuffle) shuffle(programme.openings, options.seed);
  return programme;
}

Rules rules_of(const Options& options) {
  Rules rules = options.rules;
  const auto rule_of = [](const char* option, const std::vector<int>& numbers) {
    if (numbers[1] < 1) throw InputError(fmt::format("{}: needs at least one move", option));
    return Adjudication::Rule{numbers[0], numbers[1]};
  };
  if (!options.resign.empty()) rules.adjudication.resign = rule_of("--resign", options.resign);
  if (!options.draw.empty()) rules.adjudication.draw = rule_of("--draw", options.draw);
  if (!options.endgames.empty())
    rules.adjudication.endgames = std::make_shared<chess::EndgameTables>(options.endgames);
  if (options.draw.size() > 2) rules.adjudication.draw_from = options.draw[2];
  return rules;
}

/// "2026.11.21", as PGN writes dates.
std::string pgn_date(std::string date) {
  date.resize(std::min<std::size_t>(date.size(), 10));
  std::replace(date.begin(), date.end(), '-', '.');
  return date;
}

/// The text to append after a game that a crash has torn, so that it becomes a game without a
/// result and the next game begins after it. Empty if the text ends with a result.
std::string end_of_torn_game(std::string_view text) {
  const auto end = text.find_last_not_of(" \n\r\t");
  if (end == text.npos) return "";
  const std::string_view all = text.substr(0, end + 1);
  const auto last_word = all.substr(all.find_last_of(" \n\r\t") + 1);
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "*"})
    if (last_word == result) return all.size() < text.size() ? "" : "\n\n";
  const bool in_comment = all.find_last_of("{}") != all.npos && all[all.find_last_of("{}")] == '{';
  return in_comment ? "}\n*\n\n" : "\n*\n\n";
}

/// A tree of games by which a player plays, and their file if it learns.
class LearningBook {
 public:
  LearningBook(const std::string& path, bool learn, const GameInfo& game) {
    if (learn) file_.emplace(path);
    const std::string text = file_ ? file_->content() : read_file(path);
    const auto issues = book::add_games(text, path, game, tree_);
    if (tree_.games() == 0 && !issues.empty())
      throw InputError(fmt::format("--book: '{}' is not a PGN file of {}: {}", path, game.name,
                                   issues.front().what));
    if (tree_.games() == 0 && !learn)
      throw InputError(fmt::format("--book: '{}' has no game; with --learn it may be empty", path));
    for (const epd::Issue& issue : issues) reports::tell(epd::to_string(issue));
    if (learn) file_->add(end_of_torn_game(text));
  }

  /// Gives the book to a player.
  void give_to(Contestant& player, std::size_t max_moves) const {
    player.definition += fmt::format(" book of {} games, {} moves", tree_.games(), max_moves);
    if (file_) player.definition += ", learning";
    player.start = [this, max_moves, start = std::move(player.start)] {
      return std::make_unique<book::Learner>(start(), tree_, max_moves);
    };
  }

  /// Learns from a game, if it is to.
  void add(const PlayedGame& game, const std::string& pgn) {
    if (!file_) return;
    std::vector<std::string> moves;
    for (const Ply& ply : game.plies) moves.push_back(ply.move);
    if (moves.empty()) return;
    tree_.add(game.start.text(), moves, points_of(game.verdict, game.plies.front().mover));
    file_->add(pgn);
  }

 private:
  book::GameTree tree_;
  std::optional<AppendFile> file_;
};

/// Lets a player play by a book of plylab or Polyglot.
void give_book(Contestant& player, const std::string& path, const book::BookLimits& limits,
               std::uint64_t seed) {
  const auto opened = std::make_shared<const chess::OpenedBook>(path);
  constexpr std::size_t enough = 8;  // digits, to tell books apart
  player.definition += fmt::format(" book {}", chess::book_digest(path).substr(0, enough));
  if (limits.plies != book::BookLimits().plies)
    player.definition += fmt::format(" plies {}", limits.plies);
  player.definition += fmt::format(" games {} moves {}", limits.min_games, limits.max_moves);
  player.start = [=, start = std::move(player.start)] {
    return std::make_unique<book::BookPlayer>(start(), opened, limits, seed);
  };
}

/// The books of the players.
struct PlayerBooks {
  std::vector<std::unique_ptr<LearningBook>> trees;
  bool draws = false;  ///< moves at random
};

/// Gives the players their books. Throws InputError.
PlayerBooks give_books(const Options& options, const search::SearchableGame& game,
                       std::vector<Contestant>& players, cli::Session& session) {
  if (options.learn && options.jobs > 1)
    throw InputError("--learn: the player learns from one game after the other: use --jobs 1");
  if (options.learn && options.resume)
    throw InputError("--learn: the book has changed since: begin a new match in place of --resume");
  if (options.learn && options.books.size() > 1)
    throw InputError("--learn: one player learns: give --book once");
  PlayerBooks books;
  std::set<const Contestant*> supplied;
  for (const std::string& text : options.books) {
    std::string_view rest = text;
    Contestant* named = take_player(rest, players);
    Contestant& player = named != nullptr ? *named : players.front();
    const std::string path(rest);
    if (!supplied.insert(&player).second)
      throw InputError(fmt::format("--book '{}': {} has a book already", text, player.name));
    if (game.is_chess && chess::is_book_file(path)) {
      if (options.learn)
        throw InputError(
            fmt::format("--learn: '{}' is a book: a player learns from games in PGN", path));
      give_book(player, path, options.book_limits, options.seed);
      books.draws = true;
    } else {
      if (options.learn) session.check_output("--book", path);
      books.trees.push_back(std::make_unique<LearningBook>(path, options.learn, game.info));
      books.trees.back()->give_to(player, options.book_limits.max_moves);
    }
  }
  const book::BookLimits none;
  if (!books.draws &&
      (options.book_limits.plies != none.plies || options.book_limits.min_games != none.min_games))
    throw InputError("--book-plies and --book-games: for books, not for games in PGN");
  return books;
}

/// Plays the games that are not in the file yet and adds them, until the score decides the test.
/// Games after that do not count.
PlayedGames play(const Match& match, const Options& options, const std::optional<elo::Sprt>& sprt,
                 RunningScore& score, PlayerBooks& books, cli::Session& session) {
  for (const auto& [asked, name] :
       {std::pair(options.resume, "--resume"), {options.counters, "--counters"}})
    if (asked && options.pgn.empty()) throw InputError(fmt::format("{}: needs --pgn", name));
  std::optional<GameFile> file;
  PlayedGames games(match.pairings.size());
  const reports::Provenance provenance = session.provenance(options.jobs);
  const CommonTags tags{options.event, pgn_date(provenance.date), reports::program_of(provenance),
                        to_string(match.rules), sprt ? to_string(*sprt) : ""};
  if (!options.pgn.empty()) {
    file.emplace(options.pgn, options.resume);
    Resumed resumed = resume(match, tags, file->text(), options.pgn);
    games = std::move(resumed.games);
    file->go_on(resumed.bytes);
    for (const auto& game : games)
      if (game) file->skip(game->number);
  }
  cli::Progress progress("match", "games", session.share());
  double played = 0;
  const auto finished = [&](std::size_t place) {
    score.advance(games);
    const std::size_t end = score.end().value_or(games.size());
    if (file) file->end_with(end);
    if ((file || options.learn) && place < end) {
      const PlayedGame& game = *games[place];
      const std::string text = pgn::to_pgn(to_pgn_game(game, *match.game, tags), *match.game);
      if (file) file->add(game.number, text);
      for (const auto& tree : books.trees) tree->add(game, text);
    }
    ++played;
    const double fraction = played / static_cast<double>(games.size());
    progress.update(options.sprt.empty() ? fraction : -1, played, score.to_string());
    return !score.end();
  };
  score.advance(games);
  session.attempt([&] {
    if (!score.end()) play_all(match, games, finished);
    if (file) file->flush();
  });
  progress.finish();
  if (const auto end = score.end())
    for (std::size_t i = *end; i < games.size(); ++i) games[i].reset();
  return games;
}

/// The game of the match. Throws InputError for options that only chess has.
const search::SearchableGame& chosen_game(const Options& options,
                                          const search::SearchableGames& games) {
  const search::SearchableGame& game = find_game(games, options.game, "--game");
  if (game.is_chess) return game;
  if (!options.engines.engines.empty())
    throw InputError(fmt::format("--engine: engines play chess, not {}", game.info.name));
  if (options.chess960) throw InputError("--chess960: for chess only");
  if (!options.endgames.empty()) throw InputError("--endgames: for chess only");
  return game;
}

/// Whether players with these limits play the same game each time from the same opening.
bool is_repeatable(const std::vector<Contestant>& players) {
  return std::none_of(players.begin(), players.end(),
                      [](const Contestant& player) { return player.limits.has_time(); });
}

void run_match(const Options& options, const search::SearchableGames& games,
               cli::Session& session) {
  session.check_options();
  if (!options.pgn.empty()) session.check_output("--pgn", options.pgn);
  const search::SearchableGame& game = chosen_game(options, games);
  Programme programme = programme_of(options, game);
  std::optional<elo::Sprt> sprt;
  if (!options.sprt.empty()) sprt = elo::parse_sprt("--sprt", options.sprt);
  Match match{.game = &game.info,
              .openings = std::move(programme.openings),
              .rules = rules_of(options),
              .jobs = options.jobs,
              .stop = &session.stop()};
  try {
    match.players = players_of(options, game, session.stop());
  } catch (const engines::EngineFault&) {  // stopped before the engines had started
    return session.publish({.complete = false}, options.jobs);
  }
  if (sprt && match.players.size() > 2)
    throw InputError("--sprt: tests one player against another, but there are more than two");
  PlayerBooks books = give_books(options, game, match.players, session);
  // A book draws its moves anew, so that games with the same opening differ.
  for (std::size_t i = 0; books.draws && 2 * match.openings.size() < programme.games; ++i)
    match.openings.push_back(match.openings[i]);
  // A game that is played again in the same way is no new evidence.
  const std::size_t different = 2 * match.openings.size();
  if (sprt && is_repeatable(match.players) && !options.learn)
    programme.games = std::min(programme.games, different);
  match.pairings =
      pairings(match.players.size(), match.openings.size(), programme.games, options.gauntlet);
  for (const Pairing& pairing : match.pairings)
    if (match.players[pairing.players[0]].limits.equal &&
        match.players[pairing.players[1]].limits.equal)
      throw InputError(fmt::format("--limits: {} and {} cannot both have the time of the other",
                                   match.players[pairing.players[0]].name,
                                   match.players[pairing.players[1]].name));
  RunningScore score(match, sprt);
  std::vector<reports::Schema> declared =
      declared_tables(match.players.size() > 2, sprt.has_value());
  if (programme.source) declared.emplace_back(reports::sources_table());
  session.declare(declared);
  const PlayedGames played = play(match, options, sprt, score, books, session);

  reports::Report report{.complete = !session.stop(), .tables = {players_table(match, played)}};
  std::vector<reports::Table>& tables = report.tables;
  if (match.players.size() > 2) tables.push_back(head_to_head_table(match, played));
  tables.push_back(pairs_table(match, played));
  if (sprt)
    tables.push_back(elo::sprt_table(*sprt, score.pairs().total(), score.llr(), score.decision()));
  tables.push_back(games_table(match, played));
  if (sprt) tables.back().readers = reports::Readers::programs;  // there may be thousands
  if (programme.source) tables.push_back(reports::sources_table().with({*programme.source}));
  auto& notes = report.notes;
  for (const Contestant& player : match.players)
    notes.push_back(fmt::format("{}: {}", player.name, player.definition));
  if (sprt) notes.emplace_back("--table games shows each game");
  if (std::min(programme.games, score.end().value_or(programme.games)) > different)
    notes.push_back(
        match.openings.size() == 1
            ? "there is one opening, which is used again"
            : fmt::format("there are {} openings: some are used again", match.openings.size()));
  if (!options.pgn.empty()) notes.push_back("the games are in " + options.pgn);
  report.checks = checks_of(match, played, sprt, score);
  session.publish(std::move(report), options.jobs);
}

std::string endings_help(const search::SearchableGames& games) {
  std::string text = "Reasons in the table games:";
  std::set<std::string_view> told;
  const auto add = [&](const auto& entry) {
    if (entry.name.empty() || !told.insert(entry.name).second) return;
    text += fmt::format("\n  {:<16} {}", entry.name, entry.help);
  };
  for (const auto& game : games)
    std::for_each(game.info.endings.begin(), game.info.endings.end(), add);
  std::for_each(endings.begin(), endings.end(), add);
  return text;
}

}  // namespace

void add_match_command(cli::Command app, cli::Session& session,
                       const search::SearchableGames& games) {
  const auto options = std::make_shared<Options>();
  const bool chess = search::has_chess(games);
  const cli::Command command = app.add_subcommand(
      "match", fmt::format("Play games between searches{}, and write them as PGN",
                           chess ? " and engines" : ""));
  options->add_to(command, games);
  session.add_options(command, cli::Session::Contents::tables_and_checks);
  session.add_figure_option(command, {elo::score_picture});
  command.example(
      "plylab match --search \"plain=pvs with plain\" \\\n  --search \"table=pvs with table=4\" "
      "--nodes 20000 --games 100 \\\n  --pgn table.pgn --jobs 2");
  command.example(
      "plylab match --search \"new=pvs with table=16\" \\\n  --search \"old=pvs with table=4\" "
      "--nodes 5000 --sprt elo0=0,elo1=20");
  command.example(
      "plylab match --game tictactoe --search minimax \\\n  --search alphabeta --depth 9");
  command.example(
      "plylab match --search new=pvs --search old=pvs --nodes 5000 \\\n  --book learnt.pgn --learn "
      "--games 200 --plies 2");
  if (chess)
    command.example(
        "plylab match --search new=pvs --search old=pvs --clock 40/60:10+0.1 \\\n  --openings "
        "games.book --book new:games.book --book-games 5");
  command.notes(endings_help(games) +
                "\n"
                "Exit status: 1 if a player crashed, hung or played an illegal move, or if --sprt "
                "accepted H0; 2 for wrong usage");
  command.guides(chess ? std::vector<std::string>{"match", "protocols", "ci"}
                       : std::vector<std::string>{"match", "ci"});
  command.callback([options, &games, &session] { run_match(*options, games, session); });
}

}  // namespace plylab::suites::play::match
