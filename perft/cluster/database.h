// SQLite, as far as a manifest needs it: one writer, and readers of copies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "perft/frontier/record.h"

struct sqlite3;
struct sqlite3_stmt;

namespace plylab::perft::cluster {

/// A copy of an SQLite database together with its write-ahead log. Making it takes no lock and
/// writes nothing beside the file, so that a file can be read while another process counts into it,
/// or in a folder that is not writable.
class Snapshot {
 public:
  /// Copies to a new folder in `folder`; empty for the system's own. A symbolic link is followed,
  /// for the log lies beside the file itself. Throws InputError for a file
  /// that cannot be read, if the copy cannot be written, and if the file never stays the same for
  /// as long as copying takes.
  Snapshot(const std::string& path, const std::string& folder);
  /// Removes the copy. A process that has it open can go on reading it.
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  std::string path() const { return folder_ + "/database"; }

 private:
  void copy(const std::string& path) const;

  std::string folder_;
};

/// A database file that this process alone writes. Committed writes survive a crash of the process.
/// A crash of the machine may lose those of the last moments, but never leaves a torn file.
///
/// Its header says that it is of this program and of this version of the tables. Other files are
/// refused before SQLite opens them, which would change them.
class Database {
 public:
  /// Opens the file, or makes an empty one. Throws InputError if it cannot, if the file is neither
  /// empty nor such a database, and if another process has it open.
  explicit Database(std::string path);

  /// A copy of a file, which another process may have open. What is written to the copy is
  /// discarded with it.
  struct Copy {
    std::string folder = {};  ///< for the copy; empty for the system's own for temporary files
  };
  /// Throws InputError for a file that cannot be read, or is neither empty nor such a database.
  Database(std::string path, const Copy& copy);

  /// Leaves a file that was missing or empty as it was, unless keep() has been called.
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::string& path() const { return path_; }

  /// Writes the header of an empty file. Call it before anything else is written.
  void begin();

  /// Keeps what has been written into a file that was missing or empty.
  void keep() { before_ = Before::database; }

  /// Runs some SQL without results. Throws InputError, as all that follows.
  void run(const char* sql);

  [[noreturn]] void fail() const;

 private:
  /// What the file was when it was opened.
  enum class Before { missing, empty, database };

  /// `is_made`: by this call, just now.
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

/// One prepared SQL statement: values go in by bind(), in order, and come out of the row's columns,
/// numbered from 0. A value of another type is converted as SQLite does.
class Statement {
 public:
  Statement(Database& database, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::string_view text);
  Statement& bind(const Bytes& blob);
  Statement& bind(std::int64_t number);
  Statement& bind(double number);

  /// Goes to the next row of the result; returns false if there is none. The first step executes a
  /// statement without a result.
  bool step();

  std::string text(int column) const;
  Bytes blob(int column) const;
  std::int64_t number(int column) const;
  double real(int column) const;

 private:
  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

}  // namespace plylab::perft::cluster
