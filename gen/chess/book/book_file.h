// Book files: SQLite for queries, and Polyglot's format for other programs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gen/chess/book/book.h"

namespace plylab::chess {

/// Whether the file is a book: an SQLite file, or its name ends with ".bin".
bool is_book_file(const std::string& path);

/// Whether a book of this name is in Polyglot's format: the name ends with ".bin".
bool is_polyglot_name(const std::string& path);

/// Reads a book: an SQLite file written by plylab, or a Polyglot book. Throws InputError, also for
/// a book without a move.
Book read_book(const std::string& path);

/// A book that is looked up position by position. An SQLite file is searched by its index and not
/// read whole, so that a look-up in a book of any size takes no time; a Polyglot book is read.
/// Several threads may look up.
class OpenedBook {
 public:
  /// Throws InputError, as read_book().
  explicit OpenedBook(const std::string& path);
  ~OpenedBook();
  OpenedBook(const OpenedBook&) = delete;
  OpenedBook& operator=(const OpenedBook&) = delete;

  /// The moves of one position. Throws InputError if the file is damaged there.
  Book position(std::uint64_t key) const;
  /// Whether any move has results of games.
  bool has_results() const;

 private:
  class Database;
  std::unique_ptr<Database> database_;  // null for a Polyglot book
  Book polyglot_;
};

/// SHA-256 of the file, which may be of any length. Throws InputError.
std::string book_digest(const std::string& path);

/// A book file being written. It replaces an existing file only when it is complete; until then the
/// old file stays unchanged.
class NewBookFile {
 public:
  /// Creates and locks the file .plylab-book-NAME.part beside the book NAME. Throws InputError if
  /// that fails, for example because another process is writing the same book.
  explicit NewBookFile(const std::string& path);
  ~NewBookFile();
  NewBookFile(const NewBookFile&) = delete;
  NewBookFile& operator=(const NewBookFile&) = delete;

  /// Writes the book, in Polyglot's format if the name ends with ".bin", otherwise as an SQLite
  /// database, and renames it to `path`. Throws InputError.
  void write(const Book& book);

 private:
  [[noreturn]] void fail(const char* doing) const;

  std::string path_, part_;
  int descriptor_ = -1;
};

}  // namespace plylab::chess
