#include "gen/base/files.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sha2.h>  // libmd: small, and in every Debian system
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
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
  throw InputError(fmt::format("cannot read {}: {}", name, why), InputErrorKind::file);
}

[[noreturn]] void fail(std::string_view name) {
  fail(name, std::generic_category().message(errno));
}

/// The number of the line that begins after this text; CR, LF and CR LF end lines.
std::size_t next_line(std::string_view text) {
  std::size_t number = 1;
  for (std::size_t i = 0; i < text.size(); ++i)
    number += text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n");
  return number;
}

/// `name` is the file's name in messages. Waits for a pipe in poll(), which a signal interrupts; it
/// would not interrupt read() or open().
std::string read_all(int file, std::string_view name, ReadLimits limits) {
  std::string text;
  std::size_t line = 0;  // where the last one begins
  char buffer[1 << 14];
  for (;;) {
    pollfd readable{file, POLLIN, 0};
    if (::poll(&readable, 1, -1) < 0) {
      if (errno == EINTR) fail(name, "interrupted before its end");
      fail(name);
    }
    const ssize_t size = ::read(file, buffer, sizeof buffer);
    if (size < 0) fail(name);  // a directory can be opened but not read
    if (size == 0) return text;
    const std::string_view more(buffer, static_cast<std::size_t>(size));
    if (text.size() + more.size() > limits.bytes)
      fail(name, fmt::format("it is longer than {} MiB", limits.bytes >> 20));
    if (const auto end = more.find_last_of("\r\n"); end != more.npos) line = text.size() + end + 1;
    text += more;
    if (text.size() - line > limits.line)
      fail(name, fmt::format("line {} is longer than {} MiB",
                             next_line(std::string_view(text).substr(0, line)), limits.line >> 20));
  }
}

}  // namespace

std::string read_file(const std::string& path, ReadLimits limits) {
  const std::string name = '\'' + path + '\'';
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) fail(name);
  const std::unique_ptr<const int, void (*)(const int*)> closed(
      &file, [](const int* opened) { ::close(*opened); });
  return read_all(file, name, limits);
}

std::string read_standard_input(ReadLimits limits) {
  return read_all(STDIN_FILENO, "standard input", limits);
}

// ---- replacing files

namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  throw InputError(
      fmt::format("cannot write '{}': {}", path, std::generic_category().message(error)),
      InputErrorKind::file);
}

/// A new file beside the target, on the same file system, so that it can be renamed. The destructor
/// removes it unless replace() has renamed it.
class Temporary {
 public:
  /// Throws InputError, naming the path as the user gave it, if the file cannot be created.
  Temporary(const fs::path& target, const std::string& path) {
    static std::atomic<unsigned> count = 0;
    do {  // a killed process with the same id may have left files
      name_ = target.parent_path() / fmt::format(".plylab-{}-{}.tmp", getpid(), ++count);
      descriptor_ = ::open(name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) fail_to_write(path, errno);
  }
  ~Temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!renamed_) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  /// Writes the parts and renames the file to the target. Returns 0 or errno.
  int replace(const fs::path& target, std::span<const std::string_view> parts,
              const struct stat* old) {
    for (const std::string_view part : parts)
      if (const int error = write_all(descriptor_, part)) return error;
    if (old != nullptr && ::fchmod(descriptor_, old->st_mode & 07777) != 0) return errno;
    if (::fsync(descriptor_) != 0 || ::close(std::exchange(descriptor_, -1)) != 0) return errno;
    renamed_ = ::rename(name_.c_str(), target.c_str()) == 0;
    return renamed_ ? 0 : errno;
  }

 private:
  fs::path name_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

/// Checks write permission: a rename would also replace a write-protected file.
void check_access(const std::string& path) {
  if (::access(path.c_str(), W_OK) != 0 && errno != ENOENT) fail_to_write(path, errno);
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void check_replaceable(const std::string& path) {
  check_access(path);
  // Follows links, even to a file that does not exist yet.
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  if (error) fail_to_write(path, error.value());
  Temporary(target, path);
}

void replace_file(const std::string& path, std::span<const std::string_view> parts) {
  check_access(path);
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  std::error_code error;
  // Follows links, so that the file is replaced and not the link to it.
  const fs::path target = exists ? fs::canonical(path, error) : fs::path(path);
  if (error) fail_to_write(path, error.value());
  const int failed = Temporary(target, path).replace(target, parts, exists ? &old : nullptr);
  if (failed != 0) fail_to_write(path, failed);
}

// ---- appending to files

AppendFile::AppendFile(std::string path)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  try {
    if (descriptor_ < 0) fail("open");
    if (!is_regular())
      throw InputError(fmt::format("cannot append to '{}': it is not a regular file", path_),
                       InputErrorKind::file);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK) fail("lock");
    throw InputError(fmt::format("'{}' is being written by another plylab", path_),
                     InputErrorKind::file);
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

AppendFile::~AppendFile() { ::close(descriptor_); }

std::string AppendFile::content() const {
  std::string text;
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
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("shorten");
}

void AppendFile::add(std::string_view text) {
  if (write_all(descriptor_, text) != 0) fail("write");
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
      fmt::format("cannot {} '{}': {}", doing, path_, std::generic_category().message(error)),
      InputErrorKind::file);
}

// ---- finding the files installed with plylab

namespace {

/// The running program's file; empty if unknown.
fs::path running_program() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) return program;
  // A chroot may lack /proc; the kernel also passes the path by which the program was started.
  const auto* const started = std::bit_cast<const char*>(::getauxval(AT_EXECFN));
  return started != nullptr ? fs::canonical(started, error) : fs::path();
}

/// Files near which plylab's data may be installed: the shared library with this code, if any, and
/// the running program.
std::vector<fs::path> own_files() {
  std::vector<fs::path> files{running_program()};
  std::error_code error;
  Dl_info loaded;
  if (::dladdr(PLYLAB_PREFIX, &loaded) != 0 && loaded.dli_fname[0] == '/')
    files.insert(files.begin(), fs::weakly_canonical(loaded.dli_fname, error));
  return files;
}

/// That folder below the installation prefix.
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

std::string shared_directory() { return installed("share/plylab"); }

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
  std::error_code error;  // such as a name that is too long: whoever opens the file says so
  if (!fs::is_regular_file(name, error) && fs::path(name).filename() == name)
    for (const std::string& added : {std::string(), ending})
      if (const fs::path shipped = fs::path(data_directory()) / (name + added);
          fs::is_regular_file(shipped, error))
        return shipped.string();
  return name;
}

std::string sha256(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), digits.data());
  return digits.data();
}

}  // namespace plylab
