#include "gen/chess/endgames/table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <system_error>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/base/text.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::chess {
namespace {

static_assert(std::endian::native == std::endian::little, "block sizes are little-endian numbers");

/// A file's entry for a block: its size in 32 bits, and the first 16 digits of its SHA-256.
constexpr std::size_t size_bytes = 4, hash_digits = 16, entry_bytes = size_bytes + hash_digits;

std::string entry_of(std::string_view block) {
  const auto size = static_cast<std::uint32_t>(block.size());
  std::string entry(reinterpret_cast<const char*>(&size), size_bytes);
  return entry += sha256(block).substr(0, hash_digits);
}

constexpr std::string_view first_line = "plylab endgame 2\n";
constexpr std::string_view ending_of_name = ".endgame";
constexpr std::string_view orthodox_game = "chess";
constexpr int compression = 6;  // zstd's level; 19 makes files 10 % smaller in ten times the time

std::string what_of(int error) { return std::generic_category().message(error); }

}  // namespace

std::string file_name(const Ending& ending) { return ending.name() + std::string(ending_of_name); }

/// A file mapped into memory: the certificate with a hash of everything before the blocks, an empty
/// line, an entry for each block, and the blocks, each a zstd frame.
struct EndgameTable::File {
  std::string path;
  std::string_view bytes;
  std::vector<std::string_view> blocks, entries;
  std::mutex mutex;  // guards blocks being read

  explicit File(const std::string& name) : path(name) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) fail(what_of(errno));
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const mapped =
        size == 0 ? MAP_FAILED : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    ::close(descriptor);
    if (mapped == MAP_FAILED) fail("not an endgame table: remove it and build it again");
    bytes = {static_cast<const char*>(mapped), size};
  }
  ~File() { ::munmap(const_cast<char*>(bytes.data()), bytes.size()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[noreturn]] void fail(std::string_view why) const {
    throw InputError(fmt::format("{}: {}", path, why));
  }

  /// The value after `key=` in the certificate; none without such a line.
  std::optional<std::string_view> find_field(std::string_view certificate,
                                             std::string_view key) const {
    const std::string start = fmt::format("\n{}=", key);
    const std::size_t at = certificate.find(start);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view rest = certificate.substr(at + start.size());
    return rest.substr(0, rest.find('\n'));
  }
  std::string_view field(std::string_view certificate, std::string_view key) const {
    const auto found = find_field(certificate, key);
    if (!found) fail(fmt::format("damaged: there is no {}=", key));
    return *found;
  }
};

EndgameTable::~EndgameTable() = default;

EndgameTable::EndgameTable(const Ending& ending, std::unique_ptr<RetrogradeValues> values,
                           std::string game, std::string maker, int threads)
    : slots_(ending), values_(std::move(values)), game_(std::move(game)), maker_(std::move(maker)) {
  count(threads);
  hash_ = hash_of_values(threads);
}

std::string EndgameTable::hash_of_values(int threads) const {
  std::array<std::string, 2> hashes;
#pragma omp parallel for num_threads(std::min(threads, 2))
  for (unsigned i = 0; i < 2; ++i)
    hashes[i] =
        sha256({reinterpret_cast<const char*>(values_->of(static_cast<Side>(i))), slots_.size()});
  return sha256(hashes[0] + hashes[1]);
}

bool EndgameTable::is_passing_somewhere(std::size_t slot) const {
  if (!ending().has_en_passant()) return false;
  const Placement placement = slots_.placement(slot);
  for (unsigned i = 2; i < ending().size(); ++i)
    if (stands_on(ending()[i], placement.squares[i]) != placement.squares[i]) return true;
  return false;
}

void EndgameTable::count(int threads) {
#pragma omp parallel for num_threads(std::min(threads, 2))
  for (unsigned i = 0; i < 2; ++i) {
    EndingCounts& counts = counts_[i];
    for_each_counted(static_cast<Side>(i), [&](DistanceValue value, unsigned weight) {
      (value.is_win() ? counts.wins : value.is_loss() ? counts.losses : counts.draws) += weight;
      unsigned& longest = value.is_win() ? counts.longest_win : counts.longest_loss;
      longest = std::max(longest, value.moves());
    });
  }
}

std::string EndgameTable::certificate() const {
  std::string text(first_line);
  text += fmt::format("ending={}\n", ending().name());
  if (game_ != orthodox_game) text += fmt::format("game={}\n", game_);
  text += fmt::format("maker={}\nslots={}\n", maker_, slots_.size());
  for (const Side side : {white, black}) {
    const EndingCounts& counts = this->counts(side);
    text += fmt::format("{}={} {} {} {} {}\n", side == white ? "white" : "black", counts.wins,
                        counts.draws, counts.losses, counts.longest_win, counts.longest_loss);
  }
  text += fmt::format("values={}\n", hash());
  return text;
}

void EndgameTable::write(const std::string& path, int threads) const {
  std::vector<std::string> compressed(2 * blocks());
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::size_t i = 0; i < compressed.size(); ++i) {
    const auto [side, first] = place_of(i);
    const std::size_t size = std::min(slots_.size() - first, std::size_t{1} << block_bits);
    std::string& block = compressed[i];
    block.resize(ZSTD_compressBound(size));
    block.resize(
        ZSTD_compress(block.data(), block.size(), values_->of(side) + first, size, compression));
  }
  std::string entries;
  for (const std::string& block : compressed) entries += entry_of(block);
  std::string head = certificate();
  head += fmt::format("head={}\n\n", sha256(head + entries));
  std::vector<std::string_view> parts{head, entries};
  parts.insert(parts.end(), compressed.begin(), compressed.end());
  replace_file(path, parts);
}

namespace {

Ending ending_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::getline(file, line);
  if (line.starts_with("plylab endgame ") && line + "\n" != first_line)
    throw InputError(fmt::format("{}: written by another version: build it again", path));
  if (line + "\n" != first_line || !std::getline(file, line) || !line.starts_with("ending="))
    throw InputError(fmt::format("{}: not an endgame table: remove it and build it again", path));
  return Ending::parse(line.substr(line.find('=') + 1));
}

}  // namespace

EndgameTable::EndgameTable(const std::string& path)
    : slots_(ending_in(path)), file_(std::make_unique<File>(path)) {
  const std::size_t end = file_->bytes.find("\n\n");
  const std::size_t all_entries = 2 * blocks() * entry_bytes;
  if (end == std::string_view::npos || file_->bytes.size() < end + 2 + all_entries)
    file_->fail("damaged: it ends too early");
  const std::string_view head = file_->bytes.substr(0, end + 1);
  const std::string_view entries = file_->bytes.substr(end + 2, all_entries);
  const std::string_view text = head.substr(0, head.rfind("head="));
  if (sha256(std::string(text) + std::string(entries)) != file_->field(head, "head"))
    file_->fail("damaged: its first lines do not have the hash that they state");
  std::size_t at = end + 2 + all_entries;
  for (std::size_t i = 0; i < 2 * blocks(); ++i) {
    file_->entries.push_back(entries.substr(i * entry_bytes, entry_bytes));
    std::uint32_t size = 0;
    std::memcpy(&size, file_->entries.back().data(), size_bytes);
    if (file_->bytes.size() - at < size) file_->fail("damaged: it ends too early");
    file_->blocks.push_back(file_->bytes.substr(at, size));
    at += size;
  }
  if (at != file_->bytes.size()) file_->fail("damaged: there is something behind its last block");
  for (const Side side : {white, black}) {
    const std::string_view field = file_->field(head, side == white ? "white" : "black");
    std::array<std::uint64_t, 5> numbers{};
    const auto words = words_of(field);
    if (words.size() != numbers.size()) file_->fail("damaged: five numbers a side are expected");
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<std::uint64_t>(parse_count(words[i]).value_or(0).value());
    counts_[static_cast<unsigned>(side)] = {numbers[0], numbers[1], numbers[2],
                                            static_cast<unsigned>(numbers[3]),
                                            static_cast<unsigned>(numbers[4])};
  }
  hash_ = file_->field(head, "values");
  game_ = file_->find_field(head, "game").value_or(orthodox_game);
  maker_ = file_->field(head, "maker");
  values_ = std::make_unique<RetrogradeValues>(slots_.size());
  loaded_ = std::make_unique<std::atomic<bool>[]>(2 * blocks());
}

void EndgameTable::load(Side side, std::size_t block) const {
  const std::lock_guard lock(file_->mutex);
  if (is_loaded(side, block)) return;
  const std::size_t first = block << block_bits;
  const std::size_t size = std::min(slots_.size() - first, std::size_t{1} << block_bits);
  const std::size_t i = static_cast<unsigned>(side) * blocks() + block;
  const std::string_view bytes = file_->blocks[i];
  if (entry_of(bytes) != file_->entries[i] ||
      ZSTD_decompress(values_->of(side) + first, size, bytes.data(), bytes.size()) != size)
    file_->fail(fmt::format("damaged in block {} of {}: remove it and build it again", i + 1,
                            2 * blocks()));
  loaded_[i].store(true, std::memory_order_release);
}

void EndgameTable::check(int threads) const {
  if (file_)
    for (std::size_t i = 0; i < 2 * blocks(); ++i)
      (void)value(place_of(i).first, place_of(i).second);
  if (hash_of_values(threads) != hash())
    throw InputError(fmt::format("{}: its values do not have the hash that it states",
                                 file_ ? file_->path : ending().name()));
}

// ---- sets of tables ----

EndgameTables::EndgameTables(const std::string& folder, EndgameRules rules)
    : rules_(std::move(rules)) {
  for (const std::string& path : files_in(folder, std::string(ending_of_name))) open(path);
  if (tables_.empty())
    throw InputError(
        std::filesystem::is_directory(folder)
            ? fmt::format("{}: no endgame tables (*.endgame) are there; plylab endgame build makes "
                          "them",
                          folder)
            : fmt::format("{}: no endgame tables (*.endgame) are there: it is not a folder",
                          folder));
}

const EndgameTable& EndgameTables::add(std::unique_ptr<const EndgameTable> table) {
  const Ending ending = table->ending();
  return *(tables_[ending] = std::move(table));
}

const EndgameTable& EndgameTables::open(const std::string& path) {
  auto table = std::make_unique<const EndgameTable>(path);
  const std::string name = file_name(table->ending());
  if (std::filesystem::path(path).filename() != name)
    throw InputError(fmt::format("{}: it is the table of {}, whose name is {}", path,
                                 table->ending().name(), name));
  if (table->game() != rules_.game)
    throw InputError(
        fmt::format("{}: it is a table of {}, not of {}", path, table->game(), rules_.game));
  return add(std::move(table));
}

const EndgameTable* EndgameTables::find(const Ending& ending) const {
  const auto found = tables_.find(ending);
  return found == tables_.end() ? nullptr : found->second.get();
}

std::optional<DistanceValue> EndgameTables::probe(const Setup& setup) const {
  const auto position = placed(setup);
  const EndgameTable* const table = position ? find(position->ending) : nullptr;
  if (!table) return std::nullopt;
  return table->value(position->side, position->placement);
}

std::string EndgameTables::identity(unsigned men) const {
  std::size_t count = 0;
  std::string text;
  for (const auto& [ending, table] : tables_) {
    if (ending.size() > men) continue;
    ++count;
    text += fmt::format("{} {}\n", ending.name(), table->hash());
  }
  return fmt::format("{} tables {}", count, sha256(text).substr(0, 16));
}

// ---- the values of a position's moves ----

namespace {

template <class Board>
std::vector<RatedMove> moves_rated(const EndgameTables& tables, Board board) {
  std::vector<RatedMove> moves;
  for (const Move move : board.generate()) {
    const auto undo = board.make(move);
    const auto value = tables.probe(board.setup());
    moves.push_back({move, value ? value->before() : DistanceValue::none()});
    board.unmake(move, undo);
  }
  std::ranges::sort(moves, [](const RatedMove& a, const RatedMove& b) {
    if (a.value == b.value) return a.move < b.move;
    if (!a.value.exists() || !b.value.exists()) return a.value.exists();
    return a.value.better_than(b.value);
  });
  return moves;
}

}  // namespace

std::vector<RatedMove> rated_moves(const EndgameTables& tables, const ValidSetup& position) {
  return moves_rated(tables, Mailbox(position));
}

std::vector<RatedMove> rated_moves(const EndgameTables& tables, const VariantSetup& position) {
  return moves_rated(tables, MailboxOf<Fairy>(position));
}

std::optional<DistanceValue> probe(const EndgameTables& tables, const ValidSetup& position,
                                   const std::vector<RatedMove>& moves) {
  if (const auto value = tables.probe(position.setup())) return value;
  if (moves.empty() || !moves.back().value.exists()) return std::nullopt;
  return moves.front().value;
}

}  // namespace plylab::chess
