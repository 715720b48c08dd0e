#include "perft/cluster/database.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft::cluster {
namespace {

namespace fs = std::filesystem;

using reports::Json;

constexpr int max_attempts = 100;

constexpr std::uint32_t application = 0x706c7963;  // "plyc", for file(1)
constexpr std::uint32_t schema = 5;

// https://www.sqlite.org/fileformat2.html#the_database_header
constexpr std::size_t header_size = 100, version_at = 60, application_at = 68;

std::uint32_t number_at(std::string_view header, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i)
    number = (number << 8) | static_cast<unsigned char>(header[i]);
  return number;
}

[[noreturn]] void fail(const char* doing, const std::string& path, int error) {
  throw InputError(
      fmt::format("cannot {} '{}': {}", doing, path, std::generic_category().message(error)));
}

std::string log_of(const std::string& path) { return path + "-wal"; }

/// The header of the write-ahead log, which changes whenever the log restarts; empty without a log.
std::string log_head(const std::string& path) {
  constexpr std::size_t size = 32;  // https://www.sqlite.org/fileformat2.html#walformat
  std::string head(size, '\0');
  std::ifstream log(log_of(path), std::ios::binary);
  log.read(head.data(), size);
  head.resize(static_cast<std::size_t>(log.gcount()));
  return head;
}

/// Returns false if there is no such file.
bool copy_file(const std::string& from, const std::string& to) {
  errno = 0;
  std::ifstream in(from, std::ios::binary);
  if (!in && errno == ENOENT) return false;
  if (!in) fail("open", from, errno);
  std::ofstream out(to, std::ios::binary);
  std::array<char, 1 << 16> block;  // copying a whole stream buffer would hide a full disk
  while (out && (in.read(block.data(), block.size()) || in.gcount() != 0))
    out.write(block.data(), in.gcount());
  if (in.bad()) fail("read", from, errno);
  out.close();
  if (!out) fail("write", to, errno);
  return true;
}

/// Rejects existing files that are not regular, such as /dev/null, and dangling links.
void check_regular(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status) && fs::is_symlink(fs::symlink_status(path, error)))
    throw InputError(fmt::format("'{}' is a symbolic link to '{}', which does not exist", path,
                                 fs::read_symlink(path, error).string()));
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw InputError(fmt::format("'{}' is not a regular file", path));
}

/// Creates the file; false if it exists, even if another process created it just now.
bool is_made(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor >= 0) ::close(descriptor);
  return descriptor >= 0;
}

/// Rejects a file that is neither empty nor begins like our databases; messages name `path`. Must
/// not be called while this process has the database open: closing the file would release the lock.
void check_header(const std::string& file, const std::string& path) {
  std::string head(header_size, '\0');
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) fail("open", path, errno);
  in.read(head.data(), header_size);
  if (in.gcount() == 0) return;
  if (!is_manifest(head))
    throw InputError(fmt::format("'{}' is not a manifest of plylab count", path));
  if (number_at(head, version_at) != schema)
    throw InputError(fmt::format(
        "'{}' was written by another version of plylab: use that version, or count into a "
        "new manifest",
        path));
}

/// Rejects a file beside the database that has the name of SQLite's log or journal but is neither:
/// SQLite would remove it. Their first bytes: https://www.sqlite.org/fileformat2.html
void check_logs(const std::string& file) {
  using namespace std::string_view_literals;
  constexpr std::array logs{std::pair{"-wal"sv, "\x37\x7f\x06"sv},
                            std::pair{"-journal"sv, "\xd9\xd5\x05\xf9"sv}};
  for (const auto& [ending, magic] : logs) {
    const std::string path = fmt::format("{}{}", file, ending);
    std::string head(magic.size(), '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    // The header of an unused journal is zeroed.
    if (in.gcount() != 0 && head != magic && head.find_first_not_of('\0') != head.npos)
      throw InputError(fmt::format(
          "'{}' is not a log of plylab count, and would be overwritten: move it away", path));
  }
}

}  // namespace

bool is_manifest(std::string_view contents) {
  return contents.size() >= header_size && contents.starts_with("SQLite format 3") &&
         number_at(contents, application_at) == application;
}

bool is_in_use(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  // SQLite locks bytes from here on: https://www.sqlite.org/fileformat2.html#the_lock_byte_page
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = 1 << 30;
  lock.l_len = 512;
  const bool is_known = ::fcntl(descriptor, F_GETLK, &lock) == 0;
  ::close(descriptor);
  return is_known && lock.l_type != F_UNLCK;
}

Snapshot::Snapshot(const std::string& path, const std::string& folder)
    : folder_(temporary_folder(folder) + "/plylab-XXXXXX") {
  if (::mkdtemp(folder_.data()) == nullptr) fail("make", folder_, errno);
  try {
    std::error_code error;
    const fs::path file = fs::canonical(path, error);
    if (error) fail("open", path, error.value());
    copy(file);
  } catch (...) {
    fs::remove_all(folder_);
    throw;
  }
}

Snapshot::~Snapshot() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Snapshot::copy(const std::string& path) const {
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    // As long as a log grows, it contains everything that is written into the database. A log that
    // is copied after the database, and has not restarted, therefore repairs changes made during
    // the copy.
    const std::string head = log_head(path);
    if (!copy_file(path, this->path())) fail("open", path, ENOENT);
    fs::remove(log_of(this->path()));
    copy_file(log_of(path), log_of(this->path()));
    if (log_head(path) == head) return;
  }
  throw InputError(fmt::format("'{}' changes too often to be read", path));
}

Database::Database(std::string path) : path_(std::move(path)) {
  check_regular(path_);
  std::error_code error;
  fs::path file =
      fs::weakly_canonical(fs::absolute(path_), error);  // the log is beside the file itself
  if (error) file = fs::absolute(path_);
  const std::string folder = file.parent_path();
  if (!fs::exists(folder, error) && !error)
    throw InputError(fmt::format("'{}' cannot be created: there is no folder '{}'", path_,
                                 fs::path(path_).parent_path().string()));
  for (const std::string& needed : {path_, folder})
    if (::access(needed.c_str(), W_OK) != 0 && errno != ENOENT)
      throw InputError(fmt::format("'{}' cannot be written: {}", needed,
                                   std::generic_category().message(errno)));
  check_logs(file);
  open(file, is_made(file));
}

Database::Database(std::string path, const Copy& copy) : path_(std::move(path)) {
  check_regular(path_);
  const Snapshot snapshot(path_, copy.folder);
  open(snapshot.path(), false);  // it stays open after its name is removed
  keep();
}

void Database::open(const std::string& file, bool is_made) {
  // SQLite does not treat ":memory:" and names that begin with "file:" as paths.
  file_ = fs::absolute(file);
  try {
    check_header(file_, path_);
    if (sqlite3_open_v2(file_.c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK)
      fail();
    // The first access takes the lock, which is held until the file is closed or the process ends.
    // With exclusive locking the write-ahead log needs no shared memory, so the file can be on a
    // network disk.
    run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL;"
        "PRAGMA wal_autocheckpoint = 256; SELECT count(*) FROM sqlite_schema");
    has_header_ = fs::file_size(file_) > 0;
    // This writes nothing into an empty file, and, with the journal in memory, nothing beside it.
    run(has_header_ ? "PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT"
                    : "PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; ROLLBACK");
    if (!has_header_) before_ = is_made ? Before::missing : Before::empty;
  } catch (...) {
    close();
    throw;
  }
}

Database::~Database() { close(); }

void Database::close() {
  std::error_code error;
  // The file stays empty: the log has no committed transaction that SQLite would write on closing.
  if (before_ == Before::empty) fs::resize_file(file_, 0, error);
  sqlite3_close(handle_);
  // Only after closing: SQLite does not remove the log of a file whose name is gone.
  if (before_ == Before::missing) fs::remove(file_, error);
}

void Database::begin() {
  if (std::exchange(has_header_, true)) return;
  run(
      fmt::format("PRAGMA journal_mode = DELETE; BEGIN; PRAGMA application_id = {};"
                  "PRAGMA user_version = {}; COMMIT; PRAGMA journal_mode = WAL",
                  application, schema));
}

void Database::run(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void Database::fail() const {
  const int system = sqlite3_system_errno(handle_);
  const auto what = [&]() -> std::string {
    switch (sqlite3_errcode(handle_)) {
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        return "is being written by another plylab; 'count FILE' shows what is finished";
      case SQLITE_FULL:
        return "cannot be written: the disk is full";
      case SQLITE_IOERR:
      case SQLITE_CANTOPEN:
      case SQLITE_READONLY:
      case SQLITE_PERM:
        return fmt::format("cannot be read or written: {}",
                           system == 0 ? "the disk may be full"  // a write that ended in its midst
                                       : std::generic_category().message(system));
      case SQLITE_NOMEM:
        throw std::bad_alloc();
      default:  // our statements match our tables
        return "is damaged: use a backup, or count into a new manifest";
    }
  };
  throw InputError(fmt::format("'{}' {}", path_, what()));
}

Transaction::~Transaction() {
  // Fails only if an error has already ended the transaction.
  if (is_open_) sqlite3_exec(database_.handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  is_open_ = false;
}

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  if (sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK)
    database.fail();
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::bind(const Json& value) {
  const int place = ++bound_;
  const auto text = [&](const std::string& bytes) {
    return sqlite3_bind_text(handle_, place, bytes.data(), static_cast<int>(bytes.size()),
                             SQLITE_TRANSIENT);
  };
  const auto* const natural = value.get_ptr<const std::uint64_t*>();
  const int code = value.is_string()         ? text(value.get_ref<const std::string&>())
                   : value.is_number_float() ? sqlite3_bind_double(handle_, place, value)
                   : value.is_boolean()      ? sqlite3_bind_int(handle_, place, value.get<bool>())
                   : value.is_structured() || (natural && *natural > INT64_MAX)
                       ? text(value.dump())
                       : sqlite3_bind_int64(handle_, place, value);
  if (code != SQLITE_OK) database_.fail();
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail();
  return code == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const unsigned char* const text = sqlite3_column_text(handle_, column);
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }

Json Statement::row(const Json& example) const {
  Json row;
  int column = 0;
  for (const auto& [name, like] : example.items()) {
    Json& value = row[name];
    const int type = sqlite3_column_type(handle_, column);
    if (like.is_boolean()) {
      value = number(column) != 0;
    } else if (!like.is_string() && type == SQLITE_INTEGER) {
      value = number(column);
    } else if (!like.is_string() && type == SQLITE_FLOAT) {
      value = sqlite3_column_double(handle_, column);
    } else {
      value = text(column);
      if (const std::string json = value; !like.is_string() && json.starts_with('[')) {
        reports::refuse_deep_nesting(json, name);
        value = reports::parse_json(json);
      }
    }
    ++column;
  }
  return row;
}

std::string columns_of(const Json& row) {
  std::string names;
  for (const auto& [name, value] : row.items())
    names += fmt::format("{}[{}]", names.empty() ? "" : ", ", name);
  return names;
}

void insert(Database& database, std::string_view table, const Json& row) {
  std::string marks;
  for (std::size_t i = 0; i < row.size(); ++i) marks += i == 0 ? "?" : ", ?";
  Statement statement(database, fmt::format("INSERT INTO {} VALUES({})", table, marks));
  for (const Json& value : row) statement.bind(value);
  statement.step();
}

}  // namespace plylab::perft::cluster
