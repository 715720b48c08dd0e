// plylab games: counts, checks, filters and sorts games, and makes suites of their positions.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gen/base/encoding.h"
#include "gen/base/input_error.h"
#include "gen/base/issue.h"
#include "gen/base/names.h"
#include "gen/base/random.h"
#include "gen/base/text.h"
#include "gen/epd/forms.h"
#include "gen/pgn/pgn.h"
#include "gen/pgn/reader.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "reports/text/terminal.h"
#include "search/run/searchable_game.h"
#include "suites/play/games/filter.h"

namespace plylab::suites::play::games {
namespace {

/// Which positions of a game become records of a suite.
enum class Positions : std::uint8_t { start, end, all, matching, after };

struct Options {
  std::vector<std::string> files;
  FilterOptions filter;
  bool unchecked = false;         ///< moves are not checked
  bool unique = false;            ///< only the first of equal games, and of equal positions
  std::vector<std::string> sort;  ///< keys by priority; "-" before a key reverses its order
  std::string pgn, epd;           ///< the files to write
  bool exports = false;           ///< PGN in export format; otherwise unchanged
  std::string which;              ///< positions, as given
  Positions positions = Positions::end;
  std::size_t after = 0;  ///< plies, for Positions::after
  int threads = 1;

  bool wants_games() const { return !pgn.empty(); }
  bool wants_records() const { return !epd.empty(); }
};

/// The counts of a file.
struct FileCounts {
  std::string file;
  std::uint64_t games = 0, white_wins = 0, draws = 0, black_wins = 0, unfinished = 0;
  std::uint64_t plies = 0, players = 0, kept = 0, duplicates = 0, faults = 0;

  /// Adds the counts of another file, but for the players, who may be the same.
  FileCounts& operator+=(const FileCounts& other) {
    for (const auto member : {&FileCounts::games, &FileCounts::white_wins, &FileCounts::draws,
                              &FileCounts::black_wins, &FileCounts::unfinished, &FileCounts::plies,
                              &FileCounts::kept, &FileCounts::duplicates, &FileCounts::faults})
      this->*member += other.*member;
    return *this;
  }
};

struct Collection {
  std::vector<FileCounts> files;
  std::uint64_t players = 0;             ///< different names in all files
  std::uint64_t bytes = 0;               ///< read
  std::uint64_t games = 0, records = 0;  ///< written
  std::uint64_t ended = 0;               ///< positions without a legal move, which are no records
  std::uint64_t too_short = 0;           ///< games that end before the position that is wanted
  std::vector<std::string> useless;      ///< sort keys for which no game has a value
  std::map<std::string_view, std::uint64_t> languages;  ///< see GamesRead
  std::string pgn, epd;                                 ///< the texts to write
  std::vector<Issue> issues;
};

/// A game that the filter keeps, as far as the options need it.
struct KeptGame {
  pgn::Place place;
  Key identity = {};                   // of start and moves
  std::vector<std::string> keys = {};  // to sort by
  std::string pgn = {};
  std::vector<std::pair<epd::Record, std::size_t>> records = {};  // and the plies before it
  bool is_ended = false;      // has a wanted position without a legal move
  bool is_too_short = false;  // ends before the position that is wanted
};

/// Names, which are looked up without a copy.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const {
    return std::hash<std::string_view>()(name);
  }
};
using Names = std::unordered_set<std::string, NameHash, std::equal_to<>>;

void add_name(Names& names, std::string_view name) {
  if (!name.empty() && name != "?" && !names.contains(name)) names.emplace(name);
}

/// A hash of a sequence; different sequences almost certainly have different hashes.
class Fingerprint {
 public:
  void add(std::uint64_t number) {
    key_.high ^= number;
    splitmix64(key_.high);
    key_.high = splitmix64(key_.high);
    key_.low += number ^ 0x9e3779b97f4a7c15;
    key_.low = splitmix64(key_.low);
  }
  Key key() const { return key_; }

 private:
  Key key_;
};

/// A game of another variant than chess, read by its own rules.
struct OtherGame {
  const GameInfo* info;
  pgn::PgnGame game;
};

/// The results of a worker.
struct Share {
  std::vector<FileCounts> files;
  std::vector<Names> names;
  std::vector<KeptGame> kept;
  std::vector<std::pair<pgn::Place, Issue>> issues;
};

class Collector {
 public:
  Collector(const Options& options, Filter filter)
      : options_(options),
        filter_(std::move(filter)),
        shares_(static_cast<std::size_t>(options.threads)) {
    for (Share& share : shares_) {
      share.files.resize(options.files.size());
      share.names.resize(options.files.size());
    }
  }

  void take(const pgn::FileGame& game, std::size_t worker) {
    Share& share = shares_[worker];
    std::optional<OtherGame> other;
    if (!game.is_chess) {
      other = read_other(game, share);
      if (!other) return;
    }
    const std::size_t plies = other ? other->game.moves.size() : game.line.moves.size();
    count(game, plies, share);
    if (!filter_.keeps(game, plies)) return;
    ++share.files[game.place.file].kept;
    if (options_.wants_games() || options_.wants_records() || options_.unique)
      share.kept.push_back(kept_game(game, other, plies));
  }

  Collection collection() {
    Collection all;
    all.files.resize(options_.files.size());
    for (std::size_t i = 0; i < all.files.size(); ++i) all.files[i].file = options_.files[i];
    Names everybody;
    std::vector<Names> names(options_.files.size());
    std::vector<KeptGame> kept;
    std::vector<std::pair<pgn::Place, Issue>> issues;
    for (Share& share : shares_) {
      for (std::size_t i = 0; i < all.files.size(); ++i) {
        all.files[i] += share.files[i];
        names[i].merge(share.names[i]);
      }
      std::ranges::move(share.kept, std::back_inserter(kept));
      std::ranges::move(share.issues, std::back_inserter(issues));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      all.files[i].players = names[i].size();
      everybody.merge(names[i]);
    }
    all.players = everybody.size();
    std::ranges::sort(issues, {}, [](const auto& issue) { return issue.first; });
    for (auto& [place, issue] : issues) all.issues.push_back(std::move(issue));
    write(std::move(kept), all);
    return all;
  }

 private:
  /// Reads a game by the rules of its variant; adds an issue and returns none if that fails.
  std::optional<OtherGame> read_other(const pgn::FileGame& game, Share& share) const {
    const std::string variant(game.tag("Variant"));
    const std::string& path = options_.files[game.place.file];
    const auto& games = search::searchable_games();
    const auto played =
        std::ranges::find_if(games, [&](const auto& one) { return one.info.name == variant; });
    std::optional<OtherGame> other;
    Issue issue{path, game.scanned.line,
                fmt::format("the variant '{}' is not known (see plylab list games)", variant)};
    if (played != games.end()) {
      pgn::PgnFile read = pgn::parse_pgn(game.scanned.text, path, played->info);
      if (!read.games.empty()) other = {&played->info, std::move(read.games.front())};
      if (!read.issues.empty()) {
        issue = std::move(read.issues.front());
        issue.line += game.scanned.line - 1;
      }
    }
    if (!other) {
      ++share.files[game.place.file].faults;
      share.issues.emplace_back(game.place, std::move(issue));
    }
    return other;
  }

  static void count(const pgn::FileGame& game, std::size_t plies, Share& share) {
    FileCounts& counts = share.files[game.place.file];
    ++counts.games;
    const std::string_view result = game.result();
    ++(result == "1-0"   ? counts.white_wins
       : result == "0-1" ? counts.black_wins
       : result == "*"   ? counts.unfinished
                         : counts.draws);
    counts.plies += plies;
    Names& names = share.names[game.place.file];
    add_name(names, game.tag("White"));
    add_name(names, game.tag("Black"));
  }

  KeptGame kept_game(const pgn::FileGame& game, const std::optional<OtherGame>& other,
                     std::size_t plies) const {
    KeptGame kept{.place = game.place};
    if (options_.unique) kept.identity = identity(game, other);
    for (const std::string& key : options_.sort) kept.keys.push_back(sort_value(key, game, plies));
    if (options_.wants_games()) kept.pgn = text_of(game, other);
    if (options_.wants_records() && game.is_chess) add_records(game, kept);
    return kept;
  }

  static Key identity(const pgn::FileGame& game, const std::optional<OtherGame>& other) {
    Fingerprint fingerprint;
    if (other) {
      const std::hash<std::string_view> hash;
      fingerprint.add(hash(other->info->name));
      fingerprint.add(hash(other->game.start));
      for (const pgn::PgnMove& ply : other->game.moves) fingerprint.add(hash(ply.move));
      return fingerprint.key();
    }
    const Key start = chess::compute_key(game.line.start.setup());
    fingerprint.add(start.high);
    fingerprint.add(start.low);
    for (const chess::Move move : game.line.moves) fingerprint.add(move.bits());
    return fingerprint.key();
  }

  static std::string sort_value(std::string_view key, const pgn::FileGame& game,
                                std::size_t plies) {
    if (key.starts_with('-')) key.remove_prefix(1);
    if (key == "plies") return fmt::to_string(plies);
    if (key == "result") return std::string(game.result());
    if (key == "elo") {
      const auto white = parse_number<int>(game.tag("WhiteElo"));
      const auto black = parse_number<int>(game.tag("BlackElo"));
      return white && black ? fmt::format("{}", *white + *black) : "";
    }
    return std::string(game.tag(key));
  }

  std::string text_of(const pgn::FileGame& game, const std::optional<OtherGame>& other) const {
    if (!options_.exports) return in_utf8(game.scanned.text) + "\n\n";
    pgn::PgnGame exported = other ? other->game : pgn::owned(game.scanned, game.line);
    exported.result = std::string(game.result());
    for (auto& [name, value] : exported.tags)
      if (name == "Result") value = exported.result;
    return other ? pgn::to_pgn(exported, *other->info) : pgn::to_pgn(exported, game.line);
  }

  void add_records(const pgn::FileGame& game, KeptGame& kept) const {
    const std::size_t plies = game.line.moves.size();
    std::size_t ply = 0;
    pgn::for_each_position(game.line, [&](const pgn::Board& board, const auto& next) {
      const bool wanted = options_.positions == Positions::start      ? ply == 0
                          : options_.positions == Positions::end      ? ply == plies
                          : options_.positions == Positions::after    ? ply == options_.after
                          : options_.positions == Positions::matching ? filter_.wants(board)
                                                                      : true;
      const std::size_t plies_before = ply++;
      if (!wanted) return;
      kept.is_ended = !next && board.count() == 0;
      if (!kept.is_ended)
        kept.records.emplace_back(epd::record_of(game.scanned, board, next), plies_before);
    });
    kept.is_too_short = options_.positions == Positions::after && options_.after > plies;
  }

  /// The order of two values: numbers, then other texts, then missing values.
  static std::strong_ordering order(const std::string& a, const std::string& b) {
    if (a.empty() || b.empty()) return a.empty() <=> b.empty();
    const auto x = parse_number<int>(a), y = parse_number<int>(b);
    if (x && y) return *x <=> *y;
    return x || y ? y.has_value() <=> x.has_value() : a <=> b;
  }

  bool comes_before(const KeptGame& a, const KeptGame& b) const {
    for (std::size_t i = 0; i < a.keys.size(); ++i) {
      const bool missing = a.keys[i].empty() || b.keys[i].empty();
      const auto ordering = order(a.keys[i], b.keys[i]);
      if (ordering != 0) return (options_.sort[i].front() == '-' && !missing) != (ordering < 0);
    }
    return a.place < b.place;
  }

  void write(std::vector<KeptGame> kept, Collection& all) const {
    std::ranges::sort(kept, {}, &KeptGame::place);
    if (options_.unique) {
      std::set<Key> seen;
      std::erase_if(kept, [&](const KeptGame& game) {
        if (seen.insert(game.identity).second) return false;
        --all.files[game.place.file].kept;
        ++all.files[game.place.file].duplicates;
        return true;
      });
    }
    for (std::size_t i = 0; i < options_.sort.size(); ++i)
      if (!kept.empty() &&
          std::ranges::all_of(kept, [&](const KeptGame& game) { return game.keys[i].empty(); }))
        all.useless.push_back(options_.sort[i]);
    std::ranges::sort(kept, [&](const auto& a, const auto& b) { return comes_before(a, b); });
    std::set<std::string> positions;
    std::size_t number = 0;
    for (KeptGame& game : kept) {
      ++number;
      if (options_.wants_games()) ++all.games;
      all.ended += game.is_ended;
      all.too_short += game.is_too_short;
      all.pgn += game.pgn;
      for (auto& [record, ply] : game.records) {
        if (options_.unique && !positions.insert(epd::position_text(record.setup)).second) continue;
        ++all.records;
        add_number(number, ply, record);
        all.epd += epd::to_string(record) + '\n';
      }
    }
  }

  /// Adds numbers to the id: several games may have the same players, and one game several
  /// positions.
  void add_number(std::size_t number, std::size_t ply, epd::Record& record) const {
    const bool several =
        options_.positions == Positions::all || options_.positions == Positions::matching;
    for (epd::Operation& operation : record.operations)
      if (operation.opcode == "id")
        operation.operands.front().text +=
            fmt::format(", game {}{}", number, several ? fmt::format(", ply {}", ply) : "");
  }

  const Options& options_;
  const Filter filter_;
  std::vector<Share> shares_;
};

/// Reads the files. Throws InputError for files that cannot be opened, and for an invalid options.
Collection collect(const Options& options, const std::atomic<bool>& stop) {
  Filter filter(options.filter);
  if (options.positions == Positions::matching && !filter.has_positions())
    throw InputError("--positions matching needs --fen or --material");
  Collector collector(options, std::move(filter));
  const pgn::GamesRead read = pgn::read_games(
      options.files,
      {.wanted = options.unchecked ? pgn::Wanted::tags : pgn::Wanted::all,
       .threads = options.threads,
       .stop = &stop},
      [&](const pgn::FileGame& game, std::size_t worker) { collector.take(game, worker); });
  Collection all = collector.collection();
  all.bytes = read.bytes;
  all.languages = read.languages;
  const auto place_of = [&](const std::string& file) {
    return static_cast<std::size_t>(std::ranges::find(options.files, file) - options.files.begin());
  };
  for (const Issue& issue : read.issues)
    if (const std::size_t file = place_of(issue.file); file < all.files.size())
      ++all.files[file].faults;
  std::ranges::copy(read.issues, std::back_inserter(all.issues));
  std::ranges::stable_sort(all.issues, {}, [&](const Issue& issue) {
    return std::pair(place_of(issue.file), issue.line);
  });
  return all;
}

// ---- command ----

/// Sets the positions that --positions asks for. Throws InputError.
void read_positions(Options& options) {
  const std::vector<std::string> names{"start", "end", "all", "matching"};
  if (options.which.empty()) return;
  if (const auto plies = parse_number<std::size_t>(options.which)) {
    options.positions = Positions::after;
    options.after = *plies;
  } else {
    options.positions = static_cast<Positions>(find_place(names, options.which, "--positions"));
  }
}

/// Throws InputError for options that would have no effect.
void check_uses(const Options& options) {
  if (options.exports && !options.wants_games())
    throw InputError("--export is the form of --pgn: give --pgn FILE, too");
  if (!options.which.empty() && !options.wants_records())
    throw InputError("--positions chooses what --epd writes: give --epd FILE, too");
  if (!options.sort.empty() && !options.wants_games() && !options.wants_records())
    throw InputError("--sort orders what --pgn or --epd writes: give one of them, too");
}

reports::TableOf<FileCounts> games_table(const Options& options) {
  using Cell = reports::Cell;
  return {"games",
          "Games read",
          {{{"file"}, &FileCounts::file},
           {{"games", "", "that were read without a fault"}, &FileCounts::games},
           {{"white_wins"}, &FileCounts::white_wins},
           {{"draws"}, &FileCounts::draws},
           {{"black_wins"}, &FileCounts::black_wins},
           {{"unfinished", "", "without a result, or with *"}, &FileCounts::unfinished},
           {{"plies", "", "moves of either side in all games, each of them legal"},
            [&](const auto& one) { return options.unchecked ? Cell() : Cell(one.plies); }},
           {{"players", "", "different names"}, &FileCounts::players},
           {{"kept", "", "games that the filter keeps, without duplicates"}, &FileCounts::kept},
           {{"duplicates", "", "games with start and moves of one that is kept, by --unique"},
            [&](const auto& one) { return options.unique ? Cell(one.duplicates) : Cell(); }},
           {{"faults", "", "games left out; standard error says what is wrong with each"},
            &FileCounts::faults}}};
}

reports::Table table_of(const Collection& all, const Options& options) {
  std::vector<FileCounts> rows = all.files;
  if (rows.size() > 1) {
    FileCounts sum{.file = "all", .players = all.players};
    for (const FileCounts& file : all.files) sum += file;
    rows.push_back(sum);
  }
  reports::Table table = games_table(options).with(rows);
  if (!rows.empty() && rows.back().kept < rows.back().games)
    table.notes.emplace_back("results, plies and players are those of all games, kept or not");
  return table;
}

void run_games(Options& options, cli::Session& session) {
  session.check_options();
  session.declare({games_table(options)});
  read_positions(options);
  if (options.unchecked && (options.wants_records() || options.exports || options.unique ||
                            !options.filter.plies.empty() || !options.filter.fens.empty() ||
                            !options.filter.materials.empty()))
    throw InputError(
        "games: --unchecked reads no moves, but --epd, --export, --unique, --plies, --fen and "
        "--material need them");
  check_uses(options);
  if (options.wants_games()) session.check_new_file("--pgn", options.pgn);
  if (options.wants_records()) session.check_new_file("--epd", options.epd);

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const Collection all = collect(options, session.stop());
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  for (const Issue& issue : all.issues) reports::tell(to_string(issue));
  if (!all.issues.empty()) session.note_difference();
  for (const std::string& key : all.useless)
    reports::tell(fmt::format("--sort {}: none of the chosen games has this value", key));
  if (options.wants_games() && all.games == 0)
    reports::tell(fmt::format("--pgn: no game was chosen, and '{}' is empty", options.pgn));
  if (options.wants_records() && all.records == 0)
    reports::tell(fmt::format("--epd: no position was chosen, and '{}' is empty", options.epd));

  reports::Table table = table_of(all, options);
  if (options.wants_games()) {
    reports::save_text(all.pgn, options.pgn, &session.stop());
    table.notes.push_back(fmt::format("wrote {} {} to {}", all.games,
                                      all.games == 1 ? "game" : "games", options.pgn));
  }
  if (options.wants_records()) {
    reports::save_text(all.epd, options.epd, &session.stop());
    table.notes.push_back(fmt::format("wrote {} {} to {}", all.records,
                                      all.records == 1 ? "position" : "positions", options.epd));
  }
  if (all.ended > 0)
    table.notes.push_back(fmt::format("left out {} positions without a legal move", all.ended));
  if (all.too_short > 0)
    table.notes.push_back(
        fmt::format("{} games have fewer than {} plies", all.too_short, options.after));
  for (const auto& [language, games] : all.languages)
    table.notes.push_back(fmt::format("{} {} the piece letters of {}", games,
                                      games == 1 ? "game has" : "games have", language));
  const double megabytes = static_cast<double>(all.bytes) / 1e6;
  std::string rate = fmt::format("read {:.1f} MB in {:.2f} s", megabytes, seconds);
  constexpr double shortest = 0.1;  // seconds; shorter times give no rate
  if (seconds >= shortest) rate += fmt::format(", {:.0f} MB/s", megabytes / seconds);
  table.notes.push_back(std::move(rate));
  session.publish({.complete = !session.stop(), .tables = {std::move(table)}}, options.threads);
}

}  // namespace

void add_games_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command games = app.add_subcommand(
      "games", "Count, check, filter and sort games in PGN, and make suites of them");
  games
      .add_option("FILE", options->files,
                  "PGN files, also compressed by gzip, zstd or bzip2; - reads standard input")
      .required();
  games.add_flag("--unchecked", options->unchecked,
                 "Read only tags and results, and don't check moves");
  cli::add_threads_option(games, options->threads, "Threads for reading");
  options->filter.add_to(games);
  const cli::Command output = games.group("Output");
  output.add_flag(
      "--unique", options->unique,
      "Drop games with the same start and moves as an earlier one, and repeated positions");
  output
      .add_option(
          "--sort KEY,KEY", options->sort,
          "Sort by a tag, or by plies, elo (the sum of both ratings) or result; -KEY sorts in "
          "descending order (default: the order of the files)")
      .delimiter(',');
  output.add_option("--pgn FILE", options->pgn, "Write the games, unchanged, to this new file");
  output.add_flag("--export", options->exports,
                  "Write them in PGN's export format, with English SAN and without variations");
  output.add_option(
      "--epd FILE", options->epd,
      "Write positions to this new suite, with the result (c9) and the move played (sm)");
  output.add_option("--positions WHICH", options->which,
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

}  // namespace plylab::suites::play::games
