// Temporary files without a name, which disappear however the process ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace plylab::perft {

/// The folder for temporary files: `given`, or, if that is empty, the system's, which the
/// environment variable TMPDIR can name. Throws InputError if TMPDIR is not a folder; `given` is
/// not checked.
std::string temporary_folder(const std::string& given);

/// The space for sorting: memory, and a folder for temporary files.
struct Workspace {
  std::size_t memory = std::size_t{1} << 30;  ///< bytes
  std::string folder = {};                    ///< for temporary files; empty for the system's
};

/// A file on disk without a name, so that even a killed process leaves nothing behind.
class TemporaryFile {
 public:
  /// Creates the file in temporary_folder(folder). Throws InputError if that fails.
  explicit TemporaryFile(const std::string& folder);
  TemporaryFile() = default;  ///< no file
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;

  std::uint64_t size() const { return size_; }

  /// Reserves bytes at the end, and returns their offset. Unwritten bytes take no space on disk.
  std::uint64_t reserve(std::uint64_t bytes) { return std::exchange(size_, size_ + bytes); }

  /// Writes at an offset, within reserved bytes. Threads may write to different places at the same
  /// time. Throws InputError, for example if the disk is full.
  void write(std::uint64_t at, std::span<const unsigned char> bytes) const;

  /// Reads from an offset until `bytes` is full or the file ends; returns the number of bytes read.
  /// Threads may read at the same time where no thread writes. Throws InputError.
  std::size_t read(std::uint64_t at, std::span<unsigned char> bytes) const;

 private:
  [[noreturn]] void fail(const char* doing) const;

  std::string folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace plylab::perft
