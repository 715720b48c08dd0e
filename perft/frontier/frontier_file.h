// All different positions at a ply, on disk: the plan of a count's work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "perft/count/job.h"
#include "perft/frontier/record_sorter.h"

namespace plylab::perft {

/// A ply in numbers.
struct Level {
  std::uint64_t positions;  ///< different ones
  Count paths;              ///< to them: perft(ply)
  Count ended;              ///< paths that are shorter, because the game is over before
  std::uint64_t bytes;      ///< of their records
};

/// Which frontier, and how to find it.
struct FrontierJob {
  /// The generator that finds it, and the ply of the frontier as the depth. Progress is that of the
  /// last ply, below 0 before it begins, with the number of positions examined; any thread may
  /// report it. Throws Stopped once the stop flag is up.
  Job how = {};
  std::uint64_t enough = 0;  ///< stops at a ply with this many positions; 0: at how.depth
  Workspace workspace = {};
  std::function<void(const Level&)> found = {};  ///< called for each ply
};

/// The different positions at a ply, in the order of their packed forms, each with the paths that
/// lead there through each root move. The order and all bytes are the same for all generators and
/// any number of threads. The file exists as long as this object.
struct FrontierFile {
  /// Records in a block: what is read, and counted, together.
  static constexpr std::size_t block = RecordCollector::block;

  std::string kernel;                   ///< that found it; empty if there is only one
  std::vector<std::string> root_moves;  ///< a branch is a place here
  std::vector<Level> levels;            ///< from ply 1 to this one; empty if the game is over
  std::vector<Paths> ended;             ///< paths to games that are over before, by branch
  RecordLayout layout;
  std::vector<std::uint64_t> marks;  ///< where blocks begin
  TemporaryFile file;
  /// The moves of a record, with blanks between, as the game writes them.
  std::function<std::string(const unsigned char* record)> moves_of;

  std::uint64_t positions() const { return levels.empty() ? 0 : levels.back().positions; }
  std::size_t blocks() const { return marks.size(); }

  /// Where a block begins; for one beyond the last, the end.
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
