#include "gen/epd/shipped.h"

#include <cstdlib>
#include <filesystem>

namespace plylab::epd {
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

Suite find_suite(const std::string& name) { return load_suite(locate(name, ".epd")); }

tree::ExplicitTree find_tree(const std::string& name) {
  return tree::ExplicitTree::load(locate(name, ".tree"));
}

}  // namespace plylab::epd
