#include "gen/chess/book/book_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sha2.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"

namespace plylab::chess {
namespace {

constexpr std::string_view sqlite_head = "SQLite format 3";

/// The tables of a book; their comments are for users who read the file with sqlite3.
constexpr const char* tables = R"(
-- position: Polyglot's key as a signed number. move: origin and target (castling: e1h1), promotion.
-- wins, draws, losses: of games, for the side that made the move.
-- weight: of a book that had no results.
CREATE TABLE moves (position INTEGER NOT NULL, move TEXT NOT NULL, wins INTEGER NOT NULL,
                    draws INTEGER NOT NULL, losses INTEGER NOT NULL, weight INTEGER NOT NULL,
                    PRIMARY KEY (position, move)) WITHOUT ROWID;)";

}  // namespace

/// An SQLite database and its statements. Errors are InputError.
class Sqlite {
 public:
  Sqlite(const std::string& path, int flags) : path_(path) {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    handle_.reset(handle);
    check(code);
  }

  void run(const char* sql) { check(sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr)); }

  using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;
  Statement prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(handle_.get(), sql, -1, &statement, nullptr));
    return {statement, &sqlite3_finalize};
  }

  /// Goes to the next row; false at the end.
  bool step(const Statement& statement) {
    const int code = sqlite3_step(statement.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) check(code);
    return code == SQLITE_ROW;
  }

  void check(int code) const {
    if (code == SQLITE_OK) return;
    if (code == SQLITE_FULL || code == SQLITE_IOERR)
      throw InputError(fmt::format("'{}' cannot be written: the disk may be full", path_));
    if (code == SQLITE_CORRUPT) throw InputError(fmt::format("'{}' is damaged", path_));
    throw InputError(
        fmt::format("'{}' is not a book of plylab: {}", path_, sqlite3_errmsg(handle_.get())));
  }

 private:
  std::string path_;
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> handle_{nullptr, &sqlite3_close};
};

/// The rows of an SQLite book's table.
class Rows {
 public:
  /// `which` is the end of the query, as "WHERE position = ?".
  Rows(Sqlite& database, const std::string& path, const std::string& which = "")
      : database_(database),
        path_(path),
        select_(database.prepare(
            ("SELECT position, move, wins, draws, losses, weight FROM moves " + which).c_str())) {}

  /// The rows of one position, for a query with one parameter. Throws InputError.
  Book of(std::uint64_t key) {
    sqlite3_reset(select_.get());
    sqlite3_bind_int64(select_.get(), 1, std::bit_cast<std::int64_t>(key));
    return rest();
  }

  /// All rows that have not been read. Throws InputError.
  Book rest() {
    Book book;
    while (database_.step(select_)) book.add(row());
    return book;
  }

 private:
  BookMove row() const {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(select_.get(), 1));
    const auto move = parse_polyglot_text(text == nullptr ? "" : text);
    if (!move)
      throw InputError(fmt::format("'{}': '{}' is not a move", path_, text == nullptr ? "" : text));
    return {
        .key = std::bit_cast<std::uint64_t>(std::int64_t{sqlite3_column_int64(select_.get(), 0)}),
        .move = *move,
        .wins = number(2),
        .draws = number(3),
        .losses = number(4),
        .given_weight = number(5)};
  }

  std::uint32_t number(int column) const {
    const std::int64_t count = sqlite3_column_int64(select_.get(), column);
    if (!std::in_range<std::uint32_t>(count))
      throw InputError(fmt::format("'{}' is damaged: it counts {} games", path_, count));
    return static_cast<std::uint32_t>(count);
  }

  Sqlite& database_;
  const std::string& path_;
  Sqlite::Statement select_;
};

namespace {

/// Throws InputError if the file is shorter than its header says. (SQLite notices that only if
/// whole pages are missing, and takes the rest of a page for zeros.)
void check_length(const std::string& path) {
  std::array<unsigned char, 32> header{};
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(header.data()), std::ssize(header));
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uintmax_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = (value << 8) | header[at + i];
    return value;
  };
  const std::uintmax_t page = number(16, 2) == 1 ? 65536 : number(16, 2), pages = number(28, 4);
  const std::uintmax_t size = std::filesystem::file_size(path);
  if (size < page * pages)
    throw InputError(
        fmt::format("'{}' is cut off: it has {} bytes of {}", path, size, page * pages));
}

Book read_sqlite(const std::string& path) {
  check_length(path);
  Sqlite database(path, SQLITE_OPEN_READONLY);
  return Rows(database, path).rest();
}

void write_sqlite(const std::string& path, const Book& book) {
  Sqlite database(path, SQLITE_OPEN_READWRITE);
  // No journal is needed: an incomplete file never replaces the old one.
  database.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  database.run(tables);
  const auto insert = database.prepare("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)");
  for (const BookMove& move : book.moves()) {
    const std::string text = polyglot_text(move.move);
    sqlite3_bind_int64(insert.get(), 1, std::bit_cast<std::int64_t>(move.key));
    sqlite3_bind_text(insert.get(), 2, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    sqlite3_bind_int64(insert.get(), 3, move.wins);
    sqlite3_bind_int64(insert.get(), 4, move.draws);
    sqlite3_bind_int64(insert.get(), 5, move.losses);
    sqlite3_bind_int64(insert.get(), 6, move.given_weight);
    database.step(insert);
    sqlite3_reset(insert.get());
  }
  database.run("COMMIT");
}

Book read_bin(const std::string& path) {
  if (std::ifstream(path).get() == '[')
    throw InputError(
        fmt::format("'{}' holds games, not a book: plylab book make makes one of them", path));
  Book book;
  for (const PolyglotEntry& entry : read_polyglot(path))
    book.add({.key = entry.key, .move = entry.move, .given_weight = entry.weight});
  return book;
}

bool is_sqlite(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;  // a pipe may never end
  std::string head(sqlite_head.size(), '\0');
  std::ifstream(path, std::ios::binary)
      .read(head.data(), static_cast<std::streamsize>(head.size()));
  return head == sqlite_head;
}

void check_is_file(const std::string& path) {
  if (std::error_code error;
      std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw InputError(fmt::format("'{}' is not a regular file", path));
}

void check_has_moves(const std::string& path, bool has) {
  if (!has) throw InputError(fmt::format("'{}' is a book without a move", path));
}

}  // namespace

bool is_polyglot_name(const std::string& path) { return path.ends_with(".bin"); }

bool is_book_file(const std::string& path) { return is_polyglot_name(path) || is_sqlite(path); }

Book read_book(const std::string& path) {
  check_is_file(path);
  Book book = is_sqlite(path) ? read_sqlite(path) : read_bin(path);
  check_has_moves(path, !book.moves().empty());
  return book;
}

class OpenedBook::Database {
 public:
  explicit Database(const std::string& path)
      : path_(path),
        sqlite_(path, SQLITE_OPEN_READONLY),
        rows_(sqlite_, path_, "WHERE position = ?") {}

  Book position(std::uint64_t key) {
    const std::scoped_lock lock(mutex_);
    return rows_.of(key);
  }

  /// Whether the table has such a row; `which` as in Rows.
  bool has(const std::string& which) {
    return sqlite_.step(sqlite_.prepare(("SELECT 1 FROM moves " + which + " LIMIT 1").c_str()));
  }

 private:
  std::string path_;
  Sqlite sqlite_;
  Rows rows_;
  std::mutex mutex_;
};

OpenedBook::OpenedBook(const std::string& path) {
  check_is_file(path);
  if (!is_sqlite(path)) {
    polyglot_ = read_book(path);  // sorted, so that threads can read it
    return;
  }
  check_length(path);
  database_ = std::make_unique<Database>(path);
  check_has_moves(path, database_->has(""));
}

OpenedBook::~OpenedBook() = default;

Book OpenedBook::position(std::uint64_t key) const {
  if (database_) return database_->position(key);
  Book book;
  for (const BookMove& move : polyglot_.find(key)) book.add(move);
  return book;
}

bool OpenedBook::has_results() const {
  return database_ && database_->has("WHERE wins + draws + losses > 0");
}

std::string book_digest(const std::string& path) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  if (SHA256File(path.c_str(), digits.data()) == nullptr)
    throw InputError(
        fmt::format("cannot read '{}': {}", path, std::generic_category().message(errno)),
        InputErrorKind::file);
  return digits.data();
}

NewBookFile::NewBookFile(const std::string& path) : path_(path) {
  // A name that nobody else uses: an older file of this name is emptied.
  const std::filesystem::path book(path);
  part_ = book.parent_path() / (".plylab-book-" + book.filename().string() + ".part");
  struct stat old {};
  if (::stat(path_.c_str(), &old) == 0 && !S_ISREG(old.st_mode))
    throw InputError(fmt::format("'{}' is not a regular file", path_));
  // Another process may have renamed its finished file between our open and our lock.
  for (bool is_ours = false; !is_ours;) {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("make");
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw InputError(fmt::format("'{}' is being made by another process", path_));
    struct stat open {
    }, named{};
    is_ours = ::fstat(descriptor_, &open) == 0 && ::stat(part_.c_str(), &named) == 0 &&
              open.st_ino == named.st_ino;
  }
  if (::ftruncate(descriptor_, 0) != 0) fail("write");
}

NewBookFile::~NewBookFile() {
  if (!part_.empty()) ::unlink(part_.c_str());
  ::close(descriptor_);
}

void NewBookFile::write(const Book& book) {
  if (is_polyglot_name(path_)) {
    const std::string bytes = to_polyglot(polyglot_entries(book));
    for (std::size_t done = 0; done < bytes.size();) {
      const auto written = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (written <= 0) fail("write");
      done += static_cast<std::size_t>(written);
    }
  } else {
    write_sqlite(part_, book);
  }
  if (::fsync(descriptor_) != 0) fail("write");
  if (::rename(part_.c_str(), path_.c_str()) != 0) fail("replace");
  part_.clear();
}

void NewBookFile::fail(const char* doing) const {
  throw InputError(
      fmt::format("cannot {} '{}': {}", doing, path_, std::generic_category().message(errno)));
}

}  // namespace plylab::chess
