#include "gen/base/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <string_view>
#include <system_error>

#include "gen/base/input_error.h"

namespace plylab {
namespace {

[[noreturn]] void fail(std::string_view name, std::string_view why) {
  throw InputError(fmt::format("cannot read {}: {}", name, why));
}

[[noreturn]] void fail(std::string_view name) {
  fail(name, std::generic_category().message(errno));
}

/// `name` is what a message calls the file. Who waits for a pipe is to hear a signal: poll() ends
/// with it, other than read() and open().
std::string read_all(int file, std::string_view name) {
  std::string text;
  char buffer[1 << 14];
  for (;;) {
    pollfd readable{file, POLLIN, 0};
    if (::poll(&readable, 1, -1) < 0) {
      if (errno == EINTR) fail(name, "interrupted before its end");
      fail(name);
    }
    const ssize_t size = ::read(file, buffer, sizeof buffer);
    if (size < 0) fail(name);  // a directory opens, but cannot be read
    if (size == 0) return text;
    if (text.size() + static_cast<std::size_t>(size) > longest_file)
      fail(name, fmt::format("it is longer than {} MiB", longest_file >> 20));
    text.append(buffer, static_cast<std::size_t>(size));
  }
}

}  // namespace

std::string read_file(const std::string& path) {
  const std::string name = '\'' + path + '\'';
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) fail(name);
  const std::unique_ptr<const int, void (*)(const int*)> closed(
      &file, [](const int* opened) { ::close(*opened); });
  return read_all(file, name);
}

std::string read_standard_input() { return read_all(STDIN_FILENO, "standard input"); }

}  // namespace plylab
