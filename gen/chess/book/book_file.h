// Book files: SQLite for queries, and Polyglot's format for other programs.
#pragma once

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

/// The book for the search's switch `book`: the file named by PLYLAB_BOOK, read once. Throws
/// InputError if it cannot be read or the variable is not set.
const Book& search_book();

/// A book file being written. It replaces an existing file only when it is complete; until then the
/// old file stays unchanged.
class NewBookFile {
 public:
  /// Creates and locks the file `path`.part. Throws InputError if that fails, for example because
  /// another process is writing the same book.
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
