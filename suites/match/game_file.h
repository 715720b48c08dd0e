// The PGN file of a match, which grows with every game.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "gen/base/files.h"

namespace plylab::suites::match {

/// Games are written in the order of their numbers: one that ends before an earlier one is held
/// back until that has ended. Only one match at a time can have the file.
class GameFile {
 public:
  /// Opens the file; only with `resume` may there be anything in it. Throws InputError.
  GameFile(std::string path, bool resume);
  /// Writes what is held back.
  ~GameFile();
  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;

  const std::string& path() const { return file_.path(); }

  /// What is in it.
  const std::string& text() const { return text_; }

  /// Goes on behind so many bytes of the text; what follows them is cut off. Throws InputError.
  void go_on(std::size_t bytes);

  /// Says that a game needs no writing.
  void skip(std::size_t number) { add(number, ""); }

  /// Takes the text of a game. Throws InputError if it cannot be written.
  void add(std::size_t number, std::string text);

  /// Forgets what is held back of games after this one: none of them is to be written.
  void end_with(std::size_t number);

  /// Writes what is held back: nothing earlier will come. Throws InputError.
  void flush();

 private:
  AppendFile file_;
  std::string text_;
  std::size_t next_ = 1;                     ///< the number of the next game in order
  std::map<std::size_t, std::string> held_;  ///< those that wait for it
};

}  // namespace plylab::suites::match
