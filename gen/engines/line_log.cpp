#include "gen/engines/line_log.h"

#include <fmt/format.h>

#include <filesystem>

#include "gen/base/files.h"
#include "gen/base/input_error.h"

namespace plylab::engines {
namespace {

/// The first line, by which a log is recognised.
constexpr std::string_view heading =
    "# plylab's log of engines: seconds, process, > to it, < from it, = its command";

/// Whether there is anything else than a log under this name.
bool is_taken(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    return std::filesystem::is_directory(path, none);
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) && line != heading;
}

}  // namespace

LineLog::LineLog(const std::string& path) : path_(path) {
  if (is_taken(path))
    throw InputError(
        fmt::format("--log: '{}' exists and is not an earlier log: remove it first", path),
        InputErrorKind::file);
  try {
    check_replaceable(path);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--log: {}", error.what()), error.kind());
  }
}

int LineLog::next_process() {
  const std::lock_guard lock(mutex_);
  return ++processes_;
}

void LineLog::write(int process, Way way, std::string_view line) {
  constexpr std::string_view signs = "><=";
  const std::lock_guard lock(mutex_);
  if (!file_.is_open()) {
    file_.open(path_);
    file_ << heading << '\n';
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  file_ << fmt::format("{:.3f} {} {} {}\n", passed.count(), process,
                       signs[static_cast<std::size_t>(way)], line)
        << std::flush;
  if (!file_)
    throw InputError(fmt::format("--log: cannot write '{}'", path_), InputErrorKind::file);
}

std::shared_ptr<LineLog> begin_log(const std::string& path) {
  return path.empty() ? nullptr : std::make_shared<LineLog>(path);
}

}  // namespace plylab::engines
