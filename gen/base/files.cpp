#include "gen/base/files.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sha2.h>  // libmd: no larger than the task, and part of every Debian
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"

namespace plylab {
namespace {

[[noreturn]] void fail(std::string_view name, std::string_view why) {
  throw InputError(fmt::format("cannot read {}: {}", name, why));
}

[[noreturn]] void fail(std::string_view name) {
  fail(name, std::generic_category().message(errno));
}

/// `name` is what a message calls the file. A signal ends the wait for a pipe in poll(), but not in
/// read() or open().
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

// ---- files that grow

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
  if (::fstat(descriptor_, &status) != 0) fail("examine");
  return S_ISREG(status.st_mode);
}

void AppendFile::fail(std::string_view doing) const {
  const int error = errno;
  throw InputError(
      fmt::format("cannot {} '{}': {}", doing, path_, std::generic_category().message(error)));
}

// ---- files that come with plylab

namespace fs = std::filesystem;
namespace {

/// The file of the running program; empty if the system does not tell.
fs::path running_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) return program;
  // A bare root has no /proc. The kernel passes on how the program was started.
  const auto* const started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  return started != nullptr ? fs::canonical(started, error) : fs::path();
}

/// The files that the shipped ones may lie beside: the library that this code is part of, if it was
/// loaded as one, and the running program.
std::vector<fs::path> own_files() {
  std::vector<fs::path> files{running_program()};
  std::error_code error;
  Dl_info loaded;
  if (::dladdr(PLYLAB_PREFIX, &loaded) != 0 && loaded.dli_fname[0] == '/')
    files.insert(files.begin(), fs::weakly_canonical(loaded.dli_fname, error));
  return files;
}

/// The folder at that place below the prefix of the installation.
std::string installed(const char* below) {
  std::error_code error;
  for (fs::path file : own_files())
    while (file.has_relative_path()) {
      file = file.parent_path();
      if (fs::is_directory(file / below, error)) return file / below;
    }
  return fs::path(PLYLAB_PREFIX) / below;
}

}  // namespace

std::string data_directory() {
  if (const char* chosen = std::getenv("PLYLAB_SUITES"); chosen && *chosen) return chosen;
  return installed("share/plylab/suites");
}

std::string documents_directory() { return installed("share/doc/plylab"); }

std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(folder, error))
    if (file.path().extension() == ending) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> shipped_names(const std::string& ending) {
  std::vector<std::string> names;
  for (const std::string& file : files_in(data_directory(), ending))
    names.push_back(fs::path(file).stem().string());
  return names;
}

std::string locate(const std::string& name, const std::string& ending) {
  if (!fs::is_regular_file(name) && fs::path(name).filename() == name)
    for (const std::string& added : {std::string(), ending})
      if (const fs::path shipped = fs::path(data_directory()) / (name + added);
          fs::is_regular_file(shipped))
        return shipped.string();
  return name;
}

std::string sha256(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), digits.data());
  return digits.data();
}

}  // namespace plylab
