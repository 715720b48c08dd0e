#include "suites/uci_perft.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/group.hpp>
#include <boost/process/io.hpp>
#include <boost/process/pipe.hpp>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <system_error>
#include <thread>

namespace plylab::suites {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int glance = 50;  // ms between two looks at the clock and at Ctrl-C
constexpr std::size_t longest_line = 1 << 16;
constexpr std::size_t most_lines = 10'000;  // of one answer; more is no answer
constexpr std::string_view total_label = "Nodes searched: ";

std::vector<std::string> words(const std::string& command) {
  std::istringstream in(command);
  std::vector<std::string> list;
  for (std::string word; in >> std::quoted(word);) list.push_back(word);
  return list;
}

std::optional<perft::Count> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "e2e4: 20"; promotions and drops have a character more, wide boards two.
std::optional<std::pair<std::string, perft::Count>> branch(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon < 4 || colon > 7) return std::nullopt;
  const std::string_view move = line.substr(0, colon);
  const auto leaves = number(line.substr(colon + 2));
  if (!leaves || move.find(' ') != move.npos) return std::nullopt;
  return std::pair{std::string(move), *leaves};
}

/// Engines that are started later must not inherit this one's pipes.
void close_on_exec(const bp::pipe& pipe) {
  for (const int end : {pipe.native_source(), pipe.native_sink()})
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
}

/// Writes to a pipe whose reader may have gone, without the signal that this would raise.
void write_quietly(int descriptor, std::string_view text) {
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  // A short line always fits: the engine has read the ones before, or has not answered to them.
  [[maybe_unused]] const ssize_t written = ::write(descriptor, text.data(), text.size());
  const timespec no_time{};
  while (sigtimedwait(&broken_pipe, nullptr, &no_time) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

/// The child process with its pipes.
class UciPerft::Process {
 public:
  Process(const std::string& program, const std::vector<std::string>& arguments) {
    close_on_exec(to_);
    close_on_exec(from_);
    // A group outlives plylab if that is killed; the signal then ends at least the engine itself.
    const auto die_with_us = [](auto&) { ::prctl(PR_SET_PDEATHSIG, SIGKILL); };
    std::error_code error;
    child_ =
        bp::child(bp::exe = program, bp::args = arguments, bp::std_in<to_, bp::std_out> from_,
                  bp::std_err > bp::null, group_, bp::extend::on_exec_setup = die_with_us, error);
    if (error) throw EngineError(fmt::format("cannot be started: {}", error.message()));
  }
  ~Process() {
    std::error_code ignored;
    if (group_.valid()) group_.terminate(ignored);
    if (child_.valid()) child_.wait(ignored);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void write(std::string_view text) { write_quietly(to_.native_sink(), text); }

  /// Appends what it has written. Waits a moment if there is nothing; false at the end.
  bool read(std::string& text) {
    pollfd ready{from_.native_source(), POLLIN, 0};
    if (::poll(&ready, 1, glance) <= 0) return true;
    char buffer[4096];
    const ssize_t size = ::read(ready.fd, buffer, sizeof buffer);
    if (size > 0) text.append(buffer, static_cast<std::size_t>(size));
    return size > 0 || (size < 0 && errno == EINTR);
  }

  /// How it ended, if it does so within a moment.
  std::string end() {
    std::error_code ignored;
    for (int i = 0; i < 20 && child_.running(ignored); ++i) std::this_thread::sleep_for(10ms);
    if (child_.running(ignored)) return "closed its output";
    const int status = child_.native_exit_code();
    return WIFSIGNALED(status) ? fmt::format("was ended by signal {}", WTERMSIG(status))
                               : fmt::format("ended with exit status {}", WEXITSTATUS(status));
  }

 private:
  bp::pipe to_, from_;
  bp::group group_;
  bp::child child_;
};

UciPerft::UciPerft(const std::string& command, Seconds patience, const std::atomic<bool>& stop)
    : patience_(patience), stop_(stop), name_(command) {
  std::vector<std::string> arguments = words(command);
  if (arguments.empty()) throw EngineError("cannot be started: no program named");
  const auto program = find_engine(arguments.front());
  if (!program) throw EngineError("cannot be started: no such program");
  arguments.erase(arguments.begin());
  process_ = std::make_unique<Process>(*program, arguments);

  start_clock();
  send("uci");
  constexpr std::string_view label = "id name ";
  for (std::string line; (line = next_line("uci")) != "uciok";)
    if (line.starts_with(label) && line.size() > label.size()) name_ = line.substr(label.size());
}

UciPerft::~UciPerft() = default;

UciCount UciPerft::perft(int depth, const std::string& fen, const std::vector<std::string>& moves) {
  start_clock();
  std::string position = "position fen " + fen;
  if (!moves.empty()) position += " moves";
  for (const std::string& move : moves) position += ' ' + move;
  send(position);
  // It may still have to load something, which is no part of the counting.
  send("isready");
  while (next_line("isready") != "readyok") {
  }

  start_clock();
  const auto start = Clock::now();
  const std::string question = fmt::format("go perft {}", depth);
  send(question);
  UciCount count;
  for (std::size_t lines = 0; lines < most_lines; ++lines) {
    const std::string line = next_line(question);
    if (line.starts_with(total_label)) {
      count.seconds = Seconds(Clock::now() - start).count();
      const auto leaves = number(std::string_view(line).substr(total_label.size()));
      if (!leaves) fail(fmt::format("answers '{}' to {}", line, question));
      count.leaves = *leaves;
      std::sort(count.branches.begin(), count.branches.end());
      return count;
    }
    if (auto found = branch(line)) count.branches.push_back(*std::move(found));
  }
  fail(fmt::format("has no answer to {} among its first {} lines", question, most_lines));
}

void UciPerft::start_clock() {
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(patience_);
}

void UciPerft::send(const std::string& line) {
  if (!process_) throw EngineError("is not running");
  process_->write(line + '\n');
}

/// The next line that it writes, without line end. The question is for messages.
std::string UciPerft::next_line(std::string_view question) {
  while (true) {
    if (const std::size_t end = received_.find('\n'); end != received_.npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (received_.size() > longest_line) fail("writes a line without end");
    if (!process_->read(received_)) fail(process_->end());
    if (stop_) fail("was stopped");
    if (Clock::now() > deadline_)
      fail(fmt::format("gives no answer to {} within {} s", question, patience_.count()));
  }
}

void UciPerft::fail(const std::string& what) {
  process_.reset();
  throw EngineError(what);
}

std::optional<std::string> find_engine(const std::string& program) {
  const auto runs = [](const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
  };
  if (program.find('/') != program.npos)
    return runs(program) ? std::optional(program) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream directories(fmt::format("{}:/usr/games", path ? path : ""));
  for (std::string directory; std::getline(directories, directory, ':');)
    if (const fs::path file = fs::path(directory) / program; runs(file)) return file.string();
  return std::nullopt;
}

}  // namespace plylab::suites
