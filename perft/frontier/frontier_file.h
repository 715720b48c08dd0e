// All different positions at a ply, on disk: the work of a large count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "perft/frontier/record_sorter.h"
#include "perft/walk/job.h"

namespace plylab::perft {

/// Counts of a ply.
struct Level {
  std::uint64_t positions;  ///< different ones
  Count paths;              ///< to these positions: perft(ply)
  Count ended;              ///< shorter paths, because the game ended
  std::uint64_t bytes;      ///< of their records
};

/// Which frontier to find, and how.
struct FrontierJob {
  /// The generator, and the ply of the frontier as the depth. Its progress is the share of the last
  /// ply, below 0 before that ply begins, with the number of positions examined; any thread may
  /// call it. Stopped is thrown once the stop flag is set.
  Job how = {};
  std::uint64_t enough = 0;  ///< stops at the first ply with so many positions; 0: at how.depth
  Workspace workspace = {};
  std::function<void(const Level&)> found = {};  ///< called for each ply
};

/// The different positions at a ply, in the order of their packed forms, each with its number of
/// paths through each root move. The order and all bytes are the same for all generators and any
/// number of threads. The file exists as long as this object.
struct FrontierFile {
  /// The number of records in a block, which is read and counted as a whole.
  static constexpr std::size_t block = RecordCollector::block;

  std::string kernel;                   ///< the generator's kernel; empty if it has only one
  std::vector<std::string> root_moves;  ///< a branch is an index here
  std::vector<Level> levels;            ///< from ply 1 to this one; empty if the game is over
  std::vector<Paths> ended;             ///< paths of games that end earlier, by branch
  RecordLayout layout;
  std::vector<std::uint64_t> marks;  ///< where blocks begin
  TemporaryFile file;
  /// The moves of a record in the game's notation, separated by blanks.
  std::function<std::string(const unsigned char* record)> moves_of;

  std::uint64_t positions() const { return levels.empty() ? 0 : levels.back().positions; }
  std::size_t blocks() const { return marks.size(); }

  /// The offset of a block; for one beyond the last, the end.
  std::uint64_t begin_of(std::size_t number) const {
    return number < marks.size() ? marks[number] : file.size();
  }

  /// The records of a block, from the first. Any number of threads may read.
  RecordReader read(std::size_t number) const {
    const std::uint64_t from = begin_of(number), to = begin_of(number + 1);
    return {file, from, to, layout, static_cast<std::size_t>(to - from)};
  }

  /// The records of that many blocks, as stored in the file.
  Bytes records(std::size_t first, std::size_t count) const {
    const std::uint64_t from = begin_of(first);
    Bytes bytes(static_cast<std::size_t>(begin_of(first + count) - from));
    file.read(from, bytes);
    return bytes;
  }
};

}  // namespace plylab::perft
