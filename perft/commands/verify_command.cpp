#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/engine.h"
#include "gen/engines/perft_protocol.h"
#include "gen/epd/epd.h"
#include "gen/game/read_position.h"
#include "perft/commands/commands.h"
#include "perft/commands/game_verification.h"
#include "perft/games/countable_game.h"
#include "perft/verify/collection.h"
#include "perft/verify/report.h"
#include "perft/verify/verification.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/text/utf8.h"

namespace plylab::perft::verify {
namespace {

constexpr std::string_view default_suite = "verify";
constexpr double seconds_for_search = 60;  ///< for all depths of a position: they take a second

struct Options {
  std::string game;
  std::vector<std::string> game_positions;  ///< of a game other than chess
  std::string engine;
  std::string generator;  ///< of a guest's program, in place of an engine
  std::string protocol = "auto";
  cli::PositionOptions positions;
  bool all = false;
  std::size_t random = 0;
  std::uint64_t seed = 1;
  bool chess960 = false;
  int depth = 0;
  int jobs = 1;
  double timeout = 10;
  std::string log;
  std::size_t faults = 10;
  bool suspicious = false;
};

/// Positions of random games; fewer if the user stops plylab.
std::vector<epd::Record> draw(const Options& options, const cli::Session& session) {
  cli::Progress progress("random games", "positions", session.share());
  const auto goes_on = [&](std::size_t drawn) {
    const auto number = static_cast<double>(drawn);
    progress.update(number / static_cast<double>(options.random), number);
    return !session.stop();
  };
  return random_records(options.random, options.seed, options.chess960, goes_on);
}

/// The positions of the collection; none if the user stops plylab.
std::vector<epd::Record> collection_records(const cli::Session& session) {
  cli::Progress progress("collection", "%", session.share());
  std::vector<epd::Record> records;
  for (CollectedPosition& position :
       make_collection({.threads = available_processors(),
       .stop = &session.stop(),
       .progress = [&](double share) { progress.update(share, 100 * share); }}))
    records.push_back(std::move(position.record));
  if (session.stop()) records.clear();
  return records;
}

/// The records asked for: those named, random ones, the collection, and those of the suites that
/// can arise in a game; other records of the suites are left out.
std::vector<epd::Record> load(const Options& options, VerificationResult& result,
                              const cli::Session& session) {
  cli::PositionOptions positions = options.positions;
  std::vector<epd::Record> records = positions.load_named();
  const bool is_bare = records.empty() && options.random == 0 && positions.suites.empty();
  if (is_bare || (options.all && !std::ranges::count(positions.suites, default_suite)))
    positions.suites.emplace_back(default_suite);
  if (options.random > 0) {
    std::vector<epd::Record> drawn = draw(options, session);
    result.random = options.random;
    if (session.stop()) result.undrawn = options.random - drawn.size();
    std::ranges::move(drawn, std::back_inserter(records));
  }
  std::vector<epd::Record> listed = positions.load_suites(nullptr, &result.unread);
  if (!options.suspicious) {
    epd::SiftedRecords sifted = sift(std::move(listed));
    result.left_out = std::move(sifted.left_out);
    listed = std::move(sifted.fit);
  }
  std::ranges::move(listed, std::back_inserter(records));
  if (options.all) std::ranges::move(collection_records(session), std::back_inserter(records));
  return records;
}

/// Rejects options that are for chess only.
void check_for_game(const Options& options) {
  const std::string_view for_chess = !options.positions.fens.empty()     ? "--fen"
                                     : !options.positions.suites.empty() ? "--suite"
                                     : options.all                       ? "--all"
                                     : options.random > 0                ? "--random"
                                     : options.suspicious                ? "--suspicious"
                                     : !options.generator.empty()        ? "--gen"
                                                                         : "";
  if (!for_chess.empty())
    throw InputError(fmt::format("{} is for chess, not for {}", for_chess, options.game));
}

/// Verifies in games other than chess, by the vote of their boards and without explanations.
void verify_game(const Options& options, const CountableGame& game, cli::Session& session) {
  check_for_game(options);
  const int depth = options.depth > 0 ? options.depth : 3;
  std::vector<GameTask> tasks;
  for (const std::string& text : options.game_positions)
    tasks.push_back(
        {reports::one_line(text), game.info.parse(with_moves(text, options.positions.moves))});
  if (tasks.empty())
    tasks.push_back(
        {game.info.start, game.info.parse(with_moves(game.info.start, options.positions.moves))});
  session.declare({game_table(depth, "")});

  struct Player {
    std::unique_ptr<engines::Engine> engine;
    Pace pace = {};
  };
  const auto log = engines::begin_log(options.log);
  std::vector<Player> players(static_cast<std::size_t>(options.jobs));
  engines::PerftProtocol protocol;
  const auto start = [&](Player& player) {
    if (!player.engine)
      player.engine = std::make_unique<engines::Engine>(
          options.engine, protocol, engines::Seconds(options.timeout), session.stop(), log);
  };
  std::string generator;
  try {
    protocol = protocol_for(game, options.engine, options.protocol,
                            engines::Seconds(options.timeout), session.stop(), log);
    start(players.front());
    generator = fmt::format("{} ({})", players.front().engine->name(), protocol.name);
  } catch (const engines::EngineFault& fault) {
    throw InputError(fmt::format("--engine '{}' {}", options.engine, fault.what()));
  }
  cli::Progress progress("verify", "positions", session.share());
  const RunOptions run{.jobs = options.jobs,
                       .max_faults = options.faults,
                       .stop = &session.stop(),
                       .progress = [&](double share) {
                         progress.update(share, share * static_cast<double>(tasks.size()));
                       }};
  session.attempt([&] {
    run_through(tasks.size(), run, [&](std::size_t i, std::size_t job) {
      GameOutcome& outcome = tasks[i].outcome;
      try {
        start(players[job]);
        outcome =
            verify_position(game, tasks[i].start, depth, *players[job].engine, players[job].pace);
      } catch (const engines::EngineFault& fault) {
        take(outcome, fault);
      }
      // Without explanations, all wrong answers may show one fault.
      return outcome.error ? tasks[i].name : std::string(outcome.is_fault() ? "differs" : "");
    });
  });
  progress.finish();
  session.publish({.complete = !session.stop(),
                   .text = game_report(tasks),
                   .tables = {game_table(depth, generator).with(tasks)},
                   .checks = game_checks(tasks)},
                  options.jobs);
}

/// `other`: the option for what is not a generator.
void run_verify(const Options& options, const CountableGames& games, const std::string& other,
                cli::Session& session) {
  session.check_options();
  const CountableGame& game = find_game(games, options.game, "--game");
  if (options.engine.empty() == options.generator.empty())
    throw InputError(fmt::format(
        "name what to verify, by {}{}{}", has_chess(games) ? "--engine" : "",
        game.guests.empty() ? "" : ", --gen", has_chess(games) ? " or " + other : other));
  if (&game != &games.front()) return verify_game(options, game, session);
  if (!options.game_positions.empty())
    throw InputError(
        fmt::format("--position is for games other than {}; use --fen", game.info.name));
  VerificationResult result;
  result.generator = options.engine;
  result.tasks =
      tasks_of(load(options, result, session), chosen_depths(options.depth, options.random > 0));
  if (result.tasks.empty() && result.undrawn == 0)
    throw InputError(fmt::format(
        "--suite {}: no position is left to ask about{}", options.positions.suites.front(),
        result.left_out.empty()
            ? ""
            : fmt::format(": {} cannot arise in a game (--suspicious asks about {}, plylab fen "
                          "--suite says why)",
                          result.left_out.size(), result.left_out.size() == 1 ? "it" : "them")));
  session.declare(declared_tables());

  const auto log = engines::begin_log(options.log);
  cli::Progress progress("verify", "positions", session.share());
  try {
    engines::PerftProtocol protocol;
    VerificationOptions verification;
    if (options.generator.empty()) {
      protocol = protocol_for(game, options.engine, options.protocol,
                              engines::Seconds(options.timeout), session.stop(), log);
      verification.start = [&] {
        return std::make_unique<engines::Engine>(
            options.engine, protocol, engines::Seconds(options.timeout), session.stop(), log);
      };
      result.generator = fmt::format("{} ({})", verification.start()->name(), protocol.name);
    } else {
      verification.start = find_entry(game.guests, options.generator, "--gen").to_verify;
      result.generator = options.generator;
    }
    verification.jobs = options.jobs;
    verification.max_faults = result.max_faults = options.faults;
    verification.stop = &session.stop();
    if (options.depth == 0)
      verification.patience = result.patience = patience_of_timeout * options.timeout;
    verification.progress = [&](double share) {
      progress.update(share, share * static_cast<double>(result.tasks.size()));
    };
    result.outcomes = verify(result.tasks, verification);
  } catch (const engines::EngineFault& error) {
    if (error.kind() != engines::FaultKind::stopped)
      throw InputError(fmt::format("--engine '{}' {}", options.engine, error.what()));
    result.outcomes.resize(result.tasks.size());
  }
  progress.finish();
  result.is_interrupted = session.stop();
  session.publish({.complete = !session.stop(),
                   .text = text_report(result),
                   .tables = tables(result),
                   .checks = checks_of(result)},
                  options.jobs);
}

/// The options for generators, of chess and of other games.
void add_generator_options(cli::Command verify, Options& options, const CountableGames& games) {
  const cli::Option engine =
      verify.add_option("--engine CMD", options.engine, "The engine: a program with its arguments");
  if (const auto& guests = games.front().guests; !guests.empty())
    verify
        .add_option("--gen NAME", options.generator,
                    "A generator of this program, in place of an engine")
        .offers(names_in(guests));
  const cli::Command chance = verify.group("Positions");
  chance.add_flag("--all", options.all,
                  "Use the default suite and the whole collection: see plylab collection");
  const cli::Option random =
      chance.add_option("--random N", options.random, "Test N positions from random games")
          .positive();
  chance.add_option("--seed N", options.seed, "Seed of the random games")
      .show_default()
      .needs(random);
  chance.add_flag("--chess960", options.chess960, "Take them from games of Chess960").needs(random);
  verify
      .add_option("--protocol NAME|FILE", options.protocol,
                  "The engine's protocol: auto, a name or a file (see plylab help protocols)")
      .show_default();
  cli::add_jobs_option(verify, options.jobs, "Engine processes to run in parallel");
  verify.add_option("--log FILE", options.log, engines::log_help).needs(engine);
  verify
      .add_option(
          "--faults", options.faults,
          "Stop after this many different faults or, beyond 30 s, five times as many wrong or "
          "failed positions; 0: never")
      .show_default();
  verify.add_flag("--suspicious", options.suspicious,
                  "Also use positions that cannot arise in a game (see plylab fen)");
}

/// Throws InputError if an option that is for generators alone was given with this one.
void check_for_other(cli::Command verify, const Options& options, const std::string& other,
                     bool has_generators) {
  if (!has_generators) return;
  if (!options.generator.empty())
    throw InputError(fmt::format("--gen is for generators, not with {}", other));
  for (const char* const option : {"--engine", "--all", "--random", "--protocol", "--jobs", "--log",
                                   "--faults", "--suspicious"})
    if (verify.option(option).given())
      throw InputError(fmt::format("{} is for generators, not with {}", option, other));
}

}  // namespace

void add_verify_command(cli::Command app, cli::Session& session, const CountableGames& games,
                        const OtherSubject& other) {
  const auto options = std::make_shared<Options>();
  const bool has_generators = has_chess(games);
  const cli::Command verify = app.add_subcommand(
      "verify", has_generators ? "Find and explain the bug in a move generator or a search"
                               : "Find and explain the bug in a search");
  if (has_generators) add_generator_options(verify, *options, games);
  other.add_options(verify);
  options->game = games.front().info.name;
  verify
      .add_option("--game NAME", options->game,
                  has_generators
                      ? "The game (see plylab list games); only chess has explanations of "
                        "generators"
                      : "The game (see plylab list games)")
      .offers(game_names(games))
      .show_default();
  verify.add_option(
      "--position TEXT", options->game_positions,
      has_generators
          ? "A position of a game other than chess, in its notation, optionally followed "
            "by \"moves …\"; may be repeated (default: the initial position)"
          : "A position in the game's notation, optionally followed by \"moves …\"; may be "
            "repeated (default: the initial position)");
  verify
      .add_option("--timeout SECONDS", options->timeout,
                  has_generators ? "Seconds to wait for an answer (default: 10; for a search 60)"
                                 : "Seconds to wait for a search (default: 60)")
      .positive();
  if (has_generators)
    options->positions.add_to(verify, fmt::format("the suite {}", default_suite));
  else
    cli::add_moves_option(verify, options->positions.moves).help("Moves to play first");
  verify
      .add_option("-d,--depth N", options->depth,
                  has_generators
                      ? "Depth in plies; where a suite states counts, the deepest stated depth up "
                        "to N (default: the deepest with at most 200000 leaves; without stated "
                        "counts 3, with --random 2; of searches by position, 3 to 9)"
                      : "Depth in plies (default: 4 for your positions, otherwise 5)")
      .range(1, 20);
  session.add_options(verify, cli::Session::Contents::tables_and_checks);
  verify.example("plylab verify --engine stockfish");
  verify.example("plylab verify --engine ./mine --suite verify --suite perft --depth 3");
  verify.example("plylab verify --engine ./mine --all --jobs 2");
  verify.example("plylab verify --engine \"./mine --perft\" --protocol count --random 1000");
  verify.example("plylab verify --game checkers --engine ./mine --protocol perftree --depth 6");
  verify.notes(
      has_generators
          ? "Exit status: 0 if all counts agree, and all values; 1 if the engine is wrong or "
            "fails, or a suite has a wrong count or a part that cannot be read; with --search only "
            "if a search or the evaluation of --eval is wrong, or a search does not end; 2 for "
            "wrong usage, or if the engine cannot be started"
          : "Exit status: 0 if all values agree; 1 if a search is wrong or does not end; 2 for "
            "wrong usage");
  verify.guides(has_generators
                    ? std::vector<std::string>{"verify", "bugs", "search", "protocols", "ci"}
                    : std::vector<std::string>{"search", "ci"});
  verify.callback([options, verify, has_generators, other, &games, &session] {
    if (!verify.option(other.option).given())
      return run_verify(*options, games, other.option, session);
    session.check_options();
    check_for_other(verify, *options, other.option, has_generators);
    other.run({.game = verify.option("--game").given() ? options->game : std::string(),
               .positions = options->game_positions,
               .seeds = {},
               .convention = {},
               .chess = options->positions},
              options->depth,
              verify.option("--timeout").given() ? options->timeout : seconds_for_search);
  });
}

}  // namespace plylab::perft::verify
