// Files: read whole, replaced whole, grown line by line, found among those that come with plylab,
// and named by their content.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plylab {

/// The longest text that is read, in bytes: a device or a pipe may never end.
inline constexpr std::size_t longest_file = std::size_t{512} << 20;

/// The file's bytes. Throws InputError with the reason if it cannot be read or is longer.
std::string read_file(const std::string& path);

/// The same for standard input.
std::string read_standard_input();

/// Writes all of the bytes. Returns 0, or the error of the system.
int write_all(int descriptor, std::string_view bytes);

/// Throws InputError, "cannot write '<path>': <reason>", unless replace_file() could write there.
void check_replaceable(const std::string& path);

/// Writes the parts, one after the other, to a regular file, which appears complete or stays as it
/// was: they go to the disk under another name beside it first. The file keeps its permissions, and
/// links still lead to it. Throws InputError as check_replaceable() does.
void replace_file(const std::string& path, std::span<const std::string_view> parts);

/// A file open for appending, and locked: only one process at a time can have it.
class AppendFile {
 public:
  /// Opens or creates the file. Throws InputError if that fails, or if another process has it.
  explicit AppendFile(std::string path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  const std::string& path() const { return path_; }

  /// The whole content; empty if it is not a regular file, such as a pipe. Throws InputError.
  std::string content() const;

  /// Truncates the file to that many bytes. Throws InputError.
  void shorten(std::size_t size);

  /// Appends text, which then survives the death of the process. Throws InputError if it cannot be
  /// written.
  void add(std::string_view text);

  /// Makes what has been appended survive a crash of the machine, too.
  void synchronise();

 private:
  bool is_regular() const;
  [[noreturn]] void fail(std::string_view doing) const;

  std::string path_;
  int descriptor_;
};

/// Where the suites, trees and experiments are: the environment's PLYLAB_SUITES; else
/// share/plylab/suites in the nearest folder above the running program that has it, be that an
/// installation, wherever it was moved to, or a build tree; else below the prefix that plylab was
/// configured for. It need not exist.
std::string data_directory();

/// Where the documents are, share/doc/plylab: found in the same way.
std::string documents_directory();

/// The paths of the files with that ending in a folder, in the order of their names; none if the
/// folder does not exist.
std::vector<std::string> files_in(const std::string& folder, const std::string& ending);

/// The names of the files with this ending that come with plylab, such as ".epd" for suites.
std::vector<std::string> shipped_names(const std::string& ending);

/// The path of a file that is named by path, or by name from the data directory, with or without
/// its ending. A name that is not found is returned unchanged.
std::string locate(const std::string& name, const std::string& ending);

/// SHA-256 (FIPS 180-4) of the bytes as 64 small hexadecimal digits: what sha256sum prints.
std::string sha256(std::string_view bytes);

}  // namespace plylab
