// Files that grow while the program runs, and survive its death.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plylab {

/// An open file, to whose end text is added. Only one process at a time can have it open so.
class AppendFile {
 public:
  /// Opens the file, or begins it. Throws InputError if that cannot be done, or if another process
  /// has it.
  explicit AppendFile(std::string path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  const std::string& path() const { return path_; }

  /// All that it has; nothing of what is no regular file, such as a pipe. Throws InputError.
  std::string content() const;

  /// Cuts off what stands behind so many bytes. Throws InputError.
  void shorten(std::size_t size);

  /// Adds text. It survives the death of the process at once. Throws InputError if it cannot be
  /// written.
  void add(std::string_view text);

  /// Makes what has been added survive the death of the machine, too.
  void synchronise();

 private:
  bool is_regular() const;
  [[noreturn]] void fail(std::string_view doing) const;

  std::string path_;
  int descriptor_;
};

}  // namespace plylab
