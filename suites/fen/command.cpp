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
#include "reports/command_line/command_line.h"
#include "reports/session.h"
#include "reports/text/terminal.h"

namespace plylab::suites::fen {
namespace {

struct Options {
  std::vector<std::string> fens;
  std::optional<std::string> suite;
};

/// A position as it was given, and what is found about it.
struct Judged {
  std::string where;  ///< "file:line", or which argument
  std::string position;
  std::optional<chess::Setup> setup;  ///< if it could be read
  std::vector<chess::LegalityIssue> issues;
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
    for (const std::string& problem : record.problems)
      reports::tell(fmt::format("{}:{}: {}", suite.path, record.line, problem));
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
    judge(epd::parse_suite(read_standard_input(), "stdin"), judged);
  }
  if (options.suite) judge(epd::find_suite(*options.suite), judged);
  if (judged.empty()) throw InputError("fen: no position: give a FEN, --suite, or - with input");
  return judged;
}

/// The position as generators set it up, unless none can.
std::optional<std::string> normalised(const Judged& one) {
  if (chess::legality_of(one.issues) == chess::Legality::impossible) return std::nullopt;
  return to_string(chess::ValidSetup(*one.setup).setup());
}

reports::Table table_for_people(const std::vector<Judged>& judged) {
  reports::Table table{"positions",
                       "Positions",
                       {{"where"}, {"position"}, {"legality"}, {"kind", "", "of what is worst"}},
                       {},
                       {}};
  std::array<int, 3> counts{};
  for (const Judged& one : judged) {
    const auto legality = chess::legality_of(one.issues);
    ++counts[static_cast<unsigned>(legality)];
    table.add({one.where, one.position, name(legality),
               one.issues.empty() ? reports::Cell() : reports::Cell(one.issues.front().kind)});
    for (const chess::LegalityIssue& issue : one.issues)
      table.notes.push_back(fmt::format("{}: {}", one.where, issue.what));
  }
  if (judged.size() == 1)
    if (const auto setup = normalised(judged.front()))
      table.notes.push_back("normalised: " + *setup);
  table.readers = reports::Readers::people;
  table.notes.push_back(
      fmt::format("{} legal, {} suspicious, {} impossible", counts[0], counts[1], counts[2]));
  return table;
}

reports::Table table_for_programs(const std::vector<Judged>& judged) {
  reports::Table table{
      "positions",
      "Positions",
      {{"where", "", "file and line, or which argument"},
       {"position", "", "the id, or the FEN as it was given"},
       {"legality", "", "legal; suspicious: no game leads there; impossible: cannot be set up"},
       {"kinds", "", "of all that speaks against it, the worst first, separated by blanks"},
       {"issues", "", "the same in sentences, separated by semicolons"},
       {"fen", "", "with six fields, and the e.p. square only where a capture is legal"}},
      {},
      {}};
  table.readers = reports::Readers::programs;
  for (const Judged& one : judged) {
    std::vector<std::string> kinds;
    for (const chess::LegalityIssue& issue : one.issues) kinds.push_back(issue.kind);
    table.add({one.where, one.position, name(chess::legality_of(one.issues)),
               fmt::format("{}", fmt::join(kinds, " ")), epd::joined(one.issues), normalised(one)});
  }
  return table;
}

void run_fen(const Options& options, reports::Session& session) {
  session.check_options();
  const auto judged = judge_all(options);
  for (const Judged& one : judged)
    if (!one.issues.empty()) session.note_difference();
  session.publish({.tables = {table_for_people(judged), table_for_programs(judged)}}, 1);
}

}  // namespace

void add_fen_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  const reports::Command fen =
      app.add_subcommand("fen", "Judge positions: legal, suspicious or impossible");
  fen.add_option("fen", options->fens, "FENs, each in quotes; - reads FEN or EPD lines");
  fen.add_option("--suite FILE|NAME", options->suite, "An EPD file, or the name of a shipped suite")
      .offers(shipped_names(".epd"));
  session.add_options(fen);
  fen.example("plylab fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"");
  fen.example("plylab fen --suite my.epd --format csv");
  fen.callback([options, &session] { run_fen(*options, session); });
}

}  // namespace plylab::suites::fen
