// Files of games as stretches of text: packed or not, in any encoding, cut between games.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace plylab::pgn {

/// A stretch of a file that begins and ends between games.
struct Stretch {
  std::string text;          ///< in UTF-8, or in the encoding of eight bits that the file has
  std::size_t line = 1;      ///< of the file, where it begins
  std::uint64_t offset = 0;  ///< the bytes of text before it
};

/// A file that is read from its beginning to its end, in memory of a few stretches. What gzip, zstd
/// or bzip2 have packed is unpacked, and UTF-16 becomes UTF-8; neither depends on the file's name.
class Source {
 public:
  /// `path` is a file, or "-" for standard input; `stop` ends the wait for a pipe. Throws
  /// InputError if it cannot be opened, or is no text.
  explicit Source(const std::string& path, const std::atomic<bool>* stop = nullptr);
  ~Source();
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// Its path, as it was given.
  const std::string& name() const { return name_; }
  /// The line in which the next stretch begins.
  std::size_t line() const { return line_; }

  /// Takes the next stretch; false at the end of the file. Where the stretches are cut depends on
  /// the text alone. Throws InputError, which does not name the file, if it cannot be read or
  /// unpacked further: the games before the one that is damaged have been handed out, and line()
  /// is where that one begins.
  bool next(Stretch& stretch);

  /// The bytes of text that have been handed out.
  std::uint64_t bytes() const { return offset_; }

 private:
  struct Unreadable;
  class Bytes;
  class File;
  class Packed;
  class Gzip;
  class Zstd;
  class Bzip2;
  class Utf16;

  std::string name_;
  std::unique_ptr<Bytes> bytes_;
  std::string rest_;  // behind the last stretch
  std::size_t line_ = 1;
  std::uint64_t offset_ = 0;
  bool at_end_ = false;
};

}  // namespace plylab::pgn
