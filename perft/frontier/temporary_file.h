// Temporary files without a name, which are removed however the process ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace plylab::perft {

/// Where temporary files are made: the folder that is given; if it is empty, the system's own,
/// which the environment variable TMPDIR names. Throws InputError if that is not a folder.
std::string temporary_folder(const std::string& given);

/// Where sorting has room for what does not fit the caches: memory first, then temporary files.
struct Workspace {
  std::size_t memory = std::size_t{1} << 30;  ///< bytes that are held at a time
  std::string folder = {};                    ///< of temporary files; empty: the system's own
};

/// Bytes on disk under no name, so that even a killed process leaves nothing behind.
class TemporaryFile {
 public:
  /// In temporary_folder(folder). Throws InputError if it cannot be made.
  explicit TemporaryFile(const std::string& folder);
  TemporaryFile() = default;  ///< no file
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;

  std::uint64_t size() const { return size_; }

  /// Makes room at the end, and returns where it begins. What is not written takes no space on
  /// disk.
  std::uint64_t reserve(std::uint64_t bytes) { return std::exchange(size_, size_ + bytes); }

  /// Writes to a place, where there must be room. Any number of threads may write to places of
  /// their own. Throws InputError, if the disk is full for instance.
  void write(std::uint64_t at, std::span<const unsigned char> bytes) const;

  /// Reads from a place, all that is asked for or up to the end; returns how much. Any number of
  /// threads may read what no thread writes. Throws InputError.
  std::size_t read(std::uint64_t at, std::span<unsigned char> bytes) const;

 private:
  [[noreturn]] void fail(const char* doing) const;

  std::string folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace plylab::perft
