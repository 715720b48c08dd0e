#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/endgames/builder.h"
#include "gen/chess/endgames/table.h"
#include "gen/chess/endgames/verify.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"
#include "gen/chess/x88/x88.h"
#include "reports/cli/command_line.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/text/terminal.h"
#include "search/mate/solvers.h"
#include "suites/endgame/options.h"
#include "suites/players/environment.h"

namespace plylab::suites::endgame {

void add_judge(cli::Command endgame, cli::Session& session);  // judge_command.cpp

// ---- shared by the commands ----

namespace {

constexpr std::string_view orthodox = "chess";

}  // namespace

Folder::Folder() : path(players::endgame_folder()) {}

void Folder::add_to(cli::Command command, bool with_game) {
  command.add_option(
      "--endgames DIR", path,
      "The folder of the tables (default: the environment variable PLYLAB_ENDGAMES, or "
      "else endgames)");
  if (!with_game) return;
  std::vector<std::string> games = search::mate::variant_names();
  std::erase(games, "stationary");
  games.emplace(games.begin(), orthodox);
  command
      .add_option(
          "--game NAME", game,
          "Chess, or a variant with other knights, in endings without pawns (default: chess)")
      .offers(games);
}

std::string Folder::of_game() const {
  return game == orthodox ? path : (std::filesystem::path(path) / game).string();
}

chess::EndgameRules Folder::rules() const {
  if (game == orthodox) return {};
  const auto position = search::mate::read_variant(game, "4k3/8/8/8/8/8/8/4K3 w - -");
  if (!position.variant().kings_move)
    throw InputError(fmt::format("--game {}: kings must move in endgame tables", game));
  return {game, position.number()};
}

void Selection::add_to(cli::Command command, const std::string& otherwise) {
  command.add_option("ENDING", names, "Endings, such as KQKR" + otherwise);
  command.add_option("--men N", men, "All endings with this many men, including kings")
      .range(2, static_cast<int>(chess::max_men));
}

std::vector<chess::Ending> Selection::endings() const {
  std::vector<chess::Ending> all;
  for (const std::string& name : names) all.push_back(canonical(chess::Ending::parse(name)));
  if (men)
    for (const chess::Ending& ending : chess::endings_of(static_cast<unsigned>(*men)))
      all.push_back(ending);
  return all;
}

std::vector<const chess::EndgameTable*> Selection::tables(
    const chess::EndgameTables& tables) const {
  std::vector<const chess::EndgameTable*> chosen;
  for (const chess::Ending& ending : endings()) {
    chosen.push_back(tables.find(ending));
    if (!chosen.back()) throw InputError(missing_table(ending));
  }
  if (chosen.empty())
    for (const auto& [ending, table] : tables.all()) chosen.push_back(table.get());
  std::ranges::stable_sort(chosen, {}, [](const chess::EndgameTable* table) {
    return std::pair(table->ending().size(), table->ending().has_pawns());
  });
  return chosen;
}

void add_threads_option(cli::Command command, int& threads) {
  command.add_option("--threads", threads, "Threads (default: all processors)").range(1, 1024);
}

std::string missing_table(const chess::Ending& ending) {
  return fmt::format("there is no table of {0}: plylab endgame build {0} makes it", ending.name());
}

std::string_view to_move_name(Side side) { return side == chess::white ? "white" : "black"; }

namespace {

using chess::EndgameTable;
using chess::EndgameTables;
using chess::Ending;
using reports::Cell;
using Seconds = std::chrono::duration<double>;

/// A row for each side to move.
struct TableRow {
  const EndgameTable* table;
  Side side;
  std::optional<double> seconds;  ///< for building

  const chess::EndingCounts& counts() const { return table->counts(side); }
};

reports::TableOf<TableRow> endings_table() {
  return {"endings",
          "Endings",
          {{{"ending"}, [](const auto& row) { return row.table->ending().name(); }},
           {{"to_move"}, [](const auto& row) { return to_move_name(row.side); }},
           {{"positions", "",
             "positions up to reflection, with equal men told apart, and without positions that "
             "allow e.p. captures"},
            [](const auto& row) {
              return row.counts().wins + row.counts().draws + row.counts().losses;
            }},
           {{"won", "", "by the side to move"}, [](const auto& row) { return row.counts().wins; }},
           {{"drawn"}, [](const auto& row) { return row.counts().draws; }},
           {{"lost"}, [](const auto& row) { return row.counts().losses; }},
           {{"longest_win", "moves", "longest win of the side to move, in moves to mate"},
            [](const auto& row) {
              return row.counts().wins ? Cell(row.counts().longest_win) : Cell();
            }},
           {{"longest_loss", "moves", "longest loss of the side to move, in moves to mate"},
            [](const auto& row) {
              return row.counts().losses ? Cell(row.counts().longest_loss) : Cell();
            }}}};
}

void add_rows(std::vector<TableRow>& rows, const EndgameTable& table,
              std::optional<double> seconds = {}) {
  rows.push_back({&table, chess::white, seconds});
  rows.push_back({&table, chess::black, seconds});
}

// ---- build ----

struct BuildOptions {
  Folder folder;
  Selection selection;
  int threads = available_processors();
};

reports::TableOf<TableRow> built_table() {
  auto table = endings_table();
  table.columns.push_back(
      {{"build", "s", "time that building the ending took", 2}, &TableRow::seconds});
  return table;
}

void run_build(const BuildOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({built_table()});
  const auto chosen = options.selection.endings();
  if (chosen.empty())
    throw InputError("endgame build: no ending: give names such as KQKR, or --men 3");
  EndgameTables tables(options.folder.rules());
  const auto endings = chess::with_successors(chosen);
  const std::filesystem::path folder = options.folder.of_game();
  for (const Ending& ending : endings)
    if (ending.has_pawns() && tables.rules().variant)
      throw InputError(
          fmt::format("{}: no tables with pawns in {}", ending.name(), tables.rules().game));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw InputError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));

  std::size_t all_slots = 0, max_memory = 0;
  for (const Ending& ending : endings) {
    all_slots += 2 * chess::EndingSlots(ending).size();
    max_memory = std::max(max_memory, chess::memory_to_build(ending));
  }
  const auto memory_text = [](std::size_t bytes) {
    return bytes < 1 << 20 ? fmt::format("{} KiB", (bytes >> 10) + 1)
                           : fmt::format("{} MiB", bytes >> 20);
  };
  reports::tell(
      fmt::format("endgame build: {} endings, {} of memory for the largest and {} for the tables",
                  endings.size(), memory_text(max_memory), memory_text(all_slots)));
  require_memory(max_memory);

  std::vector<TableRow> rows;
  std::size_t done_slots = 0;
  cli::Progress progress("endgame build", "positions", session.share());
  const std::string maker = reports::program_of(session.provenance(options.threads));
  const bool complete = session.attempt([&] {
    for (const Ending& ending : endings) {
      if (session.stop()) return;
      const std::string path = folder / chess::file_name(ending);
      std::optional<double> seconds;
      if (std::filesystem::exists(path)) {
        tables.open(path).check(options.threads);
      } else {
        const auto start = std::chrono::steady_clock::now();
        auto table = chess::build_table(ending, tables, options.threads, &session.stop(), maker);
        if (!table) return;
        seconds = Seconds(std::chrono::steady_clock::now() - start).count();
        table->write(path, options.threads);
        tables.add(std::move(table));
      }
      if (std::ranges::find(chosen, ending) != chosen.end())
        add_rows(rows, *tables.find(ending), seconds);
      done_slots += 2 * chess::EndingSlots(ending).size();
      progress.update(static_cast<double>(done_slots) / static_cast<double>(all_slots),
                      static_cast<double>(done_slots), ending.name());
    }
  });
  progress.finish();
  reports::Table table = built_table().with(rows);
  table.notes.emplace_back("build is empty if the table was already in the folder");
  session.publish({.complete = complete && !session.stop(), .tables = {std::move(table)}},
                  options.threads);
}

void add_build(cli::Command endgame, cli::Session& session) {
  const auto options = std::make_shared<BuildOptions>();
  const cli::Command build = endgame.add_subcommand(
      "build",
      "Build the tables of endings, and of the endings that captures and promotions lead to");
  options->selection.add_to(build, "");
  options->folder.add_to(build);
  add_threads_option(build, options->threads);
  session.add_options(build);
  build.example("plylab endgame build KPK");
  build.example("plylab endgame build --men 4 --endgames tables");
  build.example("plylab endgame build KNNK --game nightrider");
  build.notes(
      "Tables that are already in the folder are not built again, so the same command "
      "resumes after Ctrl-C. Endings of four men take 300 MB of memory, five men with "
      "pawns about 2 GB.");
  build.callback([options, &session] { run_build(*options, session); });
}

// ---- show ----

struct ShowOptions {
  Folder folder;
  Selection selection;
  bool distances = false;
};

/// The number of positions at a distance from mate.
struct Distance {
  std::string ending;
  Side side;
  DistanceValue value;
  std::uint64_t positions;
};

std::vector<Distance> distances_of(const EndgameTable& table) {
  std::vector<Distance> distances;
  for (const Side side : {chess::white, chess::black}) {
    std::array<std::uint64_t, 256> by_value{};
    table.for_each_counted(
        side, [&](DistanceValue value, unsigned weight) { by_value[value.byte(side)] += weight; });
    for (unsigned byte = 0; byte < 255; ++byte)
      if (by_value[byte] != 0)
        distances.push_back({table.ending().name(), side,
                             DistanceValue::from_byte(static_cast<std::uint8_t>(byte), side),
                             by_value[byte]});
  }
  return distances;
}

reports::TableOf<Distance> distances_table() {
  return {"distances",
          "Distance to mate",
          {{{"ending"}, &Distance::ending},
           {{"to_move"}, [](const auto& one) { return to_move_name(one.side); }},
           {{"value"}, [](const auto& one) { return to_string(one.value); }},
           {{"moves", "", "moves of the winner until mate"},
            [](const auto& one) { return one.value.is_draw() ? Cell() : Cell(one.value.moves()); }},
           {{"positions"}, &Distance::positions}}};
}

void run_show(const ShowOptions& options, cli::Session& session) {
  session.check_options();
  std::vector<reports::Schema> declared{endings_table()};
  if (options.distances) declared.emplace_back(distances_table());
  session.declare(declared);
  const EndgameTables tables = options.folder.open();
  std::vector<TableRow> rows;
  std::vector<Distance> distances;
  for (const EndgameTable* const table : options.selection.tables(tables)) {
    add_rows(rows, *table);
    if (!options.distances) continue;
    for (Distance& distance : distances_of(*table)) distances.push_back(std::move(distance));
  }
  std::vector<reports::Table> all{endings_table().with(rows)};
  if (!options.distances)
    all.front().notes.emplace_back(
        "the numbers are those at the beginning of each file; plylab endgame verify --all also "
        "checks its positions");
  if (options.distances) all.push_back(distances_table().with(distances));
  session.publish({.tables = std::move(all)}, 1);
}

void add_show(cli::Command endgame, cli::Session& session) {
  const auto options = std::make_shared<ShowOptions>();
  const cli::Command show = endgame.add_subcommand(
      "show", "Show how many positions are won, drawn and lost, and the longest mates");
  options->selection.add_to(show, " (default: all that the folder has)");
  options->folder.add_to(show);
  show.add_flag("--distances", options->distances,
                "Also show the number of positions by distance to mate");
  session.add_options(show);
  show.example("plylab endgame show KQKR --distances");
  show.example("plylab endgame show KNK KNNK --game nightrider");
  show.callback([options, &session] { run_show(*options, session); });
}

// ---- probe ----

struct ProbeOptions {
  Folder folder;
  std::vector<std::string> fens;
};

struct Probed {
  std::string position;
  std::optional<std::string> move;  ///< none for the position itself
  DistanceValue value;
  std::string remark = {};
};

DistanceValue probe(const EndgameTables& tables, const chess::Setup& setup) {
  const auto value = tables.probe(setup);
  if (value) return *value;
  const auto position = chess::placed(setup);
  throw InputError(fmt::format(
      "{}: {}", to_string(setup),
      position ? missing_table(position->ending)
               : fmt::format("no table has more than {} men, or castling", chess::max_men)));
}

/// The tables' values of a position (a ValidSetup or a VariantSetup) and of its moves.
template <class Board>
void probe_moves(const EndgameTables& tables, const auto& position, std::string remark,
                 std::vector<Probed>& rows) {
  const std::string text = to_string(position.setup());
  rows.push_back({text, {}, probe(tables, position.setup()), std::move(remark)});
  const Board board(position);
  for (const auto& [move, value] : rated_moves(tables, position)) {
    if (!value.exists())  // explains which tables are missing
      probe(tables, chess::after(position.setup(), move, tables.rules().moves()));
    rows.push_back({text, to_san(board, move), value});
  }
}

/// Why no game from the starting array leads to a position of chess; empty if unknown.
std::string why_unreachable(const chess::Setup& setup) {
  const auto issues = chess::examine(setup);
  return issues.empty() ? "" : "no game leads here: " + issues.front().what;
}

reports::TableOf<Probed> values_table() {
  return {"values",
          "Values",
          {{{"position", "", "", 1, reports::Role::position}, &Probed::position},
           {{"move", "", "empty for the position itself"}, &Probed::move},
           {{"value", "", "for the side to move, with this move"},
            [](const auto& one) { return to_string(one.value); }},
           {{"moves", "", "moves of the winner until mate"},
            [](const auto& one) { return one.value.is_draw() ? Cell() : Cell(one.value.moves()); }},
           {{"remark", "", "why no game from the starting array leads to the position"},
            [](const auto& one) { return one.remark.empty() ? Cell() : Cell(one.remark); }}}};
}

void run_probe(const ProbeOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({values_table()});
  if (options.fens.empty()) throw InputError("endgame probe: no position: give a FEN");
  const EndgameTables tables = options.folder.open();
  std::vector<Probed> rows;
  const bool complete = session.attempt([&] {
    for (const std::string& fen : options.fens) {
      if (tables.rules().variant) {
        const auto position = search::mate::read_variant(options.folder.game, fen);
        probe_moves<chess::MailboxOf<chess::Fairy>>(tables, position, "", rows);
      } else {
        const chess::ValidSetup position = chess::read_position(fen).end;
        probe_moves<chess::Mailbox>(tables, position, why_unreachable(position.setup()), rows);
      }
    }
  });
  session.publish({.complete = complete, .tables = {values_table().with(rows)}}, 1);
}

void add_probe(cli::Command endgame, cli::Session& session) {
  const auto options = std::make_shared<ProbeOptions>();
  const cli::Command probe =
      endgame.add_subcommand("probe", "Show the value of positions and of all their moves");
  const auto argument =
      probe.add_option("FEN", options->fens, "Positions, each in quotes; required");
  probe.add_option("--fen FEN", options->fens, "The same, as in other commands; may be repeated")
      .excludes(argument);
  options->folder.add_to(probe);
  session.add_options(probe);
  probe.example("plylab endgame probe \"8/8/8/8/8/2k5/2p5/2K5 w - - 0 1\"");
  probe.callback([options, &session] { run_probe(*options, session); });
}

// ---- verify ----

struct VerifyOptions {
  Folder folder;
  Selection selection;
  std::string generator = "mailbox";
  std::uint64_t sample = 1'000'000;
  bool all = false;
  std::uint64_t seed = 1;
  int threads = available_processors();
};

/// The result of verifying a table.
struct Verified {
  const EndgameTable* table;
  std::uint64_t positions = 0;
  std::uint64_t wrong = 0;
};

constexpr std::size_t max_examples = 10;

template <Position Board>
Verified verify(const EndgameTables& tables, const EndgameTable& table,
                const VerifyOptions& options, const std::atomic<bool>& stop,
                std::vector<std::string>& examples) {
  table.check(options.threads);
  constexpr std::size_t chunk = 1 << 12;
  const std::size_t slots = table.slots().size(), numbers = 2 * slots;
  const std::size_t wanted = options.all ? numbers : std::min<std::size_t>(options.sample, numbers);
  std::atomic<std::uint64_t> positions = 0, wrong = 0;
  std::mutex mutex;
  in_parallel((wanted + chunk - 1) / chunk, options.threads, &stop,
              [&](std::size_t i, std::size_t) {
                std::uint64_t random = options.seed + i;
                std::uint64_t here = 0;
                for (std::size_t n = i * chunk; n < std::min(wanted, (i + 1) * chunk); ++n) {
                  const std::size_t number = wanted == numbers ? n : splitmix64(random) % numbers;
                  const Side side = number < slots ? chess::white : chess::black;
                  const std::size_t slot = number % slots;
                  here += table.value(side, slot).exists();
                  if (const auto what = chess::contradiction<Board>(tables, table, side, slot)) {
                    ++wrong;
                    const std::lock_guard lock(mutex);
                    if (examples.size() < max_examples) examples.push_back(*what);
                  }
                }
                positions += here;
              });
  return {&table, positions, wrong};
}

reports::TableOf<Verified> verified_table() {
  return {"verified",
          "Verified",
          {{{"ending"}, [](const auto& one) { return one.table->ending().name(); }},
           {{"positions", "", "positions checked, each with White or Black to move"},
            &Verified::positions},
           {{"wrong", "", "positions whose value does not follow from their moves"},
            &Verified::wrong}}};
}

void run_verify(const VerifyOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({verified_table()});
  const EndgameTables tables = options.folder.open();
  std::vector<Verified> rows;
  std::vector<std::string> examples;
  cli::Progress progress("endgame verify", "tables", session.share());
  const auto chosen = options.selection.tables(tables);
  const bool complete = session.attempt([&] {
    for (const EndgameTable* const table : chosen) {
      if (session.stop()) return;
      const bool x88 = options.generator == "x88";
      const auto with = tables.rules().variant ? x88 ? verify<chess::X88Of<chess::Fairy>>
                                                     : verify<chess::MailboxOf<chess::Fairy>>
                        : x88 ? verify<chess::X88>
                                               : verify<chess::Mailbox>;
      rows.push_back(with(tables, *table, options, session.stop(), examples));
      if (rows.back().wrong != 0) session.note_difference();
      const auto done = static_cast<double>(rows.size());
      progress.update(done / static_cast<double>(chosen.size()), done, table->ending().name());
    }
  });
  progress.finish();
  reports::Table table = verified_table().with(rows);
  table.notes = examples;
  session.publish({.complete = complete && !session.stop(), .tables = {std::move(table)}},
                  options.threads);
}

void add_verify(cli::Command endgame, cli::Session& session) {
  const auto options = std::make_shared<VerifyOptions>();
  const cli::Command verify =
      endgame.add_subcommand("verify", "Check tables against another move generator");
  options->selection.add_to(verify, " (default: all that the folder has)");
  options->folder.add_to(verify);
  verify.add_option("--gen", options->generator, "The generator")
      .one_of({"mailbox", "x88"})
      .show_default();
  verify
      .add_option("--sample N", options->sample,
                  "Slots to draw from each table; those without a position are not counted")
      .positive()
      .show_default();
  verify.add_flag("--all", options->all, "Check all positions, not a sample");
  verify.add_option("--seed", options->seed, "Seed of the sample").show_default();
  add_threads_option(verify, options->threads);
  session.add_options(verify);
  verify.example("plylab endgame verify --men 3 --all");
  verify.notes(
      "A position's value must follow from the values of the positions after its moves; "
      "without moves, it is mate or stalemate. Exit status: 0 if all values agree, 1 if "
      "not.");
  verify.callback([options, &session] { run_verify(*options, session); });
}

}  // namespace

void add_endgame_command(cli::Command app, cli::Session& session) {
  const cli::Command endgame = app.add_subcommand(
      "endgame", "Endgame tables: build, show, probe, verify, and judge evaluations by them");
  endgame.example("plylab endgame build --men 3");
  add_build(endgame, session);
  add_show(endgame, session);
  add_probe(endgame, session);
  add_verify(endgame, session);
  add_judge(endgame, session);
}

}  // namespace plylab::suites::endgame
