#include "suites/program.h"

#include <fmt/format.h>
#include <time.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string>

#include "perft/commands.h"
#include "reports/command_line/command_line.h"
#include "reports/command_line/command_records.h"
#include "reports/formats/output.h"
#include "reports/session.h"
#include "reports/tables/sources.h"
#include "reports/text/terminal.h"
#include "search/commands.h"
#include "suites/environment.h"

namespace plylab::suites {

// Each is defined in the command.cpp of its folder, or in the file of its name.
void add_list_command(reports::Command, reports::Session&, const search::SearchableGames&,
                      const perft::CountableGames&);
void add_new_command(reports::Command, const std::string& version);
namespace book {
void add_book_command(reports::Command, reports::Session&);
}
namespace elo {
void add_elo_command(reports::Command, reports::Session&);
}
namespace match {
void add_match_command(reports::Command, reports::Session&, const search::SearchableGames&);
}
namespace report {
void add_report_command(reports::Command, reports::Session&, const search::SearchableGames&);
void add_compare_command(reports::Command, reports::Session&, const search::SearchableGames&);
}  // namespace report
namespace solve {
void add_solve_command(reports::Command, reports::Session&);
}
namespace mate {
void add_mate_command(reports::Command, reports::Session&);
}
namespace lint {
void add_lint_command(reports::Command, reports::Session&);
}
namespace mine {
void add_mine_command(reports::Command, reports::Session&);
}
namespace games {
void add_games_command(reports::Command, reports::Session&);
void add_annotate_command(reports::Command, reports::Session&);
}  // namespace games
namespace fen {
void add_fen_command(reports::Command, reports::Session&);
}
namespace sudoku {
void add_sudoku_command(reports::Command, reports::Session&);
}
namespace endgame {
void add_endgame_command(reports::Command, reports::Session&);
}
namespace gui {
void add_uci_command(reports::Command, reports::Session&);
void add_xboard_command(reports::Command, reports::Session&);
}  // namespace gui
namespace help {
void add_help_command(reports::Command, const reports::CommandRecord&);
}

namespace {

constexpr int wrong_use = 2;

std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);
volatile std::sig_atomic_t caught_signal = 0;
std::atomic<std::int64_t> caught_at = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// Nanoseconds of a monotonic clock, by a system call that is allowed in signal handlers.
std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

/// The first Ctrl-C ends the work and reports the results so far; the second one ends the program
/// at once. Signals within half a second count as one, since timeout(1) sends two, one to the
/// process and one to its group. A second SIGTERM changes nothing.
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

/// The message for the user; replaces that of std::bad_alloc.
const char* what_of(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) ? "out of memory" : error.what();
}

/// Adds the commands completion and man, which print texts generated from the records of all
/// commands.
void add_shell_commands(reports::Command program, const reports::CommandLine& command_line,
                        const std::string& version) {
  const std::string name = command_line.records().name;
  const reports::Command completion =
      program.add_subcommand("completion", "Print a bash completion script");
  completion.example(name + " completion > ~/.local/share/bash-completion/completions/" + name);
  completion.callback([&command_line] {
    reports::write_text(reports::completion_script(command_line.records()), "");
  });

  const reports::Command man = program.add_subcommand("man", "Print the manual page");
  man.example(name + " man | man -l -");
  man.callback([version, &command_line] {
    reports::write_text(reports::manual_page(command_line.records(), version), "");
  });
}

/// Adds the commands that the games have by purpose, in each group first what most people need.
void add_commands(reports::Command program, reports::Session& session,
                  const perft::CountableGames& countable, const search::SearchableGames& games) {
  const bool chess = search::has_chess(games);

  perft::add_commands(program.group("Count and verify"), session, countable,
                      search::searches_to_verify(session, games));

  search::add_commands(program.group("Search"), session, games, give_known_values);

  if (chess) {
    const reports::Command solve = program.group("Solve, and check positions");
    solve::add_solve_command(solve, session);
    mate::add_mate_command(solve, session);
    fen::add_fen_command(solve, session);
    lint::add_lint_command(solve, session);
    mine::add_mine_command(solve, session);
    endgame::add_endgame_command(solve, session);
    sudoku::add_sudoku_command(solve, session);
  }

  const reports::Command play = program.group("Games and engines");
  match::add_match_command(play, session, games);
  elo::add_elo_command(play, session);
  if (chess) {
    games::add_games_command(play, session);
    games::add_annotate_command(play, session);
    book::add_book_command(play, session);
    gui::add_uci_command(play, session);
    gui::add_xboard_command(play, session);
  }

  const reports::Command report = program.group("Reports");
  report::add_report_command(report, session, games);
  report::add_compare_command(report, session, games);
}

/// The name by which the program was called.
std::string name_of(char** argv) { return std::filesystem::path(argv[0]).filename().string(); }

}  // namespace

int refuse(char** argv, std::string_view why) {
  reports::tell(fmt::format("{}: {}", name_of(argv), why));
  return wrong_use;
}

int run_program(int argc, char** argv, const std::vector<perft::CountableGame>& countable,
                const std::vector<search::SearchableGame>& searchable) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // under nohup
  // Writes then fail instead: to a file at its size limit, and to a pipe without a reader.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);

  const std::string name = name_of(argv);
  const auto made_by = reports::collect_provenance(argc, argv, 1);
  const std::string version = reports::program_of(made_by);
  reports::CommandLine command_line(name, "A perft and search-testing laboratory", version);
  const reports::Command program = command_line.program();
  program.notes(
      "'plylab COMMAND --help' shows a command's options and examples, 'plylab help GUIDE' "
      "a guide.\n"
      "The environment variable PLYLAB_SUITES sets the folder of shipped suites, trees and "
      "experiments.");
  reports::Session session(argc, argv, stop);
  add_commands(program, session, countable, searchable);
  const reports::Command about = program.group("Lists and help");
  add_list_command(about, session, searchable, countable);
  help::add_help_command(about, command_line.records());
  if (search::has_chess(searchable)) add_new_command(about, made_by.version);
  add_shell_commands(about, command_line, version);

  try {
    if (const auto status = command_line.run(argc, argv)) return *status;
  } catch (const reports::BrokenPipe&) {
    return 128 + (caught_signal != 0 ? caught_signal : SIGPIPE);
  } catch (const std::exception& error) {
    reports::tell(command_line.error_line(what_of(error)));
    return caught_signal != 0 ? 128 + caught_signal : wrong_use;
  }
  return caught_signal != 0 ? 128 + caught_signal : session.status();
}

}  // namespace plylab::suites
