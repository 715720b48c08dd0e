#include "perft/frontier/temporary_file.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"

namespace plylab::perft {

std::string temporary_folder(const std::string& given) {
  if (!given.empty()) return given;
  const char* const variable = std::getenv("TMPDIR");
  std::string folder = variable == nullptr || *variable == '\0' ? "/tmp" : variable;
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw InputError(fmt::format("TMPDIR: '{}': {}", folder,
                                 error ? error.message() : std::string("Not a directory")));
  return folder;
}

TemporaryFile::TemporaryFile(const std::string& folder) : folder_(temporary_folder(folder)) {
  std::string name = folder_ + "/plylab-XXXXXX";
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0) fail("make");
  ::unlink(name.c_str());
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(std::exchange(other.size_, 0)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

void TemporaryFile::write(std::uint64_t at, std::span<const unsigned char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno != EINTR) fail("write");
    if (written <= 0) continue;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
}

std::size_t TemporaryFile::read(std::uint64_t at, std::span<unsigned char> bytes) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::pread(descriptor_, bytes.data() + done, bytes.size() - done,
                                  static_cast<off_t>(at + done));
    if (count < 0 && errno != EINTR) fail("read");
    if (count == 0) break;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return done;
}

void TemporaryFile::fail(const char* doing) const {
  const int error = errno;
  throw InputError(fmt::format("cannot {} a temporary file in '{}': {}", doing, folder_,
                               std::generic_category().message(error)),
                   InputErrorKind::file);
}

}  // namespace plylab::perft
