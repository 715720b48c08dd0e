#include "perft/cluster/database.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"
#include "perft/cluster/snapshot.h"

namespace plylab::perft::cluster {

namespace {

/// Refuses what is there and no regular file, such as /dev/null.
void check_regular(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError(fmt::format("'{}' is no regular file", path));
}

}  // namespace

Database::Database(std::string path) : path_(std::move(path)) {
  check_regular(path_);
  const std::string folder = std::filesystem::path(path_).parent_path();
  std::error_code error;
  if (!folder.empty() && !std::filesystem::exists(folder, error) && !error)
    throw InputError(fmt::format("'{}' cannot be made: there is no folder '{}'", path_, folder));
  for (const std::string& needed :
       {path_, folder.empty() ? "." : folder})  // the log lies beside it
    if (::access(needed.c_str(), W_OK) != 0 && errno != ENOENT)
      throw InputError(fmt::format("'{}' cannot be written: {}", needed,
                                   std::generic_category().message(errno)));
  open(path_);
}

Database::Database(std::string path, const Copy& copy) : path_(std::move(path)) {
  check_regular(path_);
  const Snapshot snapshot(path_, copy.folder);
  open(snapshot.path());  // and keeps it open when it has no name any more
}

void Database::open(const std::string& file) {
  // SQLite takes ":memory:" and what begins with "file:" for something else than a path.
  const std::string path = std::filesystem::absolute(file);
  try {
    if (sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                        nullptr) != SQLITE_OK)
      fail();
    // The lock is had by the first access, and kept until the file is closed or the process dead.
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
  // It fails only if an error has already ended the transaction.
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

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }

double Statement::real(int column) const { return sqlite3_column_double(handle_, column); }

}  // namespace plylab::perft::cluster
