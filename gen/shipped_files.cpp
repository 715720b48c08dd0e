#include "gen/shipped_files.h"

#include <cstdlib>
#include <filesystem>

namespace plylab {
namespace fs = std::filesystem;

std::string data_directory() {
  if (const char* chosen = std::getenv("PLYLAB_SUITES"); chosen && *chosen) return chosen;
  return fs::is_directory(PLYLAB_SOURCE_SUITES) ? PLYLAB_SOURCE_SUITES : PLYLAB_INSTALLED_SUITES;
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
