#include "gen/engines/call.h"

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>

#include "gen/engines/answer.h"
#include "gen/engines/process.h"

namespace plylab::engines {
namespace {

using Event = Process::Event;

constexpr std::size_t most_lines = 10'000;

/// One call, for as long as it runs.
class Call {
 public:
  Call(const Protocol& protocol, const std::vector<std::string>& command, const Filling& filling,
       Seconds patience, const std::atomic<bool>& stop)
      : protocol_(protocol),
        filling_(filling),
        patience_(patience),
        start_(Process::Clock::now()),
        deadline_(start_ + std::chrono::duration_cast<Process::Clock::duration>(patience)),
        stop_(stop),
        process_(command, stop),
        reader_(protocol, filling.depth) {
    process_.close_input();
  }

  Answer answer() {
    read_output();
    const auto status = process_.exit_status(deadline_);
    const double seconds = Seconds(Process::Clock::now() - start_).count();
    if (!status && stop_) fail(Failure::stopped, "was stopped");
    const bool says_no = protocol_.reading == Reading::exit_status && status == 1;
    if (status != 0 && !says_no) fail(Failure::died, process_.ending());
    Answer answer;
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
          fail(Failure::stopped, "was stopped");
        case Event::endless:
          fail(Failure::rubbish, fmt::format("writes a line of more than {} bytes without an end",
                                             Process::longest_line));
        case Event::quiet:
          fail(Failure::no_answer, fmt::format("does not end within {} s", patience_.count()));
      }
    }
    fail(Failure::no_answer, fmt::format("writes more than {} lines", most_lines));
  }

  void take(const std::string& line) {
    if (protocol_.reading == Reading::exit_status) return;
    if (reader_.read(line) == AnswerLine::rubbish)
      fail(Failure::rubbish,
           fmt::format("answers '{}' at depth {}", printable(line), filling_.depth));
  }

  Answer read_answer() {
    try {
      Answer answer = reader_.answer();
      if (answer.total) return answer;
    } catch (const std::overflow_error&) {
      fail(Failure::rubbish,
           fmt::format("answers with a sum beyond 128 bits at depth {}", filling_.depth));
    }
    fail(Failure::rubbish, fmt::format("writes no count at depth {}", filling_.depth));
  }

  [[noreturn]] void fail(Failure failure, const std::string& what) {
    throw SubjectError(failure, what, process_.output());
  }

  const Protocol& protocol_;
  const Filling& filling_;
  Seconds patience_;
  Process::Clock::time_point start_, deadline_;
  const std::atomic<bool>& stop_;
  Process process_;
  AnswerReader reader_;
};

}  // namespace

Answer call(const Protocol& protocol, std::vector<std::string> command, const Filling& filling,
            Seconds patience, const std::atomic<bool>& stop) {
  for (const std::string& pattern : protocol.arguments)
    if (std::string argument = fill(pattern, filling); !argument.empty())
      command.push_back(std::move(argument));
  return Call(protocol, command, filling, patience, stop).answer();
}

}  // namespace plylab::engines
