// A folder for a test's files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace plylab::testing {

/// Tests with a folder of their own, which is gone when the test is.
class WithFolder : public ::testing::Test {
 protected:
  WithFolder() { std::filesystem::create_directories(folder_); }
  ~WithFolder() override { std::filesystem::remove_all(folder_); }

  const std::filesystem::path& folder() const { return folder_; }
  std::string path(const std::string& name) const { return folder_ / name; }

 private:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("plylab_folder_" + std::to_string(getpid()));
};

}  // namespace plylab::testing
