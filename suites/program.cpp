#include "suites/program.h"

#include <fmt/format.h>
#include <time.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "perft/commands.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/session.h"
#include "reports/tables/provenance.h"
#include "reports/text/terminal.h"
#include "search/commands.h"
#include "suites/commands.h"
#include "suites/shell_commands.h"

namespace plylab::suites {
namespace {

constexpr int wrong_use = 2;

std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);
volatile std::sig_atomic_t caught_signal = 0;
std::atomic<std::int64_t> caught_at = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// Nanoseconds of a clock that goes on. Made of a system call, as a signal's handler must be.
std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

/// The first Ctrl-C ends the work with what is known so far, the second one at once. Signals that
/// come together are one, for timeout(1) sends two, to us and to our group; and SIGTERM is no more
/// impatient for coming again.
extern "C" void on_signal(int number) {
  constexpr std::int64_t together = 500'000'000;
  if (number == SIGINT && caught_signal != 0 && now() - caught_at > together) {
    std::signal(number, SIG_DFL);
    std::raise(number);  // takes effect when this handler returns
  }
  if (caught_signal == 0) caught_at = now();
  caught_signal = number;
  stop = true;
}

/// One line for people, where that of the standard is for programmers.
const char* what_of(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) ? "out of memory" : error.what();
}

int fail(const std::string& program, const char* what) {
  reports::tell(fmt::format("{}: {}", program, what));
  return wrong_use;
}

}  // namespace

int run_program(int argc, char** argv, const std::vector<perft::CountableGame>& countable,
                const std::vector<search::SearchableGame>& searchable) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // under nohup
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its write,
  std::signal(SIGPIPE, SIG_IGN);  // and so is a pipe that nobody reads

  const std::string name = std::filesystem::path(argv[0]).filename().string();
  const auto made_by = reports::collect_provenance(argc, argv, 1);
  const std::string version = reports::program_of(made_by);
  reports::CommandLine command_line(name, "A perft and search-testing laboratory", version);
  const reports::Command program = command_line.program();
  program.notes(name + " COMMAND --help shows a command's options and examples.\n" + name +
                " list documents says where the documents are (JSON, CSV: SCHEMA.md).\n"
                "The environment variable PLYLAB_SUITES names another folder for suites, trees and "
                "experiments.");
  reports::Session session(argc, argv, stop);
  perft::add_commands(program, session, countable);
  search::add_commands(program, session, searchable);
  suites::add_commands(program, session, searchable, countable);
  for (const search::SearchableGame& game : searchable)
    if (game.is_chess) {
      perft::add_chess_commands(program, session, countable);
      suites::add_plylab_commands(program, session);
    }
  add_shell_commands(program, command_line, version);

  try {
    if (const auto status = command_line.run(argc, argv)) return *status;
  } catch (const reports::BrokenPipe&) {
    return 128 + (caught_signal != 0 ? caught_signal : SIGPIPE);
  } catch (const std::exception& error) {
    const int status = fail(name, what_of(error));
    return caught_signal != 0 ? 128 + caught_signal : status;
  }
  return caught_signal != 0 ? 128 + caught_signal : session.status();
}

}  // namespace plylab::suites
