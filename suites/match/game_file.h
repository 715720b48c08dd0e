// The PGN file of a match, which grows with every game.
#pragma once

#include <cstddef>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "gen/pgn/pgn.h"

namespace plylab::suites::match {

/// Games are written in the order of their numbers: one that ends before an earlier one is held
/// back until that has ended.
class GameFile {
 public:
  /// Reads what is there; only with `resume` may there be anything. A last game that a crash tore
  /// does not count. Throws InputError if there is something that cannot be gone on with.
  GameFile(std::string path, bool resume);
  /// Writes what is held back.
  ~GameFile();
  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;

  const std::string& path() const { return path_; }

  /// The games that are there.
  const std::vector<pgn::PgnGame>& kept() const { return kept_; }

  /// Opens it for writing behind them; what is torn is cut off. Throws InputError.
  void open();

  /// Says that a game needs no writing.
  void skip(std::size_t number) { add(number, ""); }

  /// Takes the text of a game. Throws InputError if it cannot be written.
  void add(std::size_t number, std::string text);

  /// Writes what is held back: nothing earlier will come. Throws InputError.
  void flush();

 private:
  void write(const std::string& text);

  std::string path_;
  std::vector<pgn::PgnGame> kept_;
  std::size_t kept_bytes_ = 0;
  std::ofstream file_;
  std::size_t next_ = 1;                     ///< the number of the next game in order
  std::map<std::size_t, std::string> held_;  ///< those that wait for it
};

}  // namespace plylab::suites::match
