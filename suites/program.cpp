#include "suites/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "perft/commands.h"
#include "reports/provenance.h"
#include "reports/session.h"
#include "search/commands.h"
#include "suites/commands.h"

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

int fail(const char* what) {
  fmt::print(stderr, "plylab: {}\n", what);
  return wrong_use;
}

}  // namespace

int run_program(int argc, char** argv, const std::vector<perft::CountableGame>& countable,
                const std::vector<search::SearchableGame>& searchable) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);

  const std::string name = std::filesystem::path(argv[0]).filename().string();
  CLI::App app("plylab: perft and search-testing laboratory", name);
  const auto made_by = reports::collect_provenance(argc, argv, 1);
  app.set_version_flag("--version", fmt::format("plylab {} ({})", made_by.version, made_by.commit));
  app.require_subcommand(1);
  app.footer(name + " COMMAND --help shows a command's options and an example.");
  reports::Session session(argc, argv, stop);
  perft::add_commands(app, session, countable);
  search::add_commands(app, session, searchable);
  suites::add_commands(app, session, searchable);
  for (const search::SearchableGame& game : searchable)
    if (game.is_chess) {
      perft::add_chess_commands(app, session);
      suites::add_chess_commands(app, session);
    }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return fail(("unknown argument " + app.remaining(true).front()).c_str());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return fail(error.what());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
  return caught_signal != 0 ? 128 + caught_signal : session.status();
}

}  // namespace plylab::suites
