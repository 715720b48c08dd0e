#include "suites/shipped.h"

#include <cstdlib>
#include <filesystem>

namespace plylab::suites {
namespace fs = std::filesystem;

std::string data_directory() {
  if (const char* chosen = std::getenv("PLYLAB_SUITES"); chosen && *chosen) return chosen;
  return fs::is_directory(PLYLAB_SOURCE_SUITES) ? PLYLAB_SOURCE_SUITES : PLYLAB_INSTALLED_SUITES;
}

std::string suite_path(const std::string& name) {
  if (!fs::is_regular_file(name) && fs::path(name).filename() == name)
    for (const std::string ending : {"", ".epd"})
      if (const fs::path shipped = fs::path(data_directory()) / (name + ending);
          fs::is_regular_file(shipped))
        return shipped.string();
  return name;
}

Suite find_suite(const std::string& name) { return load_suite(suite_path(name)); }

}  // namespace plylab::suites
