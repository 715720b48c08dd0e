#include "gen/base/shipped_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace plylab {
namespace fs = std::filesystem;
namespace {

/// Where the folder is that an installation has at that place below its prefix.
std::string installed(const char* below) {
  std::error_code error;  // a system without /proc has only the configured prefix
  for (fs::path program = fs::read_symlink("/proc/self/exe", error); program.has_relative_path();) {
    program = program.parent_path();
    if (fs::is_directory(program / below, error)) return program / below;
  }
  return fs::path(PLYLAB_PREFIX) / below;
}

}  // namespace

std::string data_directory() {
  if (const char* chosen = std::getenv("PLYLAB_SUITES"); chosen && *chosen) return chosen;
  return installed("share/plylab/suites");
}

std::string documents_directory() { return installed("share/doc/plylab"); }

std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(folder, error))
    if (file.path().extension() == ending) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> shipped_names(const std::string& ending) {
  std::vector<std::string> names;
  for (const std::string& file : files_in(data_directory(), ending))
    names.push_back(fs::path(file).stem().string());
  return names;
}

std::string locate(const std::string& name, const std::string& ending) {
  if (!fs::is_regular_file(name) && fs::path(name).filename() == name)
    for (const std::string& added : {std::string(), ending})
      if (const fs::path shipped = fs::path(data_directory()) / (name + added);
          fs::is_regular_file(shipped))
        return shipped.string();
  return name;
}

}  // namespace plylab
