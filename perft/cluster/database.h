// SQLite databases for manifests: one writer, and readers of copies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reports/formats/stored_json.h"

struct sqlite3;
struct sqlite3_stmt;

namespace plylab::perft::cluster {

/// Whether a file with these contents is a database of this program.
bool is_manifest(std::string_view contents);

/// Whether another process has the database open, to count into it.
bool is_in_use(const std::string& path);

/// A copy of an SQLite database together with its write-ahead log. Making the copy takes no lock
/// and writes nothing beside the file, so it works while another process writes the file, and in a
/// read-only folder.
class Snapshot {
 public:
  /// Copies to a new folder in `folder`, or in the system's temporary folder if that is empty.
  /// Follows symbolic links, because the log is beside the file itself. Throws InputError if the
  /// file cannot be read, if the copy cannot be written, and if the file keeps changing during the
  /// copy.
  Snapshot(const std::string& path, const std::string& folder);
  /// Removes the copy. A process that has it open can continue to read it.
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  std::string path() const { return folder_ + "/database"; }

 private:
  void copy(const std::string& path) const;

  std::string folder_;
};

/// A database file that only this process writes. Committed writes survive a crash of the process.
/// A crash of the machine may lose the most recent ones, but never corrupts the file.
///
/// Its header identifies this program and the version of the tables. Other files are rejected
/// before SQLite opens them, because opening would change them.
class Database {
 public:
  /// Opens the file, or creates an empty one. Throws InputError if that fails, if the file is
  /// neither empty nor such a database, and if another process has it open.
  explicit Database(std::string path);

  /// Tag for opening a copy of a file, which another process may have open. Writes to the copy are
  /// discarded with it.
  struct Copy {
    std::string folder = {};  ///< for the copy; empty for the system's temporary folder
  };
  /// Throws InputError for a file that cannot be read, or is neither empty nor such a database.
  Database(std::string path, const Copy& copy);

  /// Restores a file that was missing or empty to that state, unless keep() has been called.
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::string& path() const { return path_; }

  /// Writes the header of an empty file. Call it before writing anything else.
  void begin();

  /// Keeps the contents written into a file that was missing or empty.
  void keep() { before_ = Before::database; }

  /// Runs SQL without results. This and all functions below throw InputError.
  void run(const std::string& sql);

  [[noreturn]] void fail() const;

 private:
  /// What the file was when it was opened.
  enum class Before { missing, empty, database };

  /// `is_made` tells whether the constructor has just created the file.
  void open(const std::string& file, bool is_made);
  void close();

  friend class Statement;
  friend class Transaction;
  std::string path_;
  std::string file_ = {};  // the path, absolute
  Before before_ = Before::database;
  bool has_header_ = false;
  sqlite3* handle_ = nullptr;
};

/// A transaction: its writes take effect together when commit() is called, or not at all.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool is_open_ = true;
};

/// One prepared SQL statement. bind() sets its values in order; columns of its result are numbered
/// from 0.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// A list becomes a text of JSON, and so does a number above 2^63 − 1.
  Statement& bind(const reports::Json& value);

  /// Goes to the next row of the result; returns false if there is none. The first step executes a
  /// statement without a result.
  bool step();

  std::string text(int column) const;
  std::int64_t number(int column) const;

  /// The row as an object like `example`, which has the columns in their order, with values of
  /// their types. Throws InputError or Json::exception for a column that cannot be read.
  reports::Json row(const reports::Json& example) const;

 private:
  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

/// The columns of a table whose rows are such objects, for SQL: "[number], [records]".
/// (SQLite takes a name in double quotes for a text if there is no such column.)
std::string columns_of(const reports::Json& row);

/// Adds a row to a table.
void insert(Database& database, std::string_view table, const reports::Json& row);

}  // namespace plylab::perft::cluster
