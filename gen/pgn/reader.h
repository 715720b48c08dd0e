// Games of chess from files of any size, by several threads.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/issue.h"
#include "gen/pgn/replay.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {

/// The place of a game among all that are read: the order of files, and of games in a file.
struct Place {
  std::size_t file = 0;
  std::uint64_t offset = 0;  ///< in its text, unpacked

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// A game as a visitor sees it. All of it ends with the visit.
struct FileGame {
  Place place = {};
  ScannedGame scanned = {};
  Line line = {};        ///< its moves, if they were wanted
  bool is_chess = true;  ///< or Chess960; else it has no `line`

  std::string_view tag(std::string_view name) const { return scanned.tag(name); }
  /// "1-0", "0-1", "1/2-1/2" or "*", as ScannedGame::outcome() has it.
  std::string_view result() const { return scanned.outcome(); }
};

/// What is wanted of each game.
enum class Wanted : std::uint8_t {
  tags,   ///< the text: tags, words and result. No move is looked at
  chess,  ///< the moves too. Games of other variants are counted and left out
  all     ///< the moves too; games of other variants as by `tags`
};

struct ReadOptions {
  Wanted wanted = Wanted::chess;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< ends the reading after the games in hand
};

/// What has been read.
struct GamesRead {
  std::uint64_t games = 0;           ///< that were visited
  std::uint64_t plies = 0;           ///< of them
  std::uint64_t faulty = 0;          ///< games left out, each with an issue
  std::uint64_t other_variants = 0;  ///< games left out, since they are not of chess
  std::uint64_t bytes = 0;           ///< of text, unpacked
  std::vector<Issue> issues = {};    ///< by file and line
};

/// Takes a game; `worker` is the number of the thread.
using Visit = std::function<void(const FileGame& game, std::size_t worker)>;

/// Calls visit(game, worker) for each game of the files without a fault; "-" is standard input.
/// With several threads `worker` is 0 to threads − 1, several games are visited at once, one by
/// each worker, and games come in any order: sort by their place what must be in order. A file that
/// cannot be opened, is no text, or cannot be read or unpacked to its end has an issue, and what
/// was read of it counts. Throws InputError if no file at all can be opened as text.
GamesRead read_games(const std::vector<std::string>& files, const ReadOptions& options,
                     const Visit& visit);

}  // namespace plylab::pgn
