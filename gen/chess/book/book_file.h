// Books as files: SQLite for study, and Polyglot's format for everybody.
#pragma once

#include <string>

#include "gen/chess/book/book.h"

namespace plylab::chess {

/// Whether the file is a book: an SQLite file, or its name ends with ".bin".
bool is_book_file(const std::string& path);

/// Reads a book: an SQLite file that plylab wrote, or a book of Polyglot. Throws InputError, also
/// for a book without a move.
Book read_book(const std::string& path);

/// The book that the search's switch `book` asks: the file in PLYLAB_BOOK, read once. Throws
/// InputError if it cannot be read or none is named.
const Book& search_book();

/// A book's file while it is being made. It takes the place of an old one when it is complete, and
/// only then: whatever happens before, the old file stays as it is.
class NewBookFile {
 public:
  /// Makes `path`.part beside the file and locks it. Throws InputError if that fails, as when
  /// another process makes the same book.
  explicit NewBookFile(const std::string& path);
  ~NewBookFile();
  NewBookFile(const NewBookFile&) = delete;
  NewBookFile& operator=(const NewBookFile&) = delete;

  /// Writes the book, in Polyglot's format if the name ends with ".bin", else for SQLite, and puts
  /// it in place. Throws InputError.
  void write(const Book& book);

 private:
  [[noreturn]] void fail(const char* doing) const;

  std::string path_, part_;
  int descriptor_ = -1;
};

}  // namespace plylab::chess
