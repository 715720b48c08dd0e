// Files: reading and replacing whole files, appending lines, finding those installed with plylab,
// and SHA-256 of their content.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plylab {

/// The longest input that is usually read, in bytes: a device or a pipe may never end.
inline constexpr std::size_t longest_file = std::size_t{512} << 20;

/// The most that is read. In a file of lines, a line longer than `a_few_megabytes` is no text, and
/// each of its copies would take as much memory.
struct ReadLimits {
  static constexpr std::size_t a_few_megabytes = std::size_t{16} << 20;

  std::size_t bytes = longest_file;
  std::size_t line = std::numeric_limits<std::size_t>::max();
};

/// The limits for files of lines.
inline constexpr ReadLimits in_lines{.line = ReadLimits::a_few_megabytes};

/// The file's bytes. Throws InputError with the reason if it cannot be read or is longer than the
/// limits.
std::string read_file(const std::string& path, ReadLimits limits = {});

/// The same for standard input.
std::string read_standard_input(ReadLimits limits = {});

/// Writes all of the bytes. Returns 0, or errno.
int write_all(int descriptor, std::string_view bytes);

/// Throws InputError, "cannot write '<path>': <reason>", unless replace_file() could write there.
void check_replaceable(const std::string& path);

/// Replaces a regular file by the parts, one after the other. It does so atomically: it writes a
/// temporary file in the same folder, then renames it. The file keeps its permissions, and links to
/// it stay valid. Throws InputError as check_replaceable() does.
void replace_file(const std::string& path, std::span<const std::string_view> parts);

/// A file open for appending, and locked: only one process at a time can open it.
class AppendFile {
 public:
  /// Opens or creates the file. Throws InputError if that fails, if it is not a regular file, such
  /// as a pipe, or if another process holds the lock.
  explicit AppendFile(std::string path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  const std::string& path() const { return path_; }

  /// The whole content. Throws InputError.
  std::string content() const;

  /// Truncates the file to that many bytes. Throws InputError.
  void shorten(std::size_t size);

  /// Appends text, which survives if the process is killed. Throws InputError if it cannot be
  /// written.
  void add(std::string_view text);

  /// Writes what has been appended to the disk, so that it also survives a crash of the machine.
  void synchronise();

 private:
  bool is_regular() const;
  [[noreturn]] void fail(std::string_view doing) const;

  std::string path_;
  int descriptor_;
};

/// The folder of suites, trees and experiments: the environment variable PLYLAB_SUITES; else
/// share/plylab/suites in the nearest folder above the running program that has it (a build tree,
/// or an installation, even one that was moved); else below the prefix that plylab was configured
/// for. It need not exist.
std::string data_directory();

/// The folder of documents, share/doc/plylab, found in the same way.
std::string documents_directory();

/// The folder of other installed files, share/plylab, found in the same way.
std::string shared_directory();

/// The paths of the files with that extension in a folder, sorted by name; none if the folder does
/// not exist.
std::vector<std::string> files_in(const std::string& folder, const std::string& ending);

/// The names of the installed files with this extension, such as ".epd" for suites.
std::vector<std::string> shipped_names(const std::string& ending);

/// The path of a file given by its path, or by its name in the data directory, with or without
/// extension. A name that is not found is returned unchanged.
std::string locate(const std::string& name, const std::string& ending);

/// SHA-256 (FIPS 180-4) of the bytes as 64 lower-case hexadecimal digits, as sha256sum prints it.
std::string sha256(std::string_view bytes);

}  // namespace plylab
