#include "perft/cluster/database.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft::cluster {
namespace {

namespace fs = std::filesystem;

constexpr int most_attempts = 100;

[[noreturn]] void fail(const char* doing, const std::string& path, int error) {
  throw InputError(
      fmt::format("cannot {} '{}': {}", doing, path, std::generic_category().message(error)));
}

std::string log_of(const std::string& path) { return path + "-wal"; }

/// The head of the log, which is another one as soon as the log begins anew; empty without a log.
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
  std::array<char, 1 << 16> block;  // a stream that is given a whole buffer hides a full disk
  while (out && (in.read(block.data(), block.size()) || in.gcount() != 0))
    out.write(block.data(), in.gcount());
  if (in.bad()) fail("read", from, errno);
  out.close();
  if (!out) fail("write", to, errno);
  return true;
}

/// Refuses what is there and no regular file, such as /dev/null.
void check_regular(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw InputError(fmt::format("'{}' is not a regular file", path));
}

}  // namespace

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
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    // While a log grows, all that is written into the database is in the log, too: a log that is
    // copied later and has not begun anew repairs any changes made while the database was read.
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
      fs::weakly_canonical(fs::absolute(path_), error);  // the log lies beside the file itself
  if (error) file = fs::absolute(path_);
  const std::string folder = file.parent_path();
  if (!fs::exists(folder, error) && !error)
    throw InputError(fmt::format("'{}' cannot be made: there is no folder '{}'", path_,
                                 fs::path(path_).parent_path().string()));
  for (const std::string& needed : {path_, folder})
    if (::access(needed.c_str(), W_OK) != 0 && errno != ENOENT)
      throw InputError(fmt::format("'{}' cannot be written: {}", needed,
                                   std::generic_category().message(errno)));
  open(file);
}

Database::Database(std::string path, const Copy& copy) : path_(std::move(path)) {
  check_regular(path_);
  const Snapshot snapshot(path_, copy.folder);
  open(snapshot.path());  // and keeps it open when it has no name any more
}

void Database::open(const std::string& file) {
  // SQLite takes ":memory:" and what begins with "file:" for something other than a path.
  const std::string path = fs::absolute(file);
  try {
    if (sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                        nullptr) != SQLITE_OK)
      fail();
    // The first access takes the lock, which is held until the file is closed or the process dies.
    // Without other readers the write-ahead log needs no shared memory, so that it may lie on a
    // network's disk.
    run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "PRAGMA wal_autocheckpoint = 256;"
        "BEGIN EXCLUSIVE; COMMIT");
  } catch (...) {
    sqlite3_close(handle_);
    throw;
  }
}

Database::~Database() { sqlite3_close(handle_); }

void Database::run(const char* sql) {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void Database::fail() const {
  const int code = sqlite3_errcode(handle_);
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    throw InputError(fmt::format(
        "'{}' is being written by another plylab; 'count FILE' shows what is finished", path_));
  throw InputError(fmt::format("'{}': {}", path_, sqlite3_errmsg(handle_)));
}

Transaction::~Transaction() {
  // This fails only if an error has already ended the transaction.
  if (is_open_) sqlite3_exec(database_.handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  is_open_ = false;
}

Statement::Statement(Database& database, const char* sql) : database_(database) {
  if (sqlite3_prepare_v2(database.handle_, sql, -1, &handle_, nullptr) != SQLITE_OK)
    database.fail();
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::bind(std::string_view text) {
  if (sqlite3_bind_text(handle_, ++bound_, text.data(), static_cast<int>(text.size()),
                        SQLITE_TRANSIENT) != SQLITE_OK)
    database_.fail();
  return *this;
}

Statement& Statement::bind(const Bytes& blob) {
  // An empty vector has no address, which SQLite would take for NULL.
  if (sqlite3_bind_blob(handle_, ++bound_,
                        blob.empty() ? "" : static_cast<const void*>(blob.data()),
                        static_cast<int>(blob.size()), SQLITE_TRANSIENT) != SQLITE_OK)
    database_.fail();
  return *this;
}

Statement& Statement::bind(std::int64_t number) {
  if (sqlite3_bind_int64(handle_, ++bound_, number) != SQLITE_OK) database_.fail();
  return *this;
}

Statement& Statement::bind(double number) {
  if (sqlite3_bind_double(handle_, ++bound_, number) != SQLITE_OK) database_.fail();
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

Bytes Statement::blob(int column) const {
  const void* const begin = sqlite3_column_blob(handle_, column);
  const auto* const bytes = static_cast<const unsigned char*>(begin);
  return begin == nullptr ? Bytes() : Bytes(bytes, bytes + sqlite3_column_bytes(handle_, column));
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }

double Statement::real(int column) const { return sqlite3_column_double(handle_, column); }

}  // namespace plylab::perft::cluster
