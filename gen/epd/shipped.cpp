#include "gen/epd/shipped.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "gen/input_error.h"
#include "gen/shipped_files.h"

namespace plylab::epd {

namespace fs = std::filesystem;

Suite find_suite(const std::string& name) {
  const std::string path = locate(name, ".epd");
  if (const fs::path file(path); path == name && file.filename() == file && !fs::exists(file))
    throw InputError(
        fmt::format("cannot read '{}': No such file or directory; the suites of plylab are {}",
                    name, fmt::join(shipped_names(".epd"), ", ")));
  return load_suite(path);
}

}  // namespace plylab::epd
