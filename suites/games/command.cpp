#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/session.h"
#include "reports/text/terminal.h"
#include "suites/games/collection.h"

namespace plylab::suites::games {
namespace {

struct Options {
  Request request;
  std::string pgn, epd, positions;
};

void read_positions(const std::string& text, Request& request) {
  const std::vector<std::string> names{"start", "end", "all", "matching"};
  if (text.empty()) return;
  if (const auto plies = parse_number<std::size_t>(text)) {
    request.positions = Positions::after;
    request.after = *plies;
  } else {
    request.positions = static_cast<Positions>(find_place(names, text, "--positions"));
  }
}

/// Throws InputError for options that would have no effect.
void check_uses(const Options& options) {
  const Request& request = options.request;
  if (request.exports && !request.wants_games)
    throw InputError("--export is the form of --pgn: give --pgn FILE, too");
  if (!options.positions.empty() && !request.wants_records)
    throw InputError("--positions chooses what --epd writes: give --epd FILE, too");
  if (!request.sort.empty() && !request.wants_games && !request.wants_records)
    throw InputError("--sort orders what --pgn or --epd writes: give one of them, too");
}

reports::Table table_of(const Collection& all, const Request& request) {
  std::vector<FileCounts> rows = all.files;
  if (rows.size() > 1) {
    FileCounts sum{.file = "all", .players = all.players};
    for (const FileCounts& file : all.files)
      for (const auto member :
           {&FileCounts::games, &FileCounts::white_wins, &FileCounts::draws,
            &FileCounts::black_wins, &FileCounts::unfinished, &FileCounts::plies, &FileCounts::kept,
            &FileCounts::duplicates, &FileCounts::faults})
        sum.*member += file.*member;
    rows.push_back(sum);
  }
  using Cell = reports::Cell;
  return reports::table_of<FileCounts>(
      "games", "Games read",
      {{{"file"}, [](const auto& one) { return Cell(one.file); }},
       {{"games", "", "that were read without a fault"},
        [](const auto& one) { return Cell(one.games); }},
       {{"white_wins"}, [](const auto& one) { return Cell(one.white_wins); }},
       {{"draws"}, [](const auto& one) { return Cell(one.draws); }},
       {{"black_wins"}, [](const auto& one) { return Cell(one.black_wins); }},
       {{"unfinished", "", "without a result, or with *"},
        [](const auto& one) { return Cell(one.unfinished); }},
       {{"plies", "", "moves of either side in all games, each of them legal"},
        [&](const auto& one) { return request.unchecked ? Cell() : Cell(one.plies); }},
       {{"players", "", "different names"}, [](const auto& one) { return Cell(one.players); }},
       {{"kept", "", "games that the filter keeps, without duplicates"},
        [](const auto& one) { return Cell(one.kept); }},
       {{"duplicates", "", "games with start and moves of one that is kept, by --unique"},
        [&](const auto& one) { return request.unique ? Cell(one.duplicates) : Cell(); }},
       {{"faults", "", "games left out; standard error says what is wrong with each"},
        [](const auto& one) { return Cell(one.faults); }}},
      rows);
}

void run_games(Options& options, reports::Session& session) {
  session.check_options();
  Request& request = options.request;
  session.require_tables({.tables = {table_of({}, request)}});
  read_positions(options.positions, request);
  request.wants_games = !options.pgn.empty();
  request.wants_records = !options.epd.empty();
  if (request.unchecked && (request.wants_records || request.exports || request.unique ||
                            !request.filter.plies.empty() || !request.filter.fens.empty() ||
                            !request.filter.materials.empty()))
    throw InputError(
        "games: --unchecked reads no moves, but --epd, --export, --unique, --plies, --fen and "
        "--material need them");
  check_uses(options);
  if (request.wants_games) session.check_new_file("--pgn", options.pgn);
  if (request.wants_records) session.check_new_file("--epd", options.epd);

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const Collection all = collect(request, session.stop());
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  for (const Issue& issue : all.issues) reports::tell(to_string(issue));
  if (!all.issues.empty()) session.note_difference();
  for (const std::string& key : all.useless)
    reports::tell(fmt::format("--sort {}: none of the chosen games has this value", key));
  if (request.wants_games && all.games == 0)
    reports::tell(fmt::format("--pgn: no game was chosen, and '{}' is empty", options.pgn));
  if (request.wants_records && all.records == 0)
    reports::tell(fmt::format("--epd: no position was chosen, and '{}' is empty", options.epd));

  reports::Table table = table_of(all, request);
  if (request.wants_games) {
    reports::save_text(all.pgn, options.pgn, &session.stop());
    table.notes.push_back(fmt::format("wrote {} games to {}", all.games, options.pgn));
  }
  if (request.wants_records) {
    reports::save_text(all.epd, options.epd, &session.stop());
    table.notes.push_back(fmt::format("wrote {} positions to {}", all.records, options.epd));
  }
  if (all.ended > 0)
    table.notes.push_back(fmt::format("left out {} positions without a legal move", all.ended));
  if (all.too_short > 0)
    table.notes.push_back(
        fmt::format("{} games have fewer than {} plies", all.too_short, request.after));
  const double megabytes = static_cast<double>(all.bytes) / 1e6;
  std::string rate = fmt::format("read {:.1f} MB in {:.2f} s", megabytes, seconds);
  constexpr double shortest = 0.1;  // seconds; shorter times give no rate
  if (seconds >= shortest) rate += fmt::format(", {:.0f} MB/s", megabytes / seconds);
  table.notes.push_back(std::move(rate));
  session.publish({.complete = !session.stop(), .tables = {std::move(table)}}, request.threads);
}

}  // namespace

void add_games_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  Request& request = options->request;
  const reports::Command games = app.add_subcommand(
      "games", "Count, check, filter and sort games in PGN, and make suites of them");
  games
      .add_option("FILE", request.files,
                  "PGN files, also compressed by gzip, zstd or bzip2; - reads standard input")
      .required();
  games.add_flag("--unchecked", request.unchecked,
                 "Read only tags and results, and don't check moves");
  games.add_option("-t,--threads N", request.threads, "Threads for reading")
      .range(1, 1024)
      .show_default();
  request.filter.add_to(games);
  const reports::Command output = games.group("Output");
  output.add_flag(
      "--unique", request.unique,
      "Drop games with the same start and moves as an earlier one, and repeated positions");
  output
      .add_option(
          "--sort KEY,KEY", request.sort,
          "Sort by a tag, or by plies, elo (the sum of both ratings) or result; -KEY sorts in "
          "descending order (default: the order of the files)")
      .delimiter(',');
  output.add_option("--pgn FILE", options->pgn, "Write the games, unchanged, to this new file");
  output.add_flag("--export", request.exports,
                  "Write them in PGN's export format, with English SAN and without variations");
  output.add_option(
      "--epd FILE", options->epd,
      "Write positions to this new suite, with the result (c9) and the move played (sm)");
  output.add_option("--positions WHICH", options->positions,
                    "Which positions: start, end, all, matching (those that --fen or --material "
                    "selects), or a number of plies, such as 16 (default: end)");
  session.add_options(games);
  games.example("plylab games match.pgn");
  games.example("plylab games match.pgn --player Smith --result 1-0 --pgn won.pgn");
  games.example("plylab games match.pgn --epd openings.epd --positions 12 --unique");
  games.notes("Exit status: 1 if a game has a fault, 2 for wrong use.");
  games.guides({"pgn"});
  games.callback([options, &session] { run_games(*options, session); });
}

}  // namespace plylab::suites::games
