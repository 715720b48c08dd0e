#include "suites/program.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string>

#include "gen/base/text.h"
#include "perft/commands/commands.h"
#include "reports/cli/command_line.h"
#include "reports/cli/command_records.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "reports/tables/sources.h"
#include "reports/text/terminal.h"
#include "search/commands/commands.h"
#include "suites/players/engine_contestants.h"
#include "suites/players/environment.h"

namespace plylab::suites {

// Each is defined in the file of that name: add_fen_command() in fen/fen_command.cpp.
void add_list_command(cli::Command, cli::Session&, const search::SearchableGames&,
                      const perft::CountableGames&);
void add_new_command(cli::Command, const std::string& version);
namespace check {
void add_check_command(cli::Command, cli::Session&);
}
namespace endgame {
void add_endgame_command(cli::Command, cli::Session&);
}
namespace fen {
void add_fen_command(cli::Command, cli::Session&);
}
namespace help {
void add_help_command(cli::Command, const cli::CommandRecord&);
}
namespace lint {
void add_lint_command(cli::Command, cli::Session&);
}
namespace mate {
void add_mate_command(cli::Command, cli::Session&);
}
namespace mine {
void add_mine_command(cli::Command, cli::Session&);
}
namespace page {
void add_page_command(cli::Command);
}
namespace play::book {
void add_book_command(cli::Command, cli::Session&);
}
namespace play::elo {
void add_elo_command(cli::Command, cli::Session&);
}
namespace play::games {
void add_games_command(cli::Command, cli::Session&);
void add_annotate_command(cli::Command, cli::Session&);
}  // namespace play::games
namespace play::gui {  // both in gui_commands.cpp
void add_uci_command(cli::Command, cli::Session&);
void add_xboard_command(cli::Command, cli::Session&);
}  // namespace play::gui
namespace play::match {
void add_match_command(cli::Command, cli::Session&, const search::SearchableGames&);
}
namespace report {  // both in report_commands.cpp
void add_report_command(cli::Command, cli::Session&, const search::SearchableGames&);
void add_compare_command(cli::Command, cli::Session&, const search::SearchableGames&);
}  // namespace report
namespace solve {
void add_solve_command(cli::Command, cli::Session&);
}
namespace sudoku {
void add_sudoku_command(cli::Command, cli::Session&);
}

namespace {

constexpr int wrong_use = 2;

std::atomic<bool> signalled = false;
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
  signalled = true;
}

/// The text with the middle of each very long word left out.
std::string with_short_words(std::string_view text) {
  constexpr std::size_t longest = 200, kept = 90;
  std::string shown;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (word.size() <= longest)
      shown += word;
    else
      shown.append(word.substr(0, kept)).append("...").append(word.substr(word.size() - kept));
    text.remove_prefix(word.size());
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    shown += text.substr(0, blanks);
    text.remove_prefix(blanks);
  }
  return shown;
}

/// The message for the user; replaces those of the standard library.
std::string what_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error)) return "out of memory";
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return with_short_words(
        fmt::format("'{}': {}", printable(file->path1().string()), file->code().message()));
  return with_short_words(error.what());
}

/// Adds the commands completion and man, which print texts generated from the records of all
/// commands.
void add_shell_commands(cli::Command program, const cli::CommandLine& command_line,
                        const std::string& version) {
  const std::string name = command_line.records().name;
  const cli::Command completion =
      program.add_subcommand("completion", "Print a bash completion script");
  completion.example(name + " completion > ~/.local/share/bash-completion/completions/" + name);
  completion.callback(
      [&command_line] { reports::write_text(cli::completion_script(command_line.records()), ""); });

  const cli::Command man = program.add_subcommand("man", "Print the manual page");
  man.example(name + " man | man -l -");
  man.callback([version, &command_line] {
    reports::write_text(cli::manual_page(command_line.records(), version), "");
  });
}

/// Adds the commands that make reports by purpose, in each group first what most people need.
void add_commands(cli::Command program, cli::Session& session,
                  const perft::CountableGames& countable, const search::SearchableGames& games) {
  const bool chess = search::has_chess(games);

  const cli::Command verify = program.group("Count and verify");
  perft::add_commands(verify, session, countable, search::searches_to_verify(session, games));
  if (chess) check::add_check_command(verify, session);

  search::add_commands(program.group("Search"), session, games, players::give_known_values,
                       chess ? players::engine_contestants() : nullptr);

  if (chess) {
    const cli::Command solve = program.group("Solve, and check positions");
    solve::add_solve_command(solve, session);
    mate::add_mate_command(solve, session);
    fen::add_fen_command(solve, session);
    lint::add_lint_command(solve, session);
    mine::add_mine_command(solve, session);
    endgame::add_endgame_command(solve, session);
    sudoku::add_sudoku_command(solve, session);
  }

  const cli::Command play = program.group("Games and engines");
  play::match::add_match_command(play, session, games);
  play::elo::add_elo_command(play, session);
  if (chess) {
    play::games::add_games_command(play, session);
    play::games::add_annotate_command(play, session);
    play::book::add_book_command(play, session);
  }

  const cli::Command report = program.group("Reports");
  report::add_report_command(report, session, games);
  report::add_compare_command(report, session, games);

  add_list_command(program.group("Lists and help"), session, games, countable);
}

/// Adds the commands that speak with a user, a GUI or a shell.
void add_other_commands(cli::Command program, cli::Session& session,
                        const cli::CommandLine& command_line, const reports::Provenance& made_by,
                        bool chess) {
  if (chess) {
    const cli::Command group = program.group("Games and engines");
    play::gui::add_uci_command(group, session);
    play::gui::add_xboard_command(group, session);
  }
  const cli::Command about = program.group("Lists and help");
  help::add_help_command(about, command_line.records());
  if (chess) page::add_page_command(about);
  if (chess) add_new_command(about, made_by.version);
  add_shell_commands(about, command_line, reports::program_of(made_by));
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
  cli::CommandLine command_line(name, "A perft and search-testing laboratory", version);
  const cli::Command program = command_line.program();
  program.notes(
      "'plylab COMMAND --help' shows a command's options and examples, 'plylab help GUIDE' "
      "a guide.\n"
      "The environment variable PLYLAB_SUITES sets the folder of shipped suites, trees and "
      "experiments.");
  cli::Session session(argc, argv, signalled);
  add_commands(program, session, countable, searchable);
  add_other_commands(program, session, command_line, made_by, search::has_chess(searchable));

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

CommandRun run_command(const std::vector<std::string>& arguments, const std::atomic<bool>& stop,
                       std::atomic<double>& share) {
  if (arguments.empty()) throw InputError("no command is named");
  std::vector<const char*> argv{"plylab"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  const int argc = static_cast<int>(argv.size());
  cli::Caller caller{.share = share};
  cli::CommandLine command_line("plylab", "");
  cli::Session session(argc, argv.data(), stop, &caller);
  add_commands(command_line.program(), session, perft::countable_games(),
               search::searchable_games());
  command_line.run(argc, argv.data(), false);
  if (!caller.report) throw InputError(fmt::format("{} makes no report", arguments.front()));
  return {session.differs(), std::move(*caller.report)};
}

}  // namespace plylab::suites
