#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "reports/cli/command_line.h"
#include "reports/cli/session.h"
#include "reports/text/terminal.h"

namespace plylab::suites::fen {
namespace {

using reports::Cell;
using reports::Role;

struct Options {
  std::vector<std::string> fens;
  std::optional<std::string> suite;
};

/// A position as given, and its issues.
struct Judged {
  std::string where;  ///< "file:line", or the number of the argument
  std::string position;
  std::optional<chess::Setup> setup;  ///< empty if it cannot be read
  std::vector<chess::LegalityIssue> issues;

  chess::Legality legality() const { return chess::legality_of(issues); }
};

std::optional<chess::Setup> readable(const std::string& text) {
  try {
    return chess::read_setup(text);
  } catch (const chess::FenError&) {
    return std::nullopt;
  }
}

Judged judge(std::string where, const std::string& text) {
  const auto setup = readable(text);
  return {std::move(where), text, setup, setup ? chess::examine(*setup) : chess::examine(text)};
}

/// Records and unreadable lines in the order of the file.
void judge(const epd::Suite& suite, std::vector<Judged>& judged) {
  const std::string file = std::filesystem::path(suite.path).filename();
  const auto where = [&](std::size_t line) { return fmt::format("{}:{}", file, line); };
  auto bad = suite.unreadable.begin();
  const auto judge_unreadable_until = [&](std::size_t line) {
    for (; bad != suite.unreadable.end() && bad->line < line; ++bad)
      judged.push_back(judge(where(bad->line), bad->fen));
  };
  for (const epd::Record& record : suite.records) {
    judge_unreadable_until(record.line);
    for (const auto& [line, what] : record.problems)
      reports::tell(fmt::format("{}:{}: {}", suite.path, line, what));
    judged.push_back({where(record.line), record.id().value_or(to_string(record.setup)),
                      record.setup, chess::examine(record.setup)});
  }
  judge_unreadable_until(std::string::npos);
}

std::vector<Judged> judge_all(const Options& options) {
  std::vector<Judged> judged;
  for (std::size_t i = 0; i < options.fens.size(); ++i) {
    if (options.fens[i] != "-") {
      judged.push_back(judge(fmt::format("{}", i + 1), options.fens[i]));
      continue;
    }
    judge(epd::parse_suite(read_standard_input(in_lines), "stdin"), judged);
  }
  if (options.suite) judge(epd::find_suite(*options.suite), judged);
  if (judged.empty() && options.suite)
    throw InputError(fmt::format("fen: '{}' holds no position", *options.suite));
  if (judged.empty()) throw InputError("fen: no position: give a FEN, --suite, or - with input");
  return judged;
}

/// The FEN with six fields, and with the e.p. square only where a capture is legal; none if the
/// position is impossible.
std::optional<std::string> normalised(const Judged& one) {
  if (one.legality() == chess::Legality::impossible) return std::nullopt;
  return to_string(chess::ValidSetup(*one.setup).setup());
}

reports::TableOf<Judged> table_for_people() {
  return {"positions",
          "Positions",
          {{{"where"}, &Judged::where},
           {{"position", "", "", 1, Role::position}, &Judged::position},
           {{"legality"}, [](const auto& one) { return name(one.legality()); }},
           {{"kind", "", "of the worst issue"},
            [](const auto& one) {
              return one.issues.empty() ? Cell() : Cell(one.issues.front().kind);
            }}},
          {},
          reports::Readers::people};
}

std::vector<std::string> notes_on(const std::vector<Judged>& judged) {
  std::vector<std::string> notes;
  std::array<int, 3> counts{};
  for (const Judged& one : judged) {
    ++counts[static_cast<unsigned>(one.legality())];
    for (const chess::LegalityIssue& issue : one.issues)
      notes.push_back(fmt::format("{}: {}", one.where, issue.what));
  }
  if (judged.size() == 1)
    if (const auto setup = normalised(judged.front())) notes.push_back("normalised: " + *setup);
  notes.push_back(
      fmt::format("{} legal, {} suspicious, {} impossible", counts[0], counts[1], counts[2]));
  return notes;
}

reports::TableOf<Judged> table_for_programs() {
  return {
      "positions",
      "Positions",
      {{{"where", "", "file and line, or the number of the argument"}, &Judged::where},
       {{"position", "", "the id, or the FEN as it was given", 1, Role::position},
        &Judged::position},
       {{"legality", "", "legal; suspicious: no game leads there; impossible: cannot be set up"},
        [](const auto& one) { return name(one.legality()); }},
       {{"kinds", "", "of all issues, the worst first, separated by blanks"},
        [](const auto& one) {
          std::vector<std::string> kinds;
          for (const chess::LegalityIssue& issue : one.issues) kinds.push_back(issue.kind);
          return fmt::format("{}", fmt::join(kinds, " "));
        }},
       {{"issues", "", "the same in sentences, separated by semicolons"},
        [](const auto& one) { return epd::joined(one.issues); }},
       {{"fen", "", "with six fields, and the e.p. square only where a capture is legal", 1,
         Role::about_position},
        normalised}},
      {},
      reports::Readers::programs};
}

void run_fen(const Options& options, cli::Session& session) {
  session.check_options();
  session.declare({table_for_people(), table_for_programs()});
  const auto judged = judge_all(options);
  for (const Judged& one : judged)
    if (!one.issues.empty()) session.note_difference();
  reports::Report report{
      .tables = {table_for_people().with(judged), table_for_programs().with(judged)}};
  report.tables.front().notes = notes_on(judged);
  session.publish(std::move(report), 1);
}

}  // namespace

void add_fen_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command fen =
      app.add_subcommand("fen", "Check positions: legal, suspicious or impossible");
  const auto argument =
      fen.add_option("FEN", options->fens,
                     "FENs, each in quotes; - reads lines of FEN or EPD from standard input");
  fen.add_option("--fen FEN", options->fens, "The same, as in other commands; may be repeated")
      .excludes(argument);
  fen.add_option("--suite FILE|NAME", options->suite,
                 "A file of positions (EPD, FEN, .perft, CSV, PGN), or the name of a shipped suite")
      .offers(shipped_names(".epd"));
  session.add_options(fen);
  fen.example("plylab fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"");
  fen.example("plylab fen --suite my.epd --format csv");
  fen.notes(
      "impossible: the position cannot be set up. suspicious: it can, but no game leads to "
      "it, because of too many promoted pieces, pawns that needed more captures than there "
      "were, a check or an e.p. square that no last move explains, or clocks that "
      "contradict the board. legal: no such fault was found, which is no proof.\n"
      "Exit status: 0 if all are legal, 1 if not, 2 for wrong usage");
  fen.guides({"suites"});
  fen.callback([options, &session] { run_fen(*options, session); });
}

}  // namespace plylab::suites::fen
