#include "search/lab/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "gen/input_error.h"
#include "reports/display.h"

namespace plylab::search::lab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view beginning = R"({"schema":"plylab-runs","schema_version":1,)";

std::string header(const Experiment& experiment, const reports::Provenance& made_by) {
  Json provenance;
  for (const auto& [name, text] : reports::fields(made_by)) provenance[name] = text;
  return fmt::format(R"({}"experiment":{},"provenance":{}}})", beginning, description(experiment),
                     provenance.dump());
}

/// The program that wrote a header.
std::string maker(const Json& header) {
  const Json& provenance = header.at("provenance");
  return fmt::format("plylab {} ({})", provenance.value("version", "?"),
                     provenance.value("commit", "?"));
}

}  // namespace

Journal::Journal(std::string path, const Experiment& experiment, const reports::Provenance& made_by)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  try {
    if (descriptor_ < 0) fail("open");
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail("lock");
      throw InputError(fmt::format("'{}' is being written by another plylab", path_));
    }
    const std::string text = content();
    const std::string expected = header(experiment, made_by);
    const std::size_t header_end = text.find('\n');
    if (header_end == std::string::npos) {  // a new file, or one whose header was torn
      if (!beginning.starts_with(text.substr(0, beginning.size())))
        throw InputError(fmt::format("'{}' holds no runs of plylab", path_));
      if (::ftruncate(descriptor_, 0) != 0) fail("shorten");
      write(expected + '\n');
    } else {
      check_header(std::string_view(text).substr(0, header_end), expected);
      const std::size_t whole = read(text);
      if (::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) fail("shorten");
    }
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

Journal::~Journal() { ::close(descriptor_); }

void Journal::add(const Run& run, const RunRecord& record) {
  const std::string line = to_line(run, record) + '\n';
  const std::lock_guard lock(mutex_);
  write(line);
  if (Clock::now() - synced_ < std::chrono::seconds(1)) return;
  ::fdatasync(descriptor_);
  synced_ = Clock::now();
}

std::string Journal::content() const {
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read");
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void Journal::check_header(std::string_view line, const std::string& expected) const {
  Json found;
  if (line.starts_with(beginning)) found = Json::parse(line, nullptr, false);
  if (!found.is_object() || !found.contains("experiment") || !found.contains("provenance"))
    throw InputError(fmt::format("{}:1: no header of runs of plylab", path_));
  const Json ours = Json::parse(expected);
  if (found["experiment"] != ours["experiment"])
    throw InputError(fmt::format("'{}' holds the runs of another experiment", path_));
  if (maker(found) != maker(ours))
    throw InputError(
        fmt::format("'{}' holds runs of {}, and this is {}", path_, maker(found), maker(ours)));
}

/// Reads the lines after the header and returns where the last whole one ends.
std::size_t Journal::read(std::string_view text) {
  std::size_t number = 1;
  std::size_t begin = text.find('\n') + 1;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string_view::npos;
       begin = end + 1) {
    ++number;
    auto record = parse_record(text.substr(begin, end - begin));
    if (!record) throw InputError(fmt::format("{}:{}: no line of a run", path_, number));
    const std::string id = record->id;
    kept_.emplace(id, std::move(*record));
  }
  return begin;
}

void Journal::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno != EINTR) fail("write");
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Journal::fail(std::string_view doing) const {
  const int error = errno;
  throw InputError(
      fmt::format("cannot {} '{}': {}", doing, path_, std::generic_category().message(error)));
}

}  // namespace plylab::search::lab
