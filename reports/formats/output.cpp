#include "reports/formats/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>

#include "gen/base/input_error.h"
#include "reports/text/terminal.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

/// `where` is "'the path as the user gave it'" or "to standard output".
[[noreturn]] void fail(const std::string& where, int error) {
  throw InputError(
      fmt::format("cannot write {}: {}", where, std::generic_category().message(error)));
}

std::string quoted(const std::string& path) { return '\'' + path + '\''; }

/// An open file. open_error() and close() return 0 or the error.
class File {
 public:
  File(const fs::path& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)),
        open_error_(descriptor_ < 0 ? errno : 0) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int open_error() const { return open_error_; }
  int descriptor() const { return descriptor_; }
  int close() {
    const int result = descriptor_ < 0 || ::close(descriptor_) == 0 ? 0 : errno;
    descriptor_ = -1;
    return result;
  }

 private:
  int descriptor_;
  int open_error_;
};

/// The whole text. Returns 0 or the error.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Opens a pipe as soon as it has a reader. When `stop` goes up it waits a second more, since work
/// that has come to an early end is still to be reported. Returns 0 or the error.
int wait_for_reader(const std::string& path, const std::atomic<bool>* stop,
                    std::optional<File>& file) {
  constexpr auto pause = std::chrono::milliseconds(20);
  int pauses_left = 50;
  while (pauses_left > 0) {
    file.emplace(path, O_NONBLOCK);
    if (file->open_error() != ENXIO) break;
    std::this_thread::sleep_for(pause);
    if (stop != nullptr && stop->load()) --pauses_left;
  }
  if (file->open_error() != 0) return file->open_error();
  const int flags = ::fcntl(file->descriptor(), F_GETFL);
  return ::fcntl(file->descriptor(), F_SETFL, flags & ~O_NONBLOCK) == 0 ? 0 : errno;
}

/// Writes to what is not a regular file, and where therefore nothing can be lost.
void write_directly(std::string_view text, const std::string& path, int flags,
                    const std::atomic<bool>* stop) {
  std::optional<File> file;
  int error = 0;
  std::error_code ignored;
  if (fs::is_fifo(path, ignored))
    error = wait_for_reader(path, stop, file);
  else
    error = file.emplace(path, flags).open_error();
  if (error == ENXIO)
    throw InputError(fmt::format("cannot write {}: it has no reader", quoted(path)));
  if (error == 0) error = write_all(file->descriptor(), text);
  const int close_error = file->close();
  if (error == 0) error = close_error;
  if (error != 0) fail(quoted(path), error);
}

/// A new file beside the target, on the same file system, so that it can be renamed. Without that
/// it goes away again.
class Temporary {
 public:
  /// Throws InputError about the path, as the user gave it, if there can be none.
  Temporary(const fs::path& target, const std::string& path) {
    static std::atomic<unsigned> count = 0;
    do {  // past what a killed process with the same id may have left behind
      name_ = target.parent_path() / fmt::format(".plylab-{}-{}.tmp", getpid(), ++count);
      file_.emplace(name_, O_CREAT | O_EXCL);
    } while (file_->open_error() == EEXIST);
    if (file_->open_error() != 0) fail(quoted(path), file_->open_error());
  }
  ~Temporary() {
    if (!renamed_) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  File& file() { return *file_; }
  /// Returns 0 or the error.
  int rename_to(const fs::path& target) {
    renamed_ = std::rename(name_.c_str(), target.c_str()) == 0;
    return renamed_ ? 0 : errno;
  }

 private:
  fs::path name_;
  std::optional<File> file_;
  bool renamed_ = false;
};

/// Fills the temporary and puts it in the place of the target. Returns 0 or the error.
int fill_and_rename(std::string_view text, Temporary& temporary, const fs::path& target,
                    const struct stat* old) {
  File& file = temporary.file();
  if (const int error = write_all(file.descriptor(), text)) return error;
  if (old != nullptr && fchmod(file.descriptor(), old->st_mode & 07777) != 0) return errno;
  if (fsync(file.descriptor()) != 0) return errno;
  if (const int error = file.close()) return error;
  return temporary.rename_to(target);
}

/// A rename replaces a file that is protected, too.
void check_access(const fs::path& target, const std::string& path) {
  if (::access(target.c_str(), W_OK) != 0) fail(quoted(path), errno);
}

/// Under another name first, so that the old content is there until the new one is safe.
void replace(std::string_view text, const fs::path& target, const std::string& path) {
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists) check_access(target, path);
  Temporary temporary(target, path);
  const int error = fill_and_rename(text, temporary, target, exists ? &old : nullptr);
  if (error != 0) fail(quoted(path), error);
}

void write_to_standard_output(std::string_view text) {
  int error = std::fflush(stdout) == 0 ? 0 : errno;
  if (error == 0) error = write_all(STDOUT_FILENO, text);
  if (error == EPIPE) throw BrokenPipe();
  if (error != 0) fail("to standard output", error);
}

}  // namespace

const char* BrokenPipe::what() const noexcept {
  return "standard output is a pipe without a reader";
}

bool is_standard_output(const std::string& out) {
  // Opened as a file, /dev/stdout would lose what a shell's >> was to keep.
  return out.empty() || out == "-" || out == "/dev/stdout";
}

void check_writable(const std::string& out) {
  if (is_standard_output(out)) {
    // Closed, the number would go to the next file that is opened, and the report into that.
    if (::fcntl(STDOUT_FILENO, F_GETFD) < 0) fail("to standard output", errno);
    return;
  }
  std::error_code error;
  const fs::file_status status = fs::status(out, error);
  if (fs::is_directory(status)) fail(quoted(out), EISDIR);
  if (fs::exists(status)) check_access(out, out);
  if (fs::exists(status) && !fs::is_regular_file(status)) return;
  // Through links, also to what is not there yet.
  fs::path target = fs::weakly_canonical(out, error);
  if (error) fail(quoted(out), error.value());
  Temporary(target, out);
}

bool holds_something(const std::string& path) {
  std::error_code error;
  const bool is_file = fs::is_regular_file(path, error);
  return is_file && fs::file_size(path, error) > 0;
}

void write_text(std::string_view text, const std::string& out, const std::atomic<bool>* stop) {
  if (is_standard_output(out)) return write_to_standard_output(text);
  std::error_code error;
  const fs::file_status status = fs::status(out, error);
  if (fs::is_regular_file(status)) {
    // Through links, so that the file is replaced and not the link to it.
    const fs::path target = fs::canonical(out, error);
    if (error) fail(quoted(out), error.value());
    replace(text, target, out);
  } else if (fs::exists(status)) {
    write_directly(text, out, 0, stop);
  } else if (fs::is_symlink(fs::symlink_status(out, error))) {
    write_directly(text, out, O_CREAT, stop);
  } else {
    replace(text, out, out);
  }
}

void save_text(std::string_view text, const std::string& out, const std::atomic<bool>* stop) {
  try {
    write_text(text, out, stop);
  } catch (const InputError&) {
    try {
      if (!is_standard_output(out)) write_text(text, "");
    } catch (const std::exception&) {  // the first error is reported
    }
    throw;
  }
}

void write(const Report& report, Format format, const std::string& out,
           const std::atomic<bool>* stop) {
  const Screen screen = is_standard_output(out) ? screen_of(STDOUT_FILENO) : Screen{};
  save_text(render(report, format, screen), out, stop);
}

}  // namespace plylab::reports
