// Reads game files, compressed or not and in any encoding, as stretches of text cut between games.
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
  std::string text;          ///< in UTF-8 or the file's 8-bit encoding, see remove_strays()
  std::size_t line = 1;      ///< of the file, at its beginning
  std::uint64_t offset = 0;  ///< the bytes of text before it
};

/// Reads a file from beginning to end in the memory of a few stretches. It decompresses gzip, zstd
/// and bzip2, and converts UTF-16 to UTF-8; it recognises both by content, not by the file's name.
class Source {
 public:
  /// `path` is a file, or "-" for standard input; `stop` ends the wait for a pipe. Throws
  /// InputError if it cannot be opened or is not text.
  explicit Source(const std::string& path, const std::atomic<bool>* stop = nullptr);
  ~Source();
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// Its path, as it was given.
  const std::string& name() const { return name_; }
  /// The line in which the next stretch begins.
  std::size_t line() const { return line_; }

  /// Takes the next stretch; false at the end of the file. Where the stretches are cut depends on
  /// the text alone. Throws InputError, which does not name the file, if the rest cannot be read or
  /// decompressed. It has then given out all games before the damaged one, and line() is where that
  /// one begins.
  bool next(Stretch& stretch);

  /// The number of bytes of text given out.
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
  std::string rest_;  // the text after the last stretch
  std::size_t line_ = 1;
  std::uint64_t offset_ = 0;
  bool at_end_ = false;
};

}  // namespace plylab::pgn
