#include "gen/read_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "gen/input_error.h"

namespace plylab {

std::string read_file(const std::string& path) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  std::string text;
  if (file != nullptr) {
    char buffer[1 << 14];
    while (const auto size = std::fread(buffer, 1, sizeof buffer, file.get()))
      text.append(buffer, size);
  }
  // A directory opens, but cannot be read.
  if (file == nullptr || std::ferror(file.get()) != 0)
    throw InputError(
        fmt::format("cannot read '{}': {}", path, std::generic_category().message(errno)));
  return text;
}

}  // namespace plylab
