#include "gen/base/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"

namespace plylab {

AppendFile::AppendFile(std::string path)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  try {
    if (descriptor_ < 0) fail("open");
    if (!is_regular() || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK) fail("lock");
    throw InputError(fmt::format("'{}' is being written by another plylab", path_));
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

AppendFile::~AppendFile() { ::close(descriptor_); }

std::string AppendFile::content() const {
  std::string text;
  if (!is_regular()) return text;
  char buffer[1 << 14];
  for (;;) {
    const ssize_t count =
        ::pread(descriptor_, buffer, sizeof buffer, static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read");
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

void AppendFile::shorten(std::size_t size) {
  if (is_regular() && ::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("shorten");
}

void AppendFile::add(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno != EINTR) fail("write");
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AppendFile::synchronise() { ::fdatasync(descriptor_); }

bool AppendFile::is_regular() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail("look at");
  return S_ISREG(status.st_mode);
}

void AppendFile::fail(std::string_view doing) const {
  const int error = errno;
  throw InputError(
      fmt::format("cannot {} '{}': {}", doing, path_, std::generic_category().message(error)));
}

}  // namespace plylab
