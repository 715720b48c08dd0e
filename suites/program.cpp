#include "suites/program.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "perft/commands.h"
#include "reports/command_line.h"
#include "reports/provenance.h"
#include "reports/session.h"
#include "search/commands.h"
#include "suites/commands.h"
#include "suites/shell_commands.h"

namespace plylab::suites {
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

int fail(const std::string& program, const char* what) {
  fmt::print(stderr, "{}: {}\n", program, what);
  return wrong_use;
}

}  // namespace

int run_program(int argc, char** argv, const std::vector<perft::CountableGame>& countable,
                const std::vector<search::SearchableGame>& searchable) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its write

  const std::string name = std::filesystem::path(argv[0]).filename().string();
  const auto made_by = reports::collect_provenance(argc, argv, 1);
  const std::string version = reports::program_of(made_by);
  reports::CommandLine command_line(name, "A perft and search-testing laboratory", version);
  const reports::Command program = command_line.program();
  program.notes(name + " COMMAND --help shows a command's options and examples.\n" + name +
                " list documents says where the documents are (JSON, CSV: SCHEMA.md).");
  reports::Session session(argc, argv, stop);
  perft::add_commands(program, session, countable);
  search::add_commands(program, session, searchable);
  suites::add_commands(program, session, searchable);
  for (const search::SearchableGame& game : searchable)
    if (game.is_chess) {
      perft::add_chess_commands(program, session);
      suites::add_plylab_commands(program, session);
    }
  add_shell_commands(program, command_line, version);

  try {
    if (const auto status = command_line.run(argc, argv)) return *status;
  } catch (const std::exception& error) {
    return fail(name, error.what());
  }
  return caught_signal != 0 ? 128 + caught_signal : session.status();
}

}  // namespace plylab::suites
