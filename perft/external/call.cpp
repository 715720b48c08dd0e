#include "perft/external/call.h"

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>

#include "gen/engines/process.h"
#include "perft/external/perft_answer.h"

namespace plylab::perft::external {
namespace {

using engines::EngineFault;
using engines::FaultKind;
using engines::printable;
using engines::Process;
using engines::Seconds;

using Event = Process::Event;

/// One call, for as long as it runs.
class Call {
 public:
  Call(const PerftProtocol& protocol, const std::vector<std::string>& command,
       const Filling& filling, Seconds timeout, const std::atomic<bool>& stop)
      : protocol_(protocol),
        filling_(filling),
        timeout_(timeout),
        start_(Process::Clock::now()),
        deadline_(start_ + std::chrono::duration_cast<Process::Clock::duration>(timeout)),
        stop_(stop),
        process_(command, stop),
        reader_(protocol, filling.depth) {
    process_.close_input();
  }

  PerftAnswer answer() {
    read_output();
    const auto status = process_.exit_status(deadline_);
    const double seconds = Seconds(Process::Clock::now() - start_).count();
    if (!status && stop_) fail(FaultKind::stopped, "was stopped");
    const bool says_no = protocol_.reading == Reading::exit_status && status == 1;
    if (status != 0 && !says_no) fail(FaultKind::died, process_.ending());
    PerftAnswer answer;
    if (protocol_.reading == Reading::exit_status) {
      if (status == 0) answer.total = filling_.expected;
    } else {
      answer = read_answer();
    }
    answer.seconds = seconds;
    return answer;
  }

 private:
  void read_output() {
    std::string line;
    for (std::size_t lines = 0; lines < most_lines; ++lines) {
      switch (process_.read_line(line, deadline_)) {
        case Event::done:
          take(line);
          break;
        case Event::ended:
          return;
        case Event::stopped:
          fail(FaultKind::stopped, "was stopped");
        case Event::endless:
          fail(FaultKind::malformed,
               fmt::format("writes a line of more than {} bytes without an end",
                           Process::longest_line));
        case Event::quiet:
          fail(FaultKind::no_answer, fmt::format("does not end within {} s", timeout_.count()));
      }
    }
    fail(FaultKind::no_answer, fmt::format("writes more than {} lines", most_lines));
  }

  void take(const std::string& line) {
    if (protocol_.reading == Reading::exit_status) return;
    if (reader_.read(line) == LineKind::malformed)
      fail(FaultKind::malformed,
           fmt::format("answers '{}' at depth {}", printable(line), filling_.depth));
  }

  PerftAnswer read_answer() {
    try {
      PerftAnswer answer = reader_.answer();
      if (answer.total) return answer;
    } catch (const std::overflow_error&) {
      fail(FaultKind::malformed,
           fmt::format("answers with a sum beyond 128 bits at depth {}", filling_.depth));
    }
    fail(FaultKind::malformed, fmt::format("writes no count at depth {}", filling_.depth));
  }

  [[noreturn]] void fail(FaultKind kind, const std::string& what) {
    throw EngineFault(kind, what, process_.output());
  }

  const PerftProtocol& protocol_;
  const Filling& filling_;
  Seconds timeout_;
  Process::Clock::time_point start_, deadline_;
  const std::atomic<bool>& stop_;
  Process process_;
  PerftAnswerReader reader_;
};

}  // namespace

PerftAnswer call(const PerftProtocol& protocol, std::vector<std::string> command,
                 const Filling& filling, Seconds timeout, const std::atomic<bool>& stop) {
  for (const std::string& pattern : protocol.arguments)
    if (std::string argument = fill(pattern, filling); !argument.empty())
      command.push_back(std::move(argument));
  return Call(protocol, command, filling, timeout, stop).answer();
}

}  // namespace plylab::perft::external
