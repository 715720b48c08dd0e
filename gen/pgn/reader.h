// Reads games of chess from files of any size, with several threads.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/issue.h"
#include "gen/pgn/replay.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {

/// The place of a game in the input: ordered by file, then by position in the file.
struct Place {
  std::size_t file = 0;
  std::uint64_t offset = 0;  ///< in the decompressed text

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// A game as passed to a visitor. Its views are valid only during the visit.
struct FileGame {
  Place place = {};
  ScannedGame scanned = {};
  Line line = {};        ///< its moves, if they were wanted
  bool is_chess = true;  ///< or Chess960; else it has no `line`

  std::string_view tag(std::string_view name) const { return scanned.tag(name); }
  /// "1-0", "0-1", "1/2-1/2" or "*", as ScannedGame::outcome() has it.
  std::string_view result() const { return scanned.outcome(); }
};

/// Which parts of each game to read.
enum class Wanted : std::uint8_t {
  tags,   ///< only the text: tags, words and result, without checking moves
  chess,  ///< the moves, too; games of other variants are counted and left out
  all     ///< the moves, too; of other variants only the text
};

struct ReadOptions {
  Wanted wanted = Wanted::chess;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< stops the reading after the current games
};

/// What has been read.
struct GamesRead {
  std::uint64_t games = 0;           ///< games visited
  std::uint64_t plies = 0;           ///< in the games visited
  std::uint64_t faulty = 0;          ///< games left out, each with an issue
  std::uint64_t other_variants = 0;  ///< games left out as not chess
  std::uint64_t bytes = 0;           ///< of decompressed text
  std::vector<Issue> issues = {};    ///< sorted by file and line
  /// The number of games with the piece letters of a language other than English.
  std::map<std::string_view, std::uint64_t> languages = {};
};

/// Receives a game; `worker` is the number of the thread.
using Visit = std::function<void(const FileGame& game, std::size_t worker)>;

/// Calls visit(game, worker) for each game in the files that has no errors; "-" is standard input.
/// `worker` is 0 to threads − 1. Each worker visits one game at a time, and games come in no
/// particular order: sort by place what must be in order. A file that cannot be opened, is not
/// text, or cannot be read or decompressed to its end has an issue; the games read before the
/// failure count. Throws InputError if no file at all can be opened as text.
GamesRead read_games(const std::vector<std::string>& files, const ReadOptions& options,
                     const Visit& visit);

}  // namespace plylab::pgn
