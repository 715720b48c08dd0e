// Files for a test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace plylab::testing {

/// A file that is gone when the test is.
class TemporaryFile {
 public:
  /// `name` tells those of one test apart.
  explicit TemporaryFile(const std::string& text = "", const std::string& name = "suite",
                         const std::string& extension = ".epd")
      : path_(std::filesystem::temp_directory_path() /
              ("plylab_test_" + name + std::to_string(getpid()) + extension)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace plylab::testing
