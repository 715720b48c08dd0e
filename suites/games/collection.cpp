#include "suites/games/collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/base/text.h"
#include "gen/epd/games.h"
#include "gen/pgn/pgn.h"
#include "search/run/searchable_game.h"

namespace plylab::suites::games {
namespace {

/// A game that the filter keeps, as far as the request needs it.
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
  Collector(const Request& request, Filter filter)
      : request_(request),
        filter_(std::move(filter)),
        shares_(static_cast<std::size_t>(request.threads)) {
    for (Share& share : shares_) {
      share.files.resize(request.files.size());
      share.names.resize(request.files.size());
    }
  }

  void take(const pgn::FileGame& game, std::size_t worker) {
    Share& share = shares_[worker];
    std::optional<OtherGame> other;
    if (!game.is_chess) {
      other = read_other(game, share);
      if (!other) return;
    }
    count(game, other, share);
    if (!filter_.keeps(game)) return;
    ++share.files[game.place.file].kept;
    if (request_.wants_games || request_.wants_records || request_.unique)
      share.kept.push_back(kept_game(game, other));
  }

  Collection collection() {
    Collection all;
    all.files.resize(request_.files.size());
    for (std::size_t i = 0; i < all.files.size(); ++i) all.files[i].file = request_.files[i];
    Names everybody;
    std::vector<Names> names(request_.files.size());
    std::vector<KeptGame> kept;
    std::vector<std::pair<pgn::Place, Issue>> issues;
    for (Share& share : shares_) {
      for (std::size_t i = 0; i < all.files.size(); ++i) {
        add(share.files[i], all.files[i]);
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
  static void add(const FileCounts& counts, FileCounts& sum) {
    for (const auto member : {&FileCounts::games, &FileCounts::white_wins, &FileCounts::draws,
                              &FileCounts::black_wins, &FileCounts::unfinished, &FileCounts::plies,
                              &FileCounts::kept, &FileCounts::duplicates, &FileCounts::faults})
      sum.*member += counts.*member;
  }

  /// Reads a game by the rules of its variant; adds an issue and returns none if that fails.
  std::optional<OtherGame> read_other(const pgn::FileGame& game, Share& share) const {
    const std::string variant(game.tag("Variant"));
    const std::string& path = request_.files[game.place.file];
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

  static void count(const pgn::FileGame& game, const std::optional<OtherGame>& other,
                    Share& share) {
    FileCounts& counts = share.files[game.place.file];
    ++counts.games;
    const std::string_view result = game.result();
    ++(result == "1-0"   ? counts.white_wins
       : result == "0-1" ? counts.black_wins
       : result == "*"   ? counts.unfinished
                         : counts.draws);
    counts.plies += other ? other->game.moves.size() : game.line.moves.size();
    Names& names = share.names[game.place.file];
    add_name(names, game.tag("White"));
    add_name(names, game.tag("Black"));
  }

  KeptGame kept_game(const pgn::FileGame& game, const std::optional<OtherGame>& other) const {
    KeptGame kept{.place = game.place};
    if (request_.unique) kept.identity = identity(game, other);
    for (const std::string& key : request_.sort) kept.keys.push_back(sort_value(key, game));
    if (request_.wants_games) kept.pgn = text_of(game, other);
    if (request_.wants_records && game.is_chess) add_records(game, kept);
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

  static std::string sort_value(std::string_view key, const pgn::FileGame& game) {
    if (key.starts_with('-')) key.remove_prefix(1);
    if (key == "plies") return fmt::format("{}", game.line.moves.size());
    if (key == "result") return std::string(game.result());
    if (key == "elo") {
      const auto white = parse_number<int>(game.tag("WhiteElo"));
      const auto black = parse_number<int>(game.tag("BlackElo"));
      return white && black ? fmt::format("{}", *white + *black) : "";
    }
    return std::string(game.tag(key));
  }

  std::string text_of(const pgn::FileGame& game, const std::optional<OtherGame>& other) const {
    const auto& moves = game.line.moves;
    const bool passes = std::ranges::find(moves, pgn::null_move) != moves.end();
    if (!request_.exports || passes) return pgn::in_utf8(game.scanned.text) + "\n\n";
    pgn::PgnGame exported = other ? other->game : pgn::owned(game.scanned, game.line);
    exported.result = std::string(game.result());
    for (auto& [name, value] : exported.tags)
      if (name == "Result") value = exported.result;
    return pgn::to_pgn(exported, other ? *other->info : search::searchable_chess().info);
  }

  void add_records(const pgn::FileGame& game, KeptGame& kept) const {
    const std::size_t plies = game.line.moves.size();
    std::size_t ply = 0;
    pgn::for_each_position(game.line, [&](const pgn::Board& board, const auto& next) {
      const bool wanted = request_.positions == Positions::start      ? ply == 0
                          : request_.positions == Positions::end      ? ply == plies
                          : request_.positions == Positions::after    ? ply == request_.after
                          : request_.positions == Positions::matching ? filter_.wants(board)
                                                                      : true;
      const std::size_t plies_before = ply++;
      if (!wanted) return;
      kept.is_ended = !next && board.count() == 0;
      if (!kept.is_ended)
        kept.records.emplace_back(epd::record_of(game.scanned, board, next), plies_before);
    });
    kept.is_too_short = request_.positions == Positions::after && request_.after > plies;
  }

  /// The order of two values: as numbers if both are numbers; missing values come last.
  static std::strong_ordering order(const std::string& a, const std::string& b) {
    if (a.empty() || b.empty()) return a.empty() <=> b.empty();
    const auto x = parse_number<int>(a), y = parse_number<int>(b);
    return x && y ? *x <=> *y : a <=> b;
  }

  bool comes_before(const KeptGame& a, const KeptGame& b) const {
    for (std::size_t i = 0; i < a.keys.size(); ++i) {
      const bool missing = a.keys[i].empty() || b.keys[i].empty();
      const auto ordering = order(a.keys[i], b.keys[i]);
      if (ordering != 0) return (request_.sort[i].front() == '-' && !missing) != (ordering < 0);
    }
    return a.place < b.place;
  }

  void write(std::vector<KeptGame> kept, Collection& all) const {
    std::ranges::sort(kept, {}, &KeptGame::place);
    if (request_.unique) {
      std::set<Key> seen;
      std::erase_if(kept, [&](const KeptGame& game) {
        if (seen.insert(game.identity).second) return false;
        --all.files[game.place.file].kept;
        ++all.files[game.place.file].duplicates;
        return true;
      });
    }
    for (std::size_t i = 0; i < request_.sort.size(); ++i)
      if (!kept.empty() &&
          std::ranges::all_of(kept, [&](const KeptGame& game) { return game.keys[i].empty(); }))
        all.useless.push_back(request_.sort[i]);
    std::ranges::sort(kept, [&](const auto& a, const auto& b) { return comes_before(a, b); });
    std::set<std::string> positions;
    std::size_t number = 0;
    for (KeptGame& game : kept) {
      ++number;
      if (request_.wants_games) ++all.games;
      all.ended += game.is_ended;
      all.too_short += game.is_too_short;
      all.pgn += game.pgn;
      for (auto& [record, ply] : game.records) {
        if (request_.unique && !positions.insert(epd::position_text(record.setup)).second) continue;
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
        request_.positions == Positions::all || request_.positions == Positions::matching;
    for (epd::Operation& operation : record.operations)
      if (operation.opcode == "id")
        operation.operands.front().text +=
            fmt::format(", game {}{}", number, several ? fmt::format(", ply {}", ply) : "");
  }

  const Request& request_;
  const Filter filter_;
  std::vector<Share> shares_;
};

}  // namespace

Collection collect(const Request& request, const std::atomic<bool>& stop) {
  Filter filter(request.filter);
  if (request.positions == Positions::matching && !filter.has_positions())
    throw InputError("--positions matching needs --fen or --material");
  Collector collector(request, std::move(filter));
  const pgn::GamesRead read = pgn::read_games(
      request.files,
      {.wanted = request.unchecked ? pgn::Wanted::tags : pgn::Wanted::all,
       .threads = request.threads,
       .stop = &stop},
      [&](const pgn::FileGame& game, std::size_t worker) { collector.take(game, worker); });
  Collection all = collector.collection();
  all.bytes = read.bytes;
  const auto place_of = [&](const std::string& file) {
    return static_cast<std::size_t>(std::ranges::find(request.files, file) - request.files.begin());
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

}  // namespace plylab::suites::games
