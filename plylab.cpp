// plylab: a perft and search-testing laboratory. Names the commands and hands over to them.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>

#include "gen/input_error.h"
#include "perft/commands.h"
#include "reports/command_line.h"
#include "reports/provenance.h"
#include "reports/session.h"
#include "search/commands.h"
#include "suites/commands.h"

namespace {

constexpr int wrong_use = 2;

std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);
volatile std::sig_atomic_t caught_signal = 0;

/// The first Ctrl-C ends the work with what is known so far, the second one at once. SIGTERM is no
/// more impatient for coming twice, as it does from timeout(1).
extern "C" void on_signal(int number) {
  caught_signal = number;
  stop = true;
  if (number == SIGINT) std::signal(number, SIG_DFL);
}

int fail(const char* what) {
  fmt::print(stderr, "plylab: {}\n", what);
  return wrong_use;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);

  const auto made_by = plylab::reports::collect_provenance(argc, argv, 1);
  plylab::reports::CommandLine command_line(
      "plylab", "plylab: perft and search-testing laboratory",
      fmt::format("plylab {} ({})", made_by.version, made_by.commit));
  const plylab::reports::Command program = command_line.program();
  program.require_subcommand();
  program.footer("plylab COMMAND --help shows a command's options and an example.");
  plylab::reports::Session session(argc, argv, stop);
  plylab::perft::add_commands(program, session);
  plylab::search::add_commands(program, session);
  plylab::suites::add_commands(program, session);

  try {
    if (const auto status = command_line.run(argc, argv)) return *status;
  } catch (const std::exception& error) {
    return fail(error.what());
  }
  return caught_signal != 0 ? 128 + caught_signal : session.status();
}
