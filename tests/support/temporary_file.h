// Files for a test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace plylab::testing {

/// A path in a folder that is removed when the test program ends.
inline std::string temporary(const std::string& name) {
  static const struct Folder {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("plylab_test_" + std::to_string(getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
  } folder;
  return folder.path / name;
}

/// Writes such a file and returns its path.
inline std::string temporary(const std::string& name, std::string_view text) {
  std::ofstream(temporary(name), std::ios::binary) << text;
  return temporary(name);
}

/// A file that is gone when the test is.
class TemporaryFile {
 public:
  /// `name` tells those of one test apart.
  explicit TemporaryFile(std::string_view text = "", const std::string& name = "suite",
                         const std::string& extension = ".epd")
      : path_(temporary(name + extension, text)) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace plylab::testing
