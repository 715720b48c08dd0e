// SQLite databases for manifests: one writer, and readers of copies.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "perft/cluster/encoding.h"

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
  void run(const char* sql);

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

/// Calls visit(name, value) for each column of a row, which is a struct: its fields, and in the
/// place of a struct within it that one's columns.
template <class Row>
void for_each_column(Row& row, auto&& visit) {
  for_each_field(row, [&]<class T>(std::string_view name, T& value) {
    if constexpr (Described<std::remove_const_t<T>>)
      for_each_column(value, visit);
    else
      visit(name, value);
  });
}

/// One prepared SQL statement: bind() sets its values in order, and the row's columns, numbered
/// from 0, give the results. SQLite converts values of another type.
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

  /// Reads the columns of a row, for a statement of select(). Throws InputError for a blob that
  /// cannot be decoded; the columns before it have been read then.
  template <class Row>
  void read(Row& row) const {
    int column = 0;
    for_each_column(row, [&]<class T>(std::string_view, T& value) { read(column++, value); });
  }

 private:
  template <class T>
  void read(int column, T& value) const {
    if constexpr (std::same_as<T, std::string>)
      value = text(column);
    else if constexpr (std::floating_point<T>)
      value = real(column);
    else if constexpr (std::same_as<T, bool>)
      value = number(column) != 0;
    else if constexpr (std::same_as<T, int>)  // a number out of its range stays too large
      value = std::in_range<int>(number(column)) ? static_cast<int>(number(column)) : INT32_MAX;
    else if constexpr (std::integral<T>)
      value = static_cast<T>(number(column));
    else
      value = decoded<T>(blob(column));
  }

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

/// The columns of a table of such rows: "number INTEGER NOT NULL, records TEXT NOT NULL". Values
/// that are neither numbers nor texts are blobs, as an Encoder writes them.
template <class Row>
std::string columns_of() {
  std::string columns;
  Row row{};
  for_each_column(row, [&]<class T>(std::string_view name, T&) {
    const char* type = "BLOB";
    if constexpr (std::same_as<T, std::string>) type = "TEXT";
    if constexpr (std::integral<T>) type = "INTEGER";
    if constexpr (std::floating_point<T>) type = "REAL";
    columns += fmt::format("{}\"{}\" {} NOT NULL", columns.empty() ? "" : ", ", name, type);
  });
  return columns;
}

/// SQL that selects the columns of such rows; `rest` follows the table's name.
template <class Row>
std::string select(std::string_view table, std::string_view rest = "") {
  std::string names;
  Row row{};
  for_each_column(row, [&](std::string_view name, auto&) {
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name);
  });
  return fmt::format("SELECT {} FROM {} {}", names, table, rest);
}

template <class Row>
void insert(Database& database, std::string_view table, const Row& row) {
  std::string marks;
  for_each_column(row, [&](std::string_view, auto&) { marks += marks.empty() ? "?" : ", ?"; });
  Statement statement(database, fmt::format("INSERT INTO {} VALUES({})", table, marks).c_str());
  for_each_column(row, [&]<class T>(std::string_view, const T& value) {
    if constexpr (std::integral<T>)
      statement.bind(static_cast<std::int64_t>(value));
    else if constexpr (requires { statement.bind(value); })
      statement.bind(value);
    else
      statement.bind(Encoder().put(value).encoded());
  });
  statement.step();
}

}  // namespace plylab::perft::cluster
