#include "gen/epd/shipped.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "gen/base/input_error.h"
#include "gen/base/shipped_files.h"

namespace plylab::epd {

namespace fs = std::filesystem;

namespace {

/// "the suites of plylab are bratko-kopec, demo, …".
std::string suites_there_are() {
  const auto names = shipped_names(".epd");
  if (names.empty())
    return fmt::format("plylab finds no suites of its own in '{}' (PLYLAB_SUITES names a folder)",
                       data_directory());
  return fmt::format("the suites of plylab are {}", fmt::join(names, ", "));
}

}  // namespace

std::string find_suite_file(const std::string& name) {
  std::string path = locate(name, ".epd");
  if (const fs::path file(path); path == name && file.filename() == file && !fs::exists(file))
    throw InputError(
        fmt::format("cannot read '{}': No such file or directory; {}", name, suites_there_are()));
  return path;
}

Suite find_suite(const std::string& name) { return load_suite(find_suite_file(name)); }

}  // namespace plylab::epd
