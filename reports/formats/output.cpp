#include "reports/formats/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "reports/text/terminal.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

/// `where` is "'the path as the user gave it'" or "to standard output".
[[noreturn]] void fail(const std::string& where, int error) {
  throw InputError(
      fmt::format("cannot write {}: {}", where, std::generic_category().message(error)),
      InputErrorKind::file);
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

/// Opens a pipe once it has a reader. After `stop` is set it still waits for one second, so that
/// stopped work can be reported. Returns 0 or the error.
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

/// Writes to something other than a regular file, where no content can be lost.
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

void write_to_standard_output(std::string_view text) {
  int error = std::fflush(stdout) == 0 ? 0 : errno;
  if (error == 0) error = write_all(STDOUT_FILENO, text);
  if (error == EPIPE) throw BrokenPipe();
  if (error != 0) fail("to standard output", error);
}

}  // namespace

const char* BrokenPipe::what() const noexcept { return "standard output is a closed pipe"; }

bool is_standard_output(const std::string& out) {
  // Opening /dev/stdout as a file would truncate a file to which the shell appends by >>.
  return out.empty() || out == "-" || out == "/dev/stdout";
}

void check_writable(const std::string& out) {
  if (is_standard_output(out)) {
    // If standard output is closed, the next file opened would get its descriptor, and the report.
    if (::fcntl(STDOUT_FILENO, F_GETFD) < 0) fail("to standard output", errno);
    return;
  }
  std::error_code error;
  const fs::file_status status = fs::status(out, error);
  if (fs::is_directory(status)) fail(quoted(out), EISDIR);
  if (!fs::exists(status) || fs::is_regular_file(status)) return check_replaceable(out);
  if (::access(out.c_str(), W_OK) != 0) fail(quoted(out), errno);
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
  const bool is_dangling = !fs::exists(status) && fs::is_symlink(fs::symlink_status(out, error));
  if (!is_dangling && (!fs::exists(status) || fs::is_regular_file(status)))
    replace_file(out, std::array{text});
  else
    write_directly(text, out, is_dangling ? O_CREAT : 0, stop);
}

void save_text(std::string_view text, const std::string& out, const std::atomic<bool>* stop) {
  try {
    write_text(text, out, stop);
  } catch (const InputError&) {
    try {
      if (!is_standard_output(out)) write_text(text, "");
    } catch (const std::exception&) {  // only the first error is reported
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
