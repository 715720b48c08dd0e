#include "gen/read_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string_view>
#include <system_error>

#include "gen/input_error.h"

namespace plylab {
namespace {

[[noreturn]] void fail(std::string_view name, std::string_view why) {
  throw InputError(fmt::format("cannot read {}: {}", name, why));
}

/// `name` is what a message calls the file.
std::string read_all(std::FILE* file, std::string_view name) {
  std::string text;
  char buffer[1 << 14];
  while (const auto size = std::fread(buffer, 1, sizeof buffer, file)) {
    if (text.size() + size > longest_file)
      fail(name, fmt::format("it is longer than {} MiB", longest_file >> 20));
    text.append(buffer, size);
  }
  // A directory opens, but cannot be read.
  if (std::ferror(file) != 0) fail(name, std::generic_category().message(errno));
  return text;
}

}  // namespace

std::string read_file(const std::string& path) {
  const std::string name = '\'' + path + '\'';
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (file == nullptr) fail(name, std::generic_category().message(errno));
  return read_all(file.get(), name);
}

std::string read_standard_input() { return read_all(stdin, "standard input"); }

}  // namespace plylab
